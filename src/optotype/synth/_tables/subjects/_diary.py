"""Tables with a row per day, day after day."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import Subject, choose_columns, days, fill_rows, finish, noun, period
from optotype.synth._tables.table import Column, Table


@dataclass(frozen=True)
class Diary(Subject):
    """Fills tables with neighbouring days, and the columns that the plan wants."""

    @abstractmethod
    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """All columns that a table can have."""

    def core(self, columns: Sequence[Column]) -> Collection[str]:
        """The columns that are never left out: the day, and what stands beside it."""
        return {column.key for column in columns[:2]}

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per day."""
        if plan.section_size or plan.sections or plan.words or plan.rows > self.most:
            return None
        columns = self.columns(plan, chance)
        chosen = choose_columns(columns, self.core(columns), plan, chance)
        if chosen is None:
            return None
        first = period(chance, 70)
        writer = days(plan, first, first + 70)
        labels = [writer.write(first + n) for n in range(plan.rows)]
        rows = noun(plan, ("какая дата", "для какой даты", "для даты", "дат"), ("date", "dates"))
        cells = fill_rows(labels, chosen, chance)
        return finish(Table(self.name, plan.say(self.title), rows, chosen, cells, plan, ordered=True), chance)
