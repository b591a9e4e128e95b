"""The table that all counting is done on: a row for each answer that a person gave."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from pydantic import JsonValue

from optotype.progress import Progress, silent
from optotype.records import Answer, Item, Respondent, State, Value
from optotype.selecting import Selection
from optotype.store import studio

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from optotype.bench import Bench
    from optotype.store import Store

WORK, TRAINING, ATTENTION, REPEAT = "work", "training", "attention", "repeat"
"""What an answer was asked for, as the studio notes it: the work itself; to learn it; to see who reads; once more."""

EXPERT = "expert"
"""The role of people whose word decides."""

_STUDIO = "studio"
"""What the studio notes about an answer stands under this name in its extra."""


Sitting = tuple[str, str, str]
"""What somebody did at one go: the person, the project, and the batch where there is one."""


class Said(NamedTuple):
    """What somebody said to an item."""

    id: str
    """Of the answer."""
    item: str
    person: str
    """Id of the respondent."""
    state: State
    value: Value | None
    seconds: float | None
    """How long it took; None where nobody looked at the clock."""
    excluded: str | None
    """Why it was set aside, if it was."""
    project: str = ""
    """Of the studio; nothing for answers that came another way."""
    role: str = WORK
    batch: str = ""
    """The questions that were put together, for people who come by an open link."""
    checks: Mapping[str, bool] = {}
    """By name, which checks of the batch were passed: `check1`, `planted`, `age`."""
    decides: str = ""
    """The project about whose contested tasks this is a decision; nothing for answers like any other."""

    @property
    def sitting(self) -> Sitting:
        """What somebody did at one go: a batch, or a project where there are none."""
        return self.person, self.project, self.batch


@dataclass(frozen=True)
class Person:
    """Somebody who answered."""

    id: str
    """Of the respondent."""
    name: str = ""
    role: str = ""
    """`expert`, `annotator`, `administrator`, `crowd`; nothing where nobody said."""
    simulated: bool = False
    """A person who does not exist."""
    worker: str | None = None
    """What the platform that sent them calls them: two people of one name there are one."""
    planted: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """By project of the studio, how many questions that were planted among their tasks they answered and failed."""

    @property
    def expert(self) -> bool:
        """Does their word decide?"""
        return self.role == EXPERT


@dataclass(frozen=True)
class Table:
    """Answers of people, in the order in which they came."""

    rows: Sequence[Said]
    people: Mapping[str, Person] = field(default_factory=dict[str, Person])
    """By id; everybody, also those without a row."""
    chosen: Sequence[str] = ()
    """Ids of all items that were chosen, answered or not, in the order of the bench."""

    def __len__(self) -> int:
        return len(self.rows)

    def some(self, keeps: NDArray[np.bool_]) -> Table:
        """The rows that are marked."""
        if keeps.all():
            return self
        return Table(
            [row for row, keep in zip(self.rows, keeps.tolist(), strict=True) if keep], self.people, self.chosen
        )

    @cached_property
    def item_ids(self) -> list[str]:
        """The items that were answered, in the order in which they were first."""
        return list(dict.fromkeys(row.item for row in self.rows))

    @cached_property
    def person_ids(self) -> list[str]:
        """The people who answered, in the order in which they first did."""
        return list(dict.fromkeys(row.person for row in self.rows))

    @cached_property
    def items(self) -> NDArray[np.int64]:
        """For each row, the place of its item in `item_ids`."""
        return _numbered([row.item for row in self.rows], self.item_ids)

    @cached_property
    def persons(self) -> NDArray[np.int64]:
        """For each row, the place of its person in `person_ids`."""
        return _numbered([row.person for row in self.rows], self.person_ids)

    @cached_property
    def log_seconds(self) -> NDArray[np.float64]:
        """For each row, the logarithm of its seconds; not a number where they are not known."""
        import numpy as np

        known = (row.seconds if row.seconds is not None and row.seconds > 0 else math.nan for row in self.rows)
        return np.log(np.fromiter(known, dtype=np.float64, count=len(self.rows)))


def load(
    bench: Bench,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    *,
    excluded: str | None = None,
    progress: Progress = silent,
) -> Table:
    """All answers that people gave to chosen items; those that belong to a run are a respondent's, not a person's.

    Memory grows by some hundred bytes for each answer.

    Args:
        bench: whose answers.
        selection: the items.
        excluded: items that are left out for this very reason are chosen too.
        progress: told of each answer read.

    Raises:
        OptotypeError: there are no such items.
    """
    chosen = dict.fromkeys(intern(item.id) for item in selection.items(bench))
    if excluded is not None:
        there = bench.store.each(Item, {**selection.where, "excluded": excluded}, selection.tags)
        chosen |= dict.fromkeys(intern(item.id) for item in there)
    if not chosen:
        selection.count(bench)
    people = {person.id: person for person in _people(bench.store)}
    rows: list[Said] = []
    for answer in bench.store.each(Answer, {"run": None}):
        if answer.item in chosen and answer.respondent in people:
            rows.append(_said(answer))
        progress(1)
    return Table(rows, people, list(chosen))


def _said(answer: Answer) -> Said:
    about = answer.extra.get(_STUDIO, {})
    return Said(
        answer.id,
        intern(answer.item),
        intern(answer.respondent),
        answer.state,
        answer.value,
        answer.seconds,
        answer.excluded,
        _text(about.get("project")),
        _text(about.get("role")) or WORK,
        _text(about.get("batch")),
        _checks(about.get("checks")),
        _text(about.get("decides")),
    )


def _text(value: JsonValue) -> str:
    """A text that somebody may have written into a file by hand."""
    return intern(value) if isinstance(value, str) else ""


def _checks(value: JsonValue) -> Mapping[str, bool]:
    if not isinstance(value, dict):
        return {}
    return {name: passed for name, passed in value.items() if isinstance(passed, bool)}


def _people(store: Store) -> Iterator[Person]:
    """Everybody, with what the studio knows of them."""
    roles: dict[str, str] = {}
    workers: dict[str, str] = {}
    planted: dict[str, dict[str, tuple[int, int]]] = {}
    there, came = studio.people, studio.arrivals
    turns, tasks = studio.turns, studio.tasks
    with store.engine.connect() as connection:
        for id, role in connection.execute(sa.select(there.c.id, there.c.role)):
            roles[f"person/{id}"] = role
        named = sa.select(came.c.person, came.c.worker).where(came.c.worker.is_not(None))
        for id, worker in connection.execute(named):
            workers[f"person/{id}"] = worker
        wrong = sa.func.sum(sa.case((turns.c.met.is_(False), 1), else_=0))
        met = (
            sa.select(turns.c.person, turns.c.project, sa.func.count(), wrong)
            .join(tasks, tasks.c.id == turns.c.task)
            .where(tasks.c.role == ATTENTION, turns.c.state == "done", turns.c.met.is_not(None))
            .group_by(turns.c.person, turns.c.project)
        )
        for id, project, asked, failed in connection.execute(met):
            planted.setdefault(f"person/{id}", {})[project] = asked, failed
    for one in store.each(Respondent, {"kind": "person"}):
        role = roles.get(one.id) or next(iter(one.tags.get("role", ())), "")
        yield Person(one.id, one.name, role, one.simulated, workers.get(one.id), planted.get(one.id, {}))


def _numbered(values: Sequence[str], known: Sequence[str]) -> NDArray[np.int64]:
    import numpy as np

    places = {value: place for place, value in enumerate(known)}
    return np.fromiter((places[value] for value in values), dtype=np.int64, count=len(values))
