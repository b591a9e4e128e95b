from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.records import Answer, Collection, Gold, Item, Origin, Respondent, Review, ShortText, State
from tests.samples import fill, write_png


def problem(bench: Workbench, tmp_path: Path) -> Item:
    """Imports one problem of IconQA, drawn here."""
    folder = tmp_path / "source" / "train" / "fill_in_blank" / "7"
    write_png(folder / "image.png", size=(60, 40))
    (folder / "data.json").write_text('{"question": "How many?", "answer": "1", "ques_type": "fill_in_blank"}')
    bench.import_("iconqa", tmp_path / "source")
    return bench.item("iconqa/7")


def test_it_tells_the_command_the_file_and_the_format(bench: Workbench, tmp_path: Path) -> None:
    problem(bench, tmp_path)
    told = bench.explain("7")
    assert told.brought is not None
    assert told.brought.command == "import"
    assert told.brought.settings["path"] == str(tmp_path / "source")
    assert told.sheet.item.origin.source == "train/fill_in_blank/7/data.json"
    assert told.collection is not None
    assert told.collection.format == "iconqa"


def test_a_split_that_came_with_the_item_is_no_command_of_ours(bench: Workbench, tmp_path: Path) -> None:
    assert problem(bench, tmp_path).split == "train"
    assert bench.explain("7").split is None


def test_the_last_split_is_told(bench: Workbench) -> None:
    fill(bench)
    bench.split("1:1", names=("train", "rest"), force=True)
    bench.split("1:1", force=True)
    event = bench.explain("mixed/graph").split
    assert event is not None
    assert event.settings["names"] == ["train", "test"]


def test_a_split_before_the_import_had_nothing_to_do_with_the_item(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.split("1:1", force=True)
    problem(bench, tmp_path)
    assert bench.explain("7").split is None
    assert bench.explain("mixed/text").split is not None


def test_steps_of_pictures_are_told(bench: Workbench, tmp_path: Path) -> None:
    problem(bench, tmp_path)
    bench.retouch(pad=True)
    ((picture, edits),) = bench.explain("7").edits.items()
    assert picture == "iconqa/fill_in_blank/7/image.png"
    assert [edit.operation for edit in edits] == ["pad_to_square()"]


def written(bench: Workbench) -> None:
    item = Item(
        id="x/1",
        collection="x",
        origin=Origin(kind="written", by="anna"),
        form=ShortText(),
        question="How many?",
        cluster="x/1",
    )
    people = [Respondent(id=name, kind="person") for name in ("anna", "boris")]
    with bench.store.event("write") as writer:
        writer.write(add=[Collection(id="x", format="write"), item, *people])


def test_gold_is_told_with_the_answers_that_it_counted(bench: Workbench) -> None:
    written(bench)
    answers = [Answer(id=name, item="x/1", respondent=name, state=State.GIVEN, value="2") for name in ("anna", "boris")]
    with bench.store.event("gold") as writer:
        writer.write(add=answers)
        writer.write(
            add=[Gold(item="x/1", accepted=("2",), rule="majority", branch="2 of 2", counted=("anna", "boris"))]
        )
    told = bench.explain("x/1")
    assert [answer.respondent for answer in told.counted] == ["anna", "boris"]
    assert told.decided is not None
    assert told.decided.command == "gold"


def test_changes_are_told_version_by_version(bench: Workbench) -> None:
    written(bench)
    item = bench.item("x/1")
    with bench.store.event("review") as writer:
        after = item.model_copy(update={"question": "How many apples?", "version": 2})
        writer.write(replace=[after])
        writer.write(replace=[after.model_copy(update={"text": "a bowl", "version": 3})])
        writer.write(add=[Review(id="r", item="x/1", reviewer="boris", verdict="edited", at=datetime.now(UTC))])
    told = bench.explain("x/1")
    assert [(change.version, change.fields) for change in told.changes] == [
        (2, {"question": ("How many?", "How many apples?")}),
        (3, {"text": ("", "a bowl")}),
    ]
    assert [review.reviewer for review in told.sheet.reviews] == ["boris"]


def test_what_is_not_there_is_told(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="no item called 'x/1'"):
        bench.explain("x/1")


def test_every_item_of_every_form_can_be_explained(stored_bench: Workbench) -> None:
    fill(stored_bench)
    for item in stored_bench.items():
        assert stored_bench.explain(item.id).sheet.item == item
