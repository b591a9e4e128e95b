"""Tables whose rows are drawn from a list of names."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import choose_columns, fill_rows, finish, into_sections
from optotype.synth._tables.table import Column, Noun, Table


def listed(
    plan: Plan,
    chance: Random,
    *,
    subject: str,
    title: str,
    noun: Noun,
    pool: Sequence[str],
    columns: Sequence[Column],
    core: set[str],
    sections: Sequence[str] = (),
) -> Table | None:
    """A table with some of the names, in their order, and the columns that the plan wants."""
    if plan.words or plan.rows > len(pool) or (plan.sections and plan.sections > len(sections)):
        return None
    chosen = choose_columns(columns, core, plan, chance)
    if chosen is None:
        return None
    labels = [pool[n] for n in sorted(chance.sample(range(len(pool)), plan.rows))]
    table = Table(subject, title, noun, chosen, fill_rows(labels, chosen, chance), plan, pool=tuple(pool))
    if sections and plan.sections != 0:
        chance.shuffle(table.rows)
        into_sections(table, sections, chance)
        if plan.section_size and not table.sections:
            return None
    return finish(table, chance)
