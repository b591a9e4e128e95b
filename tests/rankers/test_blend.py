"""Blend: words, meaning, pictures and cues, weighed together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

import optotype
from optotype import rankers
from optotype.errors import OptotypeError
from optotype.rankers import Candidate, Request
from optotype.rankers._cues import numbers, proposing, result, whole
from optotype.rankers._looks import LOOKS, looks
from optotype.rankers.blend import FEATURES, compared, features, learn

WEIGHTS = Path(optotype.__file__).parent / "embedded" / "blend" / "weights.json"
ABSTRACT = "We propose a network that ranks the figures of a paper by their captions."


def plot() -> Image.Image:
    """Axes and a curve in black on white."""
    image = Image.new("RGB", (200, 160), "white")
    pen = ImageDraw.Draw(image)
    pen.line([(20, 10), (20, 140), (190, 140)], fill="black", width=2)
    pen.line([(20, 130), (80, 60), (190, 40)], fill="black", width=2)
    return image


def diagram() -> Image.Image:
    """Coloured boxes in a row."""
    image = Image.new("RGB", (480, 160), "white")
    pen = ImageDraw.Draw(image)
    for place, colour in enumerate(("#d1495b", "#2e6fba", "#3a9b64")):
        pen.rectangle([20 + 155 * place, 40, 140 + 155 * place, 120], fill=colour)
    return image


def request(*told: tuple[str, str, Sequence[Image.Image | None]]) -> Request:
    figures = (
        Candidate(id, caption, tuple((lambda image=image: image) for image in images)) for id, caption, images in told
    )
    return Request(ABSTRACT, tuple(figures), "Ranking figures")


def test_the_overview_comes_before_the_plots() -> None:
    asked = request(
        ("loss", "Loss over epochs.", [plot()]),
        ("overview", "Overview of the proposed network.", [diagram()]),
        ("error", "Histogram of errors for different seeds.", [plot()]),
    )
    best, *_ = rankers.build("blend").rank(asked)
    assert best.id == "overview"
    assert {reason.what for reason in best.rated.reasons} <= set(FEATURES)


def test_reasons_are_parts_of_the_score() -> None:
    asked = request(("a", "Overview of the network.", [diagram()]), ("b", "Loss.", [plot()]))
    for ranked in rankers.build("blend").rank(asked):
        parts = [reason.weight for reason in ranked.rated.reasons]
        assert parts == sorted(parts, key=abs, reverse=True)
        assert abs(sum(parts)) <= sum(map(abs, parts))


def test_nothing_changes_when_figures_are_shuffled() -> None:
    told: list[tuple[str, str, list[Image.Image]]] = [
        ("a", "Overview.", [diagram()]),
        ("b", "Loss.", [plot()]),
        ("c", "Network and captions.", []),
    ]
    ranker = rankers.build("blend")
    scores = {ranked.id: ranked.rated.score for ranked in ranker.rank(request(*told))}
    turned = {ranked.id: ranked.rated.score for ranked in ranker.rank(request(*told[::-1]))}
    assert turned == pytest.approx(scores)


def test_pictures_that_cannot_be_opened_count_neither_for_nor_against() -> None:
    _, table = features(*_asked(("a", "x", [None]), ("b", "x", [plot()]), ("c", "x", [diagram()])))
    assert not table[0, -len(LOOKS) :].any()
    assert np.isfinite(table).all()


def _asked(*told: tuple[str, str, Sequence[Image.Image | None]]) -> tuple[Request, list[Candidate]]:
    asked = request(*told)
    return asked, list(asked.candidates)


def test_a_figure_with_several_pictures_has_the_score_of_its_best() -> None:
    others: list[tuple[str, str, list[Image.Image]]] = [("b", "Loss.", [plot()]), ("c", "Errors.", [diagram()])]
    places, table = features(*_asked(("a", "Overview.", [plot(), diagram()]), *others))
    assert places == [0, 0, 1, 2]
    told = len(FEATURES) - len(LOOKS)
    assert (table[0, :told] == table[1, :told]).all()
    assert (table[0, told:] == table[2, told:]).all()
    assert (table[1, told:] == table[3, told:]).all()
    ranker = rankers.build("blend")
    scores = {
        ranked.id: ranked.rated.score
        for ranked in ranker.rank(request(("a", "Overview.", [plot(), diagram()]), *others))
    }
    weights = [json.loads(WEIGHTS.read_text(encoding="utf-8"))[name] for name in FEATURES]
    assert scores["a"] == pytest.approx(max(table[0] @ weights, table[1] @ weights))


def test_one_figure_alone_is_as_good_as_itself() -> None:
    (only,) = rankers.build("blend").rank(request(("a", "Overview.", [diagram()])))
    assert only.rated.score == 0


def test_looks_tell_a_diagram_from_a_plot() -> None:
    plain, boxes = (dict(zip(LOOKS, looks(image), strict=True)) for image in (plot(), diagram()))
    assert boxes["width"] > plain["width"]
    assert boxes["colour"] > plain["colour"]
    assert boxes["flat"] > plain["flat"]
    assert boxes["lines"] < plain["lines"]


def test_dark_areas_are_no_lines_and_thin_lines_of_large_pictures_are() -> None:
    dark = Image.new("RGB", (200, 160), "white")
    ImageDraw.Draw(dark).rectangle([0, 30, 200, 120], fill="black")
    large = Image.new("RGB", (1200, 960), "white")
    ImageDraw.Draw(large).line([(0, 800), (1200, 800)], fill="black", width=2)
    lines = [dict(zip(LOOKS, looks(image), strict=True))["lines"] for image in (dark, large)]
    assert lines == [0, 1]


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "I;16"])
def test_pictures_of_every_kind_have_looks(mode: str) -> None:
    assert all(np.isfinite(looks(Image.new(mode, (3, 1)))))


def test_cues_are_found_in_english_and_russian() -> None:
    assert whole("Overview of our approach; схема системы") == ["overview", "our approach", "схема"]
    assert result("Accuracy as a function of depth; гистограмма ошибок") == [
        "accuracy",
        "as a function of",
        "гистограмма",
        "ошибок",
    ]


def test_sentences_that_say_what_is_new_are_taken_out_of_an_abstract() -> None:
    assert proposing("Figures are many. We propose a network. It is small.") == "We propose a network."
    assert proposing("Рисунков много. Предложен новый метод! Он мал.") == "Предложен новый метод!"
    assert proposing("Figures are many. They are ranked.") == "Figures are many. They are ranked."


def test_numbers_of_a_caption_are_counted_whole() -> None:
    assert numbers("Accuracy of 12 runs, 0.5 on average, in 2021.") == 4
    assert numbers("Overview.") == 0


def test_a_caption_that_has_words_of_what_is_new_comes_before_one_that_has_others(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"new": 1.0}), encoding="utf-8")
    captions = Candidate("old", "Captions of figures in journals."), Candidate("new", "A network that ranks.")
    asked = Request(f"Captions of figures fill journals. {ABSTRACT}", captions)
    best, other = rankers.build(f"blend:weights={file}").rank(asked)
    assert (best.id, other.id) == ("new", "old")
    assert "network" in best.rated.reasons[0].words


def test_what_decides_is_learned() -> None:
    chance = np.random.default_rng(0)
    told = FEATURES.index("width")
    papers: list[tuple[np.ndarray, list[bool]]] = []
    for _ in range(60):
        table = compared(chance.normal(size=(6, len(FEATURES))))
        papers.append((table, [place == table[:, told].argmax() for place in range(6)]))
    weights = learn(papers)
    assert max(weights, key=weights.__getitem__) == "width"
    assert weights["width"] > 2 * max(abs(weight) for name, weight in weights.items() if name != "width")


def test_nothing_can_be_learned_from_papers_in_which_all_is_right() -> None:
    with pytest.raises(ValueError, match="some figures are right"):
        learn([(np.zeros((2, len(FEATURES))), [True, True])])


def test_weights_of_ones_own_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"cues of results": 1.0}), encoding="utf-8")
    asked = request(("a", "Overview.", []), ("b", "Loss over epochs.", []))
    assert rankers.build(f"blend:weights={file}").rank(asked)[0].id == "b"


@pytest.mark.parametrize("content", ["[]", '{"words": "x"}', '{"nonsense": 1}', "{"])
def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(OptotypeError, match=r"weights\.json"):
        rankers.build(f"blend:weights={file}").rank(request(("a", "x", []), ("b", "y", [])))


def test_the_name_of_a_file_may_say_that_it_is_the_overview() -> None:
    figures = (Candidate("a", "Outlines.", named="sources overview"), Candidate("b", "Outlines.", named="sources x"))
    assert rankers.build("blend").rank(Request(ABSTRACT, figures))[0].id == "a"
