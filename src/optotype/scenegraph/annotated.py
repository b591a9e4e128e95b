"""Captions with the graphs that people made of them, as FACTUAL publishes both: a CSV file with a row for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from optotype.errors import BadSource, Fault
from optotype.files import csvs

CAPTION, GRAPH = "caption", "scene_graph"
"""The columns that hold them."""


def annotated(path: Path) -> Iterator[tuple[str, str]]:
    """Every caption with the text of its graph; rows that cannot be read are left out.

    Raises:
        BadSource: there is no such file, or it lacks a column.
    """
    if not path.is_file():
        raise BadSource(f"{path}: there is no such file. A CSV file with {CAPTION} and {GRAPH} was expected.")
    for found in csvs.rows(path, path.name, columns=(CAPTION, GRAPH)):
        if not isinstance(found, Fault):
            yield found[1][CAPTION], found[1][GRAPH]
