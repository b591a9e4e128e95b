"""One test after another over time: a column per date under one heading."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.ranges import write_range
from optotype.synth._tables.subjects import Subject, days, finish, index, period
from optotype.synth._tables.subjects._analytes import Analyte
from optotype.synth._tables.subjects.laboratory import measure, noun_of_tests, pick_tests, vary
from optotype.synth._tables.table import Column, Row, Table


@dataclass(frozen=True)
class Dynamics(Subject):
    """Results of the same tests on several dates."""

    weight = 1.6
    title = ("Динамика лабораторных показателей", "Laboratory results over time")
    most = 40

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per test, a column per date."""
        allowed = {"label", "dates", "unit", "range", "row_alike"}
        if not plan.needed <= allowed or plan.words or plan.rows > self.most or plan.section_size or plan.exact_columns:
            return None
        plan.sections = 0
        picked = pick_tests(plan, chance)
        if picked is None:
            return None
        say = plan.say
        count = int(plan.settings.get("dates", "0")) or max(2, min(8, plan.columns - 1))
        first = period(chance, 420)
        writer = days(plan, first, first + 400)
        dates = sorted(chance.sample(range(first, first + 400, 3), count))
        headed = chance.random() < 0.4 + plan.rung.merged or "dates" in plan.settings
        heading = say(("Дата исследования", "Date of the test")) if headed else ""
        plan.settings["range_style"] = str(chance.randrange(3))
        columns = [index(plan)] if chance.random() < 0.3 else []
        columns.append(Column("label", say(("Показатель", "Test")), "label"))
        if "unit" in plan.needed or chance.random() < 0.6:
            columns.append(Column("unit", say(("Ед. изм.", "Unit")), "unit"))
        if "range" in plan.needed or chance.random() < 0.4:
            columns.append(Column("range", say(("Норма", "Normal range")), "range"))
        columns += [
            Column(f"date{n}", writer.write(day), "number", group=heading, sparse=True) for n, day in enumerate(dates)
        ]
        tests = [vary(test, plan, chance) for test, _ in picked[0]]
        rows = [_row(plan, test, count, chance) for test in tests if isinstance(test, Analyte)]
        return finish(
            Table(
                subject="dynamics",
                title=say(self.title),
                noun=noun_of_tests(plan),
                columns=columns,
                rows=rows,
                plan=plan,
                pool=tuple(say(name) for name in picked[2]),
            ),
            chance,
        )


def _row(plan: Plan, test: Analyte, count: int, chance: Random) -> Row:
    row = Row({"label": plan.say(test.name), "unit": plan.say(test.unit)}, bounds=(test.low, test.high))
    row.cells["range"] = write_range(plan, test.low, test.high, test.decimals)
    results = measure(plan, test)
    for n in range(count):
        key = f"date{n}"
        row.measures[key] = results
        row.values[key] = results.draw(chance)
        row.cells[key] = results.write(row.values[key])
    return row
