from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from optotype.embedding import Embedding
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import Nearness, Phrasing, nearness, nearness_table, soft_spice

ANGLES = {"man": 0.0, "boy": 60.0, "dog": 90.0, "rock": 180.0, "old man": 60.0}
"""Where phrases lie, on a circle."""


class Circle:
    """An encoder that knows a few phrases, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        self.asked += texts
        angles = np.radians([ANGLES[text] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


@pytest.fixture
def circle() -> Circle:
    return Circle()


@pytest.fixture
def embedding(circle: Circle) -> Embedding:
    return Embedding(lambda: circle, width=2)


def graph(text: str) -> SceneGraph:
    return SceneGraph.parse(text)


def test_figures_by_hand(embedding: Embedding) -> None:
    # man: 1 to man, boy: 1/2 to man; dog: 0 to man, cos 30 to boy
    (found,) = nearness([(graph("( man ) , ( boy )"), [graph("( man ) , ( dog )")])], embedding=embedding)
    assert found.precision == pytest.approx((1 + np.cos(np.radians(30))) / 2, abs=1e-5)
    assert found.recall == pytest.approx((1 + np.cos(np.radians(30))) / 2, abs=1e-5)
    (found,) = nearness([(graph("( man )"), [graph("( man ) , ( boy )")])], embedding=embedding)
    assert found == Nearness(1.0, 0.75)
    assert found.two_way == pytest.approx(2 * 1 * 0.875 / 1.875)


def test_an_attribute_is_a_phrase(embedding: Embedding) -> None:
    # man: 1/2 to boy; old man: 1 to boy
    found = soft_spice(graph("( man , is , old )"), [graph("( boy )")], embedding=embedding)
    assert found == pytest.approx(0.75, abs=1e-5)


def test_several_references_are_pooled(embedding: Embedding) -> None:
    assert soft_spice(graph("( man ) , ( dog )"), [graph("( man )"), graph("( dog )")], embedding=embedding) == 1


def test_a_full_phrase_is_nearer_the_more_references_have_it(embedding: Embedding) -> None:
    # nearest of all: man to man, 1; by reference: 1 to man, 1/2 to boy, 0 to dog; one that says nothing is none
    references = [graph("( man )"), graph("( boy )"), graph("( dog )"), SceneGraph()]
    full = Phrasing(full=True)
    found = soft_spice(graph("( man )"), references, phrasing=full, embedding=embedding)
    assert found == pytest.approx(0.7 * 1 + 0.3 * (1 + 0.5 + 0) / 3, abs=1e-5)
    assert soft_spice(graph("( man )"), references[:1], phrasing=full, embedding=embedding) == 1
    assert soft_spice(graph("( man )"), [SceneGraph()], phrasing=full, embedding=embedding) == 0


def test_opposites_earn_nothing_rather_than_less(embedding: Embedding) -> None:
    assert soft_spice(graph("( man )"), [graph("( rock )")], embedding=embedding) == 0
    assert soft_spice(graph("( man )"), [graph("( rock )")], two_way=True, embedding=embedding) == 0


def test_nothing_is_near_to_nothing_only(embedding: Embedding) -> None:
    for two_way in (False, True):
        assert soft_spice(SceneGraph(), [SceneGraph()], two_way=two_way, embedding=embedding) == 1
        assert soft_spice(SceneGraph(), [graph("( man )")], two_way=two_way, embedding=embedding) == 0
        assert soft_spice(graph("( man )"), [], two_way=two_way, embedding=embedding) == 0
    assert nearness([], embedding=embedding) == []


def test_each_phrase_is_embedded_once(circle: Circle, embedding: Embedding) -> None:
    pairs = [(graph("( man ) , ( boy )"), [graph("( man )"), graph("( dog )")])] * 1_200
    found = nearness(pairs, embedding=embedding)
    assert sorted(circle.asked) == ["boy", "dog", "man"]
    assert found == found[:1] * 1_200


def test_many_are_compared_as_each_is() -> None:
    texts = ["( man , is , old )", "( puppy , run on , grass )", "( sign , have , letters ) , ( sign , is , green )"]
    pairs = [(graph(one), [graph(other)]) for one in texts for other in texts]
    alone = [soft_spice(*pair) for pair in pairs]
    assert [max(0.0, found.precision) for found in nearness(pairs)] == pytest.approx(alone, abs=1e-5)


def test_what_means_the_same_is_nearer_than_what_does_not() -> None:
    right = [graph("( boy , ride , bicycle )")]
    same = soft_spice(graph("( kid , ride , bike )"), right)
    other = soft_spice(graph("( tower , is , tall )"), right)
    assert same > 0.7 > 0.4 > other


def test_a_table_has_the_figures_of_every_pair(embedding: Embedding, circle: Circle) -> None:
    texts = ("( man )", "( boy )", "( dog ) , ( rock )", "( man , is , old ) , ( dog )", "", "( man ) , ( boy )")
    graphs = [graph(text) for text in texts]
    table = nearness_table(graphs, graphs[::-1], embedding=embedding)
    for row, one in enumerate(graphs):
        for column, other in enumerate(graphs[::-1]):
            (found,) = nearness([(one, [other])], embedding=embedding)
            assert table.precision[row, column] == pytest.approx(found.precision, abs=2e-5)
            assert table.recall[row, column] == pytest.approx(found.recall, abs=2e-5)
            assert table.two_way[row, column] == pytest.approx(found.two_way, abs=2e-5)
    assert len(circle.asked) == len(set(circle.asked))


def test_a_table_worked_by_hand(embedding: Embedding) -> None:
    table = nearness_table(
        [graph("( man ) , ( dog )")], [graph("( boy )"), graph("( man ) , ( rock )")], embedding=embedding
    )
    # the boy is 60 degrees from the man and 30 from the dog; the dog is 90 from man and rock
    assert table.precision[0] == pytest.approx([(0.5 + 0.75**0.5) / 2, (1 + 0) / 2], abs=1e-5)
    assert table.recall[0] == pytest.approx([0.75**0.5, (1 + 0) / 2], abs=1e-5)


def test_a_table_of_nothing_is_empty(embedding: Embedding) -> None:
    assert nearness_table([], [graph("( man )")], embedding=embedding).precision.shape == (0, 1)
    assert nearness_table([graph("( man )")], [], embedding=embedding).two_way.shape == (1, 0)
    assert nearness_table([SceneGraph()], [SceneGraph()], embedding=embedding).precision.tolist() == [[1.0]]


def test_a_table_is_computed_some_rows_at_a_time(embedding: Embedding, monkeypatch: pytest.MonkeyPatch) -> None:
    graphs = [graph(text) for text in ("( man )", "( boy ) , ( dog )", "( rock )")]
    whole = nearness_table(graphs, graphs, embedding=embedding)
    monkeypatch.setattr("optotype.scenegraph.soft_spice._COSINES", 1)
    parts = nearness_table(graphs, graphs, embedding=embedding)
    assert (whole.precision == parts.precision).all()
    assert (whole.recall == parts.recall).all()
