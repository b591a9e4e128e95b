"""Clusters drawn anew: the draws, and the interval that is read off them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from optotype.statistics import _bootstrap
from tests.conftest import library


def test_each_draw_has_as_many_clusters_as_there_are_and_things_of_one_come_together() -> None:
    kind = np.array([0, 1, 2, 0, 1, 2, 2])
    cluster = np.array([0, 0, 0, 1, 1, 1, 2])
    draws = np.concatenate(list(_bootstrap.drawn(kind, cluster, 300, 3, seed=1)))
    assert draws.shape == (300, 3)
    assert (draws[:, 0] == draws[:, 1]).all()  # both clusters that have one have the other
    assert (draws[:, 0] + (draws[:, 2] - draws[:, 0]) == 3).all()  # three clusters in all
    assert draws.mean(axis=0) == pytest.approx([2, 2, 3], abs=0.2)


def test_things_that_are_clusters_are_drawn_by_their_kinds() -> None:
    kind = np.array([0] * 6 + [1] * 2)
    draws = np.concatenate(list(_bootstrap.drawn(kind, np.arange(8), 4000, 2, seed=1)))
    assert (draws.sum(axis=1) == 8).all()
    assert draws[:, 1].mean() == pytest.approx(2, abs=0.1)
    assert draws[:, 1].var() == pytest.approx(8 * 0.25 * 0.75, rel=0.1)


@pytest.mark.parametrize("width", [1, 1 << 19])
def test_the_same_seed_draws_the_same_however_many_are_held_at_a_time(width: int) -> None:
    kind, cluster = np.array([0, 1, 1, 0]), np.array([0, 0, 1, 2])
    one = np.concatenate(list(_bootstrap.drawn(kind, cluster, 10, width, seed=3)))
    assert (one == np.concatenate(list(_bootstrap.drawn(kind, cluster, 10, 4, seed=3)))).all()
    assert (one != np.concatenate(list(_bootstrap.drawn(kind, cluster, 10, 4, seed=4)))).any()


def test_the_interval_is_that_of_scipy() -> None:
    values = np.random.default_rng(5).exponential(size=60)
    theirs = (
        library("scipy.stats")
        .bootstrap((values,), np.var, n_resamples=20_000, method="BCa", rng=np.random.default_rng(1), vectorized=True)
        .confidence_interval
    )
    draws = np.concatenate(list(_bootstrap.drawn(np.arange(60), np.arange(60), 20_000, 60, seed=2)))
    found = draws @ values**2 / 60 - (draws @ values / 60) ** 2
    slopes = (values - values.mean()) ** 2 - values.var()  # how fast the variance rises with each
    ours = _bootstrap.interval(float(values.var()), found, slopes, 0.95)
    assert ours == pytest.approx((theirs.low, theirs.high), rel=0.05)


def test_draws_that_do_not_tell_give_no_interval() -> None:
    same, slopes = np.full(100, 0.7), np.array([0.1, -0.1])
    assert _bootstrap.interval(0.7, same, slopes, 0.95) is None
    assert _bootstrap.interval(0.7, np.where(np.arange(100) < 60, math.nan, np.arange(100.0)), slopes, 0.95) is None
    assert _bootstrap.interval(math.nan, np.arange(100.0), slopes, 0.95) is None
    assert _bootstrap.interval(50, np.arange(100.0), np.zeros(2), 0.9) == pytest.approx((5, 95), abs=1.5)
