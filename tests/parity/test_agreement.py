"""Coefficients of agreement beside the packages krippendorff and scikit-learn, on the same tables."""

from __future__ import annotations

import numpy as np
import pytest

from optotype.statistics.agreement import Level, Opinions, agree, pairs
from tests.conftest import library

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def table(seed: int) -> np.ndarray:
    """People by things; people agree more often than not, and some have gaps."""
    chance = np.random.default_rng(seed)
    people, things, values = int(chance.integers(2, 7)), int(chance.integers(5, 80)), int(chance.integers(2, 8))
    truth = chance.integers(0, values, things)
    said = np.where(chance.random((people, things)) < 0.6, truth, chance.integers(0, values, (people, things)))
    return np.where(chance.random(said.shape) < 0.2, np.nan, said + 1.0)


def opinions(said: np.ndarray) -> Opinions:
    return Opinions.of(
        (f"{thing}", f"{person}", float(value)) for (person, thing), value in np.ndenumerate(said) if value == value
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(8))
def test_alpha_equals_that_of_krippendorff(seed: int, level: Level) -> None:
    peer = library("krippendorff")
    said = table(seed)
    expected = peer.alpha(said, level_of_measurement=level)
    assert agree(opinions(said), level=level).alpha == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_kappa_equals_that_of_scikit_learn(seed: int) -> None:
    peer = library("sklearn.metrics")
    said = table(seed)
    kinds: tuple[tuple[Level, str | None], ...] = (("nominal", None), ("interval", "quadratic"))
    for level, weights in kinds:
        for pair in pairs(opinions(said), level=level):
            one, other = said[int(pair.a)], said[int(pair.b)]
            both = (one == one) & (other == other)
            # all whole numbers are named, so that the weights are squares of differences and not of places
            names = np.arange(1, 9)
            expected = peer.cohen_kappa_score(
                one[both].astype(int), other[both].astype(int), labels=names, weights=weights
            )
            assert pair.kappa.value == pytest.approx(expected, abs=1e-12)
