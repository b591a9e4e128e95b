"""Sample logs of lm-evaluation-harness. Names and types were taken from what its version 0.4.13 wrote."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.asking import Asking
from optotype.errors import BadSource
from optotype.records import Gold
from tests.predictions.files import item, read, said, write
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill

NOTHING: list[list[str]] = [[]]


def row(id: object, replies: object, **more: object) -> dict[str, object]:
    """A line as the harness writes it."""
    return {
        "doc_id": 0,
        "doc": {"id": id, "question": "Which?", "choices": ["red", "blue"]},
        "target": "0",
        "arguments": {"gen_args_0": {"arg_0": "Which?", "arg_1": " red"}, "gen_args_1": {"arg_1": " blue"}},
        "resps": replies,
        "filtered_resps": ["x"],
        "filter": "none",
        "metrics": ["acc"],
        "doc_hash": "",
        "prompt_hash": "",
        "target_hash": "",
        "acc": 1.0,
        **more,
    }


def lines(path: Path, *rows: object) -> Path:
    return write(path, "".join(json.dumps(row) + "\n" for row in rows))


# --- reading


def test_what_the_model_said_is_read(tmp_path: Path) -> None:
    path = lines(tmp_path / "s.jsonl", row("a", [["lol"]]), row(2, [[""]], acc=float("nan")), row("c", NOTHING))
    assert said(path, "lm_eval") == {"a": "lol", "2": ""}


def test_weighed_choices_become_the_likeliest(tmp_path: Path) -> None:
    weighed = [[["-0.55", "False"]], [["-0.10", "False"]]]
    (found,) = read(lines(tmp_path / "s.jsonl", row("a", weighed)), "lm_eval")
    assert (found.option, found.text, found.scores) == (1, "blue", {"A": -0.55, "B": -0.10})


def test_lines_of_other_filters_repeat_the_replies(tmp_path: Path) -> None:
    rows = [row("a", [["it is 3"]], filter=name, filtered_resps=[text]) for name, text in (("none", "?"), ("re", "3"))]
    path = lines(tmp_path / "s.jsonl", *rows)
    assert said(path, "lm_eval") == {"a": "it is 3"}
    assert said(path, "lm_eval:filter=re") == {"a": "3"}


def test_of_several_replies_one_has_to_be_named(tmp_path: Path) -> None:
    path = lines(tmp_path / "s.jsonl", row("a", [["x", "y"]]))
    with pytest.raises(BadSource, match=r"s\.jsonl, line 1: 2 replies to one document, .* lm_eval:reply=1\."):
        read(path, "lm_eval")
    assert said(path, "lm_eval:reply=2") == {"a": "y"}
    with pytest.raises(BadSource, match=r"line 1: reply 3 is wanted, and there are 2\."):
        read(path, "lm_eval:reply=3")


def test_a_document_is_called_by_its_id_and_not_by_its_number(tmp_path: Path) -> None:
    path = lines(tmp_path / "s.jsonl", row("a", [["x"]], doc={"question": "?", "number": 5}))
    with pytest.raises(BadSource, match=r"no field 'id'\. Found: question, number\. Say which .* lm_eval:id=NAME"):
        read(path, "lm_eval")
    assert said(path, "lm_eval:id=number") == {"5": "x"}
    assert said(path, "lm_eval:id=doc_id") == {"0": "x"}
    path = lines(tmp_path / "t.jsonl", row("a", [["x"]], doc={"id": 1, "index": 2}))
    with pytest.raises(BadSource, match=r"'id' and 'index' could be meant as the id\. Say which with: lm_eval:id=NAME"):
        read(path, "lm_eval")


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (row("a", "x"), r"line 2: a document and replies were expected"),
        (row("a", [["x"]], doc=3), r"line 2: a document and replies were expected"),
        (row("a", [[3]]), r"line 2: a reply in words was expected, not 3\."),
        (row("a", [[["?", "False"]], [["-1", "False"]]]), r"line 2: a reply in words was expected"),
        (row(None, [["x"]]), r"line 2: null was found"),
    ],
)
def test_what_is_no_reply_is_told(broken: object, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=complaint):
        read(lines(tmp_path / "s.jsonl", row("z", [["x"]]), broken), "lm_eval")


# --- writing

LINE = {
    "doc_id": int,
    "doc": dict,
    "target": str,
    "arguments": dict,
    "resps": list,
    "filtered_resps": list,
    "filter": str,
    "metrics": list,
    "doc_hash": str,
    "prompt_hash": str,
    "target_hash": str,
}
RESULTS = {
    "results": dict,
    "group_subtasks": dict,
    "configs": dict,
    "versions": dict,
    "n-shot": dict,
    "higher_is_better": dict,
    "n-samples": dict,
    "config": dict,
    "date": float,
    "model_source": str,
    "model_name": str,
    "model_name_sanitized": str,
    "total_evaluation_time_seconds": str,
    "task_hashes": dict,
}


def written(bench: Workbench, folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The samples of a run, and its results."""
    done = bench.export_run("lm_eval", folder / "samples_mixed.jsonl", run="run")
    assert done.beside == [folder / "results_mixed.json"]
    samples = [json.loads(line) for line in done.path.read_text().splitlines()]
    return samples, json.loads(done.beside[0].read_text())


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_log_has_what_the_harness_has(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    samples, results = written(bench, tmp_path)
    for number, one in enumerate(samples):
        assert list(one)[: len(LINE)] == list(LINE)
        for name, kind in LINE.items():
            assert isinstance(one[name], kind), name
        assert one["doc_id"] == number
        assert one["metrics"] == [name for name in one if name == "accuracy"]
        assert one["doc_hash"] == sha256(json.dumps(one["doc"], indent=2, ensure_ascii=False))
        assert one["prompt_hash"] == sha256(one["arguments"]["gen_args_0"]["arg_0"])
        assert one["target_hash"] == sha256(one["target"])
    for name, kind in RESULTS.items():
        assert isinstance(results[name], kind), name
    hashes = "".join(one["doc_hash"] + one["prompt_hash"] + one["target_hash"] for one in samples)
    assert results["task_hashes"] == {"mixed": sha256(hashes)}


def test_the_figures_are_those_of_the_run(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {**REPLIES, "yes-no": "Yes", "text": "hm", "number": None})
    samples, results = written(bench, tmp_path)
    # nine have gold; one of them was never heard, and two of the eight are wrong
    assert results["results"]["mixed"]["accuracy,optotype"] == 0.75
    assert results["results"]["mixed"]["sample_len"] == 11
    assert results["n-samples"] == {"mixed": {"original": 11, "effective": 11}}
    assert [one["accuracy"] for one in samples if "accuracy" in one] == [1, 1, 1, 0, 0, 1, 1, 1]


def test_a_line_has_the_prompt_the_reply_and_what_was_read(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"yes-no": "No, never.", "text": "I don't know.", "rating": None})
    (one, unknown, failed), _ = written(bench, tmp_path)
    asked = one["arguments"]["gen_args_0"]
    assert asked["arg_0"].startswith("<image>\n")
    assert asked["arg_0"].endswith("Reply with nothing but yes or no.")
    assert asked["arg_1"] == {"until": [], "temperature": 0.0, "max_gen_toks": 64}
    assert asked["arg_2"]["visual"] == one["doc"]["pictures"]
    assert (bench.folder / one["doc"]["pictures"][0]).is_file()
    assert (one["target"], one["resps"], one["filtered_resps"]) == ("no", [["No, never."]], ["no"])
    assert (unknown["resps"], unknown["filtered_resps"]) == ([["I don't know."]], ["[invalid]"])
    assert unknown["target"] == "S-shaped or sigmoid"
    assert (failed["resps"], failed["filtered_resps"], failed["target"]) == ([[]], ["[invalid]"], "")
    assert [one["optotype"][0]["state"] for one in (one, unknown, failed)] == ["given", "dont_know", "failed"]


def test_orders_of_options_are_requests(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"choice-pictures": "A"}, asking=Asking(permute="circular"))
    ((one,), _) = written(bench, tmp_path)
    assert list(one["arguments"]) == [f"gen_args_{number}" for number in range(4)]
    assert one["resps"] == [["A"]] * 4
    # a document has one target, so what was read goes by the item's own letters
    assert (one["target"], one["filtered_resps"], one["accuracy"]) == ("B", ["A", "B", "C", "D"], 0.25)
    assert [trace["shown"][0] for trace in one["optotype"]] == ["A", "B", "C", "D"]


def test_solved_examples_are_part_of_the_prompt(bench: Workbench, tmp_path: Path) -> None:
    solved, asked = item("1", question="Who?", split="train"), item("2", question="Where?")
    with bench.store.event("test") as writer:
        writer.write(add=[solved, asked, Gold(item=solved.id, accepted=("me",), rule="imported")])
    keep(bench, {"2": "here"}, asking=Asking(shots=1), collection="set")
    ((one,), results) = written(bench, tmp_path)
    assert results["n-shot"] == {"mixed": 1}
    messages = json.loads(one["arguments"]["gen_args_0"]["arg_0"])
    assert [(message["role"], message["content"].partition("\n")[0]) for message in messages] == [
        ("user", "Who?"),
        ("assistant", "me"),
        ("user", "Where?"),
    ]


def test_a_target_goes_by_the_items_own_letters(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    (answer,) = keep(bench, {"choice-texts": "A"}, asking=Asking(permute="shuffle"))
    assert answer.shown is not None
    assert answer.shown[0] != "A"
    ((one,), _) = written(bench, tmp_path)
    assert (one["target"], one["resps"], one["filtered_resps"]) == ("G", [["A"]], [answer.shown[0]])
    assert said(tmp_path / "samples_mixed.jsonl", "lm_eval") == {"mixed/choice-texts": answer.shown[0]}
