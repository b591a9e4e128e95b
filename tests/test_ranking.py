"""Rankings: CAR, recall and the reciprocal rank against their definitions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.statistics.ranking import Queries, car, car_by_alpha, recall, reciprocal_rank

Query = tuple[list[float], list[bool]]


def by_definition(scores: Sequence[float], right: Sequence[bool], k: int, alpha: float = 0.5) -> float:
    """CAR of one query, in the order in which candidates with equal scores are listed."""
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    rank = next(rank for rank, place in enumerate(order) if right[place])
    if rank >= k:
        return 0.0
    top = [scores[place] for place in order[:k]]
    mean = math.fsum(top) / len(top)
    spread = math.sqrt(math.fsum((score - mean) ** 2 for score in top) / len(top)) if top[0] != top[-1] else 1.0
    powers = [math.exp((score - mean) / spread) for score in top]
    shares = [power / math.fsum(powers) for power in powers]
    entropy, most = -math.fsum(share * math.log2(share) for share in shares), math.log2(k)
    threshold = alpha * most
    over = entropy - threshold
    sureness = 1.0 if over <= 1e-12 else max(0.5, 1 - over / (2 * (most - threshold)))
    return sureness * shares[rank] / shares[0]


def in_any_order(query: Query, k: int) -> dict[str, float]:
    """The mean over all orders in which the candidates could be listed."""
    found: dict[str, list[float]] = {"car": [], "recall": [], "reciprocal": []}
    for order in permutations(range(len(query[0]))):
        scores, right = [query[0][place] for place in order], [query[1][place] for place in order]
        ranked = sorted(range(len(scores)), key=lambda place: -scores[place])
        hits = [rank for rank, place in enumerate(ranked) if right[place]]
        found["car"].append(by_definition(scores, right, k))
        found["recall"].append(sum(rank < k for rank in hits) / min(len(hits), k))
        found["reciprocal"].append(1 / (hits[0] + 1))
    return {name: math.fsum(values) / len(values) for name, values in found.items()}


queries = st.integers(1, 5).flatmap(
    lambda count: st.tuples(
        st.lists(st.sampled_from([0.0, 0.25, 0.3, 1.0, -2.0, 7.5]), min_size=count, max_size=count),
        st.lists(st.booleans(), min_size=count, max_size=count).filter(any),
    )
)


@pytest.mark.parametrize(
    ("scores", "right", "k", "value"),
    [
        ([1, 1, 1, 1, 1], 0, 5, 0.5),
        ([0.2, 0.9], 1, 1, 1.0),
        ([0.9, 0.2], 1, 1, 0.0),
        ([0.9, 0.2], 1, 3, 0.135335),
    ],
)
def test_car_has_the_values_that_its_authors_check(scores: list[float], right: int, k: int, value: float) -> None:
    found = car(Queries.of([(scores, [place == right for place in range(len(scores))])]), k)
    assert found == pytest.approx([value], abs=1e-6)


@given(st.lists(queries, min_size=1, max_size=6), st.integers(1, 6))
def test_many_at_once_are_what_each_is_alone_in_any_order(many: list[Query], k: int) -> None:
    together = Queries.of(many)
    wanted = [in_any_order(query, k) for query in many]
    assert car(together, k) == pytest.approx([one["car"] for one in wanted])
    assert recall(together, k) == pytest.approx([one["recall"] for one in wanted])
    assert reciprocal_rank(together) == pytest.approx([one["reciprocal"] for one in wanted])


def test_the_order_in_which_candidates_are_listed_changes_nothing() -> None:
    chance = np.random.default_rng(3)
    scores = np.round(chance.normal(size=(200, 9)), 1)
    right = np.zeros((200, 9), dtype=bool)
    right[np.arange(200), chance.integers(0, 9, 200)] = True
    order = chance.permuted(np.tile(np.arange(9), (200, 1)), axis=1)
    sizes = np.full(200, 9)
    one = Queries(scores.ravel(), right.ravel(), sizes)
    other = Queries(np.take_along_axis(scores, order, 1).ravel(), np.take_along_axis(right, order, 1).ravel(), sizes)
    assert car(one) == pytest.approx(car(other))
    assert recall(one, 3) == pytest.approx(recall(other, 3))
    assert reciprocal_rank(one) == pytest.approx(reciprocal_rank(other))


def test_alpha_is_how_much_doubt_is_forgiven() -> None:
    asked = Queries.of([([0.9, 0.8, 0.7, 0.1], [True, False, False, False])])
    found = car_by_alpha(asked, 4, [0.0, 0.25, 0.5, 0.75, 1.0])[:, 0]
    assert list(found) == sorted(found)
    assert found[0] < found[-1] == 1.0


@pytest.mark.parametrize("factor", [1e-300, 1.0, 1e308])
def test_the_unit_of_scores_changes_nothing(factor: float) -> None:
    scores, right = [3.0, 2.0, 0.5], [False, True, False]
    scaled = Queries.of([([score / 3 * factor for score in scores], right)])
    assert car(scaled) == pytest.approx(car(Queries.of([(scores, right)])))


@pytest.mark.parametrize(
    ("scores", "right", "told"),
    [
        ([math.nan, 1.0], [True, False], "finite"),
        ([math.inf, 1.0], [True, False], "finite"),
        ([1.0, 2.0], [False, False], "nothing is right"),
        ([], [], "without candidates"),
    ],
)
def test_what_cannot_be_ranked_is_refused(scores: list[float], right: list[bool], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Queries.of([(scores, right)])


def test_settings_that_make_no_sense_are_refused() -> None:
    asked = Queries.of([([1.0], [True])])
    with pytest.raises(ValueError, match="at least 1"):
        recall(asked, 0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        car(asked, alpha=1.5)


def test_among_many_candidates_the_highest_are_found_as_among_few() -> None:
    chance = np.random.default_rng(3)
    scores = chance.normal(size=100).tolist()
    right = [place == 40 for place in range(100)]
    scores[40] = sorted(scores)[-3]  # level with the third
    many = [(scores, right), (scores[:50], right[:50])]
    for k in (1, 3, 5):
        ranks = [sum(score > own[0][40] for score in own[0]) for own in many]
        levels = [sum(score == own[0][40] for score in own[0]) for own in many]
        expected = [min(max((k - rank) / level, 0), 1) for rank, level in zip(ranks, levels, strict=True)]
        assert recall(Queries.of(many), k).tolist() == expected
    alone = [(scores[:40] + scores[41:], [place == 70 for place in range(99)])]
    assert car(Queries.of(alone), 99) == pytest.approx([by_definition(*alone[0], 99)], rel=1e-12)


def test_where_several_are_right_all_of_them_count_for_recall() -> None:
    found = recall(Queries.of([([5, 4, 3, 3, 1], [True, False, True, False, True]), ([1, 2], [False, True])]), 3)
    assert found.tolist() == [pytest.approx(1.5 / 3), 1.0]
