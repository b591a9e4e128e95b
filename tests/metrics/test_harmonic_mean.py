from __future__ import annotations

import pytest

from optotype.metrics import harmonic_mean


@pytest.mark.parametrize(
    ("scores", "mean"), [([0.5], 0.5), ([0.25, 0.75], 0.375), ([1, 1, 0.5], 0.75), ([0.9, 0.0], 0), ([0.9, -0.1], 0)]
)
def test_figures_by_hand(scores: list[float], mean: float) -> None:
    assert harmonic_mean(scores) == pytest.approx(mean)


def test_nothing_cannot_be_combined() -> None:
    with pytest.raises(ValueError, match="no scores"):
        harmonic_mean([])
