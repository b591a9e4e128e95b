"""Statistics: how far a number may be off, and whether two runs differ.

Answers about one picture or one paper are not independent, so everything here counts clusters: each function takes,
beside the values, the cluster that each value belongs to. Functions are pure, take arrays, and always give the same
result for the same input. `docs/statistics.md` gives each formula in words, what it assumes, and how often its
intervals hold what they promise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optotype.statistics import _student

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Values = Floats | Sequence[float]
Clusters = Codes | Sequence[Hashable]
"""For each value, the picture or paper that it belongs to: ids, or numbers as `codes` gives them."""

FEW = 50
"""With fewer clusters that differ between two runs, signs are flipped instead of trusting the t distribution."""
MOST_LEVELS = 100
"""A curve through more levels than these is not fitted."""

_NOTHING = 1e-24  # a variance below this is rounding
_CELLS = 10_000  # steps in which the sign-flip test counts
_CHUNK = 1 << 18  # numbers held at a time while resampling


@dataclass(frozen=True)
class Estimate:
    """A number, and how far it may be off."""

    value: float
    low: float
    """Lower end of the interval; minus infinity where one cluster says nothing about others."""
    high: float
    error: float
    """Clustered standard error, which the interval is built on."""
    count: int
    """How many values it is taken over."""
    clusters: int
    """How many pictures or papers these are about."""


@dataclass(frozen=True)
class Difference:
    """How much better run B did than run A on the items that both answered."""

    value: float
    """Mean of B less mean of A."""
    low: float
    high: float
    error: float
    """Clustered standard error, which the interval is built on."""
    degrees: float
    """Degrees of freedom: how many clusters the error is known from, as it were."""
    p: float
    """How likely a difference at least as large is if neither run is better."""
    test: str
    """How p was found: `t`, or `sign flips` where few clusters differ."""
    count: int
    """Items that both answered."""
    clusters: int
    wins: int
    """Items on which B scored more."""
    losses: int
    ties: int
    correlation: float | None
    """Between the scores of A and B; None where one of them never varies."""


class Bounds(NamedTuple):
    """Between what a score lies, whatever the answers that are lacking would have been."""

    low: float
    """If all of them were wrong."""
    high: float
    """If all of them were right."""


@dataclass(frozen=True)
class Acuity:
    """The level up to which a respondent still sees."""

    value: float
    low: float | None
    """Lower end of the interval; None where it lies below the easiest level."""
    high: float | None
    """Upper end of the interval; None where it lies beyond the hardest level."""


@dataclass(frozen=True)
class Point:
    """How a respondent did at one level."""

    level: float
    accuracy: Estimate
    chance: float
    """What guessing earns at this level."""
    fitted: float | None
    """What the curve says; None where none was fitted."""


@dataclass(frozen=True)
class Curve:
    """Accuracy by level, and the curve through it: falling from 1 less the lapse rate to what guessing earns."""

    points: tuple[Point, ...]
    midpoint: float | None
    """The level where the curve is half-way between its ends; None where no curve was fitted."""
    slope: float | None
    """How steeply it falls there, in logits per level."""
    lapse: float | None
    """Share of items that are failed however easy they are."""
    acuity: Acuity | None
    """Where the curve falls below three quarters; None where it does not within the levels."""
    reason: str
    """Why there is no acuity."""

    @property
    def outside(self) -> Literal["below", "beyond"] | None:
        """Is it below the easiest level, or beyond the hardest? None where the acuity is known, or cannot be told."""
        if self.acuity is not None or self.midpoint is None:
            return None
        return "below" if self.reason.startswith("never reaches") else "beyond"

    def at(self, level: float) -> float | None:
        """What the curve says about a level between those that were asked; None where no curve was fitted."""
        if self.midpoint is None or self.slope is None or self.lapse is None:
            return None
        chance = np.interp(level, [point.level for point in self.points], [point.chance for point in self.points])
        return float(chance + (1 - self.lapse - chance) * _logistic(np.float64(self.slope * (self.midpoint - level))))


# --- one run


def codes(clusters: Clusters) -> Codes:
    """Clusters as numbers from 0. Where many figures follow, number them once: numbers compare faster than texts."""
    if isinstance(clusters, np.ndarray):
        if len(clusters) and clusters.min() >= 0 and clusters.max() < 8 * len(clusters):  # no need to sort
            there = np.bincount(clusters) > 0
            return clusters if there.all() else (np.cumsum(there) - 1)[clusters]
        return np.unique(clusters, return_inverse=True)[1].astype(np.int64)
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(cluster, len(known)) for cluster in clusters], dtype=np.int64)


def mean(values: Values, clusters: Clusters, confidence: float = 0.95) -> Estimate:
    """The mean of scores with its interval.

    Scores from 0 to 1 get a Wilson interval of the effective sample size, which stays between 0 and 1 and always has a
    width; others get a t interval. Scores that are not known must have been left out.

    Raises:
        ValueError: no values, or values that are not finite.
    """
    x, cluster = _checked(values, clusters)
    value = float(x.mean())
    sizes = np.bincount(cluster).astype(np.float64)
    residual = x - value
    sums = _summed(residual, cluster)
    variance, degrees = _spread(sums, sizes, _dot(residual, residual))
    quantile = _quantile(degrees, confidence)
    if not _bounded(x):
        error = math.sqrt(variance)
        return Estimate(value, value - quantile * error, value + quantile * error, error, len(x), len(sizes))
    value = min(max(value, 0.0), 1.0)
    if len(sizes) == 1:
        variance = value * (1 - value)
    low, high = _wilson(value, _effective(value, variance, len(sizes)), quantile)
    return Estimate(value, low, high, math.sqrt(variance), len(x), len(sizes))


def of_statistic(
    function: Callable[[Floats], Floats],
    table: Floats | Sequence[Sequence[float]],
    clusters: Clusters,
    confidence: float = 0.95,
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> Estimate | None:
    """A number that is no mean, but follows from sums (precision, recall, F1), with its interval.

    Clusters are drawn anew, with replacement, to see how much the number varies. A number from 0 to 1 then gets a
    Wilson interval of the effective sample size: the resamples' own quantiles are far too narrow near 0 and 1. Others
    get a t interval.

    Args:
        function: takes sums of the table's columns, one row per resample, and gives a number for each row; `nan` where
            it is not defined. See `f1`.
        table: one row per item; columns are what is summed.
        clusters: the cluster of each item.
        confidence: how often intervals shall hold.
        resamples: how often clusters are drawn.
        seed: the same seed draws the same clusters.

    Returns:
        None where the number is not defined: there is no F1 without anything to find.
    """
    rows = np.asarray(table, dtype=np.float64)
    if rows.ndim != 2:
        raise ValueError(f"a table with rows and columns was expected, not one of {rows.ndim} dimensions")
    cluster = codes(clusters)
    if len(cluster) != len(rows) or not np.isfinite(rows).all():
        raise ValueError(f"{len(rows)} rows and {len(cluster)} clusters; all must be finite, and as many")
    count = int(cluster.max(initial=-1)) + 1
    alone = len(rows) == count and bool((np.diff(cluster) == 1).all())  # a row is all there is of its cluster
    sums = rows if alone else np.stack([_summed(column, cluster) for column in rows.T], axis=1)
    value = _applied(function, sums.sum(axis=0, keepdims=True))
    if not len(rows) or not np.isfinite(value[0]):
        return None
    found = np.concatenate([_applied(function, weights @ sums) for weights in _weights(count, count, resamples, seed)])
    found = found[np.isfinite(found)]
    variance = float(found.var(ddof=1)) if len(found) > 1 else 0.0
    variance = variance if variance > _NOTHING else 0.0
    telling = int(np.isfinite(_applied(function, sums)).sum())  # clusters that have such a number of their own
    point, quantile = float(value[0]), _quantile(max(telling - 1, 1), confidence)
    error = math.sqrt(variance)
    if _bounded(value) and _bounded(found):
        if telling < 2:
            error = math.sqrt(point * (1 - point))
        low, high = _wilson(point, _effective(point, error**2, max(telling, 1)), quantile)
    else:
        low, high = point - quantile * error, point + quantile * error
    return Estimate(point, low, high, error, len(rows), count)


def precision(sums: Floats) -> Floats:
    """For `of_statistic`: how many of those named are right, from (true positives, false positives, ...)."""
    return sums[..., 0] / (sums[..., 0] + sums[..., 1])


def recall(sums: Floats) -> Floats:
    """For `of_statistic`: how many of those to be named were, from (true positives, ..., false negatives)."""
    return sums[..., 0] / (sums[..., 0] + sums[..., -1])


def f1(sums: Floats) -> Floats:
    """For `of_statistic`: both in one number, from (true positives, false positives, false negatives)."""
    return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def bounds(right: float, counted: int, non_answers: int) -> Bounds:
    """Between what a score lies when some items have no answer.

    Args:
        right: sum of the scores of those that were answered.
        counted: how many were answered; non-answers are not among them.
        non_answers: how many were not: unread, refused, not known, failed.

    Raises:
        ValueError: more are right than were answered.
    """
    if not 0 <= right <= counted or non_answers < 0:
        raise ValueError(f"{right} right of {counted} answered, and {non_answers} non-answers: these do not fit")
    asked = counted + non_answers
    return Bounds(right / asked, (right + non_answers) / asked) if asked else Bounds(0.0, 1.0)


# --- two runs


def difference(a: Values, b: Values, clusters: Clusters, confidence: float = 0.95) -> Difference:
    """How much better B did than A on the same items: a paired difference, with interval and p-value.

    Where at least 50 clusters differ, both follow from a clustered t test. Where fewer do, p is that of an exact test
    which gives whole clusters to either side by chance. The interval is then that of a t test with a cluster more
    for either side, and never contradicts p: it reaches zero where p says so, and does not cross it where p does not.

    Raises:
        ValueError: no values, or not as many of one as of the other.
    """
    first, cluster = _checked(a, clusters)
    second = _numbers(b, len(cluster))
    apart = second - first
    value = float(apart.mean())
    sizes = np.bincount(cluster).astype(np.float64)
    sums = _summed(apart, cluster)
    bounded = _bounded(first) and _bounded(second)
    differing = np.abs(sums) > 1e-9 * float(np.abs(apart).max())
    differ = int(np.count_nonzero(differing))
    few = differ < FEW
    added = 1 - differ / len(differing) if few else 0.0
    if len(sizes) == 1 or (apart == apart[0]).all():
        added = 1.0  # one cluster, or differences that are all the same, have no error of their own
    middle, sums, sizes, squares = _with_both_sides(apart, sums, sizes, differing, bounded, added)
    variance, degrees = _spread(sums - middle * sizes, sizes, squares)
    error = math.sqrt(variance)
    reach = _quantile(degrees, confidence) * error
    low, high = min(middle - reach, value), max(middle + reach, value)
    if few:
        p = _flipped(sums[: len(differing)][differing])
        if p > 1 - confidence:
            low, high = min(low, 0.0), max(high, 0.0)
        elif value > 0:
            low = max(low, 0.0)
        else:
            high = min(high, 0.0)
    else:
        p = 2 * _student.below(-abs(middle) / error, degrees)
    return Difference(
        value=value,
        low=max(low, -1.0) if bounded else low,
        high=min(high, 1.0) if bounded else high,
        error=error,
        degrees=degrees,
        p=p,
        test="sign flips" if few else "t",
        count=len(apart),
        clusters=len(differing),
        wins=int(np.count_nonzero(apart > 0)),
        losses=int(np.count_nonzero(apart < 0)),
        ties=int(np.count_nonzero(apart == 0)),
        correlation=_correlation(first, second),
    )


def detectable(found: Estimate | Difference, *, power: float = 0.8, confidence: float = 0.95) -> float:
    """The smallest true difference between two runs that this bench would show.

    From a difference between two runs: (t of the confidence + t of the power) times its error. From one run alone, the
    error is taken to be that of two runs as uncertain as this one which err independently of each other; runs on
    the same items seldom do, so the figure is on the safe side.
    """
    if isinstance(found, Difference):
        degrees, error = found.degrees, found.error
    else:
        degrees, error = max(found.clusters - 1, 1), found.error
        if error == 0:  # all right or all wrong: as if two clusters more of either kind had been seen
            share = (found.clusters * found.value + 2) / (found.clusters + 4)
            error = math.sqrt(max(share * (1 - share), 0.0) / (found.clusters + 4))
        error *= math.sqrt(2)
    return (_quantile(degrees, confidence) + _student.quantile(power, degrees)) * error


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values of several tests, raised so that one false alarm among all of them is as rare as with a single test."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    raised, so_far = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        so_far = max(so_far, min((len(order) - rank) * p_values[place], 1.0))
        raised[place] = so_far
    return raised


# --- levels


def psychometric(
    levels: Values,
    values: Values,
    clusters: Clusters,
    chance: Values | float = 0.0,
    confidence: float = 0.95,
    *,
    crossing: float = 0.75,
    lapse: float = 0.1,
    resamples: int = 400,
    seed: int = 0,
) -> Curve:
    """Accuracy by level, a curve that falls with the level, and the level where it falls below three quarters.

    Args:
        levels: difficulty of each item; larger is harder.
        values: scores from 0 to 1.
        clusters: the cluster of each item.
        chance: what guessing earns, for each item or for all: one half for yes or no, 0 for free text.
        confidence: how often intervals shall hold.
        crossing: the accuracy that the acuity is about.
        lapse: the largest share of failures, however easy the item, that the curve may assume.
        resamples: how often clusters are drawn anew for the interval.
        seed: the same seed draws the same clusters.

    Raises:
        ValueError: scores below 0 or above 1, or arrays that do not fit each other.
    """
    x, cluster = _checked(values, clusters)
    asked, guess = (np.broadcast_to(np.asarray(some, dtype=np.float64), x.shape) for some in (levels, chance))
    if not (_bounded(x) and _bounded(guess) and np.isfinite(asked).all()):
        raise ValueError("scores and chance must lie between 0 and 1, and levels must be finite")
    at = np.unique(asked)
    level = np.searchsorted(at, asked).astype(np.int32)
    sizes = np.bincount(level)
    counts = sizes.astype(np.float64)
    floor = np.bincount(level, guess) / counts
    del levels, chance, asked, guess  # not needed from here on, and as long as there are items
    order = np.argsort(level, kind="stable")
    del level, values, clusters
    x = x[order]
    cluster = cluster[order]
    del order
    begins = np.cumsum(sizes) - sizes
    parts = [slice(*ends) for ends in pairwise([*begins.tolist(), len(x)])]
    accuracies = [mean(x[part], cluster[part], confidence) for part in parts]
    if not 3 <= len(at) <= MOST_LEVELS:
        points = [Point(*some, None) for some in zip(at.tolist(), accuracies, floor.tolist(), strict=True)]
        reason = "fewer than 3 levels" if len(at) < 3 else f"more than {MOST_LEVELS} levels"
        return Curve(tuple(points), midpoint=None, slope=None, lapse=None, acuity=None, reason=reason)
    shape = _Shape(at, floor, lapse)
    best = shape.fit(np.add.reduceat(x, begins)[None], counts[None])
    value = float(shape.cross(best, crossing)[0])
    acuity, reason = None, ""
    if math.isfinite(value):
        drawn: list[tuple[Floats, Floats]] = []
        for weights in _weights(int(cluster.max()) + 1, len(x), resamples, seed):
            sums = [_drawn(weights, x[part], cluster[part]) for part in parts]  # level by level, for memory's sake
            right, asked = (np.concatenate(each, axis=1) for each in zip(*sums, strict=True))
            drawn.append((right, asked))
        right, asked = (np.concatenate(each) for each in zip(*drawn, strict=True))
        crossed = np.sort(shape.cross(shape.fit(right, asked), crossing))
        cut = math.floor((1 - confidence) / 2 * len(crossed))
        acuity = Acuity(value, _finite(crossed[cut]), _finite(crossed[-1 - cut]))
    else:
        height = "three quarters" if crossing == 0.75 else f"{crossing:g}"
        reason = f"never falls below {height}" if value > 0 else f"never reaches {height}"
    fitted = shape.curve(best, shape.place, floor)[0]
    points = [Point(*some) for some in zip(at.tolist(), accuracies, floor.tolist(), fitted.tolist(), strict=True)]
    midpoint, slope, lapsed = shape.plain(best[0])
    return Curve(tuple(points), midpoint=midpoint, slope=slope, lapse=lapsed, acuity=acuity, reason=reason)


def _drawn(weights: Floats, values: Floats, cluster: Codes) -> tuple[Floats, Floats]:
    """Sum and number of values in each resample of clusters: twice (resamples, 1)."""
    often = weights[:, cluster]
    count = np.add.reduceat(often, [0], axis=1)
    often *= values
    return np.add.reduceat(often, [0], axis=1), count


class _Shape:
    """A falling logistic curve between the guessing rate and one less the lapse rate.

    Its parameters are (place of the midpoint, logarithm of the slope, lapse rate), on scales on which likelihoods are
    tame: levels run from -1/2 to 1/2, and the place of the midpoint grows exponentially outside of them, so that curves
    that are flat within the levels can be reached. No curve falls by more than 6 logits from one level to the next:
    steeper ones cannot be told apart.
    """

    def __init__(self, levels: Floats, floor: Floats, lapse: float) -> None:
        self.middle, self.span = float(levels[0] + levels[-1]) / 2, float(levels[-1] - levels[0])
        self.place = (levels - self.middle) / self.span
        self.floor = floor
        self.low = np.array([-4.0, math.log(0.1), 0.0])
        self.high = np.array([4.0, math.log(6.0 * (len(levels) - 1)), lapse])
        number = (81, 14, 5)
        nodes = np.ascontiguousarray(np.indices(number).reshape(len(number), -1).T)
        self.grid = self.low + (self.high - self.low) * nodes / (np.array(number) - 1)
        steep = self.grid[:, 1] > (self.low[1] + self.high[1]) / 2
        said = self.curve(self.grid, self.place, floor)
        told = np.concatenate([np.log(said), np.log1p(-said)], axis=1)  # of what is right, then of what is wrong
        self.hills = [(self.grid[some], told[some].T) for some in (steep, ~steep)]

    def curve(self, parameters: Floats, place: Floats, floor: Floats) -> Floats:
        """What curves say, (curves, parameters) at places (places,): (curves, places)."""
        logit, _ = self._logit(parameters, place)
        # so that no answer is ever impossible
        return np.clip(floor + (1 - parameters[:, 2:] - floor) * _logistic(logit), 1e-6, 1 - 1e-6)

    def _logit(self, parameters: Floats, place: Floats) -> tuple[Floats, Floats]:
        slope = np.exp(parameters[:, 1:2])
        return slope * (0.5 * np.sinh(parameters[:, :1]) / math.sinh(1) - place), slope

    def fit(self, right: Floats, counts: Floats) -> Floats:
        """The likeliest parameters for each row of sums per level.

        The best of a grid, and up the hill from there; twice, since a steep and a gentle curve may both be a hill.
        """
        wrong = counts - right
        rows = max(1, _CHUNK // len(self.grid))  # of the grid, some rows at a time
        both = np.concatenate([right, wrong], axis=1)
        some = [both[begin : begin + rows] for begin in range(0, len(both), rows)]
        found: list[tuple[Floats, Floats]] = []
        for grid, told in self.hills:
            start = np.concatenate([np.argmax(_product(part, told), axis=1) for part in some])
            found.append(self._climb(grid[start], right, wrong))
        (steep, one), (gentle, other) = found
        return np.where((one > other)[:, None], steep, gentle)

    def _climb(self, best: Floats, right: Floats, wrong: Floats) -> tuple[Floats, Floats]:
        """Better parameters and their likelihood after Fisher scoring, damped as Levenberg and Marquardt do.

        A parameter at its limit stays there while it is pushed outwards.
        """
        said = self.curve(best, self.place, self.floor)
        likely = _likelihood(said, right, wrong)
        damping = np.full(len(best), 0.01)
        for _ in range(25):
            logit, slope = self._logit(best, self.place)
            rise = _logistic(logit)
            bent = (1 - best[:, 2:] - self.floor) * rise * (1 - rise)
            by_place = bent * slope * 0.5 * np.cosh(best[:, :1]) / math.sinh(1)
            change = np.stack([by_place, bent * logit, -rise], axis=2)  # (rows, levels, parameters)
            uphill = np.einsum("rl,rlp->rp", right / said - wrong / (1 - said), change)
            weighed = change * ((right + wrong) / (said * (1 - said)))[:, :, None]
            curvature = np.matmul(weighed.transpose(0, 2, 1), change)
            stuck = ((best <= self.low) & (uphill < 0)) | ((best >= self.high) & (uphill > 0))
            uphill = np.where(stuck, 0.0, uphill)
            curvature = np.where(stuck[:, :, None] | stuck[:, None, :], 0.0, curvature)
            held = damping[:, None] * np.einsum("rpp->rp", curvature) + 1e-9 + stuck
            hill: Floats = curvature + held[:, :, None] * np.eye(3)
            step = np.linalg.solve(hill, uphill[:, :, None])[:, :, 0]
            there = np.clip(best + np.clip(step, -1, 1), self.low, self.high)
            said_there = self.curve(there, self.place, self.floor)
            likely_there = _likelihood(said_there, right, wrong)
            better = likely_there > likely
            best = np.where(better[:, None], there, best)
            said = np.where(better[:, None], said_there, said)
            likely = np.where(better, likely_there, likely)
            damping = np.clip(np.where(better, damping / 4, damping * 8), 1e-8, 1e8)
        return best, likely

    def cross(self, parameters: Floats, height: float) -> Floats:
        """Where curves first fall below a height; infinite where they do not, minus infinite where they begin below."""
        place = np.linspace(-0.5, 0.5, 513)
        said = self.curve(parameters, place, np.interp(place, self.place, self.floor))
        below = said < height
        first = np.argmax(below, axis=1)
        row, before = np.arange(len(said)), np.maximum(first - 1, 0)
        drop = np.maximum(said[row, before] - said[row, first], 1e-12)
        found = place[before] + (said[row, before] - height) / drop * (place[1] - place[0])
        found = np.where(first == 0, np.where(below[:, 0], -np.inf, np.inf), self.middle + self.span * found)
        return np.asarray(found, dtype=np.float64)

    def plain(self, parameters: Floats) -> tuple[float, float, float]:
        """Midpoint, slope per level and lapse rate of a curve."""
        middle = 0.5 * math.sinh(parameters[0]) / math.sinh(1)
        return self.middle + self.span * middle, math.exp(parameters[1]) / self.span, float(parameters[2])


def _likelihood(said: Floats, right: Floats, wrong: Floats) -> Floats:
    return np.asarray(np.sum(right * np.log(said) + wrong * np.log1p(-said), axis=1), dtype=np.float64)


# --- what these are built on


def _checked(values: Values, clusters: Clusters) -> tuple[Floats, Codes]:
    cluster = codes(clusters)
    return _numbers(values, len(cluster)), cluster


def _numbers(values: Values, clusters: int) -> Floats:
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 1 or len(x) != clusters:
        raise ValueError(f"one cluster for each value was expected: {x.shape} values, {clusters} clusters")
    if not len(x) or not np.isfinite(x).all():
        raise ValueError("values that are finite were expected, and at least one of them")
    return x


def _dot(a: Floats, b: Floats) -> float:
    """The sum of products, in one order on every machine: BLAS adds up in as many threads as there are cores."""
    return float(np.einsum("i,i->", a, b))


def _product(a: Floats, b: Floats) -> Floats:
    """The product of two small matrices, for the same reason; threads that wait for each other take longer, too."""
    return np.einsum("ij,jk->ik", a, b)


def _summed(values: Floats, cluster: Codes) -> Floats:
    return np.asarray(np.bincount(cluster, weights=values), dtype=np.float64)


def _bounded(values: Floats) -> bool:
    return bool((values >= 0).all() and (values <= 1).all())


def _logistic(x: Floats | np.float64) -> Floats:
    return 0.5 * (1 + np.tanh(0.5 * x))  # the same as 1 / (1 + exp(-x)), and never overflows


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _quantile(degrees: float, confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence between 0 and 1 was expected, such as 0.95, not {confidence:g}")
    return _student.quantile(0.5 + confidence / 2, degrees)


def _spread(sums: Floats, sizes: Floats, squares: float) -> tuple[float, float]:
    """The variance of a mean, and its degrees of freedom, from what clusters deviate by.

    The variance is the larger of two: the sandwich, corrected for few clusters (Bell and McCaffrey's CR2), and the
    plain one times Kish's design effect. Where something is rare, clusters that happen to lack it hide from the
    sandwich how uneven they are; the design effect knows. The degrees of freedom are Satterthwaite's for
    clusters as correlated as these (Imbens and Kolesár), so that a few large clusters count as few.

    Args:
        sums: of the deviations from the mean, by cluster.
        sizes: number of values by cluster.
        squares: sum of all squared deviations.
    """
    clusters, count = len(sizes), float(sizes.sum())
    if clusters < 2:
        return math.inf, 1.0
    share = sizes / count
    grown = 1 / (1 - share)
    sandwich = _dot(grown, sums**2) / count**2
    alike = _alike(sums, sizes, squares)
    kish = squares / (count - 1) / count * (1 + alike * (_dot(sizes, sizes) / count - 1))
    # moments of the quadratic form that the sandwich is, if clusters had these variances
    own = sizes * (1 + (sizes - 1) * alike)
    total = float(own.sum())
    diagonal = grown * (own * (1 - 2 * share) + share**2 * total)
    ss, oo, so = _dot(grown, share**2), _dot(grown, own**2), _dot(grown, share * own)
    pairs = 2 * ss * oo + (ss * total) ** 2 + 2 * so**2 - 4 * ss * so * total
    pairs -= _dot(grown**2, (2 * share * own - share**2 * total) ** 2)
    degrees = float(diagonal.sum()) ** 2 / (_dot(diagonal, diagonal) + pairs)
    variance = max(sandwich, kish)
    return variance if variance > _NOTHING else 0.0, min(max(degrees, 1.0), clusters - 1.0)


def _alike(sums: Floats, sizes: Floats, squares: float) -> float:
    """How alike values of one cluster are, from 0 to 1: the intra-cluster correlation by analysis of variance."""
    clusters, count = len(sizes), float(sizes.sum())
    if count <= clusters:
        return 0.0
    between = _dot(sums**2, 1 / sizes)
    within = max(squares - between, 0.0) / (count - clusters)
    between /= clusters - 1
    size = (count - _dot(sizes, sizes) / count) / (clusters - 1)
    whole = between + (size - 1) * within
    return min(max((between - within) / whole, 0.0), 1.0) if whole > _NOTHING else 1.0


def _effective(value: float, variance: float, clusters: int) -> float:
    """How many independent values would give this variance; the clusters where nothing varies."""
    return value * (1 - value) / variance if variance > 0 and 0 < value < 1 else float(clusters)


def _wilson(value: float, size: float, quantile: float) -> tuple[float, float]:
    square = quantile**2 / size
    middle = (value + square / 2) / (1 + square)
    reach = math.sqrt(square * (value * (1 - value) + square / 4)) / (1 + square)
    return max(min(middle - reach, value), 0.0), min(max(middle + reach, value), 1.0)


def _with_both_sides(
    apart: Floats, sums: Floats, sizes: Floats, differing: NDArray[np.bool_], bounded: bool, added: float
) -> tuple[float, Floats, Floats, float]:
    """Mean, sums and sizes by cluster and sum of squared deviations, after a cluster more was added for either side.

    What is added is as large as clusters are on average, and as far from zero as those that differ, both times a share
    from 0 to 1. This is what Bonett and Price add to a table of two yes-or-no answers, for clusters: it stands for
    differences that could have been seen and were not, so there is none of it where all clusters differ.
    """
    size, number = float(sizes.mean()) * added, int(np.count_nonzero(differing))
    if number:
        far, square = math.sqrt(_dot(sums, sums) / number * added), _dot(apart, apart) / number * added
    else:
        far, square = (size, size) if bounded else (0.0, 0.0)
    if added:
        sums, sizes = np.append(sums, (far, -far)), np.append(sizes, (size, size))
    middle = float(sums.sum() / sizes.sum())
    squares = _dot(apart - middle, apart - middle) + 2 * (square + size * middle**2)
    return middle, sums, sizes, squares


def _flipped(sums: Floats) -> float:
    """How often chance alone, giving each cluster to either side, comes to a total at least as large.

    Exact for whole numbers: one item per cluster, right or wrong, makes it McNemar's exact test. Other numbers are
    rounded to a ten-thousandth of their total first.
    """
    sizes = np.abs(sums)
    if not len(sizes):
        return 1.0
    total = float(sizes.sum())
    whole = bool((np.abs(sizes - np.round(sizes)) <= 1e-9).all()) and total <= _CELLS
    unit = 1.0 if whole else total / _CELLS
    steps = np.round(sums / unit).astype(np.int64)
    chance = np.ones(1)  # of each total from -reach to reach, after some clusters
    for step in np.abs(steps[steps != 0]).tolist():
        half, chance = chance / 2, np.zeros(len(chance) + 2 * step)
        chance[2 * step :] = half
        chance[: -2 * step] += half
    reach, seen = len(chance) // 2, abs(int(steps.sum()))
    return min(float(chance[: reach - seen + 1].sum() + chance[reach + seen :].sum()), 1.0)


def _correlation(a: Floats, b: Floats) -> float | None:
    first, second = a - a.mean(), b - b.mean()
    size = math.sqrt(_dot(first, first) * _dot(second, second))
    return min(max(_dot(first, second) / size, -1.0), 1.0) if size > _NOTHING else None


def _applied(function: Callable[[Floats], Floats], sums: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(function(sums), dtype=np.float64)


def _weights(clusters: int, width: int, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each cluster is drawn in each resample, some resamples at a time: (some, clusters)."""
    chance = np.random.default_rng(seed)
    some = max(1, min(resamples, _CHUNK // max(width, clusters)))
    for begin in range(0, resamples, some):
        rows = min(some, resamples - begin)
        drawn = chance.integers(0, clusters, (rows, clusters)) + np.arange(rows)[:, None] * clusters
        yield np.bincount(drawn.ravel(), minlength=rows * clusters).reshape(rows, clusters).astype(np.float64)
