"""The desk: who works on what, and what they handed in.

A project's tasks lie in order. A person takes the first one that is free for them, holds it for a while, and hands it
in or gives it back; what is held too long goes back by itself. A task is never with more people than are wanted.
Every function here works inside a transaction that somebody else begins: what it says has happened, has happened whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from optotype.errors import OptotypeError
from optotype.store.studio import drafts, members, submissions, tasks, turns

ASSIGNED, HELD, DONE, BACK = "assigned", "held", "done", "back"
"""The states of a turn: given to somebody who has not begun; being worked on; handed in; given back."""

WORK, TRAINING, ATTENTION, REPEAT = "work", "training", "attention", "repeat"
"""What a task is for: the work itself; learning it, with feedback; seeing whether somebody reads; asking again."""

EVERYBODY = 0
"""How many people are wanted for a task that everybody does."""

AHEAD = 2
"""Turns that one person may hold: the one at work, and the one that is loaded before it is needed."""


class NotYours(OptotypeError):
    """Somebody named a turn that is not theirs."""


@dataclass(frozen=True)
class Task:
    """What has to be done, before anybody does it."""

    subject: str
    """An item, or what several items share."""
    phase: int = 0
    role: str = WORK
    wanted: int = 1
    """How many people are to do it; `EVERYBODY` for all."""


@dataclass(frozen=True)
class Turn:
    """One person at one task."""

    id: int
    task: int
    project: str
    person: str
    number: int
    """The place of the task in its project, from 1."""
    state: str
    began: float | None
    until: float | None
    """When it goes back by itself."""
    ended: float | None
    flagged: bool
    subject: str
    phase: int
    role: str


@dataclass(frozen=True)
class Handed:
    """What became of work that was handed in."""

    turn: Turn
    kept: bool
    """False where the turn had ended and the task is with others by now; the work lies in the studio, uncounted."""
    first: bool
    """Was it handed in for the first time?"""
    repeated: bool = False
    """Had the very same been handed in before? Then nothing was done."""


_TURN = (
    turns.c.id,
    turns.c.task,
    turns.c.project,
    turns.c.person,
    turns.c.number,
    turns.c.state,
    turns.c.began,
    turns.c.until,
    turns.c.ended,
    turns.c.flagged,
    tasks.c.subject,
    tasks.c.phase,
    tasks.c.role,
)
_TURNS = sa.select(*_TURN).join(tasks, tasks.c.id == turns.c.task)


# --- laying tasks out


def lay_out(connection: sa.Connection, project: str, given: Iterable[Task]) -> int:
    """Puts tasks at the end of a project; gives back how many it has now."""
    last = connection.execute(sa.select(sa.func.max(tasks.c.number)).where(tasks.c.project == project)).scalar() or 0
    rows = [
        {
            "project": project,
            "number": last + place,
            "phase": task.phase,
            "subject": task.subject,
            "role": task.role,
            "wanted": task.wanted,
            "taken": 0,
            "done": 0,
            "open": True,
        }
        for place, task in enumerate(given, 1)
    ]
    if rows:
        connection.execute(sa.insert(tasks), rows)
    return last + len(rows)


def join(connection: sa.Connection, project: str, person: str) -> None:
    """Lets a person work on a project."""
    there = sa.select(members.c.person).where(members.c.project == project, members.c.person == person)
    if connection.execute(there).first() is None:
        connection.execute(sa.insert(members).values(project=project, person=person, seen=0, done=0, counted=True))


def assign(connection: sa.Connection, project: str, person: str, numbers: Sequence[int]) -> int:
    """Gives tasks to a person, by their numbers; those that are full, or theirs already, are left. Says how many."""
    given = 0
    for number in numbers:
        task = connection.execute(
            sa.select(tasks).where(tasks.c.project == project, tasks.c.number == number, tasks.c.open).with_for_update()
        ).first()
        if task is not None and _begin(connection, task, person, ASSIGNED, None, None) is not None:
            given += 1
    return given


def assign_evenly(connection: sa.Connection, project: str, people: Sequence[str]) -> dict[str, int]:
    """Deals open tasks out, each to as many people as are wanted, so that loads differ by one at most."""
    loads = dict.fromkeys(people, 0)
    queue = list(people)
    found = connection.execute(
        sa.select(tasks).where(tasks.c.project == project, tasks.c.open).order_by(tasks.c.number).with_for_update()
    ).all()
    for task in found:
        wanted = len(people) if task.wanted == EVERYBODY else task.wanted - task.taken
        for _ in range(min(wanted, len(people))):
            person = queue.pop(0)
            queue.append(person)
            current = connection.execute(sa.select(tasks).where(tasks.c.id == task.id)).one()
            if _begin(connection, current, person, ASSIGNED, None, None) is not None:
                loads[person] += 1
    return loads


# --- taking


def take(
    connection: sa.Connection,
    project: str,
    person: str,
    at: float,
    lease: float,
    *,
    phases: Sequence[int],
    first_come: bool = True,
    after: int | None = None,
    late: bool = True,
) -> Turn | None:
    """What a person works on next: what they hold, what was given to them, else the first task that is free for them.

    Args:
        connection: a transaction that writes.
        project: its id.
        person: who.
        at: now.
        lease: seconds for which a task is held.
        phases: those under way.
        first_come: may people take tasks that were given to nobody?
        after: the turn at work, where one more is to be loaded before it is needed.
        late: is it time to look for turns that were held too long?
    """
    held = _held(connection, project, person)
    waiting = [turn for turn in held if turn.id != after]
    if waiting or len(held) >= AHEAD:
        return _renewed(connection, waiting[0], at, lease) if waiting else None
    given = connection.execute(
        _TURNS.where(
            turns.c.project == project,
            turns.c.person == person,
            turns.c.state == ASSIGNED,
            tasks.c.phase.in_(phases),
        )
        .order_by(turns.c.number)
        .limit(1)
    ).first()
    if given is not None:
        return _renewed(connection, _turn(given), at, lease)
    if not first_come:
        return None
    if late:
        bring_back(connection, project, at)
    task = _free(connection, project, person, phases)
    return None if task is None else _begin(connection, task, person, HELD, at, at + lease)


def bring_back(connection: sa.Connection, project: str, at: float) -> int:
    """Ends turns that were held too long; says how many."""
    late = connection.execute(
        sa.select(turns.c.id, turns.c.task, turns.c.number)
        .where(turns.c.project == project, turns.c.state == HELD, turns.c.until < at)
        .with_for_update(skip_locked=True)
    ).all()
    for turn in late:
        _end(connection, turn.id, turn.task, project, turn.number)
    return len(late)


def give_back(connection: sa.Connection, turn: int, person: str) -> None:
    """Ends a turn without its work.

    Raises:
        NotYours: it is not this person's, or not held.
    """
    found = of(connection, turn, person)
    if found.state not in (HELD, ASSIGNED):
        raise NotYours("This task is not with you any more.")
    _end(connection, found.id, found.task, found.project, found.number)


# --- working


def keep_draft(connection: sa.Connection, turn: int, person: str, body: str, at: float) -> None:
    """Keeps work that is not done yet.

    Raises:
        NotYours: the turn is not this person's.
    """
    of(connection, turn, person)
    connection.execute(sa.delete(drafts).where(drafts.c.turn == turn))
    connection.execute(sa.insert(drafts).values(turn=turn, at=at, body=body))


def draft_of(connection: sa.Connection, turn: int) -> str | None:
    """What was begun."""
    return connection.execute(sa.select(drafts.c.body).where(drafts.c.turn == turn)).scalar()


def last_of(connection: sa.Connection, turn: int) -> str | None:
    """What was handed in last."""
    query = sa.select(submissions.c.body).where(submissions.c.turn == turn).order_by(submissions.c.position.desc())
    return connection.execute(query.limit(1)).scalar()


def flag(connection: sa.Connection, turn: int, person: str, *, flagged: bool) -> None:
    """Marks a turn to come back to.

    Raises:
        NotYours: it is not this person's.
    """
    of(connection, turn, person)
    connection.execute(sa.update(turns).where(turns.c.id == turn).values(flagged=flagged))


def hand_in(
    connection: sa.Connection,
    turn: int,
    person: str,
    id: str,
    body: str,
    seconds: float,
    at: float,
    *,
    said: str | None = None,
    met: bool | None = None,
) -> Handed:
    """Keeps work. The same work handed in twice, as browsers do when a line breaks, is kept once.

    Args:
        connection: a transaction that writes.
        turn: whose task it is.
        person: who did it.
        id: what the browser calls this work, and no other.
        body: what was filled in.
        seconds: how long it took.
        at: now.
        said: what the person is compared with others by.
        met: was it right, where that is known and asked for?

    Raises:
        NotYours: the turn is another person's.
    """
    found = of(connection, turn, person)
    before = connection.execute(sa.select(submissions.c.turn, submissions.c.kept).where(submissions.c.id == id)).first()
    if before is not None:
        if before.turn != turn:
            raise NotYours("This work was handed in for another task.")
        return Handed(found, before.kept, first=False, repeated=True)
    kept = found.state != BACK or _again(connection, found)
    row = {"id": id, "turn": turn, "at": at, "seconds": seconds, "kept": kept, "body": body}
    connection.execute(sa.insert(submissions).values(row))
    first = kept and found.state != DONE
    if kept:
        connection.execute(
            sa.update(turns)
            .where(turns.c.id == turn)
            .values(state=DONE, until=None, ended=at, seconds=turns.c.seconds + seconds, said=said, met=met)
        )
        connection.execute(sa.delete(drafts).where(drafts.c.turn == turn))
    if first:
        connection.execute(sa.update(tasks).where(tasks.c.id == found.task).values(done=tasks.c.done + 1))
        this = (members.c.project == found.project, members.c.person == person)
        connection.execute(sa.update(members).where(*this).values(done=members.c.done + 1))
    return Handed(found, kept, first)


def of(connection: sa.Connection, turn: int, person: str) -> Turn:
    """A person's turn.

    Raises:
        NotYours: it is another person's, or nobody's.
    """
    row = connection.execute(_TURNS.where(turns.c.id == turn, turns.c.person == person)).first()
    if row is None:
        raise NotYours("This task is not yours.")
    return _turn(row)


def set_aside(connection: sa.Connection, project: str, person: str) -> list[Turn]:
    """Counts a person's work no longer. It is kept; their tasks are open to others again.

    Gives back the turns whose work is concerned.
    """
    mine = (turns.c.project == project, turns.c.person == person)
    for turn in _all(connection, *mine, turns.c.state.in_((HELD, ASSIGNED))):
        _end(connection, turn.id, turn.task, project, turn.number)
    done = _all(connection, *mine, turns.c.state == DONE, turns.c.counted)
    for turn in done:
        connection.execute(
            sa.update(tasks)
            .where(tasks.c.id == turn.task)
            .values(taken=tasks.c.taken - 1, done=tasks.c.done - 1, open=True)
        )
        _opened(connection, project, turn.number)
    connection.execute(sa.update(turns).where(*mine).values(counted=False))
    this = (members.c.project == project, members.c.person == person)
    connection.execute(sa.update(members).where(*this).values(counted=False))
    return done


# --- inside


def _held(connection: sa.Connection, project: str, person: str) -> list[Turn]:
    return _all(connection, turns.c.project == project, turns.c.person == person, turns.c.state == HELD)


def _all(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> list[Turn]:
    return [_turn(row) for row in connection.execute(_TURNS.where(*conditions).order_by(turns.c.number))]


def _turn(row: Sequence[Any]) -> Turn:
    return Turn(*row)


def _renewed(connection: sa.Connection, turn: Turn, at: float, lease: float) -> Turn:
    began = turn.began if turn.state == HELD else at
    until = at + lease
    connection.execute(sa.update(turns).where(turns.c.id == turn.id).values(state=HELD, began=began, until=until))
    return replace(turn, state=HELD, began=began, until=until)


def _free(connection: sa.Connection, project: str, person: str, phases: Sequence[int]) -> sa.Row[Any] | None:
    """The first task that may be taken by somebody more, and that this person has not had."""
    this = (members.c.project == project, members.c.person == person)
    member = connection.execute(sa.select(members.c.seen, members.c.counted).where(*this)).first()
    if member is None or not member.counted:
        return None
    mine = sa.select(turns.c.id).where(turns.c.task == tasks.c.id, turns.c.person == person, turns.c.state != BACK)
    query = (
        sa.select(tasks)
        .where(
            tasks.c.project == project,
            tasks.c.open,
            tasks.c.number > member.seen,
            tasks.c.phase.in_(phases),
            ~mine.exists(),
        )
        .order_by(tasks.c.number)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    task = connection.execute(query).first()
    if task is not None:
        # nothing before it is free for this person, so nobody need look there again until something comes back
        connection.execute(sa.update(members).where(*this).values(seen=task.number))
    return task


def _begin(
    connection: sa.Connection, task: sa.Row[Any], person: str, state: str, at: float | None, until: float | None
) -> Turn | None:
    """Puts a person to a task; None where they have it, or had it, already."""
    old = connection.execute(
        sa.select(turns.c.id, turns.c.state).where(turns.c.task == task.id, turns.c.person == person)
    ).first()
    values = {"state": state, "began": at, "until": until, "ended": None, "counted": True}
    if old is None:
        fixed = {"task": task.id, "project": task.project, "person": person, "number": task.number}
        inserted = connection.execute(sa.insert(turns).values(**fixed, **values, seconds=0.0, flagged=False))
        id = int((inserted.inserted_primary_key or (0,))[0])
    elif old.state == BACK:
        connection.execute(sa.update(turns).where(turns.c.id == old.id).values(values))
        id = old.id
    else:
        return None
    _taken(connection, task)
    at_work = (task.id, task.project, person, task.number, state, at, until)
    return Turn(id, *at_work, None, False, task.subject, task.phase, task.role)


def _taken(connection: sa.Connection, task: sa.Row[Any]) -> None:
    still_open = task.wanted == EVERYBODY or task.taken + 1 < task.wanted
    connection.execute(sa.update(tasks).where(tasks.c.id == task.id).values(taken=tasks.c.taken + 1, open=still_open))


def _again(connection: sa.Connection, turn: Turn) -> bool:
    """Takes a task up again whose turn had ended, if nobody else has it by now."""
    task = connection.execute(sa.select(tasks).where(tasks.c.id == turn.task, tasks.c.open).with_for_update()).first()
    if task is None:
        return False
    _taken(connection, task)
    return True


def _end(connection: sa.Connection, turn: int, task: int, project: str, number: int) -> None:
    connection.execute(sa.update(turns).where(turns.c.id == turn).values(state=BACK, until=None))
    connection.execute(sa.update(tasks).where(tasks.c.id == task).values(taken=tasks.c.taken - 1, open=True))
    _opened(connection, project, number)


def _opened(connection: sa.Connection, project: str, number: int) -> None:
    """Something came back: whoever has looked beyond it looks again."""
    connection.execute(
        sa.update(members).where(members.c.project == project, members.c.seen >= number).values(seen=number - 1)
    )
