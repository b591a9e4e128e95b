"""Menus: a row per day, a column per meal, a dish in each cell."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import Subject, choose_columns, numbers
from optotype.synth._tables.subjects._lists import names
from optotype.synth._tables.subjects.pressure import diary
from optotype.synth._tables.table import Column, Table


@dataclass(frozen=True)
class Menu(Subject):
    """A hospital menu."""

    weight = 0.7
    title = ("Меню лечебного стола", "Therapeutic diet menu")
    most = 31

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per day."""
        if plan.section_size or plan.sections or plan.words or plan.rows > self.most:
            return None
        say = plan.say
        dishes = tuple(say(name) for name in names("dishes"))
        columns = [
            Column("label", say(("Дата", "Date")), "label"),
            Column("breakfast", say(("Завтрак", "Breakfast")), "category", pool=dishes),
            Column("late", say(("Второй завтрак", "Late breakfast")), "category", pool=dishes, sparse=True),
            Column("lunch", say(("Обед", "Lunch")), "category", pool=dishes),
            Column("snack", say(("Полдник", "Afternoon snack")), "category", pool=dishes, sparse=True),
            Column("dinner", say(("Ужин", "Dinner")), "category", pool=dishes),
            Column("energy", say(("Ккал за день", "Kcal a day")), "number", measure=numbers(plan, 1350, 2790)),
            Column("salt", say(("Соль, г", "Salt, g")), "number", measure=numbers(plan, 2.0, 9.9, 1), sparse=True),
        ]
        chosen = choose_columns(columns, {"label", "lunch"}, plan, chance)
        return None if chosen is None else diary("menu", say(self.title), plan, chosen, chance)
