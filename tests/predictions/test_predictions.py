"""Predictions of several files, found by item."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from optotype.errors import BadSource, OptotypeError
from optotype.predictions import Predictions, build
from tests.predictions.files import item, write


def test_an_item_is_found_by_its_id_with_or_without_the_collection(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "id,answer\n1,B\nset/2,C\n")
    with Predictions([path]) as predictions:
        found = [predictions.match(item(id)) for id in ("1", "2", "3")]
        assert [one and one.text for one in found] == ["B", "C", None]
        assert found[0] is not None
        assert found[0].place == "a.csv, line 2"
        assert predictions.of(item("2")) == found[1]
        assert predictions.of(item("3")) is None


def test_those_for_no_item_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "id,answer\n1,B\n8,C\n9,C\n")
    with Predictions([path]) as predictions:
        assert predictions.match(item("1")) is not None
        assert predictions.unused == 2
        assert [one.id for one in predictions.some_unused(1)] == ["8"]


def test_asking_for_an_item_again_gives_the_same(tmp_path: Path) -> None:
    with Predictions([write(tmp_path / "a.csv", "id,answer\n1,B\n")]) as predictions:
        assert predictions.match(item("1")) == predictions.match(item("1"))


def test_two_predictions_for_one_question_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path / "one.csv", "id,answer\n1,B\n2,B\n1,C\n")
    with pytest.raises(BadSource) as error, Predictions([one]):
        pass
    assert str(error.value) == (
        "one.csv, line 4: a second prediction for '1'; the first stands in one.csv, line 2. Keep one of them."
    )
    first, second = write(tmp_path / "a.json", {"1": "B"}), write(tmp_path / "b.json", {"2": "B", "1": "C"})
    with (
        pytest.raises(BadSource, match=r"b\.json, 1: a second .* stands in a\.json, 1\."),
        Predictions([first, second]),
    ):
        pass
    twice = write(tmp_path / "twice.json", '{"results": {"1": 0, "1": 0}}')
    with pytest.raises(BadSource, match=r"twice\.json, problem 1: a second prediction for '1'"), Predictions([twice]):
        pass


def test_a_prediction_that_fits_two_items_is_refused(tmp_path: Path) -> None:
    with Predictions([write(tmp_path / "a.csv", "id,answer\n1,B\n")]) as predictions:
        assert predictions.match(item("1", "red")) is not None
        with pytest.raises(OptotypeError, match=r"fits 'red/1' and 'blue/1'\. Name one collection"):
            predictions.match(item("1", "blue"))


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", '{"id": 1, "answer": "B"}\n{"id": 2, "answer": "\\ud800"}\n')
    with pytest.raises(BadSource, match=r"a\.jsonl, line 2: half a character"), Predictions([path]):
        pass


def test_odd_texts_come_back_as_they_are(tmp_path: Path) -> None:
    texts = ["", " ", "NaN", "null", "a\0b", 'да\r\n\t"нет"', "\u202e", "x" * 1_000_000]
    path = write(tmp_path / "a.json", {str(number): text for number, text in enumerate(texts)})
    with Predictions([path]) as predictions:
        found = [predictions.match(item(str(number))) for number in range(len(texts))]
        assert [one and one.text for one in found] == texts


def test_a_file_without_predictions_is_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(BadSource, match=r"a\.csv: no prediction in it"),
        Predictions([write(tmp_path / "a.csv", "id,answer\n")]),
    ):
        pass


def test_a_shape_that_is_named_is_not_guessed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", [{"instance_id": 1, "answer_pred": "B", "id": 7}])
    with Predictions([path], "plain:id=id,answer=answer_pred") as predictions:
        assert predictions.match(item("7")) is not None
    with pytest.raises(OptotypeError, match="no shape of predictions called 'sciqva'"):
        build("sciqva")
    with pytest.raises(OptotypeError, match=r"no setting called 'reply'\. It has: id, answer, say\."):
        build("plain:reply=x")


def test_memory_stays_flat(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("w") as stream:
        stream.writelines(f'{{"id": "{number}", "answer": "{"word " * 100}"}}\n' for number in range(20_000))
    tracemalloc.start()
    with Predictions([path]) as predictions:
        assert predictions.count == 20_000
        assert predictions.match(item("19999")) is not None
        peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000
