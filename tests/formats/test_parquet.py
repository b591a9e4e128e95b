"""Parquet: what Hugging Face writes comes in and goes out the same; what we write, Hugging Face reads."""

from __future__ import annotations

import datetime
import decimal
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from optotype import Workbench, init
from optotype.errors import BadSource
from optotype.formats import _tables
from optotype.records import Choice, Collection, Finding, Gold, Item, Number, Picture, ShortText, YesNo
from tests.samples import fill, png, write_png

pa: Any = pyarrow
pq: Any = pyarrow.parquet


def write(path: Path, columns: dict[str, Any], schema: Any = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns, schema=schema), path)
    return path


def read(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows of an export, by the split that the file's name tells."""
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(folder.glob("data/*.parquet")):
        found.setdefault(file.name.split("-")[0], []).extend(pq.read_table(file).to_pylist())
    return found


def picture(colour: str = "red", path: str | None = None) -> dict[str, Any]:
    return {"bytes": png(colour), "path": path}


def only(bench: Workbench) -> tuple[Item, Gold | None]:
    (item,) = bench.items()
    return item, bench.gold(item)


# --- there and back


def test_what_datasets_wrote_comes_back_field_by_field(datasets: Any, bench: Workbench, tmp_path: Path) -> None:
    features = datasets.Features(
        {
            "id": datasets.Value("string"),
            "image": datasets.Image(),
            "query": datasets.Value("large_string"),
            "choices": datasets.Sequence(datasets.Value("string")),
            "label": datasets.ClassLabel(names=["cat", "dog"]),
            "more": datasets.Sequence(datasets.Image()),
            "grade": datasets.Value("string"),
            "never": datasets.Value("string"),
            "small": datasets.Value("int8"),
            "score": datasets.Value("float32"),
            "when": datasets.Value("timestamp[us, tz=Europe/Berlin]"),
            "day": datasets.Value("date32"),
            "price": datasets.Value("decimal128(10, 2)"),
            "raw": datasets.Value("binary"),
            "meta": {"author": datasets.Value("string"), "pages": datasets.Sequence(datasets.Value("int32"))},
        }
    )
    when = datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.UTC)
    rows = [
        {
            "id": str(number),
            "image": picture(colour, "image.png"),
            "query": "Что это?\n\"quoted\", 'tab\t' 🙂",
            "choices": ["собака", "кошка"],
            "label": number % 2,
            "more": [picture("blue"), picture(colour)],
            "grade": "2" if number else None,
            "never": None,
            "small": -number,
            "score": math.nan if number == 1 else 0.1,
            "when": when if number else None,
            "day": datetime.date(1969, 7, 20),
            "price": decimal.Decimal("12.30"),
            "raw": b"\x00\xff",
            "meta": {"author": None, "pages": [1, 2, number]} if number else None,
        }
        for number, colour in enumerate(("red", "green", "yellow"))
    ]
    for split, some in (("train", rows[:2]), ("validation", rows[2:])):
        made = datasets.Dataset.from_list(some, features=features)
        made.to_parquet(tmp_path / "hf-set" / "data" / f"{split}-00000-of-00001.parquet")

    done = bench.import_("parquet", tmp_path / "hf-set", name="set")
    assert not done.faults
    assert not done.pictures_missing
    assert [item.split for item in bench.items()] == ["train", "train", "val"]
    assert bench.gold(bench.item("set/1")) == Gold(item="set/1", accepted=(("B",),), rule="imported")
    bench.export("parquet", tmp_path / "out")

    before, after = read(tmp_path / "hf-set"), read(tmp_path / "out")
    assert str(before) == str(after)  # NaN is not equal to itself
    again = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert again["train"].features["label"].names == ["cat", "dog"]
    assert list(again["train"].features) == list(features)
    assert again["validation"][0]["more"][1].getpixel((0, 0)) == (255, 255, 0)


def test_importing_what_was_exported_of_a_foreign_set_gives_the_same_records(bench: Workbench, tmp_path: Path) -> None:
    columns = {
        "image": [picture("red", "image.png"), picture("blue", "image.png"), picture("red", "image.png")],
        "question": ["What?", "Where?", "When?"],
        "answer": ["this", "there", "now"],
    }
    write(tmp_path / "test.parquet", columns)
    bench.import_("parquet", tmp_path / "test.parquet", name="set")
    bench.export("parquet", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("parquet", tmp_path / "out", name="set")
        records = [list(one.store.each(noun)) for one in (bench, again) for noun in (Picture, Gold)]
        assert records[:2] == records[2:]
        plain = [item.model_copy(update={"origin": None}) for item in again.items()]
        assert plain == [item.model_copy(update={"origin": None}) for item in bench.items()]


def test_pictures_that_share_a_path_are_told_apart_by_content(bench: Workbench, tmp_path: Path) -> None:
    images = [picture("red", "image.png"), picture("blue", "image.png"), picture("red", "image.png")]
    write(tmp_path / "set.parquet", {"image": images, "question": ["a", "b", "c"], "answer": ["1", "2", "3"]})
    bench.import_("parquet", tmp_path / "set.parquet", name="set")
    first, second, third = bench.items()
    assert first.cluster == third.cluster != second.cluster
    assert bench.store.count(Picture) == 2


@pytest.mark.parametrize("name", ["parquet", "huggingface"])
def test_datasets_shows_the_pictures_of_an_export(name: str, datasets: Any, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    done = bench.export(name, tmp_path / "out")
    assert done.pictures
    loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert {split: len(rows) for split, rows in loaded.items()} == {
        "train": 2, "validation": 1, "test": 1, "default": 7,
    }  # fmt: skip
    row = loaded["train"][0]
    assert row["question"].startswith("Сколько яблок?")
    assert row["images"][0].size == (12, 8)
    assert row["answer"] == "B"
    assert [one.size for one in row["option_images"]] == [(12, 8)] * 4
    assert json.loads(row["tags"]) == {"kind": ["choice-pictures"], "skill": ["counting", "geometry"]}


def test_the_same_bench_gives_the_same_bytes(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    for name in ("one", "two"):
        bench.export("parquet", tmp_path / name)
    one, two = (sorted((tmp_path / name / "data").iterdir()) for name in ("one", "two"))
    assert [file.name for file in one] == [file.name for file in two]
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in two]


def test_large_splits_become_several_files(bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_tables, "_GROUP_ROWS", 2)
    write(tmp_path / "train.parquet", {"id": list("abcde"), "question": ["?"] * 5, "answer": ["!"] * 5})
    bench.import_("parquet", tmp_path / "train.parquet", name="set")
    bench.export("parquet", tmp_path / "out", settings={"shard_megabytes": "0"})
    files = [file.name for file in sorted((tmp_path / "out" / "data").iterdir())]
    assert files == [f"train-0000{number}-of-00003.parquet" for number in range(3)]
    with init(tmp_path / "again") as again:
        again.import_("parquet", tmp_path / "out", name="set")
        assert [item.id for item in again.items()] == [f"set/{letter}" for letter in "abcde"]


def test_pictures_about_which_nothing_is_asked_travel_too(bench: Workbench, tmp_path: Path) -> None:
    columns = {"image": [picture("red"), picture("blue")], "text": ["a cat", "a dog"], "category": ["x", "y"]}
    write(tmp_path / "train.parquet", columns)
    bench.import_("parquet", tmp_path / "train.parquet", name="set")
    assert [one.caption for one in bench.store.each(Picture)] == ["a cat", "a dog"]
    assert not list(bench.items())
    bench.export("parquet", tmp_path / "out")
    assert read(tmp_path / "out") == {"train": pq.read_table(tmp_path / "train.parquet").to_pylist()}
    bench.export("huggingface", tmp_path / "card")
    with init(tmp_path / "again") as again:
        again.import_("huggingface", tmp_path / "card", name="set")
        assert list(again.store.each(Picture)) == list(bench.store.each(Picture))


def test_two_collections_share_a_table(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "a.parquet", {"question": ["a?"], "answer": [1], "id": ["1"], "only_a": [{"x": 1}]})
    write(tmp_path / "b.parquet", {"question": ["b?"], "answer": ["one"], "id": ["2"], "only_b": [True]})
    for name in "ab":
        bench.import_("parquet", tmp_path / f"{name}.parquet", name=name)
    bench.export("parquet", tmp_path / "out")
    with init(tmp_path / "again") as again:
        done = again.import_("parquet", tmp_path / "out", name="both")
        assert not done.faults
        assert [again.gold(item) for item in again.items()] == [
            Gold(item="both/1", accepted=(1.0,), rule="imported"),
            Gold(item="both/2", accepted=("one",), rule="imported"),
        ]
        assert [item.extra["parquet"].get("only_a") for item in again.items()] == [{"x": 1}, None]


def test_an_answer_corrected_since_is_what_is_exported(bench: Workbench, tmp_path: Path) -> None:
    columns = {"id": ["1", "2"], "question": ["?", "?"], "choices": [["x", "y"]] * 2, "answer": ["A", "A"]}
    write(tmp_path / "test.parquet", columns)
    bench.import_("parquet", tmp_path / "test.parquet", name="set")
    with bench.store.event("test") as writer:
        writer.write(replace=[Gold(item="set/1", accepted=(("B",),), rule="imported", version=2)])
    bench.export("parquet", tmp_path / "out")
    rows = read(tmp_path / "out")["test"]
    assert [(row["answer"], row["choices"]) for row in rows] == [("B", ["x", "y"]), ("A", ["x", "y"])]


# --- what rows mean


@pytest.mark.parametrize(
    ("answer", "gold"), [(1, "B"), ("B", "B"), ("(b)", "B"), ("no", "B"), ("yes", "A"), ("C.", "C")]
)
def test_an_answer_names_an_option_by_number_letter_or_text(
    answer: object, gold: str, bench: Workbench, tmp_path: Path
) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "options": [["yes", "no", "maybe"]], "answer": [answer]})
    assert not bench.import_("parquet", tmp_path / "x.parquet").faults
    found = only(bench)[1]
    assert found is not None
    assert found.accepted == ((gold,),)


def test_columns_with_letters_are_options_and_several_letters_several_answers(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "A": ["one"], "B": ["two"], "C": [None], "answer": ["A, B"]})
    bench.import_("parquet", tmp_path / "x.parquet", name="set")
    item, gold = only(bench)
    assert isinstance(item.form, Choice)
    assert item.form.several
    assert [option.text for option in item.options] == ["one", "two"]
    assert gold is not None
    assert gold.accepted == (("A", "B"),)


def test_options_may_be_pictures(bench: Workbench, tmp_path: Path) -> None:
    options = [[picture("red"), picture("blue")]]
    write(tmp_path / "x.parquet", {"question": ["Which?"], "image": [picture()], "options": options, "answer": [1]})
    bench.import_("parquet", tmp_path / "x.parquet", name="set")
    item, _ = only(bench)
    assert all(option.picture for option in item.options)


def test_an_answer_that_can_be_read_in_two_ways_is_not_guessed(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "options": [["B", "A"]], "answer": ["A"]})
    done = bench.import_("parquet", tmp_path / "x.parquet", name="set")
    assert "say which is meant" in done.faults[0].message
    bench.import_("parquet", tmp_path / "x.parquet", settings={"answers_are": "texts"}, name="set")
    gold = only(bench)[1]
    assert gold is not None
    assert gold.accepted == (("B",),)


@pytest.mark.parametrize(
    ("answer", "message"),
    [(5, "2 options, but the answer is number 5"), ("maybe", "'maybe' is neither a label nor a text")],
)
def test_an_answer_that_is_not_among_the_options_is_a_fault(
    answer: object, message: str, bench: Workbench, tmp_path: Path
) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "options": [["yes", "no"]], "answer": [answer]})
    done = bench.import_("parquet", tmp_path / "x.parquet", name="set")
    assert done.faults[0].place == "x.parquet, row 1"
    assert message in done.faults[0].message


@pytest.mark.parametrize(
    ("answer", "form", "accepted"),
    [
        (True, YesNo, (True,)),
        ("No", YesNo, (False,)),
        (3, Number, (3.0,)),
        ("blue", ShortText, ("blue",)),
        (["blue", "navy", "blue"], ShortText, ("blue", "navy")),
    ],
)
def test_without_options_the_answer_tells_the_form(
    answer: object, form: type, accepted: object, bench: Workbench, tmp_path: Path
) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "answer": [answer]})
    bench.import_("parquet", tmp_path / "x.parquet", name="set")
    item, gold = only(bench)
    assert isinstance(item.form, form)
    assert gold is not None
    assert gold.accepted == accepted


def test_columns_can_be_named(bench: Workbench, tmp_path: Path) -> None:
    columns = {"frage": ["Was?"], "bild": [png()], "antwort": ["das"], "nr": [7], "question": ["not this"]}
    write(tmp_path / "x.parquet", columns)
    settings = {"question": "frage", "answer": "antwort", "image": "bild", "id": "nr"}
    bench.import_("parquet", tmp_path / "x.parquet", settings=settings, name="set")
    item, gold = only(bench)
    assert (item.id, item.question, len(item.pictures)) == ("set/7", "Was?", 1)
    assert gold is not None
    assert gold.accepted == ("das",)
    bench.export("parquet", tmp_path / "out")
    assert read(tmp_path / "out")["default"] == pq.read_table(tmp_path / "x.parquet").to_pylist()


def test_a_column_that_is_not_there_is_told(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"]})
    with pytest.raises(
        BadSource, match=r"x\.parquet: no column 'frage', which was given as question\. Found: question"
    ):
        bench.import_("parquet", tmp_path / "x.parquet", settings={"question": "frage"})


def test_pictures_may_be_bytes_or_paths(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "data" / "pics" / "картинка.png", "green")
    write_png(tmp_path / "top.png", "blue")
    write(tmp_path / "data" / "a.parquet", {"question": ["a"], "image": [png("red")]})
    write(tmp_path / "data" / "b.parquet", {"question": ["b"], "images": [[png("red"), png("white")]]})
    write(tmp_path / "data" / "c.parquet", {"question": ["c"], "image": ["pics/картинка.png"]})
    write(tmp_path / "data" / "d.parquet", {"question": ["d"], "image": [{"bytes": None, "path": "top.png"}]})
    done = bench.import_("parquet", tmp_path, name="set")
    assert not done.faults
    assert not done.pictures_missing
    assert [len(item.pictures) for item in bench.items()] == [1, 2, 1, 1]
    bench.export("parquet", tmp_path / "out")
    with init(tmp_path / "again") as again:
        assert not again.import_("parquet", tmp_path / "out", name="set").pictures_missing
        assert list(again.store.each(Picture)) == list(bench.store.each(Picture))


def test_rows_without_ids_are_numbered_and_keep_their_numbers(bench: Workbench, tmp_path: Path) -> None:
    for number in range(2):
        write(
            tmp_path / "data" / f"train-0000{number}-of-00002.parquet", {"question": ["a", "b"], "answer": ["1", "2"]}
        )
    bench.import_("parquet", tmp_path / "data" / "train-00001-of-00002.parquet", name="set")
    assert [item.id for item in bench.items()] == ["set/train-2", "set/train-3"]
    bench.import_("parquet", tmp_path, name="set")
    assert bench.store.count(Item) == 4
    bench.export("parquet", tmp_path / "out")
    # the second file came first, so that their places no longer tell their numbers
    assert [row["id"] for row in read(tmp_path / "out")["train"]] == ["train-2", "train-3", "train-0", "train-1"]
    with init(tmp_path / "again") as again:
        again.import_("parquet", tmp_path / "out", name="set")
        assert {item.id for item in again.items()} == {item.id for item in bench.items()}


def test_the_split_is_told_by_the_file_or_its_folder_or_the_row(bench: Workbench, tmp_path: Path) -> None:
    for path in ("data/validation-00000-of-00001-0123abcd.parquet", "default/test/0000.parquet", "train_2.parquet"):
        write(tmp_path / path, {"question": [path], "id": [path]})
    write(tmp_path / "rest.parquet", {"question": ["said"], "id": ["said"], "split": ["testmini"]})
    bench.import_("parquet", tmp_path, name="set")
    assert sorted(str(item.split) for item in bench.items()) == ["test", "testmini", "train", "val"]


def test_splits_with_any_name_come_back(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    names = ["validation", "a/b", "default", "тест", "x" * 150]
    items = [item.model_copy(update={"split": name}) for item, name in zip(bench.items(), names, strict=False)]
    with bench.store.event("test") as writer:
        writer.write(replace=items)
    bench.export("parquet", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("parquet", tmp_path / "out", name="mixed")
        assert {item.id: item.split for item in again.items()} == {item.id: item.split for item in bench.items()}


def test_a_collection_is_called_after_its_file_or_folder(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "apples" / "data" / "test-00000-of-00001.parquet", {"question": ["?"]})
    write(tmp_path / "pears.parquet", {"question": ["?"]})
    assert bench.import_("parquet", tmp_path / "apples").collection == "apples"
    assert bench.import_("parquet", tmp_path / "apples" / "data" / "test-00000-of-00001.parquet").collection == "apples"
    assert bench.import_("parquet", tmp_path / "pears.parquet").collection == "pears"


def test_own_items_whose_pictures_are_missing_come_back_the_same(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    lost: dict[str, None] = dict.fromkeys(("file", "media_type", "width", "height", "size"))
    with bench.store.event("test") as writer:
        writer.write(replace=[one.model_copy(update=lost) for one in bench.store.each(Picture)])
    assert bench.export("parquet", tmp_path / "out").pictures_missing
    with init(tmp_path / "again") as again:
        again.import_("parquet", tmp_path / "out", name="mixed")
        assert list(again.store.each(Picture)) == list(bench.store.each(Picture))
        assert {item.id: item for item in again.items()} == {item.id: item for item in bench.items()}


# --- bad input


def test_a_column_that_is_called_like_our_own_notes_is_refused(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "in" / "a.parquet", {"question": ["?"], "/split": ["?"]})
    write(tmp_path / "in" / "b.parquet", {"question": ["?"]})
    done = bench.import_("parquet", tmp_path / "in")
    assert [fault.place for fault in done.faults] == ["a.parquet"]
    assert "rename it" in done.faults[0].message


@pytest.mark.parametrize("form", [["choice"], {"kind": "choice"}, 5])
def test_a_column_that_is_called_like_ours_may_hold_anything(form: object, bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "form": [form], "images": [form], "tags": [form], "id": ["1"]})
    assert bench.import_("parquet", tmp_path / "x.parquet").items == 1
    bench.export("parquet", tmp_path / "out")
    assert read(tmp_path / "out")["default"] == pq.read_table(tmp_path / "x.parquet").to_pylist()


def test_a_folder_without_parquet_is_told(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(BadSource, match=r"no \.parquet file in it"):
        bench.import_("parquet", tmp_path / "in")


@pytest.mark.parametrize("content", [b"", b"PAR1", b"not parquet at all" * 10])
def test_a_file_that_is_not_parquet_is_told(content: bytes, bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(content)
    with pytest.raises(BadSource, match="no file in it is Parquet that can be read"):
        bench.import_("parquet", tmp_path / "x.parquet")


def test_a_broken_file_is_a_fault_and_the_others_come_in(bench: Workbench, tmp_path: Path) -> None:
    good = write(tmp_path / "in" / "b.parquet", {"question": ["?"], "id": ["1"]})
    (tmp_path / "in" / "a.parquet").write_bytes(good.read_bytes()[:-20])
    done = bench.import_("parquet", tmp_path / "in", name="set")
    assert [fault.place for fault in done.faults] == ["a.parquet"]
    assert done.items == 1


def test_damaged_rows_are_left_out_and_the_others_come_in(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    table = pa.table({"question": [f"question {number}" * 50 for number in range(4)], "id": list("abcd")})
    pq.write_table(table, path, row_group_size=2, compression="none", write_page_checksum=True)
    content = bytearray(path.read_bytes())
    content[content.index(b"question 0question 0") + 100] ^= 0xFF
    path.write_bytes(bytes(content))
    done = bench.import_("parquet", path, name="set")
    assert [fault.place for fault in done.faults] == ["x.parquet, rows 1 to 2"]
    assert [item.id for item in bench.items()] == ["set/c", "set/d"]


def test_a_text_that_is_not_utf8_is_a_fault_of_its_row_alone(bench: Workbench, tmp_path: Path) -> None:
    offsets, letters = pa.array([0, 2, 4], pa.int32()).buffers()[1], pa.py_buffer(b"\xff\xfeok")
    texts = pa.Array.from_buffers(pa.string(), 2, [None, offsets, letters])
    write(tmp_path / "x.parquet", {"question": texts, "id": ["a", "b"]})
    done = bench.import_("parquet", tmp_path / "x.parquet", name="set")
    assert [fault.place for fault in done.faults] == ["x.parquet, row 1"]
    assert [item.id for item in bench.items()] == ["set/b"]


def test_a_path_that_leads_out_of_the_folder_is_not_followed(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "secret.png")
    write(tmp_path / "in" / "x.parquet", {"question": ["?"], "image": ["../secret.png"]})
    assert bench.import_("parquet", tmp_path / "in").items == 1
    assert "leads out of the folder" in next(bench.store.each(Finding)).message
    assert next(bench.store.each(Picture)).file is None


def test_bytes_that_are_no_picture_come_with_a_finding(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "x.parquet", {"question": ["?"], "image": [{"bytes": b"text", "path": "a.png"}]})
    done = bench.import_("parquet", tmp_path / "x.parquet", name="set")
    assert (done.items, done.pictures_missing) == (1, 1)


def test_a_row_that_asks_and_shows_nothing_is_a_fault(bench: Workbench, tmp_path: Path) -> None:
    write(tmp_path / "x.parquet", {"number": [1]})
    done = bench.import_("parquet", tmp_path / "x.parquet", name="set")
    assert "neither a question nor a picture" in done.faults[0].message
    assert "Found: number" in done.faults[0].message


def test_hostile_notes_of_hugging_face_do_no_harm(bench: Workbench, tmp_path: Path) -> None:
    for number, note in enumerate((b"[" * 100_000, b"\xff", b'{"info": 5}', b'{"info": {"features": {"answer": []}}}')):
        schema = pa.schema({"question": pa.string(), "id": pa.string()}, metadata={"huggingface": note})
        write(tmp_path / f"{number}.parquet", {"question": ["?"], "id": [f"{number}"]}, schema)
        bench.import_("parquet", tmp_path / f"{number}.parquet", name=f"set{number}")
    assert bench.store.count(Item) == 4
    bench.export("parquet", tmp_path / "out")
    assert bench.store.count(Collection) == 4


# --- real data


@pytest.mark.slow
def test_real_questions_survive_the_way_through_hugging_face(
    shared: Callable[[str], Path], datasets: Any, bench: Workbench, tmp_path: Path
) -> None:
    bench.import_("scivqa", shared("scivqa") / "validation.json")
    bench.export("parquet", tmp_path / "out")
    loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert {split: len(rows) for split, rows in loaded.items()} == {"validation": 1680}
    with init(tmp_path / "again") as again:
        assert not again.import_("parquet", tmp_path / "out", name="scivqa").faults
        assert {item.id: item.form for item in again.items()} == {item.id: item.form for item in bench.items()}
        assert list(again.store.each(Gold)) == list(bench.store.each(Gold))
        again.export("scivqa", tmp_path / "back")
        original = json.loads((shared("scivqa") / "validation.json").read_text())
        written = json.loads((tmp_path / "back" / "val.json").read_text())
        assert [{name: row[name] for name in original[0]} for row in written] == original


def test_real_pictures_survive_the_way_through_hugging_face(
    shared: Callable[[str], Path], datasets: Any, bench: Workbench, tmp_path: Path
) -> None:
    bench.import_("iconqa", shared("iconqa") / "examples")
    bench.export("huggingface", tmp_path / "out")
    (rows,) = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache")).values()
    assert len(rows) == 75
    assert all(one.width > 1 for row in rows for one in (*row["images"], *(row["option_images"] or ())))
    with init(tmp_path / "again") as again:
        again.import_("huggingface", tmp_path / "out", name="iconqa")
        assert list(again.store.each(Picture)) == list(bench.store.each(Picture))
        assert list(again.store.each(Gold)) == list(bench.store.each(Gold))
        assert {item.id: item.form for item in again.items()} == {item.id: item.form for item in bench.items()}
