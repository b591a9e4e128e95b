"""CSV and TSV files, a row at a time, with errors that name the line."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from optotype.errors import BadSource, Fault
from optotype.files.jsons import dumps

if TYPE_CHECKING:
    from pydantic import JsonValue

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))  # a picture in base64 is longer than the default of 128 KiB


def rows(
    path: Path, name: str, *, delimiter: str = ",", columns: Sequence[str] = ()
) -> Iterator[tuple[str, dict[str, str]] | Fault]:
    """The rows of a file with a header: (`line 12`, fields).

    A row with too many or too few fields is a fault and the rest goes on.

    Raises:
        BadSource: the file is empty, or lacks one of the columns.
    """
    # what is not UTF-8 is let through to the row in which it stands, and found there
    with path.open("r", encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
        reader = csv.reader(_without_nul(stream), delimiter=delimiter, strict=True)
        try:
            header = next(reader, None)
        except csv.Error as error:
            raise BadSource(f"{name}, line 1: {error}.") from error
        if not header:
            raise BadSource(f"{name}: the file is empty; a header with {', '.join(columns)} was expected.")
        if missing := [column for column in columns if column not in header]:
            raise BadSource(f"{name}: no column {', '.join(missing)}. Found: {', '.join(header)[:300]}.")
        if len(set(header)) < len(header):
            raise BadSource(f"{name}: two columns have the same name. Found: {', '.join(header)[:300]}.")
        yield from _rows(reader, name, header)


def _rows(reader: Iterator[list[str]], name: str, header: list[str]) -> Iterator[tuple[str, dict[str, str]] | Fault]:
    line = 2
    while True:
        try:
            fields = next(reader, None)
        except csv.Error as error:
            yield Fault(f"{name}, line {line}", f"not CSV, and not read further: {error}")
            return
        if fields is None:
            return
        place = f"line {line}"
        line = reader.line_num + 1  # type: ignore[attr-defined]
        if not fields:
            continue
        if len(fields) != len(header):
            yield Fault(f"{name}, {place}", f"{len(fields)} fields, but the header has {len(header)}")
        elif any("\udc80" <= letter <= "\udcff" for field in fields if not field.isascii() for letter in field):
            yield Fault(f"{name}, {place}", "not UTF-8; save the file as UTF-8")
        else:
            yield place, dict(zip(header, fields, strict=True))


def _without_nul(stream: TextIO) -> Iterator[str]:
    for line in stream:
        yield line.replace("\0", "\N{REPLACEMENT CHARACTER}")


def write(
    path: Path,
    columns: Sequence[str],
    rows: Iterable[Mapping[str, JsonValue]],
    *,
    delimiter: str = ",",
    end: str = "\n",
) -> None:
    """Writes rows under the columns named; what a row does not have is an empty field."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(line(columns, delimiter) + end)
        stream.writelines(line((field(row.get(column)) for column in columns), delimiter) + end for row in rows)


def line(fields: Iterable[str], delimiter: str) -> str:
    """A line of a file, without its end; fields are quoted that need it."""
    # Python's own writer leaves a lone carriage return unquoted, and no reader gets over it
    special = (delimiter, '"', "\r", "\n")
    quoted = (
        '"' + field.replace('"', '""') + '"' if any(letter in field for letter in special) else field
        for field in fields
    )
    return delimiter.join(quoted) or '""'


def field(value: JsonValue) -> str:
    """A value as a field: a text as it is, anything else as JSON, nothing as nothing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else dumps(value)
