from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.records import Picture
from tests.samples import fill


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "400"})


def test_a_healthy_bench_gives_exit_code_zero(bench: Workbench) -> None:
    fill(bench)
    result = doctor("--bench", str(bench.folder), "doctor")
    assert result.exit_code == 0
    assert "11 items" in result.stdout


def test_something_broken_gives_exit_code_one(bench: Workbench) -> None:
    fill(bench)
    path = bench.path(next(bench.store.each(Picture)))
    assert path is not None
    path.unlink()
    result = doctor("--bench", str(bench.folder), "doctor", "--deep", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["well"] is False
    assert {check["name"] for check in found["checks"] if check["state"] == "broken"} == {"pictures"}


def test_it_works_outside_of_a_bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPTOTYPE_BENCH", raising=False)
    result = doctor("doctor")
    assert result.exit_code == 0
    assert "This folder is not in a bench" in result.stdout
