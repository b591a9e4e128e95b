"""Crowds: people who come by an open link, without a password, work a batch at a time, and get a code for each.

The code is what the platform that sent them pays for. It is made once, cannot be guessed, and tells nobody but the
administrator whether the work was any good.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
from pydantic import JsonValue

from optotype.errors import OptotypeError
from optotype.store.studio import arrivals, backgrounds, codes, links, members, people, submissions, tasks, turns
from optotype.studio import desk
from optotype.studio import people as persons
from optotype.studio.desk import Turn
from optotype.studio.people import CROWD, Person
from optotype.studio.projects import Project
from optotype.studio.refusals import Refused

MOST = 100_000
"""People that one link may let in."""
LISTED = 100
"""Codes that are listed on a page; files hold all."""
WORKER = 200
"""Letters of a platform's name for a person."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a link may look like: a database need not be asked for anything else, and one of them could not be."""
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those that nobody mistakes for each other."""
_CODE = (3, 4)
"""Groups of a code, and letters of a group: 10^17 codes."""


class Shut(OptotypeError):
    """An open link that does not let somebody in."""

    def __init__(self, why: str) -> None:
        self.why = why
        """`closed`, `full`, `nothing`, `twice` or `worker`: a key in `words/crowd.toml`."""
        super().__init__(f"The link does not let this person in: {why}.")


@dataclass(frozen=True)
class Link:
    """An open link."""

    id: str
    project: str
    most: int
    """How many people it lets in."""
    came: int
    """How many came."""
    open: bool


@dataclass(frozen=True)
class Code:
    """A code, with what an administrator wants to know about the batch it stands for."""

    code: str
    person: str
    """Their id."""
    name: str
    worker: str | None
    number: int
    """Which batch of theirs."""
    tasks: int
    seconds: float
    checks: dict[str, bool]
    """By name, whether it was passed."""
    counted: bool
    at: float
    background: dict[str, JsonValue]

    @property
    def failed(self) -> list[str]:
        """The checks that were not passed."""
        return [name for name, passed in self.checks.items() if not passed]


_LINK = (links.c.id, links.c.project, links.c.most, links.c.came, links.c.open)


# --- links


def open_link(connection: sa.Connection, project: Project, most: int, made_by: str, at: float) -> Link:
    """Opens a project to anybody who has the link; one that was open is closed.

    Raises:
        Refused: nobody could take a task of it, or so many people cannot be let in.
    """
    if project.assignment != "first come":
        raise Refused("given_out", project=project.title, assignment=project.assignment)
    if not 1 <= most <= MOST:
        raise Refused("people", found=most, most=MOST)
    close_link(connection, project.id)
    link = Link(secrets.token_urlsafe(12), project.id, most, 0, open=True)
    connection.execute(sa.insert(links).values(**link.__dict__, made_by=made_by, at=at))
    return link


def close_link(connection: sa.Connection, project: str) -> None:
    """Lets nobody more in; whoever is in finishes."""
    connection.execute(sa.update(links).where(links.c.project == project).values(open=False))


def link_of(connection: sa.Connection, project: str) -> Link | None:
    """The link by which people come now, if there is one."""
    row = connection.execute(sa.select(*_LINK).where(links.c.project == project, links.c.open)).first()
    return None if row is None else Link(*row)


# --- coming in


def offered(connection: sa.Connection, id: str, worker: str | None, *, lock: bool = False) -> Link:
    """What a link offers to somebody.

    Args:
        connection: to the store.
        id: as it stands in the address.
        worker: what the platform calls them.
        lock: is somebody about to come in?

    Raises:
        Shut: nothing; why.
    """
    query = sa.select(*_LINK).where(links.c.id == id)
    row = connection.execute(query.with_for_update() if lock else query).first() if _ID.fullmatch(id) else None
    link = None if row is None else Link(*row)
    if link is None or not link.open:
        raise Shut("closed")
    if worker is not None and (not worker.isprintable() or len(worker) > WORKER):
        raise Shut("worker")
    before = sa.select(arrivals.c.person).where(arrivals.c.project == link.project, arrivals.c.worker == worker)
    if worker is not None and connection.execute(before).first() is not None:
        raise Shut("twice")
    if link.came >= link.most:
        raise Shut("full")
    return link


def come_in(connection: sa.Connection, id: str, at: float, *, worker: str | None, language: str) -> Person:
    """Comes in by an open link, under a made-up name.

    Raises:
        Shut: it does not let them in.
    """
    link = offered(connection, id, worker, lock=True)
    so_far = connection.execute(sa.select(sa.func.count()).select_from(people).where(people.c.role == CROWD))
    number = so_far.scalar_one() + 1
    while connection.execute(sa.select(people.c.id).where(people.c.called == f"crowd {number}")).first():
        number += 1
    person = persons.add(connection, f"crowd {number}", CROWD, at, language=language)
    row = {"person": person.id, "project": link.project, "link": link.id, "worker": worker, "at": at}
    connection.execute(sa.insert(arrivals).values(row))
    connection.execute(sa.update(links).where(links.c.id == link.id).values(came=links.c.came + 1))
    desk.join(connection, link.project, person.id)
    return person


def arrived(connection: sa.Connection, person: str) -> tuple[str, str | None] | None:
    """The project that somebody came to, and what the platform calls them; None for people who did not come so."""
    query = sa.select(arrivals.c.project, arrivals.c.worker).where(arrivals.c.person == person)
    row = connection.execute(query).first()
    return None if row is None else (row.project, row.worker)


def project_of(connection: sa.Connection, id: str) -> str | None:
    """The project that a link leads to, open or not."""
    query = sa.select(links.c.project).where(links.c.id == id)
    return connection.execute(query).scalar() if _ID.fullmatch(id) else None


def left(connection: sa.Connection, project: Project, at: float, person: str = "") -> bool:
    """Is there a task that somebody could take?"""
    mine = sa.select(turns.c.id).where(turns.c.task == tasks.c.id, turns.c.person == person)
    query = sa.select(tasks.c.id).where(
        tasks.c.project == project.id, tasks.c.open, tasks.c.phase.in_(project.under_way(at)), ~mine.exists()
    )
    return connection.execute(query.limit(1)).first() is not None


# --- batches and codes


def rests(connection: sa.Connection, project: str, person: str, size: int, at_work: int | None = None) -> bool:
    """Is a batch done, and nothing else begun? With a task at work: will it be so after that?"""
    done = len(_handed_in(connection, project, person)) + (at_work is not None)
    return done > 0 and done % size == 0 and not holds(connection, project, person, at_work)


def holds(connection: sa.Connection, project: str, person: str, at_work: int | None = None) -> bool:
    """Has somebody begun a task, or was given one, besides what they are at work on?"""
    mine = sa.select(turns.c.id).where(
        turns.c.project == project, turns.c.person == person, turns.c.state.in_((desk.HELD, desk.ASSIGNED))
    )
    return any(id != at_work for id in connection.execute(mine).scalars())


def settle(
    connection: sa.Connection,
    project: str,
    person: str,
    size: int,
    at: float,
    checked: Callable[[Turn, str], dict[str, bool]],
    *,
    over: bool,
) -> list[str]:
    """The codes that somebody has earned, the newest last; those that are owed are made.

    Args:
        connection: a transaction that writes.
        project: its id.
        person: who.
        size: tasks of a batch.
        at: now.
        checked: by a turn and what was handed in, which checks were passed.
        over: is nothing left for them? Then a smaller batch is one too.
    """
    query = sa.select(codes.c.code).where(codes.c.project == project, codes.c.person == person)
    found = [str(code) for code in connection.execute(query.order_by(codes.c.number)).scalars()]
    done = _handed_in(connection, project, person)
    for first in range(len(found) * size, len(done), size):
        some = done[first : first + size]
        if len(some) < size and not over:
            break
        checks: dict[str, bool] = {}
        for turn, body, _ in some:
            checks |= checked(desk.of(connection, turn, person), body)
        found.append(_new_code())
        row = {
            "project": project,
            "person": person,
            "number": len(found),
            "code": found[-1],
            "at": at,
            "tasks": len(some),
            "seconds": sum(seconds for *_, seconds in some),
            "checks": json.dumps(checks, ensure_ascii=False),
        }
        connection.execute(sa.insert(codes).values(row))
    return found


def listed(connection: sa.Connection, project: str, most: int | None = None) -> list[Code]:
    """The codes of a project, the newest first."""
    query = (
        sa.select(
            codes.c.code,
            codes.c.person,
            people.c.name,
            arrivals.c.worker,
            codes.c.number,
            codes.c.tasks,
            codes.c.seconds,
            codes.c.checks,
            members.c.counted,
            codes.c.at,
            backgrounds.c.body,
        )
        .join(people, people.c.id == codes.c.person)
        .join(arrivals, arrivals.c.person == codes.c.person)
        .join(members, sa.and_(members.c.project == codes.c.project, members.c.person == codes.c.person))
        .join(
            backgrounds,
            sa.and_(backgrounds.c.project == codes.c.project, backgrounds.c.person == codes.c.person),
            isouter=True,
        )
        .where(codes.c.project == project)
        .order_by(codes.c.at.desc(), people.c.name, codes.c.number.desc())
        .limit(most)
    )
    return [
        Code(*row[:7], json.loads(row.checks), row.counted, row.at, json.loads(row.body or "{}"))
        for row in connection.execute(query)
    ]


def how_many(connection: sa.Connection, project: str) -> int:
    """Codes of a project."""
    return connection.execute(
        sa.select(sa.func.count()).select_from(codes).where(codes.c.project == project)
    ).scalar_one()


def failed(connection: sa.Connection, project: str) -> list[str]:
    """The ids of people who failed a check, and whose work still counts."""
    query = (
        sa.select(turns.c.person)
        .join(members, sa.and_(members.c.project == turns.c.project, members.c.person == turns.c.person))
        .join(tasks, tasks.c.id == turns.c.task)
        .where(
            turns.c.project == project,
            turns.c.state == desk.DONE,
            turns.c.met.is_(False),
            tasks.c.role != desk.TRAINING,
            members.c.counted,
        )
        .distinct()
        .order_by(turns.c.person)
    )
    return list(connection.execute(query).scalars())


# --- inside


def _handed_in(connection: sa.Connection, project: str, person: str) -> list[tuple[int, str, float]]:
    """Turns with what was handed in last and how long it took, in the order in which they were first handed in.

    Work that came too late is among them: it does not count, but was done.
    """
    query = (
        sa.select(submissions.c.turn, submissions.c.body, submissions.c.seconds)
        .join(turns, turns.c.id == submissions.c.turn)
        .where(turns.c.project == project, turns.c.person == person)
        .order_by(submissions.c.position)
    )
    found: dict[int, tuple[str, float]] = {}
    for turn, body, seconds in connection.execute(query):
        found[turn] = (body, found.get(turn, ("", 0.0))[1] + seconds)
    return [(turn, body, seconds) for turn, (body, seconds) in found.items()]


def _new_code() -> str:
    groups, letters = _CODE
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(letters)) for _ in range(groups))
