"""Our coefficients of correlation against scipy's."""

from __future__ import annotations

import importlib
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from optotype.statistics.correlation import NAMES, correlation

PAIRS = st.lists(st.tuples(st.integers(-6, 6), st.integers(0, 3)), min_size=2, max_size=60)


def theirs(a: NDArray[np.float64], b: NDArray[np.float64]) -> dict[str, float]:
    stats: Any = importlib.import_module("scipy.stats")  # takes a second, which others need not wait for
    return {
        "tau_b": float(stats.kendalltau(a, b, variant="b").statistic),
        "tau_c": float(stats.kendalltau(a, b, variant="c").statistic),
        "pearson": float(stats.pearsonr(a, b).statistic),
        "spearman": float(stats.spearmanr(a, b).statistic),
    }


def ours(a: NDArray[np.float64], b: NDArray[np.float64]) -> dict[str, float | None]:
    found = correlation(a, b, list(range(len(a))), resamples=1)
    return {name: getattr(found, name).value for name in NAMES}


@given(PAIRS)
def test_coefficients_are_the_same_among_many_ties(pairs: list[tuple[int, int]]) -> None:
    a, b = np.array(pairs, dtype=np.float64).T
    if min(len(set(a)), len(set(b))) < 2:
        assert set(ours(a, b).values()) == {None}
    else:
        assert ours(a, b) == pytest.approx(theirs(a, b), abs=1e-12)


@pytest.mark.parametrize("values", [2, 4, 7, 1000, 10**9])
def test_coefficients_are_the_same_on_thousands_of_samples(values: int) -> None:
    chance = np.random.default_rng(values)
    b = chance.integers(0, values, 3000).astype(np.float64)
    a = np.round(b / values + chance.normal(size=3000), 2)
    assert ours(a, b) == pytest.approx(theirs(a, b), abs=1e-11)
    assert ours(b, a) == pytest.approx(theirs(a, b), abs=1e-11)


def test_intervals_are_those_of_samples_that_were_really_drawn_anew() -> None:
    chance = np.random.default_rng(5)
    cluster = chance.integers(0, 12, 80)
    cluster[:12] = np.arange(12)
    b = chance.integers(1, 5, 80).astype(np.float64)
    a = np.round(b + chance.normal(size=80), 1)
    found = correlation(a, b, cluster, 0.9, resamples=40, seed=3)
    drawn = np.random.default_rng(3).multinomial(12, np.full(12, 1 / 12), 40)
    expected = [theirs(np.repeat(a, times[cluster]), np.repeat(b, times[cluster])) for times in drawn]
    for name in NAMES:
        low, high = np.quantile([one[name] for one in expected], (0.05, 0.95))
        coefficient = getattr(found, name)
        assert (coefficient.low, coefficient.high) == pytest.approx((low, high), abs=1e-12)
        assert coefficient.resamples == 40
        assert not math.isclose(low, high)
