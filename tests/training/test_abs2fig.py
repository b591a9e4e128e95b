"""Two encoders that learn: what a step draws, that a training goes on where it stopped, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from optotype.errors import OptotypeError
from optotype.training import family, train
from tests.conftest import Once, library
from tests.rankers.papers import fill

torch = library("torch")
network = library("optotype.training._abs2fig")
data = library("optotype.training._figure_data")

SPEC = "abs2fig_caption:hidden=8,epochs=2,batch=4,loss=both,figures=2"


@pytest.fixture(scope="module")
def bench(once: Once) -> Path:
    return once("papers to learn from", lambda folder: fill(folder / "bench")) / "bench"


def loop(bench: Path, out: Path, spec: str = SPEC) -> Any:
    recipe: Any = family.from_text(spec)
    return recipe.loop(bench, out)


def test_a_step_draws_a_right_sight_first_and_then_others_at_most_so_many() -> None:
    lesson = data.Lesson("p", "train", 0, 10, (1,) * 5, (0, 0, 1, 2, 3), (True, True, False, False, False))
    drawn = [network.drawn_from(lesson, 2, np.random.default_rng(seed)) for seed in range(30)]
    assert {one[0] for one in drawn} == {0, 1}
    assert {len(one) for one in drawn} == {3}
    assert {place for one in drawn for place in one[1:]} == {2, 3, 4}
    assert sorted(network.drawn_from(lesson, 9, np.random.default_rng(0))[1:]) == [2, 3, 4]


def test_a_training_that_was_stopped_ends_as_one_that_was_not(bench: Path, tmp_path: Path) -> None:
    whole = loop(bench, tmp_path / "whole")
    whole.run(60)
    loop(bench, tmp_path / "stopped").run(60, steps=3)
    stopped = loop(bench, tmp_path / "stopped")
    assert (stopped.epoch, stopped.step) == (1, 1)
    stopped.run(60)
    assert stopped.best == whole.best
    for one, other in zip(whole.network.parameters(), stopped.network.parameters(), strict=True):
        assert torch.equal(one, other)


def test_with_captions_it_begins_as_a_comparison_of_captions(bench: Path, tmp_path: Path) -> None:
    training = loop(bench, tmp_path / "out")
    training.network.eval()
    lesson = training.papers.lessons[0]
    texts = training.papers.texts([lesson.abstract, *lesson.captions])
    with torch.no_grad():
        ((_, found),) = training.scores([lesson])
    assert found == pytest.approx((texts[1:] @ texts[0]).tolist(), abs=0.05)


def test_other_papers_another_recipe_and_a_strange_checkpoint_are_refused(bench: Path, tmp_path: Path) -> None:
    loop(bench, tmp_path / "out").save()
    with pytest.raises(OptotypeError, match="another recipe"):
        loop(bench, tmp_path / "out", f"{SPEC},seed=2")
    with pytest.raises(OptotypeError, match="on other data: its papers differ"):
        loop(fill(tmp_path / "other", 8), tmp_path / "out")
    torch.save({"recipe": {}, "network": {"strange": torch.zeros(1)}}, tmp_path / "out" / "best.pt")
    with pytest.raises(OptotypeError, match=r"best\.pt holds another network"):
        loop(bench, tmp_path / "out").take_best()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ("encoder=clip", "no encoder called 'clip'"),
        ("tune=true", "Name one: encoder=hf/PATH"),
        ("figures=0", "figures"),
    ],
)
def test_settings_that_cannot_be_are_told(bench: Path, tmp_path: Path, settings: str, complaint: str) -> None:
    with pytest.raises(OptotypeError, match=complaint):
        train(f"abs2fig:{settings}", bench, tmp_path / "out")


def test_a_picture_that_cannot_be_looked_at_is_masked_while_a_clip_learns() -> None:
    from PIL import Image

    image = Image.new("RGB", (4, 4), "red")
    raw = data.Raw((), "key", (), ("a text",), (lambda: image, lambda: None))
    pictures, seen = raw.pictures([0, 1])
    assert seen == [True, False]
    assert pictures[1].getpixel((0, 0)) == (255, 255, 255)
