from __future__ import annotations

import random
from collections import Counter

from optotype.baselines.random import Random
from optotype.records import Number, Ranking, ShortText, YesNo
from tests.baselines.test_majority import choice, solved


def test_every_option_is_guessed_equally_often() -> None:
    chance = random.Random(0)
    item = solved(1, choice(4), ("A",))[0]
    counts = Counter(Random().answer(item, chance) for _ in range(4000))
    assert set(counts) == set("ABCD")
    assert all(900 < count < 1100 for count in counts.values())


def test_several_options_are_guessed_where_several_may_be_right() -> None:
    item = solved(1, choice(3).model_copy(update={"several": True}), ("A",))[0]
    counts = Counter(Random().answer(item, random.Random(seed)) for seed in range(200))
    assert {"A", "A, B", "A, B, C"} <= set(counts)


def test_blanks_get_an_answer_that_was_right_in_the_train_split() -> None:
    guesser = Random()
    guesser.fit([solved(1, ShortText(), "7"), solved(2, ShortText(), "12")])
    item = solved(9, ShortText(), "1")[0]
    assert {guesser.answer(item, random.Random(seed)) for seed in range(50)} == {"7", "12"}


def test_other_forms_are_guessed_within_their_bounds() -> None:
    chance = random.Random(0)
    rating = solved(1, Number(low=1, high=4), 1.0)[0]
    assert {Random().answer(rating, chance) for _ in range(100)} == {"1", "2", "3", "4"}
    assert {Random().answer(solved(1, YesNo(), True)[0], chance) for _ in range(50)} == {"Yes", "No"}
    order = Random().answer(solved(1, Ranking(options=choice(3).options), ("A",))[0], chance)
    assert sorted(order.split(", ")) == ["A", "B", "C"]
