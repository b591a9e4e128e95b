"""What every filter obeys, and what each of them leaves out."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from optotype import Workbench
from optotype.counting import counted
from optotype.counting.filters import Filter, build, family
from optotype.counting.filters.pace import medians, others
from optotype.counting.table import Person, Said, Table
from optotype.errors import OptotypeError
from optotype.records import State
from tests.gold.people import answer, asked, item, person, put


def said(who: str, what: str, seconds: float | None = 10.0, **fields: object) -> Said:
    """An answer in a batch whose checks were all passed."""
    given = {"project": "p", "batch": "1", "checks": {"check1": True, "planted": True, "age": True}} | fields
    return Said(f"{who}:{what}", what, who, State.GIVEN, ("A",), seconds, None)._replace(**given)


def table(*rows: Said, **people: Person) -> Table:
    """Rows, with the people who are in them."""
    return Table(rows, {row.person: people.get(row.person, Person(row.person)) for row in rows})


@pytest.fixture(params=family.names())
def one(request: pytest.FixtureRequest) -> Filter:
    return family[request.param]()


def test_work_that_nothing_is_wrong_with_counts(one: Filter) -> None:
    rows = [said(f"p{number}", f"q{what}") for number in range(6) for what in range(8)]
    assert not one.drop(table(*rows)).any()


def test_what_nobody_noted_is_not_held_against_anybody(one: Filter) -> None:
    rows = [said(f"p{number}", "q", None, project="", batch="", checks={}) for number in range(3)]
    assert not one.drop(table(*rows)).any()


def test_no_answers_are_no_problem(one: Filter) -> None:
    assert len(one.drop(table())) == 0


CHECKS = [("attention_checks", "check2"), ("planted_question", "planted"), ("differing_ages", "age")]


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_by_iconqas_rule_who_fails_a_check_fails_the_batch_and_no_other(name: str, check: str) -> None:
    failed = {"check1": True, check: False}
    rows = [said("a", "q1", checks=failed), said("a", "q2"), said("a", "q3", batch="2"), said("b", "q1")]
    assert build([f"{name}:allowed=0"])[0].drop(table(*rows)).tolist() == [True, True, False, False]


def test_by_iconqas_rule_who_fails_a_planted_task_fails_the_project() -> None:
    rows = [said("a", "q1"), said("a", "q2", project="other"), said("b", "q1")]
    dropped = build(["planted_question:allowed=0"])[0].drop(table(*rows, a=Person("a", planted={"p": (9, 1)})))
    assert dropped.tolist() == [True, False, False]


def test_failed_checks_may_be_allowed() -> None:
    rows = [said("a", "q1", checks={"check1": False})]
    assert not build(["attention_checks:allowed=1"])[0].drop(table(*rows)).any()


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_one_slip_among_many_checks_is_forgiven_and_two_are_not(name: str, check: str) -> None:
    passed = dict.fromkeys(["check1", "check2", "check3", "planted", "age"], True)
    rows = [said("slips", "q", checks=passed | {check: False})]
    rows += [said("absent", "q", checks=passed | {check: False, "check3": False})]
    dropped = [
        one.drop(table(*rows)) for one in build([name, "attention_checks"] if name != "attention_checks" else [name])
    ]
    assert np.any(dropped, axis=0).tolist() == [False, True]


def test_with_one_check_alone_nobody_can_tell_a_slip_and_it_decides() -> None:
    rows = [said("a", "q", checks={"planted": False}), said("b", "q", checks={"planted": True})]
    assert build(["planted_question"])[0].drop(table(*rows)).tolist() == [True, False]


def test_the_checks_of_other_batches_count_too_but_not_those_of_other_projects() -> None:
    def batches(who: str, *passed: bool) -> list[Said]:
        return [said(who, f"q{place}", batch=f"{place}", checks={"check1": one}) for place, one in enumerate(passed)]

    careful = batches("careful", *[True] * 9, False)
    careless = batches("careless", *[False] * 5, True)  # passed by luck
    elsewhere = [said("careless", "q", project="other", checks={"check1": True})]
    dropped = build(["attention_checks"])[0].drop(table(*careful, *careless, *elsewhere))
    assert dropped.tolist() == [False] * 10 + [True] * 6 + [False]


def test_planted_tasks_of_a_project_are_told_apart_by_how_many_were_failed() -> None:
    rows = [said(who, "q", batch="", checks={}) for who in ("slips", "absent")]
    people = {"slips": Person("slips", planted={"p": (8, 1)}), "absent": Person("absent", planted={"p": (8, 6)})}
    assert build(["planted_question"])[0].drop(table(*rows, **people)).tolist() == [False, True]


def test_hundreds_of_checks_are_no_problem() -> None:
    rows = [said(who, "q", batch="", checks={}) for who in ("careful", "absent")]
    people = {
        "careful": Person("careful", planted={"p": (9000, 90)}),
        "absent": Person("absent", planted={"p": (9000, 6000)}),
    }
    assert build(["planted_question"])[0].drop(table(*rows, **people)).tolist() == [False, True]


@pytest.mark.parametrize("setting", ["slip=0", "slip=0.9", "slip=nan", "allowed=-1"])
def test_settings_of_checks_that_cannot_be_are_refused(setting: str) -> None:
    with pytest.raises(OptotypeError, match=setting.partition("=")[0]):
        build([f"attention_checks:{setting}"])


def test_answers_to_learn_from_do_not_count() -> None:
    rows = [said("a", "q1", role="training"), said("a", "q2", role="attention"), said("a", "q3", role="repeat")]
    assert build(["practice"])[0].drop(table(*rows)).tolist() == [True, True, False]


def test_simulated_people_never_decide_with_real_ones() -> None:
    rows, nobody = [said("a", "q"), said("b", "q")], Person("b", simulated=True)
    simulated = build(["simulated"])[0]
    assert simulated.drop(table(*rows, b=nobody)).tolist() == [False, True]
    assert simulated.drop(table(*rows, a=Person("a", simulated=True), b=nobody)).tolist() == [False, False]


def test_the_first_of_two_answers_counts_and_what_was_asked_again_comes_second() -> None:
    rows = [said("a", "q", role="repeat"), said("a", "q"), said("b", "q"), said("c", "q"), said("c", "q")]
    assert build(["duplicates"])[0].drop(table(*rows)).tolist() == [True, False, False, False, True]


def test_two_people_of_one_name_on_a_platform_are_one() -> None:
    rows, worker = [said("a", "q"), said("b", "q")], "W1"
    people = {"a": Person("a", worker=worker), "b": Person("b", worker=worker)}
    assert build(["duplicates"])[0].drop(table(*rows, **people)).tolist() == [False, True]


def test_who_is_far_faster_or_slower_than_others_on_the_same_questions_does_not_count() -> None:
    chance = random.Random(1)
    hard = {f"q{what}": chance.uniform(5, 60) for what in range(20)}  # questions take their time, each its own
    paces = {f"p{number}": chance.lognormvariate(0, 0.2) for number in range(10)} | {"fast": 0.1, "slow": 12.0}
    rows = [
        said(who, what, needed * pace * chance.lognormvariate(0, 0.3))
        for what, needed in hard.items()
        for who, pace in paces.items()
    ]
    dropped = build(["pace"])[0].drop(table(*rows))
    assert {row.person for row, drop in zip(rows, dropped, strict=True) if drop} == {"fast", "slow"}


def test_somebody_who_took_the_hard_questions_is_not_slow() -> None:
    rows = [said(f"p{number}", f"easy{what}", 5.0) for number in range(6) for what in range(10)]
    rows += [said(who, f"hard{what}", 60.0) for who in ("x", "y") for what in range(10)]
    assert not build(["pace"])[0].drop(table(*rows)).any()


def test_a_few_answers_tell_nothing_about_pace() -> None:
    rows = [said(f"p{number}", f"q{what}", 10.0) for number in range(6) for what in range(8)]
    assert not build(["pace"])[0].drop(table(*rows, said("fast", "q1", 0.1))).any()


def test_limits_that_are_none_are_refused() -> None:
    with pytest.raises(OptotypeError, match="reach"):
        build(["pace:reach=nan"])


def test_the_median_of_others_is_that_of_the_others() -> None:
    chance = np.random.default_rng(3)
    values, groups = chance.normal(size=60), chance.integers(0, 14, size=60)
    expected = [
        float(np.median(rest)) if len(rest := np.delete(values, place)[np.delete(groups, place) == group]) else math.nan
        for place, group in enumerate(groups)
    ]
    np.testing.assert_allclose(others(values, groups), expected)
    found, sizes = medians(values, groups, 15)
    np.testing.assert_allclose(found[:14], [np.median(values[groups == group]) for group in range(14)])
    assert sizes[14] == 0


def test_each_filter_is_counted_for_what_those_before_it_let_through(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "BBB"})
    failed = {"studio": {"project": "p", "batch": "1", "checks": {"check1": False, "age": False}}}
    put(bench, person("x"), item("three"), answer("x", "one", "C", extra=failed, excluded="set aside"))
    put(bench, answer("x", "two", "C", extra=failed))
    counting = counted(bench)
    found = {one.filter: (one.answers, one.people, one.alone) for one in counting.left_out if one.alone}
    assert found == {"invalidated": (1, 1, 1), "attention_checks": (1, 1, 2), "differing_ages": (0, 0, 2)}
    assert counting.reasons == {"x:one": "invalidated", "x:two": "attention_checks"}
    assert len(counting.answers) == 6


def test_filters_can_be_chosen_and_named_once(bench: Workbench) -> None:
    asked(bench, {"one": "AAB"})
    assert counted(bench, filters=[]).left_out == []
    with pytest.raises(OptotypeError, match="twice"):
        counted(bench, filters=["pace", "pace:times=4"])
