"""A ward's sheet of observations: temperature, pulse, breathing, fluids."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import numbers
from optotype.synth._tables.subjects._diary import Diary
from optotype.synth._tables.table import Column


@dataclass(frozen=True)
class Observations(Diary):
    """Daily observations on a ward."""

    title = ("Температурный лист", "Observation chart")

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """What is written down every day."""
        say = plan.say
        warmth, degrees = numbers(plan, 36.1, 39.6, 1), say(("Температура, °C", "Temperature, °C"))
        fluid, litres = numbers(plan, 700, 2900), say(("Жидкость, мл", "Fluids, mL"))
        return [
            Column("label", say(("Дата", "Date")), "label"),
            Column("t_am", say(("утро", "morning")), "number", degrees, warmth, sparse=True),
            Column("t_pm", say(("вечер", "evening")), "number", degrees, warmth, sparse=True),
            Column("pulse", say(("Пульс", "Pulse")), "number", measure=numbers(plan, 54, 121), sparse=True),
            Column("breaths", say(("ЧДД", "Resp. rate")), "number", measure=numbers(plan, 12, 29), sparse=True),
            Column("oxygen", say(("SpO2, %", "SpO2, %")), "number", measure=numbers(plan, 88, 100), sparse=True),
            Column("weight", say(("Вес, кг", "Weight, kg")), "number", measure=numbers(plan, 58, 99, 1)),
            Column("fluid_in", say(("выпито", "in")), "number", litres, fluid, sparse=True),
            Column("fluid_out", say(("выделено", "out")), "number", litres, fluid, sparse=True),
            Column(
                "nurse",
                say(("Пост", "Station")),
                "code",
                code=lambda random: f"{random.randint(1, 9)}-{random.randint(10, 99)}",
            ),
        ]
