"""Recommending: the figures of a paper ranked, with reasons, without a bench and in one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import optotype
from optotype import rankers
from optotype.errors import OptotypeError
from optotype.rankers import Candidate, Rated, Request
from optotype.recommending import recommend
from optotype.records import Figure, Paper
from optotype.workbench import Workbench

TITLE = "Ranking figures of papers"
ABSTRACT = "We propose a network that ranks the figures of a paper by reading their captions."
CAPTIONS = (
    "Figure 1: Training loss over epochs.",
    "Figure 2: Overview of the proposed network that ranks figures by reading captions.",
    "Figure 3: Histogram of errors for different seeds.",
)


def page(folder: Path, captions: tuple[str, ...] = CAPTIONS, abstract: str = ABSTRACT) -> Path:
    """A page as a publisher has it, with a picture for each figure."""
    folder.mkdir(parents=True, exist_ok=True)
    shown: list[str] = []
    for caption in captions:
        name = f"{len(caption)}.png"
        image = Image.new("RGB", (300 if "Overview" in caption else 120, 100), "white")
        ImageDraw.Draw(image).rectangle([10, 10, 60, 60 + len(caption) % 9], fill="#2e6fba")
        image.save(folder / name)
        shown.append(f"<figure><img src='{name}'><figcaption>{caption}</figcaption></figure>")
    said = f"<h2>Abstract</h2><p>{abstract}</p>" if abstract else ""
    body = f"<h1>{TITLE}</h1>{said}<h2>1 Method</h2><p>x</p>{''.join(shown)}"
    (folder / "paper.html").write_text(f"<html><title>{TITLE}</title><body>{body}</body></html>", encoding="utf-8")
    return folder / "paper.html"


def test_the_overview_comes_first_with_reasons_and_probabilities(tmp_path: Path) -> None:
    found = optotype.recommend(page(tmp_path))
    best = found.choices[0]
    assert best.label == "Figure 2:"
    assert best.caption.startswith("Overview")
    assert {"network", "ranks", "captions"} <= set(best.matched)
    assert "overview" in next(reason for reason in best.reasons if reason.what == "cues of the whole").words
    assert all(reason.weight for choice in found.choices for reason in choice.reasons)
    assert sum(choice.confidence for choice in found.choices) == pytest.approx(1)
    assert [choice.place for choice in found.choices] == [1, 2, 3]
    assert set(found.meanings) <= set(rankers.family["blend"].meanings)
    content = found.content(best.pictures[0])
    assert content is not None
    assert content.startswith(b"\x89PNG")
    assert found.content("nothing") is None
    assert json.loads(json.dumps(found.to_json()))["choices"][0]["figure"] == best.figure


@pytest.mark.parametrize("by", ["blend", "abs2cap:by=bm25", "abs2cap:by=embedding", "abs2cap:by=cider"])
def test_nothing_changes_when_figures_are_shuffled(tmp_path: Path, by: str) -> None:
    """Not a digit, although figures then have other numbers, and some have equal captions."""
    captions = (*(caption.partition(": ")[2] for caption in CAPTIONS), "The same.", "The same.", "A network.", "")
    chance = random.Random(3)
    seen: list[list[tuple[str, float, float, object]]] = []
    for turn in range(3):
        order = chance.sample(captions, len(captions))
        numbered = tuple(f"Figure {number}: {caption}" for number, caption in enumerate(order, 1))
        found = recommend(page(tmp_path / str(turn), numbered), by=by)
        seen.append([(one.caption, one.score, one.confidence, one.reasons) for one in found.choices])
    assert seen[0] == seen[1] == seen[2]


def test_the_number_of_a_figure_is_not_looked_at() -> None:
    figures = tuple(Figure(id=f"F{n}", caption=f"<TAG> Figure {n}: </TAG> The same.") for n in (1, 2))
    paper = Paper(id="a/b", collection="a", abstract="In Figure 1: 1 1 1 of figure 1.", figures=figures)
    first, second = rankers.build("abs2cap").rank(Request.showing(paper, lambda _: None))
    assert first.rated == second.rated
    assert first.rated.score == 0


def test_figures_without_scores_between_them_have_equal_confidence(tmp_path: Path) -> None:
    found = recommend(page(tmp_path, ("Same.",) * 5), by="abs2cap")
    assert {choice.confidence for choice in found.choices} == {0.2}
    assert found.sureness == 0.5


def test_a_figure_scores_its_best_part(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        r"\documentclass{article}\usepackage{subcaption}\begin{document}\title{T}\begin{abstract}"
        + ABSTRACT
        + r"\end{abstract}\section{M}"
        r"\begin{figure}\begin{subfigure}{.4\textwidth}\caption{Loss.}\end{subfigure}"
        r"\begin{subfigure}{.4\textwidth}\caption{The network ranks figures by their captions.}\end{subfigure}"
        r"\caption{Two.}\end{figure}\begin{figure}\caption{A network.}\end{figure}\end{document}"
    )
    best = recommend(tmp_path, by="abs2cap").choices[0]
    assert best.part is not None
    assert best.part.endswith("_2")
    assert "ranks" in best.matched


def test_a_paper_of_a_bench_is_found_by_its_id(tmp_path: Path) -> None:
    with optotype.init(tmp_path / "bench") as bench:
        bench.import_("papers", page(tmp_path / "in"))
        id = next(bench.store.each(Paper)).id
        found = bench.recommend(id)
        assert found.choices == recommend(page(tmp_path / "in")).choices
        assert found.content(found.choices[0].pictures[0]) is not None
        with pytest.raises(OptotypeError, match=f"no paper with this id. Did you mean '{id}'"):
            bench.recommend(id + "x")


def test_what_the_graphical_abstract_was_made_from_is_marked_and_judged(tmp_path: Path) -> None:
    page(tmp_path)
    overview = tmp_path / f"{len(CAPTIONS[1])}.png"
    (tmp_path / "graphical_abstract.png").write_bytes(overview.read_bytes())
    found = recommend(tmp_path)
    assert [choice.used for choice in found.choices] == [True, False, False]
    assert found.paper.kind == "reused"
    assert found.car == found.sureness
    assert 0.5 <= (found.car or 0) <= 1


def test_a_paper_without_figures_or_abstract_is_told(tmp_path: Path) -> None:
    nothing = recommend(page(tmp_path / "a", captions=()))
    assert nothing.choices == ()
    assert nothing.sureness is None
    assert any("no figures" in note for note in nothing.notes)
    bare = recommend(page(tmp_path / "b", abstract=""), by="abs2cap")
    assert len(bare.choices) == 3
    assert any("no abstract" in note for note in bare.notes)


def test_what_is_not_there_or_not_known_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="does not exist"):
        recommend(tmp_path / "nowhere.html")
    with pytest.raises(OptotypeError, match="does not exist"):
        recommend("x" * 10_000)
    with pytest.raises(OptotypeError, match="no ranker called 'blent'"):
        recommend(page(tmp_path), by="blent")


def test_script_in_a_caption_is_text(tmp_path: Path) -> None:
    found = recommend(page(tmp_path, ("Figure 1: &lt;script&gt;alert(1)&lt;/script&gt; network NaN", "x")))
    assert any("<script>alert(1)</script>" in choice.caption for choice in found.choices)


def test_ten_thousand_figures_are_ranked(tmp_path: Path) -> None:
    figures = tuple(Figure(id=f"F{n}", caption=f"Curve of the network {n % 7}") for n in range(10_000))
    paper = Paper(id="a/b", collection="a", abstract=ABSTRACT, figures=figures)
    ranked = rankers.build("blend").rank(Request.showing(paper, lambda _: None))
    assert len(ranked) == 10_000


def test_a_score_that_is_no_number_is_told() -> None:
    class Broken(rankers.family["abs2cap"]):
        def rate(self, request: Request, leaves: object) -> list[Rated]:
            return [Rated(float("nan"))]

    with pytest.raises(OptotypeError, match="the score nan; a finite number was expected"):
        Broken().rank(Request("a", (Candidate("F1", "b"),)))


@pytest.fixture(scope="module")
def real(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    bench = optotype.init(tmp_path_factory.mktemp("real") / "bench")
    bench.import_("sciga", shared("graphical_abstracts/papers.json"))
    return bench


@pytest.mark.slow
def test_real_papers_run_through(real: Workbench) -> None:
    for paper in real.store.each(Paper):
        found = real.recommend(paper.id)
        assert len(found.choices) == len(paper.figures)
        beside = real.recommend(paper.id, by="abs2cap", corpus=real)
        assert [one.paper for one in beside.inspirations] == [
            other.id for other in real.store.each(Paper) if other.id != paper.id
        ]
        assert beside.content(beside.inspirations[0].pictures[0])
