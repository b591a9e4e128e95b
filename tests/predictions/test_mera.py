"""MERA's submissions."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import BadSource, BadTarget
from optotype.records import ShortText
from tests.predictions.files import archive, item, said, write
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill

SUBMISSION = {
    "data": {"shots": [{"outputs": "A", "meta": {"id": 346}}], "test": [{"outputs": "B", "meta": {"id": 346}}]}
}


def test_all_splits_are_read(tmp_path: Path) -> None:
    assert said(write(tmp_path / "a.json", SUBMISSION), "mera") == {"shots/346": "A", "346": "B"}


def test_a_task_of_a_submission_is_named_behind_the_archive(tmp_path: Path) -> None:
    path = archive(tmp_path / "submission.zip", LabTabVQA__json=SUBMISSION, RuCLEVR__json={"data": {"test": []}})
    assert said(path / "LabTabVQA.json", "mera") == {"shots/346": "A", "346": "B"}


def test_what_stands_beside_the_data_is_no_prediction(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {"task": {"name": "x"}, **SUBMISSION})
    assert said(path, "mera") == {"shots/346": "A", "346": "B"}


@pytest.mark.parametrize(
    ("records", "complaint"),
    [
        ([{"outputs": "B"}], r"a\.json, test, element 1: no 'id' in 'meta'\. Found: outputs\."),
        ([{"outputs": "B", "meta": 3}], r"a\.json, test, element 1: no 'id' in 'meta'\."),
        ([{"meta": {"id": 3}}], r"a\.json, test, element 1: no field 'outputs'\. Found: meta\."),
        ([{"outputs": None, "meta": {"id": 3}}], r"a\.json, test, element 1: null was found"),
        (["B"], r"a\.json, test, element 1: a record with 'outputs' and 'meta' was expected\."),
        ("B", r"a\.json, test: a record with 'outputs' and 'meta' was expected\."),
    ],
)
def test_a_record_that_lacks_something_is_told(records: object, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=complaint):
        said(write(tmp_path / "a.json", {"data": {"test": records}}), "mera")


def submitted(path: Path, member: str) -> object:
    with zipfile.ZipFile(path) as packed:
        assert packed.namelist() == [member]
        return json.loads(packed.read(member))


def test_a_run_is_written_as_a_submission(bench: Workbench, tmp_path: Path) -> None:
    questions = [
        item("346", "lab", form=ShortText(), split="test"),
        item("shots/346", "lab", form=ShortText(), split="shots"),
        item("7a", "lab", form=ShortText()),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=questions)
    keep(bench, {"346": "Да\n", "shots/346": "нет", "7a": None}, collection="lab")
    expected = {
        "data": {
            "test": [{"outputs": "Да\n", "meta": {"id": 346}}, {"outputs": "", "meta": {"id": "7a"}}],
            "shots": [{"outputs": "нет", "meta": {"id": 346}}],
        }
    }
    done = bench.export_run("mera", tmp_path / "s.zip", run="run", settings={"task": "LabTabVQA"})
    assert submitted(tmp_path / "s.zip", "LabTabVQA.json") == expected
    assert (done.written, done.empty) == (3, {"failed": 1})
    assert said(tmp_path / "s.zip", "mera") == {"346": "Да\n", "7a": "", "shots/346": "нет"}
    bench.export_run("mera", tmp_path / "s.json", run="run")
    assert json.loads((tmp_path / "s.json").read_text()) == expected


def test_the_task_is_called_after_the_collection(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    bench.export_run("mera", tmp_path / "s.zip", run="run", split="test")
    assert submitted(tmp_path / "s.zip", "mixed.json") == {
        "data": {"test": [{"outputs": "No, it is not.", "meta": {"id": "yes-no"}}]}
    }


def test_a_submission_is_about_one_collection(bench: Workbench, tmp_path: Path) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[item("1", "red"), item("1", "blue")])
    bench.evaluate(f"file/{write(tmp_path / 'p.csv', 'id,answer' + chr(10) + 'red/1,x' + chr(10))}", name="run")
    with pytest.raises(BadTarget, match=r"collections 'red' and 'blue', .* Choose it with --collection\."):
        bench.export_run("mera", tmp_path / "s.zip", run="run")
    assert not (tmp_path / "s.zip").exists()
    assert bench.export_run("mera", tmp_path / "s.zip", run="run", collection="red").written == 1
