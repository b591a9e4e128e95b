"""FACTUAL-MR, and the graphs that it means."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype.scenegraph.graph import SceneGraph, Thing
from optotype.scenegraph.meaning import FactualMR, Holds, Is, Quantity, Some
from optotype.scenegraph.notation import BadGraph


def test_a_fact_is_read_term_by_term() -> None:
    meaning = FactualMR.parse("( 2 , men , p:seat , on , 1gr , chairs:1 ) , ( 3 , dogs ) , ( 2 , men , is , old )")
    men, chairs = Some(Thing("men"), Quantity("2")), Some(Thing("chairs", 1), Quantity("1", "gr"))
    assert meaning.clauses == (
        Holds(men, ("seat", "on"), chairs, passive=True),
        Some(Thing("dogs"), Quantity("3")),
        Is(men, "old"),
    )


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("( man , sit , on , bench )", "( man , sit on , bench )"),
        ("( 2 , men , on , bench )", "( men , on , bench ) , ( men , is , 2 )"),
        ("( 1gr , people )", "( people , is , group of )"),
        ("( 1pr , shoes )", "( shoes )"),
        ("( 2pr , shoes )", "( shoes , is , pair of ) , ( shoes , is , 2 )"),
        ("( man , hold , 3 , balls )", "( man , hold , balls ) , ( balls , is , 3 )"),
        ("( cup )", "( cup )"),
        ("( lines , p:paint , on , road )", "( lines , pv:paint on , road )"),
    ],
)
def test_collectively_a_number_is_an_attribute(text: str, graph: str) -> None:
    assert FactualMR.parse(text).graph() == SceneGraph.parse(graph)


def test_two_that_are_equal_in_number_are_paired() -> None:
    found = FactualMR.parse("( 2 , men , read , 2 , books )").graph("factual")
    assert found == SceneGraph.parse("( men , read , books ) , ( men:1 , read , books:1 )")


def test_two_that_are_not_equal_in_number_stay_together() -> None:
    meaning = FactualMR.parse("( 2 , men , read , 3 , books )")
    assert meaning.graph("factual") == meaning.graph()


def test_distributively_each_stands_for_itself() -> None:
    found = FactualMR.parse("( 2 , men , sit , on , bench ) , ( 2 , men , is , old )").graph("distributive")
    assert found == SceneGraph.parse(
        "( men , sit on , bench ) , ( men:1 , sit on , bench ) , ( men , is , old ) , ( men:1 , is , old )"
    )


def test_copies_do_not_take_an_index_that_is_taken() -> None:
    found = FactualMR.parse("( 2 , dogs , chase , dogs:1 )").graph("distributive")
    assert found == SceneGraph.parse("( dogs , chase , dogs:1 ) , ( dogs:2 , chase , dogs:1 )")


def test_a_million_things_are_not_told_one_by_one() -> None:
    found = FactualMR.parse("( 1000000 , ants )").graph("distributive")
    assert len(found) <= 21


@pytest.mark.parametrize("text", ["( 2 , men , sit )", "( a , b , c , d , e )", "( 2 , a , b , c , d , 2 , 2 , e )"])
def test_what_is_no_fact_of_it_is_refused(text: str) -> None:
    with pytest.raises(BadGraph, match="was expected"):
        FactualMR.parse(text)


def test_the_published_graphs_follow_from_the_published_meanings(shared: Callable[[str], Path]) -> None:
    def rows(name: str) -> list[dict[str, str]]:
        with shared(f"factual/{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    graphs = {
        (row["image_id"], row["region_id"], row["caption"]): SceneGraph.parse(row["scene_graph"])
        for name in ("random/train", "random/dev")
        for row in rows(name)
    }
    same = unread = 0
    meanings = rows("mr/train_and_dev")
    for row in meanings:
        try:
            found = FactualMR.parse(row["scene_graph"]).graph().plain()
        except BadGraph:
            unread += 1  # such as ( cup2 , cakes , sit , on , trays )
            continue
        same += found == graphs[row["image_id"], row["region_id"], row["caption"]]
    assert unread == 3
    assert same / len(meanings) > 0.9987
