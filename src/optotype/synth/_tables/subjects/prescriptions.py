"""Prescriptions: medicines with dose, times and duration."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import days, index, numbers, period
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.subjects._lists import doses
from optotype.synth._tables.table import Column, Measure, Table

_BY: tuple[Both, ...] = (
    ("терапевт", "physician"),
    ("кардиолог", "cardiologist"),
    ("невролог", "neurologist"),
    ("эндокринолог", "endocrinologist"),
    ("гастроэнтеролог", "gastroenterologist"),
    ("хирург", "surgeon"),
    ("уролог", "urologist"),
    ("дежурный врач", "doctor on duty"),
)
_WHEN: tuple[Both, ...] = (
    ("утром", "in the morning"),
    ("на ночь", "at bedtime"),
    ("до еды", "before meals"),
    ("во время еды", "with meals"),
    ("после еды", "after meals"),
    ("натощак", "fasting"),
    ("днём", "at noon"),
    ("по схеме", "as scheduled"),
)
# fmt: off
_DOSES = (
    0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0,
    7.5, 8.0, 10.0, 12.5, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 75.0, 80.0, 100.0, 125.0, 150.0, 200.0, 250.0,
    300.0, 400.0, 500.0, 600.0, 750.0, 800.0, 1000.0, 1200.0, 1500.0, 2000.0,
)
# fmt: on


@dataclass(frozen=True)
class Prescriptions(Listed):
    """A list of prescribed medicines."""

    weight = 1.6
    title = ("Лист назначений", "Prescription sheet")
    names = "drugs"
    forms = ("какой препарат", "для какого препарата", "для препарата", "препаратов")
    one_and_many = ("medicine", "medicines")
    core = frozenset({"label", "dose"})

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per medicine."""
        say = plan.say
        first = period(chance, 60)
        return [
            index(plan),
            Column("label", say(("Препарат", "Medicine")), "label"),
            Column("by", say(("Назначил", "Prescribed by")), "category", pool=tuple(map(say, _BY)), sparse=True),
            Column("dose", say(("Доза, мг", "Dose, mg")), "number"),
            Column("times", say(("Раз в день", "Times a day")), "number", measure=numbers(plan, 1, 4)),
            Column("when", say(("Приём", "When")), "category", pool=tuple(map(say, _WHEN)), sparse=True),
            Column("days", say(("Курс, дней", "Course, days")), "number", measure=numbers(plan, 3, 90), sparse=True),
            Column("start", say(("Начало", "Start")), "date", measure=days(plan, first, first + 60), sparse=True),
            Column("packs", say(("Упаковок", "Packs")), "number", measure=numbers(plan, 1, 9), sparse=True),
        ]

    def amend(self, table: Table, chance: Random) -> None:
        """A dose is one that the medicine has."""
        usual = {table.plan.say(name): dose for name, dose in doses().items()}
        for row in table.rows:
            row.measures["dose"] = measure = _doses(table.plan, usual[row.cells["label"]])
            row.values["dose"] = measure.draw(chance)
            row.cells["dose"] = measure.write(row.values["dose"])


def _doses(plan: Plan, usual: float) -> Measure:
    """Doses of a medicine: the usual one, half or twice as much, or what tablets there are in between."""
    some = [dose for dose in _DOSES if usual / 2 <= dose <= usual * 2]

    def write(value: float) -> str:
        return plan.number(value, next(n for n in range(4) if round(value, n) == value))

    return Measure(lambda chance: chance.choice(some), write, 1.0, 1.0, ladder=_DOSES)
