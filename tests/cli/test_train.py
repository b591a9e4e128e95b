from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype.cli import app
from tests.conftest import library


def test_an_unknown_network_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["train", "parcer", "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert "parcer" in str(found.exception)
    assert "parser" in str(found.exception)


def test_a_missing_data_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library("torch")
    loop = library("optotype.training._parser_loop")

    def here(_recipe: object) -> Path:
        return tmp_path

    monkeypatch.setattr(loop, "encoder_folder", here)
    arguments = ["train", "parser", "--split", "length", "--data", str(tmp_path), "--out", str(tmp_path / "out")]
    found = CliRunner().invoke(app, arguments)
    assert "There is no file" in str(found.exception)
    assert "FACTUAL" in str(found.exception)


def test_a_setting_that_no_recipe_has_is_refused(tmp_path: Path) -> None:
    arguments = ["train", "parser:speed=9", "--data", str(tmp_path), "--out", str(tmp_path / "out")]
    assert "no setting called 'speed'" in str(CliRunner().invoke(app, arguments).exception)
