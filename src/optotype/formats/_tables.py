"""Parquet files as rows, and rows as Parquet files: one or several per split, as Hugging Face lays them out."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

import pyarrow.parquet
from pydantic import JsonValue

from optotype import records
from optotype.errors import BadRow, BadTarget, Fault
from optotype.formats import REST, Data, Entry, Target, picture_name
from optotype.formats._arrow import (
    CLASS,
    JSON,
    NULL,
    PICTURE,
    Blob,
    Shape,
    arrow_type,
    build,
    feature_of,
    fits,
    join,
    pa,
    shape_of,
    values,
    with_pictures,
)
from optotype.formats._files import Spooled, split_named
from optotype.formats._names import spooled_pictures
from optotype.records import Item, Picture

_pq: Any = pyarrow.parquet

# What a row tells beside its columns. A column whose name begins with a slash is refused, so that none is called so.
SPLIT = "/split"
"""The split that the file's name tells."""
ID = "/id"
"""The number of a row in a table without ids, after its split."""
SETTINGS = "/settings"
"""What the user said about the columns."""

_UNSPLIT = "default"
_SPLITS = {"validation": "val", "valid": "val", "dev": "val"}
_BATCH_ROWS = 256
_BATCH_BYTES = 8 << 20
_GROUP_BYTES = 64 << 20
_GROUP_ROWS = 1000
_MOST_LEVELS = 50


# --- files and their splits


def files(path: Path) -> list[Path]:
    """The Parquet files at a place: splits together, in order. Links to folders and hidden ones are left out."""
    if path.is_file():
        return [path]
    found = [file.relative_to(path) for file in path.rglob("*.parquet") if file.is_file()]
    shown = [path / file for file in found if not any(part.startswith(".") for part in file.parts)]
    return sorted(shown, key=lambda file: (file.parent, split_of(file) or "", file.name))


def split_of(file: Path) -> str | None:
    """`validation-00000-of-00001.parquet` holds `val`, and so do `val.parquet` and `validation/0000.parquet`."""
    if shard := _shard(file):
        return read_split(shard[1])
    return split_named(file.parent.name if file.stem.isdigit() else file.stem)


def read_split(name: str) -> str | None:
    """The split that is called so in the names of files."""
    return None if name == _UNSPLIT else _SPLITS.get(name, name)


def split_name(split: str | None) -> str:
    """What a split is called in the names of files; Hugging Face knows letters, digits and underscores there."""
    if split == "val":
        return "validation"
    return re.sub(r"\W", "_", split)[:100] if split else _UNSPLIT


def rows_before(file: Path) -> int | None:
    """How many rows the earlier files of a split hold; None if one of them is not there."""
    shard = _shard(file)
    if shard is None:
        return 0
    count = 0
    for number in range(int(shard[2])):
        try:
            earlier = Table(file.with_name(f"{shard[1]}-{number:05}-of-{shard[3]}{shard[4] or ''}{file.suffix}"))
        except BadRow:
            return None
        count += earlier.count
    return count


def _shard(file: Path) -> re.Match[str] | None:
    return re.fullmatch(r"(.+?)-(\d{5})-of-(\d{5})(-[0-9a-f]+)?", file.stem)


# --- reading


class Table:
    """A Parquet file to read.

    Raises:
        BadRow: it cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self.path = file
        try:
            self._file: Any = _pq.ParquetFile(
                file, pre_buffer=False, buffer_size=1 << 20, page_checksum_verification=True
            )
            self.schema: Any = self._file.schema_arrow
            self.columns: list[str] = [column.name for column in self.schema]
        except (pa.ArrowException, OSError, ValueError, RecursionError) as error:
            raise BadRow(f"not Parquet that can be read: {_first_line(error)}") from error
        self.count: int = self._file.metadata.num_rows
        if len(set(self.columns)) < len(self.columns):
            raise BadRow(f"two columns have the same name: {', '.join(self.columns)[:200]}")
        if strange := [name for name in self.columns if name.startswith("/")]:
            raise BadRow(f"a column is called {strange[0]!r}; rename it: a name may not begin with a slash")
        self.features = _features(self.schema)
        self._classes = {name: found for name, feature in self.features.items() if (found := _class_names(feature))}
        self._texts = {column.name for column in self.schema if _is_json(column)}

    def rows(self, name: str, pictures: Collection[str]) -> Iterator[tuple[int, dict[str, Any]] | Fault]:
        """Rows by number: JSON, with a `Blob` for each picture; what is null is left out.

        Args:
            name: of the file, for faults.
            pictures: columns whose bytes are pictures.
        """
        number = 0
        for group in range(self._file.num_row_groups):
            facts = self._file.metadata.row_group(group)
            end = number + facts.num_rows
            size = _BATCH_BYTES * facts.num_rows // max(facts.total_byte_size, 1)
            try:
                for batch in self._file.iter_batches(max(1, min(size, _BATCH_ROWS)), row_groups=[group]):
                    for row in self._batch(batch, pictures):
                        yield Fault(f"{name}, row {number + 1}", str(row)) if isinstance(row, BadRow) else (number, row)
                        number += 1
            except (pa.ArrowException, OSError) as error:
                yield Fault(f"{name}, rows {number + 1} to {end}", f"damaged, and left out: {_first_line(error)}")
            number = end

    def _batch(self, batch: Any, pictures: Collection[str]) -> Iterator[dict[str, Any] | BadRow]:
        try:
            columns = {name: self._values(name, batch.column(name), name in pictures) for name in self.columns}
        except (BadRow, pa.ArrowException, ValueError, OverflowError, RecursionError) as error:
            if len(batch) > 1:
                for number in range(len(batch)):
                    yield from self._batch(batch.slice(number, 1), pictures)
            else:
                yield BadRow(f"cannot be read: {_first_line(error)}")
            return
        for number in range(len(batch)):
            # no value and no column are the same: once rows of two kinds share a table, it cannot tell them apart
            row = ((name, column[number]) for name, column in columns.items())
            yield {name: value for name, value in row if value is not None}

    def _values(self, name: str, array: Any, pictures: bool) -> list[Any]:
        found = values(array, pictures=pictures)
        if names := self._classes.get(name):
            return [_class(value, names) for value in found]
        if name in self._texts:
            return [None if text is None else json.loads(text) for text in found]
        return found


def _features(schema: Any) -> dict[str, JsonValue]:
    """What Hugging Face noted about the columns."""
    try:
        text = cast("dict[bytes, bytes]", schema.metadata or {}).get(b"huggingface", b"{}").decode()
        if max(accumulate((letter in "[{") - (letter in "]}") for letter in text)) > _MOST_LEVELS:
            return {}
        found = json.loads(text)["info"]["features"]
    except (ValueError, KeyError, TypeError):
        return {}
    return cast("dict[str, JsonValue]", found) if isinstance(found, dict) else {}


def _class_names(feature: JsonValue) -> list[str]:
    if not isinstance(feature, dict) or feature.get("_type") != "ClassLabel":
        return []
    names = feature.get("names")
    return [str(name) for name in names] if isinstance(names, list) else []


def _class(value: Any, names: list[str]) -> Any:
    known = isinstance(value, int) and 0 <= value < len(names)
    return {CLASS: value, "name": names[value]} if known else value


def _is_json(column: Any) -> bool:
    """Was a column written as JSON text, because its values have no type in common?"""
    return cast("dict[bytes, bytes]", column.metadata or {}).get(b"optotype") == b"json"


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


# --- writing


@dataclass
class Shard:
    """A file that was written."""

    path: str
    """As seen from the target."""
    rows: int = 0


@dataclass
class Written:
    """What an export to Parquet wrote."""

    shards: dict[str, list[Shard]] = field(default_factory=dict[str, list[Shard]])
    """By split, as files call it."""
    shapes: dict[str, Shape] = field(default_factory=dict[str, Shape])
    """By column, in order."""
    features: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """The same in the words of Hugging Face."""
    collections: list[records.Collection] = field(default_factory=list[records.Collection])
    """Those that the rows come from."""
    forms: dict[str, int] = field(default_factory=dict[str, int])
    """How many rows there are of each form."""
    languages: list[str] = field(default_factory=list[str])
    """Those that items are tagged with."""

    @property
    def rows(self) -> int:
        """How many rows were written."""
        return sum(shard.rows for shards in self.shards.values() for shard in shards)


def write(
    rows: Iterable[tuple[Data, Entry]], target: Target, *, format: str, columns: Iterable[str], shard_bytes: int
) -> Written:
    """Writes rows to `data/`, with their pictures in them.

    All files have the same columns. Rows are gone through twice, since a table must know what its columns hold before
    its first row is written; they lie on disk meanwhile, so that memory stays flat.

    Args:
        rows: what to write.
        target: where to.
        format: whose kept columns and features are to come back.
        columns: in this order, before others.
        shard_bytes: a new file is begun when one has grown to this.
    """
    with _Spool(target) as spool:
        for data, entry in rows:
            spool.add(data, entry)
    return _Writing(spool, target, format, columns, shard_bytes).run()


class _Spool:
    """Rows that wait on disk, by split, while it is found out what their columns hold."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.shapes: dict[str, Shape] = {}
        self.counts: dict[str, int] = {}
        """Of rows, by split."""
        self.numbered = True
        """Do all rows without an id stand where their number says?"""
        self.collections: dict[str, None] = {}
        self.forms: dict[str, int] = {}
        self.languages: set[str] = set()
        self._streams: dict[str, TextIO] = {}
        self._stack = ExitStack()

    def __enter__(self) -> _Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def path(self, split: str) -> Path:
        return self.target.folder / f".rows-{split}"

    def add(self, data: Data, entry: Entry) -> None:
        split = split_name(next((item.split for item in entry.items), cast("str | None", data.get(SPLIT))))
        number = self.counts.get(split, 0)
        if number == 0:
            self._streams[split] = self._stack.enter_context(self.path(split).open("w", encoding="utf-8"))
        self.counts[split] = number + 1
        self.numbered &= data.get(ID) in (None, f"{split}-{number}")
        for column, value in data.items():
            if not column.startswith("/"):
                shape = Shape("string") if column == REST else shape_of(value)
                self.shapes[column] = join(self.shapes.get(column, NULL), shape)
        self._count(entry)
        spooled = {"data": data, "pictures": spooled_pictures(entry)}
        self._streams[split].write(json.dumps(spooled, ensure_ascii=False) + "\n")

    def _count(self, entry: Entry) -> None:
        for record in (*entry.items, *entry.pictures)[:1]:
            self.collections[record.collection] = None
            form = record.form.kind if isinstance(record, Item) else "picture"
            self.forms[form] = self.forms.get(form, 0) + 1
            self.languages |= set(record.tags.get("language", ()))


class _Writing:
    """An export under way: all rows are spooled, and what the columns hold is known."""

    def __init__(self, spool: _Spool, target: Target, format: str, columns: Iterable[str], shard_bytes: int) -> None:
        self.spool = spool
        self.target = target
        self.shard_bytes = shard_bytes
        self.shapes = dict(spool.shapes)
        if not spool.numbered:
            self.shapes["id"] = join(self.shapes.get("id", NULL), Shape("string"))
        collections = [target.collections[id] for id in spool.collections if id in target.collections]
        self.written = Written(
            collections=collections, forms=dict(sorted(spool.forms.items())), languages=sorted(spool.languages)
        )
        self.kept_types: dict[str, str] = {}
        kept_features: dict[str, JsonValue] = {}
        for collection in collections:
            kept = collection.extra.get(format, {})
            self.kept_types |= cast("dict[str, str]", kept.get("columns") or {})
            kept_features |= cast("dict[str, JsonValue]", kept.get("features") or {})
        known = [*self.kept_types, *(name for name in columns if name in self.shapes), *self.shapes]
        self.columns = sorted(dict.fromkeys(known), key=lambda name: name == REST)
        for name in self.columns:
            shape = self.shapes.setdefault(name, NULL)
            feature = kept_features.get(name)
            self.written.shapes[name] = shape
            self.written.features[name] = feature if fits(feature, shape) else feature_of(shape)

    def run(self) -> Written:
        (self.target.folder / "data").mkdir()
        schema = self._schema()
        for split in self.spool.counts:
            self.written.shards[split] = self._write(split, schema)
            self.spool.path(split).unlink()
        return self.written

    def _schema(self) -> Any:
        fields = [
            pa.field(name, self._type(name), metadata={"optotype": "json"} if self.shapes[name] == JSON else None)
            for name in self.columns
        ]
        noted = json.dumps({"info": {"features": self.written.features}}, ensure_ascii=False)
        return pa.schema(fields, metadata={"huggingface": noted})

    def _type(self, name: str) -> Any:
        if self.shapes[name] != NULL:
            return arrow_type(self.shapes[name])
        try:
            return pa.type_for_alias(self.kept_types.get(name, "null"))
        except ValueError:
            return pa.null()

    def _write(self, split: str, schema: Any) -> list[Shard]:
        shards: list[Shard] = []
        parts: list[Path] = []
        with ExitStack() as stack:
            writer: _Writer | None = None
            for rows in self._groups(split):
                if writer is None:
                    parts.append(self.target.folder / "data" / f".{split}-{len(parts)}")
                    writer = stack.enter_context(_Writer(parts[-1], schema))
                    shards.append(Shard(""))
                writer.write(self._table(rows, schema))
                shards[-1].rows += len(rows)
                if writer.size() >= self.shard_bytes:
                    stack.close()
                    writer = None
        for number, (shard, part) in enumerate(zip(shards, parts, strict=True)):
            shard.path = f"data/{split}-{number:05}-of-{len(shards):05}.parquet"
            part.rename(self.target.folder / shard.path)
        return shards

    def _groups(self, split: str) -> Iterator[list[dict[str, Any]]]:
        """Rows with their pictures in them, as many at a time as memory holds easily."""
        rows: list[dict[str, Any]] = []
        size = 0
        for spooled in Spooled(self.spool.path(split)):
            row, length = self._row(cast("Data", spooled["data"]), cast("dict[str, Data]", spooled["pictures"]))
            rows.append(row)
            size += length
            if size >= _GROUP_BYTES or len(rows) >= _GROUP_ROWS:
                yield rows
                rows, size = [], 0
        if rows:
            yield rows

    def _row(self, data: Data, pictures: Mapping[str, Data]) -> tuple[dict[str, Any], int]:
        """A row with its pictures in it, and how many bytes they are."""
        embedded: dict[str, int] = {}

        def blob_of(stand_in: Data) -> Blob:
            name = str(stand_in[PICTURE])
            path = cast("str | None", stand_in.get("path", name))
            if stand_in.get("as") == "path" or name not in pictures:
                return Blob(None, path)
            content = self.target.content(Picture.model_validate(pictures[name]))
            embedded[name] = len(content or b"")
            return Blob(content, path)

        row: dict[str, Any] = {}
        for name, value in data.items():
            if name == REST:
                row[name] = json.dumps(value, ensure_ascii=False)
            elif not name.startswith("/"):
                row[name] = value if self.shapes[name] == JSON else with_pictures(value, blob_of)
        if not self.spool.numbered and ID in data:
            row.setdefault("id", data[ID])
        for name, picture in pictures.items():
            if name not in embedded:
                # the row only names it: it lies beside the table, under that name
                self.target.copy(Picture.model_validate(picture), f"data/{picture_name(name)}")
        return row, sum(embedded.values())

    def _table(self, rows: list[dict[str, Any]], schema: Any) -> Any:
        columns: list[Any] = []
        for name, column in zip(self.columns, schema, strict=True):
            try:
                columns.append(build([row.get(name) for row in rows], self.shapes[name]).cast(column.type))
            except (ValueError, TypeError, pa.ArrowException) as error:
                raise BadTarget(f"The column '{name}' cannot be written: {_first_line(error)}.") from error
        return pa.Table.from_arrays(columns, schema=schema)


class _Writer:
    """A Parquet file that grows."""

    def __init__(self, path: Path, schema: Any) -> None:
        self._stream: BinaryIO = path.open("wb")
        # a dictionary of pictures would be as long as they are, and would have to be read in one piece
        texts = [column.name for column in schema if pa.types.is_string(column.type)]
        self._writer: Any = _pq.ParquetWriter(self._stream, schema, use_dictionary=texts, write_page_checksum=True)

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._stream.close()

    def write(self, table: Any) -> None:
        self._writer.write_table(table)

    def size(self) -> int:
        return self._stream.tell()
