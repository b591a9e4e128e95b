from __future__ import annotations

import pytest

from optotype.lint import language


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lines", "line"),
        ("labelled", "labels"),
        ("values", "value"),
        ("показателя", "показатель"),
        ("model's", "model"),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert language.stem(one) == language.stem(other)


@pytest.mark.parametrize(("one", "other"), [("class", "clay"), ("red", "reed"), ("высокий", "низкий")])
def test_other_words_have_another(one: str, other: str) -> None:
    assert language.stem(one) != language.stem(other)


def test_colours_are_known_in_every_form() -> None:
    assert language.colour("красного") == language.colour("красная") == "красный"
    assert language.colour("greenish") == "green"
    assert language.exotic_colour("бирюзовой") == "бирюзовый"
    assert language.colour("teal") is None
    assert language.exotic_colour("red") is None


def test_numbers_are_found_as_they_are_written() -> None:
    assert language.numbers("at 10, 0.50 and 1,000.5 of x2") == ["10", "0.50", "1,000.5"]


@pytest.mark.parametrize(
    ("text", "russian"), [("Какой F1?", True), ("What is гемоглобин here?", False), ("123", False), ("", False)]
)
def test_the_language_is_that_of_most_letters(text: str, russian: bool) -> None:
    assert language.russian(text) is russian
