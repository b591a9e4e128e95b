from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype.errors import BadSource
from optotype.scenegraph import predicates
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.predicates import Cluster, Parts, clusters, count, examples, pruned, read_examples, take_apart


@pytest.mark.parametrize(
    ("predicate", "verb", "preposition"),
    [
        ("sit on", "sit", "on"),
        ("wear", "wear", ""),
        ("on", "", "on"),
        ("in front of", "", "in front of"),
        ("stand on top of", "stand", "on top of"),
        ("close to", "", "close to"),
        ("close", "close", ""),
        ("taller than", "", "taller than"),
        ("side by side with", "", "side by side with"),
        ("", "", ""),
    ],
)
def test_a_predicate_is_a_verb_a_preposition_or_both(predicate: str, verb: str, preposition: str) -> None:
    assert take_apart(predicate) == Parts(verb, preposition)


def test_what_the_data_marks_as_verbs_is_what_we_take_for_verbs(shared: Callable[[str], Path]) -> None:
    with shared("factual/random_with_ids/dev.csv").open(encoding="utf-8", newline="") as stream:
        graphs = [SceneGraph.parse(row["scene_graph"]) for row in csv.DictReader(stream)]
    relations = [relation for graph in graphs for relation in graph.relations]
    assert len(relations) == 1117
    assert all(bool(take_apart(relation.predicate).verb) == bool(relation.voice) for relation in relations)


def test_predicates_are_counted_the_most_frequent_first() -> None:
    graphs = map(SceneGraph.parse, ("( a , on , b ) , ( a , is , red )", "( a , on , c ) , ( a , in , b )", "( a )"))
    assert list(count(graphs).items()) == [("on", 2), ("in", 1)]


COUNTS = {"sit on": 9, "sit upon": 2, "wear": 7, "wearing": 1, "ride": 3, "riding": 5}


def test_predicates_that_mean_nearly_the_same_are_in_one_cluster() -> None:
    found = clusters(COUNTS, 3, seed=1)
    assert sum(cluster.count for cluster in found) == sum(COUNTS.values())
    assert sorted(one for cluster in found for one in cluster.members) == sorted(COUNTS)
    by_member = {member: cluster for cluster in found for member in cluster.members}
    assert by_member["ride"] == by_member["riding"]
    assert by_member["sit on"] == by_member["sit upon"]
    assert by_member["ride"].representative == "riding"
    assert [cluster.count for cluster in found] == sorted((cluster.count for cluster in found), reverse=True)


def test_the_order_of_counting_changes_no_cluster() -> None:
    assert clusters(dict(reversed(COUNTS.items())), 3, seed=1) == clusters(COUNTS, 3, seed=1)


def test_there_are_not_more_clusters_than_predicates() -> None:
    assert len(clusters(COUNTS, 1000)) == len(COUNTS)
    assert clusters({}, 5) == []
    with pytest.raises(ValueError, match="0 clusters"):
        clusters(COUNTS, 0)


def test_pruning_takes_one_of_each_cluster_then_the_second_of_each() -> None:
    some = [Cluster(("sit on", "sit at", "sit upon"), 13), Cluster(("wear",), 7), Cluster(("ride", "riding"), 8)]
    assert pruned(some) == ["sit on", "wear", "ride"]
    assert pruned(some, 5) == ["sit on", "wear", "ride", "sit at", "riding"]
    assert pruned(some, 99) == ["sit on", "wear", "ride", "sit at", "riding", "sit upon"]
    assert pruned([], 3) == []


# --- candidates


@pytest.mark.parametrize(
    ("caption", "subject", "thing", "verb"),
    [
        ("a man riding a horse", "man", "horse", "ride"),
        ("two dogs sitting on a sofa", "dogs", "sofa", "sit"),
        ("a child eats an apple", "child", "apple", "eat"),
    ],
)
def test_what_the_caption_says_is_the_first_candidate(caption: str, subject: str, thing: str, verb: str) -> None:
    assert predicates.candidates(caption, subject, thing).verbs[0].name == verb


@pytest.mark.parametrize(
    ("caption", "preposition"),
    [
        ("a cup on a table", "on"),
        ("a cup in front of the table", "in front of"),
        ("a cup under a table", "under"),
    ],
)
def test_so_is_the_preposition(caption: str, preposition: str) -> None:
    assert predicates.candidates(caption, "cup", "table").prepositions[0].name == preposition


def test_what_the_caption_says_is_among_the_candidates_even_if_nobody_ever_chose_it() -> None:
    found = predicates.candidates("a yak gnawing a bone alongside a road", "yak", "bone")
    assert "gnaw" not in predicates.shipped().verbs.names
    assert "gnaw" in [one.name for one in found.verbs]
    beside = predicates.candidates("a yak gnawing a bone alongside a road", "bone", "road").prepositions
    assert "alongside" in [one.name for one in beside[:5]]


def test_what_stands_between_two_objects_counts_more_than_what_stands_elsewhere() -> None:
    caption = "a man riding a horse under a tree"
    assert predicates.candidates(caption, "man", "horse").verbs[0].name == "ride"
    assert predicates.candidates(caption, "horse", "tree").prepositions[0].name == "under"


def test_as_many_as_asked_for_come_with_their_probabilities() -> None:
    found = predicates.candidates("a man on a horse", "man", "horse")
    assert (len(found.verbs), len(found.prepositions)) == (20, 20)
    for some in (found.verbs, found.prepositions):
        chances = [one.probability for one in some]
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) <= 1 + 1e-6
        assert len({one.name for one in some}) == 20
    assert predicates.candidates("a man on a horse", "man", "horse", 0).verbs == ()


@pytest.mark.parametrize(
    ("caption", "subject", "thing"),
    [
        ("", "", ""),
        ("a man", "dog", "cat"),
        ("собака на диване", "собака", "диван"),
        ("🐕 on 🛋", "🐕", "🛋"),
        ("word " * 10_000, "word", "word:1"),
        ("<b>a man</b>", "man", "man"),
        ("\ud800", "\ud800", "x"),
    ],
)
def test_any_text_has_candidates(caption: str, subject: str, thing: str) -> None:
    found = predicates.candidates(caption, subject, thing)
    assert (len(found.verbs), len(found.prepositions)) == (20, 20)


def test_the_second_of_one_name_is_looked_for_further_on() -> None:
    caption = "a dog chasing a dog on grass"
    assert predicates.candidates(caption, "dog", "dog:1").verbs[0].name == "chase"


# --- examples


def test_a_graph_is_an_example_for_each_of_its_relations() -> None:
    graph = SceneGraph.parse("( man , v:sit on , bench ) , ( bench , is , red ) , ( man , with , hat )")
    found = [(one.subject.name, one.verb, one.preposition, one.object.name) for one in examples("...", graph)]
    assert found == [("man", "sit", "on", "bench"), ("man", "", "with", "hat")]


@pytest.mark.parametrize(
    "graph", ["( man , sit on , bench )", "( man , v:sit on , bench )", "( 2 , man , sit , on , bench )"]
)
def test_files_are_read_in_every_notation(tmp_path: Path, graph: str) -> None:
    path = tmp_path / "train.csv"
    path.write_text(f'caption,scene_graph\na man,"{graph}"\nbad,"( man"\nshort\n', encoding="utf-8")
    (found,) = read_examples(path)
    assert (found.caption, found.verb, found.preposition) == ("a man", "sit", "on")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=r"none.csv: there is no such file"):
        list(read_examples(tmp_path / "none.csv"))
