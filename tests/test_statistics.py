"""Figures worked by hand, laws, and simulations: does an interval of 95 % hold the truth that often?

The simulations are small here, with a fixed seed; `benchmarks/coverage.py` makes the tables of `docs/statistics.md`.
"""

from __future__ import annotations

import math
import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize, special

from optotype.statistics import (
    MOST_LEVELS,
    Bounds,
    Estimate,
    bounds,
    codes,
    detectable,
    difference,
    f1,
    holm,
    mean,
    of_statistic,
    precision,
    psychometric,
    recall,
)

minimize: Any = vars(optimize)["minimize"]  # it has no types

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


def answers(truth: float, alike: float, sizes: Codes, chance: np.random.Generator) -> tuple[Floats, Codes]:
    """Right and wrong answers, as alike within clusters as an intra-cluster correlation says."""
    spread = (1 - alike) / alike if alike else math.inf
    rates = chance.beta(truth * spread, (1 - truth) * spread, len(sizes)) if alike else np.full(len(sizes), truth)
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    return (chance.random(len(cluster)) < rates[cluster]).astype(np.float64), cluster


def naive(values: Floats) -> tuple[float, float]:
    """Wilson's interval as if all answers were independent."""
    count, value, square = len(values), float(values.mean()), 1.96**2
    middle = (value + square / (2 * count)) / (1 + square / count)
    reach = 1.96 / (1 + square / count) * math.sqrt(value * (1 - value) / count + square / (4 * count**2))
    return middle - reach, middle + reach


# --- mean


def test_a_mean_as_worked_by_hand() -> None:
    found = mean([1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 1], list("aaaabbbbcccc"))
    # clusters deviate by 1/3, -5/3 and 4/3 in sum; 3/2 * (1 + 25 + 16)/9 / 12^2 = 0.0486, as statsmodels has it
    # with cov_type="cluster"
    assert found.error == pytest.approx(0.2204793)
    # 2/3 * 1/3 / 0.0486 = 4.571 effective answers; t with 2 degrees of freedom is 4.3027; so Wilson's
    # (0.6667 + 4.0497 / 2 -+ sqrt(4.0497 * (0.2222 + 4.0497 / 4))) / 5.0497
    assert (found.low, found.high) == (pytest.approx(0.0902, abs=1e-4), pytest.approx(0.9758, abs=1e-4))
    assert (found.value, found.count, found.clusters) == (pytest.approx(2 / 3), 12, 3)


def test_without_siblings_the_interval_is_wilsons_with_a_t_quantile() -> None:
    found = mean([1.0] * 70 + [0.0] * 30, range(100))
    quantile, size = 1.984217, 99  # the variance is divided by 99
    square = quantile**2 / size
    reach = math.sqrt(square * (0.21 + square / 4)) / (1 + square)
    assert found.low == pytest.approx((0.7 + square / 2) / (1 + square) - reach, abs=1e-6)


@pytest.mark.parametrize("value", [0.0, 0.1, 1.0])
def test_where_nothing_varies_clusters_are_what_counts(value: float) -> None:
    many, few = mean([value] * 700, list(range(100)) * 7), mean([value] * 700, list(range(10)) * 70)
    assert many.error == 0
    assert 0 < many.high - many.low < few.high - few.low
    alone = mean([value] * 100, range(100))
    assert (many.low, many.high) == (pytest.approx(alone.low), pytest.approx(alone.high))


def test_one_cluster_tells_next_to_nothing() -> None:
    found = mean([1.0] * 50, ["one"] * 50)
    assert found.low < 0.01
    unbounded = mean([2.0, 3.0], ["one", "one"])
    assert (unbounded.low, unbounded.high) == (-math.inf, math.inf)


def test_values_beyond_0_and_1_get_a_t_interval() -> None:
    found = mean([5, 3, 4], ["a", "b", "c"])
    assert found.error == pytest.approx(1 / math.sqrt(3))
    assert found.high == pytest.approx(4 + 4.302653 / math.sqrt(3))


def test_a_few_large_clusters_count_as_few() -> None:
    chance = np.random.default_rng(5)
    values, cluster = answers(0.5, 0.5, np.array([200, 200] + [1] * 98), chance)
    uneven = mean(values, cluster)
    values, cluster = answers(0.5, 0.5, np.full(100, 5), chance)
    assert uneven.high - uneven.low > 3 * (mean(values, cluster).high - mean(values, cluster).low)


@given(
    st.lists(st.tuples(st.floats(0, 1) | st.sampled_from([0.0, 1.0]), st.integers(0, 5)), min_size=1, max_size=40),
    st.sampled_from([0.5, 0.9, 0.95, 0.999]),
)
def test_an_interval_lies_between_0_and_1_around_its_value_and_has_a_width(
    rows: list[tuple[float, int]], confidence: float
) -> None:
    found = mean([value for value, _ in rows], [cluster for _, cluster in rows], confidence)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    turned = mean(
        [value for value, _ in rows[::-1]], [f"cluster {5 - cluster}" for _, cluster in rows[::-1]], confidence
    )
    assert (turned.low, turned.high) == (pytest.approx(found.low), pytest.approx(found.high))


@pytest.mark.parametrize("values", [[], [math.nan, 1.0], [math.inf, 0.0]])
def test_what_is_not_known_must_have_been_left_out(values: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        mean(values, range(len(values)))


def test_as_many_clusters_as_values_are_needed() -> None:
    with pytest.raises(ValueError, match="one cluster for each value"):
        mean([1.0, 0.0], ["a"])


def test_a_confidence_of_95_is_not_taken_for_95_percent() -> None:
    with pytest.raises(ValueError, match=r"such as 0\.95, not 95"):
        mean([1.0, 0.0], ["a", "b"], 95)


def cluster_sizes(kind: str, clusters: int) -> Codes:
    match kind:
        case "single":
            return np.ones(clusters, dtype=np.int64)
        case "seven":
            return np.full(clusters, 7, dtype=np.int64)
        case _:
            return 1 + np.random.default_rng(clusters).geometric(0.15, clusters)


@pytest.mark.parametrize("truth", [0.02, 0.5, 0.98])
@pytest.mark.parametrize("clusters", [20, 500])
@pytest.mark.parametrize(("sizes", "alike"), [("single", 0.0), ("seven", 0.0), ("seven", 0.6), ("uneven", 0.3)])
def test_intervals_of_95_percent_hold_the_truth_that_often(
    sizes: str, alike: float, clusters: int, truth: float
) -> None:
    chance, repeats, held = np.random.default_rng(17), 600, 0
    for _ in range(repeats):
        found = mean(*answers(truth, alike, cluster_sizes(sizes, clusters), chance))
        held += found.low <= truth <= found.high
    # the simulation itself is off by less than 2 points; with few large clusters we are on the safe side
    assert 0.92 <= held / repeats <= (0.985 if clusters == 500 else 0.995)


def test_an_interval_that_ignores_clusters_does_not() -> None:
    chance, repeats, held, held_naive = np.random.default_rng(18), 400, 0, 0
    for _ in range(repeats):
        values, cluster = answers(0.7, 0.8, np.full(200, 7), chance)
        found, (low, high) = mean(values, cluster), naive(values)
        held += found.low <= 0.7 <= found.high
        held_naive += low <= 0.7 <= high
    assert held / repeats >= 0.92
    assert held_naive / repeats <= 0.7


def test_graded_scores_have_intervals_that_hold_too() -> None:
    chance, repeats, held, width = np.random.default_rng(19), 500, 0, 0.0
    for _ in range(repeats):
        cluster = np.repeat(np.arange(60), 5)
        values = np.clip(0.4 + chance.normal(0, 0.1, 60)[cluster] + chance.normal(0, 0.1, 300), 0, 1)
        found = mean(values, cluster)
        held += found.low <= 0.4 <= found.high
        width += found.high - found.low
    assert 0.92 <= held / repeats <= 0.985
    assert width / repeats < 0.07  # a yes-or-no score as alike would need more than 0.16


# --- precision, recall, F1


def test_f1_as_worked_by_hand() -> None:
    #               tp fp fn
    table = [[1, 0, 0]] * 6 + [[0, 1, 0]] * 2 + [[0, 0, 1]] * 4 + [[0, 0, 0]] * 8
    found = [of_statistic(figure, table, range(20)) for figure in (precision, recall, f1)]
    assert [figure and figure.value for figure in found] == [6 / 8, 6 / 10, 12 / 18]


def test_a_bootstrapped_share_agrees_with_the_mean_of_the_same() -> None:
    values, cluster = answers(0.6, 0.4, np.full(300, 4), np.random.default_rng(3))
    table = np.stack([values, 1 - values], axis=1)
    resampled, plain = of_statistic(precision, table, cluster), mean(values, cluster)
    assert resampled is not None
    assert resampled.value == pytest.approx(plain.value)
    assert resampled.error == pytest.approx(plain.error, rel=0.08)
    assert resampled.low == pytest.approx(plain.low, abs=0.005)


def test_there_is_no_f1_where_there_is_nothing_to_find() -> None:
    assert of_statistic(f1, np.zeros((5, 3)), range(5)) is None
    assert of_statistic(f1, np.zeros((0, 3)), []) is None


def test_a_perfect_f1_of_a_few_clusters_is_not_certain() -> None:
    table = [[1, 0, 0]] * 12 + [[0, 0, 0]] * 500
    found = of_statistic(f1, table, range(512))
    assert found is not None
    alone = mean([1.0] * 12, range(12))
    assert (found.value, found.low) == (1.0, pytest.approx(alone.low))
    counted = [[*row, 1] for row in table]  # another column changes nothing
    assert of_statistic(f1, counted, range(512)) == found


def test_the_same_seed_gives_the_same_interval() -> None:
    table = np.random.default_rng(1).integers(0, 2, (200, 3)).astype(np.float64)
    assert of_statistic(f1, table, range(200)) == of_statistic(f1, table, range(200))
    assert of_statistic(f1, table, range(200)) != of_statistic(f1, table, range(200), seed=1)


def test_what_adds_nothing_to_a_cluster_changes_nothing_but_the_count() -> None:
    table = np.random.default_rng(1).integers(0, 2, (200, 3)).astype(np.float64)
    found = of_statistic(f1, table, range(200))
    padded = of_statistic(f1, np.concatenate([table, np.zeros_like(table)]), [*range(200), *range(200)])
    assert found is not None
    assert padded is not None
    assert padded == replace(found, count=400)


def test_intervals_of_f1_hold_the_truth() -> None:
    chance, repeats, held = np.random.default_rng(21), 300, 0
    truth = 2 * 0.27 / (2 * 0.27 + 0.7 * 0.02 + 0.03)  # three in ten to find, nine in ten found, 2 % false alarms
    for _ in range(repeats):
        there, cluster = answers(0.3, 0.3, np.full(100, 3), chance)
        said = chance.random(len(there)) < np.where(there, 0.9, 0.02)
        table = np.stack([there * said, (1 - there) * said, there * ~said], axis=1)
        found = of_statistic(f1, table, cluster, resamples=300)
        assert found is not None
        held += found.low <= truth <= found.high
    assert 0.92 <= held / repeats <= 0.985


def test_resampling_takes_little_memory() -> None:
    table = np.random.default_rng(1).integers(0, 2, (40_000, 3)).astype(np.float64)
    cluster = np.repeat(np.arange(20_000), 2)
    level = np.tile(np.arange(8.0), 5_000)
    tracemalloc.start()
    of_statistic(f1, table, cluster)
    psychometric(level, (level < 4).astype(np.float64), cluster, resamples=100)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100e6  # a table of all resamples by items would take 320 MB


# --- bounds, Holm


def test_bounds_take_non_answers_for_wrong_and_for_right() -> None:
    assert bounds(6, 8, 2) == Bounds(0.6, 0.8)
    assert bounds(0, 0, 0) == Bounds(0.0, 1.0)
    with pytest.raises(ValueError, match="do not fit"):
        bounds(9, 8, 2)


def test_holm_as_worked_by_hand() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


# --- two runs


def test_a_difference_as_worked_by_hand() -> None:
    # 100 clusters of two items: in 40 of them B wins one item, in 20 B loses one
    b = np.array(([1.0] * 40 + [0.0] * 20 + [1.0] * 40) + [1.0] * 100)
    a = np.array(([0.0] * 40 + [1.0] * 20 + [1.0] * 40) + [1.0] * 100)
    found = difference(a, b, [*range(100), *range(100)])
    assert (found.value, found.wins, found.losses, found.ties) == (0.1, 40, 20, 140)
    # clusters deviate by 0.8, -1.2 and -0.2 in sum: 100/99 * (40 * 0.64 + 20 * 1.44 + 40 * 0.04) / 200^2
    error = math.sqrt(100 / 99 * (25.6 + 28.8 + 1.6)) / 200
    # items of a cluster are less alike than chance has it, so the plain variance of items is the larger one
    plain = math.sqrt((60 - 200 * 0.01) / 199 / 200)
    assert plain > error
    assert found.error == pytest.approx(plain)
    assert found.p == pytest.approx(2 * special.stdtr(99, -0.1 / plain))
    assert found.low == pytest.approx(0.1 - special.stdtrit(99, 0.975) * plain)
    assert (found.test, found.degrees) == ("t", pytest.approx(99))


def test_few_differences_between_single_items_are_tested_as_mcnemar_does() -> None:
    a, b = np.ones(200), np.ones(200)
    a[:8], b[8] = 0.0, 0.0
    found = difference(a, b, range(200))
    assert (found.test, found.wins, found.losses) == ("sign flips", 8, 1)
    assert found.p == pytest.approx(2 * (1 + 9) / 2**9)
    assert 0 < found.low < 7 / 200 < found.high


def test_signs_are_flipped_by_cluster() -> None:
    # B wins 3 and 2 items in two clusters and loses 1 in a third: of the totals -6 -4 -2 0 0 2 4 6, half are as far off
    a, b = [0.0] * 5 + [1.0], [1.0] * 5 + [0.0]
    assert difference(a, b, list("aaabbc")).p == 0.5
    assert difference(a, b, list("abcdef")).p == pytest.approx(2 * (1 + 6) / 2**6)


def test_graded_scores_flip_signs_too() -> None:
    b = np.array([0.31, 0.22, 0.13, 0.44, 0.05, 0.26, 0.17])
    assert difference(np.zeros(7), b, range(7)).p == pytest.approx(2 / 2**7)


def test_runs_that_agree_on_everything_may_still_differ_elsewhere() -> None:
    same = np.ones(300)
    found = difference(same, same, range(300))
    assert (found.value, found.p) == (0.0, 1.0)
    assert found.low == -found.high
    assert 0.005 < found.high < 0.02
    assert found.correlation is None


def test_how_far_scores_without_bounds_could_differ_elsewhere_nothing_tells() -> None:
    found = difference([3.0, 70.0, 12.5] * 10, [3.0, 70.0, 12.5] * 10, range(30))
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


def test_a_difference_is_cut_at_one_only_where_both_runs_have_bounds() -> None:
    found = difference(np.zeros(40), np.tile([2.0, 4.0], 20), range(40))
    assert found.low < found.value == 3.0 < found.high


def test_a_difference_that_is_the_same_everywhere_has_a_width() -> None:
    found = difference(np.zeros(500), np.ones(500), range(500))
    assert found.p < 1e-12
    assert 0.9 < found.low < found.high == 1.0
    assert difference([0.0], [1.0], ["a"]).p == 1.0


def test_one_cluster_tells_next_to_nothing_about_a_difference() -> None:
    found = difference([0, 0, 1, 1], [1, 1, 1, 0], ["one"] * 4)
    assert (found.low, found.high, found.p) == (-1.0, 1.0, 1.0)
    assert math.isfinite(found.error)


def test_swapping_the_runs_swaps_the_sign() -> None:
    chance = np.random.default_rng(2)
    a, b = (chance.random(400) < 0.6).astype(np.float64), (chance.random(400) < 0.7).astype(np.float64)
    there, back = difference(a, b, np.arange(400) // 3), difference(b, a, np.arange(400) // 3)
    assert (there.low, there.high, there.p) == (-back.high, -back.low, back.p)
    assert there.wins == back.losses
    assert there.correlation == pytest.approx(float(np.corrcoef(a, b)[0, 1]))


def test_runs_without_a_common_item_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="at least one"):
        difference([], [], [])


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 9)), min_size=1, max_size=80))
def test_an_interval_never_contradicts_its_p_value(rows: list[tuple[int, int, int]]) -> None:
    found = difference([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert 0 <= found.p <= 1
    if found.p > 0.05:
        assert found.low <= 0 <= found.high
    else:
        assert found.low >= 0 or found.high <= 0


def two_runs(
    clusters: int, size: int, alike: float, same: float, apart: float, chance: np.random.Generator
) -> tuple[Floats, Floats, Codes]:
    """Two runs that share their answers to most items; B is better by `apart`."""
    a, cluster = answers(0.7, alike, np.full(clusters, size), chance)
    other, _ = answers(0.7 + apart / (1 - same), alike, np.full(clusters, size), chance)
    return a, np.where(chance.random(len(a)) < same, a, other), cluster


@pytest.mark.parametrize(
    ("clusters", "size", "alike", "same"),
    [(20, 7, 0.5, 0.5), (100, 1, 0.0, 0.5), (100, 7, 0.5, 0.95), (300, 1, 0.0, 0.3), (300, 5, 0.6, 0.5)],
)
def test_equal_runs_seldom_seem_to_differ(clusters: int, size: int, alike: float, same: float) -> None:
    chance, repeats, alarms, held = np.random.default_rng(23), 800, 0, 0
    for _ in range(repeats):
        found = difference(*two_runs(clusters, size, alike, same, 0.0, chance))
        alarms += found.p <= 0.05
        held += found.low <= 0 <= found.high
    assert alarms / repeats <= 0.065
    assert held / repeats >= 0.935


def test_a_test_that_ignores_clusters_sees_differences_that_are_not_there() -> None:
    chance, repeats, alarms = np.random.default_rng(24), 300, 0
    for _ in range(repeats):
        a, b, _ = two_runs(300, 7, 0.8, 0.3, 0.0, chance)
        alarms += difference(a, b, range(len(a))).p <= 0.05
    assert alarms / repeats > 0.2


def test_the_smallest_difference_that_can_be_shown_is_shown_four_times_in_five() -> None:
    chance, repeats = np.random.default_rng(25), 300
    found = [difference(*two_runs(400, 3, 0.3, 0.5, 0.0, chance)) for _ in range(20)]
    smallest = float(np.mean([detectable(one) for one in found]))
    seen = sum(difference(*two_runs(400, 3, 0.3, 0.5, smallest, chance)).p <= 0.05 for _ in range(repeats))
    assert 0.75 <= seen / repeats <= 0.92


def test_what_can_be_shown_as_worked_by_hand() -> None:
    found = Estimate(value=0.7, low=0.6, high=0.8, error=0.02, count=500, clusters=101)
    assert detectable(found) == pytest.approx((1.98397 + 0.84523) * 0.02 * math.sqrt(2), rel=1e-5)
    perfect = mean([1.0] * 200, range(200))
    # as if 202 of 204 had been right
    assert detectable(perfect) == pytest.approx(
        (1.97196 + 0.84338) * math.sqrt(2 * 202 / 204 * 2 / 204 / 204), rel=1e-4
    )


def test_one_run_alone_promises_no_more_than_two_do() -> None:
    a, b, cluster = two_runs(400, 3, 0.3, 0.5, 0.0, np.random.default_rng(26))
    assert detectable(mean(a, cluster)) > detectable(difference(a, b, cluster))


# --- levels


def observer(
    threshold: float, slope: float, guess: float | Floats, clusters: int, size: int, spread: float, seed: int
) -> tuple[Floats, Floats, Codes]:
    """Levels, scores and clusters of somebody who sees up to a threshold; pictures differ by `spread` logits."""
    chance = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), size)
    level = (cluster % 8 + 1).astype(np.float64)
    logit = slope * (level - threshold) + chance.normal(0, spread, clusters)[cluster]
    right = chance.random(len(cluster)) < guess + (0.98 - guess) * special.expit(-logit)
    return level, right.astype(np.float64), cluster


def crossed(threshold: float, slope: float, guess: float) -> float:
    """Where the curve without spread falls to three quarters."""
    share = (0.75 - guess) / (0.98 - guess)
    return threshold + math.log((1 - share) / share) / slope


@pytest.mark.parametrize("guess", [0.0, 0.25, 0.5])
def test_the_threshold_of_an_observer_is_found(guess: float) -> None:
    level, right, cluster = observer(5.0, 1.5, guess, 4000, 1, 0.0, seed=31)
    curve = psychometric(level, right, cluster, guess)
    assert curve.acuity is not None
    assert curve.acuity.value == pytest.approx(crossed(5.0, 1.5, guess), abs=0.15)
    assert curve.midpoint == pytest.approx(5.0, abs=0.2)
    assert curve.slope == pytest.approx(1.5, rel=0.2)
    assert curve.acuity.low is not None
    assert curve.acuity.high is not None
    assert curve.acuity.low < curve.acuity.value < curve.acuity.high < curve.acuity.low + 0.5
    assert [point.level for point in curve.points] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(point.accuracy.count == 500 for point in curve.points)
    fitted = [point.fitted for point in curve.points if point.fitted is not None]
    assert fitted == sorted(fitted, reverse=True)
    assert curve.at(3.0) == pytest.approx(fitted[2], abs=1e-5)


def test_the_guessing_rate_of_a_level_is_the_mean_of_its_items() -> None:
    guess = np.tile([0.5, 0.25], 2000)
    level, right, cluster = observer(4.0, 2.0, guess, 4000, 1, 0.0, seed=32)
    level[::2], level[1::2] = level[1::2], level[1::2].copy()
    curve = psychometric(level, right, cluster, guess)
    assert [point.chance for point in curve.points] == pytest.approx([0.375] * len(curve.points))


@pytest.mark.slow
def test_the_fit_is_the_likeliest_curve() -> None:
    for seed in range(12):
        guess = (0.0, 0.25, 0.5)[seed % 3]
        level, right, cluster = observer(2.0 + 0.5 * seed, 0.3 * 1.4**seed, guess, 160, 1, 0.5, seed)
        curve = psychometric(level, right, cluster, guess, resamples=1)

        def unlikely(parameters: Floats, guess: float = guess, level: Floats = level, right: Floats = right) -> float:
            midpoint, slope, lapse = parameters
            said = guess + (1 - lapse - guess) * special.expit(math.exp(slope) * (midpoint - level))
            said = np.clip(said, 1e-6, 1 - 1e-6)
            return -float(right @ np.log(said) + (1 - right) @ np.log1p(-said))

        assert curve.midpoint is not None
        assert curve.slope is not None
        assert curve.lapse is not None
        ours = unlikely(np.array([curve.midpoint, math.log(curve.slope), curve.lapse]))
        limits = [(-60, 60), (math.log(0.1 / 7), math.log(6)), (0, 0.1)]
        starts = [(midpoint, slope, 0.02) for midpoint in (-5, 4, 12) for slope in (-1.0, 1.0)]
        peer = min(float(minimize(unlikely, start, bounds=limits).fun) for start in starts)
        assert ours <= peer + 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("clusters", "size", "spread"), [(160, 1, 0.0), (160, 5, 1.0)])
def test_the_interval_of_the_acuity_holds_the_truth(clusters: int, size: int, spread: float) -> None:
    own = np.random.default_rng(0).normal(0, spread, 20_001)
    fine = np.linspace(1, 8, 701)
    marginal = np.array([(0.25 + 0.73 * special.expit(-1.5 * (at - 4.5) - own)).mean() for at in fine])
    truth, repeats, held = float(fine[np.argmax(marginal < 0.75)]), 40, 0
    for seed in range(repeats):
        curve = psychometric(*observer(4.5, 1.5, 0.25, clusters, size, spread, seed), 0.25, resamples=100)
        assert curve.acuity is not None
        assert curve.acuity.low is not None
        assert curve.acuity.high is not None
        held += curve.acuity.low <= truth <= curve.acuity.high
    assert held / repeats >= 0.87


def test_who_guesses_has_no_acuity() -> None:
    chance = np.random.default_rng(33)
    curve = psychometric(np.arange(2000.0) % 8, (chance.random(2000) < 0.25).astype(np.float64), range(2000), 0.25)
    assert (curve.acuity, curve.reason, curve.outside) == (None, "never reaches three quarters", "below")
    assert all(point.fitted is not None and point.fitted < 0.4 for point in curve.points)


def test_who_sees_everything_has_no_acuity() -> None:
    curve = psychometric(np.arange(800.0) % 8, np.ones(800), range(800), 0.25)
    assert (curve.acuity, curve.reason, curve.outside) == (None, "never falls below three quarters", "beyond")


def test_two_levels_make_no_curve() -> None:
    curve = psychometric([1, 1, 2, 2], [1, 1, 0, 0], ["a", "b", "c", "d"])
    assert (curve.acuity, curve.midpoint, curve.reason) == (None, None, "fewer than 3 levels")
    assert [point.accuracy.value for point in curve.points] == [1.0, 0.0]
    assert curve.at(1.5) is None


def test_very_many_levels_make_no_curve() -> None:
    count = MOST_LEVELS + 1
    curve = psychometric(np.arange(float(count)), np.ones(count), range(count))
    assert (curve.acuity, curve.reason) == (None, "more than 100 levels")


def test_an_interval_may_reach_beyond_the_levels() -> None:
    level, right, cluster = observer(8.6, 0.8, 0.0, 80, 1, 0.0, seed=37)
    curve = psychometric(level, right, cluster)
    assert curve.acuity is not None
    assert curve.acuity.high is None


@pytest.mark.parametrize("chunk", [1, 1 << 14])
def test_how_many_resamples_are_held_at_a_time_changes_no_acuity(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    level, right, cluster = observer(4.3, 0.9, 0.25, 80, 5, 0.5, seed=38)
    whole = psychometric(level, right, cluster, 0.25, resamples=100).acuity
    monkeypatch.setattr("optotype.statistics._CHUNK", chunk)
    assert whole is not None
    assert psychometric(level, right, cluster, 0.25, resamples=100).acuity == whole


def test_a_step_is_found_between_its_levels() -> None:
    level = np.repeat(np.arange(1.0, 9.0), 50)
    curve = psychometric(level, (level <= 4).astype(np.float64), range(400))
    assert curve.acuity is not None
    assert 4 < curve.acuity.value < 5


def test_scores_beyond_0_and_1_have_no_curve() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        psychometric([1, 2, 3], [0.0, 2.0, 1.0], range(3))


def test_clusters_may_be_texts_numbers_or_codes() -> None:
    assert codes(["b", "a", "b"]).tolist() == [0, 1, 0]
    assert codes(np.array([7, 3, 7])).tolist() == [1, 0, 1]
    assert mean([1, 0, 1], ["b", "a", "b"]) == mean([1, 0, 1], np.array([7, 3, 7]))
