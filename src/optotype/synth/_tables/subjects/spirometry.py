"""Spirometry: measured and predicted values before and after a test."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import index, numbers
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.table import Column


@dataclass(frozen=True)
class Spirometry(Listed):
    """A report of lung function."""

    weight = 0.8
    title = ("Протокол спирометрии", "Spirometry report")
    most = 22
    names = "spirometry"
    forms = ("какой параметр", "для какого параметра", "для параметра", "параметров")
    one_and_many = ("parameter", "parameters")
    core = frozenset({"label", "best"})

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per quantity, in percent of what is predicted."""
        say = plan.say
        percent, change = numbers(plan, 41, 128), numbers(plan, 0.1, 19.9, 1)
        before, after = say(("До пробы", "Before")), say(("После пробы", "After"))
        return [
            index(plan),
            Column("label", say(("Параметр", "Parameter")), "label"),
            Column("first", say(("попытка 1, %", "trial 1, %")), "number", before, percent, sparse=True),
            Column("second", say(("попытка 2, %", "trial 2, %")), "number", before, percent, sparse=True),
            Column("best", say(("лучшая, %", "best, %")), "number", before, percent),
            Column("after1", say(("попытка 1, %", "trial 1, %")), "number", after, percent, sparse=True),
            Column("after2", say(("лучшая, %", "best, %")), "number", after, percent, sparse=True),
            Column("change", say(("Прирост, %", "Change, %")), "number", measure=change, sparse=True),
        ]
