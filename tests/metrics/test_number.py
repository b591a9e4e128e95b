"""Relaxed accuracy and ranges, worked by hand."""

from __future__ import annotations

import pytest

from optotype.errors import OptotypeError
from optotype.metrics import build
from optotype.metrics.number import Number
from optotype.records import Range, Value
from tests.metrics.cases import NUMBER, TEXT, case

number = Number()


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("100", "105", 1),
        ("100", "95", 1),
        ("100", "105.1", 0),
        ("100", "94.9", 0),
        ("1", "1.05", 1),
        ("-15.3", "-15.5", 1),
        ("-15.3", "15.3", 0),
        ("0", "0.0", 1),
        ("0", "0.0001", 0),
        ("14", "fourteen", 1),
        ("12", "12 %", 1),
        ("12%", "0.12", 0),
        ("963000", "963,000", 1),
        ("Yes", "yes", 1),
        ("Yes", "no", 0),
        ("light blue", "Light Blue", 1),
        ("light blue", "dark blue", 0),
        ("U.S.", "U.S.", 1),
        ("23", "about two dozen cats", 1),
        ("100", "", 0),
        ("100", "no idea", 0),
    ],
)
def test_a_number_may_be_slightly_off_and_a_word_may_not(right: str, said: str, value: float) -> None:
    assert number.mark(case(TEXT, right, said)).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        (Range(low=0.25, high=0.3), 0.27, 1),
        (Range(low=0.25, high=0.3), 0.3, 1),
        (Range(low=0.25, high=0.3), 0.31, 0),
        (Range(low=0.25, high=0.3), Range(low=0.25, high=0.3), 1),
        (Range(low=0.25, high=0.3), Range(low=0.26, high=0.28), 1),
        (Range(low=0.25, high=0.3), Range(low=0.28, high=0.35), 0),
        (Range(low=0.25, high=0.3), Range(low=0.0, high=1.0), 0),
        (0.28, Range(low=0.27, high=0.29), 1),
        (0.28, Range(low=0.25, high=0.3), 0),
        ([Range(low=0.25, high=0.3), 0.5], 0.49, 1),
    ],
)
def test_a_range_accepts_what_lies_in_it(right: Value, said: Value, value: float) -> None:
    assert number.mark(case(NUMBER, right, said)).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("between 0.25 and 0.30", "0.27", 1),
        ("0.25-0.30", "0.26 - 0.27", 1),
        ("0.25-0.30", "0.2-0.4", 0),
        ("approximately 0.6", "0.61", 1),
        ("approximately 0.6", "0.7", 0),
    ],
)
def test_ranges_are_read_in_words(right: str, said: str, value: float) -> None:
    assert number.mark(case(TEXT, right, said)).value == value


def test_the_tolerance_can_be_set() -> None:
    tight = build("number:tolerance=0")
    assert tight.mark(case(TEXT, "100", "100.0")).value == 1
    assert tight.mark(case(TEXT, "100", "101")).value == 0
    assert tight.signature == "number(tolerance=0.0)/1"


@pytest.mark.parametrize("tolerance", ["-0.1", "nan", "inf", "much"])
def test_a_tolerance_that_is_none_is_refused(tolerance: str) -> None:
    with pytest.raises(OptotypeError, match=r"'number'.*tolerance"):
        build(f"number:tolerance={tolerance}")


def test_gold_that_is_no_number_is_said() -> None:
    assert number.mark(case(TEXT, "red", "blue")).note == "gold is no number; the words differ"
