"""Replies are read whatever stands around the JSON, and never half."""

from __future__ import annotations

import pytest

from optotype.generate.agents.kinds import SEVEN
from optotype.generate.shapes import (
    Classified,
    Judged,
    PosedOptions,
    PosedYesNo,
    Qualified,
    Solved,
    Unreadable,
    Written,
    read,
)

WRITTEN = '{"question": "Which is it?", "options": ["a", "b"]}'


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN,
        f"```json\n{WRITTEN}\n```",
        f"Let me think {{about}} it. Here it is:\n{WRITTEN}\nI hope that helps!",
        f"<think>perhaps {{'question': 1}}</think>{WRITTEN}",
        '{"question": "Which is it?", "options": ["a", "b",],}',
        "{'question': 'Which is it?', 'options': ['a', 'b']}",
        '{"question": "Which\nis it?", "options": {"A": "a", "B": "b"}}',
        '{"question": "Which is it?", "options": [{"A": "a"}, {"B": "b"}]}',
        '{"question": "Which is it?", "options": ["A) a", "B) b"], "comment": "more than was asked for"}',
        '{"question": "Which is it?", "options": [{"label": "A", "text": "a"}, {"label": "B", "text": "b"}]}',
        f'{{"question": "An earlier try?", "options": ["c", "d"]}} No, better: {WRITTEN}',
    ],
)
def test_a_question_is_found_in_whatever_shape_it_comes(text: str) -> None:
    assert read(text, Written, {"options": 2}) == Written(question="Which is it?", options=["a", "b"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it is empty"),
        ("I cannot do that.", "no JSON object"),
        (WRITTEN[:-10], "no JSON object"),
        ("{" * 100_000, "no JSON object"),
        ('{"a":' * 100_000, "no JSON object"),
        ('{"question": "Which is it?"}', "options: Field required"),
        ('{"question": "", "options": ["a", "b"]}', "question: String should have at least 5"),
        ('{"question": "Which is it?", "options": ["a", "b", "c"]}', "3 options were given; 2 are asked for"),
        ('{"question": "Which is it?", "options": "a or b"}', "options: Input should be a valid list"),
        ('{"question": ["Which is it?"], "options": ["a", "b"]}', "question: Input should be a valid string"),
    ],
)
def test_what_does_not_fit_is_told_in_words(text: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        read(text, Written, {"options": 2})


@pytest.mark.parametrize("said", ["C", "c", "C.", "(C)", "Option C", "C) 12 mg", "вариант C", "С"])
def test_a_letter_is_read_as_it_is_said(said: str) -> None:
    assert read(f'{{"reasoning": "so", "option": "{said}"}}', Solved, {"labels": ["A", "B", "C"]}).option == "C"


@pytest.mark.parametrize("said", ["null", '"none"', '""', '"None"'])
def test_no_option_may_be_chosen(said: str) -> None:
    assert read(f'{{"reasoning": "so", "option": {said}}}', Solved, {"labels": ["A"]}).option is None


def test_a_letter_that_is_no_option_is_no_answer() -> None:
    with pytest.raises(Unreadable, match="'D' is no option; they are A, B"):
        read('{"good": true, "option": "D", "why": "so"}', Qualified, {"labels": ["A", "B"]})


def test_a_good_question_has_a_right_option() -> None:
    with pytest.raises(Unreadable, match="'option' has to be the letter"):
        read('{"good": "yes", "option": null, "why": "so"}', Qualified, {"labels": ["A", "B"]})


def test_a_verdict_that_is_neither_yes_nor_no_is_none() -> None:
    assert read('{"accept": "no", "why": "so"}', Judged).accept is False
    with pytest.raises(Unreadable, match="accept"):
        read('{"accept": "maybe", "why": "so"}', Judged)


def test_a_figure_is_of_known_types_and_as_compound_as_it_has_parts() -> None:
    with pytest.raises(Unreadable, match="'heat map' is none of the types"):
        read('{"types": ["heat map"], "compound": false, "figures": 1}', Classified)
    with pytest.raises(Unreadable, match="'compound' is true, and 'figures' is 1"):
        read('{"types": ["tree"], "compound": true, "figures": 1}', Classified)


def test_a_kind_that_cannot_be_asked_has_no_question() -> None:
    assert read('{"question": null}', PosedYesNo).question is None
    assert read('{"question": "Is it so?", "answer": "да"}', PosedYesNo).answer is True
    with pytest.raises(Unreadable, match="its 'answer' is missing"):
        read('{"question": "Is it so?"}', PosedYesNo)


def test_several_options_may_be_right() -> None:
    text = '{"question": "Which are?", "options": ["a", "b", "c"], "right": "A and C"}'
    assert read(text, PosedOptions).right == ["A", "C"]
    with pytest.raises(Unreadable, match="'right' names 'D'"):
        read(text.replace("A and C", "D"), PosedOptions)


def test_seven_kinds_in_one_reply_are_taken_together_or_not_at_all() -> None:
    with pytest.raises(Unreadable, match="binary_visual: Field required"):
        read('{"infinite_visual": {"question": null}}', SEVEN)
