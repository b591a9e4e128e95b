"""ANLS, worked by hand."""

from __future__ import annotations

import time
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.metrics.anls import MOST_LETTERS, Anls, edit_distance
from tests.metrics.cases import TEXT, case

anls = Anls()


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Coca cola", 1),
        ("  coca   COLA ", 1),
        ("CocaCola", 1 - 1 / 9),
        ("The Coca", 0),
        ("Cola", 0),
        ("Cat", 0),
        ("", 0),
        ("Coca Cola Co", 1 - 3 / 12),
        ("coca cola compani", 1 - 1 / 17),
    ],
)
def test_letters_that_were_misread_are_forgiven(said: str, value: float) -> None:
    assert anls.mark(case(TEXT, ["Coca Cola", "Coca Cola Company"], said)).value == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("right", "said", "threshold", "value"),
    [
        ("abcd", "abxy", 0.5, 0),
        ("abcd", "abxy", 0.51, 0.5),
        ("abcd", "abcx", 0.25, 0),
        ("abcd", "abcx", 0.26, 0.75),
        ("abcd", "wxyz", 1.0, 0),
        ("x" * 20, "x" * 9 + "y" * 11, 0.55, 0),
    ],
)
def test_a_text_that_is_too_far_off_is_another(right: str, said: str, threshold: float, value: float) -> None:
    assert Anls(threshold).mark(case(TEXT, right, said)).value == value


@pytest.mark.parametrize("threshold", [0.0, -0.5, 1.1])
def test_a_threshold_is_a_share(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        Anls(threshold)


@given(st.text("abc", max_size=12), st.text("abc", max_size=12), st.integers(0, 12))
def test_the_distance_is_what_the_definition_says(one: str, other: str, most: int) -> None:
    @lru_cache(None)
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        same = distance(i - 1, j - 1) + (one[i - 1] != other[j - 1])
        return min(same, distance(i - 1, j) + 1, distance(i, j - 1) + 1)

    expected = distance(len(one), len(other))
    assert edit_distance(one, other, most) == (expected if expected <= most else None)


def test_long_texts_take_no_time() -> None:
    long = "ab" * (MOST_LETTERS // 2)
    began = time.perf_counter()
    assert anls.mark(case(TEXT, long, "ba" * (MOST_LETTERS // 2))).value == pytest.approx(1 - 2 / MOST_LETTERS)
    assert anls.mark(case(TEXT, "red", "red " * 1_000_000)).value == 0
    assert time.perf_counter() - began < 10


def test_beyond_the_longest_only_equality_counts() -> None:
    long = "x" * (MOST_LETTERS + 1)
    assert anls.mark(case(TEXT, long, long)).value == 1
    near = anls.mark(case(TEXT, long, f"{long[1:]}y"))
    assert near.value == 0
    assert near.note == "longer than 20,000 letters: only an equal text would count"
