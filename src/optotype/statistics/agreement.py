"""Agreement between people: how far they say the same, beyond what chance would have them say.

Four coefficients, all of the shape 1 - observed disagreement / expected disagreement:

- Krippendorff's alpha (Computing Krippendorff's Alpha-Reliability, 2011), for any number of people and with gaps;
- Fleiss' kappa (1971), where not all things were rated by as many people in Gwet's extension of it;
- Gwet's AC1 (2008), and AC2 where values differ by degrees: it does not fall where nearly all say the same;
- Cohen's kappa (1960) for two people, weighted (1968) where values differ by degrees.

What "differ" means is the level: names are the same or not, numbers are some way apart, sets overlap. Intervals come
from leaving out one cluster of things at a time. `docs/agreement.md` says which coefficient answers which question.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

import numpy as np

from optotype.statistics import Codes, Floats, _student, codes

GROUPS = 500
"""Clusters up to which each is left out for itself; where there are more, groups of them are."""

MOST_SETS = 1000
"""Different sets up to which all of them are held against each other; of more, as many are drawn by chance to see how
far any two differ."""

Level = Literal["nominal", "ordinal", "interval", "ratio", "masi", "jaccard"]
"""How values differ: as names, by rank, by distance, by ratio, or as sets: by MASI (Passonneau, 2006) or Jaccard."""

SETS: tuple[Level, ...] = ("masi", "jaccard")

_NOTHING = 1e-12  # a disagreement below this is rounding
_FURTHEST = 50.0  # a logarithm beyond which an interval is as wide as can be
_FEW_NAMES = 32  # names up to which a table of all pairs of them is made for any two people
_FEW_UNITS = 2  # fewer tell too little about a value that is rare; see docs/simulating.md
_FLEISS = 1  # its place among the coefficients; it counts each answer as a neighbour of itself, and so is too low
_WIDE = 4  # a table may have so many times as many cells as there are rows
_BITS = 62  # of a whole number
_TOGETHER = 1 << 20  # numbers that are worked with at a time


@dataclass(frozen=True)
class Coefficient:
    """A coefficient, and how far it may be off."""

    value: float | None
    """None where it is not defined: nobody shares a thing, or all say the same."""
    low: float | None = None
    """None where it cannot be told."""
    high: float | None = None


UNDEFINED = Coefficient(None)


@dataclass(frozen=True)
class Agreement:
    """How far people agree."""

    alpha: float | None
    """Krippendorff's. None where it is not defined: nobody shares a unit, or all say the same."""
    low: float | None
    high: float | None
    units: int
    """Things that two people at least have said something about."""
    values: int
    """What was said about these."""
    same: float | None
    """Share of pairs of people who said the same, without regard to chance."""
    fleiss: Coefficient = UNDEFINED
    gwet: Coefficient = UNDEFINED
    """AC1 for names; AC2 where values differ by degrees."""
    sampled: bool = False
    """Was the expected disagreement taken from some of the values, because there are very many?"""


@dataclass(frozen=True)
class Pair:
    """How far two people agree."""

    a: str
    b: str
    units: int
    """Things that both have said something about."""
    same: float
    """Share of these about which they said the same."""
    kappa: Coefficient
    """Cohen's; weighted where values differ by degrees."""


@dataclass(frozen=True)
class Split:
    """A thing about which people do not agree."""

    unit: str
    disagreement: float
    """How far apart any two of them are in the mean, from 0 to 1."""
    said: dict[Hashable, int]
    """How many said what, the most frequent first."""


@dataclass(frozen=True)
class Opinions:
    """Who said what about which thing, as numbers; nobody speaks about a thing twice."""

    unit: Codes
    person: Codes
    value: Codes
    units: list[str]
    people: list[str]
    names: list[Hashable]
    """What the numbers of `value` stand for."""
    cluster: Codes
    """For each unit, what it belongs together with."""

    @classmethod
    def of(cls, rows: Iterable[tuple[str, str, Hashable]], clusters: Mapping[str, Hashable] | None = None) -> Opinions:
        """Opinions, from rows of thing, person and value; of what a person says twice about a thing the first counts.

        Args:
            rows: in any order.
            clusters: by thing, what it shares with its siblings; each thing is its own cluster unless given.
        """
        units: dict[str, int] = {}
        people: dict[str, int] = {}
        names: dict[Hashable, int] = {}
        said: dict[tuple[int, int], int] = {}
        for unit, person, value in rows:
            who = units.setdefault(unit, len(units)), people.setdefault(person, len(people))
            said.setdefault(who, names.setdefault(value, len(names)))
        pairs = np.array(list(said), dtype=np.int64).reshape(-1, 2)
        cluster = list(units) if clusters is None else [clusters.get(unit, unit) for unit in units]
        return cls(
            pairs[:, 0],
            pairs[:, 1],
            np.fromiter(said.values(), np.int64, len(said)),
            list(units),
            list(people),
            list(names),
            codes(cluster),
        )

    def only(self, rows: np.ndarray) -> Opinions:
        """Some of them; units, people and names keep their numbers."""
        return Opinions(
            self.unit[rows], self.person[rows], self.value[rows], self.units, self.people, self.names, self.cluster
        )

    def and_unit(self, said: Codes) -> Opinions:
        """The same, and one thing more, about which so many people as there are values said these."""
        number = int(self.unit.max(initial=-1)) + 1
        return Opinions(
            np.append(self.unit, np.full(len(said), number)),
            np.append(self.person, np.arange(len(said))),
            np.append(self.value, said),
            self.units,
            self.people,
            self.names,
            np.append(self.cluster[:number], self.cluster.max(initial=-1) + 1),
        )


def alpha(
    units: Iterable[Sequence[Hashable]],
    confidence: float = 0.95,
    *,
    level: Level = "nominal",
    seed: int = 0,
) -> Agreement:
    """How far people agree about units, where it does not matter who they are.

    Args:
        units: for each thing, what people said about it.
        confidence: how often the interval shall hold.
        level: how values differ.
        seed: of chance.
    """
    names: dict[Hashable, int] = {}
    sizes: list[int] = []
    said: list[int] = []
    for values in units:
        if len(values) > 1:
            sizes.append(len(values))
            said += [names.setdefault(value, len(names)) for value in values]
    unit = np.repeat(np.arange(len(sizes)), sizes)
    opinions = Opinions(unit, unit, np.array(said, dtype=np.int64), [], [], list(names), np.arange(len(sizes)))
    return agree(opinions, confidence, level=level, seed=seed)


def agree(
    opinions: Opinions,
    confidence: float = 0.95,
    *,
    level: Level = "nominal",
    categories: int | None = None,
    intervals: bool = True,
    seed: int = 0,
) -> Agreement:
    """How far people agree, by all coefficients that take any number of people.

    Args:
        opinions: who said what.
        confidence: how often intervals shall hold.
        level: how values differ; values must be numbers or sets where it needs such.
        categories: how many values could have been given, for Gwet's coefficient; those that were, unless given.
        intervals: shall there be any? Values alone are found faster.
        seed: of chance.
    """
    kinds = _Kinds.of(opinions, level, seed)
    if kinds is None:
        return Agreement(None, None, None, 0, 0, None)
    found = _coefficients(kinds, confidence, categories, intervals=intervals)
    if intervals and kinds.clusters > 1:
        # Gwet's coefficient hardly depends on how rare a value is
        found = [*_beyond(found[:2], kinds, opinions, level, confidence, seed), found[2]]
    said = int(kinds.often @ kinds.sizes)
    same = float(kinds.often @ kinds.same / (kinds.often @ kinds.pairs))
    return Agreement(
        found[0].value,
        found[0].low,
        found[0].high,
        units=int(kinds.often.sum()),
        values=said,
        same=same,
        fleiss=found[1],
        gwet=found[2],
        sampled=kinds.sampled,
    )


def _coefficients(
    kinds: _Kinds, confidence: float, categories: int | None, *, intervals: bool = True
) -> list[Coefficient]:
    """Krippendorff's, Fleiss' and Gwet's, with their intervals if these are wished for."""
    distinct = max(categories or 0, len(kinds.values))

    def figures(weights: Floats) -> Floats:  # (samples, kinds) to (coefficients, samples)
        return np.stack([kinds.alpha(weights), *kinds.kappas(weights, distinct)])

    with np.errstate(all="ignore"):  # hostile numbers overflow; what comes of them is not defined, and said to be
        whole = figures(kinds.often[None])[:, 0].tolist()
        if not intervals:
            return [Coefficient(value) if math.isfinite(value) else UNDEFINED for value in whole]
        left, often = zip(*((figures(weights), times) for weights, times in kinds.without()), strict=True)
        columns, times = np.concatenate(left, axis=1), np.concatenate(often)
        return [
            _interval(value, _Without(column, times), kinds.clusters, confidence, biased=place == _FLEISS)
            for place, (value, column) in enumerate(zip(whole, columns, strict=True))
        ]


def pairs(
    opinions: Opinions,
    confidence: float = 0.95,
    *,
    level: Level = "nominal",
) -> list[Pair]:
    """How far any two people agree who share a thing, those who share most first."""
    order = np.lexsort((opinions.person, opinions.unit))
    unit, person, value = opinions.unit[order], opinions.person[order], opinions.value[order]
    first, second = _within(unit)
    if not len(first):
        return []
    together = person[first] * len(opinions.people) + person[second]
    order = np.argsort(together, kind="stable")
    first, second, together = first[order], second[order], together[order]
    begins = np.flatnonzero(np.r_[True, together[1:] != together[:-1]])
    found: list[Pair] = []
    for begin, end in zip(begins, [*begins[1:], len(together)], strict=True):
        one, other = value[first[begin:end]], value[second[begin:end]]
        cluster = opinions.cluster[unit[first[begin:end]]]
        kappa = cohen(one, other, opinions.names, cluster, confidence, level=level)
        a, b = divmod(int(together[begin]), len(opinions.people))
        share = float((one == other).mean())
        found.append(Pair(opinions.people[a], opinions.people[b], int(end - begin), share, kappa))
    return sorted(found, key=lambda pair: -pair.units)


def cohen(
    one: Codes,
    other: Codes,
    names: Sequence[Hashable],
    cluster: Codes,
    confidence: float = 0.95,
    *,
    level: Level = "nominal",
) -> Coefficient:
    """Cohen's kappa of two people: disagreement is weighted by how far values differ, squared for numbers.

    Args:
        one: what the first said about each thing, as numbers.
        other: what the second said about the same.
        names: what the numbers stand for.
        cluster: of each thing.
        confidence: how often the interval shall hold.
        level: how values differ.
    """
    if not len(one):
        return UNDEFINED
    seen = list(dict.fromkeys([*one.tolist(), *other.tolist()])) if len(names) > _FEW_NAMES else range(len(names))
    place = np.zeros(len(names), dtype=np.int64)
    place[list(seen)] = np.arange(len(seen))
    apart = _apart([names[number] for number in seen], level)
    return _cohen(place[one], place[other], apart, codes(cluster), confidence)


def _cohen(one: Codes, other: Codes, apart: Floats, cluster: Codes, confidence: float) -> Coefficient:
    count = len(apart)
    cell = one * count + other
    often = np.bincount(cell, minlength=count * count).astype(np.float64)
    cells = np.flatnonzero(often)
    often, left, right = often[cells], cells // count, cells % count
    ones, others = np.eye(count)[left], np.eye(count)[right]  # (cells, values)
    differ = apart[left, right]

    def kappa(weights: Floats) -> Floats:  # (samples, cells) to (samples)
        expected = ((weights @ ones @ apart) * (weights @ others)).sum(axis=1)
        return 1 - (weights @ differ) * weights.sum(axis=1) / np.where(expected > 0, expected, np.nan)

    with np.errstate(all="ignore"):
        whole = float(kappa(often[None])[0])
        found = [(kappa(weights), times) for weights, times in _without(np.searchsorted(cells, cell), cluster, often)]
        left = _Without(*(np.concatenate(column) for column in zip(*found, strict=True)))
        return _interval(whole, left, int(cluster.max()) + 1, confidence)


def splits(opinions: Opinions, *, level: Level = "nominal", most: int = 20, seed: int = 0) -> list[Split]:
    """The things that split people most: first those about which any two are furthest apart, then those of many."""
    kinds = _Kinds.of(opinions, level, seed)
    if kinds is None:
        return []
    apart = kinds.fixed / kinds.pairs / (kinds.widest or 1.0)
    order = np.lexsort((kinds.units, -kinds.sizes[kinds.kind], -apart[kinds.kind]))
    found: list[Split] = []
    by_unit = np.argsort(opinions.unit, kind="stable")
    begins = np.searchsorted(opinions.unit[by_unit], np.arange(len(opinions.units) + 1))
    for place in order[:most]:
        kind, unit = kinds.kind[place], int(kinds.units[place])
        if apart[kind] <= 0:
            break
        values = opinions.value[by_unit[begins[unit] : begins[unit + 1]]]
        there, times = np.unique(values, return_counts=True)
        ranked = sorted(zip(times.tolist(), there.tolist(), strict=True), key=lambda one: (-one[0], one[1]))
        said: dict[Hashable, int] = {opinions.names[value]: count for count, value in ranked}
        found.append(Split(opinions.units[unit], float(apart[kind]), said))
    return found


# --- how values differ


def masi(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    """How far two sets differ: 0 for the same, 1 for sets without anything in common (Passonneau, 2006)."""
    return float(_sets_apart([one], [other], "masi")[0, 0])


def jaccard(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    """The share of what is in either of two sets that is not in both."""
    return float(_sets_apart([one], [other], "jaccard")[0, 0])


def _sets_apart(some: Sequence[frozenset[Hashable]], others: Sequence[frozenset[Hashable]], level: Level) -> Floats:
    """How far every set differs from every other: (some, others)."""
    both = list({member: None for members in (*some, *others) for member in members})
    place = {member: number for number, member in enumerate(both)}
    one, other = (np.zeros((len(sets), max(len(both), 1)), dtype=np.float32) for sets in (some, others))
    for table, sets in ((one, some), (other, others)):
        for row, members in enumerate(sets):
            table[row, [place[member] for member in members]] = 1
    shared = np.asarray(one @ other.T, dtype=np.float64)
    left, right = one.sum(axis=1, dtype=np.float64)[:, None], other.sum(axis=1, dtype=np.float64)[None]
    union = left + right - shared
    alike = np.where(union > 0, shared / np.where(union > 0, union, 1), 1.0)  # two empty sets are the same
    if level == "masi":
        inside = (shared == left) | (shared == right)
        kept = np.where(inside, np.where(left == right, 1.0, 2 / 3), 1 / 3)
        alike = alike * np.where(shared > 0, kept, np.where(union > 0, 0.0, 1.0))
    return 1 - alike


def _apart(names: Sequence[Hashable], level: Level) -> Floats:
    """How far any two values differ, as coefficients with fixed weights count it: (values, values)."""
    if level == "nominal":
        return 1.0 - np.eye(len(names))
    if level in SETS:
        sets = cast("Sequence[frozenset[Hashable]]", names)
        return _sets_apart(sets, sets, level)
    x = np.array(names, dtype=np.float64)
    if level == "ratio":
        return _ratios(x[:, None], x[None])
    x = _placed(x, level)
    return (x[:, None] - x[None]) ** 2


def _placed(x: Floats, level: Level) -> Floats:
    """Numbers as they are, or the places they have in order."""
    return x if level != "ordinal" else np.unique(x, return_inverse=True)[1].astype(np.float64)


def _ratios(x: Floats, y: Floats) -> Floats:
    with np.errstate(all="ignore"):
        return np.where(x == y, 0.0, ((x - y) / (x + y)) ** 2)


def _within(unit: Codes) -> tuple[Codes, Codes]:
    """All pairs of rows that are about the same unit, for rows sorted by unit."""
    first: list[Codes] = [np.zeros(0, dtype=np.int64)]
    second: list[Codes] = [np.zeros(0, dtype=np.int64)]
    for step in range(1, int(np.bincount(unit).max(initial=1)) if len(unit) else 1):
        here = np.flatnonzero(unit[step:] == unit[:-step]).astype(np.int64)
        first.append(here)
        second.append(here + step)
    return np.concatenate(first), np.concatenate(second)


# --- leaving out


@dataclass
class _Kinds:
    """Units by what was said about them: there may be thousands of units, and ten kinds of them."""

    level: Level
    kind: Codes
    """The kind of each unit that counts."""
    units: Codes
    """The numbers of these units."""
    cluster: Codes
    """The cluster of each, numbered from 0."""
    often: Floats
    """How many units are of each kind."""
    sizes: Floats
    """How many values each kind has."""
    cells: Codes
    """For each different value in a kind: the kind."""
    values_of_cells: Codes
    """The value, as a number."""
    times: Floats
    """How often it is there."""
    values: Floats
    """The values, where they are numbers; else their numbers."""
    same: Floats
    """Ordered pairs of people who say the same, by kind."""
    fixed: Floats
    """How far people are apart by kind, summed over ordered pairs, with weights that do not depend on what is left."""
    widest: float
    """How far any two values are apart at most."""
    sets: Floats | None = None
    """How far values are apart from each other, where each pair has a distance of its own."""
    chosen: Codes | None = None
    """The values that `sets` is about, where it is about some of them."""
    sampled: bool = False

    @classmethod
    def of(cls, opinions: Opinions, level: Level, seed: int) -> _Kinds | None:
        """The kinds of units that two people at least spoke about; None if there are none."""
        often = np.bincount(opinions.unit, minlength=1)
        if not (often > 1).any():
            return None
        unit, value = opinions.unit, opinions.value
        if (often == 1).any():
            counts = often[unit] > 1
            unit, value = unit[counts], value[counts]
        seen = np.flatnonzero(np.bincount(value))
        names: list[Hashable] = [opinions.names[place] for place in seen.tolist()]
        if len(seen) <= int(seen[-1]):
            places = np.zeros(int(seen[-1]) + 1, dtype=np.int64)
            places[seen] = np.arange(len(seen))
            value = places[value]
        numbers = _numbers(names, level)
        small = len(often) * len(names) <= _WIDE * len(unit)
        units, kind, cells, of_cells, times = (_tabled if small else _sorted)(unit, value, len(names))
        made = cls(
            level=level,
            kind=kind,
            units=units,
            cluster=codes(opinions.cluster[units]),
            often=np.bincount(kind).astype(np.float64),
            sizes=np.bincount(cells, weights=times).astype(np.float64),
            cells=cells,
            values_of_cells=of_cells,
            times=times.astype(np.float64),
            values=numbers,
            same=np.zeros(0),
            fixed=np.zeros(0),
            widest=1.0,
        )
        made.same = made.summed(made.times * (made.times - 1))
        with np.errstate(all="ignore"):  # numbers may be as large as numbers get
            made._measure(names, seed)
        return made

    def _measure(self, names: Sequence[Hashable], seed: int) -> None:
        """Works out how far people of a kind are apart."""
        if self.level == "nominal":
            self.fixed = self.sizes**2 - self.summed(self.times**2)
            return
        if self.level in ("ordinal", "interval"):
            x = _placed(self.values, self.level)
            self.widest = float(np.square(x.max() - x.min()))
            self.fixed = self._squares(x[None])[0]
            return
        if self.level == "ratio":
            self.sets = _ratios(self.values[:, None], self.values[None])
            between = self.sets
        else:
            sets = cast("Sequence[frozenset[Hashable]]", names)
            if len(sets) > MOST_SETS:
                self.sampled = True
                chance = np.random.default_rng(seed)
                self.chosen = np.sort(chance.choice(len(sets), MOST_SETS, replace=False))
                some: list[frozenset[Hashable]] = [sets[place] for place in self.chosen.tolist()]
                self.sets, between = _sets_apart(some, some, self.level), None
            else:
                self.sets = between = _sets_apart(sets, sets, self.level)
        first, second = _within(self.cells)
        one, other = self.values_of_cells[first], self.values_of_cells[second]
        if between is not None:
            apart = between[one, other]
        else:
            sets = cast("Sequence[frozenset[Hashable]]", names)
            both: list[tuple[int, int]] = list(zip(one.tolist(), other.tolist(), strict=True))
            apart = np.array([_two_apart(sets[a], sets[b], self.level) for a, b in both])
        weight = 2 * self.times[first] * self.times[second] * apart
        self.fixed = _summed(self.cells[first], weight, len(self.sizes))

    @cached_property
    def pairs(self) -> Floats:
        """Ordered pairs of people, by kind."""
        return self.sizes * (self.sizes - 1)

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.cluster.max()) + 1

    def summed(self, of_cells: Floats) -> Floats:
        """What belongs to the cells, added up by kind."""
        return _summed(self.cells, of_cells, len(self.sizes))

    def by_kind(self, of_cells: Floats) -> Floats:
        """What belongs to the cells, added up by kind: (samples, cells) to (samples, kinds)."""
        return np.add.reduceat(of_cells, _begins(self.cells), axis=1)

    def given(self, weights: Floats) -> Floats:
        """How often each value is given, if kinds weigh so much: (samples, kinds) to (samples, values)."""
        return self._by_value(weights[:, self.cells] * self.times)

    def _by_value(self, of_cells: Floats) -> Floats:
        order, begins = self._value_order
        return np.add.reduceat(of_cells[:, order], begins, axis=1)

    @cached_property
    def _value_order(self) -> tuple[Codes, Codes]:
        """The cells in the order of their values, and where each value begins among them."""
        order = np.argsort(self.values_of_cells, kind="stable")
        return order, _begins(self.values_of_cells[order])

    def _squares(self, x: Floats) -> Floats:
        """By kind, the squared differences of all ordered pairs, for values that lie elsewhere in each sample."""
        placed = (x - x.mean(axis=1, keepdims=True))[:, self.values_of_cells]
        return 2 * (self.sizes * self.by_kind(self.times * placed**2) - self.by_kind(self.times * placed) ** 2)

    def alpha(self, weights: Floats) -> Floats:
        """Krippendorff's coefficient: (samples, kinds) to (samples); not a number where it is not defined."""
        given = self.given(weights)
        total = given.sum(axis=1)
        observed = self.fixed
        if self.level == "ordinal":  # how far values are apart depends on how many lie between them
            order = np.argsort(self.values)
            ranks = np.empty_like(given)
            ranks[:, order] = np.cumsum(given[:, order], axis=1) - given[:, order] / 2
            observed, expected = self._squares(ranks), _all_squares(given, ranks)
        elif self.level == "nominal":
            expected = total**2 - (given**2).sum(axis=1)
        elif self.level == "interval":
            expected = _all_squares(given, self.values)
        else:
            expected = self._between(given)
        apart = (weights * (observed / (self.sizes - 1))).sum(axis=1)
        return 1 - (total - 1) * apart / np.where(expected > 0, expected, np.nan)

    def kappas(self, weights: Floats, categories: int) -> tuple[Floats, Floats]:
        """Fleiss' and Gwet's coefficients, as `alpha` gives them."""
        if not self.widest > 0:
            return np.full(len(weights), np.nan), np.full(len(weights), np.nan)
        total = weights.sum(axis=1)
        observed = weights @ (self.fixed / self.pairs) / total / self.widest
        share = self._by_value(weights[:, self.cells] * (self.times / self.sizes[self.cells])) / total[:, None]
        if self.level == "nominal":
            expected = 1 - (share**2).sum(axis=1)
            weight = float(categories)  # of the diagonal, which is all that counts
        else:
            if self.sets is not None:
                expected = self._between(share) / self.widest
            else:
                expected = _all_squares(share, _placed(self.values, self.level)) / self.widest
            weight = self._weight
        spread = (share * (1 - share)).sum(axis=1)
        by_chance = weight / (categories * (categories - 1)) * spread if categories > 1 else np.full_like(total, np.nan)
        fleiss = 1 - observed / np.where(expected > 0, expected, np.nan)
        return fleiss, 1 - observed / np.where(by_chance < 1, 1 - by_chance, np.nan)

    @cached_property
    def _weight(self) -> float:
        """The sum of the weights of all pairs of values, as AC2 needs it: 1 for the same, 0 for the furthest apart."""
        count = len(self.values)
        if self.sets is not None:
            apart = float(self.sets.sum()) * (count / len(self.sets)) ** 2
        else:
            apart = float(_all_squares(np.ones((1, count)), _placed(self.values, self.level))[0])
        return count**2 - apart / self.widest

    def _between(self, given: Floats) -> Floats:
        """How far all ordered pairs of values are apart, added up: (samples, values) to (samples)."""
        if self.sets is None:
            return np.full(len(given), np.nan)
        if self.chosen is None:
            return ((given @ self.sets) * given).sum(axis=1)
        some = given[:, self.chosen]
        return ((some @ self.sets) * some).sum(axis=1) * (given.sum(axis=1) / some.sum(axis=1)) ** 2

    @cached_property
    def ranked(self) -> Codes:
        """The values, the most frequent first."""
        return np.argsort(-self.given(self.often[None])[0], kind="stable").astype(np.int64)

    @property
    def agreed(self) -> int:
        """Units about which two people at least say the same, and not what is said most."""
        those = np.unique(self.cells[(self.times > 1) & (self.values_of_cells != self.ranked[0])])
        return int(self.often[those].sum())

    @property
    def differed(self) -> int:
        """Units about which not all say the same."""
        return int(self.often[np.bincount(self.cells) > 1].sum())

    def without(self) -> Iterator[tuple[Floats, Floats]]:
        """How many units of each kind are left when a cluster is left out, and for how many clusters that holds."""
        return _without(self.kind, self.cluster, self.often, len(self.cells))


def _without(kind: Codes, cluster: Codes, often: Floats, width: int = 0) -> Iterator[tuple[Floats, Floats]]:
    """How many units of each kind are left when a cluster is left out, and for how many clusters that holds.

    Some clusters at a time: as many as fit into memory, where so many numbers as `width` says come of each. What is
    left without a cluster of one unit depends on its kind alone. Where there are too many clusters to leave out one by
    one, they are put into groups by chance, and whole groups are left out.
    """
    count, kinds = int(cluster.max()) + 1, len(often)
    alone = count == len(kind) and kinds <= GROUPS
    if alone:
        rows, group, times = kinds, kind, often
    else:
        size = -(-count // GROUPS)
        rows = count // size
        group = np.random.default_rng(0).permutation(count)[cluster] % rows if size > 1 else cluster
        times = np.ones(rows)
    some = max(1, _TOGETHER // max(kinds, width))
    for begin in range(0, rows, some):
        end = min(begin + some, rows)
        if alone:
            yield often - np.eye(end - begin, kinds, begin), times[begin:end]
            continue
        those = (group >= begin) & (group < end)
        gone = np.bincount((group[those] - begin) * kinds + kind[those], minlength=(end - begin) * kinds)
        yield often - gone.reshape(end - begin, kinds), times[begin:end]


def _summed(place: Codes, weights: Floats, count: int) -> Floats:
    return np.asarray(np.bincount(place, weights=weights, minlength=count), dtype=np.float64)


def _begins(ordered: Codes) -> Codes:
    """Where each stretch of equal numbers begins, in numbers that are in order."""
    return np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])).astype(np.int64)


_Found = tuple[Codes, Codes, Codes, Codes, Codes]
"""The units, the kind of each; for each different value in a kind: the kind, the value, and how often it is there."""


def _tabled(unit: Codes, value: Codes, count: int) -> _Found:
    """Units by what was said about them, from a table of units and values: where there are few values."""
    table = np.bincount(unit * count + value, minlength=(int(unit.max()) + 1) * count).reshape(-1, count)
    units = np.flatnonzero(table.any(axis=1)).astype(np.int64)
    table = table if len(units) == len(table) else table[units]
    base = int(table.max()) + 1
    kind = firsts = np.arange(len(units), dtype=np.int64)
    if count * math.log2(base) < _BITS:
        kind, firsts = _numbered(table @ base ** np.arange(count, dtype=np.int64))
    some = table[firsts]
    cells, of_cells = np.nonzero(some)
    return units, kind, cells, of_cells, some[cells, of_cells]


def _numbered(written: Codes) -> tuple[Codes, Codes]:
    """Equal numbers by the same number from 0, and the place of one of each."""
    most = int(written.max()) + 1
    if most > _WIDE * len(written):
        _, firsts, kind = np.unique(written, return_index=True, return_inverse=True)
        return kind.astype(np.int64), firsts.astype(np.int64)
    kind = (np.cumsum(np.bincount(written, minlength=most) > 0) - 1)[written]
    firsts = np.empty(int(kind.max()) + 1, dtype=np.int64)
    firsts[kind] = np.arange(len(kind))
    return kind, firsts


def _sorted(unit: Codes, value: Codes, count: int) -> _Found:
    """The same from a list in order: where there are many values.

    What was said about a unit is written as one number, digit by digit. Where there are too many digits for that, it
    is unlikely that two units are alike at all, and each is a kind of its own.
    """
    rows = np.sort(unit * count + value)  # by unit, then by value
    unit, value = rows // count, rows % count
    begins = _begins(unit)
    sizes = np.diff(np.append(begins, len(unit)))
    kind = np.zeros(len(sizes), dtype=np.int64)
    firsts: list[Codes] = []
    known = 0
    for size in np.unique(sizes).tolist():
        those = np.flatnonzero(sizes == size)
        number = first = np.arange(len(those), dtype=np.int64)
        if size * math.log2(max(count, 2)) < _BITS:
            digits = value[begins[those][:, None] + np.arange(size)]
            number, first = _numbered((digits * count ** np.arange(size, dtype=np.int64)).sum(axis=1))
        kind[those] = known + number
        firsts.append(those[first].astype(np.int64))
        known += len(first)
    chosen = np.concatenate(firsts)
    many = sizes[chosen]
    # the rows of one unit of each kind, one kind after the other
    starts = begins[chosen] - np.cumsum(many) + many
    rows = np.repeat(starts, many) + np.arange(int(many.sum()))
    both = np.repeat(np.arange(len(chosen)), many) * count + value[rows]
    cells = _begins(both)
    times = np.diff(np.append(cells, len(both)))
    return unit[begins], kind, both[cells] // count, both[cells] % count, times


def _two_apart(one: frozenset[Hashable], other: frozenset[Hashable], level: Level) -> float:
    """How far two sets differ, without tables."""
    shared, union = len(one & other), len(one | other)
    if not union:
        return 0.0
    if level == "jaccard":
        return 1 - shared / union
    kept = 1.0 if one == other else 2 / 3 if one <= other or other <= one else 1 / 3
    return 1 - kept * shared / union


def _numbers(names: Sequence[Hashable], level: Level) -> Floats:
    if level in ("nominal", *SETS):
        return np.arange(len(names), dtype=np.float64)
    x = np.array(names, dtype=np.float64)
    if not np.isfinite(x).all():
        raise ValueError("ratings that are finite numbers were expected")
    return x - x.mean() if level == "interval" else x


def _all_squares(given: Floats, x: Floats) -> Floats:
    """The squared differences of all ordered pairs of values, as often as given: (samples, values) to (samples)."""
    total = given.sum(axis=1)
    middle = (given * x).sum(axis=1) / total
    return 2 * total * (given * (x - middle[:, None]) ** 2).sum(axis=1)


@dataclass(frozen=True)
class _Without:
    """A coefficient without each of the clusters."""

    values: Floats
    often: Floats
    """For how many clusters each value holds."""

    def errors(self, value: float) -> tuple[float, float] | None:
        """The variance of a coefficient and its bias, by the jackknife; None where too few clusters tell."""
        known = np.isfinite(self.values)
        values, often = self.values[known], self.often[known]
        count = float(often.sum())
        if count < 2:
            return None
        mean = float(often @ values) / count
        return (count - 1) / count * float(often @ (values - mean) ** 2), (count - 1) * (mean - value)


def _interval(value: float, left: _Without, clusters: int, confidence: float, *, biased: bool = False) -> Coefficient:
    """An interval from what is found without each cluster: a t interval for the logarithm of the disagreement.

    Disagreement is skewed where it is small, and its logarithm is not. Where nobody disagrees at all, leaving out says
    nothing about how far that may be chance; then it is Wilson's interval, for clusters. Where a coefficient is
    `biased` in small samples, the interval is that of the value without its bias.
    """
    errors = left.errors(value) if math.isfinite(value) and clusters > 1 else None
    if errors is None:
        return Coefficient(value) if math.isfinite(value) else UNDEFINED
    variance, bias = errors
    quantile = _student.quantile(0.5 + confidence / 2, clusters - 1)
    apart = 1 - value
    if apart < _NOTHING:
        return Coefficient(value, clusters / (clusters + quantile**2), 1.0)
    reach = min(quantile * math.sqrt(variance) / apart, _FURTHEST)
    shift = bias / apart if biased else 0.0
    low, high = (1 - apart * math.exp(min(shift + far, _FURTHEST)) for far in (reach, -reach))
    return Coefficient(value, max(min(low, value), -1.0), max(high, value))


def _beyond(
    found: Sequence[Coefficient],
    kinds: _Kinds,
    opinions: Opinions,
    level: Level,
    confidence: float,
    seed: int,
) -> Iterator[Coefficient]:
    """Krippendorff's and Fleiss' coefficients, with intervals that reach beyond the sample where values are rare.

    Leaving out shows nothing that the sample does not hold. Where people hardly ever agreed on anything but the most
    frequent value, the upper end is that of a sample with one unit more, about which all say the next. Where nobody
    differed, the lower end is where as many units as Wilson's interval allows for have one person who does.
    """
    rare = len(kinds.values) > 1 and kinds.agreed < _FEW_UNITS
    alike = len(kinds.values) > 1 and not kinds.differed
    if not rare and not alike:
        yield from found
        return
    spoken = np.bincount(opinions.unit)[opinions.unit] > 1
    names = np.flatnonzero(np.bincount(opinions.value[spoken]))[kinds.ranked[:2]]
    size = int(np.argmax(np.bincount(kinds.sizes.astype(np.int64), weights=kinds.often)))
    said = np.full(size, names[1])
    if alike:
        said[1:] = names[0]
    more = _Kinds.of(opinions.and_unit(said), level, seed)
    others = [] if more is None else _coefficients(more, confidence, None)
    quantile = _student.quantile(0.5 + confidence / 2, kinds.clusters - 1) ** 2
    share = (kinds.often.sum() + 1) * quantile / (kinds.clusters + quantile)
    for one, other in zip(found, others, strict=False):
        if one.value is None or other.value is None or one.high is None:
            yield one
        elif alike:
            yield Coefficient(one.value, max(float(1 - (1 - other.value) * share), -1.0), one.high)
        else:
            yield Coefficient(one.value, one.low, max(one.high, other.high or one.high))
