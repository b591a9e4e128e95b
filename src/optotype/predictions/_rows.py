"""Rows of predictions put on disk, one at a time: as a table, an array or lines, as the file's name says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from optotype.formats import Data, _csv, _json

TABLES = {".csv": ",", ".tsv": "\t"}
"""What stands between the columns of a table, by the ending of its name."""

ROWS = (".csv", ".json", ".jsonl", ".tsv")
"""The endings that rows can be written under."""


def write(path: Path, columns: Sequence[str], rows: Iterable[Data]) -> None:
    """Writes rows under the columns named; memory stays flat."""
    if path.suffix == ".jsonl":
        _json.write_lines(path, rows)
    elif path.suffix == ".json":
        _json.write_array(path, rows, indent=None)
    else:
        delimiter = TABLES[path.suffix]
        with path.open("w", encoding="utf-8", newline="") as stream:
            stream.write(_csv.line(columns, delimiter) + "\n")
            for row in rows:
                stream.write(_csv.line((_csv.field(row.get(column)) for column in columns), delimiter) + "\n")
