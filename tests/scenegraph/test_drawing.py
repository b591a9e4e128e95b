"""Scene graphs drawn: everything is there, nothing overlaps, nothing hostile gets through."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from optotype.scenegraph.drawing import COLOURS, Picture, draw, measure
from optotype.scenegraph.graph import Attribute, Relation, SceneGraph, Thing, union

KNOT = SceneGraph.parse(
    "( a , v:see , a ) , ( a , like , a ) , ( a , on , b ) , ( b , under , a ) , ( a , near , b ) , "
    "( b , pv:hold by , c ) , ( c , hit , a ) , ( men:1 , is , 2 ) , ( men ) , ( sky )"
)
HOSTILE = '"><script>alert(1)</script>&\x00\x1b\ud800\u202e'


@pytest.fixture(scope="session")
def graphs(shared: Callable[[str], Path]) -> list[SceneGraph]:
    files = [shared(f"factual/{name}/dev.csv") for name in ("random_with_ids", "length")]
    return [SceneGraph.parse(row["scene_graph"]) for file in files for row in rows(file)]


def rows(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


def overlapping(picture: Picture) -> int:
    boxes = [node.box for node in picture.nodes] + [edge.label for edge in picture.edges]
    for box in boxes:
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= picture.width
        assert box.bottom <= picture.height
    return sum(
        one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom
        for one, other in combinations(boxes, 2)
    )


def words(graph: SceneGraph, *, standalone: bool = False) -> list[str]:
    root = ElementTree.fromstring(graph.svg(standalone=standalone))
    return [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_everything_is_drawn() -> None:
    shown = words(KNOT)
    for thing in KNOT.things:
        assert thing.name in shown
    for relation in KNOT.relations:
        assert relation.predicate in shown
    assert shown.count("men") == 2
    assert {"1", "2", "passive"} <= set(shown)
    assert shown.count("passive") == 1
    picture = draw(KNOT)
    assert (len(picture.nodes), len(picture.edges)) == (len(KNOT.things), len(KNOT.relations))


def test_loops_cycles_and_parallel_arrows_do_not_overlap() -> None:
    assert overlapping(draw(KNOT)) == 0


def test_nothing_overlaps_in_any_graph_of_the_dev_sets(graphs: list[SceneGraph]) -> None:
    assert len(graphs) > 1900
    assert [str(graph) for graph in graphs if overlapping(draw(graph))] == []


def test_nothing_overlaps_in_graphs_of_sixty_facts(graphs: list[SceneGraph]) -> None:
    many = [union(graphs[start : start + 30]) for start in range(0, 300, 30)]
    assert max(map(len, many)) >= 50
    assert sum(overlapping(draw(graph)) for graph in many) == 0


def test_texts_fit_into_their_boxes(graphs: list[SceneGraph]) -> None:
    for graph in graphs[:300]:
        for node in draw(graph).nodes:
            for pill, text in node.pills:
                assert measure(text.text, "attribute") < pill.width
                assert node.box.left < pill.left < pill.right < node.box.right
                assert pill.bottom < node.box.bottom
            assert measure(node.texts[0].text, "name") < node.box.width


def test_the_same_graph_gives_the_same_bytes() -> None:
    again = SceneGraph.parse(str(KNOT))
    assert KNOT.svg() == again.svg()
    assert KNOT.png() == again.png()


def test_hostile_text_stays_text() -> None:
    thing = Thing(HOSTILE)
    graph = SceneGraph((Attribute(thing, HOSTILE), Relation(thing, HOSTILE, Thing("b" * 100_000))))
    for standalone in (False, True):
        root = ElementTree.fromstring(graph.svg(standalone=standalone))
        assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
            "svg", "g", "rect", "path", "polygon", "text", "title",
        }  # fmt: skip
    assert Image.open(BytesIO(graph.png(1))).width < 600


def test_a_long_name_is_cut_and_told_whole_in_a_title() -> None:
    name = "a very long name of a thing that nobody would ever write on a box"
    graph = SceneGraph((Thing(name),))
    assert words(graph)[0].endswith("…")
    assert f"<title>{name}</title>" in graph.svg()


def test_an_empty_graph_is_drawn_as_empty() -> None:
    assert words(SceneGraph()) == ["∅"]
    assert Image.open(BytesIO(SceneGraph().png())).size == (128, 80)


def test_colours_come_from_the_page_unless_it_stands_alone() -> None:
    assert f"var(--ink, {COLOURS['ink']})" in KNOT.svg()
    assert "var(" not in KNOT.svg(standalone=True)
    assert KNOT._repr_svg_() == KNOT.svg(standalone=True)  # pyright: ignore[reportPrivateUsage]


def test_no_inline_style_since_pages_forbid_it() -> None:
    assert "style" not in KNOT.svg()


def test_a_picture_is_as_large_as_asked_for() -> None:
    once, twice = (Image.open(BytesIO(KNOT.png(scale))) for scale in (1, 2))
    assert abs(twice.width - 2 * once.width) <= 1
    with pytest.raises(ValueError, match="above zero"):
        KNOT.png(0)


def test_a_huge_picture_is_made_smaller() -> None:
    image = Image.open(BytesIO(KNOT.png(1000)))
    assert image.width * image.height < 61_000_000
