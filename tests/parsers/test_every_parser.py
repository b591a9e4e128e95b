"""What every parser obeys on the day its file appears."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from optotype.parsers import Parser, family
from optotype.scenegraph.graph import SceneGraph

ANNOTATED = (
    "caption,scene_graph\n"
    'man on bench,"( man , on , bench )"\n'
    'two men reading books,"( men , is , 2 ) , ( men , read , books )"\n'
    "a tree without leaves,( tree )\n"
)
WORDS = ["man", "with", "a", "red", "hat", "and", "two", "dogs", "sitting", "on", "the", "top", "of", "a", "hill", ","]
HOSTILE = {
    "nothing": "",
    "blanks": " \n\t ",
    "markup": "<b>two</b> &lt;men&gt; <script>alert(1)</script> on a <i>bench</i>",
    "emoji": "\N{DOG FACE} on a \N{COUCH AND LAMP}\ufe0f",
    "Chinese": "一只狗坐在沙发上",
    "Russian": "две собаки сидят на диване",
    "Arabic": "كلب على الأريكة",
    "control": "a\x00man\x1b[31m on\ud800 a \u202ebench",
    "notation": "( men:1 , v:see , x ) is is , , )) ((",
    "one long word": "a" * 100_000,
    "parentheses": "(" * 5_000,
    "a list": " and ".join(["dog"] * 1_100),  # more than functions may call each other
    "a novel": " ".join(WORDS * 100),  # of 1,600 words and 500 things, which make more than 100,000 pairs
}


# a model of somebody else's says what it was taught; `test_hf.py` tries one
@pytest.fixture(scope="module", params=[name for name in family.names() if name != "hf"])
def parser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Parser:
    path = tmp_path_factory.mktemp("annotated") / "train.csv"
    path.write_text(ANNOTATED, encoding="utf-8")
    return family.build(request.param, {"path": path} if request.param == "nearest" else {})


@pytest.fixture(scope="module")
def parsed(parser: Parser) -> Callable[[str], SceneGraph]:
    """The graph of a hostile text, which is parsed once."""

    @cache
    def parse(kind: str) -> SceneGraph:
        return parser.parse([HOSTILE[kind]])[0]

    return parse


@pytest.mark.parametrize("kind", HOSTILE)
def test_any_text_gives_a_graph_that_can_be_written_and_read(parsed: Callable[[str], SceneGraph], kind: str) -> None:
    graph = parsed(kind)
    assert SceneGraph.parse(graph.write()) == graph
    assert SceneGraph.parse(graph.write(ids=False)) == graph.plain()


@pytest.mark.parametrize("kind", ["nothing", "blanks", "Chinese", "Russian", "Arabic", "parentheses"])
def test_a_text_that_is_not_understood_has_an_empty_graph(parsed: Callable[[str], SceneGraph], kind: str) -> None:
    assert parsed(kind) == SceneGraph()


def test_each_caption_has_its_graph_in_order(parser: Parser) -> None:
    captions = ["man on bench", "", "two men reading books"]
    alone = [parser.parse([caption])[0] for caption in captions]
    assert parser.parse(captions) == alone
    assert alone[0] != alone[2]
    assert parser.parse([]) == []


def test_what_is_denied_is_not_there(parser: Parser) -> None:
    assert parser.parse(["a tree without leaves"]) == [SceneGraph.parse("( tree )")]


def test_a_novel_has_an_end(parsed: Callable[[str], SceneGraph]) -> None:
    assert len(parsed("a novel")) < 100_000
