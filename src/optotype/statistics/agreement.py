"""Agreement between people: Krippendorff's alpha for names, with an interval from units drawn anew.

    alpha = 1 - (n - 1) * sum over units of o_u / sum over pairs of different names of n_c n_k

where o_u = (pairs of different values in unit u) / (values in u - 1), n_c is how often name c was given and n how many
values there are, both in units with two values at least (K. Krippendorff, Computing Krippendorff's Alpha-Reliability,
2011, case C). It is 1 where all agree, and 0 where they agree as often as chance would have it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 500
"""How often units are drawn."""


@dataclass(frozen=True)
class Agreement:
    """How far people agree."""

    alpha: float | None
    """None where it is not defined: nobody shares a unit, or all say the same."""
    low: float | None
    high: float | None
    units: int
    """Things that two people at least have said something about."""
    values: int
    """What was said about these."""
    same: float | None
    """Share of pairs of people who said the same, without regard to chance."""


def alpha(
    units: Iterable[Sequence[Hashable]], confidence: float = 0.95, *, resamples: int = RESAMPLES, seed: int = 0
) -> Agreement:
    """How far people agree about units.

    Args:
        units: for each thing, what people said about it.
        confidence: how often the interval shall hold.
        resamples: how often units are drawn.
        seed: of chance.
    """
    names: dict[Hashable, int] = {}
    places: list[int] = []
    of_unit: list[int] = []
    count = 0
    for values in units:
        if len(values) < 2:
            continue
        places += [names.setdefault(value, len(names)) for value in values]
        of_unit += [count] * len(values)
        count += 1
    if not count:
        return Agreement(None, None, None, 0, 0, None)
    name, unit = np.asarray(places), np.asarray(of_unit)
    sizes = np.bincount(unit, minlength=count).astype(float)
    # how often each name stands in each unit: equal pairs of (unit, name) counted
    cells, times = np.unique(unit * len(names) + name, return_counts=True)
    together = np.bincount(cells // len(names), weights=times.astype(float) ** 2, minlength=count)
    pairs = sizes * (sizes - 1)
    different = sizes**2 - together
    observed = different / (sizes - 1)

    def value(weights: np.ndarray) -> float:
        given = np.bincount(name, weights=weights[unit], minlength=len(names))
        total = given.sum()
        expected = total**2 - (given**2).sum()
        return float(1 - (total - 1) * (weights @ observed) / expected) if expected > 0 else float("nan")

    whole = value(np.ones(count))
    same = float(1 - different.sum() / pairs.sum())
    if np.isnan(whole):
        return Agreement(None, None, None, count, len(places), same)
    chance = np.random.default_rng(seed)
    drawn = np.array(
        [value(np.bincount(chance.integers(count, size=count), minlength=count)) for _ in range(resamples)]
    )
    drawn = drawn[~np.isnan(drawn)]
    low, high = (None, None)
    if count > 1 and len(drawn):
        low, high = (float(bound) for bound in np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2]))
    return Agreement(whole, low, high, count, len(places), same)
