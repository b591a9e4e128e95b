"""What holds for every shape of predictions."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import BadSource
from optotype.predictions import Predictions, build, family, recognise
from tests.predictions.files import archive, read, write

EXAMPLES: dict[str, dict[str, object]] = {
    "chartqa": {
        "a.json": [{"imgname": "7.png", "query": "How many?", "label": "4", "prediction": "3"}],
        "a.csv": "imgname,query,answer\n7.png,How many?,3\n",
    },
    "iconqa": {"a.json": {"accuracy": 82.66, "args": {"task": "choose_img"}, "results": {"7": 3}}},
    "mera": {
        "a.json": {"data": {"test": [{"outputs": "3", "meta": {"id": 7}}]}},
        "a.jsonl": '{"outputs": "3", "meta": {"id": 7}}\n',
    },
    "plain": {
        "a.csv": "question_id,answer\n7,3\n",
        "a.tsv": "ID\tprediction\tanswer\n7\t3\t4\n",
        "a.json": {"7": "3"},
        "b.json": [{"item": "set/7", "response": 3}],
        "a.jsonl": '{"pid": 7, "model_output": "3"}\n',
    },
    "scivqa": {"a.csv": "instance_id,answer_pred\n7,3\n", "a.json": [{"instance_id": "7", "answer_pred": "3"}]},
}
"""By shape and file name, a prediction of 3 for the question 7."""

CASES = [(shape, name, content) for shape, files in EXAMPLES.items() for name, content in files.items()]


def test_there_is_an_example_of_every_shape() -> None:
    assert set(EXAMPLES) == set(family)


@pytest.mark.parametrize(("shape", "name", "content"), CASES)
def test_it_is_recognised_and_read(shape: str, name: str, content: object, tmp_path: Path) -> None:
    path = write(tmp_path / name, content)
    assert recognise(path) == shape
    (prediction,) = read(path, shape)
    assert prediction.text == "3"
    assert "7" in prediction.id
    assert prediction.place.startswith(name)


@pytest.mark.parametrize(("shape", "name", "content"), CASES)
def test_it_is_read_out_of_an_archive(shape: str, name: str, content: object, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", **{name.replace(".", "__"): content})
    assert recognise(path) == shape
    with Predictions([path]) as predictions:
        assert (predictions.count, predictions.shapes) == (1, [shape])


# a table, and JSON Lines, may end without a line's end
@pytest.mark.parametrize(("shape", "name", "content"), [case for case in CASES if case[1].endswith(".json")])
def test_a_byte_cut_off_is_noticed(shape: str, name: str, content: object, tmp_path: Path) -> None:
    path = write(tmp_path / name, content)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadSource, match="the file is cut off"), Predictions([path], shape):
        pass


@pytest.mark.parametrize("shape", family.names())
def test_a_file_of_another_kind_is_refused(shape: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "colour,size\nred,3\n")
    with pytest.raises(BadSource), Predictions([path], shape):
        pass


@pytest.mark.parametrize("shape", family.names())
def test_it_says_what_it_looks_like(shape: str) -> None:
    assert build(shape).title


def test_a_file_of_no_shape_is_refused_with_what_was_found(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "colour,size\nred,3\n")
    with pytest.raises(BadSource) as error:
        recognise(path)
    assert str(error.value) == (
        "a.csv: a file of predictions was expected, with an id and an answer for each question. Found: a table with "
        "the columns colour, size. docs/scoring.md shows the shapes that are known."
    )
