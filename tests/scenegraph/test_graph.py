"""Scene graphs as values: notations, equality, JSON, NetworkX."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype.scenegraph.graph import Attribute, Relation, SceneGraph, Thing, union
from optotype.scenegraph.notation import BadGraph

MARKED = "( men:1 , v:sit on , bench ) , ( bench , is , red ) , ( car , pv:park by , men:1 ) , ( sky )"


def test_a_graph_is_read_with_marks_and_indices() -> None:
    men, bench, car = Thing("men", 1), Thing("bench"), Thing("car")
    assert SceneGraph.parse(MARKED).facts == (
        Relation(men, "sit on", bench, "active"),
        Attribute(bench, "red"),
        Relation(car, "park by", men, "passive"),
        Thing("sky"),
    )


def test_writing_gives_the_text_back() -> None:
    assert SceneGraph.parse(MARKED).write() == MARKED


def test_marks_and_indices_can_be_left_out() -> None:
    plain = "( men , sit on , bench ) , ( bench , is , red ) , ( car , park by , men ) , ( sky )"
    assert SceneGraph.parse(MARKED).write(ids=False) == plain


def test_order_and_repeats_do_not_matter() -> None:
    one = SceneGraph.parse("( cat , is , black ) , ( cat , on , mat )")
    other = SceneGraph.parse("( cat , on , mat ) , ( cat , is , black ) , ( cat , on , mat )")
    assert one == other
    assert hash(one) == hash(other)
    assert len(other) == 2
    assert one != SceneGraph.parse("( cat , on , mat )")


def test_things_attributes_and_relations_come_each_once() -> None:
    graph = SceneGraph.parse("( cat , on , mat ) , ( cat , is , black ) , ( cat , on , mat )")
    assert graph.things == (Thing("cat"), Thing("mat"))
    assert graph.attributes == (Attribute(Thing("cat"), "black"),)
    assert graph.relations == (Relation(Thing("cat"), "on", Thing("mat")),)


def test_a_name_with_a_colon_is_no_index() -> None:
    assert Thing.parse("10:30") == Thing("10:30")
    assert Thing.parse("clock:2") == Thing("clock", 2)


@pytest.mark.parametrize("text", ["( a , b )", "( a , b , c , d )"])
def test_a_fact_has_one_term_or_three(text: str) -> None:
    with pytest.raises(BadGraph, match="one term or three"):
        SceneGraph.parse(text)


def test_json_gives_the_graph_back() -> None:
    graph = SceneGraph.parse(MARKED)
    assert SceneGraph.from_json(graph.to_json()) == graph


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"things": [], "attributes": [{"thing": 3, "value": "red"}], "relations": []},
        {"things": [{"name": "a", "index": "x"}], "attributes": [], "relations": []},
        {"things": 5, "attributes": [], "relations": []},
    ],
)
def test_json_that_is_no_graph_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(BadGraph, match="no graph in JSON"):
        SceneGraph.from_json(data)


def test_networkx_has_a_node_for_each_thing_and_an_edge_for_each_relation() -> None:
    made = SceneGraph.parse("( cat , on , mat ) , ( cat , is , black ) , ( cat , look at , mat )").to_networkx()
    assert made.nodes["cat"]["attributes"] == ["black"]
    assert sorted(data["predicate"] for _, _, data in made.edges(data=True)) == ["look at", "on"]


def test_a_union_has_the_facts_of_all() -> None:
    graphs = [SceneGraph.parse("( cat )"), SceneGraph.parse("( cat , on , mat )"), SceneGraph.parse("( cat )")]
    assert union(graphs).write() == "( cat ) , ( cat , on , mat )"


@pytest.mark.parametrize("name", ["random/dev", "random_with_ids/dev", "length/dev"])
def test_published_graphs_come_back_letter_by_letter(name: str, shared: Callable[[str], Path]) -> None:
    with shared(f"factual/{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert all(SceneGraph.parse(row["scene_graph"]).write() == row["scene_graph"] for row in rows)
