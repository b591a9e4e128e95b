"""Rankers that were trained: from a bench of small papers to scores, through onnxruntime and through transformers."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import optotype
from optotype import rankers
from optotype.errors import OptotypeError
from optotype.picture_encoder import pyramid
from optotype.rankers import Candidate, Request, Unseen
from optotype.rankers._trained import cosines
from optotype.records import Paper
from tests.conftest import library
from tests.rankers.papers import CAPTIONS, RIGHT, boxes, plot

torch = library("torch")

ABSTRACT = "We propose a network that looks at birds."


def request(*images: object) -> Request:
    figures = tuple(
        Candidate(f"F{number}", caption, (lambda image=image: image,))  # pyright: ignore[reportArgumentType]
        for number, (caption, image) in enumerate(zip(CAPTIONS, images, strict=False))
    )
    return Request(ABSTRACT, figures)


RUNS = {"pixels": "ga_bc", "embedded": "abs2fig", "heads": "abs2fig_caption", "tuned": "abs2fig_caption"}


@pytest.mark.parametrize("run", RUNS)
def test_a_training_is_a_ranker_and_nothing_changes_when_figures_are_shuffled(made: Path, run: str) -> None:
    ranker = rankers.build(f"{RUNS[run]}:run={made / run}")
    asked = request(plot(1), boxes(2), plot(3), plot(4))
    ranked = ranker.rank(asked)
    shuffled = Request(ABSTRACT, tuple(random.Random(3).sample(asked.candidates, k=4)))
    assert ranker.rank(shuffled) == ranked
    assert len({one.rated.score for one in ranked}) > 1
    # alone, a figure has the score that it has among others
    for figure in asked.candidates:
        (alone,) = ranker.rank(Request(ABSTRACT, (figure,)))
        assert alone.rated.score == pytest.approx(
            next(one.rated.score for one in ranked if one.id == figure.id), abs=1e-5
        )


def test_onnxruntime_gives_what_torch_gave(made: Path) -> None:
    from optotype.training._ga_bc import Training
    from optotype.training.ga_bc import GaBc

    recipe = GaBc(hidden=8, epochs=2, batch=4, encoder="resnet", side=32, channels=8)
    training = Training(recipe, made / "bench", made / "pixels")
    training.take_best()
    image = boxes(5)
    with torch.no_grad():
        expected = float(training.network(torch.from_numpy(pyramid(image, (1,), 32)))[0])
    (only,) = rankers.build(f"ga_bc:run={made / 'pixels'}").rank(request(image))
    assert only.rated.score == pytest.approx(expected, abs=1e-5)


def test_a_ranker_runs_without_torch(made: Path) -> None:
    spec = f"abs2fig:run={made / 'embedded'}"
    code = (
        "import sys; sys.modules['torch'] = None; from optotype import rankers; "
        "from optotype.rankers import Candidate, Request; from tests.rankers.papers import boxes, plot; "
        "figures = (Candidate('a', '', (lambda: boxes(1),)), Candidate('b', '', (lambda: plot(1),))); "
        f"print(len(rankers.build({spec!r}).rank(Request('We look.', figures))))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "2"


def test_without_training_a_clip_compares_as_it_is(made: Path) -> None:
    from tests.metrics.pictured import Plainly

    image = boxes(3)
    found = rankers.build(f"abs2fig:encoder=hf/{made / 'clip'}").rank(request(plot(1), image))
    plainly = Plainly(made / "clip")
    inputs = plainly._processor(  # pyright: ignore[reportPrivateUsage]
        text=[ABSTRACT], images=[image], return_tensors="pt", truncation=True
    )
    both = plainly._model(**inputs)  # pyright: ignore[reportPrivateUsage]
    expected = float((both.text_embeds[0] @ both.image_embeds[0]).detach())
    assert {one.id: one.rated.score for one in found}["F1"] == pytest.approx(expected, abs=1e-5)


def test_with_captions_picture_times_caption_is_compared_number_by_number() -> None:
    given = {
        "abstract": np.array([[1.0, 1.0]], dtype=np.float32),
        "pictures": np.array([[2.0, 0.0], [1.0, 2.0]], dtype=np.float32),
        "captions": np.array([[1.0, 5.0], [2.0, 1.0]], dtype=np.float32),
    }
    assert cosines(given).tolist() == pytest.approx([2 / 8**0.5, 1.0])


def test_a_figure_has_the_score_of_its_best_part_and_of_its_best_picture(made: Path) -> None:
    ranker = rankers.build(f"ga_bc:run={made / 'pixels'}")
    alone = {one.id: one.rated.score for one in ranker.rank(request(plot(1), boxes(2)))}
    parts = request(plot(1), boxes(2)).candidates
    whole = Candidate("W", "", parts=parts)
    several = Candidate("S", "", tuple(opening for part in parts for opening in part.pictures))
    scores = {one.id: one.rated.score for one in ranker.rank(Request(ABSTRACT, (whole, several)))}
    assert scores["W"] == scores["S"] == max(alone.values())


def test_a_figure_that_cannot_be_looked_at_counts_as_the_others_do_in_the_mean(made: Path) -> None:
    ranker = rankers.build(f"abs2fig:run={made / 'embedded'}")
    known = [one.rated.score for one in ranker.rank(request(plot(1), boxes(2)))]
    found = {one.id: one.rated for one in ranker.rank(request(plot(1), boxes(2), None))}
    assert found["F2"].score == pytest.approx(sum(known) / 2)
    assert found["F2"].reasons[0].what == "its picture cannot be looked at"
    with pytest.raises(Unseen, match="None of the paper's figures has a picture"):
        ranker.rank(request(None, None))
    assert ranker.rank(Request(ABSTRACT, ())) == []


def test_it_is_evaluated_like_any_respondent_and_a_paper_without_pictures_is_a_failure(
    made: Path, tmp_path: Path
) -> None:
    shutil.copytree(made / "bench", tmp_path / "bench")
    with optotype.open(tmp_path / "bench") as bench:
        blind = next(bench.store.each(Paper))
        with bench.store.event("test") as writer:
            figures = tuple(figure.model_copy(update={"pictures": ()}) for figure in blind.figures)
            writer.put(blind.model_copy(update={"figures": figures}))
        result = bench.evaluate(f"ranker/ga_bc:run={made / 'pixels'}", metric=["mrr"])
    assert [count for note, count in result.failures.items() if "None of the paper's figures" in note] == [1]
    assert result.judged[0].overall.value is not None


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("abs2fig", r"needs a training: abs2fig:run=FOLDER .* abs2fig:encoder=hf/PATH"),
        ("ga_bc:encoder=hf/x", r"needs a training: ga_bc:run=FOLDER"),
        ("abs2fig:run=nowhere", "holds no trained ranker"),
        ("abs2fig:run={pixels}", "holds a training of 'ga_bc', not of 'abs2fig'"),
        ("abs2fig_caption:run={heads},encoder=embedded", "was trained with 'hf/clip@"),
        ("abs2fig:encoder=hf/no folder", "There is no folder"),
    ],
)
def test_what_is_not_there_is_told_before_anything_is_ranked(made: Path, spec: str, complaint: str) -> None:
    ranker = rankers.build(spec.format(pixels=made / "pixels", heads=made / "heads"))
    with pytest.raises(OptotypeError, match=complaint):
        ranker.ready()


@pytest.mark.parametrize(
    ("file", "content", "complaint"),
    [
        ("ranker.json", "{", "is no card"),
        ("ranker.json", '{"ranker": "abs2fig", "encoder": "embedded", "weights": "embedded", "code": 1}', "is no card"),
        ("ranker.json", " " * 200_000, "is small"),
        ("scores.onnx", "no network", "no network that onnxruntime can load"),
        ("scores.onnx", None, "cannot be read"),
    ],
)
def test_a_damaged_training_is_told(made: Path, tmp_path: Path, file: str, content: str | None, complaint: str) -> None:
    shutil.copytree(made / "embedded" / "ranker", tmp_path / "ranker")
    (tmp_path / "ranker" / file).unlink()
    if content is not None:
        (tmp_path / "ranker" / file).write_text(content)
    with pytest.raises(OptotypeError, match=complaint):
        rankers.build(f"abs2fig:run={tmp_path}").ready()


def test_a_network_of_another_shape_is_told(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "embedded" / "ranker", tmp_path / "ranker")
    card = json.loads((tmp_path / "ranker" / "ranker.json").read_text())
    (tmp_path / "ranker" / "ranker.json").write_text(json.dumps(card | {"encoder": "resnet", "weights": "resnet"}))
    with pytest.raises(OptotypeError, match=r"takes .*768.* but what it would be given is .*64, 64, 3"):
        rankers.build(f"abs2fig:run={tmp_path}").ready()


def test_the_right_figure_of_papers_that_it_never_saw_is_found(made: Path) -> None:
    ranker = rankers.build(f"abs2fig:run={made / 'embedded'}")
    firsts = [ranker.rank(request(plot(number), boxes(number), plot(number + 1)))[0].id for number in range(1000, 1005)]
    assert firsts == [f"F{RIGHT}"] * 5
