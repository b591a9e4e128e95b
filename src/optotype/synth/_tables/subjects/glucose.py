"""A diary of blood glucose: before and after meals."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import numbers
from optotype.synth._tables.subjects._diary import Diary
from optotype.synth._tables.subjects.pressure import FEELINGS
from optotype.synth._tables.table import Column

_MEALS: tuple[Both, ...] = (("Завтрак", "Breakfast"), ("Обед", "Lunch"), ("Ужин", "Dinner"))


@dataclass(frozen=True)
class Glucose(Diary):
    """A diary of blood glucose and insulin."""

    title = ("Дневник самоконтроля глюкозы", "Blood glucose diary")

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """What is written down every day."""
        say = plan.say
        levels = numbers(plan, 3.4, 13.9, 1)
        columns = [Column("label", say(("Дата", "Date")), "label")]
        for number, meal in enumerate(_MEALS):
            group = say(meal)
            columns += [
                Column(f"before{number}", say(("до еды", "before")), "number", group, levels, sparse=True),
                Column(f"after{number}", say(("после еды", "after")), "number", group, levels, sparse=True),
            ]
        columns += [
            Column("night", say(("Перед сном", "Bedtime")), "number", measure=levels, sparse=True),
            Column("insulin", say(("Инсулин, ЕД", "Insulin, U")), "number", measure=numbers(plan, 4, 38), sparse=True),
            Column("bread", say(("ХЕ за день", "Carb units")), "number", measure=numbers(plan, 8, 26)),
            Column("feeling", say(("Самочувствие", "Wellbeing")), "category", pool=tuple(map(say, FEELINGS))),
        ]
        return columns
