"""Tables whose rows are drawn from a list of names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import Subject, choose_columns, fill_rows, finish, into_sections, noun
from optotype.synth._tables.subjects._lists import names
from optotype.synth._tables.table import Column, Table


@dataclass(frozen=True)
class Listed(Subject):
    """Fills tables with some names of a list, in their order, and the columns that the plan wants."""

    names: ClassVar[str]
    """The list that the rows are drawn from."""
    forms: ClassVar[tuple[str, str, str, str]]
    """What a row is, in Russian: which one, for which one, for the one, many."""
    one_and_many: ClassVar[tuple[str, str]]
    """What a row is, in English."""
    core: ClassVar[frozenset[str]]
    """The columns that are never left out."""
    sections: ClassVar[tuple[Both, ...]] = ()
    """What rows may be gathered under."""

    @abstractmethod
    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """All columns that a table can have."""

    def pool(self, plan: Plan) -> list[str]:
        """The names, in the language of the table."""
        return [plan.say(name) for name in names(self.names)]

    def amend(self, table: Table, chance: Random) -> None:
        """Fills cells that follow from others."""

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per name."""
        table = self._filled(plan, self.columns(plan, chance), self.pool(plan), chance)
        if table is not None:
            self.amend(table, chance)
        return table

    def _filled(self, plan: Plan, columns: Sequence[Column], pool: list[str], chance: Random) -> Table | None:
        if plan.words or plan.rows > len(pool) or (plan.sections and plan.sections > len(self.sections)):
            return None
        chosen = choose_columns(columns, self.core, plan, chance)
        if chosen is None:
            return None
        labels = [pool[n] for n in sorted(chance.sample(range(len(pool)), plan.rows))]
        rows, cells = noun(plan, self.forms, self.one_and_many), fill_rows(labels, chosen, chance)
        table = Table(self.name, plan.say(self.title), rows, chosen, cells, plan, pool=tuple(pool))
        if self.sections and plan.sections != 0:
            chance.shuffle(table.rows)
            into_sections(table, [plan.say(section) for section in self.sections], chance)
            if plan.section_size and not table.sections:
                return None
        return finish(table, chance)
