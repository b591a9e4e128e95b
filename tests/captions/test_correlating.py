"""Metrics against people, on figures worked by hand."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import pytest

from optotype import Workbench, init, parsers
from optotype.captions import correlating
from optotype.captions.correlating import Correlated, left_out_lines
from optotype.errors import OptotypeError
from optotype.parsers import Parser
from optotype.records import Answer, Respondent, State
from optotype.scenegraph.graph import SceneGraph
from optotype.statistics.correlation import correlation

GRAPHS = {
    "A dog .": "( dog )",
    "A red dog .": "( dog , is , red )",
    "Red dog .": "( dog , is , red )",
    "Dog .": "( dog )",
    "A bus .": "( bus )",
    "A cat on a mat .": "( cat , on , mat )",
    "A mat .": "( mat )",
}
Rated: TypeAlias = Mapping[str, tuple[Sequence[str], Mapping[str, Sequence[float]]]]

RATED: Rated = {
    "one": (("A dog .", "A red dog ."), {"Red dog .": (4, 4, 3), "Dog .": (3,), "A bus .": (1, 2)}),
    "two": (("A cat on a mat .",), {"A mat .": (2,)}),
}
"""By picture its references, and the ratings of captions. SPICE gives the captions 1, 2/3, 0 and 1/2."""

TAU_B = 15 / math.sqrt((21 - 4) * (21 - 3))
"""Of 21 pairs of ratings 15 are in the same order, none in the opposite one; 4 are tied in score, 3 in rating."""
TAU_C = 2 * 15 / (7**2 * (4 - 1) / 4)


def flickr8k(path: Path, rated: Rated = RATED) -> Path:
    images = {
        key: {
            "human_judgement": [
                {"caption": caption, "rating": float(rating)} for caption, given in said.items() for rating in given
            ],
            "image_path": f"{key}.jpg",
            "ground_truth": list(references),
        }
        for key, (references, said) in rated.items()
    }
    path.write_text(json.dumps(images), encoding="utf-8")
    return path


def graphs(path: Path) -> str:
    """A parser that knows all the captions: the nearest one is the caption itself."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("caption", "scene_graph"))
        writer.writerows(GRAPHS.items())
    return f"nearest/{path}"


@pytest.fixture
def judged(tmp_path: Path) -> Workbench:
    bench = init(tmp_path / "judged")
    bench.import_("flickr8k", flickr8k(tmp_path / "flickr8k_expert.json"))
    return bench


@pytest.fixture
def parser(tmp_path: Path) -> str:
    return graphs(tmp_path / "graphs.csv")


def test_spice_agrees_with_people_as_worked_by_hand(judged: Workbench, parser: str) -> None:
    (found,) = judged.correlate(["spice"], parser=parser).against
    assert (found.collection, found.metric, found.compared) == ("flickr8k-expert", "spice", "graphs")
    assert (found.captions, found.ratings, found.pictures, found.unscored) == (4, 7, 2, 0)
    assert found.correlation.tau_b.value == pytest.approx(TAU_B)
    assert found.correlation.tau_c.value == pytest.approx(TAU_C)
    assert found.correlation.count == 7
    assert found.correlation.clusters == 2


def test_references_are_pooled_for_spice_and_each_for_itself_for_set_match(judged: Workbench, parser: str) -> None:
    (found,) = judged.correlate(["set_match"], parser=parser).against
    # "Red dog ." and "Dog ." are each one of the references, whose ratings are above all others: 12 pairs in order
    scores, ratings = [1, 1, 1, 1, 0, 0, 0], [4, 4, 3, 3, 1, 2, 2]
    assert found.correlation == correlation(scores, ratings, [0, 0, 0, 0, 0, 0, 1])
    assert found.correlation.tau_c.value == pytest.approx(2 * 12 / (7**2 / 2))


def test_the_usual_metrics_are_those_of_graphs(judged: Workbench, parser: str) -> None:
    found = judged.correlate(parser=parser)
    assert [one.metric for one in found.against] == ["set_match", "spice", "soft_spice"]
    soft = found.against[-1].correlation.tau_b.value
    assert soft is not None
    assert soft > 0


@dataclass(frozen=True)
class Counting(Parser):
    seen: list[str] = field(default_factory=list[str])

    def parse(self, captions: Sequence[str]) -> list[SceneGraph]:
        self.seen.extend(captions)
        return [SceneGraph.parse(GRAPHS[caption]) for caption in captions]


def test_each_caption_is_parsed_once(judged: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting()

    def named(_spec: str) -> Parser:
        return counting

    monkeypatch.setattr(parsers, "named", named)
    told: list[int] = []
    found = correlating.correlate(judged, ["spice", "set_match"], progress=told.append)
    assert sorted(counting.seen) == sorted(GRAPHS)
    assert found.parsed == len(GRAPHS)
    assert sum(told) == len(GRAPHS) + 2 * 4


def test_a_metric_of_texts_compares_captions_and_needs_no_parser(judged: Workbench) -> None:
    found = judged.correlate(["rouge1"], parser="nearest/nowhere.csv")
    assert found.parser is None
    assert found.parsed == 0
    assert found.against[0].compared == "captions"
    # ROUGE-1 against the better reference: "Red dog" 4/5, "Dog" 2/3, "A bus" 1/2, "A mat" 2 * 2 / (2 + 5)
    scores = [0.8, 0.8, 0.8, 2 / 3, 0.5, 0.5, 4 / 7]
    assert found.against[0].correlation == correlation(scores, [4, 4, 3, 3, 1, 2, 2], [0, 0, 0, 0, 0, 0, 1])


def test_collections_have_figures_of_their_own(judged: Workbench, parser: str, tmp_path: Path) -> None:
    crowd: Rated = {"one": (("A dog .",), {"Dog .": (1.0,), "A bus .": (0.0,)})}
    judged.import_("flickr8k", flickr8k(tmp_path / "flickr8k_crowdflower.json", crowd))
    found = judged.correlate(["spice"], parser=parser)
    assert [(one.collection, one.ratings) for one in found.against] == [
        ("flickr8k-expert", 7),
        ("flickr8k-crowdflower", 2),
    ]
    (alone,) = judged.correlate(["spice"], parser=parser, collection="flickr8k-crowdflower").against
    assert alone.correlation.tau_b.value == 1.0


def test_a_single_picture_has_no_interval(judged: Workbench, parser: str, tmp_path: Path) -> None:
    crowd: Rated = {"one": (("A dog .",), {"Dog .": (1.0,), "A bus .": (0.0,)})}
    judged.import_("flickr8k", flickr8k(tmp_path / "flickr8k_crowdflower.json", crowd))
    (found,) = judged.correlate(["spice"], parser=parser, collection="flickr8k-crowdflower").against
    tau = found.correlation.tau_c
    assert (tau.value, tau.low, tau.high, tau.resamples) == (1.0, None, None, 0)


def test_what_is_not_in_the_figures_is_counted(tmp_path: Path, parser: str) -> None:
    bench = init(tmp_path / "gaps")
    bare: Rated = {**RATED, "bare": ((), {"Dog .": (4,)})}
    bench.import_("flickr8k", flickr8k(tmp_path / "flickr8k_expert.json", bare))
    dog = next(item for item in bench.items(form="number") if item.text == "Red dog .")
    mat = next(item for item in bench.items(form="number") if item.text == "A mat .")
    with bench.store.event("test") as event:
        event.put(Respondent(id="nobody", kind="person", simulated=True), Respondent(id="judge", kind="model"))
        for who in ("nobody", "judge"):
            event.put(Answer(id=who, item=dog.id, respondent=who, state=State.GIVEN, value=1.0))
        unrated = mat.model_copy(update={"id": f"{mat.id}-again", "text": "Dog ."})
        event.put(unrated)
    found = bench.correlate(["spice"], parser=parser)
    assert found.against[0].correlation.tau_b.value == pytest.approx(TAU_B)
    assert left_out_lines(found) == [
        "flickr8k-expert: 1 caption that nobody rated, 1 caption without references, 2 ratings by others than people"
    ]


def test_a_metric_that_never_varies_has_no_coefficient(tmp_path: Path, parser: str) -> None:
    bench = init(tmp_path / "flat")
    bench.import_("flickr8k", flickr8k(tmp_path / "flickr8k_expert.json", {"one": (("A dog .",), {"Dog .": (1, 4)})}))
    found = bench.correlate(["spice"], parser=parser)
    assert found.against[0].correlation.tau_b.value is None
    assert found.grids()[0].rows[0][2:] == ("undefined", "")


def test_the_same_seed_gives_the_same_intervals(judged: Workbench, parser: str) -> None:
    def intervals(seed: int) -> Correlated:
        return judged.correlate(["spice"], parser=parser, seed=seed, resamples=20)

    assert intervals(1) == intervals(1)
    pearson = intervals(1).against[0].correlation.pearson
    assert pearson.value is not None
    assert pearson.low is not None
    assert pearson.high is not None
    assert pearson.low <= pearson.value <= pearson.high


def test_a_bench_without_ratings_says_what_to_bring(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"no captions with references and ratings.*optotype import flickr8k"):
        init(tmp_path / "empty").correlate(["rougel"])


def test_an_unknown_collection_is_named(judged: Workbench) -> None:
    with pytest.raises(OptotypeError, match="no collection called 'elsewhere'"):
        judged.correlate(["rougel"], collection="elsewhere")


@pytest.mark.parametrize(("settings", "said"), [({"confidence": 1.0}, "confidence of 1"), ({"resamples": 0}, "0 resa")])
def test_settings_that_make_no_sense_are_refused(judged: Workbench, settings: dict[str, float], said: str) -> None:
    with pytest.raises(OptotypeError, match=said):
        judged.correlate(["rougel"], **settings)  # pyright: ignore[reportArgumentType]


def test_a_metric_of_neither_texts_nor_graphs_is_refused(judged: Workbench) -> None:
    with pytest.raises(OptotypeError, match="'choice' judges neither texts nor graphs"):
        judged.correlate(["choice"])


# --- the arithmetic


def test_coefficients_of_an_opposite_order_are_minus_one() -> None:
    found = correlation([1, 2, 3], [30, 20, 10], "abc", resamples=1)
    assert [found.tau_b.value, found.tau_c.value, found.spearman.value] == [-1, -1, -1]
    assert found.pearson.value == pytest.approx(-1)


def test_draws_without_a_coefficient_are_counted() -> None:
    found = correlation([1, 2], [1, 2], ["a", "b"], resamples=100)
    assert found.tau_b.value == 1
    assert 0 < found.tau_b.resamples < 100


@pytest.mark.parametrize(("a", "b"), [([], []), ([1.0], [1.0, 2.0]), ([1.0, math.nan], [1.0, 2.0])])
def test_rows_that_do_not_fit_are_refused(a: list[float], b: list[float]) -> None:
    with pytest.raises(ValueError, match="finite ones were expected"):
        correlation(a, b, list(range(len(a))))
