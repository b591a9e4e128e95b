"""Simulated people at work in the studio: a project is rehearsed on its own screen, by its own rules.

What somebody says is for `optotype.simulating` to say; here it is filled into fields and handed in, as a browser does.
They are called simulated wherever they are shown.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.errors import OptotypeError
from optotype.progress import Progress, silent
from optotype.records import Gold, Item, State, Value
from optotype.simulating.people import HASTE, PLAIN, SPREAD, Saying, Simulated, answer, truth
from optotype.studio import bundles, desk, people, projects
from optotype.studio.blocks import Amount, Choose, Clock, Field, Order, Write, fields
from optotype.studio.desk import ATTENTION, TRAINING
from optotype.studio.ledger import Ledger
from optotype.studio.people import Person, Session
from optotype.studio.projects import Project, now
from optotype.studio.questionnaire import read
from optotype.studio.screens.answer import NO, YES
from optotype.studio.screens.crowd_batch import AGES, FIRST, LAST
from optotype.studio.work import Given, Work

if TYPE_CHECKING:
    from optotype.bench import Bench

_ANSWER = "answer"


def rehearse(
    bench: Bench, project: str, those: Sequence[Simulated], *, seed: int = 0, progress: Progress = silent
) -> int:
    """Lets people who do not exist do all tasks that are free for them; gives back how many tasks they handed in.

    Args:
        bench: whose project it is.
        project: its id; its screen is one on which people answer.
        those: who they are; one whose name a simulated person has already goes on as that person.
        seed: the same gives the same answers.
        progress: told of each task handed in.

    Raises:
        OptotypeError: there is no such project, or somebody who exists is called so.
    """
    with bench.store.write() as connection:
        found = projects.find(connection, project)
        if found is None:
            raise OptotypeError(f"There is no project called '{project}'. 'optotype studio' makes one.")
        known = {person.name: person for person in people.everybody(connection)}
        somebody: list[Person] = []
        for one in those:
            person = known.get(one.name)
            if person is not None and not person.simulated:
                raise OptotypeError(f"There is somebody called '{one.name}' who exists. Choose another name.")
            somebody.append(person or people.add(connection, one.name, "annotator", now(), simulated=True))
            desk.join(connection, project, somebody[-1].id)
    return asyncio.run(_all(bench, found, list(zip(somebody, those, strict=True)), seed, progress))


async def _all(
    bench: Bench, project: Project, those: Sequence[tuple[Person, Simulated]], seed: int, progress: Progress
) -> int:
    done = 0
    with Ledger(bench.store) as ledger, bench.store.event("simulate", project=project.id, people=len(those)) as writer:
        work = Work(bench, ledger, writer)
        for person, simulated in those:
            chance = random.Random(f"{seed} {simulated.name}")  # noqa: S311 - the same every time
            done += await _one(work, Session(person, ""), _Worker(bench, project, simulated, chance, seed), progress)
    return done


async def _one(work: Work, session: Session, worker: _Worker, progress: Progress) -> int:
    done = 0
    given = await work.take(session, worker.project.id)
    while given is not None:
        filled, seconds = worker.fill(given)
        *_, given = await work.hand_in(
            session, given.turn.id, f"simulated-{session.person.id}-{given.turn.id}", filled, seconds
        )
        done += 1
        progress(1)
    return done


class _Worker:
    """Somebody who does not exist, at the tasks of a project."""

    def __init__(self, bench: Bench, project: Project, simulated: Simulated, chance: random.Random, seed: int) -> None:
        self.bench, self.project, self.simulated, self.chance, self.seed = bench, project, simulated, chance, seed
        self._checks = {f"check{number}": one for number, one in enumerate(read(project.checks, checks=True), 1)}

    def fill(self, given: Given) -> tuple[dict[str, JsonValue], float]:
        """What they fill in, and how long it takes them."""
        there = list(fields(given.blocks))
        filled = {field.name: _anything(field, self.chance) for field in there if field.needed and not field.when}
        said = dict(self._answers(given, {field.name: field for field in there}))
        filled |= {name: _as_filled(one, field) for name, (one, field) in said.items()}
        seconds = sum(one.seconds for one, _ in said.values()) or self._seconds()
        times = {name.removesuffix(_ANSWER) + "seconds": one.seconds for name, (one, _) in said.items()}
        filled |= {field.name: times.get(field.name, 5.0) for field in there if isinstance(field, Clock)}
        for name, asked in self._checks.items():
            if name in filled and asked.right is not None and self._reads():
                filled[name] = asked.right
        if FIRST in filled and self._looks():
            filled[FIRST] = self._age
        if LAST in filled and self._reads():
            filled[LAST] = self._age
        return filled, seconds

    def _answers(self, given: Given, there: dict[str, Field]) -> Iterator[tuple[str, tuple[Saying, Field]]]:
        """By field that asks for an answer, what they say."""
        for name, item, plain in self._asked(given):
            asked, field = self.bench.store.get(Item, item), there.get(name)
            if asked is None or field is None:
                continue
            gold = self.bench.store.get(Gold, item) or truth(asked, self.seed)
            if gold is not None:
                shown = [option.value for option in field.options] if isinstance(field, Choose) else None
                shown = None if asked.form.kind == "yes_no" else shown
                yield name, (answer(self.simulated, asked, gold, self.chance, shown=shown, plain=plain), field)

    def _asked(self, given: Given) -> Iterator[tuple[str, str, bool]]:
        """The fields that ask for an answer, the items they are about, and whether these are plain."""
        turn = given.turn
        with self.bench.store.engine.connect() as connection:
            together = bundles.items_of(connection, turn.project, turn.subject)
        for place, one in enumerate(together, 1):
            yield f"q{place}-{_ANSWER}", one.item, one.planted
        if not together:
            yield _ANSWER, turn.subject, turn.role in (ATTENTION, TRAINING)

    @cached_property
    def _age(self) -> str:
        """The age group they are in, today and in every other project."""
        told = self.simulated.tags.get("age", ())
        own = random.Random(f"age {self.simulated.name}").choice(AGES)  # noqa: S311 - the same every time
        return next((age for age in told if age in AGES), own)

    def _looks(self) -> bool:
        return self.chance.random() >= self.simulated.careless

    def _reads(self) -> bool:
        """Do they get right what is plain to whoever looks?"""
        return self._looks() and self.chance.random() < PLAIN

    def _seconds(self) -> float:
        """What a task takes them in which nothing is right or wrong."""
        haste = HASTE if self.chance.random() < self.simulated.careless else 1.0
        return round(self.simulated.pace * haste * self.chance.lognormvariate(0.0, SPREAD), 1)


def _as_filled(said: Saying, field: Field) -> JsonValue:
    """What was said, as its field takes it."""
    if said.state is not State.GIVEN or said.value is None:
        return {"other": State.UNANSWERABLE.value}
    value: Value = said.value
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, tuple):
        return value[0] if isinstance(field, Choose) and not field.several else list(value)
    return value if isinstance(value, str | float | int) else value.low


def _anything(field: Field, chance: random.Random) -> JsonValue:
    match field:
        case Choose(options=options, several=several):
            chosen = chance.choice(options).value
            return [chosen] if several else chosen
        case Order(options=options):
            return [option.value for option in chance.sample(options, len(options))]
        case Amount(low=low):
            return chance.randint(1, 9) if low is None else low
        case Write():
            return str(chance.randint(1, 9))
        case _:
            return None
