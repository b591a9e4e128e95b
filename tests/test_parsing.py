"""A parser that remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from optotype.errors import OptotypeError
from optotype.parsers import Parser
from optotype.parsing import Reader, shared
from optotype.scenegraph.graph import SceneGraph


@dataclass(frozen=True)
class Echo(Parser):
    """Takes each caption for the name of a thing."""

    seen: list[list[str]] = field(default_factory=list[list[str]])

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        self.seen.append([*captions])
        return [SceneGraph.parse(f"( {caption}:1 )") for caption in captions]


def names(graphs: Sequence[SceneGraph]) -> list[str]:
    return [graph.write() for graph in graphs]


def test_each_caption_is_parsed_once_and_comes_back_in_order() -> None:
    parser = Echo()
    reader = Reader(parser)
    assert names(reader.graphs(["dog", "cat", "dog"])) == ["( dog )", "( cat )", "( dog )"]
    assert names(reader.graphs(["bus", "cat"])) == ["( bus )", "( cat )"]
    assert parser.seen == [["dog", "cat"], ["bus"]]
    assert reader.graphs([]) == []


def test_what_was_asked_for_last_is_forgotten_last() -> None:
    parser = Echo()
    reader = Reader(parser, kept=2)
    assert names(reader.graphs(["dog", "cat", "bus"])) == ["( dog )", "( cat )", "( bus )"]
    reader.graphs(["cat"])
    reader.graphs(["tree"])
    reader.graphs(["cat"])
    assert parser.seen[1:] == [["tree"]]
    reader.graphs(["bus"])
    assert parser.seen[2:] == [["bus"]]


def test_who_names_the_same_parser_shares_it() -> None:
    assert shared("rules") is shared("rules")
    with pytest.raises(OptotypeError, match="no parser called 'rulez'"):
        shared("rulez")
