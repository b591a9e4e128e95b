"""`optotype export --run`, from the shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.asking import Asking
from optotype.cli import app
from optotype.errors import OptotypeError
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill

Run = Callable[..., Result]


@pytest.fixture
def run(bench: Workbench) -> Run:
    """Exports from a bench with a run in it."""
    fill(bench)
    keep(bench, REPLIES, asking=Asking(permute="circular"))

    def invoke(*arguments: object) -> Result:
        words = ["--bench", str(bench.folder), "export", *(str(argument) for argument in arguments)]
        return CliRunner().invoke(app, words, env={"COLUMNS": "200"})

    return invoke


def test_it_tells_what_was_written_and_what_was_not(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    result = run("scivqa", path, "--run", "acme/vision-1")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == f"Wrote 11 of 30 answers to 11 items, by acme/vision-1 (run run), to {path}."
    assert lines[1] == "empty text   1 failed"
    assert lines[2] == "left out     19 to another order of the options"
    assert path.read_text().startswith("instance_id,answer_pred\n")


def test_json_has_the_whole_account(run: Run, tmp_path: Path) -> None:
    result = run("lm_eval", tmp_path / "samples_a.jsonl", "--run", "run", "--json", "--where", "kind=yes-no")
    assert json.loads(result.stdout) == {
        "path": str(tmp_path / "samples_a.jsonl"),
        "shape": "lm_eval",
        "run": "run",
        "respondent": "acme/vision-1",
        "items": 1,
        "answers": 1,
        "written": 1,
        "empty": {},
        "left_out": {},
        "beside": [str(tmp_path / "results_a.json")],
    }


def test_settings_are_those_of_the_shape(run: Run, tmp_path: Path) -> None:
    run("scivqa", tmp_path / "p.csv", "--run", "run", "--set", "say=answer", "--where", "kind=yes-no")
    assert (tmp_path / "p.csv").read_text() == "instance_id,answer_pred\nyes-no,No\n"
    run("scivqa", tmp_path / "p.csv", "--run", "run", "--where", "kind=yes-no", "--force")
    assert (tmp_path / "p.csv").read_text() == 'instance_id,answer_pred\nyes-no,"No, it is not."\n'


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["lm_eval", "out"], "A file of the shape 'lm_eval' holds the answers of a run. Name one with --run."),
        (["huggingface", "out.csv", "--run", "run"], "There is no shape of predictions called 'huggingface'."),
        (["nothing", "out"], "There is no format called 'nothing'."),
        (["plain", "out.txt", "--run", "run"], "out.txt: a file of the shape 'plain' ends with .csv or .json"),
    ],
)
def test_what_does_not_go_together_is_told(arguments: list[str], complaint: str, run: Run) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, OptotypeError)
    assert str(result.exception).startswith(complaint)


def test_the_bench_is_exported_as_before(run: Run, tmp_path: Path) -> None:
    result = run("scivqa", tmp_path / "out", "--where", "kind=yes-no")
    assert result.exit_code == 0, result.output
    assert "Wrote 1 row with 1 item" in result.stdout
