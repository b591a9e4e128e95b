"""Every kind of field: what it takes, and what it refuses."""

from __future__ import annotations

import json

import pytest
from pydantic import JsonValue

from optotype.studio.blocks import (
    LONGEST,
    Amount,
    Block,
    Choose,
    Field,
    Group,
    Listing,
    NotFilled,
    Notice,
    Option,
    Order,
    Picture,
    Text,
    When,
    Write,
    called,
    check,
    described,
    pictures,
)
from optotype.web.words import Words

ABC = (Option("A", "first"), Option("B", "second"), Option("C", "third"))
UNSURE = (Option("dont_know", "I don't know"),)


def refused(field: Field, value: JsonValue) -> str:
    """Why a field refuses a value."""
    with pytest.raises(NotFilled) as caught:
        check([field], {field.name: value})
    assert caught.value.field == field.name
    return caught.value.why


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        (Choose("f", options=ABC), "B", "B"),
        (Choose("f", options=ABC), ["B"], "B"),
        (Choose("f", options=ABC, several=True), ["C", "A"], ["A", "C"]),
        (Choose("f", options=ABC, several=True), "C", ["C"]),
        (Choose("f", options=ABC, several=True), ["C", "C"], ["C"]),
        (Choose("f", options=ABC, others=UNSURE), {"other": "dont_know", "more": 1}, {"other": "dont_know"}),
        (Write("f"), "  a text \n", "a text"),
        (Write("f", longest=3), "  abc  ", "abc"),
        (Amount("f"), "2,5", 2.5),
        (Amount("f"), " -3 ", -3.0),
        (Amount("f", low=0, high=10), 0, 0.0),
        (Amount("f", low=0, high=10), "10", 10.0),
        (Amount("f", whole=True), "4", 4.0),
        (Order("f", options=ABC), ["C", "A", "B"], ["C", "A", "B"]),
    ],
)
def test_what_a_field_takes_is_kept_in_one_way(field: Field, value: JsonValue, kept: JsonValue) -> None:
    assert check([field], {"f": value}) == {"f": kept}


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (Choose("f", options=ABC), "D", "choose_one"),
        (Choose("f", options=ABC), ["A", "B"], "choose_one"),
        (Choose("f", options=ABC), 1, "choose_one"),
        (Choose("f", options=ABC), True, "choose_one"),
        (Choose("f", options=ABC), [["A"]], "choose_one"),
        (Choose("f", options=ABC, several=True), ["A", "D"], "choose_some"),
        (Choose("f", options=ABC, several=True), [None], "choose_some"),
        (Write("f"), 7, "text"),
        (Write("f"), ["a"], "text"),
        (Write("f"), "   ", "empty"),
        (Write("f", longest=3), "abcd", "too_long"),
        (Write("f"), "x" * (LONGEST + 1), "too_long"),
        (Amount("f"), "many", "number"),
        (Amount("f"), "nan", "number"),
        (Amount("f"), "1e999", "number"),
        (Amount("f"), True, "number"),
        (Amount("f"), [1], "number"),
        (Amount("f", low=0, high=10), 11, "number_between"),
        (Amount("f", low=0, high=10), "x", "number_between"),
        (Amount("f", whole=True), "2.5", "whole"),
        (Order("f", options=ABC), ["A", "B"], "order"),
        (Order("f", options=ABC), ["A", "A", "B"], "order"),
        (Order("f", options=ABC), "A", "order"),
        (Choose("f", options=ABC, others=UNSURE), {"other": "failed"}, "other"),
        (Choose("f", options=ABC, others=UNSURE), {"other": ["dont_know"]}, "other"),
        (Choose("f", options=ABC, others=UNSURE), {}, "other"),
        (Write("f"), {"other": "dont_know"}, "other"),
    ],
)
def test_what_a_field_cannot_hold_is_refused_with_the_reason(field: Field, value: JsonValue, why: str) -> None:
    assert refused(field, value) == why


@pytest.mark.parametrize("empty", [None, "", []])
@pytest.mark.parametrize("field", [Choose("f", options=ABC), Write("f"), Amount("f"), Order("f", options=ABC)])
def test_a_field_that_is_needed_may_not_be_empty(field: Field, empty: JsonValue) -> None:
    assert refused(field, empty) == "empty"


@pytest.mark.parametrize("empty", [None, "", []])
def test_a_field_that_is_not_needed_is_left_out_when_it_is_empty(empty: JsonValue) -> None:
    assert check([Write("f", needed=False), Amount("g", needed=False)], {"f": empty, "g": empty}) == {}


@pytest.mark.parametrize(
    "why", ["empty", "choose_one", "text", "too_long", "number_between", "whole", "labels", "other"]
)
def test_every_reason_is_said_in_both_languages(why: str) -> None:
    error = NotFilled("f", why, letters=4, most=3, low="0", high="10", labels="A, B")
    english, russian = (error.said(Words(language, "optotype.studio")) for language in ("en", "ru"))
    assert english != russian
    assert "{" not in english + russian


def test_a_field_that_is_not_there_is_neither_needed_nor_kept() -> None:
    why = Write("why", when=When("f", ("B", "dont_know")))
    sheet = [Choose("f", options=ABC, others=UNSURE), why]
    assert check(sheet, {"f": "A", "why": "not asked"}) == {"f": "A"}
    assert check(sheet, {"f": "B", "why": "asked"}) == {"f": "B", "why": "asked"}
    with pytest.raises(NotFilled):
        check(sheet, {"f": {"other": "dont_know"}})


def test_a_field_cannot_be_brought_to_light_by_what_was_refused_or_is_no_field() -> None:
    sheet = [Write("why", when=When("hidden", ("B",)))]
    assert check(sheet, {"hidden": "B", "why": "x"}) == {}


def test_fields_of_groups_are_checked_too() -> None:
    sheet = [Group("One", (Text("Read."), Group("Two", (Write("f"),))))]
    assert check(sheet, {"f": "x", "stranger": 1}) == {"f": "x"}
    with pytest.raises(NotFilled):
        check(sheet, {})


@pytest.mark.parametrize(
    "block",
    [
        Picture("a/b.png"),
        Text("a text", title="Title", large=True),
        Listing(ABC, right=("B",)),
        Notice("too long", "warning"),
        Choose("f", "Title", options=ABC, others=UNSURE, value=["A"], several=True, in_row=True),
        Write("f", when=When("g", ("A",)), value="x"),
        Amount("f", low=0, high=10),
        Order("f", options=ABC),
    ],
)
def test_a_block_is_described_in_json(block: Block) -> None:
    found = described(Group("Title", (block,)), 1)
    assert json.loads(json.dumps(found))["blocks"][0]["kind"] == block.kind


def test_zero_is_a_bound_and_an_empty_text_is_nothing() -> None:
    found = described(Amount("f", low=0, value=0), 1)
    assert (found["low"], found["value"]) == (0, 0)
    assert "title" not in found


def test_a_page_does_not_learn_what_pictures_are_called() -> None:
    sheet = [Picture("set/method-a.png"), Group("", (Choose("f", options=(Option("A", picture="set/method-b.png"),)),))]
    seen = json.dumps([described(block, 7) for block in sheet])
    assert "method" not in seen
    assert [called(7, id) in seen for id in pictures(sheet)] == [True, True]
    assert called(7, "set/method-a.png") != called(8, "set/method-a.png")
