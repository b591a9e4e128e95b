"""Rankings: where the right ones stand among candidates that were given scores, for millions of queries at a time.

CAR@k (SciGA, 2025): of a query's scores the k highest are made to z-scores and to shares p (softmax). Their entropy H,
in bits, tells how sure the ranking is:

    C = 1 where H <= T, else max(1/2, 1 - (H - T) / (2 (Hmax - T)))     with Hmax = log2 k and T = alpha Hmax
    CAR = C p[r] / p[0]     for the right one at rank r from 0, and 0 where r >= k

Candidates with equal scores have no order: what is computed is the mean over all orders that they could have, so that
the order in which candidates are listed changes nothing. Where several are right, the first of them counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from optotype.statistics import Codes, Floats

_CELLS = 100_000
"""Scores that are looked at together: what is made of them stays near the processor."""


_FEW = 64
"""Of more candidates than these, the highest are found by sorting."""

_LOG2 = math.log(2)

_SMALLEST = float(np.finfo(np.float64).tiny)
"""What is divided by in place of nothing."""


@dataclass(frozen=True)
class Queries:
    """Candidates of many queries, one query after the other."""

    scores: Floats
    right: NDArray[np.bool_]
    """Which candidates are right; at least one in each query."""
    sizes: Codes
    """How many candidates each query has; at least one."""

    def __post_init__(self) -> None:
        """Refuses what cannot be ranked.

        Raises:
            ValueError: scores that are not finite, sizes that do not fit, or a query in which nothing is right.
        """
        if not len(self.scores) == len(self.right) == int(self.sizes.sum()):
            raise ValueError(f"{len(self.scores)} scores, {len(self.right)} marks, {self.sizes.sum()} candidates")
        if not np.isfinite(self.scores).all():
            raise ValueError("scores must be finite")
        if len(self.sizes) and self.sizes.min() < 1:
            raise ValueError("a query without candidates")
        if len(self.sizes) and not np.logical_or.reduceat(self.right, self.begins).all():
            raise ValueError("a query in which nothing is right")

    @classmethod
    def of(cls, queries: Iterable[tuple[Sequence[float], Sequence[bool]]]) -> Queries:
        """Queries from pairs of scores and of which are right."""
        found = list(queries)
        return cls(
            np.asarray([score for scores, _ in found for score in scores], dtype=np.float64),
            np.asarray([mark for _, right in found for mark in right], dtype=np.bool_),
            np.asarray([len(scores) for scores, _ in found], dtype=np.int64),
        )

    @cached_property
    def begins(self) -> Codes:
        """Where the candidates of each query begin."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def first(self) -> _First:
        """Where the first right one of each query stands."""
        cells = np.flatnonzero(self.right)
        best, rights = self.scores[cells], np.ones_like(self.sizes)
        level = rights
        if len(cells) > len(self.sizes):  # else each query has one
            rights = np.add.reduceat(self.right, self.begins, dtype=np.int64)
            before = np.cumsum(rights) - rights
            scores, best = best, np.maximum.reduceat(best, before)
            level = np.add.reduceat(scores == np.repeat(best, rights), before, dtype=np.int64)
        above, equals = np.empty_like(self.sizes), np.ones_like(self.sizes)
        for some in self._runs():
            sizes, begins = self.sizes[some], self.begins[some]
            rows = slice(int(begins[0]), int(begins[-1] + sizes[-1]))
            held, found = np.repeat(best[some], sizes), self.scores[rows]
            begins = begins - begins[0]
            above[some] = np.add.reduceat(found > held, begins, dtype=np.int64)
            same = found == held
            if np.count_nonzero(same) > len(sizes):
                equals[some] = np.add.reduceat(same, begins, dtype=np.int64)
        return _First(best, above, equals, level, rights)

    def _runs(self) -> Iterator[slice]:
        """Queries that stand one after the other, as many as have some number of candidates together."""
        cuts = np.searchsorted(self.begins, np.arange(0, len(self.scores), _CELLS))
        places = [*map(int, np.unique(cuts)), len(self.sizes)]
        yield from (slice(begin, end) for begin, end in pairwise(places) if end > begin)

    def tables(self, places: Codes | None = None) -> Iterator[tuple[Codes, Floats, NDArray[np.bool_]]]:
        """Queries with as many candidates as each other: their places, and scores and marks, a column for each.

        Args:
            places: of these queries only.
        """
        sizes = self.sizes if places is None else self.sizes[places]
        # numpy sorts small integers by their digits, which is many times as fast
        order = np.argsort(sizes.astype(np.uint16) if sizes.max(initial=0) < 1 << 16 else sizes, kind="stable")
        done = 0
        for size, count in zip(*map(np.ndarray.tolist, np.unique_counts(sizes)), strict=True):
            alike = order[done : done + count]
            done += count
            step = max(1, _CELLS // size)
            for begin in range(0, count, step):
                some = alike[begin : begin + step]
                some = some if places is None else places[some]
                cells = self.begins[some][None, :] + np.arange(size, dtype=np.int64)[:, None]  # (candidates, queries)
                yield some, self.scores.take(cells), self.right.take(cells)


@dataclass(frozen=True)
class _First:
    """Of each query, where the first right one stands."""

    score: Floats
    above: Codes
    """How many have a higher score."""
    equals: Codes
    """How many have the same, itself included."""
    level: Codes
    """How many of these are right."""
    rights: Codes
    """How many are right in all."""

    def within(self, k: int) -> Floats:
        """How probably it stands among the first k, if those with equal scores come in any order."""
        found = (self.above < k).astype(np.float64)
        tied = np.flatnonzero((self.equals > self.level) & (self.above < k) & (self.above + self.equals > k))
        equals, level, places = self.equals[tied], self.level[tied], k - self.above[tied]
        # all right ones fall behind these places: (e - p)! / (e - p - r)! over e! / (e - r)!
        missed = np.ones(len(tied))
        for step in range(int(level.max(initial=0))):
            factor = np.maximum(equals - places - step, 0) / np.maximum(equals - step, 1)
            missed *= np.where(step < level, factor, 1.0)
        found[tied] = 1 - missed
        return found


def car(queries: Queries, k: int = 5, alpha: float = 0.5) -> Floats:
    """Confidence-adjusted rank of the right one in each query, from 0 to 1.

    >>> car(Queries.of([([1, 1, 1, 1, 1], [True, False, False, False, False])]))
    array([0.5])

    Raises:
        ValueError: k below 1, or alpha not between 0 and 1.
    """
    return car_by_alpha(queries, k, [alpha])[0]


def car_by_alpha(queries: Queries, k: int, alphas: Sequence[float]) -> Floats:
    """CAR of each query, a row for each alpha: how much hangs on that setting.

    Raises:
        ValueError: k below 1, or an alpha that is not between 0 and 1.
    """
    _check(k)
    if not all(0 <= alpha <= 1 for alpha in alphas):
        raise ValueError(f"alpha must lie between 0 and 1, not {list(alphas)}")
    found = np.zeros((len(alphas), len(queries.sizes)))
    most = np.log2(k)
    hit = queries.first.within(k)
    for places, scores, _ in queries.tables():
        z, spread, scale = _deviations(_top(scores, k))
        powers = np.exp(z)
        total = powers.sum(axis=0)
        # of shares p = e ** z / total: -(p log2 p) summed is log2 total - (p z) summed / log 2
        entropy = np.log2(total) - np.einsum("ij,ij->j", powers, z) / (total * _LOG2)
        first = np.minimum(queries.first.score[places] / scale - scores.max(axis=0) / scale, 0.0)
        value = hit[places] * np.exp(first / spread)
        for row, alpha in zip(found, alphas, strict=True):
            row[places] = value * _sureness(entropy, alpha * most, most)
    return found


def recall(queries: Queries, k: int) -> Floats:
    """How many of those that are right stand among the first k, of as many as could: R@k.

    Raises:
        ValueError: k below 1.
    """
    _check(k)
    first = queries.first
    # one that is level with others takes as many of the first k places as there are for them
    found = np.clip((k - first.above) / first.equals, 0.0, 1.0)
    for places, scores, right in queries.tables(np.flatnonzero(first.rights > 1)):
        last = _top(scores, k)[-1]
        above, level = scores > last, scores == last
        room = min(k, len(scores)) - above.sum(axis=0)  # for those that are level with the last
        hits = (right & above).sum(axis=0) + (right & level).sum(axis=0) * room / level.sum(axis=0)
        found[places] = hits / np.minimum(right.sum(axis=0), k)
    return found


def reciprocal_rank(queries: Queries) -> Floats:
    """One through the rank of the first that is right, ranks counted from 1; its mean is MRR."""
    first = queries.first
    found = 1 / (first.above + 1)
    tied = np.flatnonzero(first.equals > first.level)  # few are; and those that are alike are computed once
    alike = np.stack([first.above[tied], first.equals[tied], first.level[tied]])
    kinds, kind = np.unique(alike, axis=1, return_inverse=True)
    found[tied] = np.asarray([_expected_reciprocal(*map(int, one)) for one in kinds.T])[kind.ravel()]
    return found


@dataclass(frozen=True)
class Valued:
    """Candidates of many queries, one query after the other, each with its score and with what it is worth."""

    scores: Floats
    values: Floats
    sizes: Codes
    """How many candidates each query has; at least one."""

    def __post_init__(self) -> None:
        """Refuses what cannot be ranked.

        Raises:
            ValueError: numbers that are not finite, or sizes that do not fit.
        """
        if not len(self.scores) == len(self.values) == int(self.sizes.sum()):
            raise ValueError(f"{len(self.scores)} scores, {len(self.values)} values, {self.sizes.sum()} candidates")
        if not (np.isfinite(self.scores).all() and np.isfinite(self.values).all()):
            raise ValueError("scores and values must be finite")
        if len(self.sizes) and self.sizes.min() < 1:
            raise ValueError("a query without candidates")

    @classmethod
    def of(cls, queries: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Valued:
        """Queries from pairs of scores and of values."""
        found = list(queries)
        return cls(
            np.asarray([score for scores, _ in found for score in scores], dtype=np.float64),
            np.asarray([value for _, values in found for value in values], dtype=np.float64),
            np.asarray([len(scores) for scores, _ in found], dtype=np.int64),
        )


def top_means(queries: Valued, k: int) -> tuple[Floats, Floats]:
    """What the k candidates of each query with the highest scores are worth: the mean, and the sample deviation.

    Where a query has fewer candidates, all of them count. Those that are level with the k-th share the places that are
    left, so that the order in which they are listed changes nothing.

    >>> top_means(Valued.of([([3, 2, 1], [1.0, 0.0, 1.0])]), 2)
    (array([0.5]), array([0.70710678]))

    Raises:
        ValueError: k below 1.
    """
    _check(k)
    means, deviations = np.zeros(len(queries.sizes)), np.zeros(len(queries.sizes))
    begins = np.cumsum(queries.sizes) - queries.sizes
    for size in map(int, np.unique(queries.sizes)):
        count = min(k, size)
        alike = np.flatnonzero(queries.sizes == size)
        for places in np.array_split(alike, max(1, len(alike) * size // _CELLS)):
            cells = begins[places][:, None] + np.arange(size)  # (queries, candidates)
            scores, values = queries.scores[cells], queries.values[cells]
            last = np.partition(scores, size - count, axis=1)[:, size - count, None]
            above, level = scores > last, scores == last
            room = (count - above.sum(axis=1, keepdims=True)) / level.sum(axis=1, keepdims=True)
            weights = above + level * room
            means[places] = mean = (weights * values).sum(axis=1) / count
            squares = (weights * (values - mean[:, None]) ** 2).sum(axis=1)
            deviations[places] = np.sqrt(squares / (count - 1)) if count > 1 else 0.0
    return means, deviations


def _check(k: int) -> None:
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")


def _top(scores: Floats, k: int) -> Floats:
    """The k highest scores of each column, highest first; all of them where there are fewer."""
    k = min(k, len(scores))
    if len(scores) > _FEW:
        return np.sort(np.partition(scores, len(scores) - k, axis=0)[-k:], axis=0)[::-1]
    # one row after the other is let in at its place: no column is looked at alone
    top = np.full((k, scores.shape[1]), -np.inf)
    lower = np.empty(scores.shape[1])
    for count, row in enumerate(scores):
        lower[:] = row
        for place in top[: count + 1]:
            higher = np.maximum(place, lower)
            np.minimum(place, lower, out=lower)
            place[:] = higher
    return top


def _deviations(top: Floats) -> tuple[Floats, Floats, Floats]:
    """How many deviations each score of a column lies below the highest; what a deviation is, and what it is told in.

    Where all scores are equal, none lies below.
    """
    # scaled first: the sum, or the squares, of large scores would be infinite
    scale = np.maximum(np.maximum(top[0], -top[-1]), _SMALLEST)
    z = top / scale
    z -= z.mean(axis=0)
    spread = np.sqrt(np.einsum("ij,ij->j", z, z) / len(top))
    spread = np.where(top[0] == top[-1], np.inf, np.maximum(spread, _SMALLEST))
    z -= z[0].copy()
    z /= spread
    return z, spread, scale


def _sureness(entropy: Floats, threshold: float, most: float) -> Floats:
    over = entropy - threshold
    # equal shares have all the entropy there is, but for a rounding
    room = max(most - threshold, _SMALLEST)
    return np.where(over <= 1e-12, 1.0, np.maximum(0.5, 1 - over / (2 * room)))


def _expected_reciprocal(above: int, equals: int, rights: int) -> float:
    """The mean of 1 / rank of the first of some right ones among equals, over all orders of these."""
    total, behind = 0.0, 1.0  # how probably the first right one has not come yet
    for step in range(equals - rights + 1):
        here = rights / (equals - step)
        total += behind * here / (above + step + 1)
        behind *= 1 - here
    return total
