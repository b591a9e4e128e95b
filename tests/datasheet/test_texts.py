"""Texts as they may stand in a sheet."""

from __future__ import annotations

import pytest

from optotype.datasheet.markdown import escape
from optotype.datasheet.texts import line, paragraphs


def test_a_text_is_one_line_without_what_is_not_seen() -> None:
    assert line("a\r\n b\t\u202ec\x00 \u200bd\ud800") == "a b c d"


def test_a_long_text_is_cut_and_says_so() -> None:
    assert line("x" * 500, 10) == "x" * 9 + "…"
    assert line(" " * 10_000 + "late", 10).endswith("…")
    assert line("exactly ten", 11) == "exactly ten"


def test_paragraphs_stay_apart() -> None:
    assert paragraphs("one\nline\r\n\r\n two \n\n\n") == ["one line", "two"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a_b*c", r"a\_b\*c"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("1. not a list", r"1\. not a list"),
        ("0.49 [0.24, 0.66]", r"0.49 \[0.24, 0.66\]"),
        ("- not a list", r"\- not a list"),
        ("a | b", r"a \| b"),
        ("![x](y)", r"\!\[x\](y)"),
    ],
)
def test_markdown_shows_a_text_as_it_is(text: str, shown: str) -> None:
    assert escape(text) == shown
