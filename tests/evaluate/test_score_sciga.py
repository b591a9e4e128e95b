"""Scoring rankings of figures from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype.cli import app
from optotype.errors import OptotypeError
from optotype.evaluate.scoring import score

FIVE = {f"F{number}": 1.0 for number in range(1, 6)}


def rankings(path: Path, *papers: object) -> Path:
    path.write_text("".join(json.dumps(paper) + "\n" for paper in papers), encoding="utf-8")
    return path


def paper(id: str, scores: dict[str, float], *right: str, **more: object) -> dict[str, object]:
    return {"paper_id": id, "scores": scores, "ground_truth": list(right), **more}


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    return rankings(
        tmp_path / "rankings.jsonl",
        paper("p1", {"F1": 0.2, "F2": 0.9}, "F2", fields=["cs.CV"]),
        paper("p2", {"F1": 0.9, "F2": 0.2, "F3": 0.1}, "F2", fields=["cs.CV", "math.CO"]),
        paper("p3", FIVE, "F1"),
        paper("p4", {"F1": 0.5}),
    )


def test_every_figure_of_the_paper_is_there(file: Path) -> None:
    found = score("sciga", None, [file])
    means = {judged.title: judged.overall.value for judged in found.judged}
    assert means["R@1"] == pytest.approx((1 + 0 + 1 / 5) / 3)
    assert means["R@2"] == pytest.approx((1 + 1 + 2 / 5) / 3)
    assert means["MRR"] == pytest.approx((1 + 1 / 2 + (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 5) / 3)
    assert list(means) == ["R@1", "R@2", "R@3", "MRR", "CAR@5"]
    assert (found.items, found.without_gold) == (3, 1)


def test_fields_are_told_apart_and_a_paper_may_have_two(file: Path) -> None:
    found = score("sciga", None, [file], metric=["mrr"]).judged[0].by["field"]
    assert {field: (estimate.value, estimate.count) for field, estimate in found.items()} == {
        "cs.CV": (0.75, 2),
        "math.CO": (0.5, 1),
    }


def test_what_hangs_on_alpha_and_how_values_are_spread_is_told(file: Path) -> None:
    study = score("sciga", None, [file]).confidence_study
    assert study is not None
    assert study.histogram == (0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
    values = [estimate.value for estimate in study.alphas.values()]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_what_is_told_about_car_is_about_the_one_that_judges(file: Path) -> None:
    found = score("sciga", None, [file], metric=["mrr", "car:k=3,alpha=0.9"])
    study = found.confidence_study
    assert study is not None
    assert study.metric == "CAR@3"
    assert study.alphas[0.9].value == found.judged[1].overall.value
    assert study.histogram == (0, 1, 0, 1, 0, 0, 0, 0, 0, 1)  # five equal: 0.3
    shown = CliRunner().invoke(app, ["score", "sciga", "-p", str(file), "--metric", "car:k=3"])
    assert "CAR@3 by alpha" in shown.stdout
    assert "CAR@5" not in shown.stdout


def test_the_command_gives_bare_figures_and_tables(file: Path) -> None:
    as_json = CliRunner().invoke(app, ["score", "sciga", "--predictions", str(file), "--json"])
    figures = json.loads(as_json.stdout)
    assert {"car", "mrr", "R@1", "R@2", "R@3"} < figures.keys()
    shown = CliRunner().invoke(app, ["score", "sciga", "-p", str(file)])
    assert "3 papers" in shown.stdout
    assert "CAR@5 by alpha" in shown.stdout
    assert "1 has no right answer" in shown.stdout
    assert "CAR@5 above one half" in shown.stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[1]", "was expected"),
        ('{"paper_id": 3}', "'paper_id' must be a text"),
        ('{"paper_id": "p"}', "'scores' must name a number"),
        ('{"paper_id": "p", "scores": {}}', "'scores' must name a number"),
        ('{"paper_id": "p", "scores": {"F1": "0.3"}}', "finite number"),
        ('{"paper_id": "p", "scores": {"F1": true}}', "finite number"),
        ('{"paper_id": "p", "scores": {"F1": NaN}}', "line 1"),
        ('{"paper_id": "p", "scores": {"F1": 1e999}}', "line 1"),
        ('{"paper_id": "p", "scores": {"F1": 1' + "0" * 400 + "}}", "finite number"),
        ('{"paper_id": "p", "scores": {"F1": 1}, "ground_truth": ["F9"]}', "'F9' is right, but has no score"),
        ('{"paper_id": "p", "scores": {"F1": 1}, "ground_truth": [9]}', "'ground_truth' must be a list of texts"),
        ('{"paper_id": "p", "scores": {"F1": 1}, "ground_truth": []}', "no paper in it"),
        ("{", "line 1"),
        ("", "no paper in it"),
    ],
)
def test_a_file_that_is_no_ranking_is_refused_with_its_place(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "rankings.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(OptotypeError, match=told):
        score("sciga", None, [file])


def test_a_paper_that_stands_twice_is_refused(tmp_path: Path) -> None:
    file = rankings(tmp_path / "twice.jsonl", paper("p", {"F1": 1.0}, "F1"), paper("p", {"F1": 1.0}, "F1"))
    with pytest.raises(OptotypeError, match=r"line 2: the paper 'p' stands twice"):
        score("sciga", None, [file])


def test_gold_is_named_where_it_is_needed_and_nowhere_else(file: Path) -> None:
    with pytest.raises(OptotypeError, match="Leave out --gold"):
        score("sciga", file, [file])
    with pytest.raises(OptotypeError, match="Name them with --gold"):
        score("scivqa", None, [file])


def test_a_metric_that_judges_no_rankings_says_so(file: Path) -> None:
    with pytest.raises(OptotypeError, match="does not judge rankings"):
        score("sciga", None, [file], metric=["anls"])


def test_rankings_of_other_papers_are_judged_by_their_fields(tmp_path: Path) -> None:
    file = rankings(
        tmp_path / "between.jsonl",
        {"paper_id": "p1", "scores": {"p2": 0.9, "p3": 0.1, "p1": 1.0}, "fields": ["cs.CV"], "abstract": "Cats."},
        {"paper_id": "p2", "scores": {"p1": 0.9, "p3": 0.8}, "fields": ["cs.CV", "cs.LG"], "abstract": "Cats."},
        {"paper_id": "p3", "fields": ["math.NA"], "abstract": "Sparse systems."},
        paper("p4", {"F1": 0.9, "F2": 0.1}, "F1", fields=["cs.LG"]),
        paper("p5", {"F1": 0.5}, fields=["cs.LG"]),
    )
    found = score("sciga", None, [file])
    figures = {judged.title: (judged.overall.value, judged.overall.count) for judged in found.judged}
    assert figures["Field-P@5"] == (0.5, 2)
    assert figures["R@1"] == (1.0, 1)
    assert found.without_gold == 1
    first = score("sciga", None, [file], metric=["field_precision_at_k:k=1", "abs2abs:k=1"])
    assert [judged.overall.value for judged in first.judged] == pytest.approx([1.0, 1.0], abs=1e-3)
    assert first.confidence_study is not None


def test_nobody_is_judged_by_papers_of_which_nothing_is_told(tmp_path: Path) -> None:
    known = {"paper_id": "p2", "fields": ["cs.CV"]}
    file = rankings(tmp_path / "a.jsonl", {"paper_id": "p1", "scores": {"p2": 1, "x": 2}, "fields": ["cs.CV"]}, known)
    with pytest.raises(OptotypeError, match="'x' is recommended, but no line tells what it is about"):
        score("sciga", None, [file])
    file = rankings(tmp_path / "b.jsonl", {"paper_id": "p1", "scores": {"p2": 1}, "fields": ["math"]}, known)
    found = score("sciga", None, [file], metric=["field_precision_at_k"])
    assert (found.judged[0].overall.value, found.items) == (0.0, 1)
    assert found.confidence_study is None
