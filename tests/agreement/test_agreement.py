"""Agreement on a bench: which answers are compared, and how they differ by form."""

from __future__ import annotations

import pytest

from optotype import Workbench
from optotype.agreement import Agreed, Part
from optotype.errors import OptotypeError, UnknownPart
from optotype.evaluate import Selection
from optotype.records import Choice, Form, Graph, Number, Option, Review, ShortText, Value, YesNo, labels
from tests.gold.people import CANNOT, LETTERS, answer, asked, item, person, put

SEVERAL = Choice(several=True, options=tuple(Option(label=label, text=label.lower()) for label in labels(4)))


def part(found: Agreed, form: str) -> Part:
    return next(one for one in found.parts if one.form == form)


def two(bench: Workbench, name: str, form: Form, *said: Value) -> None:
    """An item, and what p1, p2 ... said to it."""
    people = [person(f"p{number}") for number in range(1, len(said) + 1)]
    given = [answer(one.id, name, value) for one, value in zip(people, said, strict=True)]
    put(bench, item(name, form), *people, *given)


def test_forms_are_told_apart_and_the_one_with_most_answers_comes_first(bench: Workbench) -> None:
    asked(bench, {"one": "AAB", "two": "BBB"})
    two(bench, "three", YesNo(), True, False)
    found = bench.agreement()
    assert [(one.form, one.level, one.answers, one.people) for one in found.parts] == [
        ("choice", "nominal", 6, 3),
        ("yes or no", "nominal", 2, 2),
    ]
    assert found.parts[0].agreement.same == pytest.approx((1 / 3 + 1) / 2)
    assert found.parts[0].agreement.alpha == pytest.approx(1 - 5 * 2 / (2 * 2 * 4))


def test_what_cannot_be_answered_is_an_answer_and_what_is_not_known_is_none(bench: Workbench) -> None:
    form = LETTERS.model_copy(update={"unanswerable": True})
    two(bench, "one", form, CANNOT, CANNOT, "A")
    two(bench, "two", form, "A", "?", "A")
    choice = part(bench.agreement(), "choice")
    assert choice.answers == 5
    assert choice.unplaced == {"dont_know": 1}
    assert choice.divided[0].said == {"cannot be answered": 2, "A": 1}


def test_ratings_differ_by_rank_and_other_numbers_as_names(bench: Workbench) -> None:
    for number, (one, other) in enumerate(((1, 2), (5, 5), (3, 3), (2, 1))):
        two(bench, f"r{number}", Number(low=1, high=5), float(one), float(other))
        two(bench, f"n{number}", Number(), float(one), float(other))
    found = bench.agreement()
    assert (part(found, "rating").level, part(found, "number").level) == ("ordinal", "nominal")
    assert (part(found, "rating").agreement.alpha or 0) > (part(found, "number").agreement.alpha or 0)
    assert part(bench.agreement(level="interval"), "number").level == "interval"


def test_ratings_have_as_many_steps_as_the_scale_whatever_was_said(bench: Workbench) -> None:
    for number, (one, other) in enumerate(((2, 2), (2, 3), (3, 3), (3, 3))):
        two(bench, f"r{number}", Number(low=1, high=5), float(one), float(other))
    # worked out by hand in tests/test_agreement.py
    by_chance = (25 - 100 / 16) / 20 * 2 * 3 / 8 * 5 / 8
    assert part(bench.agreement(), "rating").agreement.gwet.value == pytest.approx(1 - 1 / 64 / (1 - by_chance))


def test_several_options_are_compared_as_sets(bench: Workbench) -> None:
    two(bench, "one", SEVERAL, ("A", "B"), ("B", "A"))
    two(bench, "two", SEVERAL, ("A",), ("A", "C"))
    found = part(bench.agreement(), "choice of several")
    assert found.level == "masi"
    assert found.agreement.same == 0.5
    assert [(one.item, one.disagreement) for one in found.divided] == [("set/two", pytest.approx(2 / 3))]
    assert part(bench.agreement(level="nominal"), "choice of several").level == "nominal"


def test_texts_that_are_written_alike_are_the_same(bench: Workbench) -> None:
    two(bench, "one", ShortText(), "The red one.", "the  red one")
    assert part(bench.agreement(), "short text").agreement.same == 1.0


def test_graphs_are_compared_by_their_tuples(bench: Workbench) -> None:
    graph = "( man , ride , horse ) , ( horse , is , white )"
    two(bench, "one", Graph(), graph, "( man , ride , horse )")
    two(bench, "two", Graph(), "( cat )", "( cat )")
    two(bench, "three", Graph(), "( cat )", "no graph (")
    found = part(bench.agreement(), "scene graph")
    # three tuples of four are shared: F1 is 6 / 7
    assert found.facts is not None
    assert found.facts.value == pytest.approx((6 / 7 + 1) / 2)
    assert found.unplaced == {"no scene graph": 1}
    assert found.level == "jaccard"
    assert found.agreement.same == 0.5


def test_each_value_of_a_tag_is_told_for_itself(bench: Workbench) -> None:
    put(bench, item("one", tags={"kind": ("x",)}), item("two", tags={"kind": ("y",)}), person("p1"), person("p2"))
    put(bench, *(answer(who, name, said) for who, name, said in (("p1", "one", "A"), ("p2", "one", "A"))))
    put(bench, *(answer(who, name, said) for who, name, said in (("p1", "two", "A"), ("p2", "two", "B"))))
    by = bench.agreement(by=["kind"]).parts[0].by["kind"]
    assert {value: found.same for value, found in by.items()} == {"x": 1.0, "y": 0.0}
    with pytest.raises(UnknownPart):
        bench.agreement(by=["colour"])


def test_reviews_are_a_form_of_their_own(bench: Workbench) -> None:
    put(bench, item("one"), person("p1"), person("p2"))
    reviews = [
        Review(id=who, item="set/one", reviewer=who, verdict="correct", criteria={"plain": plain})
        for who, plain in (("p1", True), ("p2", False))
    ]
    put(bench, *reviews)
    found = bench.agreement()
    assert {one.form: one.agreement.same for one in found.parts} == {"review: verdict": 1.0, "review: plain": 0.0}


def test_who_does_not_exist_is_called_simulated_and_is_not_counted_beside_people(bench: Workbench) -> None:
    people = [person("p1"), person("p2"), person("Robin", simulated=True)]
    put(bench, item("one"), *people, *(answer(one.id, "one", "A") for one in people))
    found = bench.agreement()
    assert (set(found.names), found.simulated) == ({"p1", "p2"}, 0)
    alone = bench.agreement(filters=[])
    assert alone.names["Robin"] == "Robin (simulated)"
    assert alone.simulated == 1


def test_whoever_decides_has_seen_the_others_and_is_not_compared(bench: Workbench) -> None:
    asked(bench, {"one": "AB"})
    put(bench, person("chief"), answer("chief", "one", "A", extra={"studio": {"decides": "project"}}))
    assert bench.agreement().parts[0].people == 2


def test_tables_have_all_of_it_and_hold_their_measure(bench: Workbench) -> None:
    asked(bench, {f"i{number}": "ABCDABCDAB"[number % 3 :] for number in range(30)})
    found = bench.agreement()
    titles = [grid.title for grid in found.grids()]
    assert titles[1].startswith("beyond chance")
    assert "choice: Cohen's kappa of any two people; 3 more in the JSON" in titles
    assert "what splits people most; 15 more in the JSON" in titles
    assert len(found.parts[0].pairs) == 45
    assert "<table>" in found._repr_html_()  # pyright: ignore[reportPrivateUsage]


def test_where_few_items_have_another_value_tables_say_why_there_is_no_interval(bench: Workbench) -> None:
    asked(bench, {f"i{number}": "AAA" if number > 5 else "AAB" for number in range(30)})
    few = bench.agreement(by=["collection"])
    _, beyond, by, *_ = few.grids()
    for grid in (beyond, by):
        assert grid.title.endswith("too few items have another value: read Gwet's")
    assert beyond.rows[0][1:3] == ("-0.06", "-0.07")
    assert "[" in beyond.rows[0][3]
    assert few.parts[0].agreement.too_few
    asked(bench, {"more": "AAB"})
    enough = bench.agreement().grids()[1]
    assert enough.title.endswith("Gwet's AC")
    assert all("[" in cell for cell in enough.rows[0][1:])


def test_where_nobody_answered_it_says_what_to_do(bench: Workbench) -> None:
    put(bench, item("one"), person("p1"))
    with pytest.raises(OptotypeError, match="optotype simulate"):
        bench.agreement()
    put(bench, answer("p1", "one", "A", excluded="spam"))
    with pytest.raises(OptotypeError, match="None of 1 answer counts: invalidated 1"):
        bench.agreement()
    with pytest.raises(OptotypeError, match="no such items"):
        bench.agreement(selection=Selection(form="graph"))
