"""ROUGE-L, worked by hand."""

from __future__ import annotations

import time

import pytest

from optotype.metrics import build
from optotype.metrics.rougel import Rougel
from optotype.stems import common_subsequence


@pytest.mark.parametrize(
    ("right", "said", "precision", "recall"),
    [
        ("the red line", "the red line", 1, 1),
        ("the red line", "The lines: red!", 2 / 3, 2 / 3),
        ("the red line", "line red the", 1 / 3, 1 / 3),
        ("police killed the gunman", "police kill the gunman", 1, 1),
        ("police killed the gunman", "the gunman kill police", 2 / 4, 2 / 4),
        ("a b c d e", "x a y c z e", 3 / 6, 3 / 5),
        ("red", "", 0, 0),
    ],
)
def test_words_in_common_count_in_their_order(right: str, said: str, precision: float, recall: float) -> None:
    mark = Rougel().compare(right, said)
    assert mark.parts == {"precision": pytest.approx(precision), "recall": pytest.approx(recall)}


def test_the_name_may_be_written_as_papers_do() -> None:
    assert build("rougeL").signature == "rougel/1"


def test_a_very_long_reply_takes_no_time() -> None:
    began = time.perf_counter()
    assert common_subsequence(("a", "b", "c"), ("x", "a", "c") * 500_000) == 3 - 1
    assert common_subsequence(("a", "b") * 2_000, ("b", "a") * 2_000) == 3_999
    assert time.perf_counter() - began < 10
