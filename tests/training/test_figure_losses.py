"""InfoNCE within a paper and between papers, worked by hand."""

from __future__ import annotations

import math

import pytest

from tests.conftest import library

torch = library("torch")
losses = library("optotype.training._figure_losses")


def test_within_a_paper_the_right_figure_stands_first_and_what_fills_up_counts_nothing() -> None:
    scores = torch.tensor([[1.0, 0.0, 99.0], [0.0, 0.0, 0.0]])
    there = torch.tensor([[True, True, False], [True, True, True]])
    expected = (math.log(1 + math.exp(-1)) + math.log(3)) / 2
    assert float(losses.intra(scores, there)) == pytest.approx(expected)


def test_what_fills_up_learns_nothing() -> None:
    scores = torch.zeros(1, 3, requires_grad=True)
    losses.intra(scores, torch.tensor([[True, True, False]])).backward()
    assert scores.grad is not None
    assert scores.grad[0].tolist() == pytest.approx([-0.5, 0.5, 0.0])


def test_between_papers_both_directions_count_alike() -> None:
    scores = torch.tensor([[2.0, 0.0], [1.0, 1.0]])
    abstracts = (math.log(1 + math.exp(-2)) + math.log(2)) / 2
    figures = (math.log(1 + math.exp(-1)) + math.log(1 + math.exp(-1))) / 2
    assert float(losses.inter(scores)) == pytest.approx((abstracts + figures) / 2)
    assert float(losses.inter(scores.T)) == pytest.approx(float(losses.inter(scores)))


def test_a_batch_of_one_paper_tells_nothing_about_others() -> None:
    assert float(losses.inter(torch.tensor([[0.3]]))) == 0
