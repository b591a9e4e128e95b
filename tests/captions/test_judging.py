"""Metrics that need more than graphs, on captions."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import init
from optotype.captions import judging
from optotype.captions.foiling import foil
from optotype.errors import OptotypeError
from optotype.metrics import build
from optotype.metrics.spice import Spice
from optotype.progress import silent
from tests.captions.test_correlating import flickr8k, graphs
from tests.metrics.pictured import noise
from tests.respondents import tiny


@pytest.fixture
def parser(tmp_path: Path) -> str:
    return graphs(tmp_path / "graphs.csv")


def test_a_metric_of_graphs_alone_is_given_graphs_and_others_parse_for_themselves(parser: str) -> None:
    assert judging.built("spice", parser) == Spice()
    assert judging.compared(judging.built("spice", parser)) == "graphs"
    both = judging.built("harmonic:metrics=spice+rouge1", parser)
    assert both == build(f"harmonic:metrics=spice(parser={parser})+rouge1")
    assert judging.compared(both) == "captions"
    assert judging.compared(judging.built(f"spice:parser={parser}", "rules")) == "captions"


def test_a_harmonic_mean_takes_graphs_and_words_of_the_same_captions(parser: str) -> None:
    beside = [("Red dog .", ("A dog .", "A red dog .")), ("Dog .", ("A red dog .",))]
    (both, spice, rouge) = (
        judging.scores(judging.built(spec, parser), beside, None, silent)
        for spec in ("harmonic:metrics=spice+rouge1", f"spice:parser={parser}", "rouge1")
    )
    # SPICE 1 and 2/3; ROUGE-1 4/5 and 1/2
    assert spice == pytest.approx([1, 2 / 3])
    assert rouge == pytest.approx([4 / 5, 1 / 2])
    assert both == pytest.approx([8 / 9, 4 / 7])


def test_metrics_that_look_at_pictures_are_held_against_people(tmp_path: Path, parser: str) -> None:
    for number, name in enumerate(("one", "two")):
        noise(number).save(tmp_path / f"{name}.jpg")
    clip = tiny.clip(tmp_path / "clip")
    with init(tmp_path / "judged") as bench:
        bench.import_("flickr8k", flickr8k(tmp_path / "flickr8k_expert.json"))
        wanted = [
            f"clipscore:model={clip}",
            f"harmonic:metrics=refclipscore(model={clip})+soft_spice_image(model={clip})",
        ]
        found = bench.correlate(wanted, parser=parser, resamples=5)
    assert [one.title for one in found.against] == ["CLIPScore", "RefCLIPScore + SoftSPICE(img)"]
    assert [(one.captions, one.unscored) for one in found.against] == [(4, 0), (4, 0)]
    assert "parser=nearest/graphs.csv@" in found.against[1].signature
    assert str(tmp_path) not in "".join(one.signature for one in found.against)


def test_without_pictures_they_say_so(tmp_path: Path) -> None:
    clip = tiny.clip(tmp_path / "clip")
    with init(tmp_path / "judged") as bench:
        bench.import_("flickr8k", flickr8k(tmp_path / "flickr8k_expert.json"))
        with pytest.raises(OptotypeError, match="could judge none of the captions of 'flickr8k-expert'"):
            bench.correlate([f"clipscore:model={clip}"])
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("picture,caption,foil,references\n1,a dog,a cat,a brown dog\n")
    with pytest.raises(OptotypeError, match="looks at pictures, and pictures are in a bench"):
        foil(pairs, [f"clipscore:model={clip}"])
