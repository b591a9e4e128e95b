"""Rows of predictions put on disk, one at a time: as a table, an array or lines, as the file's name says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from optotype.files import csvs, jsons
from optotype.formats import Data

TABLES = {".csv": ",", ".tsv": "\t"}
"""What stands between the columns of a table, by the ending of its name."""

ROWS = (".csv", ".json", ".jsonl", ".tsv")
"""The endings that rows can be written under."""


def write(path: Path, columns: Sequence[str], rows: Iterable[Data]) -> None:
    """Writes rows under the columns named; memory stays flat."""
    if path.suffix == ".jsonl":
        jsons.write_lines(path, rows)
    elif path.suffix == ".json":
        jsons.write_array(path, rows, indent=None)
    else:
        csvs.write(path, columns, rows, delimiter=TABLES[path.suffix])
