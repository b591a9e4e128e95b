from __future__ import annotations

import pytest

from optotype.metrics import build
from optotype.metrics.soft_spice import SoftSpice
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import soft_spice
from tests.metrics.cases import GRAPH, case


def test_it_is_the_function_of_that_name() -> None:
    said, right = "( kid , ride , bike )", ["( boy , ride , bicycle )", "( bicycle , is , red )"]
    graphs = SceneGraph.parse(said), [SceneGraph.parse(one) for one in right]
    asked = case(GRAPH, [*right], said)
    assert build("soft_spice").mark(asked).value == pytest.approx(soft_spice(*graphs))
    assert build("soft_spice:two_way=true").mark(asked).value == pytest.approx(soft_spice(*graphs, two_way=True))


def test_both_directions_are_counted() -> None:
    mark = SoftSpice().mark(case(GRAPH, "( man ) , ( volcano )", "( man )"))
    assert mark.value == mark.parts["precision"] == 1
    assert mark.parts["recall"] < 0.8


def test_what_cannot_be_read_earns_nothing_and_says_so() -> None:
    found = SoftSpice().marks([case(GRAPH, "( man )", "( man"), case(GRAPH, "( man )", "( man )")])
    assert [mark.value for mark in found] == [0, 1]
    assert found[0].note.startswith("no scene graph")
