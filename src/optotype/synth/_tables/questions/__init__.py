"""Questions about tables. Each file holds the templates of one category; a function is a template.

A template first turns the plan of a table (`prepare`), then asks about the table that was filled. It may arrange
cells so that the answer is one it drew beforehand: answers are then spread evenly, and cannot be guessed.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random

from pydantic import JsonValue

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.table import Column, Measure, Row, Table

TASKS: dict[str, Both] = {
    "count": ("Подсчёт количества", "Counting"),
    "find": ("Поиск значения", "Looking up a value"),
    "choose": ("Выбор объекта", "Choosing an object"),
    "compare": ("Сравнение", "Comparing"),
    "compute": ("Вычисление", "Calculating"),
    "recognise": ("Определение вида", "Recognising a kind"),
}
"""What a question asks to be done: MERA's `question_text`."""


Measured = tuple[Column, Measure, list[Row]]


@dataclass(frozen=True)
class Asked:
    """A question that was found for a table."""

    right: str
    wrong: list[str]
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is put into the wording."""
    facts: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """What the question is about, for the scene."""


def asked(
    right: str,
    wrong: list[str] | None,
    words: Mapping[str, str] | None = None,
    facts: Mapping[str, JsonValue] | None = None,
) -> Asked | None:
    """A question, if wrong options were found for it."""
    return None if wrong is None else Asked(right, wrong, words or {}, facts or {})


def asked_number(
    right: int,
    window: Iterable[int],
    words: Mapping[str, str] | None = None,
    facts: Mapping[str, JsonValue] | None = None,
) -> Asked:
    """A question for a number, with the others of its window as wrong options."""
    return Asked(str(right), [str(number) for number in window if number != right], words or {}, facts or {})


def on_column(table: Table, column: Column, **said: str) -> tuple[dict[str, str], dict[str, JsonValue]]:
    """What the wording and the scene of a question about a column hold: the column, and what else is said."""
    return {"column": column.name, **said}, {"column": table.columns.index(column), **said}


def measured(table: Table, chance: Random, kind: str = "number", least: int = OPTIONS) -> Measured | None:
    """A column whose values are drawn alike, with the rows that have one, where these are enough."""
    found: list[Measured] = []
    for column in table.columns:
        rows = [row for row in table.rows if column.key in row.values]
        if column.measure is not None and column.kind == kind and len(rows) >= least:
            found.append((column, column.measure, rows))
    return chance.choice(found) if found else None


def many_dates(plan: Plan, chance: Random) -> None:
    """Turns a plan so that the columns are dates, enough of them to choose among."""
    plan.settings["subject"], plan.settings["dates"] = "dynamics", str(chance.randint(7, 8))
    plan.limit_rows(40)


Ask = Callable[[Table, Random], Asked | None]
Prepare = Callable[[Plan, Random], None]


@dataclass(frozen=True)
class Template:
    """A way to ask."""

    name: str
    category: str
    """structure, content, format, counting, comparing, lookup, out_of_range."""
    about: Both
    """MERA's `question_type`."""
    task: str
    ru: tuple[str, ...]
    en: tuple[str, ...]
    ask: Ask
    prepare: Prepare | None = None
    cards: bool = False
    """Can it be asked where rows are cards and there are no columns?"""
    least: int = 2
    """Rows below which it is not tried."""


_found: list[Template] = []


def template(
    *,
    about: Both,
    task: str,
    ru: tuple[str, ...],
    en: tuple[str, ...],
    prepare: Prepare | None = None,
    cards: bool = False,
    least: int = 2,
) -> Callable[[Ask], Ask]:
    """Makes a template of a function; its name is the function's, its category that of the file."""

    def keep(ask: Ask) -> Ask:
        category = ask.__module__.rpartition(".")[2]
        made = Template(ask.__name__, category, about, task, ru, en, ask, prepare, cards, least)
        _found.append(made)
        return ask

    return keep


@cache
def templates() -> dict[str, Template]:
    """All templates, by name."""
    for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    return {one.name: one for one in sorted(_found, key=lambda one: (one.category, one.name))}


@cache
def categories() -> dict[str, tuple[Template, ...]]:
    """Templates by category."""
    everything = templates().values()
    return {
        name: tuple(one for one in everything if one.category == name)
        for name in sorted({one.category for one in everything})
    }
