"""A study rehearsed: straight into the store, and through the studio's own screens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from optotype import Workbench
from optotype.counting import counted
from optotype.errors import OptotypeError
from optotype.records import Answer, Gold, Option, Preference, Respondent, ShortText
from optotype.simulating import Simulated, crowd
from optotype.studio.projects import Project
from tests.gold.people import answer, gold, item, person, put

PAIR = Preference(options=(Option(label="A", text="x"), Option(label="B", text="y")), factors=("layout", "topic"))


def fill(bench: Workbench, count: int = 12) -> None:
    names = [f"i{number}" for number in range(count)]
    put(bench, *(item(name) for name in names), *(gold(name, "B") for name in names))


def test_everybody_answers_everything_unless_an_overlap_is_given(bench: Workbench) -> None:
    fill(bench)
    assert bench.simulate(crowd(4)).answers == 48
    done = bench.simulate(crowd(4), overlap=3)
    assert (done.people, done.items, done.answers) == (4, 12, 36)
    each = Counter(found.respondent for found in bench.store.each(Answer))
    assert set(each.values()) == {9}
    by_item = Counter(found.item for found in bench.store.each(Answer))
    assert set(by_item.values()) == {3}


def test_they_are_called_simulated_and_belong_to_no_run(bench: Workbench) -> None:
    fill(bench)
    bench.simulate(crowd(2, careless=0.5), study="trial")
    found = list(bench.store.each(Respondent))
    assert [(one.id, one.kind, one.simulated) for one in found] == [
        ("simulated/trial/Simulated 1", "person", True),
        ("simulated/trial/Simulated 2", "person", True),
    ]
    assert {one.tags["simulated"][0] for one in found} == {"careful", "careless"}
    first = next(bench.store.each(Answer))
    assert (first.run, first.extra) == (None, {"simulated": {"study": "trial"}})
    assert first.seconds is not None
    assert counted(bench).simulated > 0


def test_the_same_seed_gives_the_same_answers_and_a_study_is_made_anew(bench: Workbench) -> None:
    fill(bench)
    bench.simulate(crowd(3), seed=1)
    first = list(bench.store.each(Answer))
    bench.simulate(crowd(2), seed=2)
    assert len(list(bench.store.each(Answer))) == 24
    bench.simulate(crowd(3), seed=1)
    assert list(bench.store.each(Answer)) == first


def test_people_who_exist_stay_untouched_and_are_not_counted_with_them(bench: Workbench) -> None:
    fill(bench)
    put(bench, person("ann"), answer("ann", "i1", "B"))
    bench.simulate(crowd(3))
    assert bench.store.count(Answer, {"respondent": "ann"}) == 1
    assert counted(bench).answers.person_ids == ["ann"]


def test_items_without_gold_get_a_made_up_answer_or_are_left_out(bench: Workbench) -> None:
    put(bench, item("one"), item("two", ShortText()), item("three", PAIR))
    done = bench.simulate([Simulated("Robin", 1.0)])
    assert (done.items, done.made_up, done.skipped, done.right) == (2, 2, 1, 1.0)
    assert bench.store.count(Gold) == 0
    pair = next(bench.store.each(Answer, {"item": "set/three"}))
    assert set(pair.shown or ()) == {"A", "B"}
    assert pair.extra["simulated"]["factors"] in (["layout"], ["topic"])


def test_what_cannot_be_rehearsed_is_refused(bench: Workbench) -> None:
    put(bench, item("two", ShortText()))
    with pytest.raises(OptotypeError, match="None of 1 item has gold"):
        bench.simulate(crowd(2))
    with pytest.raises(OptotypeError, match="overlap of 3"):
        bench.simulate(crowd(2), overlap=3)
    with pytest.raises(OptotypeError, match="same name"):
        bench.simulate([Simulated("Robin", 1.0), Simulated("Robin", 0.5)])


# --- in the studio


def test_they_do_the_tasks_of_a_project_as_people_do(bench: Workbench) -> None:
    fill(bench, 6)
    bench.make_project(Project(id="base", title="Base", screen="answer", overlap=2))
    done = bench.rehearse("base", [Simulated("Sharp", 1.0), Simulated("Blurred", 0.0)])
    assert done == 12
    right = Counter((found.respondent, found.value == ("B",)) for found in bench.store.each(Answer))
    assert sorted((right_, count) for (_, right_), count in right.items()) == [(False, 6), (True, 6)]
    assert all(one.simulated for one in bench.store.each(Respondent))
    assert all(found.seconds for found in bench.store.each(Answer))


def test_the_same_people_go_on_with_another_project(bench: Workbench) -> None:
    fill(bench, 3)
    for id in ("first", "second"):
        bench.make_project(Project(id=id, title=id, screen="answer", overlap=1))
        assert bench.rehearse(id, [Simulated("Robin", 1.0)]) == 3
    assert bench.store.count(Respondent) == 1


def test_the_careless_fail_the_checks_of_a_batch_and_are_left_out(bench: Workbench) -> None:
    fill(bench, 10)
    checks = ("How many questions has a batch? 1 | *5 | 10 | 50", "What is asked for? *an answer | a picture | a song")
    bench.make_project(
        Project(id="crowd", title="Crowd", screen="crowd_batch:size=5", overlap=4, checks=checks, planted=("set/i0",))
    )
    people = [Simulated(f"Careful {number}", 0.9) for number in range(3)]
    bench.rehearse("crowd", [*people, Simulated("Careless", 0.9, careless=1.0)], seed=4)
    found = counted(bench)
    left = {found.table.people[id].name for id in found.answers.person_ids}
    assert left == {"Careful 0", "Careful 1", "Careful 2"}
    assert sum(one.answers for one in found.left_out) == 9


def test_somebody_careful_has_one_age_in_every_batch_and_a_careless_one_any(bench: Workbench) -> None:
    fill(bench, 40)
    bench.make_project(Project(id="crowd", title="Crowd", screen="crowd_batch:size=2", overlap=3))
    told = Simulated("Told", 0.9, tags={"age": ("45-59",)})
    bench.rehearse("crowd", [Simulated("Careful", 0.9), told, Simulated("Careless", 0.9, careless=1.0)], seed=4)
    ages: dict[str, set[str]] = {}
    passed: Counter[str] = Counter()
    names = {one.id: one.name or "" for one in bench.store.each(Respondent)}
    for found in bench.store.each(Answer):
        studio: Any = found.extra["studio"]
        ages.setdefault(names[found.respondent], set()).add(studio["age"])
        passed[names[found.respondent]] += studio["checks"]["age"]
    assert (len(ages["Careful"]), ages["Told"], len(ages["Careless"]) > 2) == (1, {"45-59"}, True)
    assert (passed["Careful"], passed["Told"]) == (40, 40)
    assert passed["Careless"] < 20
    assert {one.filter: one.people for one in counted(bench).left_out if one.people} == {"differing_ages": 1}


def test_no_such_project_and_somebody_who_exists_are_refused(bench: Workbench) -> None:
    fill(bench, 2)
    with pytest.raises(OptotypeError, match="no project called 'x'"):
        bench.rehearse("x", crowd(1))
