"""Menus: a row per day, a column per meal, a dish in each cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import numbers
from optotype.synth._tables.subjects._diary import Diary
from optotype.synth._tables.subjects._lists import names
from optotype.synth._tables.table import Column


@dataclass(frozen=True)
class Menu(Diary):
    """A hospital menu."""

    weight = 0.7
    title = ("Меню лечебного стола", "Therapeutic diet menu")
    most = 31

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """What is written down every day."""
        say = plan.say
        dishes = tuple(say(name) for name in names("dishes"))
        return [
            Column("label", say(("Дата", "Date")), "label"),
            Column("breakfast", say(("Завтрак", "Breakfast")), "category", pool=dishes),
            Column("late", say(("Второй завтрак", "Late breakfast")), "category", pool=dishes, sparse=True),
            Column("lunch", say(("Обед", "Lunch")), "category", pool=dishes),
            Column("snack", say(("Полдник", "Afternoon snack")), "category", pool=dishes, sparse=True),
            Column("dinner", say(("Ужин", "Dinner")), "category", pool=dishes),
            Column("energy", say(("Ккал за день", "Kcal a day")), "number", measure=numbers(plan, 1350, 2790)),
            Column("salt", say(("Соль, г", "Salt, g")), "number", measure=numbers(plan, 2.0, 9.9, 1), sparse=True),
        ]

    def core(self, columns: Sequence[Column]) -> Collection[str]:
        """Lunch is never left out."""
        return {"label", "lunch"}
