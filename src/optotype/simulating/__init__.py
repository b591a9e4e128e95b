"""Simulating: a study rehearsed with people who do not exist, before anybody is paid for it.

`simulate` writes their answers straight into the store; through the screens of a project of the studio they go by
`studio.simulating`. Both ask `people.answer` what somebody says. They are called simulated in the store, in tables, in
reports, and nobody who exists is ever counted together with them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.looking import with_gold
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.records import Answer, Gold, Item, Preference, Respondent
from optotype.selecting import Selection
from optotype.simulating.people import Simulated, answer, crowd, truth

if TYPE_CHECKING:
    from optotype.bench import Bench

__all__ = ["Simulated", "Simulation", "crowd", "simulate"]

EXTRA = "simulated"
"""What an answer of somebody who does not exist keeps in its extra: the study, and what decided."""

_BATCH = 500


@dataclass(frozen=True)
class Simulation:
    """What was rehearsed."""

    study: str
    people: int
    items: int
    answers: int
    right: float
    """Share of answers that say what is right."""
    careless: int
    """Answers that were given without looking."""
    made_up: int
    """Items without gold, for which a right answer was made up."""
    skipped: int
    """Items without gold for which none could be made up: nobody was asked about them."""
    seconds: float
    """What all of them needed together."""


def simulate(
    bench: Bench,
    people: Sequence[Simulated],
    *,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    overlap: int | None = None,
    study: str = "rehearsal",
    seed: int = 0,
    progress: Progress = silent,
) -> Simulation:
    """Lets people who do not exist answer items; a study of the same name is made anew.

    Args:
        bench: whose items.
        people: who answers.
        selection: the items.
        overlap: how many answer each item; everybody unless given.
        study: what respondents and answers are called by.
        seed: the same gives the same answers.
        progress: told of each item done.

    Raises:
        OptotypeError: there are no such items, or fewer people than the overlap, or two of one name.
    """
    count = selection.count(bench)
    overlap = len(people) if overlap is None else overlap
    if not 1 <= overlap <= len(people):
        raise OptotypeError(f"An overlap of {overlap} was asked for, and there are {len(people)} people.")
    ids = [f"simulated/{study}/{person.name}" for person in people]
    if len(set(ids)) < len(ids):
        raise OptotypeError("Two simulated people have the same name. Give each a name of their own.")
    respondents = [
        Respondent(id=id, kind="person", name=person.name, simulated=True, tags=person.tags)
        for id, person in zip(ids, people, strict=True)
    ]
    chances = [random.Random(f"{seed} {person.name}") for person in people]  # noqa: S311 - the same every time
    told = _Told()
    with bench.store.event("simulate", study=study, people=len(people), overlap=overlap, seed=seed) as writer:
        former = [one.id for one in bench.store.each(Respondent, {"kind": "person"}) if one.simulated]
        writer.clear(Answer, {"respondent": [id for id in former if id.startswith(f"simulated/{study}/")]})
        writer.put(*respondents)
        asked = enumerate(told.knowing(with_gold(bench, selection.items(bench)), seed))
        for batch in batches(asked, _BATCH):
            found: list[Answer] = []
            for number, (item, gold) in batch:
                for turn in range(overlap):
                    # everybody gets as much to do, and not always together with the same people
                    who = (number * overlap + turn + number // len(people)) % len(people)
                    found.append(_answered(people[who], ids[who], item, gold, chances[who], study, told))
            writer.write(add=found)
            progress(len(batch))
    if not told.answers:
        raise OptotypeError(
            f"None of {so_many(count, 'items')} has gold, and none could be made up for them. Decide gold first, or "
            "choose items with options."
        )
    return Simulation(
        study=study,
        people=len(people),
        items=told.items,
        answers=told.answers,
        right=told.right / told.answers,
        careless=told.careless,
        made_up=told.made_up,
        skipped=told.skipped,
        seconds=round(told.seconds, 1),
    )


@dataclass
class _Told:
    """What comes together on the way."""

    items: int = 0
    answers: int = 0
    right: int = 0
    careless: int = 0
    made_up: int = 0
    skipped: int = 0
    seconds: float = 0.0

    def knowing(self, pairs: Iterator[tuple[Item, Gold | None]], seed: int) -> Iterator[tuple[Item, Gold]]:
        """Items whose right answer is known, or could be made up."""
        for item, decided in pairs:
            gold = decided or truth(item, seed)
            if gold is None:
                self.skipped += 1
                continue
            self.made_up += decided is None
            self.items += 1
            yield item, gold


def _answered(
    person: Simulated, id: str, item: Item, gold: Gold, chance: random.Random, study: str, told: _Told
) -> Answer:
    shown = None
    about: dict[str, JsonValue] = {"study": study}
    if isinstance(item.form, Preference):
        labels = [option.label for option in item.options]
        shown = tuple(chance.sample(labels, len(labels)))
        if item.form.factors:
            about["factors"] = [chance.choice(item.form.factors)]
    said = answer(person, item, gold, chance, shown=shown)
    told.answers += 1
    told.right += (said.value in gold.accepted) if gold.accepted else said.value is None
    told.careless += not said.looked
    told.seconds += said.seconds
    return Answer(
        id=f"{id}/{item.id}",
        item=item.id,
        respondent=id,
        state=said.state,
        value=said.value,
        shown=shown,
        seconds=said.seconds,
        extra={EXTRA: about},
    )
