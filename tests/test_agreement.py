"""Krippendorff's alpha, held against the examples that he worked himself."""

from __future__ import annotations

import pytest

from optotype.statistics.agreement import Agreement, alpha

FOUR = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
"""Four observers of twelve units, some values missing (Krippendorff, 2011, case C): alpha is .743."""
TWO = ("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0")
"""Two observers of ten units with two values (the same, case A): alpha is .095."""


def units(rows: tuple[str, ...]) -> list[list[str]]:
    columns = zip(*(row.split() for row in rows), strict=True)
    return [[value for value in column if value != "."] for column in columns]


@pytest.mark.parametrize(("rows", "expected"), [(FOUR, 0.743), (TWO, 0.095)])
def test_the_published_examples_come_out(rows: tuple[str, ...], expected: float) -> None:
    found = alpha(units(rows))
    assert found.alpha == pytest.approx(expected, abs=0.0005)


def test_all_who_agree_have_one_and_the_interval_is_there() -> None:
    found = alpha([["a", "a"], ["b", "b"], ["a", "a"]])
    assert (found.alpha, found.same, found.units, found.values) == (1.0, 1.0, 3, 6)
    assert found.high == 1.0


def test_where_all_say_the_same_about_all_it_is_not_defined() -> None:
    found = alpha([["a", "a"], ["a", "a"]])
    assert (found.alpha, found.low, found.same) == (None, None, 1.0)


def test_what_one_person_alone_has_said_does_not_count() -> None:
    assert alpha([["a"], ["b"], []]).units == 0
    both = alpha([*units(TWO), ["z"], ["z"]])
    assert both.alpha == pytest.approx(0.095, abs=0.0005)


def test_the_interval_holds_the_value_and_narrows_with_more_units() -> None:
    few, many = alpha(units(FOUR), seed=1), alpha(units(FOUR) * 30, seed=1)
    for found in (few, many):
        assert found.alpha is not None
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.alpha <= found.high
    assert (many.high or 0) - (many.low or 0) < ((few.high or 0) - (few.low or 0)) / 3


def test_the_same_seed_gives_the_same_interval() -> None:
    assert alpha(units(FOUR), seed=4) == alpha(units(FOUR), seed=4)


def test_where_nobody_shares_a_unit_nothing_is_counted() -> None:
    assert alpha([]) == alpha([["yes"], ["no"]]) == Agreement(None, None, None, units=0, values=0, same=None)
