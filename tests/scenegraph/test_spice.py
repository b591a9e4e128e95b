from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from optotype.scenegraph.graph import Attribute, Fact, Relation, SceneGraph, Thing
from optotype.scenegraph.spice import Overlap, overlap, overlaps, spice

WORDS = st.sampled_from(["man", "bike", "bicycle", "couch", "sofa", "big", "large", "dog", "dogs", "on"])
THINGS = st.builds(Thing, WORDS)
FACTS: st.SearchStrategy[Fact] = st.one_of(
    THINGS, st.builds(Attribute, THINGS, WORDS), st.builds(Relation, THINGS, WORDS, THINGS)
)
GRAPHS = st.lists(FACTS, max_size=6).map(lambda facts: SceneGraph(tuple(facts)))


def graph(text: str) -> SceneGraph:
    return SceneGraph.parse(text)


def test_figures_by_hand() -> None:
    # said: man, bench, (man, on, bench); right: man, bench, (man, sit on, bench), (bench, red)
    found = overlap(graph("( man , on , bench )"), [graph("( man , sit on , bench ) , ( bench , is , red )")])
    assert found == Overlap(matched=2, said=3, right=4)
    assert found.precision == 2 / 3
    assert found.recall == 2 / 4
    assert found.f1 == 4 / 7


def test_synonyms_match_unless_they_are_left_out() -> None:
    said, right = graph("( bike , is , big )"), graph("( bicycle , is , large )")
    assert spice(said, [right]) == 1
    assert spice(said, [right], synonyms=False) == 0


def test_identical_tuples_are_matched_before_synonyms() -> None:
    # were 'couch' given to 'sofa' first, the other 'sofa' would find nobody
    found = overlap(graph("( couch ) , ( sofa )"), [graph("( sofa )")])
    assert found.matched == 1
    assert overlap(graph("( couch ) , ( sofa )"), [graph("( sofa ) , ( lounge )")]).matched == 2


def test_each_tuple_is_matched_once() -> None:
    assert overlap(graph("( couch ) , ( lounge )"), [graph("( sofa )")]).matched == 1


def test_synonyms_must_stand_at_every_place() -> None:
    assert overlap(graph("( bike , is , big )"), [graph("( bicycle , is , red )")]).matched == 1


def test_an_attribute_matches_no_relation() -> None:
    assert overlap(graph("( man , is , old )"), [graph("( man , old , man )")]).matched == 1


def test_several_references_are_pooled() -> None:
    said, one, other = graph("( man , is , old )"), graph("( man )"), graph("( man , is , old )")
    assert spice(said, [one, other]) == spice(said, [other, one]) == 1
    assert spice(one, [one, other]) == 2 / 3


def test_nothing_agrees_with_nothing_only() -> None:
    assert spice(SceneGraph(), [SceneGraph()]) == spice(SceneGraph(), []) == 1
    assert spice(SceneGraph(), [graph("( man )")]) == spice(graph("( man )"), []) == 0


@given(GRAPHS, GRAPHS)
def test_it_is_a_share(one: SceneGraph, other: SceneGraph) -> None:
    found = overlap(one, [other])
    assert 0 <= found.matched <= min(found.said, found.right)
    assert min(found.precision, found.recall) <= found.f1 + 1e-12
    assert found.f1 <= max(found.precision, found.recall) + 1e-12
    assert overlap(one, [other], synonyms=False).matched <= found.matched


@given(GRAPHS, GRAPHS)
def test_order_does_not_matter(one: SceneGraph, other: SceneGraph) -> None:
    turned = SceneGraph(one.facts[::-1]), [SceneGraph(other.facts[::-1])]
    assert overlap(*turned) == overlap(one, [other])
    assert spice(one, [turned[0]]) == 1


@given(st.lists(GRAPHS, max_size=3), st.lists(GRAPHS, max_size=4), st.booleans())
def test_all_pairs_together_have_the_figures_of_each(
    some: list[SceneGraph], others: list[SceneGraph], synonyms: bool
) -> None:
    expected = [[overlap(one, [other], synonyms=synonyms) for other in others] for one in some]
    assert list(overlaps(some, others, synonyms=synonyms)) == expected


def test_a_huge_graph_hangs_nothing() -> None:
    huge = SceneGraph(tuple(Relation(Thing(f"bike {number}"), "on", Thing("bike")) for number in range(20_000)))
    other = SceneGraph(tuple(Relation(Thing(f"bicycle {number}"), "on", Thing("bike")) for number in range(20_000)))
    assert 0 < spice(huge, [other]) < 0.001
