"""Arrow tables as rows of JSON and back again, with nothing lost on the way.

JSON knows no dates, decimals, bytes or NaN. Such a value stands in a row as an object with one member that tells its
type: `{"arrow:timestamp[us]": "2024-05-01 12:00:00"}`. A picture stands there as `{"arrow:picture": NAME}`; its content
goes beside the row.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

import pyarrow
import pyarrow.compute
from pydantic import JsonValue

from optotype.errors import BadRow

# pyarrow has no type stubs: what it gives is Any, here and in the files that take it from here
pa: Any = pyarrow
_compute: Any = pyarrow.compute

PICTURE = "arrow:picture"
"""The member by which a picture stands in a row; its value is the picture's name."""
CLASS = "arrow:class"
"""The member by which a class label stands in a row: its number, with its name beside it."""
_TAG = "arrow:"


@dataclass(frozen=True)
class Blob:
    """A picture as a table holds it."""

    content: bytes | None
    path: str | None
    plain: bool = False
    """Is it bytes alone, rather than bytes with a path?"""


# --- from Arrow


def is_picture(type_: Any) -> bool:
    """Is this how Hugging Face keeps a picture: a struct of bytes and path?"""
    return (
        pa.types.is_struct(type_)
        and type_.num_fields == 2
        and type_.get_field_index("bytes") >= 0
        and type_.get_field_index("path") >= 0
        # a column of pictures none of which has a path need not know that paths are texts
        and (_is_binary(type_.field("bytes").type) or pa.types.is_null(type_.field("bytes").type))
        and (_is_text(type_.field("path").type) or pa.types.is_null(type_.field("path").type))
    )


def is_binary(type_: Any) -> bool:
    """Is a type bytes, or lists of bytes?"""
    return _is_binary(type_) or (_is_list(type_) and is_binary(type_.value_type))


def values(array: Any, *, pictures: bool = False) -> list[Any]:
    """The values of a column as JSON, with a `Blob` for each picture.

    Args:
        array: the column.
        pictures: are bytes pictures?

    Raises:
        BadRow: a type that has no place in a row.
    """
    type_, types = array.type, pa.types
    if types.is_dictionary(type_):
        return values(array.dictionary_decode(), pictures=pictures)
    if types.is_run_end_encoded(type_):
        return values(_compute.run_end_decode(array), pictures=pictures)
    if isinstance(type_, pa.BaseExtensionType):
        return values(array.storage, pictures=pictures)
    if is_picture(type_):
        parts = zip(array.field("bytes").to_pylist(), array.field("path").to_pylist(), strict=True)
        blobs = (None if content is None and path is None else Blob(content, path) for content, path in parts)
        return _where(array, blobs)
    if types.is_struct(type_):
        return _structs(array, pictures=pictures)
    if _is_list(type_):
        inner = iter(values(array.flatten(), pictures=pictures))
        lengths = _compute.list_value_length(array).to_pylist()
        return [None if length is None else list(islice(inner, length)) for length in lengths]
    if types.is_map(type_):
        return values(array.cast(pa.list_(pa.struct([("key", type_.key_type), ("value", type_.item_type)]))))
    if _is_binary(type_):
        contents = array.to_pylist()
        if pictures:
            return [None if content is None else Blob(content, None, plain=True) for content in contents]
        return _tagged("binary", (None if content is None else base64.b64encode(content) for content in contents))
    return _plain(array)


def _plain(array: Any) -> list[Any]:
    type_, types = array.type, pa.types
    if types.is_null(type_) or types.is_boolean(type_) or types.is_integer(type_) or _is_text(type_):
        return array.to_pylist()
    if types.is_floating(type_):
        numbers = array.cast(pa.float64()).to_pylist()
        return [number if number is None or math.isfinite(number) else _not_finite(number) for number in numbers]
    if types.is_timestamp(type_):
        # in UTC, since the machine need not know the time zone
        utc = array if type_.tz is None else array.cast(pa.timestamp(type_.unit, "UTC"))
        return _tagged(str(type_), utc.cast(pa.string()).to_pylist())
    if types.is_date32(type_):
        return _tagged(str(type_), array.cast(pa.string()).to_pylist())
    if types.is_date64(type_) or types.is_time64(type_) or types.is_duration(type_):
        return _tagged(str(type_), array.cast(pa.int64()).to_pylist())
    if types.is_time32(type_):
        return _tagged(str(type_), array.cast(pa.int32()).to_pylist())
    if types.is_decimal(type_):
        if not types.is_decimal256(type_):
            array = array.cast(pa.decimal128(type_.precision, type_.scale))
        return _tagged(str(array.type), array.cast(pa.string()).to_pylist())
    raise BadRow(f"values of the type {type_} cannot be read")


def _structs(array: Any, *, pictures: bool) -> list[Any]:
    names = [field.name for field in array.type]
    if len(set(names)) < len(names):
        raise BadRow(f"two fields of a struct have the same name: {', '.join(names)[:200]}")
    columns = [values(array.field(number), pictures=pictures) for number in range(len(names))]
    rows = zip(*columns, strict=True) if columns else (() for _ in range(len(array)))
    return _where(array, (dict(zip(names, row, strict=True)) for row in rows))


def _where(array: Any, found: Iterable[Any]) -> list[Any]:
    """The values where an array has any, None elsewhere."""
    return [value if valid else None for value, valid in zip(found, array.is_valid().to_pylist(), strict=True)]


def _tagged(type_: str, found: Iterable[Any]) -> list[Any]:
    tag = f"{_TAG}{type_}"
    return [None if value is None else {tag: value.decode() if isinstance(value, bytes) else value} for value in found]


def _not_finite(number: float) -> dict[str, str]:
    return {f"{_TAG}double": str(number)}


def _is_list(type_: Any) -> bool:
    types = pa.types
    return (
        types.is_list(type_)
        or types.is_large_list(type_)
        or types.is_fixed_size_list(type_)
        or types.is_list_view(type_)
        or types.is_large_list_view(type_)
    )


def _is_binary(type_: Any) -> bool:
    types = pa.types
    return (
        types.is_binary(type_)
        or types.is_large_binary(type_)
        or types.is_fixed_size_binary(type_)
        or types.is_binary_view(type_)
    )


def _is_text(type_: Any) -> bool:
    types = pa.types
    return types.is_string(type_) or types.is_large_string(type_) or types.is_string_view(type_)


def settle(value: Any, name_of: Callable[[Blob], dict[str, JsonValue]]) -> JsonValue:
    """A value with each `Blob` in it replaced by what stands for it."""
    if isinstance(value, Blob):
        return cast("JsonValue", name_of(value))
    if isinstance(value, list):
        return [settle(part, name_of) for part in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {name: settle(part, name_of) for name, part in cast("dict[str, Any]", value).items()}
    return value


def stand_ins(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """What stands for the pictures in a value, in order."""
    if isinstance(value, dict):
        if isinstance(value.get(PICTURE), str):
            yield value
        else:
            for part in value.values():
                yield from stand_ins(part)
    elif isinstance(value, list):
        for part in value:
            yield from stand_ins(part)


def with_pictures(value: JsonValue, blob_of: Callable[[dict[str, JsonValue]], Blob]) -> Any:
    """A value with the pictures in it in place of what stands for them: the way back from `settle`."""
    if isinstance(value, dict):
        if isinstance(value.get(PICTURE), str):
            return blob_of(value)
        return {name: with_pictures(part, blob_of) for name, part in value.items()}
    if isinstance(value, list):
        return [with_pictures(part, blob_of) for part in value]
    return value


# --- to Arrow


@dataclass(frozen=True)
class Shape:
    """What the values of a column have in common."""

    kind: str = "null"
    """An Arrow type by name, or `picture`, `blob`, `class`, `whole`, `list`, `struct`; `json` for a mixture."""
    names: tuple[str, ...] = ()
    """Of a struct's parts."""
    parts: tuple[Shape, ...] = ()
    """Of a list, what it holds; of a struct, what each of its parts holds."""


NULL = Shape()
JSON = Shape("json")
"""Values that no Arrow type fits: they are written as JSON text."""


def shape_of(value: JsonValue) -> Shape:
    """The shape of a single value."""
    match value:
        case None:
            return NULL
        case bool():
            return Shape("bool")
        case int():
            if 0 <= value < 1 << 63:
                return Shape("whole")
            return Shape("int64") if -(1 << 63) <= value < 0 else Shape("uint64") if 0 < value < 1 << 64 else JSON
        case float():
            return Shape("double")
        case str():
            return Shape("string")
        case list():
            shape = NULL
            for part in value:
                shape = join(shape, shape_of(part))
            return JSON if shape == JSON else Shape("list", parts=(shape,))
        case dict():
            return _shape_of_object(value)


def _shape_of_object(value: dict[str, JsonValue]) -> Shape:
    if isinstance(value.get(PICTURE), str):
        return Shape("blob" if value.get("as") == "binary" else "picture")
    if isinstance(value.get(CLASS), int):
        return Shape("class")
    if len(value) == 1 and (tag := next(iter(value))).startswith(_TAG):
        type_ = tag.removeprefix(_TAG)
        if _type(type_) is not None:
            return Shape(type_)
    # a struct without fields cannot be written, and one with a field `_type` reads as a feature of Hugging Face
    if not value or "_type" in value:
        return JSON
    parts = tuple(shape_of(part) for part in value.values())
    return JSON if JSON in parts else Shape("struct", tuple(value), parts)


def join(one: Shape, other: Shape) -> Shape:
    """The shape that holds both; `JSON` if there is none."""
    if one == other or other == NULL:
        return one
    if one == NULL:
        return other
    kinds = {one.kind, other.kind}
    if kinds == {"list"}:
        inner = join(one.parts[0], other.parts[0])
        return JSON if inner == JSON else replace(one, parts=(inner,))
    if kinds == {"struct"} and set(one.names) == set(other.names):
        of_other = dict(zip(other.names, other.parts, strict=True))
        parts = tuple(join(part, of_other[name]) for name, part in zip(one.names, one.parts, strict=True))
        return JSON if JSON in parts else replace(one, parts=parts)
    if "whole" in kinds and kinds & {"int64", "uint64", "class"}:
        return other if one.kind == "whole" else one
    if kinds == {"picture", "blob"}:
        return Shape("picture")
    return JSON


def arrow_type(shape: Shape) -> Any:
    """The Arrow type of a column of this shape."""
    match shape.kind:
        case "null":
            return pa.null()
        case "json" | "string":
            return pa.string()
        case "whole" | "int64" | "class":
            return pa.int64()
        case "blob":
            return pa.binary()
        case "picture":
            return pa.struct([("bytes", pa.binary()), ("path", pa.string())])
        case "list":
            return pa.list_(arrow_type(shape.parts[0]))
        case "struct":
            parts = zip(shape.names, shape.parts, strict=True)
            return pa.struct([(name, arrow_type(part)) for name, part in parts])
        case kind:
            return _type(kind)


def build(found: Sequence[Any], shape: Shape) -> Any:
    """A column of values: JSON, with a `Blob` for each picture.

    Raises:
        ValueError: a value that is not of the type that it claims.
    """
    match shape.kind:
        case "null":
            return pa.nulls(len(found))
        case "json":
            return pa.array([None if value is None else _json(value) for value in found], pa.string())
        case "picture":
            pictures = [None if b is None else {"bytes": b.content, "path": b.path} for b in found]
            return pa.array(pictures, arrow_type(shape))
        case "blob":
            return pa.array([None if blob is None else blob.content for blob in found], pa.binary())
        case "class":
            return pa.array([value[CLASS] if isinstance(value, dict) else value for value in found], pa.int64())
        case "list":
            return _build_lists(found, shape)
        case "struct":
            missing = [value is None for value in found]
            columns = [
                build([None if value is None else value[name] for value in found], part)
                for name, part in zip(shape.names, shape.parts, strict=True)
            ]
            return pa.StructArray.from_arrays(columns, fields=list(arrow_type(shape)), mask=pa.array(missing))
        case _:
            return _build_plain([_untagged(value) for value in found], arrow_type(shape))


def _build_lists(found: Sequence[Any], shape: Shape) -> Any:
    offsets, inner = [0], list[Any]()
    for value in found:
        inner += value or ()
        offsets.append(len(inner))
    missing = pa.array([value is None for value in found])
    return pa.ListArray.from_arrays(
        pa.array(offsets, pa.int32()), build(inner, shape.parts[0]), type=arrow_type(shape), mask=missing
    )


def _build_plain(found: list[Any], type_: Any) -> Any:
    types = pa.types
    if types.is_timestamp(type_) and type_.tz is not None:
        return pa.array(found, pa.string()).cast(pa.timestamp(type_.unit, "UTC")).cast(type_)
    if types.is_timestamp(type_) or types.is_date32(type_) or types.is_decimal(type_):
        return pa.array(found, pa.string()).cast(type_)
    if types.is_time32(type_):
        return pa.array(found, pa.int32()).cast(type_)
    if types.is_date64(type_) or types.is_time64(type_) or types.is_duration(type_):
        return pa.array(found, pa.int64()).cast(type_)
    if types.is_binary(type_):
        try:
            return pa.array([None if text is None else base64.b64decode(text, validate=True) for text in found], type_)
        except binascii.Error as error:
            raise ValueError(f"not base64: {error}") from error
    if types.is_floating(type_):
        found = [float(value) if isinstance(value, str) else value for value in found]
    return pa.array(found, type_)


def _untagged(value: Any) -> Any:
    return next(iter(cast("dict[str, Any]", value).values())) if isinstance(value, dict) else value


def _json(value: Any) -> str:
    """JSON text; pictures are named in it, and lie beside the table."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


_TYPES: Mapping[str, Any] = {
    "bool": pa.bool_(),
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "double": pa.float64(),
    "binary": pa.binary(),
    **{str(type_): type_ for type_ in (pa.date32(), pa.date64(), pa.time32("s"), pa.time32("ms"))},
    **{str(type_): type_ for type_ in (pa.time64("us"), pa.time64("ns"))},
    **{str(pa.duration(unit)): pa.duration(unit) for unit in ("s", "ms", "us", "ns")},
}


def _type(name: str) -> Any:
    """The Arrow type called so; None if it is none of those that stand in rows."""
    if name in _TYPES:
        return _TYPES[name]
    if found := re.fullmatch(r"timestamp\[(s|ms|us|ns)(?:, tz=([^\]]+))?\]", name):
        return pa.timestamp(found[1], found[2])
    if found := re.fullmatch(r"decimal(128|256)\((\d{1,2}), (-?\d{1,2})\)", name):
        widest = 38 if found[1] == "128" else 76
        if 0 < int(found[2]) <= widest:
            make = pa.decimal128 if found[1] == "128" else pa.decimal256
            return make(int(found[2]), int(found[3]))
    return None


# --- what Hugging Face calls features


def feature_of(shape: Shape) -> JsonValue:
    """How Hugging Face names the type of a column."""
    match shape.kind:
        case "picture":
            return {"_type": "Image"}
        case "list":
            return [feature_of(shape.parts[0])]
        case "struct":
            return {name: feature_of(part) for name, part in zip(shape.names, shape.parts, strict=True)}
        case "json":
            dtype = "string"
        case "whole" | "class":
            dtype = "int64"
        case "double":
            dtype = "float64"
        case "blob":
            dtype = "binary"
        case kind:
            dtype = re.sub(r"^(date\d\d)\[.*", r"\1", kind)
    return {"dtype": dtype, "_type": "Value"}


def fits(feature: JsonValue, shape: Shape) -> bool:
    """Can a feature that a data set came with still describe the column?"""
    if shape == NULL:
        return True
    if isinstance(feature, list):
        return shape.kind == "list" and len(feature) == 1 and fits(feature[0], shape.parts[0])
    if not isinstance(feature, dict):
        return False
    match feature.get("_type"):
        case None:
            parts = dict(zip(shape.names, shape.parts, strict=True))
            return (
                shape.kind == "struct"
                and set(feature) == set(parts)
                and all(fits(part, parts[name]) for name, part in feature.items())
            )
        case "Value":
            return _family(str(feature.get("dtype"))) == _family(str(cast("Any", feature_of(shape)).get("dtype")))
        case "ClassLabel":
            return shape.kind in ("class", "whole")
        case "Image":
            return shape.kind == "picture"
        case "List" | "LargeList" | "Sequence":
            return shape.kind == "list" and feature.get("length", -1) == -1 and fits(feature["feature"], shape.parts[0])
        case _:
            return False


def _family(dtype: str) -> str:
    """Types that differ in width only."""
    return re.sub(r"^(?:u?(int)|(float)|large_(string)|large_(binary))\d*$", r"\1\2\3\4", dtype)
