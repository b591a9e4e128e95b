"""Stems by hand, most of them out of Porter's paper; NLTK's are held against them in `tests/parity/test_rouge.py`."""

from __future__ import annotations

import pytest

from optotype.stems import stem, tokens

STEMS = {
    "caresses": "caress",
    "ponies": "poni",
    "dies": "die",
    "cats": "cat",
    "agreed": "agre",
    "feed": "feed",
    "bled": "bled",
    "died": "die",
    "motoring": "motor",
    "sing": "sing",
    "conflated": "conflat",
    "troubled": "troubl",
    "hopping": "hop",
    "falling": "fall",
    "filing": "file",
    "happy": "happi",
    "enjoy": "enjoy",
    "relational": "relat",
    "radically": "radic",
    "geology": "geolog",
    "hopefulness": "hope",
    "electricity": "electr",
    "adoption": "adopt",
    "replacement": "replac",
    "cease": "ceas",
    "rate": "rate",
    "controlling": "control",
    "roll": "roll",
    "skies": "sky",
    "was": "was",
}


@pytest.mark.parametrize("word", STEMS)
def test_a_word_has_the_stem_of_the_paper(word: str) -> None:
    assert stem(word) == STEMS[word]


def test_words_in_other_letters_keep_their_beginning() -> None:
    assert stem("таблицами") == stem("таблица") == "таблиц"


def test_a_text_has_the_stems_of_its_words() -> None:
    assert tokens("Two well-known Dogs, running: 0.5") == ("two", "well", "known", "dog", "run", "0", "5")


def test_a_very_long_word_takes_no_time() -> None:
    assert stem("yo" * 500_000 + "nned") == "yo" * 500_000 + "n"
