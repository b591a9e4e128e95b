"""The predictions of IconQA's networks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import BadSource
from tests.predictions.files import item, read, write
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill


def test_options_go_by_number_and_blanks_by_text(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {"results": {"4": 0, "11": "8,488", "12": 70_000}})
    assert [(one.id, one.text, one.option) for one in read(path, "iconqa")] == [
        ("4", "0", 0),
        ("11", "8,488", None),
        ("12", "70000", None),
    ]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.json", {"args": {"task": "choose_img"}, "results": {"4": 0}}, "choose_img"),
        ("a.json", {"results": {"4": 0}, "args": {"task": "choose_txt"}}, "choose_txt"),
        ("fill_in_blank.json", {"results": {"4": "0"}}, "fill_in_blank"),
        ("a.json", {"results": {"4": 0}}, ""),
    ],
)
def test_the_sub_task_is_told_by_the_settings_or_the_name(
    name: str, content: object, kind: str, tmp_path: Path
) -> None:
    assert [one.kind for one in read(write(tmp_path / name, content), "iconqa")] == [kind]


@pytest.mark.parametrize(
    ("results", "complaint"),
    [
        ({"4": -1}, r"problem 4: the number of an option was expected, from 0, not -1\."),
        ({"4": float("inf")}, "not read further: Infinity is not JSON"),
        ({"4": True}, r"problem 4: the number of an option was expected, from 0, not true\."),
        ({"4": 1.5}, r"problem 4: the number of an option was expected, from 0, not 1\.5\."),
        ({"4": 10**30}, r"problem 4: the number of an option was expected, from 0, not 10"),
        ({"4": [0]}, r"problem 4: the number of an option was expected, from 0, not \[0\]\."),
        (3, r"a\.json: results by problem were expected\."),
    ],
)
def test_what_is_no_option_is_told(results: object, complaint: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {"args": {"task": "choose_img"}, "results": results})
    with pytest.raises(BadSource, match=complaint):
        read(path, "iconqa")


def test_a_run_is_written_by_numbers_and_texts(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    done = bench.export_run("iconqa", tmp_path / "a.json", run="run")
    assert json.loads((tmp_path / "a.json").read_text()) == {
        "results": {"choice-pictures": 1, "choice-texts": 6, "text": "S-shaped"},
        "args": {"model": "acme/vision-1"},
    }
    assert done.left_out == {
        "about several options at once, which IconQA does not have": 1,
        "of the form 'yes_no', which IconQA does not have": 1,
        "of the form 'number', which IconQA does not have": 2,
        "unanswerable": 1,
        "of the form 'ranking', which IconQA does not have": 1,
        "of the form 'graph', which IconQA does not have": 1,
        "of the form 'preference', which IconQA does not have": 1,
    }


def test_the_sub_task_is_told_where_there_is_one(bench: Workbench, tmp_path: Path) -> None:
    kinds = {"1": "fill_in_blank", "2": "fill_in_blank", "3": "choose_txt"}
    with bench.store.event("test") as writer:
        writer.write(add=[item(id, tags={"kind": (kind,)}) for id, kind in kinds.items()])
    keep(bench, {"1": "8", "2": "eight", "3": "nine"}, collection="set")
    tasks: list[object] = []
    for chosen in ({}, {"kind": "fill_in_blank"}):
        bench.export_run("iconqa", tmp_path / "a.json", run="run", tags=chosen, force=True)
        tasks.append(json.loads((tmp_path / "a.json").read_text())["args"].get("task"))
    assert tasks == [None, "fill_in_blank"]
    assert [one.kind for one in read(tmp_path / "a.json", "iconqa")] == ["fill_in_blank"] * 2
