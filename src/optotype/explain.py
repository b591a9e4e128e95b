"""Where everything about an item came from: the file, the commands, the people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from optotype.looking import Sheet, sheet
from optotype.records import GENERATED, Answer, Collection, Edit, Event, Gold, Item, Noun, Respondent

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Change:
    """What one version of a record says otherwise than the one before."""

    version: int
    """The later version."""
    fields: dict[str, tuple[JsonValue, JsonValue]]
    """By field: what it was, and what it became."""


@dataclass(frozen=True)
class Explanation:
    """The life of an item so far."""

    sheet: Sheet
    collection: Collection | None
    brought: Event | None
    """The command that brought the item."""
    decided: Event | None
    """The command that brought the gold, where it was another one."""
    split: Event | None
    """The last `split` that the item took part in; None where its split came with it."""
    edits: dict[str, tuple[Edit, ...]]
    """By picture: what was done to it, oldest first. Pictures that nothing was done to are left out."""
    counted: list[Answer]
    """The answers that the gold was decided from."""
    people: dict[str, str]
    """By id of a respondent who was counted, or who reviewed it, what they are called; simulated people are marked."""
    changes: list[Change]
    """How the item came to be what it is, oldest first."""
    gold_changes: list[Change]
    retracted: Gold | None = None
    """The last right answer, where a rule has taken it back since."""
    story: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """Of an item that models wrote: who played which role, and what was said in each round."""


def explain(bench: Bench, id: str) -> Explanation:
    """Tells where everything about an item came from.

    Raises:
        OptotypeError: there is no such item.
    """
    store, about = bench.store, sheet(bench, id)
    item, gold = about.item, about.gold
    brought = store.event_of(item)
    decided = None if gold is None else store.event_of(gold)
    counted = [] if gold is None else list(store.get_all(Answer, gold.counted).values())
    whose = [*(answer.respondent for answer in counted), *(review.reviewer for review in about.reviews)]
    versions = [*store.past(Gold, item.id), *([] if gold is None else [gold])]
    return Explanation(
        sheet=about,
        collection=store.get(Collection, item.collection),
        brought=brought,
        decided=decided if decided != brought else None,
        split=_split_event(store.events(), item, brought),
        edits={
            shown.id: shown.picture.edits
            for shown in about.pictures.values()
            if shown.picture is not None and shown.picture.edits
        },
        counted=counted,
        people={id: _called(person) for id, person in store.get_all(Respondent, whose).items()},
        changes=_changes([*store.past(Item, item.id), item]),
        gold_changes=_changes(versions),
        retracted=versions[-1] if versions and gold is None else None,
        story=item.extra.get(GENERATED, {}),
    )


def _called(person: Respondent) -> str:
    return f"{person.name or person.id}{' (simulated)' * person.simulated}"


def _split_event(events: list[Event], item: Item, brought: Event | None) -> Event | None:
    """The last split that can have put the item where it is."""
    for event in reversed(events):
        if brought is not None and event.id <= brought.id:
            return None
        names, only = event.settings.get("names"), event.settings.get("only")
        if event.command == "split" and only in (None, item.collection) and isinstance(names, list):
            return event if item.split in names else None
    return None


def _changes(versions: list[Item] | list[Gold]) -> list[Change]:
    return [Change(after.version, _difference(before, after)) for before, after in pairwise(versions)]


def _difference(before: Noun, after: Noun) -> dict[str, tuple[JsonValue, JsonValue]]:
    old: Mapping[str, Any] = before.model_dump(mode="json")
    new: Mapping[str, Any] = after.model_dump(mode="json")
    return {name: (old[name], new[name]) for name in new if name != "version" and old[name] != new[name]}
