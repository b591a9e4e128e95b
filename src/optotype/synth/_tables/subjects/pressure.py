"""A diary of blood pressure: morning and evening under headings of their own."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import Subject, choose_columns, days, fill_rows, finish, noun, numbers, period
from optotype.synth._tables.table import Column, Table

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
class Pressure(Subject):
    """A diary of blood pressure and pulse."""

    title = ("Дневник артериального давления", "Blood pressure diary")

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per day."""
        if plan.section_size or plan.sections or plan.words:
            return None
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
        core = {"label", *[column.key for column in columns[1:3]]}
        chosen = choose_columns(columns, core, plan, chance)
        return None if chosen is None else diary("pressure", say(self.title), plan, chosen, chance)


_TIMES: list[tuple[str, Both]] = [("am", ("Утро", "Morning")), ("noon", ("День", "Noon")), ("pm", ("Вечер", "Evening"))]


def diary(subject: str, title: str, plan: Plan, columns: list[Column], chance: Random) -> Table:
    """A table with a row per day, day after day."""
    first = period(chance, 70)
    writer = days(plan, first, first + 70)
    labels = [writer.write(first + n) for n in range(plan.rows)]
    return finish(
        Table(
            subject=subject,
            title=title,
            noun=noun(plan, ("какая дата", "для какой даты", "для даты", "дат"), ("date", "dates")),
            columns=columns,
            rows=fill_rows(labels, columns, chance),
            plan=plan,
            ordered=True,
        ),
        chance,
    )
