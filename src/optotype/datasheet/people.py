"""People: who took part, by role and by what they chose to say about themselves. Nobody is named.

Where only a few gave the same answer about themselves, they could be recognised by it: such answers are put together,
and what was written in free text is not repeated at all.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa

from optotype.counting import Person
from optotype.datasheet.figures import Counts, PeopleFigures, Project
from optotype.facets import in_order
from optotype.records import Respondent, Review
from optotype.store import studio

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.counting import Counting

FEW = 3
"""With fewer people, a group is put together with others."""
FEWER = "fewer"
"""What stands for groups of so few."""
_MANY = 20
"""Values of a question about people beyond which it is free text, whatever it is called."""
_NOBODY = "people/"
"""What the ids of rows of a human baseline begin with: they are people taken together, and nobody in particular."""


def people_of(bench: Bench, counting: Counting | None) -> PeopleFigures:
    """Everybody who answered or reviewed."""
    active = set[str]() if counting is None else set(counting.table.person_ids)
    active |= {review.reviewer for review in bench.store.each(Review)}
    known = dict[str, Person]() if counting is None else counting.table.people
    records = bench.store.get_all(Respondent, sorted(active))
    real: Counter[str] = Counter()
    simulated: Counter[str] = Counter()
    exist: set[str] = set()
    for id, one in records.items():
        if one.kind != "person" or id.startswith(_NOBODY):
            continue
        person = known.get(id)
        role = (person.role if person is not None else "") or next(iter(one.tags.get("role", ())), "")
        (simulated if one.simulated else real)[role] += 1
        if not one.simulated:
            exist.add(id)
    projects, asked = _projects(bench)
    return PeopleFigures(
        count=real.total(),
        simulated=simulated.total(),
        roles=dict(sorted(real.items())),
        simulated_roles=dict(sorted(simulated.items())),
        background=_background(bench, records, exist, asked),
        projects=tuple(projects),
    )


def _projects(bench: Bench) -> tuple[list[Project], dict[str, set[str]]]:
    """The projects of the studio, and by question about people the options that they could choose from."""
    found: list[Project] = []
    asked: dict[str, set[str]] = {}
    tasks, members, there = studio.tasks, studio.members, studio.projects
    counts = sa.select(tasks.c.project, sa.func.count(), sa.func.sum(tasks.c.done)).group_by(tasks.c.project)
    worked = sa.select(members.c.project, studio.people.c.simulated, sa.func.count())
    worked = worked.join(studio.people, studio.people.c.id == members.c.person).where(members.c.done > 0)
    worked = worked.group_by(members.c.project, studio.people.c.simulated)
    with bench.store.engine.connect() as connection:
        done = {project: (int(count), int(handed or 0)) for project, count, handed in connection.execute(counts)}
        people = {(project, bool(simulated)): int(count) for project, simulated, count in connection.execute(worked)}
        bodies = connection.execute(sa.select(there.c.id, there.c.body).order_by(there.c.position)).all()
    for id, body in bodies:
        said: dict[str, Any] = json.loads(body)
        questions = [_question(line) for line in _texts(said.get("background"))]
        for title, options in questions:
            asked.setdefault(_name(title), set()).update(options)
        phases = cast("list[dict[str, Any]]", said.get("phases") or [])
        number, handed = done.get(id, (0, 0))
        found.append(
            Project(
                title=str(said.get("title") or id),
                screen=str(said.get("screen") or ""),
                overlap=int(said.get("overlap") or 1),
                phases=tuple(str(phase.get("kind") or "main") for phase in phases),
                tasks=number,
                done=handed,
                people=people.get((id, False), 0),
                simulated=people.get((id, True), 0),
                guidelines=len(str(said.get("guidelines") or "").split()),
                checks=len(_texts(said.get("checks"))),
                planted=len(_texts(said.get("planted"))),
                repeats=int(said.get("repeats") or 0),
                background=tuple(title for title, _ in questions),
            )
        )
    return found, asked


def _texts(value: object) -> list[str]:
    return [str(one) for one in cast("list[object]", value) if str(one).strip()] if isinstance(value, list) else []


def _question(line: str) -> tuple[str, list[str]]:
    """A line of a questionnaire: what is asked, and what there is to choose from; nothing where people write."""
    parts = re.match(r"(?P<title>.+?[:?])\s+(?P<said>.+)", line.strip(), re.DOTALL)
    if parts is None:
        return line.strip(), []
    options = [option.strip() for option in parts["said"].split("|")]
    return parts["title"].rstrip(":"), options if len(options) > 1 else []


def _name(title: str) -> str:
    return title.casefold().strip(" ?:")


def _background(
    bench: Bench, records: Mapping[str, Respondent], exist: set[str], asked: Mapping[str, set[str]]
) -> dict[str, Counts]:
    """By question, how many chose what."""
    told: dict[str, dict[str, set[str]]] = {}
    for name, value, person in _told(bench, records, exist):
        told.setdefault(name, {}).setdefault(value, set()).add(person)
    found: dict[str, Counts] = {}
    for name in sorted(told):
        offered = asked.get(_name(name))
        counts: Counter[str] = Counter()
        for value, people in told[name].items():
            closed = value in offered if offered is not None else len(told[name]) <= _MANY
            counts[value if closed and len(people) >= FEW else FEWER] += len(people)
        found[name] = {value: counts[value] for value in sorted(counts, key=lambda one: (one == FEWER, in_order(one)))}
    return found


def _told(bench: Bench, records: Mapping[str, Respondent], exist: set[str]) -> Iterator[tuple[str, str, str]]:
    """What is known of people: tags of theirs, and what they answered about themselves in the studio."""
    for id in sorted(exist):
        for name, values in records[id].tags.items():
            if name != "role":
                yield from ((name, value, id) for value in values)
    said = studio.backgrounds
    with bench.store.engine.connect() as connection:
        for person, body in connection.execute(sa.select(said.c.person, said.c.body)):
            if (id := f"person/{person}") in exist:
                for title, value in cast("dict[str, object]", json.loads(body)).items():
                    yield str(title), str(value), id
