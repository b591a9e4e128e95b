"""Real examples of IconQA through import, a trained network and the report; and options and pictures that are odd."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import Once, library

torch = library("torch")
pytestmark = pytest.mark.usefixtures("one_thread")

from optotype.gaze import GAZE, Gaze  # noqa: E402
from optotype.records import Answer, State  # noqa: E402
from optotype.training import family, train  # noqa: E402
from optotype.workbench import Workbench  # noqa: E402
from tests.report.benches import pages_of  # noqa: E402
from tests.training.planted import SMALLEST, planted  # noqa: E402


@pytest.fixture(scope="session")
def network(once: Once) -> Path:
    """Nothing of the real examples is known to it."""
    return learned(once)


def learned(once: Once) -> Path:
    """A tiny Patch-TRM that learned from coloured bars."""

    def learn(folder: Path) -> None:
        bench = planted(folder / "bench", train=60, dev=12)
        recipe = family.build("patch_trm", {**SMALLEST, "inside": 32, "inner": 64, "heads": 2, "epochs": 1})
        train(recipe, bench, folder / "run")

    return once("learned from coloured bars", learn) / "run"


def test_real_examples_run_through_import_network_and_report(
    network: Path, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    with Workbench.init(tmp_path / "bench") as bench:
        done = bench.import_("iconqa", shared("iconqa/examples"))
        result = bench.evaluate(f"trained/{network}", metric=["accuracy"], name="net")
        assert result.items == done.items == 75
        answers = list(bench.store.each(Answer, {"run": "net"}))
        assert {answer.state for answer in answers} == {State.GIVEN}
        for answer in answers:
            assert Gaze.read(answer.extra[GAZE]) is not None
            assert answer.scores
        pages = pages_of(bench, tmp_path / "report")
        chunk = (pages / "data/items/0.js").read_text(encoding="utf-8")
        assert chunk.count('"heat":') == 75
        assert '"gaze":"' not in chunk, "every gaze can be drawn"


def _picture(mode: str, size: tuple[int, int]) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, "PNG")
    return stream.getvalue()


def test_many_options_unseen_answers_and_odd_pictures_are_answered(network: Path, tmp_path: Path) -> None:
    """Eight options, an answer that nobody learned; pictures of one bit, with a palette, of one pixel, of 16 bits."""
    problems: dict[str, tuple[str, bytes, list[str], int | str]] = {
        "1": ("choose_txt", _picture("1", (40, 20)), [f"text {number}" for number in range(8)], 7),
        "2": ("choose_img", _picture("P", (1, 1)), [f"choice_{number}.png" for number in range(7)], 6),
        "3": ("fill_in_blank", _picture("I;16", (3, 400)), [], "four hundred and one"),
        "4": ("fill_in_blank", _picture("LA", (9, 9)), [], "2"),
    }
    for pid, (task, picture, choices, answer) in problems.items():
        folder = tmp_path / "source" / task / pid
        folder.mkdir(parents=True)
        (folder / "image.png").write_bytes(picture)
        for choice in choices if task == "choose_img" else ():
            (folder / choice).write_bytes(_picture("RGBA", (12, 5)))
        told = {"question": "Which?", "ques_type": task, "grade": "g", "label": "l", "answer": answer}
        (folder / "data.json").write_text(json.dumps(told | ({"choices": choices} if choices else {})))
    with Workbench.init(tmp_path / "bench") as bench:
        assert bench.import_("iconqa", tmp_path / "source").items == 4
        result = bench.evaluate(f"trained/{network}", metric=["accuracy"], name="net")
        answers = {answer.item.rpartition("/")[2]: answer for answer in bench.store.each(Answer, {"run": "net"})}
        assert {answer.state for answer in answers.values()} == {State.GIVEN}
        assert [len(answers[pid].scores or {}) for pid in "123"] == [8, 7, 3]
        assert result.judged[0].overall.value is not None
