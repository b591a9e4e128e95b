"""MERA's submissions."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import BadSource
from tests.predictions.files import archive, said, write

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
