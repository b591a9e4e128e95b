"""Diet plans: dishes with portion, energy and nutrients."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import index, numbers
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.table import Column, Measure, Table

DAYS: tuple[Both, ...] = (
    ("Понедельник", "Monday"),
    ("Вторник", "Tuesday"),
    ("Среда", "Wednesday"),
    ("Четверг", "Thursday"),
    ("Пятница", "Friday"),
    ("Суббота", "Saturday"),
    ("Воскресенье", "Sunday"),
    ("Разгрузочный день", "Fasting day"),
)
_MEALS: tuple[Both, ...] = (
    ("первый завтрак", "early breakfast"),
    ("завтрак", "breakfast"),
    ("второй завтрак", "late breakfast"),
    ("обед", "lunch"),
    ("полдник", "afternoon snack"),
    ("ужин", "dinner"),
    ("поздний ужин", "late dinner"),
    ("на ночь", "bedtime"),
)


@dataclass(frozen=True)
class Diet(Listed):
    """A diet plan."""

    title = ("План питания", "Diet plan")
    names = "dishes"
    forms = ("какое блюдо", "для какого блюда", "для блюда", "блюд")
    one_and_many = ("dish", "dishes")
    core = frozenset({"label", "energy"})
    sections = DAYS

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per dish; what a dish is gives nothing away of its energy."""
        say = plan.say
        group = say(("Пищевая ценность, г", "Nutrients, g")) if chance.random() < plan.rung.merged else ""
        protein, fat = say(("белки", "protein")), say(("жиры", "fat"))
        carbohydrate = say(("углеводы", "carbs"))
        grams = numbers(plan, 2, 24.9, 1)
        return [
            index(plan),
            Column("label", say(("Блюдо", "Dish")), "label"),
            Column("meal", say(("Приём пищи", "Meal")), "category", pool=tuple(map(say, _MEALS)), sparse=True),
            Column(
                "cooking", say(("Готовить, мин", "Cooking, min")), "number", measure=numbers(plan, 10, 95), sparse=True
            ),
            Column("portion", say(("Порция, г", "Portion, g")), "number", measure=numbers(plan, 60, 320)),
            Column("energy", say(("Ккал", "Kcal")), "number", measure=_energy(plan)),
            Column("protein", protein if group else protein.capitalize(), "number", group, grams, sparse=True),
            Column("fat", fat if group else fat.capitalize(), "number", group, grams, sparse=True),
            Column("carbs", carbohydrate if group else carbohydrate.capitalize(), "number", group, grams, sparse=True),
        ]

    def amend(self, table: Table, chance: Random) -> None:
        """Energy follows from nutrients, where these are told."""
        for row in table.rows:
            if {"protein", "fat", "carbs"} <= set(row.values):
                row.values["energy"] = float(
                    round(4 * (row.values["protein"] + row.values["carbs"]) + 9 * row.values["fat"])
                )
                row.cells["energy"] = table.plan.number(row.values["energy"], 0)


def _energy(plan: Plan) -> Measure:
    """Kilocalories, as if the nutrients had been drawn and added up."""

    def draw(chance: Random) -> float:
        return float(round(4 * chance.uniform(4, 50) + 9 * chance.uniform(2, 25)))

    return Measure(draw, lambda value: plan.number(value, 0), 1.0, 30.0, 40.0)
