from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype import Workbench
from optotype.cli import app
from tests.samples import fill


@pytest.fixture
def folder(bench: Workbench) -> Path:
    fill(bench)
    return bench.folder


def call(folder: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["--bench", str(folder), "eval", *words], env={"COLUMNS": "200"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def test_the_table_has_a_row_for_each_model_with_its_interval(folder: Path) -> None:
    code, text = call(folder, "-m", "baseline/random", "-m", "baseline/first_option", "--by", "skill")
    assert code == 0
    assert "baseline/random" in text
    assert "baseline/first_option" in text
    assert "[" in text
    assert "by skill" in text
    assert "accuracy/1" in text


def test_json_holds_everything(folder: Path) -> None:
    code, text = call(folder, "-m", "baseline/first_option", "--json")
    assert code == 0
    found = json.loads(text)
    assert found["run"]["respondent"] == "baseline/first_option"
    judged = found["judged"][0]
    assert judged["signature"] == "accuracy/1"
    assert judged["overall"]["low"] <= judged["overall"]["value"] <= judged["overall"]["high"]
    assert sum(found["states"].values()) == 11


def test_a_wrong_way_of_asking_is_told(folder: Path) -> None:
    from optotype.errors import OptotypeError

    with pytest.raises(OptotypeError, match="permute"):
        call(folder, "-m", "baseline/random", "--permute", "sideways")


def test_one_name_for_two_models_is_refused(folder: Path) -> None:
    code, text = call(folder, "-m", "baseline/random", "-m", "baseline/majority", "--name", "x")
    assert code == 2
    assert "one model only" in text
