"""What is shown in place of pictures, where it is asked what can be told without looking."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from optotype import Workbench, ocr
from optotype.asking import Asking, CannotAsk, Question, Sight
from optotype.errors import OptotypeError, UnknownPart
from optotype.records import Item, Picture
from tests.samples import fill


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    """Items of every form; each in a cluster of its own."""
    fill(bench)
    pictures = list(bench.store.each(Picture))
    items = [
        item.model_copy(update={"cluster": item.id, "pictures": (pictures[place % 5].id,), "version": 2})
        for place, item in enumerate(bench.items())
    ]
    with bench.store.event("test") as writer:
        writer.write(replace=items)
    return bench


def put(bench: Workbench, name: str, **settings: str) -> Question:
    ((_, questions),) = Asking(**settings).put(bench, [bench.item(name)])  # pyright: ignore[reportArgumentType]
    assert not isinstance(questions, CannotAsk), questions
    return questions[0]


def shown(question: Question) -> list[Sight]:
    return [part for message in question.messages for part in message.parts if isinstance(part, Sight)]


def text(question: Question) -> str:
    return "".join(part for message in question.messages for part in message.parts if isinstance(part, str))


def own_files(bench: Workbench, name: str) -> set[str | None]:
    return {bench.store.get_all(Picture, [id])[id].file for id in bench.item(name).pictures}


def test_nothing_of_a_picture_is_left_but_its_caption(filled: Workbench) -> None:
    question = put(filled, "choice-texts", sight="none", instruction="ours")
    assert shown(question) == []
    assert "Caption: Fig." in text(question)
    assert text(question).endswith(text(put(filled, "choice-texts", instruction="ours")).rpartition("\n\n")[2])


def test_pictures_to_choose_from_are_hidden_too(filled: Workbench) -> None:
    question = put(filled, "choice-pictures", sight="none", captions="hidden")
    assert shown(question) == []
    assert all(f"{label}." in text(question) for label in "ABCD")


def test_a_blank_picture_is_grey_and_as_large(filled: Workbench) -> None:
    question = put(filled, "choice-pictures", sight="blank")
    seen = shown(question)
    assert len(seen) == 5
    assert {(one.width, one.height) for one in seen} == {(12, 8)}
    with Image.open(seen[0].path) as image:
        assert image.size == (12, 8)
        assert image.getextrema() == (128, 128)
    assert seen[0].path.is_relative_to(filled.folder / "runs")


def test_a_shuffled_picture_is_that_of_another_item_and_always_the_same(filled: Workbench) -> None:
    for name in ("choice-texts", "yes-no", "number"):
        first, again = (shown(put(filled, name, sight="shuffled")) for _ in range(2))
        assert first == again
        assert not {one.file for one in first} & own_files(filled, name)


def test_another_seed_may_show_another_picture(filled: Workbench) -> None:
    item = filled.item("number")
    seen: set[str] = set()
    for seed in range(8):
        ((_, questions),) = Asking(sight="shuffled", seed=seed).put(filled, [item])
        assert not isinstance(questions, CannotAsk)
        seen.add(shown(questions[0])[0].file)
    assert len(seen) > 1


def test_a_lonely_picture_cannot_be_shuffled(bench: Workbench) -> None:
    fill(bench)
    with bench.store.event("test") as writer:
        others = [item.id for item in bench.items() if item.id != "mixed/number"]
        writer.write(remove={Item: others})
    ((_, found),) = Asking(sight="shuffled").put(bench, [bench.item("number")])
    assert isinstance(found, CannotAsk)
    assert "no picture of another item" in str(found)


def test_the_text_in_a_picture_takes_its_place(filled: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(path: Path) -> str:
        return f"42 kg\n on  {path.suffix}"

    monkeypatch.setattr(ocr, "read", read)
    monkeypatch.setattr(ocr, "lacking", lambda: None)
    question = put(filled, "number", sight="ocr", language="en")
    assert shown(question) == []
    assert "Text in the picture: 42 kg on .png" in text(question)
    assert "Текст на изображении: 42 kg on .png" in text(put(filled, "number", sight="ocr", language="ru"))


def test_a_picture_that_cannot_be_read_is_not_taken_for_one_without_text(
    filled: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path) -> None:
        assert path.exists()

    monkeypatch.setattr(ocr, "read", read)
    monkeypatch.setattr(ocr, "lacking", lambda: None)
    ((_, found),) = Asking(sight="ocr").put(filled, [filled.item("number")])
    assert isinstance(found, CannotAsk)
    assert found.kind == "tesseract could not read a picture"


def test_without_a_reader_the_text_is_not_asked_about(filled: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OptotypeError, match="tesseract is not installed"):
        put(filled, "number", sight="ocr")


def test_a_way_of_seeing_that_does_not_exist_is_told() -> None:
    with pytest.raises(UnknownPart, match="'blnk'"):
        Asking(sight="blnk")  # pyright: ignore[reportArgumentType]


def test_runs_have_their_old_names_where_pictures_are_shown(bench: Workbench) -> None:
    fill(bench)
    run = bench.evaluate("baseline/random", metric=["accuracy"]).run
    assert run.id == "baseline-random-9bce9c-1b5507"  # as it was before pictures could be hidden
    asking = run.settings["asking"]
    assert isinstance(asking, dict)
    assert "sight" not in asking


def test_runs_without_pictures_are_called_so(bench: Workbench) -> None:
    fill(bench)
    run = bench.evaluate("baseline/random", metric=["accuracy"], asking=Asking(sight="blank")).run
    assert run.id.startswith("baseline-random-9bce9c-blank-")
    asking = run.settings["asking"]
    assert isinstance(asking, dict)
    assert asking["sight"] == "blank"
