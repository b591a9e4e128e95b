"""Background: what people are asked about themselves, once, before their first task in a project."""

from __future__ import annotations

import json
import statistics as plain
from collections import Counter
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from pydantic import JsonValue

from optotype.store.studio import backgrounds, members
from optotype.studio.blocks import Field, Filled, check
from optotype.studio.projects import Project
from optotype.studio.questionnaire import Asked, read


@dataclass(frozen=True)
class Told:
    """What all people of a project said to one question."""

    asked: Asked
    people: int
    """How many said something."""
    counts: dict[str, int]
    """How many chose each option."""
    numbers: tuple[float, float, float] | None = None
    """The least, the median and the largest, where it is a number."""


def fields(project: Project, optional: str = "") -> list[Field]:
    """What is asked, to be filled in; `optional` says of what may be left empty that it may."""
    asked = enumerate(read(project.background), 1)
    return [one.field(f"background{number}", optional) for number, one in asked]


def kept(project: Project, filled: Filled) -> dict[str, JsonValue]:
    """What was filled in, by question.

    Raises:
        NotFilled: something is missing, or will not do.
    """
    those = fields(project)
    found = check(those, filled)
    return {field.title: found[field.name] for field in those if field.name in found}


def known(connection: sa.Connection, project: str, person: str) -> bool:
    """Was it asked already?"""
    query = sa.select(backgrounds.c.at).where(backgrounds.c.project == project, backgrounds.c.person == person)
    return connection.execute(query).first() is not None


def keep(connection: sa.Connection, project: str, person: str, said: dict[str, JsonValue], at: float) -> None:
    """Keeps what somebody said about themselves; what was said first stays."""
    if not known(connection, project, person):
        body = json.dumps(said, ensure_ascii=False)
        connection.execute(sa.insert(backgrounds).values(project=project, person=person, at=at, body=body))


def told(connection: sa.Connection, project: Project) -> list[Told]:
    """What the people of a project said, question by question; those whose work is set aside are left out."""
    query = (
        sa.select(backgrounds.c.body)
        .join(members, sa.and_(members.c.project == backgrounds.c.project, members.c.person == backgrounds.c.person))
        .where(backgrounds.c.project == project.id, members.c.counted)
    )
    bodies: list[dict[str, Any]] = [json.loads(body) for body in connection.execute(query).scalars()]
    return [
        _told(asked, [body[asked.title] for body in bodies if asked.title in body])
        for asked in read(project.background)
    ]


def _told(asked: Asked, said: list[Any]) -> Told:
    chosen = Counter(map(str, said)) if asked.options else Counter[str]()
    numbers = [float(one) for one in said] if asked.number else []
    spread = (min(numbers), plain.median(numbers), max(numbers)) if numbers else None
    return Told(asked, len(said), {option: chosen[option] for option in asked.options}, spread)
