"""Arrow values as JSON and back: nothing is lost, whatever the type."""

from __future__ import annotations

import datetime
import decimal
import json
import math
from typing import Any

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from optotype.errors import BadRow
from optotype.formats._arrow import JSON, NULL, Shape, arrow_type, build, feature_of, fits, join, shape_of, values

pa: Any = pyarrow

DAY = datetime.datetime(2024, 5, 1, 12, 30, 15, 123456)


def there_and_back(array: Any) -> Any:
    found: list[JsonValue] = json.loads(json.dumps(values(array), allow_nan=False))
    shape = NULL
    for value in found:
        shape = join(shape, shape_of(value))
    return build(found, shape)


@pytest.mark.parametrize(
    "array",
    [
        pa.array([True, None, False]),
        pa.array([1, None, -(2**63)]),
        pa.array([0, 2**64 - 1], pa.uint64()),
        pa.array([0.1, None, -0.0]),
        pa.array(["a", None, "ключ 🙂"]),
        pa.array([b"\x00\xff", None, b""]),
        pa.array([DAY, None], pa.timestamp("us")),
        pa.array([1, None], pa.timestamp("ns", "Asia/Tokyo")),
        pa.array([-1], pa.timestamp("s", "UTC")),
        pa.array([DAY.date(), None], pa.date32()),
        pa.array([DAY.date(), None], pa.date64()),
        pa.array([5, None], pa.time32("ms")),
        pa.array([5, None], pa.time64("ns")),
        pa.array([-5, None], pa.duration("us")),
        pa.array([decimal.Decimal("-12.30"), None], pa.decimal128(10, 2)),
        pa.array([decimal.Decimal("1" * 50)], pa.decimal256(60, 0)),
        pa.array([[DAY], None, []], pa.list_(pa.timestamp("us"))),
        pa.array([{"a": [1], "b": None}, None], pa.struct({"a": pa.list_(pa.int64()), "b": pa.string()})),
        pa.array([[{"a": [[1.5]]}], None, [None]]),
        pa.array([None, None], pa.null()),
        pa.array([["a"], ["b"]]).slice(1, 1),
        pa.array([{"x": 1}, {"x": 2}]).slice(1, 1),
    ],
    ids=lambda array: str(array.type),
)
def test_a_column_comes_back_with_its_type(array: Any) -> None:
    back = there_and_back(array)
    assert back.to_pylist() == array.to_pylist()
    # -0.0 and a column of nothing have no type of their own to lose
    assert back.type == array.type or array.null_count == len(array) or pa.types.is_nested(array.type)


@pytest.mark.parametrize(
    ("array", "same"),
    [
        (pa.array([1, None], pa.int8()), [1, None]),
        (pa.array([0.5], pa.float32()), [0.5]),
        (pa.array(["a", None], pa.large_string()), ["a", None]),
        (pa.array([b"ab"], pa.binary(2)), [b"ab"]),
        (pa.array(["x", "y", "x"]).dictionary_encode(), ["x", "y", "x"]),
        (pa.array([[1, 2], None], pa.list_(pa.int32(), 2)), [[1, 2], None]),
        (pa.array([[1], None], pa.large_list(pa.int32())), [[1], None]),
        (pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int64())), [[{"key": "k", "value": 1}], None]),
    ],
    ids=lambda part: str(getattr(part, "type", "")),
)
def test_a_narrow_or_packed_type_comes_back_by_value(array: Any, same: list[Any]) -> None:
    assert there_and_back(array).to_pylist() == same


def test_numbers_that_are_none_come_back() -> None:
    back = there_and_back(pa.array([math.nan, math.inf, -math.inf, 1.5])).to_pylist()
    assert math.isnan(back[0])
    assert back[1:] == [math.inf, -math.inf, 1.5]


def test_a_struct_with_the_same_field_twice_is_refused() -> None:
    twice = pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(BadRow, match="the same name: a, a"):
        values(twice)


_NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
_LEAVES = st.none() | st.booleans() | st.text() | _NUMBERS
_NAMES = st.sampled_from(["a", "b", "_type"])
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=2),
    max_leaves=6,
)


@given(st.lists(_JSON, min_size=1, max_size=4))
def test_any_json_can_be_a_column(column: list[JsonValue]) -> None:
    shape = NULL
    for value in column:
        shape = join(shape, shape_of(value))
    array = build(column, shape)
    assert array.type == arrow_type(shape)
    back: list[Any] = array.to_pylist()
    if shape == JSON:
        back = [None if text is None else json.loads(text) for text in back]
    assert json.dumps(back, sort_keys=True) == json.dumps(column, sort_keys=True)


@given(st.lists(_JSON, min_size=1, max_size=4))
def test_the_feature_of_a_column_fits_it(column: list[JsonValue]) -> None:
    shape = NULL
    for value in column:
        shape = join(shape, shape_of(value))
    assert fits(feature_of(shape), shape)


@pytest.mark.parametrize(
    ("feature", "kind", "expected"),
    [
        ({"_type": "Value", "dtype": "int8"}, "whole", True),
        ({"_type": "Value", "dtype": "large_string"}, "string", True),
        ({"_type": "Value", "dtype": "int8"}, "string", False),
        ({"_type": "ClassLabel", "names": ["a"]}, "class", True),
        ({"_type": "Image"}, "picture", True),
        ({"_type": "Audio"}, "picture", False),
        ({"_type": "List", "feature": {"_type": "Image"}}, "picture", False),
        ("nonsense", "string", False),
    ],
)
def test_a_feature_is_kept_only_where_it_still_fits(feature: JsonValue, kind: str, expected: bool) -> None:
    assert fits(feature, Shape(kind)) is expected
