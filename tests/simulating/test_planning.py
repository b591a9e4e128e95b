"""Plans: the narrower the interval, the larger the study."""

from __future__ import annotations

import numpy as np
import pytest

from optotype import statistics
from optotype.errors import OptotypeError
from optotype.simulating import crowd
from optotype.simulating.planning import Figure, majority, plan


def test_a_narrower_interval_takes_more_items() -> None:
    people = crowd(8, difficulty=1.0)
    wide, narrow = (plan(people, width, overlaps=(3,), repeats=5).sizes[0] for width in (0.2, 0.1))
    assert wide.items is not None
    assert narrow.items is not None
    assert 3 < narrow.items / wide.items < 5.5  # four times as many, in steps of a fifth
    assert narrow.answers == 3 * narrow.items
    assert narrow.width is not None
    assert 0.08 < narrow.width <= 0.1


@pytest.mark.parametrize("figure", ["single", "majority", "alpha"])
def test_every_figure_can_be_planned_and_the_fewest_answers_are_named(figure: Figure) -> None:
    found = plan(crowd(6), 0.3, figure=figure, overlaps=(3, 5), repeats=3)
    best = min(found.sizes, key=lambda size: size.answers or 0)
    assert found.best == best.overlap
    (grid,) = found.grids()
    assert len(grid.rows) == 2


def test_what_is_planned_is_what_a_study_then_has() -> None:
    # one skill for all and no difficulty: a single answer is a coin that comes down right four times in five
    size = plan(crowd(4, skill=(0.8, 0.8)), 0.1, figure="single", overlaps=(1,), repeats=10).sizes[0]
    assert size.items is not None
    right = np.arange(size.items) < 0.8 * size.items
    estimate = statistics.mean(right.astype(np.float64), np.arange(size.items))
    assert estimate.high - estimate.low == pytest.approx(0.1, rel=0.12)
    assert size.single == pytest.approx(0.8, abs=0.03)


def test_one_person_is_no_majority_and_some_widths_are_out_of_reach() -> None:
    found = plan(crowd(3), 0.2, overlaps=(1,), repeats=2)
    assert found.sizes[0].items is None
    assert found.best is None
    assert found.sizes[0].majority is None
    assert plan(crowd(3), 0.002, figure="single", overlaps=(1,), repeats=1).best is None


def test_a_majority_is_more_than_half() -> None:
    said = np.array([[0, 0, 1, 1], [0, 0, 0, 1], [1, 1, 1, 0]], dtype=np.float64)
    right, none = majority(said, 2)
    assert right.tolist() == [0, 1, 0]
    assert none.tolist() == [1, 0, 0]


def test_what_cannot_be_planned_is_refused() -> None:
    with pytest.raises(OptotypeError, match="width"):
        plan(crowd(3), 0.0)
    with pytest.raises(OptotypeError, match="there are 3 people"):
        plan(crowd(3), 0.1, overlaps=(5,))
    with pytest.raises(OptotypeError, match="options"):
        plan(crowd(3), 0.1, overlaps=(3,), options=1)
