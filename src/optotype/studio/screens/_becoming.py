"""What work becomes: answers and reviews that tell which turn they come from, so that doing it again replaces them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from optotype.looking import say_gold
from optotype.records import Answer, Gold, Item, Review, State, Value
from optotype.studio import people
from optotype.studio.blocks import Filled, Option, Write
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

NOTHING: Mapping[str, JsonValue] = {}


def answered(
    turn: Turn,
    person: Person,
    state: State,
    value: Value | None,
    *,
    note: str = "",
    shown: tuple[str, ...] | None = None,
    about: Mapping[str, JsonValue] = NOTHING,
) -> Answer:
    """The answer of a person to the item of a turn; `about` is what else is worth remembering."""
    return Answer(
        id=id_of(turn, turn.subject),
        item=turn.subject,
        respondent=person.respondent,
        state=state,
        value=value,
        shown=shown,
        note=note,
        at=datetime.now(UTC),
        extra=_extra(turn, about),
    )


def reviewed(
    turn: Turn,
    person: Person,
    item: str,
    verdict: Literal["correct", "edited", "rejected"],
    *,
    criteria: Mapping[str, bool] | None = None,
    after: Item | None = None,
    gold_after: tuple[Value, ...] | None = None,
    note: str = "",
    about: Mapping[str, JsonValue] = NOTHING,
) -> Review:
    """What a person found about one of the items of a turn."""
    return Review(
        id=id_of(turn, item),
        item=item,
        reviewer=person.respondent,
        verdict=verdict,
        criteria=dict(criteria or {}),
        after=after,
        gold_after=gold_after,
        note=note,
        at=datetime.now(UTC),
        extra=_extra(turn, about),
    )


def id_of(turn: Turn, item: str) -> str:
    """What the record of a turn about an item is called."""
    id = f"studio/{turn.project}/{turn.id}"
    return id if item == turn.subject else f"{id}/{item}"


def instead(item: Item, words: Words, *, unsure: bool) -> tuple[Option, ...]:
    """What may be said instead of an answer."""
    found: list[Option] = []
    if item.form.unanswerable:
        found.append(Option(State.UNANSWERABLE.value, words("answer.unanswerable")))
    if unsure:
        found.append(Option(State.DONT_KNOW.value, words("answer.dont_know")))
    return tuple(found)


def state_of(said: JsonValue) -> State:
    """Was a value given, or something said instead?"""
    return State(str(said["other"])) if isinstance(said, dict) else State.GIVEN


def right(bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
    """The right answer, in words, unless it was given; None if nobody knows it."""
    gold, item = bench.store.get(Gold, turn.subject), bench.store.get(Item, turn.subject)
    given = next((record for record in records if isinstance(record, Answer)), None)
    if gold is None or item is None or given is None:
        return None
    met = given.state is State.UNANSWERABLE if gold.unanswerable else given.value in gold.accepted
    return "" if met else words("answer.right", right=say_gold(gold, item))


def by_experts(
    bench: Bench, records: Sequence[Answer | Review], words: Words, told: Callable[[Review], str]
) -> str | None:
    """What experts found about the same, where it is something else, in words; None where none has looked at it.

    Args:
        bench: where their reviews are.
        records: what was found now.
        words: in the language of whoever is told.
        told: says what a review comes to; two that say the same agree.
    """
    with bench.store.engine.connect() as connection:
        experts = {person.respondent for person in people.everybody(connection) if person.role != "annotator"}
    found: dict[str, str] = {}
    for record in (record for record in records if isinstance(record, Review)):
        known = [
            review
            for review in bench.store.find(Review, {"item": record.item})
            if review.reviewer in experts - {record.reviewer} and review.excluded is None
        ]
        if known:
            right = told(known[-1])
            said = words("work.expert", item=record.item.rpartition("/")[2], right=right, note=known[-1].note)
            found[record.item] = "" if right == told(record) else said.strip()
    return "\n".join(filter(None, found.values())) if found else None


def note(words: Words) -> Write:
    """A field for whatever else there is to say."""
    return Write("note", words("answer.note"), needed=False, lines=2)


def labels(said: JsonValue) -> tuple[str, ...]:
    """The options that were chosen, one or several."""
    return tuple(map(str, said)) if isinstance(said, list) else (str(said),)


def note_of(filled: Filled, *names: str) -> str:
    """What was written into some fields, one text below the other."""
    return "\n".join(str(filled[name]) for name in names if filled.get(name))


def choices(item: Item) -> tuple[Option, ...]:
    """The options of an item."""
    return tuple(Option(option.label, option.text or "", option.picture) for option in item.options)


def _extra(turn: Turn, about: Mapping[str, JsonValue]) -> dict[str, dict[str, JsonValue]]:
    return {"studio": {"project": turn.project, "role": turn.role, **about}}
