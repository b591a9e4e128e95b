from __future__ import annotations

from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.tuples import full_phrases, phrases, tuples


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
    assert full_phrases([SceneGraph()]) == full_phrases([]) == []


def test_tuples_of_lemmas_stand_once() -> None:
    some = [graph("( dogs , is , 2 ) , ( dogs , chase , wolves )"), graph("( dog , chase , wolf )")]
    assert tuples(some, lemmas=True) == [("dog",), ("wolf",), ("dog", "2"), ("dog", "chase", "wolf")]
    assert phrases(some, lemmas=True) == ["dog", "wolf", "2 dog", "dog chase wolf"]


def test_full_phrases_say_all_that_a_thing_is() -> None:
    some = [graph("( men , is , 2 ) , ( men , is , tall ) , ( men , hold , rope ) , ( tree )")]
    assert full_phrases(some) == ["2 tall men", "rope", "tree", "2 tall men hold rope"]
    assert full_phrases([graph("( dogs , is , wet )"), graph("( dog , is , wet )")], lemmas=True) == ["wet dog"]


def test_full_phrases_of_several_graphs_do_not_mix_what_they_say() -> None:
    assert full_phrases([graph("( dog , is , wet )"), graph("( dog , is , brown )")]) == ["wet dog", "brown dog"]


def test_things_of_one_name_are_one_in_full_phrases() -> None:
    assert full_phrases([graph("( hat , is , red ) , ( hat:1 , is , blue )")]) == ["red blue hat"]
