"""Aggregators of answers: what they believe, worked by hand, and what they all obey."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optotype.statistics import Codes, crowds
from optotype.statistics.crowds import Beliefs, Ratings

AGGREGATORS: dict[str, Callable[[Ratings], Beliefs]] = {
    "majority": crowds.majority,
    "dawid_skene": crowds.dawid_skene,
    "one_coin": crowds.one_coin,
    "mace": crowds.mace,
    "glad": crowds.glad,
}


def ratings(*rows: tuple[int, int, int], questions: int | None = None, choices: int = 3) -> Ratings:
    """Rows of question, person and label."""
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    count = questions if questions is not None else int(columns[0].max(initial=-1)) + 1
    return Ratings(columns[0], columns[1], columns[2], np.full(count, choices))


def labels_of(found: Beliefs) -> list[int]:
    return found.best()[0].tolist()


@pytest.fixture(params=AGGREGATORS)
def aggregate(request: pytest.FixtureRequest) -> Callable[[Ratings], Beliefs]:
    return AGGREGATORS[request.param]


ROWS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=40, unique=True
)


@given(rows=ROWS, seed=st.integers(0, 1000))
@settings(max_examples=30)
@pytest.mark.parametrize("name", AGGREGATORS)
def test_the_order_of_rows_changes_nothing_and_shares_are_shares(
    name: str, rows: list[tuple[int, int, int]], seed: int
) -> None:
    mixed = random.Random(seed).sample(rows, len(rows))
    table, again = ratings(*rows, questions=6), ratings(*mixed, questions=6)
    found = AGGREGATORS[name](table)
    np.testing.assert_allclose(found.cells, AGGREGATORS[name](again).cells, atol=1e-6)
    assert ((found.cells >= 0) & (found.cells <= 1 + 1e-9)).all()
    assert (np.bincount(table.cell_questions, weights=found.cells) <= 1 + 1e-9).all()


def test_what_all_say_is_believed(aggregate: Callable[[Ratings], Beliefs]) -> None:
    table = ratings(*((question, person, question % 3) for question in range(9) for person in range(4)))
    found = aggregate(table)
    assert labels_of(found) == [question % 3 for question in range(9)]
    assert found.cells.min() > 0.9


def test_no_answers_are_no_problem(aggregate: Callable[[Ratings], Beliefs]) -> None:
    table = ratings(questions=2)
    assert labels_of(aggregate(table)) == [-1, -1]


def test_a_question_that_nobody_answered_has_no_label(aggregate: Callable[[Ratings], Beliefs]) -> None:
    table = ratings((0, 0, 1), (0, 1, 1), (2, 0, 0), (2, 1, 0))
    assert labels_of(aggregate(table)) == [1, -1, 0]


def test_votes_are_counted_and_weighed() -> None:
    table = ratings((0, 0, 2), (0, 1, 2), (0, 2, 1))
    assert crowds.majority(table).cells.tolist() == pytest.approx([1 / 3, 2 / 3])
    weighed = crowds.weighted(table, np.array([0.1, 0.2, 0.9]))
    assert weighed.cells.tolist() == pytest.approx([0.75, 0.25])
    assert labels_of(weighed) == [1]


def test_one_coin_by_hand() -> None:
    # three people about one question of two labels; after one round each skill is (share + 1) / 3
    table = ratings((0, 0, 0), (0, 1, 0), (0, 2, 1), choices=2)
    good, poor = (2 / 3 + 1) / 3, (1 / 3 + 1) / 3
    first = good * good * (1 - poor)
    other = (1 - good) * (1 - good) * poor
    found = crowds.one_coin(table, rounds=1)
    assert found.cells.tolist() == pytest.approx([first / (first + other), other / (first + other)])


def test_a_label_that_nobody_chose_has_its_share() -> None:
    # whoever is wrong may have meant any of the labels, also those that nobody chose
    two, many = (ratings((0, 0, 0), (0, 1, 1), choices=count) for count in (2, 30))
    assert crowds.one_coin(two, rounds=1).cells.sum() == pytest.approx(1)
    assert crowds.one_coin(many, rounds=1).cells.sum() < 1


def spammed() -> tuple[Ratings, Codes]:
    """Three who know, but for a slip now and then, and two who always say the first label."""
    truth = np.arange(60) % 3
    rows = [
        (question, person, (int(truth[question]) + (question % 20 == person)) % 3)
        for question in range(60)
        for person in (0, 1, 2)
    ]
    rows += [(question, person, 0) for question in range(60) for person in (3, 4)]
    return ratings(*rows), truth


@pytest.mark.parametrize("name", ["dawid_skene", "mace"])
def test_those_who_always_say_the_same_are_seen_through(name: str) -> None:
    table, truth = spammed()
    plain = sum(a == b for a, b in zip(labels_of(crowds.majority(table)), truth, strict=True))
    found = AGGREGATORS[name](table)
    assert labels_of(found) == truth.tolist()
    assert plain < 60
    assert found.skills[:3].min() > found.skills[3:].max()
