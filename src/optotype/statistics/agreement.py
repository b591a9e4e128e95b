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
    kinds: dict[tuple[int, ...], int] = {}
    count = 0
    for values in units:
        if len(values) < 2:
            continue
        said = tuple(sorted([names.setdefault(value, len(names)) for value in values]))
        kinds[said] = kinds.get(said, 0) + 1
        count += 1
    if not count:
        return Agreement(None, None, None, 0, 0, None)
    # units in which the same was said are alike: there may be thousands of units, and ten kinds of them
    often = np.fromiter(kinds.values(), float)
    sizes = np.asarray([len(said) for said in kinds], float)
    name = np.asarray([place for said in kinds for place in said])
    kind = np.repeat(np.arange(len(kinds)), sizes.astype(int))
    # how often each name stands in each kind: equal pairs of (kind, name) counted
    cells, times = np.unique(kind * len(names) + name, return_counts=True)
    together = np.bincount(cells // len(names), weights=times.astype(float) ** 2, minlength=len(kinds))
    pairs = sizes * (sizes - 1)
    different = sizes**2 - together
    observed = different / (sizes - 1)

    def value(weights: np.ndarray) -> float:
        given = np.bincount(name, weights=weights[kind], minlength=len(names))
        total = given.sum()
        expected = total**2 - (given**2).sum()
        return float(1 - (total - 1) * (weights * observed).sum() / expected) if expected > 0 else float("nan")

    whole, said_in_all = value(often), int(often @ sizes)
    same = float(1 - (often @ different) / (often @ pairs))
    if np.isnan(whole):
        return Agreement(None, None, None, count, said_in_all, same)
    chance = np.random.default_rng(seed)
    drawn = np.array([value(chance.multinomial(count, often / count).astype(float)) for _ in range(resamples)])
    drawn = drawn[~np.isnan(drawn)]
    low, high = (None, None)
    if count > 1 and len(drawn):
        low, high = (float(bound) for bound in np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2]))
    return Agreement(whole, low, high, count, said_in_all, same)
