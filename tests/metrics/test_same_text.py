"""Same text, worked by hand."""

from __future__ import annotations

import pytest

from optotype.metrics.same_text import SameText
from optotype.records import State
from tests.metrics.cases import YES_NO, case

same_text = SameText()


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("Yes", "yes.", 1),
        ("The red one", " the red one ", 1),
        ("3.5", "35", 0),
        ("3.5", "3.5.", 1),
        ("A,B", "A, B", 0),
        ("A,B", "AB", 0),
        ("wait...", "wait", 0),
        ("", "", 1),
        ("", ".", 1),
    ],
)
def test_case_and_a_final_full_stop_do_not_matter(right: str, said: str, value: float) -> None:
    assert same_text.compare(right, said).value == value


def test_the_reply_counts_and_not_what_was_read_out_of_it() -> None:
    assert same_text.mark(case(YES_NO, True, True, raw="Yes, because it rises.")).value == 0
    assert same_text.mark(case(YES_NO, True, State.UNREAD, raw="YES.")).value == 1
