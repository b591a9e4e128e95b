"""The parser that comes with the package."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.parsers import named
from optotype.scenegraph.graph import SceneGraph

EMBEDDED = resources.files("optotype") / "embedded"


@pytest.mark.parametrize(
    ("caption", "graph"),
    [
        ("a man sitting on a bench", "( man , sit on , bench )"),
        ("two dogs on the grass", "( dogs , on , grass ) , ( dogs , is , 2 )"),
        ("the red car", "( car , is , red )"),
        ("no cars on the road", "( road )"),
        ("man without shirt riding skateboard", "( man , ride , skateboard )"),
        ("the dog runs through the grass and the child throws a ball",
         "( dog , run through , grass ) , ( child , throw , ball )"),
    ],
)  # fmt: skip
def test_plain_captions_are_understood(caption: str, graph: str) -> None:
    assert named("factual").parse([caption])[0].plain() == SceneGraph.parse(graph)


def test_a_long_text_is_read_sentence_by_sentence() -> None:
    text = "A man sits on a bench. " + "The sky is blue. " * 10 + "A dog runs on the grass. The car is red."
    (graph,) = named("factual").parse([text])
    found = graph.plain()
    for fact in ("( man , sit on , bench )", "( dog , run on , grass )", "( car , is , red )"):
        assert set(SceneGraph.parse(fact).facts) <= set(found.facts), fact


def test_a_word_that_is_spelt_wrong_is_read_as_what_was_meant() -> None:
    parser = named("factual")
    assert parser.parse(["a hat lies on the chiar"]) == parser.parse(["a hat lies on the chair"])
    assert parser.parse(["a tree without leavse"])[0].plain() == SceneGraph.parse("( tree )")


def as_trained(folder: Path) -> None:
    """The network of the package as training would write it, its word pieces beside it."""
    with resources.as_file(EMBEDDED) as embedded:
        shutil.copytree(embedded / "parser", folder)
        shutil.copy(embedded / "minilm" / "words.npz", folder)


def test_without_a_model_that_chooses_the_most_probable_writing_is_taken(tmp_path: Path) -> None:
    as_trained(tmp_path / "plain")
    (tmp_path / "plain" / "choice.npz").unlink()
    captions = ["tall lighthouse of the small harbour", "man on bench"]
    plain, chosen = named(f"factual/{tmp_path / 'plain'}").parse(captions), named("factual").parse(captions)
    assert plain[1] == chosen[1], "of this it is sure"
    assert plain[0] != chosen[0]
    right = "( lighthouse , is , tall ) , ( harbour , have , lighthouse ) , ( harbour , is , small )"
    assert chosen[0].plain() == SceneGraph.parse(right)


def test_what_is_said_does_not_depend_on_what_is_parsed_beside_it() -> None:
    captions = [f"a {colour} {thing} near the tree" for colour in ("red", "small") for thing in ("car", "dog", "house")]
    captions += ["a crowd of people and their dogs waiting at the side of a very long and winding road in the rain"]
    captions += ["kitchen bridge with moss on it", "garden tower of the old farm", "front"]
    parser = named("factual")
    assert parser.parse(captions * 5) == [parser.parse([caption])[0] for caption in captions] * 5


def test_equal_numbers_are_paired_if_that_is_asked_for() -> None:
    paired = named("factual:mapping=distributive").parse(["two men reading a book"])[0]
    assert {thing.index for thing in paired.things if thing.name == "men"} == {0, 1}


def test_a_network_of_ones_own_is_taken_and_signed_by_its_digest(tmp_path: Path) -> None:
    as_trained(tmp_path / "mine")
    mine = named(f"factual/{tmp_path / 'mine'}")
    assert mine.parse(["man on bench"]) == named("factual").parse(["man on bench"])
    assert mine.called.startswith("factual(network=")
    assert str(tmp_path) not in mine.called


def test_a_folder_without_a_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="there is no trained parser"):
        named(f"factual/{tmp_path}").parse(["man on bench"])


def test_weights_are_small_enough_to_ship() -> None:
    files = [*(EMBEDDED / "parser").iterdir(), EMBEDDED / "minilm" / "words.npz"]
    assert sum(len(file.read_bytes()) for file in files if file.is_file()) < 40_000_000
