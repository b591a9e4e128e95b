"""Subjects: what a table can be about. One file each; a class `Visits(Subject)` in `visits.py` is found by its name."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from optotype.family import Family
from optotype.synth._tables.language import Both, write_date
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.table import Column, HeaderField, Measure, Noun, Row, Table

FIRST_DAY = datetime.date(2021, 1, 1).toordinal()
LAST_DAY = datetime.date(2025, 12, 31).toordinal()


@dataclass(frozen=True)
class Subject(ABC):
    """Fills tables about one thing."""

    weight: ClassVar[float] = 1.0
    """How often it is chosen, compared with the others."""
    title: ClassVar[Both]
    """The title of its tables, unless they have several."""
    most: ClassVar[int] = 60
    """The most rows that it can fill."""

    @property
    def name(self) -> str:
        """What its file is called."""
        return type(self).__module__.rpartition(".")[2]

    @abstractmethod
    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A table after the plan; None where this subject cannot follow it."""


family: Family[Subject] = Family("optotype.synth._tables.subjects", "subject of a table")


# --- what cells hold


def numbers(plan: Plan, low: float, high: float, decimals: int = 0) -> Measure:
    """Numbers between two bounds, all equally likely."""
    step = 10.0**-decimals
    count = round((high - low) / step)

    def draw(chance: Random) -> float:
        return round(low + chance.randint(0, count) * step, decimals)

    return Measure(
        draw, lambda value: plan.number(value, decimals), step, (high - low) / 14, low - step / 2, high + step / 2
    )


def days(plan: Plan, first: int, last: int) -> Measure:
    """Dates between two days."""

    def write(value: float) -> str:
        return write_date(round(value), plan.date_style, plan.language)

    return Measure(
        lambda chance: float(chance.randint(first, last)),
        write,
        1.0,
        min(25.0, (last - first) / 14),
        first - 0.5,
        last + 0.5,
    )


def minutes(first: int, last: int, every: int = 5) -> Measure:
    """Times of day, in minutes since midnight."""

    def draw(chance: Random) -> float:
        return float(first + every * chance.randint(0, (last - first) // every))

    def write(value: float) -> str:
        return f"{int(value) // 60:02d}:{int(value) % 60:02d}"

    return Measure(draw, write, float(every), 6.0 * every, first - 0.5, last + 0.5)


def coded(pattern: str) -> Callable[[Random], str]:
    """Codes after a pattern, in which each `#` becomes a digit and each `@` a letter."""

    def draw(chance: Random) -> str:
        letters = (
            str(chance.randint(0, 9)) if sign == "#" else chance.choice("ABCEHKMPTX") if sign == "@" else sign
            for sign in pattern
        )
        return "".join(letters)

    return draw


def period(chance: Random, length: int) -> int:
    """The first day of a period of some days."""
    return chance.randint(FIRST_DAY, LAST_DAY - length)


# --- how a table is put together


def choose_columns(columns: Sequence[Column], core: Collection[str], plan: Plan, chance: Random) -> list[Column] | None:
    """As many of the columns as the plan wants, in their order; None where the plan cannot be met."""
    allowed = [column for column in columns if column.key not in plan.banned]
    must = {column.key for column in allowed if column.key in core or column.key in plan.needed}
    if not set(plan.needed) | set(core) <= must:
        return None
    extra = [column.key for column in allowed if column.key not in must]
    more = plan.columns - len(must)
    if plan.exact_columns and not 0 <= more <= len(extra):
        return None
    must |= set(chance.sample(extra, max(0, min(more, len(extra)))))
    chosen = [column for column in allowed if column.key in must]
    if plan.shuffled_columns:
        chance.shuffle(chosen)
        # neighbours under one heading stay neighbours
        order = list(dict.fromkeys(column.group or column.key for column in chosen))
        chosen.sort(key=lambda column: order.index(column.group or column.key))
    return chosen


def fill_rows(labels: Sequence[str], columns: Sequence[Column], chance: Random) -> list[Row]:
    """Rows with these labels, all other cells by chance."""
    return [fill_cells(Row({"label": label}), columns, chance) for label in labels]


def fill_cells(row: Row, columns: Sequence[Column], chance: Random) -> Row:
    """Fills the cells of those columns that say what stands in them."""
    for column in columns:
        if column.measure is not None:
            row.values[column.key] = column.measure.draw(chance)
            row.cells[column.key] = column.measure.write(row.values[column.key])
        elif column.pool:
            row.cells[column.key] = chance.choice(column.pool)
        elif column.code is not None:
            row.cells[column.key] = column.code(chance)
    return row


def into_sections(table: Table, titles: Sequence[str], chance: Random) -> None:
    """Cuts the rows into sections, each with one of the titles; as many as the plan says."""
    plan = table.plan
    count = plan.sections if plan.sections is not None else chance.randint(2, 4)
    count = min(count, len(titles), len(table.rows) // 2)
    if count < 1:
        return
    table.sections = [titles[n] for n in sorted(chance.sample(range(len(titles)), count))]
    for row, section in zip(table.rows, section_numbers(len(table.rows), count, plan, chance), strict=True):
        row.section = section


def section_numbers(rows: int, count: int, plan: Plan, chance: Random) -> list[int]:
    """Which section each row falls into, in order; one has the planned size."""
    wanted = plan.section_size
    if wanted is None:
        cuts = sorted(chance.sample(range(1, rows), count - 1))
        sizes = [end - start for start, end in zip([0, *cuts], [*cuts, rows], strict=True)]
    else:
        left = rows - wanted
        cuts = sorted(chance.sample(range(1, left), count - 2)) if count > 2 else []
        sizes = [end - start for start, end in zip([0, *cuts], [*cuts, left], strict=True)]
        place = chance.randrange(count)
        sizes.insert(place, wanted)
        plan.settings["section"] = str(place)
    return [number for number, size in enumerate(sizes) for _ in range(size)]


def finish(table: Table, chance: Random) -> Table:
    """Leaves cells empty, mixes rows where the plan says so, numbers them, and writes the block above."""
    plan = table.plan
    if plan.shuffled_rows and not table.ordered:
        chance.shuffle(table.rows)
        table.rows.sort(key=lambda row: -1 if row.section is None else row.section)
    for column in table.columns:
        if column.sparse and plan.rung.empties:
            for row in table.rows:
                if chance.random() < plan.rung.empties:
                    empty(row, column)
    for number, row in enumerate(table.rows, 1):
        row.cells["index"] = str(number)
    table.fields = header(plan, chance)
    return table


def empty(row: Row, column: Column) -> None:
    """Takes the data out of a cell."""
    row.cells[column.key] = ""
    row.values.pop(column.key, None)


def index(plan: Plan) -> Column:
    """A column that numbers the rows."""
    return Column("index", plan.say(("№", "No.")), "index")


_DEPARTMENTS: tuple[Both, ...] = (
    ("терапевтическое", "internal medicine"),
    ("хирургическое", "surgery"),
    ("кардиологическое", "cardiology"),
    ("неврологическое", "neurology"),
    ("приёмное", "admissions"),
    ("дневной стационар", "day hospital"),
    ("эндокринологическое", "endocrinology"),
    ("урологическое", "urology"),
    ("педиатрическое", "paediatrics"),
    ("травматологическое", "trauma"),
)


def header(plan: Plan, chance: Random) -> list[HeaderField]:
    """The fields of the block above a table; patients are codes, never names."""
    ages = numbers(plan, 18, 89)
    dates = days(plan, FIRST_DAY, LAST_DAY)
    departments = [plan.say(one) for one in _DEPARTMENTS]
    samplers: list[tuple[Both, Callable[[Random], str]]] = [
        (("Код пациента", "Patient code"), coded("@@-####")),
        (("№ заказа", "Order No."), coded("########")),
        (("№ карты", "Record No."), coded("####/##")),
        (("Возраст, лет", "Age, years"), lambda random: ages.write(ages.draw(random))),
        (("Дата выдачи", "Date of issue"), lambda random: dates.write(dates.draw(random))),
        (("Отделение", "Department"), lambda random: random.choice(departments)),
        (("Кабинет", "Room"), coded("###")),
    ]
    chosen = sorted(chance.sample(range(len(samplers)), chance.randint(3, 5)))
    return [HeaderField(plan.say(samplers[n][0]), samplers[n][1](chance), samplers[n][1]) for n in chosen]


def noun(plan: Plan, ru: tuple[str, str, str, str], en: tuple[str, str]) -> Noun:
    """What the rows are: four forms in Russian, one and many in English."""
    if plan.language == "ru":
        return Noun(*ru)
    return Noun(f"which {en[0]}", f"for which {en[0]}", f"for the {en[0]}", en[1])
