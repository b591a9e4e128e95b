"""SciVQA's predictions."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench
from optotype.asking import Asking
from optotype.errors import BadSource
from tests.predictions.files import said, write
from tests.predictions.runs import REPLIES, SILENCE, keep
from tests.samples import fill


def test_empty_texts_stay_texts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'instance_id,answer_pred,more\nab,,x\ncd,"A,B",\nef,NaN,\n')
    assert said(path, "scivqa") == {"ab": "", "cd": "A,B", "ef": "NaN"}


def test_a_missing_column_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "instance_id,answer\nab,B\n")
    with pytest.raises(BadSource, match=r"a\.csv, line 2: no field 'answer_pred'\. Found: instance_id, answer\."):
        said(path, "scivqa")
    path = write(tmp_path / "a.json", [{"instance_id": 1, "answer_pred": "B"}, {"instance_id": 2}])
    with pytest.raises(BadSource, match=r"a\.json, element 2: no field 'answer_pred'\. Found: instance_id\."):
        said(path, "scivqa")


def test_a_run_is_written_as_the_shared_task_wants_it(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"several": "A, C", "yes-no": 'No, "never"', "text": "<think>hm</think>S-shaped", "rating": None})
    done = bench.export_run("scivqa", tmp_path / "a.csv", run="run")
    assert (tmp_path / "a.csv").read_text() == (
        'instance_id,answer_pred\nseveral,"A, C"\nyes-no,"No, ""never"""\ntext,S-shaped\nrating,\n'
    )
    assert (done.written, done.empty, done.left_out) == (4, {"failed": 1}, {})


def test_what_was_read_is_written_as_the_data_set_writes_its_answers(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    keep(bench, SILENCE, name="silent")
    bench.export_run("scivqa:say=answer", tmp_path / "a.csv", run="run")
    assert said(tmp_path / "a.csv", "scivqa") == {
        "choice-pictures": "B",
        "choice-texts": "G",
        "several": "A,C",
        "yes-no": "No",
        "number": "0.27",
        "text": "S-shaped",
        "cannot": "It is not possible to answer this question based only on the provided data.",
        "ranking": "D,A,B,C",
        "graph": "( men , is , 2 ) , ( men , on , bench )",
        "preference": "B",
        "rating": "",
    }
    done = bench.export_run("scivqa", tmp_path / "b.csv", run="silent", settings={"say": "answer"})
    assert set(said(tmp_path / "b.csv", "scivqa").values()) == {""}
    assert done.empty == {"unread": 2, "dont_know": 2, "refused": 2, "failed": 1}


def test_a_reply_to_another_order_is_written_in_the_items_own_letters(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    (answer,) = keep(bench, {"choice-texts": "A"}, asking=Asking(permute="shuffle"))
    assert answer.shown is not None
    assert answer.shown[0] != "A"
    bench.export_run("scivqa", tmp_path / "a.csv", run="run")
    assert said(tmp_path / "a.csv", "scivqa") == {"choice-texts": answer.shown[0]}


def test_letters_that_meant_other_options_are_not_written(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"choice-texts": "Either A or B.", "yes-no": "No"}, asking=Asking(permute="shuffle"))
    done = bench.export_run("scivqa", tmp_path / "a.csv", run="run")
    assert said(tmp_path / "a.csv", "scivqa") == {"choice-texts": "", "yes-no": "No"}
    assert done.empty == {"unread": 1}


def test_of_several_orders_the_items_own_is_written(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"choice-pictures": "B", "yes-no": "No"}, asking=Asking(permute="circular"))
    done = bench.export_run("scivqa", tmp_path / "a.csv", run="run")
    assert said(tmp_path / "a.csv", "scivqa") == {"choice-pictures": "B", "yes-no": "No"}
    assert (done.answers, done.written, done.left_out) == (5, 2, {"to another order of the options": 3})
