"""Deciding gold in a bench: what is written, what is kept, what is told."""

from __future__ import annotations

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.gold import CONTESTED, EXCLUDED
from optotype.records import (
    Answer,
    Finding,
    Gold,
    Graph,
    Item,
    Number,
    Range,
    Review,
    ShortText,
    YesNo,
)
from optotype.selecting import Selection
from tests.gold.people import CANNOT, DONT_KNOW, LETTERS, answer, asked, gold, item, person, put


def right(bench: Workbench, name: str) -> Gold | None:
    return bench.store.get(Gold, f"set/{name}")


def test_gold_names_its_rule_its_branch_and_the_answers_it_counted(bench: Workbench) -> None:
    asked(bench, {"one": "AAABC"})
    done = bench.decide_gold()
    found = right(bench, "one")
    assert found is not None
    assert (found.accepted, found.rule, found.branch) == ((("A",),), "majority", "3 of 5")
    assert found.counted == tuple(f"p{number}:one" for number in range(1, 6))
    assert (done.items, done.branches, done.new, done.written) == (1, {"3 of 5": 1}, 1, True)


def test_deciding_again_writes_nothing(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB", "two": "AABB"}, golds=[gold("two", "A")])
    bench.decide_gold()
    before = bench.store.version()
    assert not bench.decide_gold().written
    assert bench.store.version() == before


def test_another_rule_keeps_the_old_gold_as_a_version(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB"}, golds=[gold("one", "C")])
    bench.decide_gold("majority")
    bench.decide_gold("dawid_skene")
    found = right(bench, "one")
    assert found is not None
    assert (found.version, found.rule) == (3, "dawid_skene")
    assert [(past.version, past.rule) for past in bench.store.past(Gold, "set/one")] == [
        (1, "generated"),
        (2, "majority"),
    ]


def test_the_generated_answer_is_the_one_that_the_item_came_with_whatever_was_decided_since(bench: Workbench) -> None:
    asked(bench, {"one": "AAABB"}, golds=[gold("one", "B")])
    bench.decide_gold("majority")
    done = bench.decide_gold("generated_or_confirmed")
    assert done.branches == {}
    put(bench, person("p6"), person("p7"), answer("p6", "one", "B"), answer("p7", "one", "B"))
    assert bench.decide_gold("generated_or_confirmed").branches == {"generated": 1}
    assert (found := right(bench, "one")) is not None
    assert found.accepted == (("B",),)


def test_a_dry_run_tells_all_and_writes_nothing(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB", "two": "AABB"})
    before = bench.store.version()
    done = bench.decide_gold(dry_run=True)
    assert (done.branches, len(done.contested), done.new, done.written) == ({"3 of 4": 1}, 1, 1, False)
    assert bench.store.version() == before


def test_a_contested_item_keeps_what_it_came_with_and_gets_a_finding(bench: Workbench) -> None:
    asked(bench, {"one": "AABB"}, golds=[gold("one", "A")])
    (contest,) = bench.decide_gold().contested
    assert (contest.item, contest.why, contest.keeps) == ("set/one", "people do not agree", "generated")
    assert contest.said == {"A: option A": ["p1", "p2"], "B: option B": ["p3", "p4"]}
    assert right(bench, "one") == gold("one", "A")
    (finding,) = bench.store.each(Finding)
    assert (finding.rule, finding.about) == (CONTESTED, "set/one")
    assert "2 say 'A: option A', 2 say 'B: option B'" in finding.message


def test_what_another_rule_had_decided_does_not_stand_when_it_is_contested(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB", "two": "AAAB"}, golds=[gold("two", "C")])
    bench.decide_gold("majority")
    done = bench.decide_gold("unanimity")
    assert done.retracted == 1
    assert right(bench, "one") is None
    assert (kept := right(bench, "two")) is not None
    assert (kept.accepted, kept.rule, kept.version) == ((("C",),), "generated", 3)
    bench.decide_gold("majority")
    assert (again := right(bench, "one")) is not None
    assert again.version == 2
    assert [past.version for past in bench.store.past(Gold, "set/one")] == [1]


def test_items_that_a_rule_does_not_decide_have_again_what_they_came_with_and_it_is_said(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB", "two": "AAAB", "three": "AAAB"}, golds=[gold("one", "A"), gold("two", "C")])
    bench.decide_gold("majority")
    done = bench.decide_gold("expert")
    assert (done.decided, done.waiting, done.changed, done.rewritten) == (0, 3, 1, 0)
    assert (done.restored, done.retracted) == (1, 1)
    assert (kept := right(bench, "one")) is not None
    assert (kept.rule, kept.version) == ("generated", 3)


def test_findings_go_when_an_item_is_decided(bench: Workbench) -> None:
    asked(bench, {"one": "AABB"})
    bench.decide_gold()
    put(bench, person("p5"), answer("p5", "one", "A"))
    bench.decide_gold()
    assert list(bench.store.each(Finding)) == []


def test_contested_items_can_be_left_out_and_come_back(bench: Workbench) -> None:
    asked(bench, {"one": "AABB", "two": "AAAA"})
    bench.decide_gold(exclude_contested=True)
    assert [one.excluded for one in bench.store.each(Item)] == [EXCLUDED, None]
    put(bench, person("p5"), answer("p5", "one", "A"))
    bench.decide_gold(exclude_contested=True)
    assert [one.excluded for one in bench.store.each(Item)] == [None, None]


def test_items_that_only_lack_answers_are_not_contested(bench: Workbench) -> None:
    asked(bench, {"one": "AA", "two": "AB"}, golds=[gold("two", "A")])
    done = bench.decide_gold(exclude_contested=True)
    assert (done.waiting, done.contested, done.written) == (2, [], False)


def test_gold_goes_when_the_answers_it_stood_on_are_set_aside(bench: Workbench) -> None:
    asked(bench, {"one": "AAA"})
    bench.decide_gold()
    aside = [one.model_copy(update={"excluded": "set aside"}) for one in bench.store.each(Answer)]
    with bench.store.event("test") as writer:
        writer.write(replace=aside)
    assert bench.decide_gold().retracted == 1
    assert right(bench, "one") is None


def test_every_form_that_can_be_voted_on_is_decided(bench: Workbench) -> None:
    several = LETTERS.model_copy(update={"several": True})
    forms = {
        "yes": (YesNo(unanswerable=True), [True, True, True, CANNOT]),
        "number": (Number(), [3.0, 3.0, 3.0, 4.0]),
        "range": (Number(), [2.0, 2.5, 2.9, 7.0]),
        "text": (ShortText(), ["Red line", "red line.", " red  line", "blue"]),
        "several": (several, [("A", "C"), ("C", "A"), ("A", "C"), ("B",)]),
        "none": (ShortText(unanswerable=True), [CANNOT, CANNOT, CANNOT, "x y"]),
        "unsure": (YesNo(), [False, False, False, DONT_KNOW]),
    }
    put(bench, *(person(who) for who in "abcd"), gold("range", Range(low=2, high=3)))
    for name, (form, said) in forms.items():
        put(bench, item(name, form), *(answer(who, name, value) for who, value in zip("abcd", said, strict=True)))
    done = bench.decide_gold()
    found = {name: one.accepted for name in forms if (one := right(bench, name)) is not None}
    assert found == {
        "yes": (True,),
        "number": (3.0,),
        "range": (Range(low=2, high=3),),
        "text": ("Red line",),
        "several": (("A", "C"),),
        "none": (),
        "unsure": (False,),
    }
    assert done.contested == []
    assert done.branches == {"3 of 4": 6, "3 of 3": 1}


def test_graphs_are_told_apart_and_not_decided(bench: Workbench) -> None:
    put(bench, item("g", Graph()), *(person(who) for who in "abc"))
    put(bench, *(answer(who, "g", "( a , is , b )") for who in "abc"))
    done = bench.decide_gold()
    assert (done.items, done.not_for_rules, right(bench, "g")) == (0, {"graph": 1}, None)


def test_an_item_that_an_expert_rejected_has_no_right_answer(bench: Workbench) -> None:
    asked(bench, {"one": "AAA"})
    review = Review(id="r", item="set/one", reviewer="x", verdict="rejected", note="unreadable")
    put(bench, person("x", "expert"), review)
    (contest,) = bench.decide_gold().contested
    assert (contest.why, contest.experts) == ("an expert rejected it", {"x": ""})


def test_an_experts_review_alone_decides_by_the_rule_expert(bench: Workbench) -> None:
    put(bench, item("one"), item("two"), person("x", "expert"), gold("one", "A"), gold("two", "A"))
    put(bench, Review(id="r1", item="set/one", reviewer="x", verdict="edited", gold_after=(("B",),)))
    put(bench, Review(id="r2", item="set/two", reviewer="x", verdict="correct"))
    assert bench.decide_gold("expert").branches == {"expert": 2}
    assert (found := right(bench, "one")) is not None
    assert (found.accepted, found.extra) == ((("B",),), {"gold": {"reviews": ["r1"]}})


def test_gold_that_simulated_people_decided_says_so(bench: Workbench) -> None:
    put(bench, item("one"), *(person(who, simulated=True) for who in "abc"))
    put(bench, *(answer(who, "one", "A") for who in "abc"))
    assert bench.decide_gold().simulated == 3
    assert (found := right(bench, "one")) is not None
    assert found.extra == {"gold": {"simulated": True}}


def test_only_chosen_items_are_decided(bench: Workbench) -> None:
    put(bench, item("one", split="test"), item("two"), *(person(who) for who in "abc"))
    put(bench, *(answer(who, name, "A") for who in "abc" for name in ("one", "two")))
    bench.decide_gold(selection=Selection(split="test"))
    assert (right(bench, "one") is not None, right(bench, "two")) == (True, None)
    with pytest.raises(OptotypeError, match="val"):
        bench.decide_gold(selection=Selection(split="val"))


def test_texts_of_any_length_make_a_short_finding(bench: Workbench) -> None:
    put(bench, item("t", ShortText()), *(person(who) for who in "abcd"))
    put(bench, *(answer(who, "t", who * 4000) for who in "abcd"))
    bench.decide_gold()
    (finding,) = bench.store.each(Finding)
    assert len(finding.message) <= 500
