"""Agreement, held against examples that the authors of the coefficients worked themselves."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.statistics import Floats, _bootstrap
from optotype.statistics.agreement import (
    Agreement,
    Intervals,
    Level,
    Opinions,
    agree,
    alpha,
    cohen,
    jaccard,
    masi,
    pairs,
    splits,
)

FOUR = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)
"""Four observers of twelve units, some values missing (Krippendorff, 2011, case C): alpha is .743."""
TWO = ("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0")
"""Two observers of ten units with two values (the same, case A): alpha is .095."""


def units(rows: tuple[str, ...]) -> list[list[str]]:
    columns = zip(*(row.split() for row in rows), strict=True)
    return [[value for value in column if value != "."] for column in columns]


@pytest.mark.parametrize(("rows", "expected"), [(FOUR, 0.743), (TWO, 0.095)])
def test_the_published_examples_come_out(rows: tuple[str, ...], expected: float) -> None:
    found = alpha(units(rows))
    assert found.alpha == pytest.approx(expected, abs=0.0005)


def test_all_who_agree_have_one_and_the_interval_is_there() -> None:
    found = alpha([["a", "a"], ["b", "b"], ["a", "a"]] * 7)
    assert (found.alpha, found.same, found.units, found.values) == (1.0, 1.0, 21, 42)
    assert found.high == 1.0


@pytest.mark.parametrize("more", [["a", "a"], ["b", "b"]])
def test_no_interval_goes_below_minus_one(more: list[str]) -> None:
    found = alpha([["a", "b"], ["a", "b"], more])
    assert found.gwet.value is not None
    assert found.gwet.value > -1
    assert found.gwet.low == -1


def test_where_all_say_the_same_about_all_it_is_not_defined() -> None:
    found = alpha([["a", "a"], ["a", "a"]])
    assert (found.alpha, found.low, found.same) == (None, None, 1.0)


def test_what_one_person_alone_has_said_does_not_count() -> None:
    assert alpha([["a"], ["b"], []]).units == 0
    both = alpha([*units(TWO), ["z"], ["z"]])
    assert both.alpha == pytest.approx(0.095, abs=0.0005)


def test_the_interval_holds_the_value_and_narrows_with_more_units() -> None:
    few, many = alpha(units(FOUR)), alpha(units(FOUR) * 30)
    for found in (few, many):
        assert found.alpha is not None
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.alpha <= found.high
    assert (many.high or 0) - (many.low or 0) < ((few.high or 0) - (few.low or 0)) / 3


SMALL = [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["a", "c", "b"], ["c", "c", "c"], ["b", "a", "b"]]
"""Six units that no two people agree about by chance alone."""


def test_the_interval_is_a_t_interval_on_fishers_scale_by_how_far_each_thing_moves_the_coefficient() -> None:
    found = alpha(SMALL * 2).fleiss
    # a quarter of a thing that all call b, the second most frequent, and of one that one person does
    things = [*((thing, 8) for thing in SMALL), (["b", "b", "b"], 1), (["b", "a", "a"], 1)]
    many = [thing for thing, quarters in things for _ in range(1000 * quarters)]
    centre = alpha(many).fleiss.value or 0.0
    slopes = [4000 * ((alpha([*many, thing]).fleiss.value or 0.0) - centre) for thing, _ in things]
    mean = sum(quarters / 4 * slope for (_, quarters), slope in zip(things, slopes, strict=True)) / 12.5
    squares = sum(quarters / 4 * (slope - mean) ** 2 for (_, quarters), slope in zip(things, slopes, strict=True))
    answers = 12.5 * 3
    middle = 1 - (1 - centre) * (answers - 1) / answers  # each answer is a neighbour of itself in Fleiss' kappa
    error = math.sqrt(squares * 12.5 / 11.5) * (answers - 1) / answers
    floor = -1 / 2  # three people cannot differ more than always
    reach = 2.200985 * error * (1 - floor) / ((middle - floor) * (1 - middle))  # of eleven degrees of freedom
    for end, sign in ((found.low, -1), (found.high, 1)):
        odds = (middle - floor) / (1 - middle) * math.exp(sign * reach)
        assert end == pytest.approx((odds + floor) / (1 + odds), abs=1e-4)


def test_the_interval_of_gwets_coefficient_is_one_of_the_logarithm_of_the_disagreement() -> None:
    found = alpha(SMALL).gwet
    assert found.low is not None
    assert found.high is not None
    # the middle is that of a sample with a quarter of a thing that all call b, and of one that one person does
    more = alpha([*SMALL * 4, ["b", "b", "b"], ["b", "a", "a"]]).gwet.value
    assert more is not None
    assert math.sqrt((1 - found.low) * (1 - found.high)) == pytest.approx(1 - more)


def test_where_nobody_disagrees_gwets_interval_ends_where_wilsons_share_of_things_would_differ() -> None:
    found = alpha([["a", "a"], ["b", "b"]] * 30).gwet
    assert (found.value, found.high) == (1.0, 1.0)
    square = 2.000995**2  # Student's quantile of 59 degrees of freedom
    # 61 things of two values that are about as frequent, so half of all pairs would agree by chance
    assert found.low == pytest.approx(1 - 2 * square / (60 + square), abs=0.005)


def test_steps_of_a_scale_that_nobody_took_count_as_steps() -> None:
    opinions = rows_of([[2.0, 2.0], [2.0, 3.0], [3.0, 3.0], [3.0, 3.0]])
    seen, five = agree(opinions, level="interval"), agree(opinions, level="interval", scale=[1, 2, 3, 4, 5])
    # by hand: one pair of four is one step apart of four, squared; all weights of five steps add up to 25 - 100 / 16
    by_chance = (25 - 100 / 16) / 20 * 2 * 3 / 8 * 5 / 8
    assert five.gwet.value == pytest.approx(1 - 1 / 4 / 16 / (1 - by_chance))
    assert five.gwet == agree(opinions, level="ordinal", scale=[1, 2, 3, 4, 5]).gwet
    assert seen.gwet.value == pytest.approx(1 - 1 / 4 / (1 - 2 * 3 / 8 * 5 / 8))
    assert (five.alpha, five.fleiss) == (seen.alpha, seen.fleiss)


def test_the_intervals_of_alpha_and_fleiss_are_the_same_where_all_things_have_as_many_answers() -> None:
    found = alpha(SMALL * 2)
    assert found.alpha != found.fleiss.value
    assert (found.low, found.high) == pytest.approx((found.fleiss.low, found.fleiss.high))


def test_where_nobody_shares_a_unit_nothing_is_counted() -> None:
    assert alpha([]) == alpha([["yes"], ["no"]]) == Agreement(None, None, None, units=0, values=0, same=None)


def test_one_thing_alone_has_a_value_and_no_interval() -> None:
    found = alpha([["a", "b"]])
    assert (found.alpha, found.low, found.high) == (0.0, None, None)
    assert (found.fleiss.low, found.gwet.low) == (None, None)


def test_values_alone_come_without_intervals() -> None:
    found, whole = agree(rows_of(units(FOUR)), intervals=None), agree(rows_of(units(FOUR)))
    assert (found.alpha, found.fleiss.value, found.gwet.value) == (whole.alpha, whole.fleiss.value, whole.gwet.value)
    assert (found.low, found.high, found.fleiss.low, found.gwet.high) == (None, None, None, None)


def test_where_nobody_disagrees_the_interval_narrows_with_more_things() -> None:
    few, many = (alpha([["a", "a"], ["b", "b"]] * times) for times in (7, 100))
    assert (few.alpha, few.high, many.high) == (1.0, 1.0, 1.0)
    # a quarter of a unit that differs takes 0.0333 off, and Wilson's share of 15 units may
    assert few.low == pytest.approx(1 - 0.03330 / 0.25 * 15 * 2.1604**2 / (14 + 2.1604**2), abs=1e-3)
    assert many.low is not None
    assert few.low is not None
    assert few.low < many.low < 1


def test_a_rare_value_on_which_nobody_agreed_does_not_make_an_interval_narrow() -> None:
    said = [["a", "a", "a"]] * 28 + [["a", "a", "b"]] * 7  # alpha is below zero, and people may well agree on "b"
    found = alpha(said)
    assert found.alpha == pytest.approx(1 - 104 * 14 / (2 * 98 * 7), abs=1e-9)
    assert found.high is not None
    assert found.high > 0.4


@pytest.mark.parametrize("rare", [["b", "b", "b"], ["a", "a", "b"]])
@pytest.mark.parametrize("intervals", ["jackknife", "bootstrap"])
def test_where_few_things_have_another_value_gwets_coefficient_alone_has_an_interval(
    rare: list[Hashable], intervals: Intervals
) -> None:
    common: list[list[Hashable]] = [["a", "a", "a"]] * 28
    few = agree(rows_of([*common, ["a", "a", "b"], *[rare] * 5]), intervals=intervals)
    enough = agree(rows_of([*common, ["a", "a", "b"], *[rare] * 6]), intervals=intervals)
    assert (few.too_few, enough.too_few) == (True, False)
    assert few.alpha is not None
    assert few.fleiss.value is not None
    assert (few.low, few.high, few.fleiss.low, few.fleiss.high) == (None, None, None, None)
    assert None not in (few.gwet.low, few.gwet.high, enough.low, enough.high, enough.fleiss.low, enough.fleiss.high)


def test_which_value_is_the_common_one_does_not_depend_on_their_order() -> None:
    # "a" and "b" are said as often, and all say "a" about three things
    said = [["a", "a"]] * 3 + [["b", "c"]] * 6
    assert alpha(said).too_few
    assert alpha(said[::-1]).too_few


# --- levels


@pytest.mark.parametrize(
    ("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_each_level_of_the_published_example_comes_out(level: Level, expected: float) -> None:
    found = alpha([[float(value) for value in values] for values in units(FOUR)], level=level)
    assert found.alpha == pytest.approx(expected, abs=0.0005)
    assert found.low is not None
    assert found.high is not None
    assert found.low < expected < found.high


def test_where_few_things_add_most_of_the_error_an_interval_of_numbers_is_wider() -> None:
    few = [[1.0, 1.0]] * 14 + [[2.0, 2.0]] * 14 + [[1.0, 2.0]] * 2
    many = [[1.0, 1.0]] * 8 + [[2.0, 2.0]] * 8 + [[1.0, 2.0]] * 14
    for said, wider in ((few, True), (many, False)):
        # two numbers differ as two names do, so that the degrees of freedom are all the difference there is
        names, numbers = (alpha(said, level=level) for level in ("nominal", "interval"))
        assert numbers.alpha == pytest.approx(names.alpha)
        assert ((numbers.low or 0) < (names.low or 0) - 0.01) == wider
        assert numbers.low == pytest.approx(names.low) or wider


def test_the_interval_of_gwets_coefficient_of_numbers_minds_that_a_logarithm_lies_too_low() -> None:
    said = [[1.0, 1.0]] * 8 + [[2.0, 2.0]] * 8 + [[1.0, 2.0]] * 14
    names, numbers = (alpha(said, level=level).gwet for level in ("nominal", "interval"))
    (low, middle), (_, higher) = (
        (1 - (one.low or 0), math.sqrt((1 - (one.low or 0)) * (1 - (one.high or 0)))) for one in (names, numbers)
    )
    error = math.log(low / middle) / 2.045230  # Student's quantile of 29 degrees of freedom
    assert higher / middle == pytest.approx(math.exp(error**2 / 2))


def test_sets_that_overlap_disagree_less_than_sets_that_do_not() -> None:
    a, ab, b, none = frozenset("a"), frozenset("ab"), frozenset("b"), frozenset[str]()
    assert (masi(a, a), masi(a, b), masi(none, none), masi(a, none)) == (0.0, 1.0, 0.0, 1.0)
    assert masi(a, ab) == pytest.approx(1 - 2 / 3 * 1 / 2)
    assert masi(ab, frozenset("bc")) == pytest.approx(1 - 1 / 3 * 1 / 3)
    assert jaccard(a, ab) == 0.5
    assert jaccard(none, none) == 0.0
    near = alpha([[a, ab], [b, b], [ab, ab], [a, a]], level="masi")
    far = alpha([[a, b], [b, b], [ab, ab], [a, a]], level="masi")
    assert (near.alpha or 0) > (far.alpha or 0)


def test_alpha_over_sets_is_worked_out_by_hand() -> None:
    a, ab = frozenset("a"), frozenset("ab")
    found = alpha([[a, ab], [a, a]], level="jaccard")
    # observed: two ordered pairs at a half; expected: three times {a}, once {a, b}, six ordered pairs at a half
    assert found.alpha == pytest.approx(1 - (4 - 1) * (2 * 0.5) / (2 * 3 * 0.5))


def test_very_many_sets_are_sampled_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    sets = [[frozenset(chance.sample(range(30), 4)) for _ in range(2)] for _ in range(60)]
    exact = alpha(sets, level="jaccard")
    monkeypatch.setattr("optotype.statistics.agreement.MOST_SETS", 50)
    drawn = alpha(sets, level="jaccard")
    assert (exact.sampled, drawn.sampled) == (False, True)
    assert drawn.alpha == pytest.approx(exact.alpha, abs=0.05)


def test_numbers_beyond_all_measure_are_not_defined_and_break_nothing() -> None:
    found = alpha([[1e300, -1e300], [0.0, 5.0]], level="interval")
    assert found.alpha is None
    with pytest.raises(ValueError, match="finite"):
        alpha([[float("nan"), 1.0]], level="interval")


# --- other coefficients


def test_fleiss_own_example_comes_out() -> None:
    # Fleiss' table as it is taught: ten subjects, fourteen raters, five categories; kappa is .210
    table = """0 0 0 0 14 / 0 2 6 4 2 / 0 0 3 5 6 / 0 3 9 2 0 / 2 2 8 1 1
               7 7 0 0 0 / 3 2 6 3 0 / 2 5 3 2 2 / 6 5 2 1 0 / 0 2 2 3 7"""
    rows = [list(map(int, row.split())) for row in table.replace("\n", "/").split("/")]
    found = alpha([[name for name, count in enumerate(row) for _ in range(count)] for row in rows])
    assert found.fleiss.value == pytest.approx(0.210, abs=0.0005)
    assert found.fleiss.low is not None
    assert found.fleiss.low < 0.210


def test_gwets_coefficient_does_not_fall_where_nearly_all_say_the_same() -> None:
    # 118 times both yes, 5 and 2 times not the same, never both no: 94 % agree (Gwet, 2008, table 1)
    said = [["yes", "yes"]] * 118 + [["yes", "no"]] * 5 + [["no", "yes"]] * 2
    found = alpha(said)
    assert found.same == pytest.approx(118 / 125)
    assert (found.alpha or 0) < 0
    assert found.gwet.value == pytest.approx(0.9408, abs=0.0005)


def test_what_could_have_been_said_counts_for_gwet() -> None:
    opinions = rows_of([["yes", "yes"], ["yes", "yes"]])
    assert agree(opinions).gwet.value is None
    assert agree(opinions, categories=2).gwet.value == 1.0


def test_with_many_things_the_interval_of_kappa_is_as_wide_as_fleiss_cohen_and_everitt_have_it() -> None:
    """Their large-sample error (1969), from the table of two people with p(i, j), its margins, p_o and p_e."""
    counts = np.array([[800, 180], [120, 900]])
    one, other = (np.repeat(codes, counts.ravel()) for codes in ([0, 0, 1, 1], [0, 1, 0, 1]))
    found = cohen(one, other, ["a", "b"], np.arange(len(one)))
    p, n = counts / counts.sum(), counts.sum()
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    same, chance = p.trace(), float(rows @ columns)
    variance = sum(p[i, i] * ((1 - chance) - (columns[i] + rows[i]) * (1 - same)) ** 2 for i in range(2))
    variance += (1 - same) ** 2 * sum(p[i, 1 - i] * (columns[i] + rows[1 - i]) ** 2 for i in range(2))
    variance -= (same * chance - 2 * chance + same) ** 2
    error = math.sqrt(variance / n) / (1 - chance) ** 2
    assert found.value == pytest.approx((same - chance) / (1 - chance))
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.02)


def test_kappa_of_things_that_all_belong_together_has_no_interval() -> None:
    one, other = np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])
    together = cohen(one, other, ["a", "b"], np.zeros(4, dtype=np.int64))
    apart = cohen(one, other, ["a", "b"], np.array([0, 0, 1, 1]))
    assert together.value == apart.value == 0.5
    assert (together.low, together.high) == (None, None)
    assert apart.low is not None


def test_two_people_have_cohens_kappa_with_weights_where_values_are_numbers() -> None:
    opinions = rows_of([[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [3.0, 2.0], [3.0, 3.0], [3.0, 1.0]])
    (names,) = pairs(opinions)
    (numbers,) = pairs(opinions, level="interval")
    assert (names.a, names.b, names.units, names.same) == ("0", "1", 6, 0.5)
    assert names.kappa.value == pytest.approx((0.5 - 10 / 36) / (1 - 10 / 36))
    # squared differences: 1 + 1 + 4 of six observed; by the margins (2, 1, 3) and (2, 3, 1), 50 of 36
    assert numbers.kappa.value == pytest.approx(1 - (6 / 6) / (50 / 36))
    assert names.kappa.low is not None


def test_pairs_are_only_those_who_share_something_and_those_who_share_most_come_first() -> None:
    rows = [("i1", "ann", "a"), ("i1", "bob", "a"), ("i2", "ann", "a"), ("i2", "bob", "b"), ("i3", "cid", "a")]
    rows += [("i2", "dan", "b")]
    assert [(pair.a, pair.b, pair.units) for pair in pairs(Opinions.of(rows))] == [
        ("ann", "bob", 2),
        ("ann", "dan", 1),
        ("bob", "dan", 1),
    ]
    assert pairs(Opinions.of([])) == []


def test_of_what_a_person_says_twice_the_first_counts() -> None:
    opinions = Opinions.of([("i", "ann", "a"), ("i", "ann", "b"), ("i", "bob", "a")])
    assert agree(opinions, categories=2).same == 1.0


def test_things_of_one_cluster_are_left_out_together() -> None:
    said = [["a", "a"], ["b", "b"], ["a", "b"], ["a", "a"], ["b", "b"], ["b", "a"]] * 10
    alone = agree(rows_of(said))
    together = agree(rows_of(said, {f"{number}": number // 10 for number in range(60)}))
    tied = agree(rows_of(said, {f"{number}": number % 6 for number in range(60)}))
    assert alone.alpha == together.alpha == tied.alpha
    assert (alone.high or 0) - (alone.low or 0) < (tied.high or 0) - (tied.low or 0)
    assert agree(rows_of(said, dict.fromkeys(map(str, range(60)), 0))).low is None


# --- clusters that are drawn anew

SETS: list[Hashable] = [frozenset("ab"), frozenset("b"), frozenset[str](), frozenset("abc")]


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio", "masi", "jaccard"])
def test_each_draw_has_the_coefficients_of_the_things_that_were_drawn(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(3)
    values: list[Hashable] = SETS if level in ("masi", "jaccard") else [1.0, 2.0, 4.0, 8.0]
    said = [[chance.choice(values) for _ in range(chance.choice((2, 3)))] for _ in range(24)]
    said += [[chance.choice(values)] * 3 for _ in range(24)]
    opinions = rows_of(said, {f"{number}": number % 12 for number in range(48)})
    drawn: list[Floats] = []

    def keep(_value: float, found: Floats, _slopes: Floats, _confidence: float) -> None:
        drawn.append(found)

    monkeypatch.setattr(_bootstrap, "interval", keep)
    monkeypatch.setattr(_bootstrap, "RESAMPLES", 5)
    agree(opinions, level=level, intervals="bootstrap", seed=8)
    for number, clusters in enumerate(np.random.default_rng(8).integers(0, 12, (5, 12)).tolist()):
        anew = [said[thing] for cluster in clusters for thing in range(cluster, 48, 12)]
        found = agree(rows_of(anew), level=level, intervals=None)
        told = [found.alpha, found.fleiss.value, found.gwet.value]
        assert [float(each[number]) for each in drawn] == pytest.approx(told)


@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_with_many_things_both_ways_to_an_interval_agree(level: Level) -> None:
    chance = random.Random(1)
    said = [
        [chance.choice((1.0, 2.0, 3.0)) if chance.random() < 0.4 else real for _ in range(3)]
        for real in (1.0, 2.0, 3.0) * 200
    ]
    opinions = rows_of(said)
    ours, other = agree(opinions, level=level), agree(opinions, level=level, intervals="bootstrap")
    assert (ours.alpha, ours.gwet.value) == (other.alpha, other.gwet.value)
    assert (other.low, other.high) == pytest.approx((ours.low, ours.high), abs=0.012)
    assert (other.gwet.low, other.gwet.high) == pytest.approx((ours.gwet.low, ours.gwet.high), abs=0.012)
    first = pairs(opinions, level=level)[0].kappa
    anew = pairs(opinions, level=level, intervals="bootstrap")[0].kappa
    assert anew.value == first.value
    assert (anew.low, anew.high) == pytest.approx((first.low, first.high), abs=0.02)


def test_draws_come_from_a_seed() -> None:
    first = agree(rows_of(SMALL), intervals="bootstrap", seed=1)
    assert first == agree(rows_of(SMALL), intervals="bootstrap", seed=1)
    assert first != agree(rows_of(SMALL), intervals="bootstrap", seed=2)


def test_where_nobody_disagrees_draws_cannot_tell_and_there_is_no_interval() -> None:
    found = agree(rows_of([["a", "a"], ["b", "b"]] * 9), intervals="bootstrap")
    assert (found.alpha, found.low, found.high, found.gwet.value, found.gwet.low) == (1.0, None, None, 1.0, None)
    same = agree(rows_of([["a", "a"]] * 9), intervals="bootstrap", categories=2)
    assert (same.alpha, same.gwet.value, same.gwet.low) == (None, 1.0, None)
    both = cohen(np.array([0, 1, 1]), np.array([0, 1, 1]), ["a", "b"], np.arange(3), intervals="bootstrap")
    assert (both.value, both.low) == (1.0, None)


def test_what_splits_people_most_comes_first_and_what_does_not_is_not_listed() -> None:
    opinions = rows_of([["a", "a", "a"], ["a", "b", "c"], ["a", "a", "b"], ["b", "b", "c"]])
    found = splits(opinions)
    assert [(split.unit, round(split.disagreement, 2)) for split in found] == [("1", 1.0), ("2", 0.67), ("3", 0.67)]
    assert found[1].said == {"a": 2, "b": 1}
    assert list(found[1].said) == ["a", "b"]
    assert splits(opinions, most=1) == found[:1]
    assert splits(rows_of([["a", "a"]])) == splits(Opinions.of([])) == []


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=4), min_size=2, max_size=12),
    st.permutations([0, 1, 2, 3]),
)
def test_neither_the_order_of_people_nor_the_names_matter(said: list[list[int]], named: list[int]) -> None:
    renamed = [[named[value] for value in reversed(values)] for values in said]
    one, other = (alpha(some) for some in (said, renamed))
    assert one.alpha == pytest.approx(other.alpha)
    assert one.fleiss.value == pytest.approx(other.fleiss.value)
    assert one.alpha is None or one.alpha <= 1


def rows_of(said: Sequence[Sequence[Hashable]], clusters: dict[str, int] | None = None) -> Opinions:
    """Things by number, people by their place."""
    rows = ((str(unit), str(person), value) for unit, values in enumerate(said) for person, value in enumerate(values))
    return Opinions.of(rows, clusters)
