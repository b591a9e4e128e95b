"""Looking at a bench: the items it holds, and all that is known about one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from optotype.batches import batches
from optotype.errors import OptotypeError, UnknownPart, what_there_is
from optotype.records import Answer, Collection, Finding, Gold, Item, Picture, Range, Respondent, Review, Run, Value
from optotype.store import BATCH, Where

if TYPE_CHECKING:
    from optotype.bench import Bench


def chosen(
    *, split: str | None = None, form: str | None = None, collection: str | None = None, excluded: bool = False
) -> Where:
    """The condition on items that a user's choice means; items that are left out need `excluded`."""
    where = {"split": split, "form": form, "collection": collection}
    found: dict[str, str | None] = {name: value for name, value in where.items() if value is not None}
    if not excluded:
        found["excluded"] = None
    return found


def items(
    bench: Bench,
    *,
    split: str | None = None,
    form: str | None = None,
    collection: str | None = None,
    excluded: bool = False,
    **tags: str,
) -> Iterator[Item]:
    """Items in the order in which they came: `bench.items(skill="counting", split="test")`.

    Items that are left out come only with `excluded=True`.
    """
    where = chosen(split=split, form=form, collection=collection, excluded=excluded)
    return bench.store.each(Item, where, tags)


def pictures(bench: Bench, where: Where, tags: Mapping[str, str]) -> Iterator[Picture]:
    """The pictures that chosen items show, each once; where whole collections are chosen, also those nobody shows."""
    if not tags and set(where) <= {"collection", "excluded"}:
        yield from bench.store.each(Picture, {name: value for name, value in where.items() if name == "collection"})
        return
    seen: set[str] = set()
    for batch in batches(bench.store.each(Item, where, tags), BATCH):
        ids = [id for item in batch for id in item.all_pictures if id not in seen]
        seen.update(ids)
        yield from bench.store.get_all(Picture, ids).values()


@dataclass(frozen=True)
class Page:
    """Some of the items that were asked for."""

    total: int
    """How many there are in all."""
    offset: int
    """How many come before these."""
    items: Iterator[tuple[Item, Gold | None]]
    """The items of this page with their gold, one at a time."""


def show(
    bench: Bench,
    *,
    limit: int | None = 20,
    offset: int = 0,
    split: str | None = None,
    form: str | None = None,
    collection: str | None = None,
    excluded: bool = False,
    tags: Mapping[str, str] = {},
) -> Page:
    """Some items with their gold, and how many there are in all; all from the offset on where there is no limit.

    Raises:
        UnknownPart: a tag, split or collection that no item has.
    """
    where = chosen(split=split, form=form, collection=collection, excluded=excluded)
    total = bench.store.count(Item, where, tags)
    if not total:
        check_names(bench, where, tags)
    end = None if limit is None else offset + limit
    return Page(total, offset, with_gold(bench, islice(bench.store.each(Item, where, tags), offset, end)))


def findings(bench: Bench, *, rule: str | None = None, about: str | None = None) -> Iterator[Finding]:
    """What rules noticed, in the order in which they did."""
    where = {name: value for name, value in (("rule", rule), ("about", about)) if value is not None}
    return bench.store.each(Finding, where)


def noticed(bench: Bench, where: Where, tags: Mapping[str, str] = {}, *, rule: str | None = None) -> Iterator[Finding]:
    """What rules noticed about chosen items and the pictures that these show, item by item.

    Raises:
        OptotypeError: a tag, split, form or collection that no item has.
    """
    if not bench.store.count(Item, where, tags):
        check_names(bench, where, tags)
    named: Where = {} if rule is None else {"rule": rule}
    seen: set[str] = set()
    for batch in batches(bench.store.each(Item, where, tags), BATCH):
        ids = dict.fromkeys(id for item in batch for id in (item.id, *item.all_pictures))
        about = [id for id in ids if id not in seen]
        seen.update(about)
        yield from bench.store.each(Finding, {**named, "about": about})


def with_gold(bench: Bench, items: Iterable[Item]) -> Iterator[tuple[Item, Gold | None]]:
    """Items with their gold, where it was decided."""
    for batch in batches(items, BATCH):
        golds = bench.store.get_all(Gold, [item.id for item in batch])
        yield from ((item, golds.get(item.id)) for item in batch)


def solved(bench: Bench, split: str | None) -> Iterator[tuple[Item, Gold]]:
    """The items of a split whose gold was decided; of all splits where none is named."""
    for item, gold in with_gold(bench, items(bench, split=split)):
        if gold is not None:
            yield item, gold


def check_names(bench: Bench, where: Where, tags: Mapping[str, str]) -> None:
    """Makes sure that what items are chosen by exists: a slip of the pen looks like an empty bench otherwise.

    Raises:
        OptotypeError: a tag, a value of a tag, a collection, a split or a form that the bench does not have.
    """
    known = bench.store.tag_values() if tags else {}
    for tag, value in tags.items():
        if tag not in known:
            raise UnknownPart("tag", tag, known)
        if value not in known[tag]:
            raise UnknownPart(f"value of the tag '{tag}'", value, known[tag])
    collection = where.get("collection")
    if isinstance(collection, str) and bench.store.get(Collection, collection) is None:
        raise UnknownPart("collection", collection, [collection.id for collection in bench.store.each(Collection)])
    columns: tuple[tuple[Literal["split", "form"], str], ...] = (("split", "in the split"), ("form", "of the form"))
    for column, what in columns:
        value = where.get(column)
        if isinstance(value, str) and value not in (there := bench.store.item_values(column)):
            raise OptotypeError(
                f"There are no such items in this bench: none is {what} '{value}'. {what_there_is(value, there)}"
            )


@dataclass(frozen=True)
class Shown:
    """A picture that an item shows."""

    id: str
    picture: Picture | None
    """None where the bench has no record of it."""
    path: Path | None
    """Where its file lies, in full; None while the file is missing."""


@dataclass(frozen=True)
class Sheet:
    """An item with all that belongs to it."""

    item: Item
    pictures: dict[str, Shown]
    """By id: those of the question in order, then those of the options."""
    gold: Gold | None
    answers: dict[str, int]
    """By state, how many answers were given to it."""
    reviews: list[Review]
    findings: list[Finding]
    """What was noticed about the item and about its pictures."""


def sheet(bench: Bench, id: str) -> Sheet:
    """All about one item.

    Raises:
        OptotypeError: there is no such item.
    """
    store = bench.store
    item = find(bench, id)
    ids = item.all_pictures
    pictures = store.get_all(Picture, ids)
    answers: dict[str, int] = {}
    for answer in store.each(Answer, {"item": item.id}):
        answers[answer.state.value] = answers.get(answer.state.value, 0) + 1
    return Sheet(
        item=item,
        pictures={id: _shown(bench, id, pictures.get(id)) for id in ids},
        gold=store.get(Gold, item.id),
        answers=answers,
        reviews=list(store.each(Review, {"item": item.id})),
        findings=list(store.each(Finding, {"about": [item.id, *ids]})),
    )


def find(bench: Bench, id: str) -> Item:
    """The item with an id; the collection's name may be left out where one item only is meant.

    Raises:
        OptotypeError: there is none, or there are several.
    """
    if item := bench.store.get(Item, id):
        return item
    names = [collection.id for collection in bench.store.each(Collection)]
    found = list(bench.store.get_all(Item, [f"{name}/{id}" for name in names]).values())
    if len(found) > 1:
        meant = " or ".join(f"'{item.id}'" for item in found)
        raise OptotypeError(f"'{id}' can be {meant}. Name the one that is meant.")
    if not found:
        raise OptotypeError(f"There is no item called '{id}'. 'optotype show' lists them.")
    return found[0]


def find_run(bench: Bench, name: str) -> Run:
    """The run with this id, or the only run of this respondent.

    Raises:
        OptotypeError: there is none, or there are several.
    """
    if run := bench.store.get(Run, name):
        return run
    runs = list(bench.store.each(Run))
    if not runs:
        raise OptotypeError("There are no runs in this bench yet. Make one with: optotype eval --model baseline/random")
    respondents = bench.store.get_all(Respondent, [run.respondent for run in runs])
    called = {id: respondent.name for id, respondent in respondents.items()}
    found = [run for run in runs if name in (run.respondent, called.get(run.respondent))]
    if not found:
        raise UnknownPart("run", name, {name for run in runs for name in (run.id, run.respondent)})
    if len(found) > 1:
        ids = ", ".join(f"'{run.id}'{f' ({run.started:%Y-%m-%d %H:%M})' if run.started else ''}" for run in found)
        raise OptotypeError(f"'{name}' has {len(found)} runs: {ids}. Name the one that is meant by its id.")
    return found[0]


def _shown(bench: Bench, id: str, picture: Picture | None) -> Shown:
    path = None if picture is None else bench.path(picture)
    return Shown(id, picture, path.resolve() if path is not None and path.is_file() else None)


def say(value: Value, item: Item | None = None) -> str:
    """An answer in words: `yes`, `0.25 to 0.3`, `B: the red one`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Range):
        return f"{value.low:g} to {value.high:g}"
    if isinstance(value, int | float):
        return f"{value:g}"
    texts = {option.label: option.text for option in item.options} if item is not None else {}
    labels = (value,) if isinstance(value, str) else value
    return ", ".join(f"{label}: {texts[label]}" if texts.get(label) else label for label in labels)


def say_gold(gold: Gold | None, item: Item | None = None) -> str:
    """The right answer in words; nothing where it was not decided."""
    if gold is None:
        return ""
    if gold.unanswerable:
        return "cannot be answered"
    return " or ".join(say(value, item) for value in gold.accepted)
