"""A diary of blood pressure: morning and evening under headings of their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import numbers
from optotype.synth._tables.subjects._diary import Diary
from optotype.synth._tables.table import Column

FEELINGS: tuple[Both, ...] = (
    ("хорошее", "good"),
    ("обычное", "usual"),
    ("слабость", "weakness"),
    ("головная боль", "headache"),
    ("головокружение", "dizziness"),
    ("бессонница", "poor sleep"),
    ("тошнота", "nausea"),
    ("одышка", "short of breath"),
)


@dataclass(frozen=True)
class Pressure(Diary):
    """A diary of blood pressure and pulse."""

    title = ("Дневник артериального давления", "Blood pressure diary")

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """What is written down every day."""
        say = plan.say
        columns = [Column("label", say(("Дата", "Date")), "label")]
        high, low, pulse = numbers(plan, 114, 186), numbers(plan, 56, 103), numbers(plan, 51, 118)
        shown = chance.sample(_TIMES, 2 if plan.columns < 8 else 3)
        for key, part in sorted(shown, key=_TIMES.index):
            group = say(part)
            columns += [
                Column(f"{key}_sys", say(("САД", "SBP")), "number", group, high, sparse=True),
                Column(f"{key}_dia", say(("ДАД", "DBP")), "number", group, low, sparse=True),
                Column(f"{key}_pulse", say(("Пульс", "Pulse")), "number", group, pulse, sparse=True),
            ]
        columns += [
            Column("feeling", say(("Самочувствие", "Wellbeing")), "category", pool=tuple(map(say, FEELINGS))),
            Column("weight", say(("Вес, кг", "Weight, kg")), "number", measure=numbers(plan, 58, 99, 1), sparse=True),
        ]
        return columns

    def core(self, columns: Sequence[Column]) -> Collection[str]:
        """Both pressures of the first time of day are never left out."""
        return {column.key for column in columns[:3]}


_TIMES: list[tuple[str, Both]] = [("am", ("Утро", "Morning")), ("noon", ("День", "Noon")), ("pm", ("Вечер", "Evening"))]
