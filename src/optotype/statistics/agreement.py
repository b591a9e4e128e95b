"""Agreement between people: how far they say the same, beyond what chance would have them say.

Four coefficients, all of the shape 1 - observed disagreement / expected disagreement:

- Krippendorff's alpha (Computing Krippendorff's Alpha-Reliability, 2011), for any number of people and with gaps;
- Fleiss' kappa (1971), where not all things were rated by as many people in Gwet's extension of it;
- Gwet's AC1 (2008), and AC2 where values differ by degrees: it does not fall where nearly all say the same;
- Cohen's kappa (1960) for two people, weighted (1968) where values differ by degrees.

What "differ" means is the level: names are the same or not, numbers are some way apart, sets overlap. Intervals come
from how far each cluster of things moves a coefficient or, if wished, from clusters that are drawn anew.
`docs/agreement.md` says which coefficient answers which question.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

import numpy as np

from optotype.statistics import Codes, Floats, _bootstrap, _student, codes

LEAST_OTHERS = 7
"""Things about which somebody says anything but the commonest value: of fewer, alpha and Fleiss' kappa have no
interval, for it would not hold the truth as often as it says; see docs/simulating.md."""
MOST_SETS = 1000
"""Different sets up to which all of them are held against each other; of more, as many are drawn by chance to see how
far any two differ."""

Level = Literal["nominal", "ordinal", "interval", "ratio", "masi", "jaccard"]
"""How values differ: as names, by rank, by distance, by ratio, or as sets: by MASI (Passonneau, 2006) or Jaccard."""

Intervals = Literal["jackknife", "bootstrap"]
"""How intervals come about: from how far each cluster moves a coefficient, or from clusters that are drawn anew."""

SETS: tuple[Level, ...] = ("masi", "jaccard")
SQUARED: tuple[Level, ...] = ("ordinal", "interval", "ratio")
"""Levels at which differences are squared, so that a few things add most of the disagreement."""

_NOTHING = 1e-12  # a disagreement below this is rounding
_FURTHEST = 50.0  # a logarithm beyond which an interval is as wide as can be
_FEW_NAMES = 32  # names up to which a table of all pairs of them is made for any two people
_QUARTER = 0.25  # of a thing: what a sample is given of that which it may lack; see docs/simulating.md
_TAILS = 0.7  # of Satterthwaite's degrees of freedom: a sample shows less of its tails than there is
_EDGE = 1e-9  # how near to its ends a coefficient may come before its scale is as good as endless
_WIDE = 4  # a table may have so many times as many cells as there are rows
_BITS = 62  # of a whole number


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
    too_few: bool = False
    """Are things about which anybody says anything but the commonest value too few for intervals of alpha and Fleiss'
    kappa? Gwet's has one."""


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

    def and_unit(self, said: Sequence[int]) -> Opinions:
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
    scale: Sequence[float] = (),
    intervals: Intervals | None = "jackknife",
    seed: int = 0,
) -> Agreement:
    """How far people agree, by all coefficients that take any number of people.

    Args:
        opinions: who said what.
        confidence: how often intervals shall hold.
        level: how values differ; values must be numbers or sets where it needs such.
        categories: how many values could have been given, for Gwet's coefficient; those that were, unless given.
        scale: the numbers that could have been given, where values are ratings: steps that nobody took count as steps.
        intervals: how they come about; None for none. Values alone are found faster.
        seed: of chance.
    """
    kinds = _Kinds.of(opinions, level, seed, scale)
    if kinds is None:
        return Agreement(None, None, None, 0, 0, None)
    distinct = max(categories or 0, len(kinds.possible))
    with np.errstate(all="ignore"):  # hostile numbers overflow; what comes of them is not defined, and said to be
        whole = kinds.ratios(kinds.often, distinct)
        if kinds.clusters < 2:
            intervals = None
        if intervals == "jackknife":
            found = _with_intervals(whole, kinds, opinions, distinct, confidence, seed)
        elif intervals == "bootstrap":
            found = _drawn_anew(whole, kinds, distinct, confidence, seed)
        else:
            found = [Coefficient(1 - ratio.value) if math.isfinite(ratio.value) else UNDEFINED for ratio in whole]
    too_few = kinds.others < LEAST_OTHERS
    if too_few:
        found[:2] = [Coefficient(one.value) for one in found[:2]]
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
        too_few=too_few,
    )


def _with_intervals(
    whole: Sequence[_Ratio], kinds: _Kinds, opinions: Opinions, distinct: int, confidence: float, seed: int
) -> list[Coefficient]:
    """Krippendorff's, Fleiss' and Gwet's coefficients with their intervals.

    A sample tells little about a value, or a disagreement, that is rare in it, so they are intervals of a sample with
    two quarters of a thing more. Where all say the same there is no second value for these, and Gwet's has Wilson's.
    """
    quantile = _student.quantile(0.5 + confidence / 2, kinds.clusters - 1)
    more = _Kinds.of(_with_two_more(opinions, kinds), kinds.level, seed, kinds.scale) if len(kinds.values) > 1 else None
    if more is None:
        gwet = _interval(1 - whole[2].value, _moved(whole[2], kinds, np.ones(kinds.clusters)), quantile)
        return [UNDEFINED, UNDEFINED, gwet]
    weights, clusters = np.ones(len(more.units)), np.ones(more.clusters)
    weights[-2:] = clusters[-2:] = _QUARTER
    often = _summed(more.kind, weights, len(more.sizes))
    answers = float(often @ more.sizes)
    # Fleiss' counts each answer as a neighbour of itself, and so is too low by one in all answers
    factors = 1.0, 1 - 1 / answers, 1.0
    floor = -1 / (answers / float(often.sum()) - 1)
    floors = floor, floor, None
    least = math.inf if kinds.differed else (len(kinds.units) + 1) * quantile**2 / (kinds.clusters + quantile**2)
    found: list[Coefficient] = []
    for ratio, other, factor, floor in zip(whole, more.ratios(often, distinct), factors, floors, strict=True):
        moved = _moved(other, more, clusters, factor)
        far = moved.quantile(confidence, kinds.clusters - 1) if kinds.level in SQUARED else quantile
        moved = moved.lifted if floor is None and kinds.level in SQUARED else moved
        found.append(_interval(1 - ratio.value, moved, far, floor, least / _QUARTER))
    return found


def _drawn_anew(
    whole: Sequence[_Ratio], kinds: _Kinds, distinct: int, confidence: float, seed: int
) -> list[Coefficient]:
    """The same coefficients with intervals from clusters that are drawn anew."""
    draws = _bootstrap.drawn(kinds.kind, kinds.cluster, _bootstrap.RESAMPLES, len(kinds.cells), seed)
    drawn = np.concatenate([kinds.coefficients(weights, distinct) for weights in draws], axis=1)
    even = np.ones(kinds.clusters)
    return [
        _among(1 - ratio.value, found, _moved(ratio, kinds, even).slopes, confidence)
        for ratio, found in zip(whole, drawn, strict=True)
    ]


def _among(value: float, drawn: Floats, slopes: Floats, confidence: float) -> Coefficient:
    """A coefficient with the interval of what was drawn."""
    if not math.isfinite(value):
        return UNDEFINED
    ends = _bootstrap.interval(value, drawn, slopes, confidence)
    return Coefficient(value) if ends is None else Coefficient(value, min(ends[0], value), max(ends[1], value))


def _moved(ratio: _Ratio, kinds: _Kinds, weights: Floats, factor: float = 1.0) -> _Moved:
    """A coefficient, and how far clusters move it; its disagreement is taken times the factor."""
    slopes = -factor * ratio.slopes[kinds.kind] if math.isfinite(ratio.value) else np.full(len(kinds.kind), math.nan)
    return _Moved(1 - factor * ratio.value, _summed(kinds.cluster, slopes, len(weights)), weights)


def _with_two_more(opinions: Opinions, kinds: _Kinds) -> Opinions:
    """The same, and two things more: all say the second most frequent value of one, and one person of the other."""
    spoken = np.bincount(opinions.unit)[opinions.unit] > 1
    first, second = np.flatnonzero(np.bincount(opinions.value[spoken]))[kinds.ranked[:2]].tolist()
    size = int(np.argmax(np.bincount(kinds.sizes.astype(np.int64), weights=kinds.often)))
    return opinions.and_unit([second] * size).and_unit([second] + [first] * (size - 1))


def pairs(
    opinions: Opinions,
    confidence: float = 0.95,
    *,
    level: Level = "nominal",
    intervals: Intervals | None = "jackknife",
    seed: int = 0,
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
        kappa = cohen(one, other, opinions.names, cluster, confidence, level=level, intervals=intervals, seed=seed)
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
    intervals: Intervals | None = "jackknife",
    seed: int = 0,
) -> Coefficient:
    """Cohen's kappa of two people: disagreement is weighted by how far values differ, squared for numbers.

    Args:
        one: what the first said about each thing, as numbers.
        other: what the second said about the same.
        names: what the numbers stand for.
        cluster: of each thing.
        confidence: how often the interval shall hold.
        level: how values differ.
        intervals: how the interval comes about; None for none.
        seed: of chance.
    """
    if not len(one):
        return UNDEFINED
    seen = list(dict.fromkeys([*one.tolist(), *other.tolist()])) if len(names) > _FEW_NAMES else range(len(names))
    place = np.zeros(len(names), dtype=np.int64)
    place[list(seen)] = np.arange(len(seen))
    apart = _apart([names[number] for number in seen], level)
    two = _Two(place[one], place[other], apart, codes(cluster))
    with np.errstate(all="ignore"):
        value = two.kappa(two.often)
        if intervals is None or two.clusters < 2 or len(apart) < 2 or not math.isfinite(value):
            return Coefficient(value) if math.isfinite(value) else UNDEFINED
        if intervals == "bootstrap":
            return two.drawn_anew(value, confidence, seed)
        return two.with_interval(value, confidence, squared=level in SQUARED)


@dataclass(frozen=True)
class _Two:
    """What two people said about the same things."""

    one: Codes
    other: Codes
    apart: Floats
    """How far values differ: (values, values)."""
    cluster: Codes

    @cached_property
    def often(self) -> Floats:
        """How often one said this and the other that: (values, values)."""
        count = len(self.apart)
        said = np.bincount(self.one * count + self.other, minlength=count * count)
        return said.reshape(count, count).astype(np.float64)

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.cluster.max()) + 1

    def kappa(self, often: Floats) -> float:
        """Cohen's, of a table."""
        expected = float(often.sum(axis=1) @ self.apart @ often.sum(axis=0))
        return 1 - float((often * self.apart).sum()) * float(often.sum()) / (expected if expected > 0 else math.nan)

    def slopes(self, often: Floats) -> Floats:
        """How fast it rises with each cell of a table: (values, values)."""
        apart, ones, others = self.apart, often.sum(axis=1), often.sum(axis=0)
        expected = float(ones @ apart @ others)
        slopes = (1 - self.kappa(often)) * ((apart @ others)[:, None] + (ones @ apart)[None, :]) / expected
        return slopes - (apart * float(often.sum()) + float((often * apart).sum())) / expected

    def by_cluster(self, slopes: Floats) -> Floats:
        """The same by cluster of things."""
        return _summed(self.cluster, slopes[self.one, self.other], self.clusters)

    def with_interval(self, value: float, confidence: float, *, squared: bool) -> Coefficient:
        """The coefficient with the interval of a sample that has two quarters of a thing more, see above."""
        often = self.often.copy()
        alike = not (often * self.apart).any()
        first, second = np.argsort(-(often.sum(axis=0) + often.sum(axis=1)), kind="stable")[:2].tolist()
        more = [(second, second, _QUARTER), (second, first, _QUARTER / 2), (first, second, _QUARTER / 2)]
        for left, right, weight in more:
            often[left, right] += weight
        slopes = self.slopes(often)
        weights = np.append(np.ones(self.clusters), [weight for _, _, weight in more])
        own = [slopes[left, right] for left, right, _ in more]
        moved = _Moved(self.kappa(often), np.append(self.by_cluster(slopes), own), weights)
        quantile = _student.quantile(0.5 + confidence / 2, self.clusters - 1)
        most = (len(self.one) + 1) * quantile**2 / (self.clusters + quantile**2) / _QUARTER if alike else math.inf
        far = moved.quantile(confidence, self.clusters - 1) if squared else quantile
        return _interval(value, moved, far, -1.0, most)

    def drawn_anew(self, value: float, confidence: float, seed: int) -> Coefficient:
        """The coefficient with the interval of clusters that are drawn anew."""
        count = len(self.apart)
        cells, kind = np.unique(self.one * count + self.other, return_inverse=True)
        left, right = np.divmod(cells, count)
        ones, others = np.eye(count)[left], np.eye(count)[right]
        found: list[Floats] = []
        for weights in _bootstrap.drawn(kind, self.cluster, _bootstrap.RESAMPLES, max(count, len(cells)), seed):
            expected = ((weights @ ones @ self.apart) * (weights @ others)).sum(axis=1)
            differ = weights @ self.apart[left, right] * weights.sum(axis=1)
            found.append(1 - differ / np.where(expected > 0, expected, math.nan))
        return _among(value, np.concatenate(found), self.by_cluster(self.slopes(self.often)), confidence)


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


# --- by kinds


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
    possible: Floats
    """The same and, by rank or by distance, the steps of a scale that nobody took; these are in order."""
    scale: Sequence[float]
    """The steps as they were named."""
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
    def of(cls, opinions: Opinions, level: Level, seed: int, scale: Sequence[float] = ()) -> _Kinds | None:
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
        numbers, possible = _numbers(names, level, scale)
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
            possible=possible,
            scale=scale,
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
            x = _placed(self.possible, self.level)
            self.widest = float(np.square(x.max() - x.min()))
            self.fixed = self._squares(self._places)
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
    def _places(self) -> Floats:
        """Where values lie among those that are possible: the numbers, or their places in order."""
        if self.level != "ordinal":
            return self.values
        return np.searchsorted(self.possible, self.values).astype(np.float64)

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

    def given(self, weights: Floats) -> Floats:
        """How often each value is given, if kinds weigh so much."""
        return _summed(self.values_of_cells, weights[self.cells] * self.times, len(self.values))

    def shares(self, weights: Floats) -> Floats:
        """The same, where each kind has the same say however many spoke."""
        return _summed(self.values_of_cells, weights[self.cells] * self._parts, len(self.values))

    @cached_property
    def _parts(self) -> Floats:
        """Of what was said about a kind, the share of each value: by cell."""
        return self.times / self.sizes[self.cells]

    def _squares(self, x: Floats) -> Floats:
        """By kind, the squared differences of all ordered pairs, for values that lie there."""
        placed = (x - x.mean())[self.values_of_cells]
        return 2 * (self.sizes * self.summed(self.times * placed**2) - self.summed(self.times * placed) ** 2)

    def ratios(self, weights: Floats, categories: int) -> tuple[_Ratio, _Ratio, _Ratio]:
        """What Krippendorff's, Fleiss' and Gwet's coefficients take off from one, if kinds weigh so much."""
        return self._alpha(weights), *self._kappas(weights, categories)

    def _alpha(self, weights: Floats) -> _Ratio:
        given = self.given(weights)
        total = float(given.sum())
        observed, by_value = self.fixed / (self.sizes - 1), np.zeros(len(given))
        if self.level == "ordinal":  # how far values are apart depends on how many lie between them
            order = np.argsort(self.values)
            ranks = np.empty_like(given)
            ranks[order] = np.cumsum(given[order]) - given[order] / 2
            observed = self._squares(ranks) / (self.sizes - 1)
            by_value = _through_ranks(self._rank_slopes(weights, ranks), order)
            expected, slopes = _all_squares(given, ranks), _square_slopes(given, ranks)
            middle = float(given @ ranks) / total
            slopes = slopes + _through_ranks(4 * total * given * (ranks - middle), order)
        elif self.level == "nominal":
            expected, slopes = total**2 - float(given @ given), 2 * (total - given)
        elif self.level == "interval":
            expected, slopes = _all_squares(given, self.values), _square_slopes(given, self.values)
        else:
            expected, slopes = self._between(given)
        apart = float(weights @ observed)
        above = self.sizes * apart + (total - 1) * (observed + self._told(by_value))
        return _Ratio((total - 1) * apart, expected, above, self._told(slopes))

    def _rank_slopes(self, weights: Floats, ranks: Floats) -> Floats:
        """By value, how fast what is observed rises if the rank of the value does."""
        placed = (ranks - ranks.mean())[self.values_of_cells]
        sums = self.summed(self.times * placed)[self.cells]
        sizes, weigh = self.sizes[self.cells], weights[self.cells]
        rise = 4 * weigh / (sizes - 1) * self.times * (sizes * placed - sums)
        return _summed(self.values_of_cells, rise, len(self.values))

    def _told(self, by_value: Floats) -> Floats:
        """What belongs to values, as often as each was said of a kind."""
        return self.summed(self.times * by_value[self.values_of_cells])

    def _kappas(self, weights: Floats, categories: int) -> tuple[_Ratio, _Ratio]:
        if not self.widest > 0:
            return _NO_RATIO, _NO_RATIO
        total = float(weights.sum())
        differ = self.fixed / self.pairs / self.widest
        observed = float(weights @ differ) / total
        share = self.shares(weights) / total
        if self.level == "nominal":
            expected, slopes = 1 - float(share @ share), -2 * share
            weight = float(categories)  # of the diagonal, which is all that counts
        else:
            if self.sets is not None:
                expected, slopes = self._between(share)
            else:
                x = self._places
                expected, slopes = _all_squares(share, x), _square_slopes(share, x)
            expected, slopes = expected / self.widest, slopes / self.widest
            weight = self._weight
        above = (differ - observed) / total

        def per_kind(by_value: Floats) -> Floats:  # what is said of a kind, beside what is said of all
            said = self.summed(self._parts * by_value[self.values_of_cells])
            return (said - float(share @ by_value)) / total

        factor = weight / (categories * (categories - 1)) if categories > 1 else math.nan
        by_chance = 1 - factor * float(share @ (1 - share))
        return (
            _Ratio(observed, expected, above, per_kind(slopes)),
            _Ratio(observed, by_chance, above, per_kind(-factor * (1 - 2 * share))),
        )

    @cached_property
    def _weight(self) -> float:
        """The sum of the weights of all pairs of values, as AC2 needs it: 1 for the same, 0 for the furthest apart."""
        count = len(self.possible)
        if self.sets is not None:
            apart = float(self.sets.sum()) * (count / len(self.sets)) ** 2
        else:
            apart = _all_squares(np.ones(count), _placed(self.possible, self.level))
        return count**2 - apart / self.widest

    def _between(self, given: Floats) -> tuple[float, Floats]:
        """How far all ordered pairs of values are apart, added up, and how fast that rises with each value."""
        if self.sets is None:
            return math.nan, np.full(len(given), math.nan)
        if self.chosen is None:
            slopes = 2 * (self.sets @ given)
            return float(slopes @ given) / 2, slopes
        some = given[self.chosen]
        ratio = float(given.sum() / some.sum())
        inner = 2 * (self.sets @ some)
        whole = float(inner @ some) / 2 * ratio**2
        slopes = np.full(len(given), 2 * whole / float(given.sum()))
        slopes[self.chosen] += inner * ratio**2 - 2 * whole / float(some.sum())
        return whole, slopes

    def coefficients(self, weights: Floats, categories: int) -> Floats:
        """Krippendorff's, Fleiss' and Gwet's coefficients for many weights at once, (rows, kinds): (3, rows)."""
        told = weights[:, self.cells]
        given = self._by_value(told * self.times)
        total = given.sum(axis=1)
        observed, expected = self._alphas(weights, given)
        alpha = 1 - (total - 1) * observed / np.where(expected > 0, expected, math.nan)
        units = weights.sum(axis=1)
        differ = weights @ (self.fixed / self.pairs) / self.widest / units if self.widest > 0 else units * math.nan
        share = self._by_value(told * self._parts) / units[:, None]
        expected = self._expected(share) / self.widest
        weight = float(categories) if self.level == "nominal" else self._weight
        factor = weight / (categories * (categories - 1)) if categories > 1 else math.nan
        by_chance = 1 - factor * (share * (1 - share)).sum(axis=1)
        fleiss = 1 - differ / np.where(expected > _NOTHING, expected, math.nan)
        return np.stack([alpha, fleiss, 1 - differ / np.where(by_chance > 0, by_chance, math.nan)])

    def _alphas(self, weights: Floats, given: Floats) -> tuple[Floats, Floats]:
        """What is observed and expected of alpha, by row."""
        if self.level != "ordinal":
            return weights @ (self.fixed / (self.sizes - 1)), self._expected(given)
        order = np.argsort(self.values)
        ranks = np.empty_like(given)
        ranks[:, order] = np.cumsum(given[:, order], axis=1) - given[:, order] / 2
        ranks -= ranks.mean(axis=1, keepdims=True)
        placed = ranks[:, self.values_of_cells]
        begins = _begins(self.cells)
        sums = np.add.reduceat(self.times * placed, begins, axis=1)
        squares = np.add.reduceat(self.times * placed**2, begins, axis=1)
        apart = 2 * (self.sizes * squares - sums**2) / (self.sizes - 1)
        return (weights * apart).sum(axis=1), _rows_of_squares(given, ranks)

    def _expected(self, given: Floats) -> Floats:
        """How far all ordered pairs of values are apart, added up, by row of how often each is given."""
        if self.level == "nominal":
            return given.sum(axis=1) ** 2 - (given**2).sum(axis=1)
        if self.sets is None:
            return _rows_of_squares(given, self._places)
        some = given if self.chosen is None else given[:, self.chosen]
        ratio = given.sum(axis=1) / some.sum(axis=1)
        return ((some @ self.sets) * some).sum(axis=1) * ratio**2

    def _by_value(self, of_cells: Floats) -> Floats:
        """What belongs to the cells, added up by value: (rows, values)."""
        order = np.argsort(self.values_of_cells, kind="stable")
        return np.add.reduceat(of_cells[:, order], _begins(self.values_of_cells[order]), axis=1)

    @property
    def differed(self) -> bool:
        """Is there a unit about which not all say the same?"""
        return len(self.cells) > len(self.sizes)

    @property
    def others(self) -> int:
        """Units about which somebody says anything but what all say about most of the others."""
        alike = self.times == self.sizes[self.cells]
        by_value = _summed(self.values_of_cells[alike], self.often[self.cells[alike]], len(self.values))
        return int(self.often.sum() - by_value.max())

    @cached_property
    def ranked(self) -> Codes:
        """The values, the most frequent first."""
        return np.argsort(-self.given(self.often), kind="stable").astype(np.int64)


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


def _numbers(names: Sequence[Hashable], level: Level, scale: Sequence[float]) -> tuple[Floats, Floats]:
    """What names stand for as numbers, and the numbers that were possible."""
    if level in ("nominal", *SETS):
        numbers = np.arange(len(names), dtype=np.float64)
        return numbers, numbers
    x = np.array(names, dtype=np.float64)
    if not np.isfinite(x).all():
        raise ValueError("ratings that are finite numbers were expected")
    if level == "ratio":
        return x, x
    middle = x.mean() if level == "interval" else 0.0
    return x - middle, np.unique(np.append(x, np.asarray(scale, dtype=np.float64))) - middle


def _all_squares(given: Floats, x: Floats) -> float:
    """The squared differences of all ordered pairs of values, as often as given."""
    total = float(given.sum())
    middle = float(given @ x) / total
    return 2 * total * float(given @ (x - middle) ** 2)


def _rows_of_squares(given: Floats, x: Floats) -> Floats:
    """The same for many rows, each with values that lie elsewhere or all with the same."""
    x = x - x.mean(axis=-1, keepdims=True)
    return 2 * (given.sum(axis=1) * (given * x**2).sum(axis=1) - (given * x).sum(axis=1) ** 2)


def _square_slopes(given: Floats, x: Floats) -> Floats:
    """How fast these rise if a value is given more often, and stays where it is."""
    total = float(given.sum())
    middle = float(given @ x) / total
    return 2 * (total * (x - middle) ** 2 + float(given @ (x - middle) ** 2))


def _through_ranks(by_rank: Floats, order: Codes) -> Floats:
    """What rises with ranks, by value that is given more often: it lifts its own by a half, and all above it."""
    lifted = np.empty_like(by_rank)
    ranked = by_rank[order]
    lifted[order] = np.cumsum(ranked[::-1])[::-1] - ranked / 2
    return lifted


@dataclass(frozen=True)
class _Ratio:
    """Disagreement that is observed, by that which is expected."""

    observed: float
    expected: float
    above: Floats
    """By kind, how fast what is observed rises with its weight."""
    below: Floats
    """The same of what is expected."""

    @property
    def value(self) -> float:
        return self.observed / self.expected if self.expected > 0 else math.nan

    @property
    def slopes(self) -> Floats:
        """How fast the ratio rises with the weight of each kind."""
        return (self.above - self.value * self.below) / self.expected


_NO_RATIO = _Ratio(math.nan, math.nan, np.zeros(0), np.zeros(0))


@dataclass(frozen=True)
class _Moved:
    """A coefficient, and how far each cluster moves it: the infinitesimal jackknife (Jaeckel, 1972)."""

    centre: float
    slopes: Floats
    """By cluster, how fast the coefficient rises if the cluster weighs more."""
    weights: Floats
    """How much each cluster weighs."""

    @property
    def error(self) -> float:
        """The standard error."""
        total = float(self.weights.sum())
        off = self.slopes - float(self.weights @ self.slopes) / total
        return math.sqrt(float(self.weights @ off**2) * total / (total - 1))

    @property
    def lifted(self) -> _Moved:
        """The same with more disagreement: its logarithm lies too low in the mean, by half its variance."""
        apart = 1 - self.centre
        if not apart > _NOTHING:
            return self
        more = math.exp(min((self.error / apart) ** 2 / 2, _FURTHEST))
        return _Moved(1 - apart * more, self.slopes * more, self.weights)

    def quantile(self, confidence: float, most: int) -> float:
        """Student's quantile, with part of Satterthwaite's degrees of freedom of the squared error.

        Where few clusters add most of the error, it is known as badly as if there were few.

        Args:
            confidence: how often an interval shall hold.
            most: as many degrees of freedom as there can be.
        """
        total = float(self.weights.sum())
        off = self.slopes - float(self.weights @ self.slopes) / total
        squares, fourths = float(self.weights @ off**2), float(self.weights @ off**4)
        apart = fourths - squares**2 / total
        degrees = min(max(_TAILS * 2 * squares**2 / apart, 1.0), most) if apart > 0 else float(most)
        return _student.quantile(0.5 + confidence / 2, degrees)


def _interval(
    value: float, moved: _Moved, quantile: float, floor: float | None = None, most: float = math.inf
) -> Coefficient:
    """A t interval on a scale on which a coefficient errs by as much wherever it lies.

    Krippendorff's, Fleiss' and Cohen's are correlations within things, which do not fall below a floor: theirs is
    Fisher's scale for such (1925), the logarithm of how far the coefficient lies above its floor, by how far below one.
    Gwet's has no floor to speak of; its scale is the logarithm of the disagreement. Where nothing disagrees in `moved`,
    it is Wilson's interval, for clusters.

    Args:
        value: the coefficient.
        moved: the one that the interval is about, which may have parts of things more.
        quantile: Student's, for as many clusters as there are.
        floor: the least that the coefficient can be.
        most: how many times as large as in `moved` the disagreement may be at the most.
    """
    if not math.isfinite(value):
        return UNDEFINED
    apart, error = 1 - moved.centre, moved.error
    if not math.isfinite(apart) or not math.isfinite(error):
        return Coefficient(value)
    if floor is None:
        if apart < _NOTHING:
            clusters = len(moved.weights)
            return Coefficient(value, clusters / (clusters + quantile**2), 1.0)
        reach = min(quantile * error / apart, _FURTHEST)
        low, high = (1 - apart * math.exp(far) for far in (reach, -reach))
    else:
        centre = min(max(moved.centre, floor + _EDGE), 1 - _EDGE)
        odds = (centre - floor) / (1 - centre)
        reach = quantile * error * (1 - floor) / ((centre - floor) * (1 - centre))
        ends = (odds * math.exp(max(min(far, _FURTHEST), -_FURTHEST)) for far in (-reach, reach))
        low, high = ((end + floor) / (1 + end) for end in ends)
    low = max(low, 1 - apart * most)
    return Coefficient(value, max(min(low, value), -1.0), max(high, value))
