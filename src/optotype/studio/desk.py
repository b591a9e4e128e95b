"""The desk: who works on what, and what they handed in.

A project's tasks lie in order. A person takes the first one that is free for them, holds it for a while, and hands it
in or gives it back; what is held too long goes back by itself. A task is never with more people than are wanted.
Every function here works inside a transaction that somebody else begins: what it says has happened, has happened whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from optotype.store.prepared import Prepared
from optotype.studio.refusals import Refused

if TYPE_CHECKING:
    import sqlalchemy as sa

ASSIGNED, HELD, DONE, BACK = "assigned", "held", "done", "back"
"""The states of a turn: given to somebody who has not begun; being worked on; handed in; given back."""

WORK, TRAINING, ATTENTION, REPEAT = "work", "training", "attention", "repeat"
"""What a task is for: the work itself; learning it, with feedback; seeing whether somebody reads; asking again."""

EVERYBODY = 0
"""How many people are wanted for a task that everybody does."""

AHEAD = 2
"""Turns that one person may hold: the one at work, and the one that is loaded before it is needed."""


class NotYours(Refused):
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


# --- laying tasks out

_COUNT_TASKS = Prepared("select count(*) from studio_tasks where project = :project")
_LAY_OUT = Prepared(
    "insert into studio_tasks (project, number, phase, subject, role, wanted, taken, done, open) "
    "values (:project, :number, :phase, :subject, :role, :wanted, 0, 0, true)"
)
_JOIN = Prepared(
    "insert into studio_members (project, person, seen, done, counted) values (:project, :person, 0, 0, true) "
    "on conflict do nothing"
)


def lay_out(connection: sa.Connection, project: str, given: Iterable[Task]) -> int:
    """Puts tasks at the end of a project; gives back how many it has now."""
    last: int = _COUNT_TASKS(connection, project=project)[0][0]
    rows = [
        {"project": project, "number": number, **task.__dict__} for number, task in enumerate(given, start=last + 1)
    ]
    if rows:
        _LAY_OUT.many(connection, rows)
    return last + len(rows)


def join(connection: sa.Connection, project: str, person: str) -> None:
    """Lets a person work on a project."""
    _JOIN(connection, project=project, person=person)


# --- giving tasks to people

_TASK = "select id, project, number, subject, phase, role, wanted, taken from studio_tasks"
_OPEN_TASK = Prepared(f"{_TASK} where project = :project and number = :number and open for update")
_OPEN_TASKS = Prepared(f"{_TASK} where project = :project and open order by number for update")


def assign(connection: sa.Connection, project: str, person: str, numbers: Sequence[int]) -> int:
    """Gives tasks to a person, by their numbers; those that are full, or theirs already, are left. Says how many."""
    given = 0
    for number in numbers:
        task = _OPEN_TASK.first(connection, project=project, number=number)
        if task is not None and _begin(connection, _Open(*task), person, ASSIGNED, None, None) is not None:
            given += 1
    return given


def assign_evenly(connection: sa.Connection, project: str, people: Sequence[str]) -> dict[str, int]:
    """Deals open tasks out, each to as many people as are wanted, so that loads differ by one at most."""
    loads = dict.fromkeys(people, 0)
    queue = list(people)
    for task in [_Open(*row) for row in _OPEN_TASKS(connection, project=project)]:
        taken = task.taken
        wanted = len(people) if task.wanted == EVERYBODY else task.wanted - taken
        for _ in range(min(wanted, len(people))):
            person = queue.pop(0)
            queue.append(person)
            if _begin(connection, replace(task, taken=taken), person, ASSIGNED, None, None) is not None:
                loads[person] += 1
                taken += 1
    return loads


# --- taking

_TURN = (
    "select turn.id, turn.task, turn.project, turn.person, turn.number, turn.state, turn.began, turn.until, turn.ended,"
    " turn.flagged, task.subject, task.phase, task.role"
    " from studio_turns turn join studio_tasks task on task.id = turn.task"
)
_MINE = Prepared(
    f"{_TURN} where turn.project = :project and turn.person = :person and turn.state = 'held' order by turn.number"
)
_GIVEN = Prepared(
    f"{_TURN} where turn.project = :project and turn.person = :person and turn.state = 'assigned'"
    " and ((:phases >> task.phase) & 1) = 1 order by turn.number limit 1"
)
_RENEW = Prepared("update studio_turns set state = 'held', began = :began, until = :until where id = :id")
_LATE = Prepared(
    "select id, task, number from studio_turns where project = :project and state = 'held' and until < :at"
    " for update skip locked"
)


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
    held = _turns(_MINE(connection, project=project, person=person))
    waiting = [turn for turn in held if turn.id != after]
    if waiting or len(held) >= AHEAD:
        return _renewed(connection, waiting[0], at, lease) if waiting else None
    under_way = sum(1 << phase for phase in phases)
    given = _turns(_GIVEN(connection, project=project, person=person, phases=under_way))
    if given:
        return _renewed(connection, given[0], at, lease)
    if not first_come:
        return None
    if late:
        bring_back(connection, project, at)
    task = _free(connection, project, person, under_way)
    return None if task is None else _begin(connection, task, person, HELD, at, at + lease)


def bring_back(connection: sa.Connection, project: str, at: float) -> int:
    """Ends turns that were held too long; says how many."""
    late = _LATE(connection, project=project, at=at)
    for turn, task, number in late:
        _end(connection, turn, task, project, number)
    return len(late)


def give_back(connection: sa.Connection, turn: int, person: str) -> None:
    """Ends a turn without its work.

    Raises:
        NotYours: it is not this person's, or not held.
    """
    found = of(connection, turn, person)
    if found.state not in (HELD, ASSIGNED):
        raise NotYours("let_go")
    _end(connection, found.id, found.task, found.project, found.number)


# --- working

_DRAFT = Prepared("select body from studio_drafts where turn = :turn")
_KEEP_DRAFT = Prepared(
    "insert into studio_drafts (turn, at, body) values (:turn, :at, :body)"
    " on conflict (turn) do update set at = excluded.at, body = excluded.body"
)
_FORGET_DRAFT = Prepared("delete from studio_drafts where turn = :turn")
_LAST = Prepared("select body from studio_submissions where turn = :turn order by position desc limit 1")
_FLAG = Prepared("update studio_turns set flagged = :flagged where id = :id")
_OF = Prepared(f"{_TURN} where turn.id = :id and turn.person = :person")
_KEEP = Prepared(
    "insert into studio_submissions (id, turn, at, seconds, kept, body)"
    " values (:id, :turn, :at, :seconds, :kept, :body) on conflict (id) do nothing returning position"
)
_KEPT = Prepared("select turn, kept from studio_submissions where id = :id")
_FINISH = Prepared(
    "update studio_turns set state = 'done', until = null, ended = :at, seconds = seconds + :seconds, said = :said,"
    " met = :met where id = :id"
)
_ONE_MORE_TASK = Prepared("update studio_tasks set done = done + 1 where id = :id")
_DONE_BY = Prepared("select done from studio_members where project = :project and person = :person")
_ONE_MORE_BY = Prepared("update studio_members set done = done + 1 where project = :project and person = :person")


def keep_draft(connection: sa.Connection, turn: int, person: str, body: str, at: float) -> None:
    """Keeps work that is not done yet.

    Raises:
        NotYours: the turn is not this person's.
    """
    of(connection, turn, person)
    _KEEP_DRAFT(connection, turn=turn, at=at, body=body)


def draft_of(connection: sa.Connection, turn: int) -> str | None:
    """What was begun."""
    found = _DRAFT.first(connection, turn=turn)
    return None if found is None else found[0]


def last_of(connection: sa.Connection, turn: int) -> str | None:
    """What was handed in last."""
    found = _LAST.first(connection, turn=turn)
    return None if found is None else found[0]


def flag(connection: sa.Connection, turn: int, person: str, *, flagged: bool) -> None:
    """Marks a turn to come back to.

    Raises:
        NotYours: it is not this person's.
    """
    of(connection, turn, person)
    _FLAG(connection, id=turn, flagged=flagged)


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
    before = _KEPT.first(connection, id=id) if found.state != HELD else None
    if before is None:
        kept = found.state != BACK or _again(connection, found)
        new = _KEEP(connection, id=id, turn=turn, at=at, seconds=seconds, kept=kept, body=body)
        if new:
            first = kept and found.state != DONE
            if kept:
                _FINISH(connection, id=turn, at=at, seconds=seconds, said=said, met=met)
                _FORGET_DRAFT(connection, turn=turn)
            if first:
                _ONE_MORE_TASK(connection, id=found.task)
                _ONE_MORE_BY(connection, project=found.project, person=person)
            return Handed(found, kept, first)
        before = _KEPT(connection, id=id)[0]
    if before[0] != turn:
        raise NotYours("other_task")
    return Handed(found, bool(before[1]), first=False, repeated=True)


def done_by(connection: sa.Connection, project: str, person: str) -> int:
    """How many tasks of a project a person has handed in."""
    found = _DONE_BY.first(connection, project=project, person=person)
    return 0 if found is None else found[0]


def of(connection: sa.Connection, turn: int, person: str) -> Turn:
    """A person's turn.

    Raises:
        NotYours: it is another person's, or nobody's.
    """
    found = _turns(_OF(connection, id=turn, person=person))
    if not found:
        raise NotYours("not_yours")
    return found[0]


# --- taking back, and setting aside

_UNDER_WAY = Prepared(
    f"{_TURN} where turn.project = :project and turn.person = :person and turn.state in ('held', 'assigned')"
)
_COUNTED = Prepared(
    f"{_TURN} where turn.project = :project and turn.person = :person and turn.state = 'done' and turn.counted"
    " order by turn.number"
)
_UNDO = Prepared("update studio_tasks set taken = taken - 1, done = done - 1, open = true where id = :id")
_UNCOUNT_TURNS = Prepared("update studio_turns set counted = false where project = :project and person = :person")
_UNCOUNT = Prepared("update studio_members set counted = false where project = :project and person = :person")


def take_back(connection: sa.Connection, project: str, person: str) -> list[int]:
    """Ends all turns of a person that are not done; gives back the numbers of their tasks, which are open again."""
    under_way = _turns(_UNDER_WAY(connection, project=project, person=person))
    for turn in under_way:
        _end(connection, turn.id, turn.task, project, turn.number)
    return sorted(turn.number for turn in under_way)


def set_aside(connection: sa.Connection, project: str, person: str) -> list[Turn]:
    """Counts a person's work no longer. It is kept; their tasks are open to others again.

    Gives back the turns whose work is concerned.
    """
    take_back(connection, project, person)
    done = _turns(_COUNTED(connection, project=project, person=person))
    for turn in done:
        _UNDO(connection, id=turn.task)
        _opened(connection, project, turn.number)
    _UNCOUNT_TURNS(connection, project=project, person=person)
    _UNCOUNT(connection, project=project, person=person)
    return done


# --- inside


@dataclass(frozen=True)
class _Open:
    """A task that somebody more may take."""

    id: int
    project: str
    number: int
    subject: str
    phase: int
    role: str
    wanted: int
    taken: int


_MEMBER = Prepared("select seen, counted from studio_members where project = :project and person = :person")
_FREE = Prepared(
    f"{_TASK} task where project = :project and open and number > :seen and ((:phases >> phase) & 1) = 1"
    " and not exists (select 1 from studio_turns turn"
    " where turn.task = task.id and turn.person = :person and turn.state <> 'back')"
    " and (role <> 'repeat' or exists (select 1 from studio_tasks first join studio_turns turn on turn.task = first.id"
    " where first.project = task.project and first.subject = task.subject and first.role = 'work'"
    " and turn.person = :person and turn.state = 'done'))"
    " order by number limit 1 for update skip locked"
)
_SEEN = Prepared("update studio_members set seen = :number where project = :project and person = :person")
_BEGIN = Prepared(
    "insert into studio_turns"
    " (task, project, person, number, state, began, until, ended, seconds, flagged, counted)"
    " values (:task, :project, :person, :number, :state, :at, :until, null, 0, false, true)"
    " on conflict (task, person) do update set state = excluded.state, began = excluded.began, until = excluded.until,"
    " ended = null, counted = true where studio_turns.state = 'back' returning id"
)
_TAKEN = Prepared("update studio_tasks set taken = taken + 1, open = :open where id = :id")
_END = Prepared("update studio_turns set state = 'back', until = null where id = :id")
_REOPEN = Prepared("update studio_tasks set taken = taken - 1, open = true where id = :id")
_LOOK_AGAIN = Prepared("update studio_members set seen = :number - 1 where project = :project and seen >= :number")
_OPEN_STILL = Prepared(f"{_TASK} where id = :id and open for update")


def _turns(rows: Iterable[tuple[Any, ...]]) -> list[Turn]:
    found = (Turn(*row) for row in rows)
    return [replace(turn, flagged=bool(turn.flagged)) for turn in found]  # SQLite says 1 for true


def _renewed(connection: sa.Connection, turn: Turn, at: float, lease: float) -> Turn:
    began = turn.began if turn.state == HELD else at
    until = at + lease
    _RENEW(connection, id=turn.id, began=began, until=until)
    return replace(turn, state=HELD, began=began, until=until)


def _free(connection: sa.Connection, project: str, person: str, phases: int) -> _Open | None:
    """The first task that may be taken by somebody more, and that this person has not had."""
    member = _MEMBER.first(connection, project=project, person=person)
    if member is None or not member[1]:
        return None
    found = _FREE.first(connection, project=project, person=person, seen=member[0], phases=phases)
    if found is None:
        return None
    task = _Open(*found)
    # nothing before it is free for this person, so nobody need look there again until something comes back
    _SEEN(connection, project=project, person=person, number=task.number)
    return task


def _begin(
    connection: sa.Connection, task: _Open, person: str, state: str, at: float | None, until: float | None
) -> Turn | None:
    """Puts a person to a task; None where they have it, or had it, already."""
    fixed = {"task": task.id, "project": task.project, "person": person, "number": task.number}
    begun = _BEGIN.first(connection, **fixed, state=state, at=at, until=until)
    if begun is None:
        return None
    _take_up(connection, task)
    at_work = (task.id, task.project, person, task.number, state, at, until)
    return Turn(begun[0], *at_work, None, False, task.subject, task.phase, task.role)


def _take_up(connection: sa.Connection, task: _Open) -> None:
    _TAKEN(connection, id=task.id, open=task.wanted == EVERYBODY or task.taken + 1 < task.wanted)


def _again(connection: sa.Connection, turn: Turn) -> bool:
    """Takes a task up again whose turn had ended, if nobody else has it by now."""
    found = _OPEN_STILL.first(connection, id=turn.task)
    if found is None:
        return False
    _take_up(connection, _Open(*found))
    return True


def _end(connection: sa.Connection, turn: int, task: int, project: str, number: int) -> None:
    _END(connection, id=turn)
    _REOPEN(connection, id=task)
    _opened(connection, project, number)


def _opened(connection: sa.Connection, project: str, number: int) -> None:
    """Something came back: whoever has looked beyond it looks again."""
    _LOOK_AGAIN(connection, project=project, number=number)
