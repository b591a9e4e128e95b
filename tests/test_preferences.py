"""Preferences: figures worked by hand, and what a study cannot tell."""

from __future__ import annotations

import math

import numpy as np
import pytest

from optotype.statistics.preferences import MOST, Duel, bradley_terry, standing


def duel(left: str, right: str, result: float, person: str = "ann", paper: str = "", pair: str = "") -> Duel:
    """A duel about a paper of its own, unless one is named."""
    paper = paper or f"{left} {right} {person} {result}"
    return Duel(left, right, result, person, pair or f"{left} {right} {paper}", paper)


def series(left: str, right: str, won: int, lost: int, person: str = "ann") -> list[Duel]:
    return [duel(left, right, float(number < won), person, f"{left}{right}{number}") for number in range(won + lost)]


def test_of_two_the_strength_is_the_log_odds_of_winning() -> None:
    found = standing(series("a", "b", 30, 10), resamples=20)
    a, b = found.rated
    assert (a.name, a.duels, a.wins, a.rate.value) == ("a", 40, 30.0, 0.75)
    assert a.strength == pytest.approx(math.log(3) / 2)
    assert b.strength == pytest.approx(-math.log(3) / 2)
    assert a.expected == pytest.approx(0.75)
    assert a.low is not None
    assert a.high is not None
    assert a.low < math.log(3) / 2 < a.high
    assert found.groups == [["a", "b"]]


def test_one_that_never_lost_stands_first_whatever_the_strengths_of_the_others() -> None:
    found = standing([*series("b", "c", 99, 1), *series("a", "b", 2, 0), *series("a", "c", 2, 0)], resamples=5)
    assert [one.name for one in found.rated] == ["a", "b", "c"]


def test_a_tie_is_half_a_win_for_either_and_is_counted() -> None:
    found = standing([*series("a", "b", 2, 1), duel("a", "b", 0.5)], resamples=5)
    assert found.rated[0].wins == 2.5
    assert found.ties == 1
    assert found.first is not None
    assert found.first.count == 3


def test_strengths_that_generated_the_wins_are_found_again() -> None:
    truth = np.array([1.0, 0.4, -0.2, -1.2])
    wins = 1000 / (1 + np.exp(truth[None, :] - truth[:, None]))
    np.fill_diagonal(wins, 0)
    assert bradley_terry(wins[None])[0] == pytest.approx(truth, abs=1e-6)


def test_who_never_lost_has_no_strength_and_the_groups_are_told() -> None:
    found = standing([*series("a", "b", 5, 0), *series("b", "c", 3, 2)], resamples=10)
    by_name = {one.name: one for one in found.rated}
    assert by_name["a"].strength is None
    assert by_name["b"].strength == pytest.approx(math.log(1.5) / 2)
    assert sorted(map(tuple, found.groups)) == [("a",), ("b", "c")]
    assert by_name["b"].expected is None


def test_where_one_paper_more_or_less_decides_there_is_no_interval() -> None:
    a = standing([*series("a", "b", 30, 0), duel("b", "a", 1.0)], resamples=40).rated[0]
    assert a.strength is not None
    assert (a.low, a.high) == (None, None)


def test_whoever_always_takes_the_left_is_found_out() -> None:
    steady = [duel("a", "b", float(number % 2), "ann", f"{number}") for number in range(20)]
    sided = [duel("a", "b", 1.0, "bob", f"{number}") for number in range(20)]
    found = standing(steady + sided, resamples=5)
    assert found.biased == {"bob": (20, 20)}
    assert found.first is not None
    assert found.first.value == 0.75


def test_pairs_that_are_asked_again_tell_how_steady_people_are_and_count_once() -> None:
    asked = [
        Duel("a", "b", 1.0, "ann", "pair 1", "paper"),
        Duel("b", "a", 0.0, "ann", "pair 1", "paper"),  # the other way round, and the same choice
        Duel("a", "b", 1.0, "ann", "pair 2", "paper"),
        Duel("b", "a", 1.0, "ann", "pair 2", "paper"),  # now the other one
        Duel("a", "b", 0.0, "bob", "pair 1", "paper 2"),
    ]
    found = standing(asked, resamples=5)
    assert found.repeated is not None
    assert (found.repeated.value, found.repeated.count) == (0.5, 2)
    assert found.duels == 3


def test_head_to_head_is_told_for_each_pair_of_methods() -> None:
    found = standing([*series("a", "b", 3, 1), *series("c", "a", 2, 2)], resamples=5)
    told = [(pair.a, pair.b, pair.duels, pair.rate.value) for pair in found.pairs]
    assert told == [("a", "b", 4, 0.75), ("a", "c", 4, 0.5)]


def test_nothing_to_compare_and_far_too_much_are_refused() -> None:
    with pytest.raises(ValueError, match="none"):
        standing([])
    with pytest.raises(ValueError, match="at most"):
        standing([duel(f"{number}", f"{number + 1}", 1.0) for number in range(MOST + 1)])
