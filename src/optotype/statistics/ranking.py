"""Rankings: where the right ones stand among candidates that were given scores, for millions of queries at a time.

CAR@k (SciGA, 2025): of a query's scores the k highest are made to z-scores and to shares p (softmax). Their entropy H,
in bits, tells how sure the ranking is:

    C = 1 where H <= T, else max(1/2, 1 - (H - T) / (2 (Hmax - T)))     with Hmax = log2 k and T = alpha Hmax
    CAR = C p[r] / p[0]     for the right one at rank r from 0, and 0 where r >= k

Candidates with equal scores have no order: what is computed is the mean over all orders that they could have, so that
the order in which candidates are listed changes nothing. Where several are right, the first of them counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from optotype.statistics import Codes, Floats

_CELLS = 100_000
"""Scores that are looked at together: what is made of them stays near the processor."""


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
        if len(self.sizes) and not np.logical_or.reduceat(self.right, np.cumsum(self.sizes) - self.sizes).all():
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
    def _by_size(self) -> tuple[Codes, Floats, NDArray[np.bool_]]:
        """The places of all queries, and scores and marks, those with the fewest candidates first."""
        order = np.argsort(self.sizes, kind="stable")
        sizes = self.sizes[order]
        begins = (np.cumsum(self.sizes) - self.sizes)[order]
        cells = np.repeat(begins - (np.cumsum(sizes) - sizes), sizes)
        cells += np.arange(len(cells))
        return order, self.scores.take(cells), self.right.take(cells)

    def tables(self) -> Iterator[tuple[Codes, Floats, NDArray[np.bool_]]]:
        """Queries with as many candidates as each other: their places, and scores and marks, a row for each."""
        order, scores, right = self._by_size
        sizes, counts = np.unique(self.sizes, return_counts=True)
        query = cell = 0
        for size, count in zip(map(int, sizes), map(int, counts), strict=True):
            step = max(1, _CELLS // size)
            for begin in range(0, count, step):
                some = min(step, count - begin)
                rows = slice(cell, cell + some * size)
                yield order[query : query + some], scores[rows].reshape(-1, size), right[rows].reshape(-1, size)
                query, cell = query + some, cell + some * size


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
    for places, scores, right in queries.tables():
        top = _top(scores, k)
        shares = _shares(top)
        entropy = -(shares * np.log2(shares, out=np.zeros_like(shares), where=shares > 0)).sum(axis=1)
        first = np.where(right, scores, -np.inf).max(axis=1)
        hit = _within(scores, right, first, k)
        rank = np.minimum((scores > first[:, None]).sum(axis=1), top.shape[1] - 1)
        value = hit * shares[np.arange(len(shares)), rank] / shares[:, 0]
        for row, alpha in zip(found, alphas, strict=True):
            row[places] = value * _sureness(entropy, alpha * most, most)
    return found


def recall(queries: Queries, k: int) -> Floats:
    """How many of those that are right stand among the first k, of as many as could: R@k.

    Raises:
        ValueError: k below 1.
    """
    _check(k)
    found = np.zeros(len(queries.sizes))
    for places, scores, right in queries.tables():
        last = _top(scores, k)[:, -1:]
        above, level = scores > last, scores == last
        room = min(k, scores.shape[1]) - above.sum(axis=1)  # for those that are level with the last
        hits = (right & above).sum(axis=1) + (right & level).sum(axis=1) * room / level.sum(axis=1)
        found[places] = hits / np.minimum(right.sum(axis=1), k)
    return found


def reciprocal_rank(queries: Queries) -> Floats:
    """One through the rank of the first that is right, ranks counted from 1; its mean is MRR."""
    found = np.zeros(len(queries.sizes))
    for places, scores, right in queries.tables():
        first = np.where(right, scores, -np.inf).max(axis=1)
        above, level = (scores > first[:, None]).sum(axis=1), scores == first[:, None]
        equals, rights = level.sum(axis=1), (level & right).sum(axis=1)
        values = 1 / (above + 1)
        tied = np.flatnonzero(equals > rights)  # few are; and those that are alike are computed once
        kinds, kind = np.unique(np.stack([above, equals, rights])[:, tied], axis=1, return_inverse=True)
        values[tied] = np.asarray([_expected_reciprocal(*map(int, one)) for one in kinds.T])[kind.ravel()]
        found[places] = values
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
    """The k highest scores of each row, highest first; all of them where there are fewer."""
    k = min(k, scores.shape[1])
    if k < scores.shape[1]:
        scores = np.partition(scores, scores.shape[1] - k, axis=1)[:, -k:]
    return np.sort(scores, axis=1)[:, ::-1]


def _shares(top: Floats) -> Floats:
    """Softmax of the z-scores of each row; where all scores are equal, all shares are."""
    # scaled first: the sum, or the squares, of large scores would be infinite
    z = top / np.maximum(np.maximum(top[:, :1], -top[:, -1:]), _SMALLEST)
    z -= z.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.einsum("ij,ij->i", z, z) / top.shape[1])
    spread[top[:, 0] == top[:, -1]] = np.inf
    powers = np.exp((z - z[:, :1]) / np.maximum(spread, _SMALLEST)[:, None])
    return powers / powers.sum(axis=1, keepdims=True)


def _sureness(entropy: Floats, threshold: float, most: float) -> Floats:
    over = entropy - threshold
    # equal shares have all the entropy there is, but for a rounding
    room = max(most - threshold, _SMALLEST)
    return np.where(over <= 1e-12, 1.0, np.maximum(0.5, 1 - over / (2 * room)))


def _within(scores: Floats, right: NDArray[np.bool_], first: Floats, k: int) -> Floats:
    """How probably the first right one stands among the first k, if those with equal scores come in any order."""
    above, level = (scores > first[:, None]).sum(axis=1), scores == first[:, None]
    equals, rights = level.sum(axis=1), (level & right).sum(axis=1)
    found = (above < k).astype(np.float64)
    tied = np.flatnonzero((equals > rights) & (above < k) & (above + equals > k))
    places = k - above[tied]
    # all right ones fall behind these places: (e - p)! / (e - p - r)! over e! / (e - r)!
    missed = np.ones(len(tied))
    for step in range(int(rights[tied].max(initial=0))):
        factor = np.maximum(equals[tied] - places - step, 0) / np.maximum(equals[tied] - step, 1)
        missed *= np.where(step < rights[tied], factor, 1.0)
    found[tied] = 1 - missed
    return found


def _expected_reciprocal(above: int, equals: int, rights: int) -> float:
    """The mean of 1 / rank of the first of some right ones among equals, over all orders of these."""
    total, behind = 0.0, 1.0  # how probably the first right one has not come yet
    for step in range(equals - rights + 1):
        here = rights / (equals - step)
        total += behind * here / (above + step + 1)
        behind *= 1 - here
    return total
