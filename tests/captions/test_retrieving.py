"""Captions that look for their pictures, on graphs worked by hand."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from optotype import Workbench, metrics
from optotype.captions.retrieving import Ranks, left_out_lines, ranks
from optotype.errors import OptotypeError
from optotype.metrics import Array, GraphMetric
from optotype.scenegraph.graph import SceneGraph
from tests.captions.test_correlating import flickr8k

GRAPHS = {
    "A dog .": "( dog )",
    "A red dog .": "( dog , is , red )",
    "A cat .": "( cat )",
    "A cat on a mat .": "( cat , on , mat )",
    "A bus .": "( bus )",
    "Two dogs and a bus .": "( dogs , is , 2 ) , ( bus )",
    "Nothing .": "",
}
DESCRIBED = {
    "dog": ("A dog .", "A red dog .", "A dog ."),
    "cat": ("A cat .", "A cat on a mat ."),
    "bus": ("A bus .", "Two dogs and a bus ."),
}


@pytest.fixture
def parser(tmp_path: Path) -> str:
    return _parser(tmp_path / "graphs.csv")


def _parser(path: Path) -> str:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("caption", "scene_graph"))
        writer.writerows((caption, graph) for caption, graph in GRAPHS.items() if graph)
    return f"nearest/{path}"


def described(bench: Workbench, folder: Path, pictures: Mapping[str, Sequence[str]] = DESCRIBED) -> Workbench:
    path = flickr8k(folder / "flickr8k_expert.json", {key: (texts, {}) for key, texts in pictures.items()})
    bench.import_("flickr8k", path)
    return bench


def factual(bench: Workbench, path: Path, *rows: tuple[str, str, str, str]) -> Workbench:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("image_id", "region_id", "caption", "scene_graph"))
        writer.writerows(rows)
    bench.import_("factual", path)
    return bench


def test_a_caption_finds_the_picture_whose_other_captions_say_the_same(
    bench: Workbench, tmp_path: Path, parser: str
) -> None:
    (found,) = described(bench, tmp_path).retrieve(["spice"], parser=parser).ranked
    # SPICE of the first caption with the others of its own picture: 2/3, 1/2, 1/2; with other pictures nothing
    assert (found.collection, found.captions, found.among, found.pictures) == ("flickr8k-expert", 3, 3, 3)
    assert (found.recall_at_1.value, found.recall_at_5.value, found.reciprocal_rank.value) == (1, 1, 1)
    assert (found.tied, found.empty) == (0, 0)
    assert found.recall_at_1.low < 1


def test_another_caption_may_look(bench: Workbench, tmp_path: Path, parser: str) -> None:
    bench = described(bench, tmp_path)
    (found,) = bench.retrieve(["set_match"], parser=parser, held_out=2).ranked
    # no graph is the same as that of any picture: the three are tied at nothing, so each order is as likely
    assert found.tied == 3
    assert found.recall_at_1.value == pytest.approx(1 / 3)
    assert found.recall_at_5.value == 1
    assert found.reciprocal_rank.value == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


def test_regions_are_found_by_their_own_graphs_and_pictures_by_all_of_theirs(
    bench: Workbench, tmp_path: Path, parser: str
) -> None:
    rows = (
        ("1", "10", "A dog .", "( dog )"),
        ("1", "11", "A cat .", "( cat )"),
        ("2", "20", "A cat on a mat .", "( cat , on , mat )"),
        ("2", "21", "A bus .", "( cat )"),
    )
    bench = factual(bench, tmp_path / "dev.csv", *rows)
    (regions,) = bench.retrieve(["set_match"], of="region", parser=parser).ranked
    assert (regions.captions, regions.among, regions.pictures) == (4, 4, 2)
    # the dog and the cat on a mat are alone; two regions are a cat; no region is the bus of the last caption
    assert regions.recall_at_1.value == pytest.approx((1 + 1 / 2 + 1 + 1 / 4) / 4)
    (pictures,) = bench.retrieve(["spice"], of="picture", parser=parser).ranked
    assert (pictures.captions, pictures.among) == (4, 2)
    # dog: 2/3 and 0; cat: 2/3 and 1/2; cat on a mat: 2/5 and 1; bus: nothing and nothing
    assert pictures.recall_at_1.value == pytest.approx((1 + 1 + 1 + 1 / 2) / 4)


def test_fewer_pictures_are_drawn_by_chance_and_the_same_seed_draws_the_same(
    bench: Workbench, tmp_path: Path, parser: str
) -> None:
    bench = described(bench, tmp_path)
    found = bench.retrieve(["spice"], parser=parser, pictures=2, seed=1)
    assert (found.ranked[0].captions, found.ranked[0].among) == (2, 2)
    assert bench.retrieve(["spice"], parser=parser, pictures=2, seed=1) == found
    assert bench.retrieve(["spice"], parser=parser, pictures=9).ranked[0].among == 3


def test_every_graph_metric_ranks_as_its_marks_do() -> None:
    graphs = [SceneGraph.parse(text) for text in GRAPHS.values()]
    for spec in ("set_match", "spice", "spice:synonyms=false", "soft_spice", "soft_spice:two_way=true"):
        judge = metrics.build(spec)
        assert isinstance(judge, GraphMetric)
        plain = GraphMetric.table(judge, graphs, graphs)
        assert judge.table(graphs, graphs) == pytest.approx(plain, abs=2e-5), spec
        assert judge.table(graphs[:2], []).shape == (2, 0)


@pytest.mark.parametrize(
    ("better", "equal", "first", "fifth", "reciprocal"),
    [
        (0, 1, 1, 1, 1),
        (4, 1, 0, 1, 1 / 5),
        (5, 1, 0, 0, 1 / 6),
        (0, 4, 1 / 4, 1, (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4),
        (3, 4, 0, 2 / 4, (1 / 4 + 1 / 5 + 1 / 6 + 1 / 7) / 4),
    ],
)
def test_equal_graphs_come_in_any_order(better: int, equal: int, first: float, fifth: float, reciprocal: float) -> None:
    found = Ranks(np.array([better]), np.array([equal]))
    assert found.within(1)[0] == pytest.approx(first)
    assert found.within(5)[0] == pytest.approx(fifth)
    assert found.reciprocal()[0] == pytest.approx(reciprocal)


def test_many_captions_are_ranked_some_at_a_time() -> None:
    graphs = [SceneGraph.parse(f"( thing{number} )") for number in range(600)]
    judge = metrics.build("set_match")
    assert isinstance(judge, GraphMetric)
    told: list[int] = []
    found = ranks(judge, graphs, graphs, range(600), told.append)
    assert (found.better.sum(), found.equal.sum(), told) == (0, 600, [500, 100])


def test_collections_have_figures_of_their_own(bench: Workbench, tmp_path: Path, parser: str) -> None:
    described(bench, tmp_path)
    factual(bench, tmp_path / "dev.csv", ("1", "10", "A dog .", "( dog )"), ("2", "20", "A cat .", "( cat )"))
    found = bench.retrieve(["spice"], parser=parser)
    assert {one.collection for one in found.ranked} == {"flickr8k-expert", "factual"}
    assert len(found.grids()) == 2
    (alone,) = bench.retrieve(["spice"], parser=parser, collection="factual").ranked
    assert alone.recall_at_1.value == 1


def test_what_is_not_in_the_figures_is_counted(bench: Workbench, tmp_path: Path, parser: str) -> None:
    described(bench, tmp_path, {**DESCRIBED, "lonely": ("A dog .",), "twice": ("A dog .", "A dog .")})
    found = bench.retrieve(["spice"], parser=parser)
    assert found.ranked[0].captions == 3
    assert left_out_lines(found) == ["flickr8k-expert: 2 pictures with too few captions"]


def test_captions_in_which_nothing_is_found_are_counted(bench: Workbench, tmp_path: Path, parser: str) -> None:
    described(bench, tmp_path, {**DESCRIBED, "odd": ("§§§", "A bus .")})
    assert bench.retrieve(["spice"], parser=parser).ranked[0].empty == 1


def test_metrics_of_one_title_are_told_apart_in_tables(bench: Workbench, tmp_path: Path, parser: str) -> None:
    described(bench, tmp_path)
    found = bench.retrieve(["spice", "spice:synonyms=false", "set_match"], parser=parser)
    (grid,) = found.grids()
    assert list(dict.fromkeys(row[0] for row in grid.rows)) == [
        "SPICE synonyms=True",
        "SPICE synonyms=False",
        "Set Match",
    ]
    assert grid.title == "flickr8k-expert: 3 captions, each looks for its picture among 3"
    assert grid.rows[0][1:3] == ("R@1", "100.00")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"confidence": 0.0}, "confidence of 0"),
        ({"pictures": 1}, "1 picture was asked for"),
        ({"held_out": 0}, "Caption 0 was to be held out"),
        ({"held_out": 7}, r"3 pictures have fewer than 7 captions"),
        ({"metric": ["rougel"]}, "'rougel' compares no graphs"),
        ({"of": "region"}, "no captions of regions with graphs.*optotype import factual"),
        ({"collection": "elsewhere"}, "no collection called 'elsewhere'"),
        ({"parser": "nobody"}, "nobody"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    bench: Workbench, tmp_path: Path, parser: str, settings: dict[str, object], said: str
) -> None:
    described(bench, tmp_path)
    with pytest.raises(OptotypeError, match=said):
        bench.retrieve(**({"metric": ["spice"], "parser": parser} | settings))  # pyright: ignore[reportArgumentType]


@dataclass(frozen=True)
class Blind(GraphMetric):
    title = "blind"

    def score(self, item: object, right: object, value: object) -> metrics.Mark:
        raise AssertionError("it is asked for a table")

    def table(self, candidates: Sequence[SceneGraph], references: Sequence[SceneGraph]) -> Array:
        return np.full((len(candidates), len(references)), np.nan)


def test_a_metric_that_cannot_compare_two_graphs_alone_is_refused() -> None:
    with pytest.raises(OptotypeError, match="cannot compare two graphs alone"):
        ranks(Blind(), [SceneGraph()], [SceneGraph()], [0])
