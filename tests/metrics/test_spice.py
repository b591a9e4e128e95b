from __future__ import annotations

from optotype.metrics import build
from optotype.metrics.spice import Spice
from optotype.records import Graph
from optotype.scenegraph.graph import SceneGraph
from tests.metrics.cases import GRAPH, case


def test_figures_by_hand() -> None:
    mark = Spice().mark(case(GRAPH, "( man , sit on , bench ) , ( bench , is , red )", "( man , on , bench )"))
    assert mark.value == 4 / 7
    assert mark.parts == {"precision": 2 / 3, "recall": 2 / 4}


def test_right_graphs_are_pooled() -> None:
    right = ["( man )", "( man , is , old )"]
    assert Spice().mark(case(GRAPH, [*right], right[1])).value == 1
    assert Spice().mark(case(GRAPH, [*right], right[0])).value == 2 / 3


def test_synonyms_are_a_setting() -> None:
    asked = case(GRAPH, "( bicycle )", "( bike )")
    assert build("spice").mark(asked).value == 1
    assert build("spice:synonyms=false").mark(asked).value == 0


def test_lemmas_are_a_setting() -> None:
    asked = case(GRAPH, "( wolf , is , grey )", "( wolves , is , grey )")
    assert build("spice:synonyms=false,lemmas=true").mark(asked).value == 1
    assert build("spice:synonyms=false").mark(asked).value == 0
    assert build("spice:lemmas=true").signature == "spice(synonyms=True,lemmas=True)/1"
    graphs = [SceneGraph.parse("( wolves , is , grey )")], [SceneGraph.parse("( wolf , is , grey )")]
    assert Spice(synonyms=False, lemmas=True).table(*graphs).tolist() == [[1]]
    assert Spice(synonyms=False).table(*graphs).tolist() == [[0]]


def test_a_meaning_representation_is_judged_by_its_graph() -> None:
    form = Graph(notation="factual_mr")
    mark = Spice().mark(case(form, "( 2 , men , sit , on , bench )", "( 3 , men , sit , on , bench )"))
    assert mark.value == 3 / 4


def test_what_cannot_be_read_earns_nothing_and_says_so() -> None:
    mark = Spice().mark(case(GRAPH, "( man )", "( man"))
    assert mark.value == 0
    assert mark.parts == {"precision": 0, "recall": 0}
    assert mark.note.startswith("no scene graph: letter")
    assert Spice().mark(case(GRAPH, "( man", "( man )")).note.startswith("gold is no scene graph: letter")
