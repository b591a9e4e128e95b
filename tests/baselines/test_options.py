"""Baselines that look at the options only."""

from __future__ import annotations

import random

from optotype.baselines.first_option import FirstOption
from optotype.baselines.longest_option import LongestOption
from optotype.records import Choice, Option, ShortText
from tests.baselines.test_majority import choice, solved


def test_the_longest_text_is_chosen() -> None:
    options = (Option(label="A", text="red"), Option(label="B", text="rather bluish"), Option(label="C", picture="p"))
    item = solved(1, Choice(options=options), ("A",))[0]
    assert LongestOption().answer(item, random.Random(0)) == "B"


def test_equally_long_texts_are_chosen_equally() -> None:
    item = solved(1, choice(3), ("A",))[0]
    assert {LongestOption().answer(item, random.Random(seed)) for seed in range(50)} == {"A", "B", "C"}


def test_the_first_is_chosen() -> None:
    assert FirstOption().answer(solved(1, choice(3), ("C",))[0], random.Random(0)) == "A"


def test_nothing_is_said_where_there_is_nothing_to_choose() -> None:
    item = solved(1, ShortText(), "7")[0]
    assert FirstOption().answer(item, random.Random(0)) == "I don't know."
    assert LongestOption().answer(item, random.Random(0)) == "I don't know."
