"""Labels and options, named in a few words."""

from __future__ import annotations

import pytest

from optotype.reading import labels, option, read
from optotype.records import Choice, Option, State
from tests.reading.asked import COLOURS, ITEMS, asked, texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", ("A",)),
        ("c", ("C",)),
        ("C, A", ("C", "A")),
        ("A and C", ("A", "C")),
        ("ABD", ("A", "B", "D")),
        ("A:B", ("A", "B")),
        ("A A B", ("A", "B")),
        ("['A', 'B']", ("A", "B")),
        ("(b)", ("B",)),
        ("B) red", ("B",)),
        ("А и С", ("A", "C")),
        ("options A & D", ("A", "D")),
        ("", None),
        ("red", None),
        ("A or B", None),
        ("E", None),
        ("ABE", None),
        ("A red line", None),
        ("bad", None),
        ("A" * 100_000 + "!", None),
    ],
)
def test_labels_are_read_where_nothing_else_is_said(text: str, expected: tuple[str, ...] | None) -> None:
    assert labels(text, ["A", "B", "C", "D"]) == expected


def test_labels_may_be_of_any_kind() -> None:
    assert labels("2", ["1", "2", "3"]) == ("2",)
    assert labels("1 and 3", ["1", "2", "3"]) == ("1", "3")
    assert labels("AB", ["A", "B", "AA", "AB"]) == ("AB",)
    assert labels("Б", ["А", "Б", "В"]) == ("Б",)
    assert labels("B", ["А", "Б", "В"]) == ("В",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red", "A"),
        ("The Red.", "A"),
        ("it is dark green", "D"),
        ("It is green, I think", "C"),
        ("blue rather than green", "B"),
        ("not red", None),
        ("red and blue", None),
        ("reddish", None),
        ("infrared", None),
        ("yellow", None),
        ("", None),
    ],
)
def test_an_option_is_found_by_its_words(text: str, expected: str | None) -> None:
    assert option(text, texts(*COLOURS)) == expected


def test_two_options_with_the_same_words_are_not_told_apart_by_them() -> None:
    item = asked(Choice(options=texts("red", "Red.", "blue")))
    assert read("red", item).state is State.UNREAD
    assert read("B", item).value == ("B",)


def test_a_letter_means_the_label_even_where_an_option_says_the_same() -> None:
    item = asked(Choice(options=texts("B", "A")))
    assert read("A", item).value == ("A",)
    assert read("A", item, shown=("B", "A")).value == ("B",)


def test_the_words_of_an_option_win_over_the_letter_in_them() -> None:
    item = asked(Choice(options=texts("option B", "option A")))
    assert read("option A", item).value == ("B",)


def test_an_option_without_letters_is_found_when_it_is_the_whole_reply() -> None:
    item = asked(Choice(options=texts("±", ">", "=")))
    assert read(">", item).value == ("B",)
    assert read("The sign is >.", item).state is State.UNREAD


def test_numbers_are_not_found_inside_numbers() -> None:
    item = asked(Choice(options=texts("5", "15", "0.5", "50%")))
    assert read("The bar reaches 15.", item).value == ("B",)
    assert read("The bar reaches 0.5.", item).value == ("C",)
    assert read("The bar reaches 50%.", item).value == ("D",)
    assert read("The bar reaches 5.5.", item).state is State.UNREAD


def test_options_with_text_and_picture_are_found_by_either() -> None:
    options = tuple(
        Option(label=label, text=word, picture=f"{label}.png") for label, word in (("A", "cat"), ("B", "dog"))
    )
    item = asked(Choice(options=options))
    assert read("The second picture", item).value == ("B",)
    assert read("A cat.", item).value == ("A",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The first and the third", ("A", "C")),
        ("Both the first and the last option", ("A", "D")),
        ("first, second and fourth options", ("A", "B", "D")),
        ("The answer is the second and the fourth.", ("B", "D")),
        ("Options 1 and 3", ("A", "C")),
        ("option 2, option 4", ("B", "D")),
        ("первый и третий варианты", ("A", "C")),
        ("the first and the ninth", None),
        ("the first and the pink one", None),
        ("the first or the third", None),
        ("options 1 and 7", None),
        ("1 and 3", None),
    ],
)
def test_several_options_are_found_by_their_places(text: str, expected: tuple[str, ...] | None) -> None:
    assert read(text, asked(Choice(options=texts(*COLOURS), several=True))).value == expected


def test_two_places_are_no_answer_where_one_option_is_asked_for() -> None:
    assert read("the first and the third", asked(Choice(options=texts(*COLOURS)))).state is State.UNREAD


def test_places_are_those_that_were_shown() -> None:
    item = asked(Choice(options=texts("red", "blue", "green"), several=True))
    assert read("the first and the second", item, shown=("C", "A", "B")).value == ("A", "C")


@pytest.mark.parametrize("text", ["options A and C", "Options: A, C", "The answer is options A and C."])
def test_options_may_be_called_options(text: str) -> None:
    assert read(text, ITEMS["choice of several"]).value == ("A", "C")


@pytest.mark.parametrize(
    "text",
    [
        "Answer:\nA\nC",
        "**Answer:**\n\nA\n\nC",
        "Answer: A\nC",
        "Ответ:\nA,\nC.",
        "The answers are:\n(A)\n(C)\n\nBoth are warm.",
        "Answer:\nA\nC\nA",
    ],
)
def test_letters_one_to_a_line_after_an_announcement_are_several_where_several_may_be_right(text: str) -> None:
    assert read(text, ITEMS["choice of several"]).value == ("A", "C")


def test_a_line_with_more_than_a_letter_ends_the_letters() -> None:
    assert read("Answer:\nA\nC is wrong.", ITEMS["choice of several"]).value == ("A",)


def test_of_one_option_the_first_of_several_lines_counts() -> None:
    assert read("Answer:\nA\nC", ITEMS["choice"]).value == ("A",)


def test_of_one_option_the_line_that_names_it_counts() -> None:
    assert read("Answer: B\nbecause it is blue", ITEMS["choice"]).value == ("B",)
