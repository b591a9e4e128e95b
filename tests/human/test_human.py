"""The human baseline: people are judged as models are, and their rows stand among the models."""

from __future__ import annotations

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError, UnknownPart
from optotype.evaluate import Selection
from optotype.human import Human, Row
from optotype.people_rows import ENGLISH, PeopleRow, Way, row_of
from optotype.records import Answer, Gold, Respondent, Run, Score, ShortText, State
from optotype.report.board import Asked, gather
from optotype.web.words import Words
from tests.gold.people import answer, asked, gold, item, person, put


def row(found: Human, way: Way, group: str = "") -> Row:
    return next(one for one in found.rows if (one.way, one.group) == (way, group))


def value(found: Human, way: Way, group: str = "") -> float:
    return row(found, way, group).result.judged[0].overall.value


def test_labtabvqa_comes_out_both_ways(bench: Workbench) -> None:
    """308 of 339 items right by a majority of three of five, 11 without a majority: 93.9 % and 0.9086."""
    said = {f"r{number}": "AAABC" for number in range(308)}
    said |= {f"w{number}": "BBBAC" for number in range(20)} | {f"n{number}": "AABBC" for number in range(11)}
    asked(bench, said, golds=[gold(name, "A") for name in said])
    found = bench.human(of=5, least=3)
    assert value(found, "majority") == pytest.approx(0.9086, abs=0.00005)
    decided = row(found, "majority-decided").result.judged[0].overall
    assert decided.value == pytest.approx(0.939, abs=0.0005)
    assert (decided.count, row(found, "majority").undecided) == (328, 11)
    right = 3 * 308 + 1 * 20 + 2 * 11
    assert value(found, "single") == pytest.approx(right / (5 * 339))


def test_the_rows_are_runs_with_answers_and_scores_of_people(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "BBB"}, golds=[gold("one", "A"), gold("two", "A")])
    bench.human()
    assert [run.id for run in bench.runs()] == ["people-single", "people-majority", "people-majority-decided"]
    assert [run.respondent for run in bench.runs()][:2] == ["people/single", "people/majority"]
    who = bench.store.get(Respondent, "people/majority")
    assert who is not None
    assert (who.kind, who.name, who.simulated) == ("person", "people, majority", False)
    scores = {score.item: score.value for score in bench.store.each(Score, {"run": "people-single"})}
    assert scores == {"set/one": pytest.approx(2 / 3), "set/two": 0.0}
    assert bench.store.count(Answer, {"run": "people-single"}) == 6
    most = {found.item: (found.value, found.note) for found in bench.store.each(Answer, {"run": "people-majority"})}
    assert most == {"set/one": (("A",), "2 of 3"), "set/two": (("B",), "3 of 3")}
    assert bench.runs()[0].ended is not None


def test_compare_and_report_take_them_as_they_take_models(bench: Workbench) -> None:
    asked(bench, {f"{number}": "AAB" for number in range(6)}, golds=[gold(f"{number}", "A") for number in range(6)])
    bench.human()
    bench.evaluate("baseline/first_option", name="first")
    found = bench.compare("first", "people/single")
    assert found.difference.value == pytest.approx(-1 / 3)
    assert found.warnings == []
    report = bench.report()
    assert report.runs == 4
    page = (report.folder / "index.html").read_text(encoding="utf-8")
    assert "people, single" in page
    assert "people, majority" in page


def test_what_a_report_says_of_people_is_not_the_row_that_leaves_items_out(bench: Workbench) -> None:
    said = {f"r{number}": "AAA" for number in range(4)} | {"n": "ABC"}
    asked(bench, said, golds=[gold(name, "A") for name in said])
    bench.human()
    (found,) = gather(bench, Asked()).rounds
    assert found.entries[0].name == "people, majority, decided"
    assert found.people is not None
    assert found.people.name == "people, single"


def test_called_again_it_makes_the_rows_anew_and_leaves_other_runs_alone(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "ABB"}, golds=[gold("one", "A"), gold("two", "B")], p1="expert")
    bench.evaluate("baseline/first_option", name="first")
    bench.human(by=["role"])
    assert "people-single-role-expert" in {run.id for run in bench.runs()}
    bench.human()
    bench.human()
    ids = sorted(run.id for run in bench.runs())
    assert ids == ["first", "people-majority", "people-majority-decided", "people-single"]
    assert bench.store.count(Answer, {"run": "people-single"}) == 6


def test_what_a_person_wrote_is_judged_as_it_was_written(bench: Workbench) -> None:
    text = item("one", ShortText(), generated=False)
    people = [person("p1"), person("p2"), person("p3")]
    said = [answer("p1", "one", "Five."), answer("p2", "one", "five"), answer("p3", "one", "six")]
    put(bench, text, *people, *said, gold("one", "five"))
    bench.human(metric=["exact_match", "rouge1"])
    kept = [found.value for found in bench.store.each(Answer, {"run": "people-single"})]
    assert kept == ["Five.", "five", "six"]


def test_what_is_no_answer_is_asked_of_a_majority_too(bench: Workbench) -> None:
    asked(bench, {"one": "AA???"}, golds=[gold("one", "A")])
    with_all = bench.human()
    assert row(with_all, "majority").undecided == 1
    assert value(with_all, "majority") == 0.0
    states = [found.state for found in bench.store.each(Answer, {"run": "people-majority"})]
    assert states == [State.DONT_KNOW]
    assert value(bench.human(least=2), "majority") == 1.0


def test_of_more_answers_than_wished_the_first_are_taken(bench: Workbench) -> None:
    asked(bench, {"one": "AABBB"}, golds=[gold("one", "A")])
    assert value(bench.human(), "majority") == 0.0
    assert value(bench.human(of=3), "majority") == 1.0


def test_groups_have_rows_of_their_own(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "ABB"}, golds=[gold("one", "A"), gold("two", "A")], p1="expert", p3="expert")
    found = bench.human(by=["role"])
    assert value(found, "single", "role=expert") == 0.5
    assert row(found, "single", "role=expert").people == 2
    with pytest.raises(UnknownPart, match="shoe size"):
        bench.human(by=["shoe size"])


def test_a_group_of_fewer_people_than_a_majority_needs_has_no_row_for_it(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "ABB"}, golds=[gold("one", "A"), gold("two", "A")], p3="expert")
    ways = {(one.group, one.way) for one in bench.human(by=["role"]).rows if one.group}
    others = {group for group, _ in ways} - {"role=expert"}
    assert ("role=expert", "majority") not in ways
    assert all({(group, "single"), (group, "majority")} <= ways for group in others)
    assert not any(one.group and one.way == "majority" for one in bench.human(by=["role"], least=3).rows)


def test_gold_that_was_decided_from_these_very_answers_is_told_on_the_row(bench: Workbench) -> None:
    own = Gold(item="set/one", accepted=(("A",),), rule="majority", counted=("p1:one", "p2:one"))
    asked(bench, {"one": "AAB"}, golds=[own])
    found = bench.human()
    assert row(found, "single").own == 2
    assert row(found, "single").result.run.respondent == "people, single, own gold"
    assert any("2 of 3 answers helped to decide the gold" in line for line in found.warnings)


def test_deciding_gold_calls_the_rows_own_gold_without_making_them_anew(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "BBB"}, golds=[gold("one", "A"), gold("two", "A")])
    bench.human()
    done = bench.decide_gold("majority:least=2")
    assert done.renamed == 3
    names = {one.id: one.name for one in bench.store.each(Respondent) if one.id.startswith("people/")}
    assert names == {
        "people/single": "people, single, own gold",
        "people/majority": "people, majority, own gold",
        "people/majority-decided": "people, majority, decided, own gold",
    }
    assert {run.totals["own gold"] for run in bench.runs()} == {6}
    bench.decide_gold("expert")  # nobody is one, so that all keep what they came with
    assert {row_of(run) for run in bench.runs()} == {
        PeopleRow("single"),
        PeopleRow("majority"),
        PeopleRow("majority-decided"),
    }


def test_rows_of_people_are_called_in_the_language_of_a_page() -> None:
    row = PeopleRow("majority-decided", "role=expert", 5, own=True)
    assert row.called(ENGLISH) == "people, majority of 5, decided, role=expert, own gold"
    assert row.called(Words("ru", "optotype.web")) == "люди, большинство из 5, где оно есть, role=expert, свой эталон"


def test_held_out_people_are_judged_by_what_the_others_say(bench: Workbench) -> None:
    # by the others: p1 A against AB, no one answer; B against AA, wrong
    asked(bench, {"one": "AAB", "two": "AAA"}, golds=[gold("one", "B"), gold("two", "B")])
    found = bench.human()
    held = row(found, "held-out").result.judged[0].overall
    assert held.value == pytest.approx((0.0 + 1.0) / 2)
    assert row(found, "held-out").run is None
    assert value(found, "single") == pytest.approx((1 / 3 + 0) / 2)


def test_people_who_do_not_exist_are_called_simulated(bench: Workbench) -> None:
    people = [person(name, simulated=True) for name in ("p1", "p2", "p3")]
    put(bench, item("one"), *people, *(answer(one.id, "one", "A") for one in people), gold("one", "A"))
    found = bench.human()
    assert found.simulated
    assert all("(simulated)" in one.result.run.respondent for one in found.rows)
    who = bench.store.get(Respondent, "people/single")
    assert who is not None
    assert who.simulated
    assert "simulated" in found.warnings[0]


def test_only_some_items_may_be_meant_and_their_rows_have_names_of_their_own(bench: Workbench) -> None:
    records = [item("one", split="test"), item("two", split="val"), person("p1")]
    put(bench, *records, answer("p1", "one", "A"), answer("p1", "two", "A"), gold("one", "A"), gold("two", "B"))
    bench.human(selection=Selection(split="test"))
    bench.human(selection=Selection(split="val"))
    values = {score.run: score.value for score in bench.store.each(Score)}
    assert values["people-single-test"] == 1.0
    assert values["people-single-val"] == 0.0


@pytest.mark.parametrize(("of", "least"), [(0, None), (2, 3), (None, 0)])
def test_a_majority_that_cannot_be_is_refused(bench: Workbench, of: int | None, least: int | None) -> None:
    asked(bench, {"one": "AA"}, golds=[gold("one", "A")])
    with pytest.raises(OptotypeError, match="majority of"):
        bench.human(of=of, least=least)


def test_where_nobody_answered_or_nothing_is_known_it_says_what_to_do(bench: Workbench) -> None:
    put(bench, item("one"), person("p1"))
    with pytest.raises(OptotypeError, match="optotype studio"):
        bench.human()
    put(bench, answer("p1", "one", "A"))
    with pytest.raises(OptotypeError, match="optotype gold"):
        bench.human()


def test_a_run_of_that_name_that_is_something_else_is_not_overwritten(bench: Workbench) -> None:
    asked(bench, {"one": "AA"}, golds=[gold("one", "A")])
    with bench.store.event("test") as writer:
        writer.write(add=[Run(id="people-single", respondent="model/x")])
    with pytest.raises(OptotypeError, match="no row of people"):
        bench.human()
