"""The table that counting is done on."""

from __future__ import annotations

from optotype import Workbench
from optotype.counting import ballots, counted, load
from optotype.records import Number, Range, Respondent, ShortText, YesNo
from tests.gold.people import CANNOT, DONT_KNOW, answer, asked, gold, item, person, put


def test_answers_of_models_and_of_runs_are_not_peoples(bench: Workbench) -> None:
    model = Respondent(id="m", kind="model")
    put(bench, item("one"), person("p1"), model, answer("p1", "one", "A"), answer("m", "one", "B"))
    put(bench, answer("p1", "one", "C", id="in a run", run="r"))
    assert [row.id for row in load(bench).rows] == ["p1:one"]


def test_answers_to_items_that_are_left_out_are_not_read(bench: Workbench) -> None:
    put(bench, item("one", excluded="blurred"), item("two"), person("p1"))
    put(bench, answer("p1", "one", "A"), answer("p1", "two", "A"))
    assert [row.item for row in load(bench).rows] == ["set/two"]


def test_what_is_written_by_hand_into_an_answer_breaks_nothing(bench: Workbench) -> None:
    odd = {"studio": {"project": 7, "role": None, "checks": [1], "batch": {"a": 1}}}
    put(bench, item("one"), person("p1"), answer("p1", "one", "A", extra=odd))
    counting = counted(bench)
    assert (counting.table.rows[0].project, counting.table.rows[0].checks, len(counting.answers)) == ("", {}, 1)


def test_a_number_in_the_range_that_is_right_says_what_gold_says(bench: Workbench) -> None:
    put(bench, item("n", Number()), person("a"), person("b"), person("c"), gold("n", Range(low=2.0, high=3.0)))
    put(bench, answer("a", "n", 2.5), answer("b", "n", 3.0), answer("c", "n", 9.0))
    (ballot,) = ballots(bench, load(bench))
    assert ballot.given is not None
    assert ballot.counts[ballot.given] == 2


def test_texts_are_compared_as_accuracy_does(bench: Workbench) -> None:
    put(bench, item("t", ShortText()), *(person(who) for who in "abcd"))
    put(bench, answer("a", "t", "Eight"), answer("b", "t", "8"), answer("c", "t", " 8 . "), answer("d", "t", "nine"))
    (ballot,) = ballots(bench, load(bench))
    assert sorted(ballot.counts) == [1, 3]


def test_dont_know_is_no_vote_and_cannot_be_answered_is_one(bench: Workbench) -> None:
    put(bench, item("y", YesNo(unanswerable=True)), *(person(who) for who in "abc"))
    put(bench, answer("a", "y", DONT_KNOW), answer("b", "y", CANNOT), answer("c", "y", True))
    (ballot,) = ballots(bench, load(bench))
    assert ballot.silent == ("a:y",)
    assert [ballot.labels[vote.label].accepted for vote in ballot.votes] == [(), (True,)]


def test_the_order_in_which_options_were_ticked_does_not_matter(bench: Workbench) -> None:
    form = item("s").form.model_copy(update={"several": True})
    put(bench, item("s", form), person("a"), person("b"))
    put(bench, answer("a", "s", ("C", "A")), answer("b", "s", ("A", "C")))
    (ballot,) = ballots(bench, load(bench))
    assert [label.accepted for label in ballot.labels] == [(("A", "C"),)]


def test_an_experts_decision_is_a_word_and_no_vote(bench: Workbench) -> None:
    asked(bench, {"one": "AB"})
    put(bench, person("x"), answer("x", "one", "B", extra={"studio": {"project": "d", "decides": "p"}}))
    (ballot,) = ballots(bench, load(bench))
    assert len(ballot.votes) == 2
    assert [(word.person, word.kind) for word in ballot.words] == [("x", "decided")]
