"""Rows that people fill in, as graphs in every notation, and back."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import Notation
from optotype.studio import graphs
from optotype.studio.graphs import BadRows

MEN: JsonValue = {"kind": "object", "id": 1, "name": "men", "number": "2", "unit": "", "words": [2]}
BENCH: JsonValue = {"kind": "object", "id": 2, "name": "bench", "words": [7]}
RED: JsonValue = {"kind": "attribute", "id": 3, "of": 2, "value": "red", "words": [6]}
SIT: JsonValue = {"kind": "relation", "id": 4, "subject": 1, "object": 2, "verb": "sit", "preposition": "on"}


def test_each_notation_says_the_graph_in_its_own_way() -> None:
    rows = graphs.read([MEN, BENCH, RED, SIT], 10)
    assert rows.text("factual_mr") == "( bench , is , red ) , ( 2 , men , sit , on , bench )"
    assert rows.text("factual_ids") == "( men , is , 2 ) , ( bench , is , red ) , ( men , v:sit on , bench )"
    assert rows.text("factual") == "( men , is , 2 ) , ( bench , is , red ) , ( men , sit on , bench )"


def test_the_voice_of_a_verb_is_kept_and_a_preposition_has_none() -> None:
    car: JsonValue = {"kind": "object", "id": 1, "name": "car"}
    wall: JsonValue = {"kind": "object", "id": 2, "name": "wall"}
    parked: JsonValue = {"kind": "relation", "id": 3, "subject": 1, "object": 2, "voice": "passive", "verb": "park"}
    near: JsonValue = {"kind": "relation", "id": 4, "subject": 1, "object": 2, "voice": "passive", "preposition": "by"}
    rows = graphs.read([car, wall, parked, near], 3)
    assert rows.text("factual_mr") == "( car , p:park , wall ) , ( car , by , wall )"
    assert rows.text("factual_ids") == "( car , pv:park , wall ) , ( car , by , wall )"


@pytest.mark.parametrize(
    ("number", "unit", "meaning", "graph"),
    [
        ("", "", "( men )", "( men )"),
        ("3", "", "( 3 , men )", "( men , is , 3 )"),
        ("03", "", "( 3 , men )", "( men , is , 3 )"),
        ("Many", "", "( many , men )", "( men , is , many )"),
        ("unaccountable", "", "( unaccountable , men )", "( men )"),
        ("2", "gr", "( 2gr , men )", "( men , is , group of ) , ( men , is , 2 )"),
        ("", "pr", "( 1pr , men )", "( men )"),
    ],
)
def test_a_quantity_and_its_modifier_are_written_as_the_data_writes_them(
    number: str, unit: str, meaning: str, graph: str
) -> None:
    rows = graphs.read([{"kind": "object", "id": 9, "name": "men", "number": number, "unit": unit}], 1)
    assert rows.text("factual_mr") == meaning
    assert rows.text("factual") == graph


def test_objects_of_one_name_are_told_apart() -> None:
    other: JsonValue = {"kind": "object", "id": 5, "name": "men"}
    near: JsonValue = {"kind": "relation", "id": 6, "subject": 5, "object": 1, "preposition": "near"}
    rows = graphs.read([MEN, other, near], 2)
    assert rows.text("factual_mr") == "( men:1 , near , 2 , men )"
    assert rows.text("factual_ids") == "( men , is , 2 ) , ( men:1 , near , men )"


def test_what_is_said_twice_is_kept_once_and_blanks_say_nothing() -> None:
    again: JsonValue = {"kind": "attribute", "id": 5, "of": 2, "value": "  red ", "words": [6, 6]}
    twice: JsonValue = {"kind": "relation", "id": 6, "subject": 1, "object": 2, "verb": " sit", "preposition": "on  "}
    rows = graphs.read([MEN, BENCH, RED, again, SIT, twice], 10)
    assert [row.id for row in (*rows.attributes, *rows.relations)] == [3, 4]
    assert graphs.read(rows.json(), 10) == rows


@pytest.mark.parametrize("notation", ["factual_mr", "factual_ids", "factual"])
def test_the_tables_mean_what_their_collective_graph_means(notation: Notation) -> None:
    rows = graphs.read([MEN, BENCH, RED, SIT], 10)
    assert rows.graph().plain() == FactualMR.parse(rows.text("factual_mr")).graph().plain()
    found = graphs.of_text(rows.text(notation), notation)
    assert found is not None
    assert found.meaning() == rows.meaning()


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("( hand , p:make , of , people ) , ( clock , have , hand )", "factual_mr"),
        ("( 1pa , building , part of , 1pa , building:1 ) , ( 1pa , building , is , thin )", "factual_mr"),
        ("( bear:1 , v:look for , food ) , ( bear , is , mother )", "factual_ids"),
        ("( lamps , pv:attach to , clock ) , ( lamps , is , 8 )", "factual_ids"),
        ("( road ) , ( grass , in front of , sign )", "factual"),
        ("( shirt , is , 1 ) , ( shirt , is , many )", "factual"),
    ],
)
def test_a_graph_that_was_written_becomes_rows_and_says_the_same(text: str, notation: Notation) -> None:
    rows = graphs.of_text(text, notation)
    assert rows is not None
    assert not graphs.difference(text, rows.text(notation))


@pytest.mark.parametrize("text", ["", "man on bench", "( man , on )", "( a , b , c , d , e , f , g , h )"])
def test_what_is_no_graph_becomes_no_rows(text: str) -> None:
    assert graphs.of_text(text, "factual") is None
    assert graphs.of_text(text, "factual_mr") is None or text == "( man , on )"


def test_a_difference_names_the_facts_of_each_side() -> None:
    found = graphs.difference("( man ) , ( bench , is , red )", "(bench, is, red), ( dog )")
    assert (found.missing, found.more, len(found)) == (("( man )",), ("( dog )",), 2)
    assert not graphs.difference("( a ) , ( b )", "( b ) , ( a ) , ( a )")


def test_every_part_of_a_drawing_tells_its_row() -> None:
    picture = graphs.drawn(graphs.read([MEN, BENCH, RED, SIT], 10))
    assert [node["id"] for node in picture["nodes"]] == [1, 2]
    assert [[pill["id"] for pill in node["pills"]] for node in picture["nodes"]] == [[1], [3]]
    assert [edge["id"] for edge in picture["edges"]] == [4]
    assert [text["text"] for text in picture["edges"][0]["texts"]] == ["sit on"]
    assert picture["told"] == "men is 2; bench is red; men sit on bench"
    boxes = [node["box"] for node in picture["nodes"]]
    assert all(left >= 0 and left + width <= picture["width"] for left, _, width, _ in boxes)


def test_an_attribute_that_is_the_quantity_is_drawn_once() -> None:
    two: JsonValue = {"kind": "attribute", "id": 5, "of": 1, "value": "2"}
    (node,) = graphs.drawn(graphs.read([MEN, two], 10))["nodes"]
    assert [pill["id"] for pill in node["pills"]] == [1]


def test_the_largest_graph_is_drawn_and_a_larger_one_is_refused() -> None:
    objects: list[JsonValue] = [
        {"kind": "object", "id": id, "name": f"thing {id}"} for id in range(1, graphs.OBJECTS + 1)
    ]
    links: list[JsonValue] = [
        {
            "kind": "relation",
            "id": 1000 + place,
            "subject": 1 + place % graphs.OBJECTS,
            "object": 1 + place * 7 % graphs.OBJECTS,
            "verb": f"see{place}",
        }
        for place in range(graphs.RELATIONS)
    ]
    assert len(graphs.drawn(graphs.read([*objects, *links], 1))["edges"]) == graphs.RELATIONS
    one_more: JsonValue = {"kind": "object", "id": 999, "name": "one more"}
    with pytest.raises(BadRows) as caught:
        graphs.read([*objects, one_more], 1)
    assert caught.value.why == "graph_large"
