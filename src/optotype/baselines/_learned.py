"""What blind respondents that learn have in common: a logistic regression that chooses among candidates.

Candidates are the options of an item or, where it has none, the answers that were right most often to questions of its
kind. Features of a candidate are its words, its shape among the others, and its words together with what the respondent
knows of the item. They are hashed, so memory does not grow with the vocabulary, and nothing need be kept but numbers.
"""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from optotype.baselines import DONT_KNOW, FOLDS, UNANSWERABLE, Baseline, fold, kinds, state
from optotype.records import Choice, Gold, Graph, Item, Option, Ranking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from optotype.bench import Bench

    Ids = NDArray[np.int64]
    Weights = NDArray[np.float32]

BITS = 20
"""Weights are two to the power of this; features that meet in one share it."""
CLASSES = 24
"""Known answers to a kind of question that are candidates, at most."""
EPOCHS = (4, 20)
"""How often items are gone over: fewer items more often, so that there are steps enough."""
STEPS = 8_000
"""Items that are gone over in all, if that takes no fewer and no more epochs."""
BATCH = (8, 256)
"""Items of a step: an eighth of all, no fewer and no more than these."""
RATE = 0.1
_MANY = 32
"""Where a step is about more than one in so many weights, all of them are gone over."""
_READ = 256
"""Items that are looked up together."""

_WORDS = 48
"""Words of a text that are looked at."""
_CROSSED = 24
"""Words of what is known that are looked at together with the words of an option."""
_OPTION_WORDS = 10
_OPTIONS = 40
_LETTERS = 2_000
_WORD = re.compile(r"\w+(?:[.,]\d+)?")
_NUMBER = re.compile(r"-?\d{1,15}(?:[.,]\d{1,15})?")


@dataclass(frozen=True)
class Learned(Baseline):
    """Chooses the candidate that what it knows speaks for most."""

    learns = True

    @abstractmethod
    def knows(self, item: Item) -> list[int]:
        """What it knows of an item besides the options, as numbers: hashed words, or what a picture looks like."""

    def sees(self, option: Option) -> list[int]:
        """What it knows of an option, as numbers."""
        return words(option.text or "", _OPTION_WORDS)

    @cached_property
    def benches(self) -> list[Bench]:
        """The bench that it was told of, if it was."""
        return []

    def enter(self, bench: Bench) -> None:
        """Remembers whose items it will meet."""
        self.benches[:] = [bench]

    @cached_property
    def _memory(self) -> _Memory:
        return _Memory()

    def fit(self, solved: Iterable[tuple[Item, Gold]], *, apart: bool = False) -> None:
        """Takes features down; weights are found when the first answer is asked for."""
        memory = self._memory
        memory.folds = FOLDS if apart else 1
        rest = iter(solved)
        while some := list(islice(rest, _READ)):
            self.glance([item for item, _ in some])
            for item, gold in some:
                own = fold(item) if apart else 0
                if item.options:
                    self._take_options(item, gold, own)
                elif not isinstance(item.form, Graph):
                    memory.answers.add(kinds(item), self.knows(item), state(item, gold), own)
        vars(self).pop("_weights", None)

    def _take_options(self, item: Item, gold: Gold, own: int) -> None:
        named = [label for value in gold.accepted[:1] if isinstance(value, tuple) for label in value]
        right = set(named[:1] if isinstance(item.form, Ranking) else named)
        rows = self._rows(item)
        truth = [option.label in right for option in _offered(item)]
        truth += [gold.unanswerable] * (len(rows) - len(truth))
        if any(truth):
            self._memory.options.add(rows, truth, own)
            self._memory.sizes.setdefault(kinds(item)[0], Counter())[sum(truth)] += 1

    @cached_property
    def _weights(self) -> list[Weights]:
        """The weights for each fold, learned from all others."""
        return [self._memory.learn(number) for number in range(self._memory.folds)]

    def answer(self, item: Item, chance: random.Random) -> str:
        """The candidate with the highest score; one of them by chance where several have it."""
        memory = self._memory
        own = fold(item) if memory.folds > 1 else 0
        if isinstance(item.form, Graph) or memory.empty:
            return DONT_KNOW
        self.glance([item])
        weights = self._weights[own]
        if not item.options:
            texts = memory.answers.candidates(kinds(item), own, memory.folds)
            if not texts:
                return DONT_KNOW
            scores = weights[_crossed(_context(self.knows(item)), _keys(texts))].sum(axis=0)
            return texts[_best(scores.tolist(), chance)[0]]
        scores = [float(weights[row].sum()) / len(row) ** 0.5 for row in self._rows(item)]
        said = [*(option.label for option in _offered(item)), UNANSWERABLE]
        order = _best(scores, chance)
        if said[order[0]] == UNANSWERABLE:
            return UNANSWERABLE
        labels = [said[place] for place in order if said[place] != UNANSWERABLE]
        match item.form:
            case Ranking():
                return ", ".join([*labels, *(option.label for option in item.options[_OPTIONS:])])
            case Choice(several=True):
                sizes = next((memory.sizes[kind] for kind in kinds(item) if kind in memory.sizes), Counter({1: 1}))
                return ", ".join(sorted(labels[: sizes.most_common(1)[0][0]]))
            case _:
                return labels[0]

    def _rows(self, item: Item) -> list[Ids]:
        """The features of each option; and of saying that there is no answer, where that may be said."""
        known = self.knows(item)
        crossed = np.array(known[:_CROSSED], dtype=np.uint64)
        offered = _offered(item)
        seen = [self.sees(option) for option in offered]
        shapes = _shapes(offered, seen, set(known))
        rows: list[Ids] = []
        for own, shape in zip(seen, shapes, strict=True):
            words_ = np.array(own, dtype=np.uint64)
            pairs = _mixed(crossed[:, None], words_[None, :]).ravel() if len(own) else np.empty(0, np.int64)
            rows.append(np.concatenate([_alone(words_), pairs, np.array(shape, dtype=np.int64)]))
        if item.form.unanswerable:
            rows.append(_crossed(_context(known[:_CROSSED]), _keys([UNANSWERABLE]))[:, 0])
        return rows


# --- features


def words(text: str, most: int = _WORDS) -> list[int]:
    """The words of a text and the pairs of them that follow each other, hashed; each once, in order."""
    found = _WORD.findall(text[:_LETTERS].casefold())[:most]
    pairs = (f"{one} {other}" for one, other in pairwise(found))
    return list(dict.fromkeys(hashed(word) for word in (*found, *pairs)))


@lru_cache(maxsize=1 << 16)
def hashed(text: str) -> int:
    """A text as a number; the same on every machine."""
    return crc32(text.encode(errors="surrogatepass"))


def _offered(item: Item) -> tuple[Option, ...]:
    return item.options[:_OPTIONS]


def _context(known: Sequence[int]) -> NDArray[np.uint64]:
    """What is known, and that there is an item at all."""
    return np.array([*known, 1], dtype=np.uint64)


def _keys(texts: Sequence[str]) -> NDArray[np.uint64]:
    return np.array([hashed(f"answer {text}") for text in texts], dtype=np.uint64)


_FIRST, _SECOND, _THIRD = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93))


def _mixed(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> Ids:
    """Two numbers as the place of one weight."""
    mixed = (one * _FIRST) ^ (other * _SECOND)
    mixed ^= mixed >> np.uint64(29)
    return ((mixed * _THIRD) >> np.uint64(64 - BITS)).astype(np.int64)


def _alone(numbers: NDArray[np.uint64]) -> Ids:
    return _mixed(numbers, np.zeros(1, dtype=np.uint64))


def _crossed(known: NDArray[np.uint64], keys: NDArray[np.uint64]) -> Ids:
    """Each thing that is known together with each candidate: (known, candidates)."""
    return _mixed(known[:, None], keys[None, :])


def _shapes(options: Sequence[Option], seen: Sequence[Sequence[int]], known: set[int]) -> list[list[int]]:
    """What tells each option from the others, whatever its words: place, length, size, what it repeats."""
    count = len(options)
    lengths = [len(option.text or "") for option in options]
    sizes = [_number(option.text) for option in options]
    common = Counter(number for own in seen for number in set(own))
    shared = [sum(common[number] - 1 for number in own) / max(1, len(own)) for own in seen]
    repeated = [sum(number in known for number in own) / max(1, len(own)) for own in seen]
    numeric = all(size is not None for size in sizes)
    told: list[list[int]] = []
    for place, option in enumerate(options):
        facts = [
            f"place {place} of {count}",
            f"length {_rank(lengths, place)} of {count}",
            f"longest {lengths[place] == max(lengths) and lengths.count(lengths[place]) == 1}",
            f"shared {_rank(shared, place)} of {count}",
            f"repeated {_rank(repeated, place)} of {count}",
            f"digits {sum(letter.isdigit() for letter in (option.text or '')[:100])}",
        ]
        if numeric:
            facts.append(f"size {_rank([size or 0.0 for size in sizes], place)} of {count}")
        told.append(_alone(np.array([hashed(fact) for fact in facts], dtype=np.uint64)).tolist())
    return told


def _rank(values: Sequence[float], place: int) -> str:
    """How many are less, and how many are the same."""
    own = values[place]
    return f"{sum(value < own for value in values)}+{sum(value == own for value in values)}"


def _number(text: str | None) -> float | None:
    found = _NUMBER.search((text or "")[:200])
    return float(found[0].replace(",", ".")) if found else None


def _best(scores: Sequence[float], chance: random.Random) -> list[int]:
    """Places from the highest score to the lowest; those with the same score by chance."""
    by_chance = chance.sample(range(len(scores)), len(scores))
    return sorted(by_chance, key=lambda place: -scores[place])


# --- what was learned from


@dataclass
class _Options:
    """Items with options, as numbers only."""

    ids: array[int] = field(default_factory=lambda: array("i"))
    """The features of all options, one after the other."""
    lengths: array[int] = field(default_factory=lambda: array("i"))
    """How many features each option has."""
    counts: array[int] = field(default_factory=lambda: array("i"))
    """How many options each item has."""
    right: array[int] = field(default_factory=lambda: array("b"))
    folds: array[int] = field(default_factory=lambda: array("b"))

    def add(self, rows: Sequence[Ids], truth: Sequence[bool], own: int) -> None:
        for row in rows:
            self.ids.frombytes(row.astype(np.int32).tobytes())
            self.lengths.append(len(row))
        self.counts.append(len(rows))
        self.right.extend(truth)
        self.folds.append(own)

    def learn(self, climb: _Climb, left_out: int | None) -> None:
        """Goes over all items but those of a fold, some at a time."""
        ids, lengths = np.asarray(self.ids), np.asarray(self.lengths, dtype=np.int64)
        counts, right = np.asarray(self.counts, dtype=np.int64), np.asarray(self.right, dtype=np.float32)
        starts, firsts = _starts(lengths), _starts(counts)
        for some in climb.some(np.asarray(self.folds), left_out):
            rows = _ragged(firsts[some], counts[some])
            climb.choose(ids[_ragged(starts[rows], lengths[rows])], lengths[rows], counts[some], right[rows])


@dataclass
class _Known:
    """Items of one kind without options, as numbers only."""

    answers: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(FOLDS)])
    """By fold, how often each answer was right."""
    ids: array[int] = field(default_factory=lambda: array("q"))
    lengths: array[int] = field(default_factory=lambda: array("i"))
    said: array[int] = field(default_factory=lambda: array("q"))
    """What was right, hashed."""
    folds: array[int] = field(default_factory=lambda: array("b"))


@dataclass
class _Answers:
    """Items without options, by kind."""

    kinds: dict[str, _Known] = field(default_factory=dict[str, _Known])

    def add(self, names: Sequence[str], known: Sequence[int], right: str, own: int) -> None:
        for number, name in enumerate(names):
            there = self.kinds.setdefault(name, _Known())
            there.answers[own][right] += 1
            if number == 0:  # the others are there for questions of a kind that was never seen
                there.ids.extend(_context(known).astype(np.int64).tolist())
                there.lengths.append(len(known) + 1)
                there.said.append(hashed(f"answer {right}"))
                there.folds.append(own)

    def candidates(self, names: Sequence[str], own: int, folds: int) -> list[str]:
        """The answers that were right most often, but for those to items of the same fold."""
        for name in names:
            if (there := self.kinds.get(name)) is not None and (found := _usual(there, own, folds)):
                return found
        return []

    def learn(self, climb: _Climb, left_out: int, folds: int) -> None:
        for there in self.kinds.values():
            texts = _usual(there, left_out, folds)
            if len(texts) < 2 or not there.said:
                continue
            keys = _keys(texts)
            ids, lengths = np.asarray(there.ids).astype(np.uint64), np.asarray(there.lengths, dtype=np.int64)
            right = np.asarray(there.said).astype(np.uint64)[:, None] == keys[None, :]  # (items, candidates)
            starts = _starts(lengths)
            for some in climb.some(np.asarray(there.folds), left_out if folds > 1 else None):
                some = some[right[some].any(axis=1)]
                if len(some):
                    crossed = _crossed(ids[_ragged(starts[some], lengths[some])], keys)
                    climb.classify(crossed, lengths[some], right[some])


def _usual(there: _Known, own: int, folds: int) -> list[str]:
    counts: Counter[str] = Counter()
    for number, some in enumerate(there.answers):
        if folds == 1 or number != own:
            counts.update(some)
    often = [text for text, count in counts.most_common(CLASSES) if count > 1]
    return often or [text for text, _ in counts.most_common(CLASSES)]


@dataclass
class _Memory:
    options: _Options = field(default_factory=_Options)
    answers: _Answers = field(default_factory=_Answers)
    sizes: dict[str, Counter[int]] = field(default_factory=dict[str, "Counter[int]"])
    """By kind, how many options were right how often."""
    folds: int = 1

    @property
    def empty(self) -> bool:
        return not self.options.counts and not self.answers.kinds

    def learn(self, number: int) -> Weights:
        """Weights for the items of a fold."""
        items = len(self.options.counts) + sum(len(known.said) for known in self.answers.kinds.values())
        climb = _Climb()
        for _ in range(min(max(STEPS // max(1, items), EPOCHS[0]), EPOCHS[1])):
            self.options.learn(climb, number if self.folds > 1 else None)
            self.answers.learn(climb, number, self.folds)
        return climb.weights


# --- learning


class _Climb:
    """Weights that climb towards what was right, each by steps of its own size (Duchi et al., 2011)."""

    def __init__(self) -> None:
        self.weights = np.zeros(1 << BITS, dtype=np.float32)
        self._squares = np.full(1 << BITS, 0.1, dtype=np.float32)
        self._slopes = np.zeros(1 << BITS, dtype=np.float32)
        self._room = np.empty(1 << 15, dtype=np.float32)
        self._chance = np.random.default_rng(0)

    def some(self, folds: NDArray[np.int8], left_out: int | None) -> Iterator[Ids]:
        """Places of items in another order each time, some at a time."""
        places = np.arange(len(folds)) if left_out is None else np.flatnonzero(folds != left_out)
        self._chance.shuffle(places)
        step = min(max(len(places) // 8, BATCH[0]), BATCH[1])
        yield from (places[start : start + step] for start in range(0, len(places), step))

    def choose(self, ids: Ids, lengths: Ids, counts: Ids, right: Weights) -> None:
        """A step for items with options: `lengths` features for each option, `counts` options for each item."""
        root = np.sqrt(lengths).astype(np.float32)
        scores = np.add.reduceat(self.weights.take(ids), _starts(lengths)) / root
        firsts = _starts(counts)
        scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, firsts), counts))
        likely = scores / np.repeat(np.add.reduceat(scores, firsts), counts)
        truth = right / np.repeat(np.add.reduceat(right, firsts), counts)
        self._step(ids, np.repeat((likely - truth) / root, lengths))

    def classify(self, ids: Ids, lengths: Ids, right: NDArray[np.bool_]) -> None:
        """A step for items with the same candidates: `ids` are (features, candidates), `lengths` those of an item."""
        root = np.sqrt(lengths).astype(np.float32)[:, None]
        scores = np.add.reduceat(self.weights.take(ids), _starts(lengths), axis=0) / root
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely = scores / scores.sum(axis=1, keepdims=True)
        slopes = (likely - right) / root
        self._step(ids, np.repeat(slopes, lengths, axis=0))

    def _step(self, ids: Ids, slopes: NDArray[np.floating]) -> None:
        ids = ids.ravel()
        np.add.at(self._slopes, ids, slopes.astype(np.float32, copy=False).ravel())
        if len(ids) * _MANY > len(self.weights):
            self._step_everywhere()
            return
        # a feature that occurs twice is read and written twice, with the same numbers
        slope = self._slopes[ids]
        squares = self._squares[ids] + slope * slope
        self._squares[ids] = squares
        self.weights[ids] -= RATE * slope / np.sqrt(squares)
        self._slopes[ids] = 0.0

    def _step_everywhere(self) -> None:
        """The same for all weights in a row, which is faster where many have a slope: memory is not jumped about in."""
        room = self._room
        for begin in range(0, len(self.weights), len(room)):  # a stretch stays where the processor is fast
            here = slice(begin, begin + len(room))
            slope, squares = self._slopes[here], self._squares[here]
            np.multiply(slope, slope, out=room)
            squares += room
            np.sqrt(squares, out=room)
            slope *= RATE
            slope /= room
            self.weights[here] -= slope
            slope.fill(0.0)


def _starts(lengths: Ids) -> Ids:
    return np.cumsum(lengths) - lengths


def _ragged(starts: Ids, lengths: Ids) -> Ids:
    """All places from each start on, as many as its length."""
    return np.arange(int(lengths.sum())) + np.repeat(starts - _starts(lengths), lengths)
