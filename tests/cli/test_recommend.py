"""`optotype recommend`: a table, JSON, a page; no bench needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from optotype import rankers
from optotype.cli import app
from tests.recommending.test_inspiring import corpus, mine
from tests.recommending.test_recommending import page


def optotype(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["recommend", *map(str, arguments)], env={"COLUMNS": "140"})


def test_the_table_names_figures_reasons_and_how_sure_it_is(tmp_path: Path) -> None:
    shown = optotype(page(tmp_path), "--by", "abs2cap", "--top", "2")
    assert shown.exit_code == 0, shown.output
    for told in ("Figure 2", "ranks", "confidence", "sureness", "1 more figures"):
        assert told in shown.stdout


def test_json_and_a_page_come_with_inspirations(tmp_path: Path) -> None:
    paper, papers = mine(tmp_path / "m"), corpus(tmp_path / "c")
    shown = optotype(
        paper, "--from", papers, "--year", "2019-2021", "--field", "cs", "--json", "-o", tmp_path / "x.html"
    )
    assert shown.exit_code == 0, shown.output
    told = json.loads(shown.stdout)
    assert [one["paper"] for one in told["inspirations"]] == ["sciga/1", "sciga/2"]
    assert told["searched"]["years"] == [2019, 2021]
    assert "<html" in (tmp_path / "x.html").read_text(encoding="utf-8")
    plain = optotype(paper, "--from", papers, "--top", "1", "--diverse", "0.5")
    assert "Whose are worth learning from?" in plain.stdout


@pytest.mark.parametrize("year", ["x", "20190", "2022-2019", "", "2019 2020"])
def test_years_that_are_none_are_refused(tmp_path: Path, year: str) -> None:
    assert optotype(mine(tmp_path), "--from", tmp_path, "--year", year).exit_code == 2


def test_wishes_without_a_corpus_are_refused(tmp_path: Path) -> None:
    for wish in (("--field", "cs"), ("--encoder", "minilm"), ("--near", "both")):
        shown = optotype(mine(tmp_path), *wish)
        assert shown.exit_code == 2
        assert "--from" in shown.output


def test_who_looks_at_pictures_is_not_told_which_texts_to_read(tmp_path: Path) -> None:
    shown = optotype(mine(tmp_path), "--from", tmp_path, "--encoder", "hf/clip", "--near", "caption")
    assert shown.exit_code == 2
    assert "looks at pictures" in shown.output


def test_help_names_every_ranker() -> None:
    shown = optotype("--help").output
    assert [name for name in rankers.family if name not in shown] == []
    assert "hf/PATH" in shown
