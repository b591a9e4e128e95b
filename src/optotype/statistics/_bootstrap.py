"""Clusters drawn anew, with replacement: how far what follows from them varies (Efron, 1979).

Things are drawn by their kinds, of which there are few: what a number of things come to is found for all draws at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

RESAMPLES = 1000
"""How often clusters are drawn."""

_CHUNK = 1 << 20  # numbers held at a time
_FEW_KINDS = 8  # things of each: it is faster to draw how many there are of a kind than to draw things
_FEWEST = 0.5  # of all draws: an interval needs so many for which there is a figure
_ROUNDING = 1e-9  # figures that differ by less are the same


def drawn(kind: Codes, cluster: Codes, resamples: int, width: int, seed: int) -> Iterator[Floats]:
    """How many things of each kind there are in each draw, some draws at a time: (some, kinds).

    Args:
        kind: of each thing, numbered from 0.
        cluster: of each thing, the same way; things of one are drawn together.
        resamples: how many draws.
        width: numbers that whoever takes them holds for each draw.
        seed: the same draws the same clusters.
    """
    chance = np.random.default_rng(seed)
    often = np.bincount(kind)
    clusters, kinds = int(cluster.max()) + 1, len(often)
    alone = clusters == len(kind)
    few = alone and _FEW_KINDS * kinds < clusters
    some = max(1, min(resamples, _CHUNK // max(width, kinds, kinds if few else len(kind))))
    by_kind, begins = np.argsort(kind, kind="stable"), np.cumsum(often) - often
    of_cluster = np.argsort(cluster, kind="stable") if alone else by_kind
    for begin in range(0, resamples, some):
        rows = min(some, resamples - begin)
        if few:  # each thing is a cluster: it matters how many of a kind are drawn, and not which
            yield chance.multinomial(len(kind), often / len(kind), rows).astype(np.float64)
            continue
        places = chance.integers(0, clusters, (rows, clusters))
        first = np.arange(rows)[:, None]
        if alone:
            found = np.bincount((kind[of_cluster][places] + first * kinds).ravel(), minlength=rows * kinds)
            yield found.reshape(rows, kinds).astype(np.float64)
            continue
        times = np.bincount((places + first * clusters).ravel(), minlength=rows * clusters).reshape(rows, clusters)
        yield np.add.reduceat(times[:, cluster[by_kind]], begins, axis=1).astype(np.float64)


def interval(value: float, found: Floats, slopes: Floats, confidence: float) -> tuple[float, float] | None:
    """The bias-corrected and accelerated interval (Efron, 1987); None where draws do not tell.

    Args:
        value: the figure.
        found: the figure of each draw; not a number where there is none.
        slopes: by cluster, how fast the figure rises if the cluster weighs more.
        confidence: how often it shall hold.
    """
    told = np.sort(found[np.isfinite(found)])
    if not isfinite(value) or len(told) < max(_FEWEST * len(found), 2) or told[-1] - told[0] < _ROUNDING:
        return None
    below = float((told < value - _ROUNDING).mean() + (np.abs(told - value) <= _ROUNDING).mean() / 2)
    normal = NormalDist()
    bias = normal.inv_cdf(min(max(below, 1 / len(told)), 1 - 1 / len(told)))
    off = slopes - slopes.mean()
    squares = float(off @ off)
    lean = float((off**3).sum()) / (6 * squares**1.5) if squares > 0 else 0.0
    ends: list[float] = []
    for share in (0.5 - confidence / 2, 0.5 + confidence / 2):
        far = bias + normal.inv_cdf(share)
        room = 1 - lean * far
        ends.append(
            float(np.quantile(told, normal.cdf(bias + far / room))) if room > 0 else float(told[-1 if far > 0 else 0])
        )
    return ends[0], ends[1]
