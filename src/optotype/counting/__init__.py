"""Counting: which answers of people count, and what was said to each item. Whoever counts people begins here.

    counting = counted(bench)                  # the answers of people, and which of them count
    counting.left_out                          # by filter: how many answers, of how many people
    counting.answers                           # a `Table` of those that count
    for ballot in ballots(bench, counting.answers): ...

Filters (`counting/filters/`, one file each) look at the whole table, one after the other: each sees what those before
it have let through. What `optotype.toml` says about them stands under `[gold]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from optotype.counting.ballots import Ballot, Label, Word, ballots
from optotype.counting.table import Person, Said, Table, load
from optotype.progress import Progress, silent
from optotype.selecting import Selection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from optotype.bench import Bench
    from optotype.counting.filters import Filter

__all__ = [
    "Ballot",
    "Counting",
    "Label",
    "LeftOut",
    "Person",
    "Said",
    "Table",
    "Word",
    "ballots",
    "counted",
    "load",
    "sift",
]


@dataclass(frozen=True)
class LeftOut:
    """What one filter left out."""

    filter: str
    """Its name, with the settings that differ from what it usually has."""
    about: str
    """What it looks for, in a line."""
    answers: int
    """Answers that it left out, and no filter before it."""
    people: int
    """People whose answers these are."""
    alone: int
    """Answers that it would leave out if it were the only filter."""


@dataclass(frozen=True)
class Counting:
    """All answers of people to some items, and which of them count."""

    table: Table
    """All."""
    keeps: NDArray[np.bool_]
    """For each row of the table, whether it counts."""
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])
    """By filter, in the order in which they looked; those that left nothing out too."""
    reasons: dict[str, str] = field(default_factory=dict[str, str])
    """By id of an answer that does not count, the filter that left it out."""

    @property
    def answers(self) -> Table:
        """Those that count."""
        return self.table.some(self.keeps)

    @property
    def simulated(self) -> int:
        """People whose answers count, and who do not exist."""
        answers = self.answers
        return sum(answers.people[person].simulated for person in answers.person_ids)


def counted(
    bench: Bench,
    *,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    filters: Sequence[str] | None = None,
    excluded: str | None = None,
    progress: Progress = silent,
) -> Counting:
    """The answers of people to chosen items, and which of them count.

    Args:
        bench: whose answers.
        selection: the items; all that are not left out, unless given.
        filters: in place of those that `optotype.toml` names: `["invalidated", "pace:times=4"]`; none of them: `[]`.
        excluded: items that are left out for this very reason are chosen too.
        progress: told of each answer read.

    Raises:
        OptotypeError: there is no such filter or setting, or there are no such items.
    """
    from optotype.counting.filters import build

    chosen = build(bench.settings.gold.filters if filters is None else filters)
    return sift(load(bench, selection, excluded=excluded, progress=progress), chosen)


def sift(table: Table, filters: Sequence[Filter]) -> Counting:
    """Puts a table through filters, in the order in which these look."""
    import numpy as np

    keeps = np.ones(len(table), dtype=bool)
    found: list[LeftOut] = []
    reasons: dict[str, str] = {}
    for one in filters:
        there = np.flatnonzero(keeps)
        dropped = there[one.drop(table.some(keeps))]
        alone = int(one.drop(table).sum()) if len(there) < len(table) else len(dropped)
        keeps[dropped] = False
        rows = [table.rows[int(place)] for place in dropped]
        reasons |= {row.id: one.name for row in rows}
        people = len({row.person for row in rows})
        found.append(LeftOut(one.spec, one.about, len(rows), people, alone))
    return Counting(table, keeps, found, reasons)
