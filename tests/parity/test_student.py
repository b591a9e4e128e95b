"""Our Student's t against scipy's."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from optotype.statistics import _student

DEGREES = st.floats(0.3, 1e12)


@given(st.floats(-40, 40), DEGREES)
def test_shares_are_the_same(value: float, degrees: float) -> None:
    expected = float(special.stdtr(degrees, value))
    assert _student.below(value, degrees) == pytest.approx(expected, rel=1e-7, abs=1e-12)


@given(st.floats(1e-6, 1 - 1e-6), DEGREES)
def test_quantiles_are_the_same(share: float, degrees: float) -> None:
    expected = float(special.stdtrit(degrees, share))
    assert _student.quantile(share, degrees) == pytest.approx(expected, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("degrees", [1, 2, 5, 30.5, 4000, 1e9, 1e11, math.inf])
def test_the_usual_quantiles_are_the_same(degrees: float) -> None:
    for share in (0.8, 0.95, 0.975, 0.995):
        assert _student.quantile(share, degrees) == pytest.approx(float(special.stdtrit(degrees, share)), rel=1e-9)


def test_what_makes_no_sense_is_not_a_number() -> None:
    assert math.isnan(_student.quantile(0.975, math.nan))
    assert math.isnan(_student.quantile(1.5, 3))
    assert math.isnan(_student.below(math.nan, 3))
    assert _student.below(-math.inf, 3) == 0
    assert _student.below(math.inf, 3) == 1
