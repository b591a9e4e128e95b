"""SciVQA's predictions."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import BadSource
from tests.predictions.files import said, write


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
