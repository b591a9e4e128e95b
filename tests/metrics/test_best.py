"""The best of the marks against several right values."""

from __future__ import annotations

from itertools import permutations

from optotype.metrics import Mark, best


def test_the_highest_mark_counts_in_whatever_order_they_come() -> None:
    marks = [Mark(0.0, "wrong"), Mark(None, "never heard"), Mark(0.5, "nearly")]
    assert {best(some).note for some in permutations(marks)} == {"nearly"}


def test_a_mark_counts_more_than_none() -> None:
    marks = [Mark(None, "never heard"), Mark(0.0, "wrong")]
    assert {best(some).note for some in permutations(marks)} == {"wrong"}
