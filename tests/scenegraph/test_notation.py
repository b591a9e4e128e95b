"""The notation of scene graphs: read, written, told apart."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.records import Graph
from optotype.scenegraph.notation import BadGraph, Notation, parse, recognise, write


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("( bench )", (("bench",),)),
        ("( men , is , 2 )", (("men", "is", "2"),)),
        (
            "( surf board , is , blue ) , ( man , sit on , surf board )",
            (("surf board", "is", "blue"), ("man", "sit on", "surf board")),
        ),
        ("( men:1 , pv:hold by , 2g , man )", (("men:1", "pv:hold by", "2g", "man"),)),
        ("( people , is , 1,000 )", (("people", "is", "1,000"),)),
        ("", ()),
    ],
)
def test_what_is_parsed_is_written_the_same(text: str, facts: tuple[tuple[str, ...], ...]) -> None:
    assert parse(text) == facts
    assert write(facts) == text


@pytest.mark.parametrize(
    "text",
    ["(man, sit on, bench), (bench)", " (man ,sit  on, bench ),( bench )\n", "( man , sit on , bench ) , (bench)"],
)
def test_spaces_may_be_more_or_fewer(text: str) -> None:
    assert parse(text) == (("man", "sit on", "bench"), ("bench",))


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("man on bench", 0, "letter 1: '(' was expected, but 'man' was found"),
        ("( man , on , bench", 18, "letter 19: ')' was expected, but the text ends"),
        ("( man , , bench )", 8, "letter 9: a term was expected, but ',' was found"),
        ("( man , on , bench ) ( bench )", 21, "letter 22: ',' was expected, but '(' was found"),
        ("( man , on , bench ) ,", 22, "letter 23: '(' was expected, but the text ends"),
        ("( man ( bench ) )", 6, "letter 7: ')' was expected, but '(' was found"),
        ("( )", 2, "letter 3: a term was expected, but ')' was found"),
    ],
)
def test_what_is_no_graph_is_told_with_its_place(text: str, position: int, message: str) -> None:
    with pytest.raises(BadGraph) as caught:
        parse(text)
    assert caught.value.position == position
    assert str(caught.value) == message


@pytest.mark.parametrize("facts", [[[]], [["man", ""]], [["a , b"]], [["a (b)"]], [[" man"]], [["a,"]], [["a  b"]]])
def test_what_would_be_read_back_differently_is_not_written(facts: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="term"):
        write(facts)


@given(st.lists(st.lists(st.text(st.sampled_from("ab1,:' ()é\n"), max_size=6), max_size=4), max_size=3))
def test_parsing_gives_back_whatever_can_be_written(facts: list[list[str]]) -> None:
    try:
        text = write(facts)
    except ValueError:
        return
    assert parse(text) == tuple(map(tuple, facts))


@given(st.text(st.sampled_from("ab,:() \t"), max_size=30))
def test_any_text_is_parsed_or_told_to_be_bad(text: str) -> None:
    try:
        facts = parse(text)
    except BadGraph:
        with pytest.raises(BadGraph) as caught:
            parse(text)
        assert 0 <= caught.value.position <= len(text)
    else:
        assert parse(write(facts)) == facts


@pytest.mark.parametrize(
    ("graphs", "notation"),
    [
        (["( man , on , bench )", "( dog )"], "factual"),
        ([], "factual"),
        (["( clock , is , 10:30 )"], "factual"),
        (["( man , on , bench )", "( man , v:sit on , bench )"], "factual_ids"),
        (["( bench , pv:hold by , man )"], "factual_ids"),
        (["( men:1 , near , men )"], "factual_ids"),
        (["( man , on , bench )", "( man , sit , on , bench )"], "factual_mr"),
        (["( bench , p:hold , man )"], "factual_mr"),
        (["( 2g , men )"], "factual_mr"),
        (["( man , on , bench )", "no graph ( at , all"], "factual"),
    ],
)
def test_notations_are_told_apart(graphs: list[str], notation: Notation) -> None:
    assert recognise(graphs) == notation


def test_one_odd_fact_among_hundreds_is_an_accident() -> None:
    graphs = ["( man , on , bench )"] * 200
    assert recognise([*graphs, "( man , sit , on , bench )"]) == "factual"
    assert recognise([*graphs, *["( man , sit , on , bench )"] * 5]) == "factual_mr"


def test_the_records_know_the_same_notations() -> None:
    assert get_args(Graph.model_fields["notation"].annotation) == get_args(Notation)


@pytest.mark.parametrize(
    ("folder", "notation"),
    [("random", "factual"), ("length", "factual"), ("random_with_ids", "factual_ids"), ("mr", "factual_mr")],
)
def test_all_real_graphs_are_read_and_written_the_same(
    shared: Callable[[str], Path], folder: str, notation: Notation
) -> None:
    for file in shared(f"factual/{folder}").glob("*.csv"):
        with file.open(newline="", encoding="utf-8") as stream:
            graphs = [row["scene_graph"] for row in csv.DictReader(stream)]
        assert len(graphs) > 900
        assert [write(parse(graph)) for graph in graphs] == graphs
        assert recognise(graphs) == notation
