"""The board: where a project stands, how far people agree, and whose work should be looked at."""

from __future__ import annotations

import json
import statistics as plain
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from optotype.statistics.agreement import Agreement, alpha
from optotype.store.studio import members, people, tasks, turns
from optotype.studio import desk
from optotype.studio.projects import Project

FEW = 10
"""Tasks below which nobody is called suspicious."""
FAST = 1 / 3
"""Of what people usually need: who is faster is called fast."""
MONOTONE = 0.9
"""Share of tasks with the same answer above which somebody is called monotone."""
CONTESTED = 100
"""Contested tasks that are listed."""


@dataclass(frozen=True)
class PhaseFigures:
    """How far a phase is."""

    name: str
    kind: str
    tasks: int
    wanted: int
    """Turns that are wanted in all; those of tasks that everybody does are counted for the people there are."""
    held: int
    done: int
    closes: float | None


@dataclass(frozen=True)
class PersonFigures:
    """What somebody has done."""

    id: str
    name: str
    simulated: bool
    counted: bool
    done: int
    held: int
    flagged: int
    seconds: float | None
    """What a task takes them, in the mean."""
    checks: int
    """Tasks whose right answer is known and was asked for: training, attention."""
    failed: int
    last: float | None


@dataclass(frozen=True)
class Pattern:
    """Something about somebody's work that an administrator should look at."""

    person: str
    what: str
    """`fast`, `monotone`, `apart`: a key in `words/board.toml`."""
    share: float


@dataclass(frozen=True)
class Contested:
    """A task about which people do not agree."""

    number: int
    subject: str
    said: dict[str, dict[str, int]]
    """By field, how many said what."""


@dataclass(frozen=True)
class AgreementFigures:
    """How far the people of a project agree."""

    whole: Agreement
    fields: dict[str, Agreement]
    """By field that is filled in."""
    contested: list[Contested]
    contested_in_all: int
    patterns: list[Pattern]


def phases(connection: sa.Connection, project: Project) -> list[PhaseFigures]:
    """How far each phase is."""
    those = connection.execute(
        sa.select(sa.func.count()).select_from(members).where(members.c.project == project.id, members.c.counted)
    ).scalar_one()
    wanted = sa.case((tasks.c.wanted == desk.EVERYBODY, those), else_=tasks.c.wanted)
    query = sa.select(
        tasks.c.phase, sa.func.count(), sa.func.sum(wanted), sa.func.sum(tasks.c.taken), sa.func.sum(tasks.c.done)
    ).where(tasks.c.project == project.id)
    found = {row[0]: row for row in connection.execute(query.group_by(tasks.c.phase))}
    figures: list[PhaseFigures] = []
    for number, phase in enumerate(project.phases):
        _, count, want, taken, done = found.get(number, (number, 0, 0, 0, 0))
        closes = None if phase.closes is None else phase.closes.timestamp()
        figures.append(PhaseFigures(phase.name, phase.kind, count, want, taken - done, done, closes))
    return figures


def persons(connection: sa.Connection, project: str) -> list[PersonFigures]:
    """What each person of a project has done."""

    def many(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
        return sa.func.sum(sa.case((condition, 1), else_=0))

    done = turns.c.state == desk.DONE
    # turns are added up first, in the order of their index, and names are put to the sums
    sums = (
        sa.select(
            turns.c.person,
            many(done).label("done"),
            many(turns.c.state == desk.HELD).label("held"),
            many(turns.c.flagged).label("flagged"),
            sa.func.sum(sa.case((done, turns.c.seconds), else_=0.0)).label("seconds"),
            many(turns.c.met.is_not(None)).label("checks"),
            many(turns.c.met.is_(False)).label("failed"),
            sa.func.max(turns.c.ended).label("last"),
        )
        .where(turns.c.project == project)
        .group_by(turns.c.person)
        .subquery()
    )
    query = (
        sa.select(
            people.c.id,
            people.c.name,
            people.c.simulated,
            members.c.counted,
            sa.func.coalesce(sums.c.done, 0),
            sa.func.coalesce(sums.c.held, 0),
            sa.func.coalesce(sums.c.flagged, 0),
            sums.c.seconds / sa.func.nullif(sums.c.done, 0),
            sa.func.coalesce(sums.c.checks, 0),
            sa.func.coalesce(sums.c.failed, 0),
            sums.c.last,
        )
        .select_from(members)
        .join(people, people.c.id == members.c.person)
        .join(sums, sums.c.person == members.c.person, isouter=True)
        .where(members.c.project == project)
        .order_by(people.c.name)
    )
    return [PersonFigures(*row) for row in connection.execute(query)]


def undecided(connection: sa.Connection, project: str) -> list[str]:
    """Subjects of finished tasks about which people do not agree, in order."""
    finished = sa.select(tasks.c.number).where(tasks.c.project == project, tasks.c.done >= tasks.c.wanted)
    numbers = set(connection.execute(finished).scalars())
    return [task.subject for task in _contested(_work(connection, project)) if task.number in numbers]


def agreement(connection: sa.Connection, project: str) -> AgreementFigures:
    """How far people agree, where they do not, and whose work stands out. It looks at every turn that counts."""
    work = _work(connection, project)
    by_field: dict[str, list[list[str]]] = {}
    for (name, _), values in work.units.items():
        kind = name.rpartition("-")[2]  # q3-answer, q4-answer: the same field, of several questions of a task
        by_field.setdefault(kind, []).append([value for _, value in values])
    contested = _contested(work)
    return AgreementFigures(
        whole=alpha([(name, value) for value in values] for name, them in by_field.items() for values in them),
        fields={name: alpha(them) for name, them in by_field.items()},
        contested=contested[:CONTESTED],
        contested_in_all=len(contested),
        patterns=[*_by_pace(work.seconds), *_by_words(work.words), *_apart(work.units)],
    )


# --- inside

_Units = dict[tuple[str, int], list[tuple[str, str]]]
"""By field and task, who said what."""


@dataclass
class _Work:
    """All work of a project that counts."""

    units: _Units = field(default_factory=_Units)
    numbers: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    """By task, its number and its subject."""
    seconds: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    """By person, how long each task took."""
    words: dict[str, Counter[str]] = field(default_factory=dict[str, "Counter[str]"])
    """By person, how often they said the same."""
    written: dict[str, str] = field(default_factory=dict[str, str])
    """What was said, as somebody wrote it first."""


def _work(connection: sa.Connection, project: str) -> _Work:
    query = (
        sa.select(turns.c.task, turns.c.number, tasks.c.subject, turns.c.person, turns.c.seconds, turns.c.said)
        .join(tasks, tasks.c.id == turns.c.task)
        .where(
            turns.c.project == project,
            turns.c.state == desk.DONE,
            turns.c.counted,
            turns.c.said.is_not(None),
            tasks.c.role == desk.WORK,
        )
        .order_by(turns.c.number)
    )
    work = _Work()
    for task, number, subject, person, seconds, said in connection.execute(query):
        work.numbers[task] = (number, subject)
        work.seconds.setdefault(person, []).append(seconds)
        work.words.setdefault(person, Counter())[said] += 1
        for name, value, written in _said(said):
            work.units.setdefault((name, task), []).append((person, value))
            work.written.setdefault(value, written)
    return work


def _said(text: str) -> Iterable[tuple[str, str, str]]:
    """What was said, field by field: in a form in which the same is the same, and as it was written."""
    said: dict[str, Any] = json.loads(text)
    for name, value in said.items():
        written = value.strip() if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False)
        yield name, written.casefold() if isinstance(value, str) else written, written


def _contested(work: _Work) -> list[Contested]:
    """Tasks with a field about which no answer has more than half of the people behind it."""
    found: dict[int, dict[str, dict[str, int]]] = {}
    for (name, task), values in work.units.items():
        counts = Counter(value for _, value in values)
        if len(values) > 1 and counts.most_common(1)[0][1] * 2 <= len(values):
            found.setdefault(task, {})[name] = {work.written[value]: count for value, count in counts.items()}
    return [
        Contested(*work.numbers[task], said)
        for task, said in sorted(found.items(), key=lambda one: work.numbers[one[0]])
    ]


def _by_pace(seconds: dict[str, list[float]]) -> Iterable[Pattern]:
    every = [one for some in seconds.values() for one in some]
    if not every:
        return
    usual = plain.median(every)
    for person, some in seconds.items():
        share = sum(one < usual * FAST for one in some) / len(some)
        if len(some) >= FEW and share > 0.5:
            yield Pattern(person, "fast", share)


def _by_words(words: dict[str, Counter[str]]) -> Iterable[Pattern]:
    for person, said in words.items():
        count = said.total()
        share = said.most_common(1)[0][1] / count
        if count >= FEW and share > MONOTONE:
            yield Pattern(person, "monotone", share)


def _apart(units: _Units) -> Iterable[Pattern]:
    """People who agree with others less than half as often as the others do among themselves."""
    same: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for values in units.values():
        counts = Counter(value for _, value in values)
        for person, value in values:
            same[person] += counts[value] - 1
            pairs[person] += len(values) - 1
    whole = sum(same.values()) / max(1, sum(pairs.values()))
    for person, count in pairs.items():
        share = same[person] / count if count else 1.0
        if count >= FEW and share < whole / 2:
            yield Pattern(person, "apart", share)
