"""Simulated people: for demos and trials. They are called simulated wherever they are shown."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.records import Gold, Item, Range
from optotype.studio import desk, people
from optotype.studio.blocks import Amount, Block, Choose, Field, Order, Write, fields
from optotype.studio.ledger import Ledger
from optotype.studio.people import Person, Session
from optotype.studio.projects import now
from optotype.studio.screens.answer import NO, YES
from optotype.studio.work import Given, Work

if TYPE_CHECKING:
    from optotype.bench import Bench


def simulate(bench: Bench, project: str, those: Mapping[str, float], *, seed: int = 0) -> int:
    """Lets people who do not exist do all tasks that are free for them; gives back how many tasks they handed in.

    Args:
        bench: whose project it is.
        project: its id; its screen is one on which people answer.
        those: by name, the share of questions that they get right.
        seed: the same gives the same answers.
    """
    with bench.store.write() as connection:
        somebody = [people.add(connection, name, "annotator", now(), simulated=True) for name in those]
        for person in somebody:
            desk.join(connection, project, person.id)
    return asyncio.run(_all(bench, project, list(zip(somebody, those.values(), strict=True)), seed))


async def _all(bench: Bench, project: str, those: Sequence[tuple[Person, float]], seed: int) -> int:
    with Ledger(bench.store) as ledger, bench.store.event("simulated people") as writer:
        work = Work(bench, ledger, writer)
        done = [
            await _one(work, Session(person, ""), project, skill, random.Random(f"{seed} {person.name}"))  # noqa: S311
            for person, skill in those
        ]
    return sum(done)


async def _one(work: Work, session: Session, project: str, skill: float, chance: random.Random) -> int:
    done = 0
    given = await work.take(session, project)
    while given is not None:
        filled = _filled(work.bench, given, skill, chance)
        seconds = round(chance.lognormvariate(2.2, 0.5), 1)
        *_, given = await work.hand_in(
            session, given.turn.id, f"simulated-{session.person.id}-{given.turn.id}", filled, seconds
        )
        done += 1
    return done


def _filled(bench: Bench, given: Given, skill: float, chance: random.Random) -> dict[str, JsonValue]:
    """The right answer, or by chance another one; other fields that are needed hold something."""
    found = {field.name: _anything(field, chance) for field in fields(given.blocks) if field.needed and not field.when}
    if "answer" in found and chance.random() < skill:
        right = _right(bench, given.turn.subject, given.blocks)
        found |= {} if right is None else {"answer": right}
    return found


def _right(bench: Bench, item: str, blocks: Sequence[Block]) -> JsonValue:
    """What gold says, as the field takes it; None if nobody knows."""
    gold, asked = bench.store.get(Gold, item), bench.store.get(Item, item)
    field = next((one for one in fields(blocks) if one.name == "answer"), None)
    if gold is None or asked is None or field is None:
        return None
    if gold.unanswerable:
        return {"other": "unanswerable"}
    value = gold.accepted[0]
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, tuple):
        single = isinstance(field, Choose) and not field.several
        return value[0] if single else list(value)
    return value.low if isinstance(value, Range) else value


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
