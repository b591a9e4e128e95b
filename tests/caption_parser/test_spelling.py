from __future__ import annotations

import pytest

from optotype.caption_parser.spelling import Speller

SPELLER = Speller(
    {"chair", "plate", "purple", "shirt", "skis", "mountains"}, {"coat", "the", "on", "bouquet", "train", "a"}
)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("chiar", "chair"),  # two letters the wrong way round
        ("platee", "plate"),  # one too many
        ("purpl", "purple"),  # one too few
        ("moumtains", "mountains"),  # another
        ("boquet", "bouquet"),  # a word that is only read
    ],
)
def test_a_word_that_nobody_knows_becomes_the_one_a_slip_away(word: str, meant: str) -> None:
    assert SPELLER.meant(word) == meant


@pytest.mark.parametrize(
    "word",
    [
        "chairs",  # a form of a word
        "chain",  # in the dictionary, though a slip from another
        "pointy",
        "tshirt",
        "skiis",
        "chr",
        "cháir",
        "zzzzzzz",
        "",
    ],
)
def test_words_that_are_meant_or_have_nothing_near_stay(word: str) -> None:
    assert SPELLER.meant(word) == word


def test_the_rest_of_a_caption_stays_as_it_stands() -> None:
    assert SPELLER.correct("a coat  on the chiar, a chair") == "a coat  on the chair, a chair"


def test_a_text_of_which_most_words_are_unknown_is_left_alone() -> None:
    assert SPELLER.correct("der blaue chiar steht vor dem fenster") == "der blaue chiar steht vor dem fenster"


def test_two_answers_are_none_unless_one_begins_alike() -> None:
    speller = Speller({"snowy", "showy"}, set())
    assert speller.meant("srowy") == "srowy"
    assert Speller({"trees", "frees"}, set()).meant("treez") == "trees"
