"""Choices of several options, worked by hand."""

from __future__ import annotations

import pytest

from optotype.metrics import build
from optotype.metrics.choice import Choice
from optotype.records import State, Value
from tests.metrics.cases import SEVERAL, case


@pytest.mark.parametrize(
    ("right", "said", "exact", "jaccard", "precision", "recall"),
    [
        (("A", "C"), ("C", "A"), 1, 1, 1, 1),
        (("A", "C"), ("A",), 0, 1 / 2, 1, 1 / 2),
        (("A", "C"), ("A", "B", "C"), 0, 2 / 3, 2 / 3, 1),
        (("A", "B", "C"), ("B", "C", "D"), 0, 2 / 4, 2 / 3, 2 / 3),
        (("A",), ("A",), 1, 1, 1, 1),
        (("A",), ("B",), 0, 0, 0, 0),
        ([("A", "B"), ("C",)], ("C", "D"), 0, 1 / 2, 1 / 2, 1),
        ([("C",), ("A", "B")], ("C", "D"), 0, 1 / 2, 1 / 2, 1),
    ],
)
def test_a_choice_is_right_as_a_whole_and_in_part(
    right: Value, said: Value, exact: float, jaccard: float, precision: float, recall: float
) -> None:
    whole, part = Choice().mark(case(SEVERAL, right, said)), Choice(partial=True).mark(case(SEVERAL, right, said))
    assert (whole.value, part.value) == (exact, jaccard)
    assert whole.parts == part.parts == {"jaccard": jaccard, "precision": precision, "recall": recall}


@pytest.mark.parametrize(("right", "said", "value"), [(None, None, 1), (("A",), None, 0), (("A",), State.UNREAD, 0)])
def test_parts_are_counted_where_nothing_was_chosen(right: Value, said: State, value: float) -> None:
    assert Choice().mark(case(SEVERAL, right, said)).parts == {"jaccard": value, "precision": value, "recall": value}


def test_the_setting_is_in_the_signature() -> None:
    assert Choice().signature == "choice(partial=False)/1"
    assert build("choice:partial=true").signature == "choice(partial=True)/1"
