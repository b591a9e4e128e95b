"""Predictions beside ChartQA's questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.errors import BadSource
from optotype.predictions import Predictions
from tests.predictions.files import item, read, write
from tests.predictions.runs import keep


def test_a_question_is_found_by_its_chart_and_its_words(tmp_path: Path) -> None:
    rows = [
        {"imgname": "a.b.png", "query": "How  many?\n", "prediction": "3"},
        {"imgname": "png/c.jpg", "query": "How many?", "prediction": "4"},
        {"imgname": "c", "query": "Which?", "prediction": "red"},
    ]
    chart, other = ("chartqa/a.b.png",), ("chartqa/c.png",)
    items = [
        item("x-1", "chartqa", pictures=other, question="How many?"),
        item("y-1", "chartqa", pictures=chart, question="How many?"),
        item("x-2", "chartqa", pictures=other, question="Which?"),
        item("x-3", "chartqa", pictures=other, question="Why?"),
    ]
    with Predictions([write(tmp_path / "a.json", rows)]) as predictions:
        found = [predictions.match(item) for item in items]
    assert [one and one.text for one in found] == ["4", "3", "red", None]


def test_a_question_that_is_asked_twice_is_answered_twice(tmp_path: Path) -> None:
    rows = [{"imgname": "a.png", "query": "How many?", "prediction": text} for text in "34"]
    items = [item(f"a-{number}", pictures=("set/a.png",), question="How many?") for number in (1, 2)]
    with Predictions([write(tmp_path / "a.json", rows)]) as predictions:
        assert [one and one.text for one in map(predictions.match, items)] == ["3", "4"]
        assert predictions.unused == 0
    with Predictions([write(tmp_path / "a.json", rows[:1])]) as predictions:
        assert [one and one.text for one in map(predictions.match, items)] == ["3", "3"]


def test_other_names_of_columns_do_where_the_shape_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "image,question,answer\na.png,How many?,3\n")
    assert [one.text for one in read(path, "chartqa")] == ["3"]
    with pytest.raises(BadSource, match="no column for the chart, such as imgname, image"):
        read(write(tmp_path / "b.csv", "id,answer\n1,3\n"), "chartqa")


def test_a_run_is_written_question_by_question(bench: Workbench, tmp_path: Path) -> None:
    charts: dict[str, Any] = {"pictures": ("set/a.png",), "question": "How many?"}
    with bench.store.event("test") as writer:
        writer.write(add=[item("1", **charts), item("2", **charts), item("3", question="Why?")])
    keep(bench, {"1": None, "2": "4 %", "3": "so"}, collection="set")
    done = bench.export_run("chartqa", tmp_path / "a.json", run="run")
    asked = {"imgname": "set/a.png", "query": "How many?"}
    # the first row is there although nothing was heard: rows for the same words are told apart by their order
    assert json.loads((tmp_path / "a.json").read_text()) == [asked | {"prediction": ""}, asked | {"prediction": "4 %"}]
    assert (done.empty, done.left_out) == ({"failed": 1}, {"about no chart": 1})
    with Predictions([tmp_path / "a.json"]) as predictions:
        found = [predictions.match(bench.item(f"set/{id}")) for id in (1, 2)]
        assert [one and one.text for one in found] == ["", "4 %"]
