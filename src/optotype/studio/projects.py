"""Projects: one task over a set of items, with guidelines, phases, and as many people for each item as are wanted."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal, Self, get_args

import sqlalchemy as sa
from pydantic import Field, ValidationInfo, field_validator, model_validator

from optotype.errors import OptotypeError
from optotype.records import Record
from optotype.store.studio import journal, members, projects, tasks, turns
from optotype.studio.questionnaire import read
from optotype.studio.refusals import Refused

Assignment = Literal["first come", "evenly", "by hand"]
"""How tasks come to people: who comes first takes the next; dealt out before; given by an administrator."""

PhaseKind = Literal["training", "main", "test"]
PHASES: tuple[PhaseKind, ...] = get_args(PhaseKind)

MOST_PHASES = 50

_NEWEST = 200
"""Lines of the journal that are shown."""

MINUTES = 30.0
"""For how long a task is held, unless a project says otherwise."""


class Phase(Record):
    """A part of a project."""

    name: str
    kind: PhaseKind = "main"
    """In training, everybody does every task and is told what would have been right."""
    size: int | None = Field(default=None, ge=1)
    """How many tasks; the rest of the items where none is given."""
    opens: datetime | None = None
    closes: datetime | None = None
    """The deadline."""

    @model_validator(mode="after")
    def _opens_first(self) -> Self:
        if self.opens is not None and self.closes is not None and self.closes <= self.opens:
            raise ValueError(f"the phase '{self.name}' closes before it opens")
        return self

    def under_way(self, at: float) -> bool:
        """May its tasks be done now?"""
        return (self.opens is None or self.opens.timestamp() <= at) and (
            self.closes is None or at < self.closes.timestamp()
        )


class Project(Record):
    """One task over a set of items."""

    id: str
    title: str
    screen: str
    """What people see and fill in, with settings: `answer`, `answer:unsure=true`."""
    guidelines: str = ""
    """Markdown, shown beside the work."""
    overlap: int = Field(default=1, ge=1, le=1000)
    """How many people do each task."""
    assignment: Assignment = "first come"
    minutes: float = Field(default=MINUTES, gt=0, le=7 * 24 * 60)
    """For how long a task is held before it goes back by itself."""
    phases: tuple[Phase, ...] = (Phase(name="main"),)
    repeats: int = Field(default=0, ge=0, le=100_000)
    """How many of the tasks everybody is asked again, at the end."""
    selection: dict[str, str] = Field(default_factory=dict)
    """Which items it was made from."""
    background: tuple[str, ...] = ()
    """What people are asked about themselves before their first task, a line each: `Field of work: physics | other`."""
    checks: tuple[str, ...] = ()
    """Questions about the guidelines, with a star before the right option: `How many? 10 | *20`. For crowds."""
    planted: tuple[str, ...] = ()
    """Items whose answer is plain, or collections of them: one is put into each batch, to see who reads."""

    @field_validator("id")
    @classmethod
    def _an_address(cls, id: str) -> str:
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,63}", id):
            raise ValueError("small letters, digits and hyphens were expected, for it is part of an address")
        return id

    @field_validator("background", "checks")
    @classmethod
    def _readable(cls, lines: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        try:
            read(lines, checks=info.field_name == "checks")
        except OptotypeError as error:
            raise ValueError(str(error).removesuffix(".")) from error
        return lines

    @field_validator("phases")
    @classmethod
    def _phases_in_order(cls, phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
        if not phases:
            raise ValueError("a project has a phase at least")
        if sum(phase.size is None for phase in phases) > 1:
            raise ValueError("only one phase may be without a size, and has the rest of the tasks")
        if len(phases) > MOST_PHASES:
            raise ValueError(f"a project has at most {MOST_PHASES} phases")
        return phases

    def under_way(self, at: float) -> list[int]:
        """The phases whose tasks may be done now, by number."""
        return [number for number, phase in enumerate(self.phases) if phase.under_way(at)]


def add(connection: sa.Connection, project: Project) -> None:
    """Makes a project.

    Raises:
        Refused: there is one with this id.
    """
    if connection.execute(sa.select(projects.c.id).where(projects.c.id == project.id)).first():
        raise Refused("project", name=project.id)
    connection.execute(sa.insert(projects).values(id=project.id, paused=False, body=project.model_dump_json()))


def change(connection: sa.Connection, project: Project) -> None:
    """Writes a project anew. Whoever had seen all its tasks looks again, since a deadline may have moved."""
    connection.execute(sa.update(projects).where(projects.c.id == project.id).values(body=project.model_dump_json()))
    connection.execute(sa.update(members).where(members.c.project == project.id).values(seen=0))


def find(connection: sa.Connection, id: str) -> Project | None:
    """A project by its id, if there is one."""
    body = connection.execute(sa.select(projects.c.body).where(projects.c.id == id)).scalar()
    return None if body is None else Project.model_validate_json(body)


def get(connection: sa.Connection, id: str) -> Project:
    """A project by its id.

    Raises:
        Refused: there is none.
    """
    if (found := find(connection, id)) is None:
        raise Refused("no_project", name=id)
    return found


def every(connection: sa.Connection) -> list[Project]:
    """All projects, in the order in which they were made."""
    bodies = connection.execute(sa.select(projects.c.body).order_by(projects.c.position)).scalars()
    return [Project.model_validate_json(body) for body in bodies]


def of_person(connection: sa.Connection, person: str) -> list[Project]:
    """The projects that somebody works on."""
    query = sa.select(projects.c.body).join(members, members.c.project == projects.c.id)
    bodies = connection.execute(query.where(members.c.person == person).order_by(projects.c.position)).scalars()
    return [Project.model_validate_json(body) for body in bodies]


def pause(connection: sa.Connection, id: str, *, paused: bool) -> None:
    """Stops handing tasks out, or goes on. Work that is under way can be handed in all the same."""
    connection.execute(sa.update(projects).where(projects.c.id == id).values(paused=paused))


def paused(connection: sa.Connection, id: str) -> bool:
    """Is nothing handed out?"""
    return bool(connection.execute(sa.select(projects.c.paused).where(projects.c.id == id)).scalar())


def phases_of(project: Project, count: int) -> list[int]:
    """The phase of each of so many tasks, in order.

    Raises:
        Refused: there are fewer tasks than the phases need.
    """
    sizes = [phase.size for phase in project.phases]
    rest = max(0, count - sum(size or 0 for size in sizes))
    found = [number for number, size in enumerate(sizes) for _ in range(rest if size is None else size)]
    found += [len(sizes) - 1] * (count - len(found))  # no phase has the rest: the last one takes it
    if len(found) > count:
        raise Refused("phases", project=project.title, needed=len(found), found=count)
    return found


def mine(connection: sa.Connection, project: str, person: str) -> dict[str, int]:
    """How many tasks of a project a person has handed in and holds, and how many there are."""
    query = sa.select(turns.c.state, sa.func.count()).where(turns.c.project == project, turns.c.person == person)
    states = {str(state): int(count) for state, count in connection.execute(query.group_by(turns.c.state))}
    total = sa.select(sa.func.count()).select_from(tasks).where(tasks.c.project == project)
    return {
        "done": states.get("done", 0),
        "held": states.get("held", 0),
        "tasks": connection.execute(total).scalar_one(),
    }


def note(
    connection: sa.Connection,
    person: str,
    what: str,
    at: float,
    *,
    project: str | None = None,
    about: str = "",
    **more: Any,
) -> None:
    """Writes into the journal who did what."""
    row = {"at": at, "person": person, "project": project, "what": what, "about": about, "body": json.dumps(more)}
    connection.execute(sa.insert(journal).values(row))


def notes(connection: sa.Connection) -> Sequence[sa.Row[Any]]:
    """The newest lines of the journal."""
    return connection.execute(sa.select(journal).order_by(journal.c.id.desc()).limit(_NEWEST)).all()


def now() -> float:
    """Seconds since 1970."""
    return datetime.now(UTC).timestamp()
