"""Splits: items are dealt out in given proportions, and what belongs together stays together.

Items belong together that share a cluster, a paper, an item that they judge, or a picture of their question. Pictures
are compared by the content of their files: one that came in under two names is one. Pictures of options do not bind,
since an icon that every other question offers would tie all of them into one; with `strict` they do.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from optotype.batches import batches
from optotype.errors import OptotypeError, UnknownPart
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.records import Collection, Item, Picture

if TYPE_CHECKING:
    from optotype.bench import Bench

NAMES: Mapping[int, tuple[str, ...]] = {2: ("train", "test"), 3: ("train", "val", "test")}
"""What splits are called by their number, where nobody names them."""

_BATCH = 1000


@dataclass(frozen=True)
class Split:
    """What a split did, or would do."""

    names: tuple[str, ...]
    counts: dict[str, int]
    """By split, how many items it has."""
    groups: dict[str, int]
    """By split, how many groups of items that stay together it has."""
    largest: int
    """Items in the largest group."""
    strata: dict[str, dict[str, int]]
    """By value of the tags to balance: items in each split. An item with several values counts in each."""
    words: dict[str, tuple[int, int]]
    """By split, the shortest and the longest text in words; empty unless split by length."""
    changed: int
    """Items whose split is another now."""
    replaced: int
    """Those among them that had a split before."""
    dry: bool
    """Nothing was written."""


def split(
    bench: Bench,
    ratio: str | Sequence[float],
    *,
    names: Sequence[str] | None = None,
    stratify: Sequence[str] = (),
    by: Literal["chance", "length"] = "chance",
    only: str | None = None,
    seed: int = 0,
    strict: bool = False,
    force: bool = False,
    dry: bool = False,
    progress: Progress = silent,
) -> Split:
    """Deals the items of a bench out to splits.

    The same seed gives the same splits, in whatever order the items came. A split that was interrupted goes on when it
    is called again.

    Args:
        bench: the bench.
        ratio: the proportions: `6:2:2`.
        names: of the splits; train, val and test, or train and test, unless given.
        stratify: tags whose values are to be spread evenly over the splits, as far as groups allow.
        by: `length` puts the longest texts (questions, where there is no text) into the last split, as FACTUAL does to
            see whether a parser copes with captions longer than those it learned from; the rest is left to chance.
        only: this collection only; its items follow those of other collections that they share a picture with.
        seed: of chance.
        strict: pictures of options bind too.
        force: replace splits that items have.
        dry: write nothing.
        progress: told of each item done.

    Raises:
        OptotypeError: a ratio that is none, an unknown tag or collection, nothing to split, or splits that are there.
    """
    parts = _parts(ratio)
    called = _names(names, len(parts))
    if only is not None and bench.store.get(Collection, only) is None:
        raise UnknownPart("collection", only, [collection.id for collection in bench.store.each(Collection)])
    _check_tags(bench, stratify)
    table = _read(bench, stratify, only, strict, seed, progress)
    groups = _groups(table)
    _follow(groups, table, called)
    if by == "length":
        _deal_longest(groups, parts)
        _deal(groups, parts[:-1], table)
    else:
        _deal(groups, parts, table)
    splits = [None if (place := groups[root].split) is None else called[place] for root in table.roots()]
    before = list(table.splits())
    moves = [(old, new) for old, new in zip(before, splits, strict=True) if new is not None and old != new]
    replaced = sum(old is not None for old, _ in moves)
    if replaced and not (force or dry):
        raise OptotypeError(
            f"{so_many(replaced, 'items', 'has', 'have')} another split already. Replace it with --force, or split one "
            "collection only with --only."
        )
    if moves and not dry:
        settings: dict[str, JsonValue] = {"by": by, "only": only, "seed": seed, "strict": strict}
        settings |= {"ratio": ":".join(f"{part:g}" for part in parts), "names": list(called)}
        settings["stratify"] = list(stratify)
        with bench.store.event("split", **settings) as writer:
            for batch in batches(_moved(bench, only, splits), _BATCH):
                writer.write(replace=batch)
    return _told(table, groups, splits, called, by == "length", len(moves), replaced, dry)


def _parts(ratio: str | Sequence[float]) -> tuple[float, ...]:
    try:
        parts = tuple(float(part) for part in (ratio.split(":") if isinstance(ratio, str) else ratio))
    except ValueError:
        parts = ()
    if len(parts) < 2 or not all(part > 0 and math.isfinite(part) for part in parts):
        raise OptotypeError(f"The ratio is {ratio!r}, but positive numbers were expected, such as 6:2:2 or 8:1:1.")
    return parts


def _names(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if names is None and count not in NAMES:
        raise OptotypeError(f"{count} parts need names: give them with --names, with commas between them.")
    called = tuple(names) if names is not None else NAMES[count]
    if len(called) != count or len(set(called)) < count or not all(name.strip() for name in called):
        raise OptotypeError(f"{count} different names were expected for the {count} parts, not {', '.join(called)!r}.")
    return called


def _check_tags(bench: Bench, stratify: Sequence[str]) -> None:
    if stratify:
        known = bench.store.tag_values()
        for tag in stratify:
            if tag not in known:
                raise UnknownPart("tag", tag, known)


def _moved(bench: Bench, only: str | None, splits: Sequence[str | None]) -> Iterator[Item]:
    """The items whose split becomes another one."""
    items = bench.store.each(Item, {} if only is None else {"collection": only})
    for item, split in zip(items, splits, strict=False):  # what came in meanwhile waits for the next split
        if split is not None and item.split != split:
            yield item.model_copy(update={"split": split})


# --- what is known about every item, in a few bytes each


@dataclass
class _Table:
    """The items to split, in the order in which they came, column by column."""

    bonds: _Bonds
    nodes: array[int] = field(default_factory=lambda: array("q"))
    """One of the things that the item shares with others."""
    chances: array[int] = field(default_factory=lambda: array("Q"))
    """A number drawn for the item, which its id and the seed determine."""
    labels: array[int] = field(default_factory=lambda: array("q"))
    """The values of its tags, by number; -1 for an item that is left out: it follows its group and counts nowhere."""
    words: array[int] = field(default_factory=lambda: array("q"))
    had: array[int] = field(default_factory=lambda: array("q"))
    """The split it has up to now, by number; -1 for none."""
    values: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])
    """The values that labels stand for."""
    names: dict[str, int] = field(default_factory=dict[str, int])
    """The splits that items have."""
    elsewhere: dict[tuple[int, str], str] = field(default_factory=dict[tuple[int, str], str])
    """By shared thing and split: an item outside of what is split."""

    def add(self, item: Item, node: int, values: tuple[str, ...], chance: int) -> None:
        self.nodes.append(node)
        self.chances.append(chance)
        self.labels.append(-1 if item.excluded is not None else self.values.setdefault(values, len(self.values)))
        self.words.append(len((item.text or item.question).split()))
        self.had.append(-1 if item.split is None else self.names.setdefault(item.split, len(self.names)))

    def roots(self) -> Iterator[int]:
        return map(self.bonds.root, self.nodes)

    def splits(self) -> Iterator[str | None]:
        names = [*self.names, None]
        return (names[number] for number in self.had)

    def sort_labels(self) -> None:
        """Numbers labels by their values, so that the order in which items came changes nothing."""
        ordered = sorted(self.values)
        places = {self.values[values]: place for place, values in enumerate(ordered)}
        self.values = {values: place for place, values in enumerate(ordered)}
        self.labels = array("q", (places.get(label, -1) for label in self.labels))


class _Bonds:
    """What belongs together: things are bound in pairs, and any two that are linked by a chain of pairs are one."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._parents = array("q")

    def bind(self, things: Iterable[int]) -> int:
        """Binds things to one another; gives back the number of one of them."""
        numbers = [self._number(thing) for thing in things]
        first = self.root(numbers[0])
        for number in numbers[1:]:
            self._parents[self.root(number)] = first
        return first

    def root(self, number: int) -> int:
        """The number that stands for all that belongs together with this one."""
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    def _number(self, thing: int) -> int:
        number = self._numbers.setdefault(thing, len(self._numbers))
        if number == len(self._parents):
            self._parents.append(number)
        return number


def _read(
    bench: Bench, stratify: Sequence[str], only: str | None, strict: bool, seed: int, progress: Progress
) -> _Table:
    table = _Table(_Bonds())
    for batch in batches(bench.store.each(Item), _BATCH):
        pictures = bench.store.get_all(Picture, [id for item in batch for id in _binding(item, strict)])
        for item in batch:
            node = table.bonds.bind(_shared(item, pictures, strict))
            if only is None or item.collection == only:
                values = (
                    f"{tag}={value}" for tag in stratify for value in sorted(item.tags.get(tag) or ("(without)",))
                )
                table.add(item, node, tuple(values), _number(f"{seed} {item.id}"))
            elif item.split is not None:
                table.elsewhere.setdefault((node, item.split), item.id)
        progress(len(batch))
    if max(table.labels, default=-1) < 0:
        raise OptotypeError("There are no items to split. 'optotype import' brings some.")
    table.sort_labels()
    return table


def _binding(item: Item, strict: bool) -> tuple[str, ...]:
    """The pictures by which an item is bound to others."""
    return item.all_pictures if strict else item.pictures


def _shared(item: Item, pictures: Mapping[str, Picture], strict: bool) -> Iterator[int]:
    """All that an item may share with others, as numbers."""
    yield _number(f"item {item.id}")
    yield _number(f"cluster {item.cluster}")
    if item.about is not None:
        yield _number(f"item {item.about}")
    if item.paper is not None:
        yield _number(f"paper {item.paper}")
    for id in _binding(item, strict):
        picture = pictures.get(id)
        if picture is None or picture.file is None:
            yield _number(f"picture {id}")
        else:
            yield _number(f"file {picture.file}")
            if picture.edits:
                yield _number(f"file {picture.edits[0].file}")


def _number(text: str) -> int:
    # eight bytes tell a million things apart; two that met would only stay together
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


# --- what stays together, and where it goes


@dataclass(slots=True)
class _Group:
    """Items that stay together."""

    size: int = 0
    """Items that are not left out."""
    chance: int = 1 << 64
    """The smallest of its items' numbers: the order of items changes nothing."""
    words: int = 0
    """In the longest of its texts."""
    labels: dict[int, int] = field(default_factory=dict[int, int])
    """By label, how many of its items have it."""
    split: int | None = None
    """By number; None until it is dealt out."""


def _groups(table: _Table) -> dict[int, _Group]:
    """The groups, by the number that stands for each."""
    groups: dict[int, _Group] = {}
    for root, chance, label, words in zip(table.roots(), table.chances, table.labels, table.words, strict=True):
        group = groups.setdefault(root, _Group())
        group.chance = min(group.chance, chance)
        if label >= 0:
            group.size += 1
            group.words = max(group.words, words)
            group.labels[label] = group.labels.get(label, 0) + 1
    return groups


def _follow(groups: Mapping[int, _Group], table: _Table, names: Sequence[str]) -> None:
    """Puts groups where those of other collections are that they share something with."""
    for (node, split), id in table.elsewhere.items():
        group = groups.get(table.bonds.root(node))
        if group is None:
            continue
        if split not in names:
            raise OptotypeError(
                f"Items share a picture or paper with '{id}' and would have to follow it into the split '{split}', but "
                f"the splits are {', '.join(names)}. Choose names with --names, or split all without --only."
            )
        if group.split is not None and group.split != names.index(split):
            raise OptotypeError(
                f"Items share a picture or paper with others that are in two splits already, '{id}' among them. "
                "Split all collections together, without --only."
            )
        group.split = names.index(split)


def _deal_longest(groups: Mapping[int, _Group], parts: Sequence[float]) -> None:
    """Fills the last split with the longest texts."""
    last = len(parts) - 1
    wanted = round(sum(group.size for group in groups.values()) * parts[last] / sum(parts))
    wanted -= sum(group.size for group in groups.values() if group.split == last)
    free = [group for group in groups.values() if group.split is None and group.size]
    for group in sorted(free, key=lambda group: (-group.words, group.chance)):
        if wanted * 2 < group.size:
            return
        group.split = last
        wanted -= group.size


def _deal(groups: Mapping[int, _Group], parts: Sequence[float], table: _Table) -> None:
    """Deals groups out so that every split comes to its share of all items and of every value.

    Large groups go first, since small ones can still make up for them; within a size, equal ones follow each other in
    an order that chance determines. Each goes where the squares of what splits have too much or too little, over all
    values and in total, come to the least.
    """
    shares = [part / sum(parts) for part in parts]
    features = _features(table)
    excess: dict[int, list[float]] = {}  # by feature: what each split has beyond its share of what was dealt so far
    taking_part = [
        group for group in groups.values() if group.size and (group.split is None or group.split < len(parts))
    ]
    for group in sorted(taking_part, key=_order):
        counts: dict[int, int] = {}
        for label, times in sorted(group.labels.items()):
            for feature in features[label]:
                counts[feature] = counts.get(feature, 0) + times
        for feature, times in counts.items():
            over = excess.setdefault(feature, [0.0] * len(shares))
            for split, share in enumerate(shares):
                over[split] -= share * times
        if group.split is None:
            costs = [
                sum(
                    _weight(feature) * times * (2 * excess[feature][split] + times) for feature, times in counts.items()
                )
                for split in range(len(shares))
            ]
            group.split = min(range(len(shares)), key=costs.__getitem__)
        for feature, times in counts.items():
            excess[feature][group.split] += times


def _order(group: _Group) -> tuple[bool, int, list[tuple[int, int]], int]:
    return (group.split is None, -group.size, sorted(group.labels.items()), group.chance)


def _weight(feature: int) -> int:
    """How much evenness counts: that of all items more than that of a single value."""
    return 8 if feature == 0 else 1


def _features(table: _Table) -> list[list[int]]:
    """By label: what is to be spread evenly. 0 is every item; then come single values, and values that meet."""
    numbers: dict[tuple[str, ...], int] = {(): 0}
    found: list[list[int]] = []
    for values in table.values:
        alone = [(value,) for value in values]
        found.append([numbers.setdefault(feature, len(numbers)) for feature in dict.fromkeys([(), *alone, values])])
    return found


def _told(
    table: _Table,
    groups: Mapping[int, _Group],
    splits: Sequence[str | None],
    names: tuple[str, ...],
    by_length: bool,
    changed: int,
    replaced: int,
    dry: bool,
) -> Split:
    items, strata = Counter[str](), dict[str, Counter[str]]()
    words: dict[str, tuple[int, int]] = {}
    values = list(table.values)
    for number, split in enumerate(splits):
        label = table.labels[number]
        if split is None or label < 0:
            continue
        items[split] += 1
        for value in values[label]:
            strata.setdefault(value, Counter())[split] += 1
        low, high = words.get(split, (table.words[number], 0))
        words[split] = (min(low, table.words[number]), max(high, table.words[number]))
    counted = Counter(group.split for group in groups.values() if group.split is not None)
    return Split(
        names=names,
        counts={name: items[name] for name in names},
        groups={name: counted[place] for place, name in enumerate(names)},
        largest=max(group.size for group in groups.values()),
        strata={value: {name: strata[value][name] for name in names} for value in sorted(strata)},
        words={name: words[name] for name in names if name in words} if by_length else {},
        changed=changed,
        replaced=replaced,
        dry=dry,
    )
