from __future__ import annotations

import pytest

from optotype.metrics.set_match import SetMatch
from optotype.records import Graph
from tests.metrics.cases import GRAPH, case

RIGHT = "( man , sit on , bench ) , ( bench , is , red )"


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (RIGHT, 1),
        ("( bench , is , red ) , ( man , sit on , bench )", 1),
        (f"{RIGHT} , ( bench , is , red )", 1),
        ("(man, sit on, bench), (bench, is, red)", 1),
        ("( man , sit on , bench )", 0),
        (f"{RIGHT} , ( man )", 0),
        ("( bench , sit on , man ) , ( bench , is , red )", 0),
        ("( man , sit on , Bench ) , ( bench , is , red )", 0),
    ],
)
def test_all_facts_and_no_others(said: str, value: float) -> None:
    assert SetMatch().mark(case(GRAPH, RIGHT, said)).value == value


def test_what_is_no_graph_is_said_to_be_none() -> None:
    mark = SetMatch().mark(case(GRAPH, RIGHT, "( man , sit"))
    assert mark.value == 0
    assert "no scene graph" in mark.note


def test_a_meaning_representation_is_compared_as_one() -> None:
    form = Graph(notation="factual_mr")
    right = "( 2 , men , sit , on , bench ) , ( bench , is , red )"
    said = "( bench , is , red ) , ( 2 , men , sit , on , bench )"
    assert SetMatch().mark(case(form, right, said)).value == 1
    assert SetMatch().mark(case(form, right, said.replace("2 , ", "3 , "))).value == 0
