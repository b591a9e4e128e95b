"""ChartQA: questions, charts and their tables come in and go out, in both layouts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource
from optotype.records import Finding, Gold, Item, Origin, Picture, ShortText, YesNo
from tests.formats.jsons import load
from tests.samples import write_png


def question(chart: str, text: str, label: Any = "7", **more: Any) -> dict[str, Any]:
    return {"imgname": chart, "query": text, "label": label, **more}


FLAT = [
    question("bars.png", "How many?", kind="human"),
    question("Линия ✏️.png", "Which?", "Libya", kind="human"),
    question("bars.png", "How many?", kind="augmented"),
    question("bars.png", "How much more?", "0.23", kind="augmented"),
]
TABLE = 'Country,"Share, 2010"\r\nHaiti,6.12\r\n'


def put(file: Path, content: Any) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    folder = tmp_path / "chartqa"
    put(folder / "questions.json", FLAT)
    for name in ("bars", "Линия ✏️"):
        write_png(folder / "png" / f"{name}.png")
    (folder / "tables").mkdir()
    (folder / "tables" / "bars.csv").write_bytes(TABLE.encode())
    return folder


@pytest.fixture
def published(tmp_path: Path) -> Path:
    return dataset(tmp_path / "ChartQA Dataset")


def dataset(folder: Path) -> Path:
    """A few charts, laid out as ChartQA was published."""
    put(folder / "train" / "train_human.json", [question("a.png", "One?"), question("b.png", "Two?")])
    put(folder / "train" / "train_augmented.json", [question("a.png", "Three?"), question("a.png", "Three?")])
    put(folder / "val" / "val_human.json", [question("c.png", "Four?", "Yes")])
    for split, name in (("train", "a"), ("train", "b"), ("val", "c")):
        write_png(folder / split / "png" / f"{name}.png", "blue" if name == "c" else "red")
        (folder / split / "tables").mkdir(exist_ok=True)
        (folder / split / "tables" / f"{name}.csv").write_bytes(f"{name},1\r\n".encode())
        put(folder / split / "annotations" / f"{name}.json", {"type": "v_bar", "models": [{"x": 1.5}]})
    return folder


def files(folder: Path) -> dict[str, Any]:
    """All files below a folder; JSON as what it says."""
    return {
        str(file.relative_to(folder)): load(file) if file.suffix == ".json" else file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def everything(bench: Workbench) -> list[Any]:
    """All records of a bench in order of their ids, without where they were imported from."""
    items = sorted((item.model_copy(update={"origin": None}) for item in bench.items()), key=lambda item: item.id)
    pictures = sorted(bench.store.each(Picture), key=lambda picture: picture.id)
    return [*items, *pictures, *sorted(bench.store.each(Gold), key=lambda gold: gold.item)]


def there_and_back(bench: Workbench, tmp_path: Path) -> dict[str, Any]:
    """What an export writes; coming in again it gives the same records."""
    bench.export("chartqa", tmp_path / "out")
    with init(tmp_path / "again") as again:
        done = again.import_("chartqa", tmp_path / "out")
        assert (done.faulty, done.pictures_missing) == (0, 0)
        assert everything(again) == everything(bench)
    return files(tmp_path / "out")


def test_a_row_is_a_question_about_a_chart(bench: Workbench, flat: Path) -> None:
    done = bench.import_("chartqa", flat)
    assert (done.items, done.new["pictures"], done.faulty, done.pictures_missing) == (4, 2, 0, 0)
    assert [item.id for item in bench.items()] == [
        "chartqa/bars-1",
        "chartqa/Линия ✏️-1",
        "chartqa/bars-2",
        "chartqa/bars-3",
    ]
    item = bench.item("chartqa/bars-3")
    assert (item.question, item.form, item.tags) == ("How much more?", ShortText(), {"kind": ("augmented",)})
    assert item.pictures == (item.cluster,) == ("chartqa/bars.png",)
    assert bench.gold(item) == Gold(item=item.id, accepted=("0.23",), rule="imported")


def test_a_chart_has_its_table(bench: Workbench, flat: Path) -> None:
    bench.import_("chartqa", flat)
    bars, line = (bench.store.get(Picture, f"chartqa/{name}.png") for name in ("bars", "Линия ✏️"))
    assert bars is not None
    assert bars.extra == {"chartqa": {"table": TABLE}}
    assert line is not None
    assert line.extra == {}


def test_it_goes_out_as_it_came(bench: Workbench, flat: Path, tmp_path: Path) -> None:
    bench.import_("chartqa", flat)
    assert there_and_back(bench, tmp_path) == files(flat)


def test_the_published_layout_goes_out_as_it_came(bench: Workbench, published: Path, tmp_path: Path) -> None:
    done = bench.import_("chartqa", published)
    assert (done.items, done.faulty, done.pictures_missing) == (5, 0, 0)
    item = bench.item("chartqa/a-2")
    assert (item.question, item.split, item.tags) == ("Three?", "train", {"kind": ("augmented",)})
    assert bench.item("chartqa/c-1").split == "val"
    picture = bench.store.get(Picture, "chartqa/c.png")
    assert picture is not None
    assert picture.extra["chartqa"]["annotation"] == {"type": "v_bar", "models": [{"x": 1.5}]}
    assert there_and_back(bench, tmp_path) == files(published)


def test_one_split_can_be_imported_alone(bench: Workbench, published: Path) -> None:
    assert bench.import_("chartqa", published / "train").items == 4
    assert bench.import_("chartqa", published / "val" / "val_human.json", name="val").items == 1
    assert bench.item("val/c-1").tags == {"kind": ("human",)}


def test_questions_that_were_split_keep_their_ids(bench: Workbench, flat: Path, tmp_path: Path) -> None:
    bench.import_("chartqa", flat)
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"split": "train"}) for item in bench.items()])
    written = there_and_back(bench, tmp_path)
    assert {"train/train_human.json", "train/train_augmented.json", "train/tables/bars.csv"} < set(written)


def test_questions_that_go_out_alone_keep_their_ids(bench: Workbench, flat: Path, tmp_path: Path) -> None:
    bench.import_("chartqa", flat)
    bench.export("chartqa", tmp_path / "out", tags={"kind": "augmented"})
    with init(tmp_path / "again") as again:
        again.import_("chartqa", tmp_path / "out")
        assert [item.id for item in again.items()] == ["chartqa/bars-2", "chartqa/bars-3"]


def test_labels_may_be_lists_or_numbers_or_missing(bench: Workbench, tmp_path: Path) -> None:
    questions = [question("a.png", "?", ["7", "seven"]), question("a.png", "?", 7), {"imgname": "a.png", "query": "?"}]
    bench.import_("chartqa", put(tmp_path / "questions.json", questions))
    golds = [bench.gold(item) for item in bench.items()]
    assert [gold and gold.accepted for gold in golds] == [("7", "seven"), ("7",), None]
    bench.export("chartqa", tmp_path / "out")
    assert json.dumps(load(tmp_path / "out" / "questions.json")) == json.dumps(questions)


def test_fields_that_nobody_knows_come_back(bench: Workbench, tmp_path: Path) -> None:
    questions = [question("a.png", "?", kind="human", worker={"id": 3}), question("a.png", "?")]
    bench.import_("chartqa", put(tmp_path / "questions.json", questions))
    bench.export("chartqa", tmp_path / "out")
    assert load(tmp_path / "out" / "questions.json") == questions


def test_yes_and_no_can_go_out(bench: Workbench, tmp_path: Path) -> None:
    origin = Origin(kind="drawn", by="test")
    item = Item(id="drawn/q", collection="drawn", origin=origin, form=YesNo(), question="Rising?", cluster="drawn/q")
    with bench.store.event("test") as writer:
        writer.write(add=[item, Gold(item="drawn/q", accepted=(True,), rule="drawn")])
    bench.export("chartqa", tmp_path / "out")
    assert load(tmp_path / "out" / "questions.json")[0]["label"] == "yes"
    with init(tmp_path / "again") as again:
        again.import_("chartqa", tmp_path / "out", name="drawn")
        assert again.item("drawn/q") == item
        assert again.gold(item) == bench.gold(item)


def test_bad_rows_are_told_and_the_rest_comes_in(bench: Workbench, flat: Path) -> None:
    put(flat / "questions.json", [question("bars.png", "?"), {"query": "?"}, 7, {"imgname": "bars.png"}, FLAT[1]])
    done = bench.import_("chartqa", flat)
    assert [str(fault) for fault in done.faults] == [
        "questions.json, element 2: an object with 'imgname', 'query' and 'label' was expected",
        "questions.json, element 3: an object with 'imgname', 'query' and 'label' was expected",
        "questions.json, element 4: no field 'query'; found: imgname, optotype_number, optotype_table",
    ]
    assert done.items == 2


def test_a_table_that_cannot_be_read_is_told_and_its_question_comes_in(bench: Workbench, flat: Path) -> None:
    (flat / "tables" / "bars.csv").write_bytes(b"Gr\xf6\xdfe,1\r\n")
    (flat / "tables" / "Линия ✏️.csv").symlink_to("/etc/hostname")
    done = bench.import_("chartqa", flat)
    assert done.items == 4
    assert {fault.place.rpartition(", ")[2] for fault in done.faults} == {"tables/bars.csv", "tables/Линия ✏️.csv"}
    assert "not UTF-8 at byte 2" in done.faults[0].message


def test_a_chart_that_leads_out_of_its_folder_is_not_read(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "secret.png")
    (tmp_path / "secret.csv").write_text("a,b")
    bench.import_("chartqa", put(tmp_path / "data" / "questions.json", [question("../secret.png", "?")]))
    picture = next(iter(bench.store.each(Picture)))
    assert (picture.file, picture.extra) == (None, {})
    assert [finding.rule for finding in bench.store.each(Finding)] == ["picture_bad"]


def test_a_number_that_is_none_is_told(bench: Workbench, tmp_path: Path) -> None:
    file = put(tmp_path / "questions.json", [question("a.png", "?", optotype_number="x")])
    done = bench.import_("chartqa", file)
    assert "a whole number from 1 was expected" in done.faults[0].message


def test_a_file_that_is_something_else_is_told(bench: Workbench, flat: Path) -> None:
    (flat / "other.json").write_text("7")
    assert [fault.place for fault in bench.import_("chartqa", flat).faults] == ["other.json"]
    with pytest.raises(BadSource, match="a JSON array or object was expected"):
        bench.import_("chartqa", flat / "other.json")


def test_the_real_sample_goes_out_as_it_came(shared: Callable[[str], Path], bench: Workbench, tmp_path: Path) -> None:
    folder = shared("chartqa")
    done = bench.import_("chartqa", folder)
    assert (done.items, done.new["pictures"], done.faulty, done.pictures_missing) == (243, 145, 0, 0)
    assert Counter(item.tags["kind"][0] for item in bench.items()) == {"human": 150, "augmented": 93}
    assert there_and_back(bench, tmp_path) == files(folder)
