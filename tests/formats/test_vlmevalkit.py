"""VLMEvalKit: TSV with pictures as base64, however they are written there."""

from __future__ import annotations

import base64
import csv
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource
from optotype.records import Choice, Finding, Gold, Item, Picture, ShortText, YesNo
from tests.samples import fill, png, write_png


def b64(colour: str) -> str:
    return base64.b64encode(png(colour)).decode()


def write(path: Path, rows: list[dict[str, str]]) -> Path:
    """A TSV as pandas writes it."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def lose_pictures(bench: Workbench) -> None:
    """Leaves the records of pictures without their files."""
    lost: dict[str, None] = dict.fromkeys(("file", "media_type", "width", "height", "size"))
    with bench.store.event("test") as writer:
        writer.write(replace=[picture.model_copy(update=lost) for picture in bench.store.each(Picture)])


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


SET = [
    {
        "index": "0",
        "image": b64("red"),
        "question": 'What\nis "this"?\tOr that?',
        "hint": "Look closely.",
        "A": "яблоко 🍎",
        "B": "a pear, or so",
        "C": "",
        "D": "none",
        "answer": "D",
        "category": "fruit",
        "l2-category": "perception",
        "split": "dev",
        "comment": "kept",
        "never": "",
    },
    {"index": "1000000", "image": "0", "question": "And now?", "A": "x", "B": "y", "answer": "B", "split": "dev"},
    {"index": "2", "image": str([b64("red"), b64("blue")]), "question": "Both?", "answer": "Yes"},
    {"index": "3", "image": json.dumps([b64("red"), b64("blue")]), "question": "Which?", "answer": "the blue one"},
    {"index": "4", "image": f"data:image/png;base64,{b64('white')}", "question": "Colour?", "answer": ""},
    {"index": "5", "image": "6", "question": "The next one's?", "answer": "green"},
    {"index": "6", "image": b64("green"), "question": "Mine?", "answer": "No"},
    {"index": "7", "image": "", "question": "Without?", "answer": "A,C", "A": "a", "B": "b", "C": "c"},
]


def test_the_whole_table_comes_back_field_by_field(bench: Workbench, tmp_path: Path) -> None:
    source = write(tmp_path / "Fruit.tsv", SET)
    done = bench.import_("vlmevalkit", source)
    assert not done.faults
    assert not done.pictures_missing
    bench.export("vlmevalkit", tmp_path / "out")
    assert read(tmp_path / "out" / "Fruit.tsv") == read(source)


def test_rows_become_items_of_their_forms(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("vlmevalkit", write(tmp_path / "Fruit.tsv", SET))
    first = bench.item("Fruit/0")
    assert isinstance(first.form, Choice)
    assert [(option.label, option.text) for option in first.options][1:] == [("B", "a pear, or so"), ("D", "none")]
    assert bench.gold(first) == Gold(item="Fruit/0", accepted=(("D",),), rule="imported")
    assert (first.text, first.split) == ("Look closely.", "dev")
    assert first.tags == {"category": ("fruit",), "l2-category": ("perception",)}
    assert bench.item("Fruit/1000000").cluster == first.cluster
    assert isinstance(bench.item("Fruit/2").form, YesNo)
    assert isinstance(bench.item("Fruit/3").form, ShortText)
    assert bench.gold(bench.item("Fruit/4")) is None
    assert bench.item("Fruit/5").pictures == bench.item("Fruit/6").pictures
    several = bench.item("Fruit/7")
    assert isinstance(several.form, Choice)
    assert several.form.several


def test_the_same_picture_in_two_rows_is_one_picture(bench: Workbench, tmp_path: Path) -> None:
    rows = [{"index": str(number), "image": b64("red"), "question": "?"} for number in range(3)]
    bench.import_("vlmevalkit", write(tmp_path / "x.tsv", rows))
    assert bench.store.count(Picture) == 1
    assert len({item.cluster for item in bench.items()}) == 1


def test_pictures_are_called_by_their_paths(bench: Workbench, tmp_path: Path) -> None:
    rows = [
        {"index": "1", "image": b64("red"), "image_path": "a/1.png", "question": "?"},
        {
            "index": "2",
            "image": str([b64("red"), b64("blue")]),
            "image_path": "['a/1.png', 'a/2.png']",
            "question": "?",
        },
    ]
    source = write(tmp_path / "x.tsv", rows)
    bench.import_("vlmevalkit", source)
    assert [one.name for one in bench.store.each(Picture)] == ["a/1.png", "a/2.png"]
    bench.export("vlmevalkit", tmp_path / "out")
    assert read(tmp_path / "out" / "x.tsv") == read(source)


def test_pictures_may_lie_beside_the_table(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "in" / "pics" / "1.png")
    write(tmp_path / "in" / "x.tsv", [{"index": "1", "image_path": "pics/1.png", "question": "?"}])
    assert not bench.import_("vlmevalkit", tmp_path / "in").pictures_missing


def test_options_may_be_pictures(bench: Workbench, tmp_path: Path) -> None:
    row = {
        "index": "1",
        "image": str([b64("red"), b64("blue"), b64("green")]),
        "question": "<image 1>: which is like it?",
    }
    source = write(tmp_path / "x.tsv", [row | {"A": "<image 2>", "B": "<image 3>", "C": "<image 4>", "answer": "B"}])
    bench.import_("vlmevalkit", source)
    item = bench.item("x/1")
    assert len(item.pictures) == 1
    assert [(option.text, option.picture is not None) for option in item.options] == [
        (None, True),
        (None, True),
        ("<image 4>", False),
    ]
    bench.export("vlmevalkit", tmp_path / "out")
    assert read(tmp_path / "out" / "x.tsv") == read(source)


def test_a_reference_to_a_row_that_is_not_exported_becomes_the_picture(bench: Workbench, tmp_path: Path) -> None:
    rows = [
        {"index": "1", "image": b64("red"), "question": "?", "split": "dev"},
        {"index": "2", "image": "1", "question": "?", "split": "test"},
    ]
    bench.import_("vlmevalkit", write(tmp_path / "x.tsv", rows))
    bench.export("vlmevalkit", tmp_path / "out", split="test")
    assert [row["image"] for row in read(tmp_path / "out" / "x.tsv")] == [b64("red")]


def test_pandas_reads_an_export_as_vlmevalkit_does(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("vlmevalkit", tmp_path / "out")
    pandas: Any = importlib.import_module("pandas")
    table = pandas.read_csv(tmp_path / "out" / "mixed.tsv", sep="\t").set_index("index")
    assert len(table) == 11
    assert table.loc["choice-texts", "G"] == "option G"
    assert table.loc["choice-pictures", "A"] == "<image 2>"
    assert table.loc["yes-no", "answer"] == "No"
    assert base64.b64decode(table.loc["yes-no", "image"]) == png("red")
    assert len(json.loads(table.loc["choice-pictures", "image"])) == 5


def test_a_carriage_return_within_a_text_survives(bench: Workbench, tmp_path: Path) -> None:
    source = tmp_path / "x.tsv"
    source.write_bytes(b'index\tquestion\r\n1\t"one\rtwo\r\nthree"\r\n')
    bench.import_("vlmevalkit", source)
    assert bench.item("x/1").question == "one\rtwo\r\nthree"
    bench.export("vlmevalkit", tmp_path / "out")
    assert read(tmp_path / "out" / "x.tsv") == read(source)


def test_a_missing_picture_is_still_called_by_its_name_after_export(bench: Workbench, tmp_path: Path) -> None:
    rows = [
        {"index": "1", "image": "#" * 100, "question": "?"},
        {"index": "2", "image": "1", "question": "?"},
        {"index": "3", "image": "nobody", "question": "?"},
    ]
    done = bench.import_("vlmevalkit", write(tmp_path / "x.tsv", rows))
    assert (done.items, done.pictures_missing) == (3, 2)
    bench.export("vlmevalkit", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("vlmevalkit", tmp_path / "out" / "x.tsv")
        assert [item.pictures for item in again.items()] == [item.pictures for item in bench.items()]


@pytest.mark.parametrize("image", ["not base64 " * 20, "A" * 101, "картинка" * 20, "[" * 100, b64("red")[:80]])
def test_a_bad_picture_is_a_finding_and_the_item_comes_in(image: str, bench: Workbench, tmp_path: Path) -> None:
    done = bench.import_("vlmevalkit", write(tmp_path / "x.tsv", [{"index": "1", "image": image, "question": "?"}]))
    assert (done.items, done.pictures_missing, done.faults) == (1, 1, [])
    assert "x.tsv, line 2" in next(bench.store.each(Finding)).message


def test_a_path_that_leads_out_of_the_folder_is_not_followed(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "secret.png")
    source = write(tmp_path / "in" / "x.tsv", [{"index": "1", "image_path": "../secret.png", "question": "?"}])
    bench.import_("vlmevalkit", source)
    assert next(bench.store.each(Picture)).file is None
    bench.export("vlmevalkit", tmp_path / "out")
    assert read(tmp_path / "out" / "x.tsv") == read(source)


def test_bad_rows_are_told_and_the_others_come_in(bench: Workbench, tmp_path: Path) -> None:
    source = tmp_path / "x.tsv"
    source.write_bytes(
        b"index\tquestion\tA\tB\tanswer\n"
        b"1\tfine\ta\tb\tA\n"
        b"2\ttoo few\n"
        b"3\tnot there\ta\tb\tE\n"
        b"4\t\xff\xfe\ta\tb\tA\n"
        b"\tno index\ta\tb\tA\n"
        b"1\ttwice\ta\tb\tA\n"
        b"6\tby text\ta\tb\tb\n"
    )
    done = bench.import_("vlmevalkit", source)
    assert sorted(fault.place for fault in done.faults) == [f"x.tsv, line {line}" for line in (3, 4, 5, 6, 7)]
    assert {item.id for item in bench.items()} == {"x/1", "x/6"}
    assert "'E' is not among the options A, B" in next(f.message for f in done.faults if f.place == "x.tsv, line 4")


@pytest.mark.parametrize("content", [b"", b"question\tanswer\n1\t2\n"])
def test_a_table_without_an_index_is_told(content: bytes, bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_bytes(content)
    with pytest.raises(BadSource, match=r"x\.tsv"):
        bench.import_("vlmevalkit", tmp_path / "x.tsv")
    assert not bench.store.count(Item)


def test_own_items_whose_pictures_are_missing_come_back_the_same(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    lose_pictures(bench)
    bench.export("vlmevalkit", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("vlmevalkit", tmp_path / "out" / "mixed.tsv")
        assert list(again.store.each(Picture)) == list(bench.store.each(Picture))
        assert list(again.items()) == list(bench.items())


def test_real_problems_survive_the_way_through_vlmevalkit(
    shared: Callable[[str], Path], bench: Workbench, tmp_path: Path
) -> None:
    bench.import_("iconqa", shared("iconqa") / "examples")
    bench.export("vlmevalkit", tmp_path / "out")
    with init(tmp_path / "again") as again:
        done = again.import_("vlmevalkit", tmp_path / "out" / "iconqa.tsv")
        assert (done.items, done.faults, done.pictures_missing) == (75, [], 0)
        assert {item.id: item.form for item in again.items()} == {item.id: item.form for item in bench.items()}
        assert list(again.store.each(Gold)) == list(bench.store.each(Gold))
