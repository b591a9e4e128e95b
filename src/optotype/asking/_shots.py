"""Examples: solved items of the train split that are shown before a question."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, NamedTuple

from optotype import looking
from optotype.asking._question import Example
from optotype.asking._stating import right
from optotype.batches import batches
from optotype.embedding import shared
from optotype.errors import OptotypeError
from optotype.plurals import so_many
from optotype.records import Choice, Gold, Graph, Item, Picture

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    from optotype.bench import Bench

POOL = 10_000
"""The most items of one form and collection that examples are chosen from; of more, so many are drawn by chance."""
COMPARED = 2_000
"""The same for similar ones: each is encoded once, which takes some milliseconds."""

_BATCH = 500
_FEW = 64
_SPARE = 50
_LENGTH = 200  # letters of a question that are compared; the time that takes grows with them

Kind = tuple[str, str]
"""A form, and what tells items of it apart that are answered differently."""


class _Candidate(NamedTuple):
    rank: int
    """Its place in an order that chance decided."""
    id: str
    cluster: str
    pictures: tuple[str, ...]


class _Pool:
    """What examples are chosen from."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._heap: list[_Candidate] = []

    def offer(self, candidate: _Candidate) -> None:
        """Takes a candidate in, if it is among the first of all that were ever offered."""
        turned = candidate._replace(rank=-candidate.rank)
        if len(self._heap) < self._most:
            heapq.heappush(self._heap, turned)
        else:
            heapq.heappushpop(self._heap, turned)

    def keep(self, there: set[str]) -> None:
        """Drops those with a picture that is not there."""
        self._heap = [candidate for candidate in self._heap if there.issuperset(candidate.pictures)]

    @cached_property
    def candidates(self) -> list[_Candidate]:
        """In the order of chance."""
        return sorted(self._heap, reverse=True)


class Shots:
    """Chooses examples: the same seed and item give the same, in whatever order items are asked about.

    Examples have the form of the item and come from its collection as far as that has enough. None shares its picture
    or paper with the item.
    """

    def __init__(self, bench: Bench, count: int, choose: Literal["random", "similar"], split: str, seed: int) -> None:
        """Walks over the split once.

        Raises:
            OptotypeError: there is no such split, or nothing in it is solved.
        """
        self._bench = bench
        self._count = count
        self._choose = choose
        self._seed = seed
        self._pools: dict[tuple[Kind, str | None], _Pool] = {}
        self._vectors: dict[tuple[Kind, str | None], NDArray[float32]] = {}
        most = COMPARED if choose == "similar" else POOL
        for item, gold in looking.solved(bench, split):
            if _can_be_stated(item, gold):
                candidate = _candidate(item, seed)
                for collection in (item.collection, None):
                    self._pools.setdefault((_kind(item), collection), _Pool(most)).offer(candidate)
        if not self._pools:
            there = bench.store.count(Item, looking.chosen(split=split))
            problem = f"none of its {so_many(there, 'items')} has gold" if there else "there is none"
            hint = "" if there else " Deal the items out with: optotype split 6:2:2"
            raise OptotypeError(f"Examples are taken from the split '{split}', but {problem}.{hint}")
        self._keep_pictured()

    def _keep_pictured(self) -> None:
        pools = self._pools.values()
        ids = {id for pool in pools for candidate in pool.candidates for id in candidate.pictures}
        there: set[str] = set()
        for some in batches(sorted(ids), _BATCH):
            there.update(id for id, picture in self._bench.store.get_all(Picture, some).items() if picture.file)
        for pool in pools:
            del pool.candidates
            pool.keep(there)

    def of(self, item: Item) -> list[Example]:
        """The examples for an item; fewer than were asked for, if there are no more."""
        return self.each([item])[0]

    def each(self, items: Sequence[Item]) -> list[list[Example]]:
        """The examples for each of these items; many at a time take one walk to the store."""
        chosen = self._similar(items) if self._choose == "similar" else [self._random(item) for item in items]
        ids = list(dict.fromkeys(id for some in chosen for id in some))
        found = self._bench.store.get_all(Item, ids)
        golds = self._bench.store.get_all(Gold, ids)
        return [[Example(found[id], golds[id]) for id in some] for some in chosen]

    def _where(self, item: Item) -> Iterator[tuple[Kind, str | None]]:
        """Where examples for an item are looked for: in its collection first, then in all."""
        for place in ((_kind(item), item.collection), (_kind(item), None)):
            if place in self._pools:
                yield place

    def _first(self, item: Item, ordered: Callable[[tuple[Kind, str | None]], Iterable[int]]) -> list[str]:
        """The first candidates of each place in some order; what belongs to the item itself is passed over."""
        chosen: dict[str, None] = {}
        for place in self._where(item):
            candidates = self._pools[place].candidates
            for number in ordered(place):
                if len(chosen) == self._count:
                    return list(chosen)
                if candidates[number].cluster != item.cluster and candidates[number].id != item.id:
                    chosen[candidates[number].id] = None
        return list(chosen)

    # --- by chance

    def _random(self, item: Item) -> list[str]:
        chance = random.Random(_hash(self._seed, item.id))  # noqa: S311 - not for secrets
        return self._first(item, lambda place: _draw(chance, len(self._pools[place].candidates)))

    # --- by similarity

    def _similar(self, items: Sequence[Item]) -> list[list[str]]:
        rows = shared().vectors([_words(item) for item in items])
        found = [self._nearest(item, rows[number]) for number, item in enumerate(items)]
        return [list(reversed(some)) for some in found]  # the nearest stands next to the question

    def _nearest(self, item: Item, vector: NDArray[float32]) -> list[str]:
        return self._first(item, lambda place: _downwards(self._matrix(place) @ vector, self._count + _SPARE))

    def _matrix(self, place: tuple[Kind, str | None]) -> NDArray[float32]:
        """The vectors of all candidates of a pool."""
        import numpy as np

        if place not in self._vectors:
            parts: list[NDArray[float32]] = []
            for some in batches(self._pools[place].candidates, _BATCH):
                items = self._bench.store.get_all(Item, [candidate.id for candidate in some])
                parts.append(shared().vectors([_words(items[candidate.id]) for candidate in some]))
            self._vectors[place] = np.concatenate(parts)
        return self._vectors[place]


def _kind(item: Item) -> Kind:
    match item.form:
        case Choice(several=True):
            return "choice", "several"
        case Graph(notation=notation):
            return "graph", notation
        case form:
            return form.kind, ""


def _candidate(item: Item, seed: int) -> _Candidate:
    pictures = item.all_pictures
    return _Candidate(_hash(seed, item.id), item.id, item.cluster, pictures)


def _can_be_stated(item: Item, gold: Gold) -> bool:
    try:
        right(item, gold)
    except LookupError:
        return False
    return True


def _hash(seed: int, name: str) -> int:
    return int.from_bytes(blake2b(f"{seed} {name}".encode(errors="surrogatepass"), digest_size=8).digest())


def _words(item: Item) -> str:
    """What tells how similar two items are: the question, or what it is about where there is none."""
    return (item.question or item.text)[:_LENGTH]


def _draw(chance: random.Random, count: int) -> Iterator[int]:
    """All numbers below `count` in a random order; the first few of many cost little."""
    if count <= _FEW:
        yield from chance.sample(range(count), count)
        return
    drawn: set[int] = set()
    while len(drawn) < count // 2:
        number = chance.randrange(count)
        if number not in drawn:
            drawn.add(number)
            yield number
    rest = [number for number in range(count) if number not in drawn]
    chance.shuffle(rest)
    yield from rest


def _downwards(scores: NDArray[float32], first: int) -> Iterator[int]:
    """The places of scores, highest first; equals in the order in which they stand. Mostly the first few are enough."""
    import numpy as np

    # rounded, since the last digits of a product depend on how many are computed at once
    rounded = scores.round(4)
    if first < len(rounded):
        least = np.partition(rounded, -first)[-first]
        top = np.flatnonzero(rounded >= least)
        yield from (int(place) for place in top[np.argsort(-rounded[top], kind="stable")])
        rest = np.flatnonzero(rounded < least)
        yield from (int(place) for place in rest[np.argsort(-rounded[rest], kind="stable")])
    else:
        yield from (int(place) for place in np.argsort(-rounded, kind="stable"))
