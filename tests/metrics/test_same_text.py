"""The same text, worked by hand."""

from __future__ import annotations

import pytest

from optotype.metrics.same_text import SameText
from optotype.records import State
from tests.metrics.cases import SEVERAL, case


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("Yes", "yes.", 1),
        ("0.58", "0.58", 1),
        ("3.5", "35", 0),
        ("A,B", "A, B", 0),
        ("red", " RED ", 1),
        ("red", "red..", 0),
        ("red", "the red one", 0),
    ],
)
def test_only_case_and_a_final_full_stop_are_forgiven(right: str, said: str, value: float) -> None:
    assert SameText().compare(right, said).value == value


def test_gold_is_the_text_that_its_authors_wrote() -> None:
    found = case(SEVERAL, ("A", "B"), State.UNREAD, raw="['A', 'B']", extra={"scivqa": {"answer": "['A', 'B']"}})
    assert SameText().mark(found).value == 1
