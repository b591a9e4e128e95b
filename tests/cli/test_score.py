"""`optotype score`, from the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from optotype.cli import score_
from optotype.errors import BadSource
from tests.predictions.files import write

app = typer.Typer(rich_markup_mode="rich")
app.command("score")(score_.command)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "120"})


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    answers: dict[str, object] = {
        "1": {"label": 0, "skill": ["time"]},
        "2": {"label": 1, "skill": ["time"]},
        "3": {"label": "7", "skill": []},
    }
    return write(tmp_path / "answers.json", answers)


def test_the_tables_have_the_figures(gold: Path, tmp_path: Path) -> None:
    said = write(tmp_path / "choose_txt.json", {"results": {"1": 0, "2": 0, "9": 1}})
    result = run("iconqa", "--gold", gold, "--predictions", said)
    assert result.exit_code == 0, result.output
    for text in ("iconqa: 3 questions", "33.3333", "50.0000", "answered only", "by skill", "choose_txt", "accuracy/1"):
        assert text in result.stdout
    assert "1 has no prediction" in result.stdout
    assert "1 is for no question" in result.stdout


def test_json_has_everything_with_signatures(gold: Path, tmp_path: Path) -> None:
    one = write(tmp_path / "choose_txt.json", {"results": {"1": 0, "2": 0}})
    two = write(tmp_path / "fill_in_blank.json", {"results": {"3": "seven"}})
    result = run("iconqa", "--gold", gold, "-p", one, "-p", two, "--json", "--confidence", "0.9")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["predictions"] == ["choose_txt.json", "fill_in_blank.json"]
    assert (found["items"], found["missing"], found["empty"], found["unused"], found["answered"]) == (3, 0, 0, 0, [])
    judged = found["judged"][0]
    assert judged["signature"] == "accuracy/1"
    assert set(judged["overall"]) == {"value", "low", "high", "error", "count", "clusters"}
    assert judged["overall"]["value"] == pytest.approx(2 / 3)
    assert set(judged["by"]) == {"kind", "skill"}
    assert str(tmp_path) not in result.stdout


def test_bad_files_are_told_without_a_traceback(gold: Path, tmp_path: Path) -> None:
    result = run("iconqa", "--gold", gold, "--predictions", write(tmp_path / "p.csv", "colour\nred\n"))
    assert isinstance(result.exception, BadSource)
    assert "Found: a table with the columns colour" in str(result.exception)


def test_the_help_has_examples() -> None:
    output = run("--help").stdout
    for text in ("Examples", "optotype score iconqa", "optotype score mera", "submission.zip/LabTabVQA.json"):
        assert text in output
