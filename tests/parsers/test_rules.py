"""Rules over a dependency tree: worked by hand, after the conventions of FACTUAL."""

from __future__ import annotations

import builtins
import csv
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from optotype.errors import OptotypeError
from optotype.parsers.rules import Rules
from optotype.scenegraph.graph import SceneGraph
from tests.conftest import not_here

RULES = Rules()


@pytest.fixture(autouse=True, scope="module")
def spacy() -> None:
    """The library that finds the tree; it is loaded when something is parsed."""
    if find_spec("spacy") is None:
        not_here("spaCy")


@pytest.mark.parametrize(
    ("caption", "graph"),
    [
        ("white stove in a kitchen", "( stove , is , white ) , ( stove , in , kitchen )"),
        ("three cats laying on a bed", "( cats , is , 3 ) , ( cats , v:lay on , bed )"),
        ("the arm of a man", "( man , v:have , arm )"),
        ("the woman 's hat", "( woman , v:have , hat )"),
        ("a tree surrounded by bushes", "( bushes , v:surround , tree )"),
        ("five boats tied to a dock", "( boats , is , 5 ) , ( boats , pv:tie to , dock )"),
        ("a cup on top of the table", "( cup , on top of , table )"),
        ("a lamp next to the bed", "( lamp , next to , bed )"),
        ("the sky is blue and white", "( sky , is , blue ) , ( sky , is , white )"),
        ("a man and woman under an umbrella", "( man , under , umbrella ) , ( woman , under , umbrella )"),
        ("a group of people on the beach", "( people , is , group of ) , ( people , on , beach )"),
        ("a bunch of bananas on a tree", "( bananas , on , tree )"),
        ("she is holding a racket", "( woman , v:hold , racket )"),
        ("elephant pulling another elephant", "( elephant , v:pull , elephant:1 )"),
        ("a dark blue jacket", "( jacket , is , dark blue )"),
        ("a person surfing", "( person , is , surfing )"),
    ],
)
def test_a_caption_says(caption: str, graph: str) -> None:
    assert RULES.parse([caption]) == [SceneGraph.parse(graph)]


@pytest.mark.parametrize(
    ("caption", "graph"),
    [
        ("a plate with no food", "( plate )"),
        ("there are no clouds in the sky", "( sky )"),
        ("the man is not wearing a hat with a feather", "( man )"),
        ("a man without a hat and gloves", "( man )"),
        ("a dog but no cat", "( dog )"),
    ],
)
def test_what_is_denied_is_left_out(caption: str, graph: str) -> None:
    assert RULES.parse([caption]) == [SceneGraph.parse(graph)]


def test_a_long_text_is_parsed_in_pieces_with_its_things_told_apart() -> None:
    (graph,) = RULES.parse(["a dog on a sofa . " * 2500])
    assert len(graph.things) == len({str(thing) for thing in graph.things})
    assert len(graph.relations) == 2500


def test_without_spacy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "spacy":
            raise ImportError(name)
        return found(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(OptotypeError, match=r"pip install 'optotype\[rules\]'"):
        Rules().parse(["a man"])


def test_a_model_that_is_not_installed_is_named() -> None:
    with pytest.raises(OptotypeError, match="'en_nowhere', which is not installed"):
        Rules(model="en_nowhere").parse(["a man"])


def test_more_than_half_of_the_dev_captions_match(shared: Callable[[str], Path]) -> None:
    with shared("factual/random/dev.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    graphs = RULES.parse([row["caption"] for row in rows])
    pairs = zip(graphs, rows, strict=True)
    assert sum(graph.plain() == SceneGraph.parse(row["scene_graph"]) for graph, row in pairs) > 550
