"""Exact search, and choosing what is near and varied."""

from __future__ import annotations

import numpy as np
import pytest

from optotype.neighbours import cosines, diverse, nearest, nearest_of_many, unit


def some(count: int, width: int = 12, seed: int = 1) -> np.ndarray:
    return unit(np.random.default_rng(seed).normal(size=(count, width)))


def test_the_nearest_are_those_of_a_plain_loop() -> None:
    vectors, query = some(300), some(1, seed=2)[0]
    by_hand = sorted(range(300), key=lambda place: -round(float(np.dot(vectors[place], query)), 6))[:7]
    found = nearest(query, vectors, [f"{place:03}" for place in range(300)], 7)
    assert [place for place, _ in found] == by_hand


def test_equals_come_in_the_order_of_their_names_wherever_they_stand() -> None:
    vectors = np.repeat(some(1), 6, axis=0)
    names = ["f", "b", "d", "a", "c", "e"]
    assert [names[place] for place, _ in nearest(vectors[0], vectors, names, 3)] == ["a", "b", "c"]


def test_the_company_changes_no_cosine() -> None:
    vectors, query = some(500, 384), some(1, 384, 2)[0]
    assert [float(cosines(query, vectors[place : place + 1])[0]) for place in range(500)] == list(
        cosines(query, vectors)
    )


def test_many_queries_are_answered_as_each_is() -> None:
    vectors, queries = some(200), some(9, seed=3)
    places, found = nearest_of_many(queries, vectors, 5)
    for row, near, query in zip(places, found, queries, strict=True):
        alone = nearest(query, vectors, [f"{place:03}" for place in range(200)], 5)
        assert [place for place, _ in alone] == list(row)
        assert [cosine for _, cosine in alone] == pytest.approx(list(near), abs=1e-5)


def test_more_than_there_are_and_none_at_all() -> None:
    assert len(nearest(some(1)[0], some(3), ["a", "b", "c"], 10)) == 3
    assert nearest(some(1)[0], some(0), [], 10) == []
    assert nearest_of_many(some(2), some(0), 4)[0].shape == (2, 0)


def test_what_is_not_a_number_becomes_nothing() -> None:
    made = unit(np.array([[np.nan, 1.0], [np.inf, 0.0], [0.0, 0.0], [3.0, 4.0]]))
    np.testing.assert_allclose(made, [[0, 0], [0, 0], [0, 0], [0.6, 0.8]], rtol=1e-6)


def test_with_a_balance_of_one_the_order_is_that_of_relevance() -> None:
    relevance = sorted(np.random.default_rng(4).uniform(size=30).tolist(), reverse=True)
    assert diverse(relevance, some(30), 30, 1.0) == list(range(30))


def test_a_copy_of_what_was_taken_comes_late() -> None:
    first, other = np.eye(3, dtype=np.float32)[:2]
    vectors = np.stack([first, first, other])
    assert diverse([0.9, 0.89, 0.5], vectors, 3, 0.5) == [0, 2, 1]
    assert diverse([0.9, 0.89, 0.5], vectors, 2, 1.0) == [0, 1]


def test_a_balance_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        diverse([1.0], some(1), 1, 1.5)
