"""Spirometry: measured and predicted values before and after a test."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import Subject, index, noun, numbers
from optotype.synth._tables.subjects._listed import listed
from optotype.synth._tables.subjects._lists import names
from optotype.synth._tables.table import Column, Table


@dataclass(frozen=True)
class Spirometry(Subject):
    """A report of lung function."""

    weight = 0.8
    title = ("Протокол спирометрии", "Spirometry report")
    most = 22

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per quantity, in percent of what is predicted."""
        say = plan.say
        percent, change = numbers(plan, 41, 128), numbers(plan, 0.1, 19.9, 1)
        before, after = say(("До пробы", "Before")), say(("После пробы", "After"))
        columns = [
            index(plan),
            Column("label", say(("Параметр", "Parameter")), "label"),
            Column("first", say(("попытка 1, %", "trial 1, %")), "number", before, percent, sparse=True),
            Column("second", say(("попытка 2, %", "trial 2, %")), "number", before, percent, sparse=True),
            Column("best", say(("лучшая, %", "best, %")), "number", before, percent),
            Column("after1", say(("попытка 1, %", "trial 1, %")), "number", after, percent, sparse=True),
            Column("after2", say(("лучшая, %", "best, %")), "number", after, percent, sparse=True),
            Column("change", say(("Прирост, %", "Change, %")), "number", measure=change, sparse=True),
        ]
        forms = ("какой параметр", "для какого параметра", "для параметра", "параметров")
        return listed(
            plan,
            chance,
            subject="spirometry",
            title=say(self.title),
            noun=noun(plan, forms, ("parameter", "parameters")),
            pool=[say(name) for name in names("spirometry")],
            columns=columns,
            core={"label", "best"},
        )
