"""Exact match, worked by hand."""

from __future__ import annotations

import pytest

from optotype.metrics.exact_match import ExactMatch
from optotype.records import Range, State, Value
from tests.metrics.cases import NUMBER, ONE, SEVERAL, TEXT, YES_NO, case

exact_match = ExactMatch()


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("B", "B", 1),
        ("B", " b.", 1),
        ("B", "(B)", 1),
        ("B", "The answer is B", 0),
        ("A,B", "AB", 1),
        ("A,B", "A, B", 0),
        ("Санкт-Петербург", "санктпетербург", 1),
        ("два  слова", "Два слова!", 1),
        ("«да»", "да", 0),
        ("3.5", "35", 1),
        ("", "", 1),
        ("", "...", 1),
    ],
)
def test_case_and_punctuation_do_not_matter(right: str, said: str, value: float) -> None:
    assert exact_match.compare(right, said).value == value


@pytest.mark.parametrize(
    ("form", "right", "raw"),
    [
        (ONE, ("B",), "b"),
        (SEVERAL, ("A", "C"), "A,C"),
        (YES_NO, True, "Yes."),
        (NUMBER, 3.0, "3"),
        (NUMBER, Range(low=0.25, high=0.3), "0.25-0.3"),
        (TEXT, ["red", "crimson"], "Crimson"),
        (TEXT, None, "It is not possible to answer this question based only on the provided data"),
    ],
)
def test_gold_is_compared_as_it_is_written(form: object, right: Value, raw: str) -> None:
    assert exact_match.mark(case(form, right, State.UNREAD, raw=raw)).value == 1  # pyright: ignore[reportArgumentType]


def test_what_was_read_out_of_the_reply_does_not_count() -> None:
    assert exact_match.mark(case(ONE, ("B",), ("B",), raw="The answer is B")).value == 0
