from __future__ import annotations

from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.tuples import phrases, tuples


def graph(text: str) -> SceneGraph:
    return SceneGraph.parse(text)


def test_things_attributes_and_relations_become_tuples() -> None:
    found = tuples([graph("( man , sit on , bench ) , ( bench , is , red ) , ( tree )")])
    assert {*found} == {("man",), ("bench",), ("tree",), ("bench", "red"), ("man", "sit on", "bench")}


def test_what_is_told_twice_counts_once() -> None:
    once, twice = graph("( man , on , bench )"), graph("( man ) , ( man , on , bench ) , ( man , on , bench )")
    assert sorted(tuples([once])) == sorted(tuples([twice])) == sorted(tuples([once, twice]))


def test_several_graphs_are_pooled() -> None:
    found = tuples([graph("( man , is , old )"), graph("( man , is , tall )")])
    assert {*found} == {("man",), ("man", "old"), ("man", "tall")}


def test_indices_and_voices_are_no_words() -> None:
    found = tuples([graph("( men , is , tall ) , ( men:1 , pv:hold by , rope )")])
    assert {*found} == {("men",), ("rope",), ("men", "tall"), ("men", "hold by", "rope")}


def test_phrases_are_what_somebody_would_say() -> None:
    assert {*phrases([graph("( man , sit on , bench ) , ( bench , is , red )")])} == {
        "man",
        "bench",
        "red bench",
        "man sit on bench",
    }


def test_a_phrase_stands_once_though_two_tuples_say_it() -> None:
    assert sorted(phrases([graph("( red bench ) , ( bench , is , red )")])) == ["bench", "red bench"]


def test_an_empty_graph_has_none() -> None:
    assert tuples([SceneGraph()]) == tuples([]) == []
    assert phrases([SceneGraph()]) == phrases([]) == []
