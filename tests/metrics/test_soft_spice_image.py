"""SoftSPICE(img) worked out of its parts, on a tiny CLIP."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.metrics import build
from optotype.metrics.soft_spice_image import SoftSpiceImage
from optotype.records import Graph
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import soft_spice
from tests.metrics.pictured import Plainly, asked, case

SAID = "( kid , ride , bike ) , ( bike , is , red )"
PHRASES = ["kid", "bike", "red bike", "kid ride bike"]
RIGHT = "( boy , ride , bicycle )"


@pytest.fixture
def metric(clip: Path, pictures: Workbench) -> SoftSpiceImage:
    found = SoftSpiceImage(model=str(clip))
    found.prepare(pictures)
    return found


def test_it_is_the_harmonic_mean_of_what_its_parts_are(metric: SoftSpiceImage, plainly: Plainly) -> None:
    near = soft_spice(SceneGraph.parse(SAID), [SceneGraph.parse(RIGHT)])
    marks = metric.marks([case(picture, SAID, RIGHT, form=Graph()) for picture in range(4)])
    for picture, mark in enumerate(marks):
        fits = sum(plainly.cosine(phrase, picture) for phrase in PHRASES) / len(PHRASES)
        assert mark.parts == pytest.approx({"soft_spice": near, "picture": fits}, abs=1e-6)
        assert mark.value == pytest.approx(2 * near * fits / (near + fits) if fits > 0 else 0, abs=1e-5)
    assert any(mark.value for mark in marks)


def test_captions_are_parsed_and_the_signature_names_the_parser(
    clip: Path, pictures: Workbench, tmp_path: Path
) -> None:
    (tmp_path / "known.csv").write_text(f'caption,scene_graph\na kid rides a red bike,"{SAID}"\na boy,"{RIGHT}"\n')
    metric = build(f"soft_spice_image:model={clip},parser=nearest/{tmp_path}/known.csv")
    metric.prepare(pictures)
    graphs = SoftSpiceImage(model=str(clip))
    graphs.prepare(pictures)
    assert metric.mark(case(1, "a kid rides a red bike", "a boy")) == graphs.mark(case(1, SAID, RIGHT, form=Graph()))
    assert metric.signature.startswith("soft_spice_image(model=tiny-clip@")
    assert ",prefix=,parser=nearest/known.csv@" in metric.signature
    assert str(tmp_path) not in metric.signature
    assert metric.fits(asked(0))
    assert not graphs.fits(asked(0))
    assert graphs.fits(asked(0, Graph()))


def test_what_cannot_be_seen_has_no_mark_and_what_says_nothing_earns_nothing(metric: SoftSpiceImage) -> None:
    missing, nothing, unread = metric.marks(
        [case(4, SAID, RIGHT, form=Graph()), case(0, "", RIGHT, form=Graph()), case(0, "( kid", RIGHT, form=Graph())]
    )
    assert (missing.value, missing.note) == (None, "its picture is missing")
    assert (nothing.value, nothing.note) == (0, "nothing is said of the picture")
    assert unread.note.startswith("no scene graph")
    assert tuple(nothing.parts) == tuple(unread.parts) == metric.parts


def test_without_a_bench_there_are_no_pictures(clip: Path) -> None:
    with pytest.raises(OptotypeError, match="'soft_spice_image' looks at pictures"):
        SoftSpiceImage(model=str(clip)).mark(case(0, SAID, RIGHT, form=Graph()))
