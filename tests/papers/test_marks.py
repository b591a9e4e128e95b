"""Marks: formulas, footnotes and numbers in a text, as SciGA has them."""

from __future__ import annotations

import pytest

from optotype.papers.marks import clean, tagged, untagged


@pytest.mark.parametrize(
    ("caption", "said"),
    [
        ("Figure 1: A cat", "<TAG> Figure 1: </TAG> A cat"),
        ("Fig. 3. A cat", "<TAG> Fig. 3. </TAG> A cat"),
        ("FIG. 2. A cat", "<TAG> FIG. 2. </TAG> A cat"),
        ("Figure S4 | A cat", "<TAG> Figure S4 | </TAG> A cat"),
        ("Рис. 5. Кот", "<TAG> Рис. 5. </TAG> Кот"),
        ("Рисунок 2 — Кот", "<TAG> Рисунок 2 — </TAG> Кот"),
        ("Supplementary Figure 1. A cat", "<TAG> Supplementary Figure 1. </TAG> A cat"),
        ("Figures of cats", "Figures of cats"),
        ("A cat, as in Figure 1: black", "A cat, as in Figure 1: black"),
        ("<TAG> Figure 1: </TAG> A cat", "<TAG> Figure 1: </TAG> A cat"),
    ],
)
def test_the_number_of_a_caption_is_marked(caption: str, said: str) -> None:
    assert tagged(caption) == said


def test_a_caption_without_its_number_tells_no_place() -> None:
    assert untagged(tagged("Figure 12: The method.")) == untagged(tagged("Fig. 1. The method.")) == "The method."


def test_what_no_store_can_hold_is_taken_out() -> None:
    assert clean("a\0b\ud800c\x1bd") == "a b�c d"
