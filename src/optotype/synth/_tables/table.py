"""Tables: columns, rows and what is known about every cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from pydantic import JsonValue

from optotype.synth._tables.language import write_empty
from optotype.synth._tables.plan import Plan

Kind = Literal["index", "label", "number", "date", "time", "category", "code", "unit", "range", "flag"]

State = Literal["low", "in", "high"]


@dataclass(frozen=True)
class Measure:
    """What numbers a cell can hold: numbers, days and minutes are all drawn, written and compared through this."""

    draw: Callable[[Random], float]
    write: Callable[[float], str]
    step: float
    """The smallest difference that can be written."""
    spread: float
    """A difference that is easy to see."""
    least: float = 0.0
    """Values lie above this, and below `most`; options too, or they would give themselves away."""
    most: float = math.inf
    ladder: tuple[float, ...] = ()
    """Where only certain numbers make sense, as with doses: these, in order."""

    @property
    def decimals(self) -> int:
        """How many digits after the decimal mark the smallest difference has."""
        return next((n for n in range(4) if round(self.step * 10**n) >= 1), 4)


@dataclass
class Column:
    """A column."""

    key: str
    title: str
    kind: Kind
    group: str = ""
    """The heading that it shares with its neighbours, if the heading has two rows."""
    measure: Measure | None = None
    """Set where the values of all rows are drawn alike, so that comparing rows needs the picture."""
    pool: tuple[str, ...] = ()
    """The texts that a category can be."""
    code: Callable[[Random], str] | None = None
    sparse: bool = False
    """May it have empty cells?"""

    @property
    def name(self) -> str:
        """What a question calls it."""
        return f"{self.group}: {self.title}" if self.group else self.title


@dataclass
class Row:
    """A row of data."""

    cells: dict[str, str]
    """By column key, without marks; an empty text where there is no data."""
    values: dict[str, float] = field(default_factory=dict[str, float])
    """The number behind a cell, where there is one."""
    measures: dict[str, Measure] = field(default_factory=dict[str, Measure])
    """Where the values of a column are not drawn alike: how this row's are."""
    section: int | None = None
    state: State | None = None
    """Does the result lie in its range? None where that makes no sense."""
    bounds: tuple[float | None, float | None] = (None, None)
    variants: tuple[tuple[float | None, float | None], ...] = ()
    """Bounds that could have been stated with equal chances."""


@dataclass(frozen=True)
class Noun:
    """What the rows of a table are."""

    which: str
    """«какой показатель», `which test`."""
    for_which: str
    """«для какого показателя», `for which test`."""
    for_one: str
    """«для показателя», `for the test`."""
    many: str
    """«показателей», `tests`."""


@dataclass(frozen=True)
class HeaderField:
    """A field of the block above a table."""

    label: str
    text: str
    alike: Callable[[Random], str] | None = None
    """Draws another text that could stand there."""


@dataclass
class Table:
    """A table before anybody has looked at it."""

    subject: str
    title: str
    noun: Noun
    columns: list[Column]
    rows: list[Row]
    plan: Plan
    sections: list[str] = field(default_factory=list[str])
    fields: list[HeaderField] = field(default_factory=list[HeaderField])
    pool: tuple[str, ...] = ()
    """Labels from which those of the rows were drawn with equal chances; empty if there is no such pool."""
    ordered: bool = False
    """Do the rows stand in an order that can be known without looking, such as by date?"""

    @property
    def label(self) -> Column:
        """The column that names the rows."""
        return next(column for column in self.columns if column.kind == "label")

    def name(self, row: Row) -> str:
        """What names a row."""
        return row.cells[self.label.key]

    def labels(self, rows: Iterable[Row] | None = None) -> list[str]:
        """The names of the rows, or of some of them; all different."""
        return [self.name(row) for row in (self.rows if rows is None else rows)]

    def filled(self, column: Column) -> list[Row]:
        """The rows that have data in a column."""
        return [row for row in self.rows if row.cells.get(column.key)]

    def column(self, key: str) -> Column | None:
        """The column with a key, if the table has it."""
        return next((column for column in self.columns if column.key == key), None)

    def shown(self, row: Row, column: Column) -> str:
        """What stands in a cell, without a mark."""
        if column.kind == "flag":
            return row.cells.get(column.key, "")
        return row.cells.get(column.key) or write_empty(self.plan.empty_style, self.plan.language)

    def marked(self, row: Row, column: Column) -> bool:
        """Is this cell marked as outside its range?"""
        if column.key != "result" or self.plan.mark is None or self.column("flag") is not None:
            return False
        return row.state in {"low", "high"}

    def displayed(self) -> Iterator[tuple[str, Row | None]]:
        """What is shown below the heading, in order: a section's title with no row, or a row with no title."""
        last: int | None = None
        for row in self.rows:
            if row.section is not None and row.section != last:
                yield self.sections[row.section], None
            last = row.section
            yield "", row

    def scene(self) -> dict[str, JsonValue]:
        """The table as JSON: enough to answer every question about it."""
        rows: list[JsonValue] = []
        for title, row in self.displayed():
            if row is None:
                rows.append({"section": title, "merged": len(self.columns)})
                continue
            shown: dict[str, JsonValue] = {"cells": [self.shown(row, column) for column in self.columns]}
            empty: list[JsonValue] = [
                n for n, one in enumerate(self.columns) if not row.cells.get(one.key) and one.kind != "flag"
            ]
            if empty:
                shown["empty"] = empty
            if row.state is not None:
                shown["state"] = row.state
            rows.append(shown)
        return {
            "subject": self.subject,
            "language": self.plan.language,
            "title": self.title,
            "header": [[one.label, one.text] for one in self.fields],
            "columns": [{"title": column.title, "group": column.group, "kind": column.kind} for column in self.columns],
            "rows": rows,
            "decimal_mark": "," if self.plan.comma else ".",
            "date_style": self.plan.date_style,
            "mark": self.plan.mark,
            "empty_style": self.plan.empty_style,
        }
