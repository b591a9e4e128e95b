"""`optotype audit`, as a shell runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype import Workbench
from optotype.cli import app
from optotype.records import Gold, Item
from tests.baselines.test_learned import choices
from tests.samples import fill


@pytest.fixture
def folder(bench: Workbench) -> Path:
    fill(bench)
    return bench.folder


def planted(bench: Workbench) -> None:
    pairs = choices(60, longest=True)
    with bench.store.event("test") as writer:
        writer.clear(Item, {})
        writer.clear(Gold, {})
        writer.write(add=[noun for pair in pairs for noun in pair])


def audit(folder: Path, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["--bench", str(folder), "audit", "--fast", *options])
    return done.exit_code, done.output


def test_problems_fail_only_where_it_has_to_be_strict(bench: Workbench) -> None:
    fill(bench)
    planted(bench)
    code, told = audit(bench.folder)
    assert code == 0
    assert "problem" in told
    assert "longest_option" in told
    assert audit(bench.folder, "--strict")[0] == 1


def test_all_that_was_found_comes_as_json(folder: Path) -> None:
    code, told = audit(folder, "--json")
    found = json.loads(told)
    assert code == 0
    assert {"items", "split", "claims", "findings", "skipped", "runs", "severity"} <= set(found)
    assert all(claim["message"] for claim in found["claims"])


def test_what_was_not_examined_is_said(folder: Path) -> None:
    assert "no model was named with --model" in " ".join(audit(folder)[1].split())


def test_a_split_that_is_not_there_is_told(folder: Path) -> None:
    done = CliRunner().invoke(app, ["--bench", str(folder), "audit", "--split", "tset"])
    assert "tset" in str(done.exception)


def test_a_model_can_be_asked_without_pictures(folder: Path) -> None:
    done = CliRunner().invoke(
        app, ["--bench", str(folder), "eval", "--model", "baseline/random", "--sight", "none", "--json"]
    )
    assert json.loads(done.output)["run"]["settings"]["asking"]["sight"] == "none"
