"""Graphs as models write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.parsers._linear import read
from optotype.scenegraph.graph import SceneGraph

BENCH = "( man , sit on , bench ) , ( bench , is , red )"


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        (BENCH, BENCH),
        ("(man, sit on, bench), (bench, is, red)", BENCH),
        ("( man,sit on,bench ),( bench,is,red )", BENCH),
        ("(  man , sit  on , bench )( bench , is , red )", BENCH),
        ("( man , sit on , bench ) ( bench , is , red )", BENCH),
        (f"Generate Scene Graph: {BENCH} .", BENCH),
        ("( man )", "( man )"),
        ("( crowd , is , 1,000 )", "( crowd , is , 1,000 )"),
        ("( men:1 , v:watch , men:2 ) , ( men:2 , pv:tie to , tree )", None),
    ],
)
def test_spaces_and_marks_vary(text: str, graph: str | None) -> None:
    assert read(text) == SceneGraph.parse(graph or text)


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("( 2 , men , sit , on , bench )", "( men , sit on , bench ) , ( men , is , 2 )"),
        ("(2,men,sit,on,bench),(bench,is,red)", "( men , sit on , bench ) , ( bench , is , red ) , ( men , is , 2 )"),
        ("( man , hold , 2 , bats )", "( man , hold , bats ) , ( bats , is , 2 )"),
        ("( 1gr , people ) , ( people , on , beach )", "( people , on , beach ) , ( people , is , group of )"),
        ("( man , p:hold , by , rope ) , ( 2 , men", "( man , pv:hold by , rope ) , ( men , is , 2 )"),
    ],
)
def test_a_factual_mr_becomes_its_collective_graph(text: str, graph: str) -> None:
    assert read(text) == SceneGraph.parse(graph)


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("", ""),
        ("no graph at all", ""),
        ("((((((", ""),
        ("( , , )", ""),
        ("( man , sit on , bench", "( man , sit on , bench )"),
        ("( man , sit on , bench ( bench , is , red )", BENCH),
        ("( man , sit on ) , ( bench , is , red )", "( bench , is , red )"),
        ("( man ,, sit on , bench , ) , ( bench , is , red )", BENCH),
        ("( man , v:is , red ) , ( bench , is , red )", "( bench , is , red )"),
        ("( a , b , c , d , e , f , g , h ) , ( bench , is , red )", "( bench , is , red )"),
    ],
)
def test_what_can_be_read_is_kept(text: str, graph: str) -> None:
    assert read(text) == SceneGraph.parse(graph)


def test_half_a_fact_at_the_end_of_what_was_cut_off_is_left_out() -> None:
    assert read("( bench , is , red ) , ( man , sit on , ben", cut=True) == SceneGraph.parse("( bench , is , red )")
    assert read(BENCH, cut=True) == SceneGraph.parse(BENCH)


@given(st.text(alphabet="(),: \n\tabvp12", max_size=60) | st.text(max_size=40))
def test_whatever_is_written_gives_a_graph_that_reads_back(text: str) -> None:
    graph = read(text)
    assert SceneGraph.parse(graph.write()) == graph
    assert SceneGraph.parse(graph.write(ids=False)) == graph.plain()
