# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import math

import pytest

from tests.conftest import library

torch = library("torch")

from optotype.training._losses import Loss, balance  # noqa: E402

SCORES = torch.tensor([[2.0, 0.0], [0.0, 1.0]])
CLASSES = torch.tensor([0, 1])
FIRST, SECOND = math.log(1 + math.exp(-2)), math.log(1 + math.exp(-1))


def test_equal_classes_weigh_one_and_rare_ones_more() -> None:
    assert balance([50, 50]).tolist() == pytest.approx([1.0, 1.0])
    # so few examples hardly overlap: each class weighs by one over its size
    assert balance([10, 30]).tolist() == pytest.approx([1.5, 0.5], abs=0.001)
    assert balance([10, 0]).tolist() == pytest.approx([1.0, 0.0])


def test_cross_entropy_is_the_mean_over_the_batch() -> None:
    assert float(Loss("cross_entropy", [10, 30])(SCORES, CLASSES, 0.0)) == pytest.approx((FIRST + SECOND) / 2)


def test_class_balanced_weighs_from_the_beginning() -> None:
    expected = 0.75 * FIRST + 0.25 * SECOND
    assert float(Loss("class_balanced", [10, 30])(SCORES, CLASSES, 0.0)) == pytest.approx(expected, abs=0.001)


def test_focal_looks_past_what_is_right() -> None:
    expected = sum((1 - math.exp(-one)) ** 2 * one for one in (FIRST, SECOND)) / 2
    assert float(Loss("focal", [10, 30])(SCORES, CLASSES, 0.0)) == pytest.approx(expected)


def test_ldam_asks_more_of_rare_classes() -> None:
    # margins by the fourth root: 16 to 1 examples, so 0.25 and 0.5
    cosines = torch.tensor([[0.5, 0.5], [0.5, 0.5]])
    loss = Loss("ldam", [16, 1])
    common = float(loss(cosines[:1], torch.tensor([0]), 0.0))
    rare = float(loss(cosines[:1], torch.tensor([1]), 0.0))
    assert common == pytest.approx(math.log(1 + math.exp(30 * 0.25)), rel=1e-5)
    assert rare == pytest.approx(math.log(1 + math.exp(30 * 0.5)), rel=1e-5)


def test_weights_that_are_deferred_come_late() -> None:
    loss = Loss("cross_entropy", [10, 30], deferred=0.8)
    assert float(loss(SCORES, CLASSES, 0.79)) == pytest.approx((FIRST + SECOND) / 2)
    assert float(loss(SCORES, CLASSES, 0.8)) == pytest.approx(0.75 * FIRST + 0.25 * SECOND, abs=0.001)
