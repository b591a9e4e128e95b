"""Our logs in the hands of those whose logs they look like: Inspect, and lm-evaluation-harness."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from optotype.asking import Asking
from optotype.bench import Bench
from tests.conftest import not_here
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill


def peer(module: str, package: str) -> Any:
    """A module of a peer, which is loaded for these tests alone."""
    try:
        return import_module(module)
    except ImportError:
        not_here(package)


@pytest.fixture
def asked(bench: Bench) -> Bench:
    """A bench with a run in which options were shown in several orders, and something failed."""
    fill(bench)
    keep(bench, {**REPLIES, "yes-no": "Yes", "text": "hm"}, asking=Asking(permute="circular"))
    return bench


def test_inspect_reads_our_log(asked: Bench, tmp_path: Path) -> None:
    logs = peer("inspect_ai.log", "inspect-ai")
    path = asked.export_run("inspect", tmp_path / "logs" / "x.json", run="run").path
    log, header = logs.read_eval_log(str(path)), logs.read_eval_log(str(path), header_only=True)
    assert (log.version, log.status, log.eval.model, log.eval.created) == (
        2,
        "success",
        "acme/vision-1",
        "2026-03-01T12:00:00+00:00",
    )
    assert header.results == log.results
    # a reply that is right to one order of four or seven options is wrong to the others
    right = 1 / 4 + 1 / 7 + 1 / 7 + 0 + 1 + 0 + 1 + 1 / 4 + 1
    assert {score.name: score.metrics["mean"].value for score in log.results.scores} == {
        "accuracy": pytest.approx(right / 9)
    }
    assert [sample.error.message for sample in log.samples if sample.error] == ["no reply in time"]
    assert {sample.output.completion for sample in log.samples if sample.id == "mixed/yes-no"} == {"Yes"}
    assert len(logs.read_eval_log_sample_summaries(str(path))) == len(log.samples) == 30


def test_inspect_finds_our_log_in_a_folder(asked: Bench, tmp_path: Path) -> None:
    logs = peer("inspect_ai.log", "inspect-ai")
    (tmp_path / "logs").mkdir()
    path = asked.export_run("inspect", tmp_path / "logs", run="run").path
    (found,) = logs.list_eval_logs(str(tmp_path / "logs"))
    assert found.name.endswith(path.name)
    assert found.task == "bench"
    assert found.task_id == logs.read_eval_log(str(path), header_only=True).eval.task_id


def test_inspect_writes_our_log_back_as_it_is(asked: Bench, tmp_path: Path) -> None:
    logs = peer("inspect_ai.log", "inspect-ai")
    path = asked.export_run("inspect", tmp_path / "x.json", run="run").path
    logs.write_eval_log(logs.read_eval_log(str(path)), str(tmp_path / "back.json"))
    ours, theirs = json.loads(path.read_text()), json.loads((tmp_path / "back.json").read_text())
    samples = {(one["id"], one["epoch"]): one for one in theirs["samples"]}
    assert len(samples) == len(ours["samples"])
    for one in ours["samples"]:
        other = samples[one["id"], one["epoch"]]
        assert {name: other[name] for name in ("id", "epoch", "target", "metadata")} == {
            name: one[name] for name in ("id", "epoch", "target", "metadata")
        }
        assert other["output"]["completion"] == one["output"]["completion"]
    assert set(ours) <= set(theirs)


def test_lm_evaluation_harness_knows_every_field_of_ours(asked: Bench, tmp_path: Path) -> None:
    schema = peer("lm_eval.result_schema", "lm-eval")
    done = asked.export_run("lm_eval", tmp_path / "samples_x.jsonl", run="run")
    for line in done.path.read_text().splitlines():
        row = json.loads(line)
        # what more there is are metrics, and what no other harness has a word for
        assert set(row) - set(schema.SampleResult.__annotations__) <= {*row["metrics"], "optotype"}
        assert set(schema.SampleResult.__annotations__) <= set(row)
    results = json.loads(done.beside[0].read_text())
    assert set(results) - set(schema.EvalResults.__annotations__) == {"optotype"}
    table = peer("lm_eval.utils", "lm-eval").make_table(results)
    assert f"{results['results']['x']['accuracy,optotype']:.4f}" in table
