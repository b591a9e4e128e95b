"""The nearest annotated caption."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.parsers import named
from optotype.parsers.nearest import Nearest
from optotype.scenegraph.graph import SceneGraph

DOG, CAT = "( dog , on , sofa )", "( cat , under , table )"


def annotated(folder: Path, *rows: tuple[str, str]) -> Path:
    path = folder / "train.csv"
    path.write_text("caption,scene_graph\n" + "".join(f'{caption},"{graph}"\n' for caption, graph in rows))
    return path


def test_the_caption_that_shares_most_gives_its_graph(tmp_path: Path) -> None:
    path = annotated(tmp_path, ("a dog on a sofa", DOG), ("a cat under a table", CAT))
    assert Nearest(path).parse(["the cats under the tables", "a dog"]) == [SceneGraph.parse(CAT), SceneGraph.parse(DOG)]


def test_rare_words_count_more_than_frequent_ones(tmp_path: Path) -> None:
    path = annotated(tmp_path, *[(f"a man on a thing{place}", "( man )") for place in "abc"], ("zebra", "( zebra )"))
    assert Nearest(path).parse(["zebra on a"]) == [SceneGraph.parse("( zebra )")]


def test_of_equally_near_captions_the_first_is_taken(tmp_path: Path) -> None:
    path = annotated(tmp_path, ("a dog", DOG), ("a dog", CAT))
    assert Nearest(path).parse(["a dog"]) == [SceneGraph.parse(DOG)]


def test_a_slash_names_the_file(tmp_path: Path) -> None:
    path = annotated(tmp_path, ("a dog on a sofa", DOG))
    assert named(f"nearest/{path}") == named(f"nearest:path={path}") == Nearest(path)


def test_graphs_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    path = annotated(tmp_path, ("a dog", "( dog"), ("a dogs", DOG))
    assert Nearest(path).parse(["a dog"]) == [SceneGraph.parse(DOG)]


@pytest.mark.parametrize("text", ["", "caption\na\n", "caption,scene_graph\n"])
def test_a_file_without_annotated_captions_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "train.csv").write_text(text)
    with pytest.raises(OptotypeError, match=r"train\.csv"):
        Nearest(tmp_path / "train.csv").parse(["a dog"])


def test_it_needs_a_file() -> None:
    with pytest.raises(OptotypeError, match="path"):
        named("nearest")
    with pytest.raises(OptotypeError, match="no such file"):
        named("nearest/nowhere.csv").parse(["a dog"])
