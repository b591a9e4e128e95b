"""How texts are compared, and what of a reply is looked at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.reading import normal, read
from optotype.reading._text import HEAD, TAIL, hear, sentences, tidy
from tests.reading.asked import ITEMS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Red", "red"),
        ("red.", "red"),
        ("  red \n line ", "red line"),
        ('"red"', "red"),
        ("“red”", "red"),
        ("**Red**", "red"),
        ("The red line", "red line"),
        ("it’s", "it's"),
        ("5–10", "5-10"),
        ("ёж", "еж"),
        ("Ｂ", "b"),
    ],
)
def test_texts_that_differ_in_writing_only_are_the_same(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("T'", "T"),
        ("1.0", "10"),
        ("not red", "red"),
        ("A C", "C"),
        ("m²", "m2"),
        ("C*", "C"),
        ("red line", "red lines"),
    ],
)
def test_texts_that_say_something_else_stay_different(one: str, other: str) -> None:
    assert normal(one) != normal(other)


@given(st.text())
def test_a_normal_text_is_its_own_normal_form(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**B**", "B"),
        ("*B*", "B"),
        ("`B`", "B"),
        ("## Answer", "Answer"),
        ("```json\n{}\n```", "{}"),
        (r"\text{B}", "B"),
        (r"\(x\)", "x"),
        ("$x$", "x"),
        ("$5 and $10", "$5 and $10"),
        (r"\frac{1}{2}", "1/2"),
        (r"12\,000", "12000"),
        (r"3 \times 10^{-4}", "3 × 10^{-4}"),
        ("2*3 * 4 and 10**5", "2*3 * 4 and 10**5"),
        (r"so \boxed{\text{B}} it is", "so \nAnswer: B\n it is"),
        ("<b>B</b><|im_end|>", "B"),
        ("B\u200b\ufeff", "B"),
        ("a\u00a0b", "a b"),
        ("Ａ", "A"),
    ],
)
def test_marks_that_say_nothing_are_taken_off(text: str, expected: str) -> None:
    assert tidy(text) == expected


@pytest.mark.parametrize(
    ("reply", "spoken", "thinking"),
    [
        ("<think>A</think>B", "B", False),
        ("A</think>B", "B", False),
        ("<think>A</think>B<think>C</think>D", "D", False),
        ("<think>A", "", True),
        ("B<thinking>A", "B", True),
        ("◁think▷A◁/think▷B", "B", False),
        ("<|channel|>analysis<|message|>A<|channel|>final<|message|>B", "B", False),
        ("a < b", "a < b", False),
    ],
)
def test_thinking_is_left_out(reply: str, spoken: str, thinking: bool) -> None:
    heard = hear(reply)
    assert (heard.full, heard.thinking) == (spoken, thinking)


def test_of_a_long_reply_the_beginning_and_the_end_are_looked_at() -> None:
    reply = "a" * 10_000 + "b" * 10_000
    heard = hear(reply)
    assert heard.shortened
    assert heard.text == "a" * HEAD + "\n\n" + "b" * TAIL
    assert heard.full == reply
    assert not hear("a" * (HEAD + TAIL)).shortened


def test_a_full_stop_in_a_number_or_an_abbreviation_ends_no_sentence() -> None:
    assert sentences("It is 3.5 in Fig. 2. So yes!\nNo") == ["It is 3.5 in Fig. 2.", "So yes!", "No"]


def test_a_line_end_in_json_that_is_not_quite_json_is_a_line_end() -> None:
    assert read("{'answer': 'one\\ntwo'}", ITEMS["short text"]).value == "one\ntwo"
