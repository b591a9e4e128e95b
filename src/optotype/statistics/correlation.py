"""Correlation: how far two rows of numbers go together, with intervals that know what belongs together.

Kendall's tau-b and tau-c, Pearson's r and Spearman's rho. Samples are sorted once; after that a draw of clusters costs
time in proportion to the different pairs of values and to the bits that number the fewer of both sides' values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from optotype.statistics import Clusters, Codes, Floats, Values, codes

NAMES = ("tau_b", "tau_c", "pearson", "spearman")
"""The coefficients, in the order in which they are computed."""

_CELLS = 2**18
"""How many weights are held at once; few enough to stay near the processor."""


@dataclass(frozen=True)
class Coefficient:
    """How far two rows of numbers go together, from -1 to 1."""

    value: float | None
    """None where it is not defined: one side never varies."""
    low: float | None
    """None where there is nothing to draw from: a single cluster."""
    high: float | None
    resamples: int
    """Draws of clusters in which it is defined; the interval is that of these."""


@dataclass(frozen=True)
class Correlation:
    """All coefficients of two rows of numbers."""

    tau_b: Coefficient
    tau_c: Coefficient
    pearson: Coefficient
    spearman: Coefficient
    count: int
    """Samples."""
    clusters: int


def correlation(
    a: Values, b: Values, clusters: Clusters, confidence: float = 0.95, *, resamples: int = 1000, seed: int = 0
) -> Correlation:
    """How far two rows of numbers go together.

    Intervals are quantiles of what comes out when clusters are drawn anew, with replacement.

    Args:
        a: one number for each sample.
        b: the other number for each sample.
        clusters: the cluster of each sample.
        confidence: how often intervals shall hold.
        resamples: how often clusters are drawn.
        seed: the same seed draws the same clusters.

    Raises:
        ValueError: no samples, rows of different lengths, or numbers that are not finite.
    """
    x, y = (np.asarray(side, dtype=np.float64) for side in (a, b))
    cluster = codes(clusters)
    if not len(x) or not len(x) == len(y) == len(cluster) or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError(
            f"{len(x)} and {len(y)} numbers in {len(cluster)} places of clusters; as many finite ones were expected"
        )
    cells = _Cells(x, y)
    count = int(cluster.max()) + 1
    (values,) = cells.coefficients(np.ones((1, len(x))))
    drawn = [np.empty((0, len(NAMES)))]
    if count > 1:
        chance, even = np.random.default_rng(seed), np.full(count, 1 / count)
        some = max(1, _CELLS // len(x))
        for begin in range(0, resamples, some):
            weights = chance.multinomial(count, even, min(some, resamples - begin)).astype(np.float64)
            drawn.append(cells.coefficients(weights[:, cluster]))
    found = [
        _coefficient(float(value), row, confidence) for value, row in zip(values, np.concatenate(drawn).T, strict=True)
    ]
    return Correlation(*found, count=len(x), clusters=count)


def _coefficient(value: float, drawn: Floats, confidence: float) -> Coefficient:
    known = drawn[np.isfinite(drawn)]
    if not np.isfinite(value):
        return Coefficient(None, None, None, len(known))
    if not len(known):
        return Coefficient(value, None, None, 0)
    low, high = np.quantile(known, ((1 - confidence) / 2, (1 + confidence) / 2))
    return Coefficient(value, float(low), float(high), len(known))


class _Cells:
    """Samples sorted into cells: one for each different pair of values, ordered by the first, then by the second."""

    def __init__(self, a: Floats, b: Floats) -> None:
        sides = [np.unique(side, return_inverse=True) for side in (a, b)]
        # all coefficients are the same both ways round; the side with fewer values is the cheaper one to count on
        (self.x_values, x), (self.y_values, y) = sorted(sides, key=lambda side: -len(side[0]))
        self.order = np.lexsort((y, x))
        x, y = x[self.order], y[self.order]
        self.starts = np.flatnonzero(np.r_[True, (x[1:] != x[:-1]) | (y[1:] != y[:-1])])
        self.x, self.y = x[self.starts], y[self.starts]
        self.x_starts = np.flatnonzero(np.r_[True, self.x[1:] != self.x[:-1]])
        self.by_y = np.argsort(self.y, kind="stable")
        ordered = self.y[self.by_y]
        self.y_starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        self.levels = _levels(self.y, len(self.y_values))

    def coefficients(self, weights: Floats) -> Floats:
        """Each coefficient, for each row that says how often each sample is there: (rows, coefficients)."""
        cells = np.add.reduceat(weights[:, self.order], self.starts, axis=1)  # (rows, cells)
        x = np.add.reduceat(cells, self.x_starts, axis=1)  # (rows, values of x)
        y = np.add.reduceat(cells[:, self.by_y], self.y_starts, axis=1)
        count = weights.sum(axis=1)
        pairs, x_tied, y_tied, both_tied = (_pairs(some) for some in (count[:, None], x, y, cells))
        # those in the same order, less those in the opposite order
        apart = pairs - x_tied - y_tied + both_tied - 2 * self._opposite(cells)
        fewest = np.minimum((x > 0).sum(axis=1), (y > 0).sum(axis=1))
        with np.errstate(divide="ignore", invalid="ignore"):
            tau_b = apart / np.sqrt((pairs - x_tied) * (pairs - y_tied))
            tau_c = 2 * apart * fewest / (count**2 * (fewest - 1))
        tau_c[fewest < 2] = np.nan
        pearson = self._linear(cells, x, y, self.x_values[None, :], self.y_values[None, :])
        spearman = self._linear(cells, x, y, _ranks(x), _ranks(y))
        found = np.stack([tau_b, tau_c, pearson, spearman], axis=1)
        return np.clip(np.where(fewest[:, None] < 2, np.nan, found), -1.0, 1.0)

    def _opposite(self, cells: Floats) -> Floats:
        """Pairs of samples in opposite orders: after sorting by x, those with the greater y first.

        Two values of y differ first in one bit, counted from the highest. So for each bit, among cells that agree in
        all higher bits, those without it are counted that come after some with it.
        """
        total = np.zeros(len(cells))
        for level in self.levels:
            arranged = cells[:, level.order]
            above = np.zeros((len(cells), arranged.shape[1] + 1))
            np.cumsum(arranged * level.bit, axis=1, out=above[:, 1:])
            earlier = above[:, level.unset] - above[:, level.begin]
            total += np.einsum("ij,ij->i", arranged[:, level.unset], earlier)
        return total

    def _linear(self, cells: Floats, x: Floats, y: Floats, x_values: Floats, y_values: Floats) -> Floats:
        count = cells.sum(axis=1, keepdims=True)
        x_apart = x_values - (x * x_values).sum(axis=1, keepdims=True) / count
        y_apart = y_values - (y * y_values).sum(axis=1, keepdims=True) / count
        together = np.einsum("ij,ij,ij->i", cells, x_apart[:, self.x], y_apart[:, self.y])
        size = np.sqrt((x * x_apart**2).sum(axis=1) * (y * y_apart**2).sum(axis=1))
        with np.errstate(divide="ignore", invalid="ignore"):
            return together / size


@dataclass(frozen=True)
class _Level:
    """Cells as they are arranged to look at one bit of y."""

    order: Codes
    """Cells that agree in all higher bits together, else in their own order."""
    bit: Floats
    """Of each cell, in that order."""
    unset: Codes
    """Places of the cells without the bit."""
    begin: Codes
    """For each of these, where those begin that agree with it in all higher bits."""


def _levels(y: Codes, values: int) -> list[_Level]:
    levels: list[_Level] = []
    for shift in reversed(range((values - 1).bit_length())):
        order = np.argsort(y >> (shift + 1), kind="stable")
        arranged = y[order]
        high, bit = arranged >> (shift + 1), (arranged >> shift) & 1
        fresh = np.r_[True, high[1:] != high[:-1]]
        begin = np.maximum.accumulate(np.where(fresh, np.arange(len(y)), 0))
        unset = np.flatnonzero(bit == 0)
        levels.append(_Level(order, bit.astype(np.float64), unset, begin[unset]))
    return levels


def _pairs(counts: Floats) -> Floats:
    return (counts * (counts - 1)).sum(axis=1) / 2


def _ranks(counts: Floats) -> Floats:
    """The mean rank of each value, given how often each is there, in order."""
    return np.cumsum(counts, axis=1) - (counts - 1) / 2
