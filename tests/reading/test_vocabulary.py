"""Words that replies are made of: each is known, and says what it says."""

from __future__ import annotations

import json

import pytest

from optotype.reading import read
from optotype.records import Choice, State
from tests.reading.asked import ITEMS, asked, texts


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("нуля", 0), ("двух", 2), ("трех", 3), ("трёх", 3), ("четырех", 4), ("пяти", 5), ("шести", 6), ("семи", 7),
        ("восьми", 8), ("девяти", 9), ("десяти", 10), ("одиннадцати", 11), ("двенадцати", 12), ("тринадцати", 13),
        ("четырнадцати", 14), ("пятнадцати", 15), ("шестнадцати", 16), ("семнадцати", 17), ("восемнадцати", 18),
        ("девятнадцати", 19), ("двадцати", 20), ("тридцати", 30), ("сорока", 40), ("пятидесяти", 50),
        ("шестидесяти", 60), ("семидесяти", 70), ("восьмидесяти", 80), ("девяноста", 90), ("двумя", 2), ("тремя", 3),
        ("четырьмя", 4), ("пятью", 5), ("шестью", 6), ("восемью", 8), ("девятью", 9), ("десятью", 10),
        ("двадцатью", 20), ("тридцатью", 30), ("ста", 100), ("двухсот", 200), ("трехсот", 300), ("четырехсот", 400),
        ("пятисот", 500), ("шестисот", 600), ("семисот", 700), ("восьмисот", 800), ("девятисот", 900),
        ("тысячу", 1e3), ("двух миллионов", 2e6), ("двух миллиардов", 2e9), ("двух триллионов", 2e12),
    ],
)  # fmt: skip
def test_russian_numerals_are_known_in_other_cases(word: str, value: float) -> None:
    assert read(f"около {word}", ITEMS["number"]).value == value


ORDINALS = (
    ("first", "первый", "первая"), ("second", "второй", "вторая"), ("third", "третий", "третья"),
    ("fourth", "четвёртый", "четвертая"), ("fifth", "пятый", "пятая"), ("sixth", "шестой", "шестая"),
    ("seventh", "седьмой", "седьмая"), ("eighth", "восьмой", "восьмая"), ("ninth",), ("tenth",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("word", "label"), [(word, label) for words, label in zip(ORDINALS, "ABCDEFGHIJ", strict=True) for word in words]
)
def test_an_option_is_named_by_its_place(word: str, label: str) -> None:
    ten = asked(Choice(options=texts(*(f"thing number {letter}" for letter in "klmnopqrst"))))
    noun = "option" if word.isascii() else "вариант" if word.endswith(("й",)) else "картинка"
    assert read(f"{word} {noun}", ten).value == (label,)


@pytest.mark.parametrize(
    "word",
    [
        "a", "an", "the", "in", "on", "of", "it", "is", "at", "to", "by", "i", "yes", "no", "all", "both",
        "да", "нет", "и", "в", "на", "с", "а",
    ],
)  # fmt: skip
def test_an_option_that_is_a_small_word_is_not_found_in_a_sentence(word: str) -> None:
    item = asked(Choice(options=texts(word, "zebra", "fox")))
    assert read(f"It shows a zebra {word} the garden.", item).value == ("B",)


@pytest.mark.parametrize(
    "key",
    [
        "final_answer", "answer", "answers", "correct_answer", "choice", "option", "label", "letter", "selected",
        "selected_option", "selection", "correct", "correct_option", "chosen", "preference", "preferred", "winner",
        "prediction", "result", "value", "output", "response", "conclusion", "ответ", "итоговый ответ",
        "правильный ответ", "выбор", "вариант", "результат",
    ],
)  # fmt: skip
def test_an_answer_in_json_has_many_names(key: str) -> None:
    reply = json.dumps({"first_look": "A", key: "B", "second_best": "C"}, ensure_ascii=False)
    assert read(reply, ITEMS["choice"]).value == ("B",)


@pytest.mark.parametrize(
    ("name", "reply", "note"),
    [
        ("choice", "B, or maybe C", "either B or C"),
        ("choice", "седьмой вариант", "there are 4 options, and number 7 was named"),
        ("choice by number", "AB", "A is not among the options 1, 2"),
        ("choice", "I see “B and C", "no answer in a reply of 14 letters"),
        ("choice", "Answer: option a question", "no answer in a reply of 25 letters"),
        ("ranking", "red > blue", "not ranked: C"),
        ("number", "5-7 or 9", "several numbers that differ"),
        ("number", "1.2.3", "several numbers that differ"),
    ],
)
def test_why_nothing_was_read_is_told(name: str, reply: str, note: str) -> None:
    found = read(reply, ITEMS[name])
    assert (found.state, found.value, found.note) == (State.UNREAD, None, note)


def test_a_text_is_an_answer_unless_it_begins_by_saying_that_nothing_is_shown() -> None:
    assert read("It is red. That is not shown in the figure.", ITEMS["short text"]).state is State.GIVEN
    assert read("It is not shown in the figure. It is red.", ITEMS["short text"]).state is State.UNANSWERABLE
