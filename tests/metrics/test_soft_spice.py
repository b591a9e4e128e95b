from __future__ import annotations

import pytest

from optotype.metrics import build
from optotype.metrics.soft_spice import SoftSpice
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import Phrasing, soft_spice
from tests.metrics.cases import GRAPH, case


def test_it_is_the_function_of_that_name() -> None:
    said, right = "( kid , ride , bike )", ["( boy , ride , bicycle )", "( bicycle , is , red )"]
    graphs = SceneGraph.parse(said), [SceneGraph.parse(one) for one in right]
    asked = case(GRAPH, [*right], said)
    assert build("soft_spice").mark(asked).value == pytest.approx(soft_spice(*graphs))
    assert build("soft_spice:two_way=true").mark(asked).value == pytest.approx(soft_spice(*graphs, two_way=True))
    for phrasing in (Phrasing(lemmas=True), Phrasing(full=True), Phrasing(lemmas=True, full=True)):
        metric = SoftSpice(lemmas=phrasing.lemmas, full=phrasing.full)
        assert metric.mark(asked).value == pytest.approx(soft_spice(*graphs, phrasing=phrasing))
        (row,) = metric.table(graphs[:1], graphs[1]).tolist()
        assert row == pytest.approx([soft_spice(graphs[0], [right], phrasing=phrasing) for right in graphs[1]])


def test_lemmas_and_full_phrases_are_settings() -> None:
    assert build("soft_spice").signature == "soft_spice(two_way=False,lemmas=False,full=False)/1"
    assert build("soft_spice:lemmas=true").signature == "soft_spice(two_way=False,lemmas=True,full=False)/1"
    assert build("soft_spice:full=true").signature == "soft_spice(two_way=False,lemmas=False,full=True)/1"
    asked = case(GRAPH, "( dog )", "( dogs )")
    assert build("soft_spice:lemmas=true").mark(asked).value == 1
    assert (build("soft_spice").mark(asked).value or 0) < 1


def test_full_phrases_count_by_their_words() -> None:
    # `man` is said, `big red volcano` is not said by anybody else: one word of four is right
    said, right = "( man ) , ( volcano , is , big ) , ( volcano , is , red )", "( man )"
    full, pieces = build("soft_spice:full=true"), build("soft_spice")
    far = soft_spice(
        SceneGraph.parse("( volcano , is , big ) , ( volcano , is , red )"),
        [SceneGraph.parse(right)],
        phrasing=Phrasing(full=True),
    )
    assert full.mark(case(GRAPH, right, said)).value == pytest.approx((1 + 3 * far) / 4, abs=1e-4)
    assert full.mark(case(GRAPH, said, right)).value == pieces.mark(case(GRAPH, said, right)).value == 1


def test_who_says_less_than_all_that_a_thing_is_finds_it() -> None:
    asked = case(GRAPH, "( dog , is , wet ) , ( dog , is , brown )", "( dog , is , wet )")
    assert build("soft_spice:full=true").mark(asked).value == 1


def test_both_directions_are_counted() -> None:
    mark = SoftSpice().mark(case(GRAPH, "( man ) , ( volcano )", "( man )"))
    assert mark.value == mark.parts["precision"] == 1
    assert mark.parts["recall"] < 0.8


def test_what_cannot_be_read_earns_nothing_and_says_so() -> None:
    found = SoftSpice().marks([case(GRAPH, "( man )", "( man"), case(GRAPH, "( man )", "( man )")])
    assert [mark.value for mark in found] == [0, 1]
    assert found[0].note.startswith("no scene graph")
