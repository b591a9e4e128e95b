"""Logs of Inspect. Names and types of fields were taken from a log that Inspect 0.3.285 wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.asking import Asking
from optotype.errors import BadSource
from tests.predictions.files import archive, read, said, write
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill


def sample(id: object, completion: str, epoch: int = 1, **more: object) -> dict[str, object]:
    """A sample as Inspect writes it, as far as it is looked at."""
    message = {"id": "x", "content": completion, "source": "generate", "role": "assistant", "model": "mockllm/model"}
    output = {
        "model": "mockllm/model",
        "choices": [{"message": message, "stop_reason": "stop"}],
        "completion": completion,
        "usage": {"input_tokens": 36, "output_tokens": 9, "total_tokens": 45},
    }
    return {"id": id, "epoch": epoch, "input": "Which?", "target": "A", "output": output, "metadata": {}, **more}


def log(*samples: object, **more: object) -> dict[str, object]:
    """A log as Inspect writes it."""
    return {
        "version": 2,
        "status": "success",
        "eval": {"task": "mc", "model": "mockllm/model", "dataset": {"samples": len(samples)}},
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {"total_samples": len(samples), "scores": []},
        "samples": list(samples),
        "reductions": [{"scorer": "choice", "samples": [{"value": 1.0, "sample_id": "a"}]}],
        **more,
    }


# --- reading


def test_a_log_is_read_sample_by_sample(tmp_path: Path) -> None:
    path = write(tmp_path / "log.json", log(sample("a", "ANSWER: A"), sample(2, "")))
    assert said(path, "inspect") == {"a": "ANSWER: A", "2": ""}
    assert [one.place for one in read(path, "inspect")] == ["log.json, sample 1", "log.json, sample 2"]


def test_a_sample_that_failed_has_no_prediction(tmp_path: Path) -> None:
    failed = sample("a", "", error={"message": "timeout"}, output={"model": "m", "choices": [], "completion": ""})
    assert said(write(tmp_path / "log.json", log(failed, sample("b", "B"))), "inspect") == {"b": "B"}


def test_of_several_epochs_one_has_to_be_named(tmp_path: Path) -> None:
    path = write(tmp_path / "log.json", log(sample("a", "A"), sample("a", "B", 2)))
    with pytest.raises(BadSource, match=r"log\.json, sample 2: the log has several epochs, .* inspect:epoch=1\."):
        read(path, "inspect")
    assert said(path, "inspect:epoch=2") == {"a": "B"}


def test_marks_that_are_no_numbers_do_no_harm(tmp_path: Path) -> None:
    path = write(tmp_path / "log.json", log(sample("a", "A", scores={"choice": {"value": float("nan")}})))
    assert "NaN" in path.read_text()
    assert said(path, "inspect") == {"a": "A"}


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (3, r"sample 1: a sample with an 'output' was expected, not 3\."),
        ({"id": "a"}, r"sample 1: a sample with an 'output' was expected"),
        ({"epoch": 1, "output": {"choices": [1], "completion": "A"}}, r"sample 1: no 'id', or no text"),
        ({"id": "a", "output": {"choices": [1], "completion": None}}, r"sample 1: no 'id', or no text"),
        ({"id": None, "output": {"choices": [1], "completion": "A"}}, r"sample 1: null was found"),
    ],
)
def test_what_is_no_sample_is_told(broken: object, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=complaint):
        read(write(tmp_path / "log.json", log(broken)), "inspect")


def test_the_archive_that_inspect_keeps_a_log_in_is_told(tmp_path: Path) -> None:
    path = archive(tmp_path / "log.eval", header__json={"version": 2}, summaries__json=[])
    with pytest.raises(BadSource, match=r"inspect log convert log\.eval --to json --output-dir DIR"):
        read(path, "inspect")


# --- writing

HEADER = {
    "version": int,
    "status": str,
    "eval": dict,
    "plan": dict,
    "results": dict,
    "stats": dict,
    "invalidated": bool,
    "samples": list,
}
EVAL = {
    "eval_id": str,
    "run_id": str,
    "created": str,
    "task": str,
    "task_id": str,
    "task_version": str,
    "task_args": dict,
    "task_args_passed": dict,
    "dataset": dict,
    "model": str,
    "model_generate_config": dict,
    "model_args": dict,
    "config": dict,
    "packages": dict,
    "metadata": dict,
    "scorers": list,
}
SAMPLE = {
    "id": str,
    "epoch": int,
    "input": (str, list),
    "target": (str, list),
    "messages": list,
    "output": dict,
    "scores": dict,
    "metadata": dict,
    "store": dict,
    "events": list,
    "model_usage": dict,
    "uuid": str,
    "error_retries": list,
    "attachments": dict,
}


def check(found: dict[str, Any], types: dict[str, Any]) -> None:
    """Has an object these fields, of these types?"""
    assert set(types) <= set(found)
    for name, kind in types.items():
        assert isinstance(found[name], kind), name


def written(bench: Workbench, folder: Path, run: str = "run") -> dict[str, Any]:
    """The log of a run."""
    text = bench.export_run("inspect", folder / "log.json", run=run, force=True).path.read_text()
    assert list(json.loads(text)) == list(HEADER)  # Inspect reads what comes before the samples in this order
    return json.loads(text)


def test_a_log_has_what_inspect_has(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    found = written(bench, tmp_path)
    check(found, HEADER)
    check(found["eval"], EVAL)
    for one in found["samples"]:
        check(one, SAMPLE)
        for message in one["messages"]:
            check(message, {"content": (str, list), "role": str})
    assert (found["version"], found["status"]) == (2, "success")
    assert found["eval"]["created"] == "2026-03-01T12:00:00+00:00"
    assert found["eval"]["dataset"] == {"name": "bench", "samples": 11, "shuffled": False}
    assert found["eval"]["model_generate_config"] == {"temperature": 0.0, "max_tokens": 64}
    assert found["stats"]["model_usage"] == {
        "acme/vision-1": {"input_tokens": 120, "output_tokens": 34, "total_tokens": 154}
    }


def test_the_figures_are_those_of_the_run(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {**REPLIES, "yes-no": "Yes", "text": "hm", "number": None}, metric=("accuracy", "choice"))
    results = written(bench, tmp_path)["results"]
    # nine have gold; one of them was never heard, and two of the eight are wrong
    assert (results["total_samples"], results["completed_samples"]) == (11, 9)
    accuracy, choice = results["scores"]
    assert (accuracy["name"], accuracy["scored_samples"], accuracy["unscored_samples"]) == ("accuracy", 8, 3)
    assert accuracy["metrics"]["mean"] == {"name": "mean", "value": 0.75, "params": {}}
    assert accuracy["metadata"]["signature"] == "accuracy/1"
    assert (choice["name"], choice["scored_samples"]) == ("choice", 3)
    assert choice["metrics"]["precision"]["value"] == 1.0


def test_two_metrics_of_one_name_are_told_apart(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"several": "A"}, metric=("choice", "choice:partial=true"))
    (one,) = written(bench, tmp_path)["samples"]
    assert {name: score["value"] for name, score in one["scores"].items()} == {
        "choice": 0.0,
        "choice(partial=True)/1": 0.5,
    }


def test_an_item_is_told_as_it_was_put_with_pictures_by_their_place(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"yes-no": "No"})
    (one,) = written(bench, tmp_path)["samples"]
    parts = one["input"][0]["content"]
    assert [part["type"] for part in parts] == ["image", "text"]
    assert "Сколько яблок? yes-no" in parts[1]["text"]
    assert parts[1]["text"].endswith("Reply with nothing but yes or no.")
    assert (bench.folder / parts[0]["image"]).is_file()
    assert parts[0]["image"].startswith("pictures/")
    assert one["messages"] == [
        *one["input"],
        {"content": "No", "source": "generate", "role": "assistant", "model": "acme/vision-1"},
    ]
    assert "base64" not in (tmp_path / "log.json").read_text()
    assert str(tmp_path) not in (tmp_path / "log.json").read_text()


def test_options_go_by_the_letters_that_were_shown(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    (answer,) = keep(bench, {"choice-texts": "A"}, asking=Asking(permute="shuffle"))
    assert answer.shown is not None
    (one,) = written(bench, tmp_path)["samples"]
    assert one["choices"] == [f"option {label}" for label in answer.shown]
    assert one["target"] == "ABCDEFG"[answer.shown.index("G")]
    assert one["scores"]["accuracy"]["answer"] == "A"
    assert one["metadata"]["optotype"]["shown"] == list(answer.shown)
    assert said(tmp_path / "log.json", "inspect") == {"mixed/choice-texts": answer.shown[0]}


def test_orders_of_options_are_epochs(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"choice-pictures": "A", "yes-no": "No"}, asking=Asking(permute="circular"))
    found = written(bench, tmp_path)
    assert [(one["id"], one["epoch"]) for one in found["samples"]] == [
        *(("mixed/choice-pictures", epoch) for epoch in (1, 2, 3, 4)),
        ("mixed/yes-no", 1),
    ]
    assert found["eval"]["config"]["epochs"] == 4
    # B is right, which is the first to be shown in one of four orders
    assert {one["scores"]["accuracy"]["value"] for one in found["samples"][:4]} == {0.25}
    assert found["samples"][0]["scores"]["accuracy"]["explanation"] == "the mean over all orders of the options"
    assert [one["target"] for one in found["samples"][:4]] == ["B", "A", "D", "C"]


def test_what_became_of_a_reply_is_told_in_inspects_words(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    replies = {"choice-texts": "Either A or B.", "yes-no": "", "text": "I'm sorry, but I can't help with that."}
    keep(bench, {**replies, "several": None, "preference": "B"})
    samples = {one["id"]: one for one in written(bench, tmp_path)["samples"]}
    reasons = {id: one["scores"]["accuracy"]["reason"] for id, one in samples.items() if one["scores"]}
    assert reasons == {
        "mixed/choice-texts": "invalid_response_format",
        "mixed/yes-no": "no_response",
        "mixed/text": "refusal",
    }
    failed = samples["mixed/several"]
    assert failed["error"] == {"message": "no reply in time", "traceback": "", "traceback_ansi": ""}
    assert (failed["output"]["choices"], failed["scores"]) == ([], {})
    without_gold = samples["mixed/preference"]
    assert (without_gold["target"], without_gold["scores"], without_gold["metadata"]["gold"]) == ("", {}, None)


def test_what_is_right_stands_as_texts(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    targets = {one["id"].removeprefix("mixed/"): one["target"] for one in written(bench, tmp_path)["samples"]}
    assert targets["several"] == "A,C"
    assert targets["yes-no"] == "no"
    assert targets["number"] == ["0.25-0.3", "0.5"]
    assert targets["text"] == ["S-shaped", "sigmoid"]
    assert targets["cannot"] == "It is not possible to answer this question based only on the provided data."
