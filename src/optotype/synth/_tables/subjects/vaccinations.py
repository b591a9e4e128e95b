"""Vaccination records: vaccine and stage, date, batch."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import FIRST_DAY, LAST_DAY, coded, days, index, numbers
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.table import Column, Row, Table

_STAGES: tuple[Both, ...] = (("V1", "V1"), ("V2", "V2"), ("V3", "V3"), ("RV1", "B1"), ("RV2", "B2"))
_REACTIONS: tuple[Both, ...] = (
    ("нет", "none"),
    ("покраснение", "redness"),
    ("отёк", "swelling"),
    ("температура", "fever"),
    ("боль", "pain"),
    ("зуд", "itching"),
    ("слабость", "weakness"),
    ("сыпь", "rash"),
)
_SITES: tuple[Both, ...] = (
    ("левое плечо", "left arm"),
    ("правое плечо", "right arm"),
    ("левое бедро", "left thigh"),
    ("правое бедро", "right thigh"),
    ("под лопатку", "below shoulder blade"),
    ("левая ягодица", "left buttock"),
    ("левое предплечье", "left forearm"),
    ("правое предплечье", "right forearm"),
)


@dataclass(frozen=True)
class Vaccinations(Listed):
    """A record of vaccinations."""

    weight = 1.6
    title = ("Сертификат прививок", "Vaccination record")
    names = "vaccines"
    forms = ("какая прививка", "для какой прививки", "для прививки", "прививок")
    one_and_many = ("vaccination", "vaccinations")
    core = frozenset({"label", "date"})

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per vaccination."""
        say = plan.say
        return [
            index(plan),
            Column("label", say(("Прививка", "Vaccination")), "label"),
            Column("date", say(("Дата", "Date")), "date"),
            Column("batch", say(("Серия", "Batch")), "code", code=coded("@####"), sparse=True),
            Column("dose", say(("Доза, мл", "Dose, mL")), "number", measure=numbers(plan, 0.1, 1.0, 1), sparse=True),
            Column("site", say(("Место введения", "Site")), "category", pool=tuple(map(say, _SITES)), sparse=True),
            Column("reaction", say(("Реакция", "Reaction")), "category", pool=tuple(map(say, _REACTIONS))),
            Column("until", say(("Годен до", "Use by")), "date", measure=days(plan, LAST_DAY - 300, LAST_DAY + 900)),
            Column("room", say(("Кабинет", "Room")), "code", code=coded("###"), sparse=True),
        ]

    def pool(self, plan: Plan) -> list[str]:
        """Every stage of every vaccine."""
        return [f"{name}, {plan.say(stage)}" for name in super().pool(plan) for stage in _STAGES]

    def amend(self, table: Table, chance: Random) -> None:
        """Dates the rows so that the stages of a vaccine follow each other."""
        measure = days(table.plan, FIRST_DAY, LAST_DAY)
        by_vaccine: dict[str, list[Row]] = {}
        stages = [table.plan.say(stage) for stage in _STAGES]
        for row in table.rows:
            by_vaccine.setdefault(row.cells["label"].rpartition(", ")[0], []).append(row)
        for rows in by_vaccine.values():
            rows.sort(key=lambda row: stages.index(row.cells["label"].rpartition(", ")[2]))
            for row, day in zip(rows, sorted(chance.sample(range(FIRST_DAY, LAST_DAY), len(rows))), strict=True):
                row.measures["date"], row.values["date"] = measure, float(day)
                row.cells["date"] = measure.write(day)
