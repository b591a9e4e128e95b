"""FACTUAL: captions with scene graphs come in and go out byte by byte."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource, Fault
from optotype.formats import Entry, Source, Target
from optotype.formats.factual import Factual
from optotype.records import Gold, Graph, Item, Picture
from optotype.settings import BenchSection
from tests.samples import png

HEADER = "image_id,region_id,caption,scene_graph\r\n"
TRAIN = (
    HEADER
    + '7,70,two men on a bench,"( men , is , 2 ) , ( men , on , bench )"\r\n'
    + '7,71," a dog, and a ""cat"" ","( dog ) , ( cat )"\r\n'
    + "8,80,a plain wall,( wall )\r\n"
    + '7,71,a dog and a cat.,"( dog , near , cat )"\r\n'
)
DEV = HEADER + '9,90,тёмная ёлка 🎄,"( tree , is , dark )"\r\n'


def put(folder: Path, **files: str) -> Path:
    """A folder with CSV files, byte by byte."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.csv").write_bytes(content.encode())
    return folder


def written(folder: Path) -> dict[str, str]:
    """The CSV files in a folder, byte by byte."""
    return {file.stem: file.read_bytes().decode() for file in folder.glob("*.csv")}


def golds(bench: Workbench) -> dict[str, tuple[object, ...]]:
    return {gold.item: gold.accepted for gold in bench.store.each(Gold)}


def test_a_row_is_a_caption_to_be_parsed(bench: Workbench, tmp_path: Path) -> None:
    done = bench.import_("factual", put(tmp_path / "random", train=TRAIN, dev=DEV))
    assert (done.collection, done.items, done.faulty, done.pictures_missing) == ("factual-random", 5, 0, 0)
    item = bench.item("factual-random/7-70")
    assert item.form == Graph(notation="factual")
    assert (item.text, item.question, item.pictures) == ("two men on a bench", "", ())
    assert (item.cluster, item.split, item.tags) == ("factual-random/7", "train", {"kind": ("scene_graph",)})
    assert (item.origin.source, item.origin.place) == ("train.csv", "line 2")
    assert golds(bench)[item.id] == ("( men , is , 2 ) , ( men , on , bench )",)
    assert bench.item("factual-random/9-90").split == "val"


def test_it_goes_out_byte_by_byte_as_it_came(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("factual", put(tmp_path / "random", train=TRAIN, dev=DEV))
    bench.export("factual", tmp_path / "out")
    assert written(tmp_path / "out") == {"train": TRAIN, "dev": DEV}


def test_two_captions_of_one_region_both_come_in(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("factual", put(tmp_path / "data", train=TRAIN))
    assert bench.item("factual/7-71").text == ' a dog, and a "cat" '
    assert bench.item("factual/7-71-2").text == "a dog and a cat."
    assert golds(bench)["factual/7-71-2"] == ("( dog , near , cat )",)


def test_a_second_caption_that_goes_out_alone_keeps_its_id(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("factual", put(tmp_path / "data", train=TRAIN))
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item("factual/7-71").model_copy(update={"excluded": "a test"})])
    bench.export("factual", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("factual", tmp_path / "out")
        assert [item.id for item in again.items()] == ["factual/7-70", "factual/8-80", "factual/7-71-2"]


def test_captions_of_one_region_in_two_splits_keep_their_ids(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("factual", put(tmp_path / "data", train=TRAIN))
    splits = {"factual/7-71": "val", "factual/7-71-2": "test"}
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item(id).model_copy(update={"split": split}) for id, split in splits.items()])
    bench.export("factual", tmp_path / "out")
    assert set(written(tmp_path / "out")) == {"train", "dev", "test"}
    assert not any("optotype" in text for text in written(tmp_path / "out").values())
    with init(tmp_path / "again") as again:
        again.import_("factual", tmp_path / "out")
        assert {item.id: item.split for item in again.items()} == {item.id: item.split for item in bench.items()}


@pytest.mark.parametrize(
    ("graph", "notation"),
    [
        ("( man , sit on , bench )", "factual"),
        ("( man , v:sit on , bench )", "factual_ids"),
        ("( man , sit , on , bench )", "factual_mr"),
    ],
)
def test_a_file_shows_its_notation(bench: Workbench, tmp_path: Path, graph: str, notation: str) -> None:
    text = f'{HEADER}1,1,a dog,( dog )\r\n2,2,a man on a bench,"{graph}"\r\n'
    bench.import_("factual", put(tmp_path / "data", some=text))
    assert [item.form for item in bench.items()] == [Graph.model_validate({"notation": notation})] * 2
    bench.export("factual", tmp_path / "out")
    assert written(tmp_path / "out") == {"factual": text}


def test_the_notation_can_be_given(bench: Workbench, tmp_path: Path) -> None:
    text = f"{HEADER}1,1,a dog,( dog )\r\n"
    bench.import_("factual", put(tmp_path / "data", some=text), settings={"notation": "factual_mr"})
    assert bench.item("factual/1-1").form == Graph(notation="factual_mr")


def test_rows_that_no_longer_show_their_notation_say_it(bench: Workbench, tmp_path: Path) -> None:
    text = f'{HEADER}1,1,a dog,( dog )\r\n2,2,a man on a bench,"( man , v:sit on , bench )"\r\n'
    bench.import_("factual", put(tmp_path / "data", some=text))
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item("factual/2-2").model_copy(update={"excluded": "a test"})])
    bench.export("factual", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("factual", tmp_path / "out")
        assert again.item("factual/1-1").form == Graph(notation="factual_ids")


def test_regions_may_be_missing(bench: Workbench, tmp_path: Path) -> None:
    text = "image_id,caption,scene_graph\r\n1,a dog,( dog )\r\n1,a cat,( cat )\r\n"
    bench.import_("factual", put(tmp_path / "data", some=text))
    assert [item.id for item in bench.items()] == ["factual/1", "factual/1-2"]
    bench.export("factual", tmp_path / "out")
    assert written(tmp_path / "out") == {"factual": text}


def test_columns_that_nobody_knows_come_back(bench: Workbench, tmp_path: Path) -> None:
    text = "annotator,image_id,region_id,caption,scene_graph\r\nAnn,1,2,a dog,( dog )\r\n,1,3,a cat,( cat )\r\n"
    bench.import_("factual", put(tmp_path / "data", some=text))
    bench.export("factual", tmp_path / "out")
    with (tmp_path / "out" / "factual.csv").open(newline="", encoding="utf-8") as stream:
        assert list(csv.DictReader(stream)) == list(csv.DictReader(text.splitlines()))


def test_a_graph_that_cannot_be_parsed_is_a_fault_and_the_rest_comes_in(bench: Workbench, tmp_path: Path) -> None:
    text = f'{HEADER}1,1,a dog,( dog\r\n1,2,a cat,( cat )\r\n1,3,"a, b",( a )\r\n1,4,too,many,"( f )"\r\n'
    done = bench.import_("factual", put(tmp_path / "data", some=text))
    assert [str(fault) for fault in done.faults] == [
        "some.csv, line 2: the scene graph, letter 6: ')' was expected, but the text ends",
        "some.csv, line 5: 5 fields, but the header has 4",
    ]
    assert [item.id for item in bench.items()] == ["factual/1-2", "factual/1-3"]


def test_a_caption_without_a_graph_has_no_gold(bench: Workbench, tmp_path: Path) -> None:
    text = f"{HEADER}1,1,a dog,\r\n"
    bench.import_("factual", put(tmp_path / "data", test=text))
    assert golds(bench) == {}
    bench.export("factual", tmp_path / "out")
    assert written(tmp_path / "out") == {"test": text}


def test_pictures_come_only_if_they_are_asked_for(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "genome").mkdir()
    (tmp_path / "genome" / "7.jpg").write_bytes(png("blue", kind="JPEG"))
    done = bench.import_("factual", put(tmp_path / "data", train=TRAIN), pictures=tmp_path / "genome")
    assert (done.new["pictures"], done.pictures_missing) == (2, 1)
    assert bench.item("factual/7-71-2").pictures == ("factual/7.jpg",)
    bench.export("factual", tmp_path / "out")
    assert written(tmp_path / "out") == {"train": TRAIN}
    with init(tmp_path / "again") as again:
        again.import_("factual", tmp_path / "out")
        assert [*again.store.each(Picture)] == [*bench.store.each(Picture)]
        assert _without_origin(again) == _without_origin(bench)


def test_rows_with_and_without_pictures_keep_apart(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "genome").mkdir()
    (tmp_path / "genome" / "9.jpg").write_bytes(png("blue", kind="JPEG"))
    bench.import_("factual", put(tmp_path / "data", train=TRAIN))
    bench.import_("factual", put(tmp_path / "more", dev=DEV), pictures=tmp_path / "genome")
    bench.export("factual", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("factual", tmp_path / "out")
        shown = {item.id: item.pictures for item in again.items()}
    assert shown == {item.id: item.pictures for item in bench.items()}


def test_a_file_that_is_something_else_does_not_stop_the_others(bench: Workbench, tmp_path: Path) -> None:
    done = bench.import_("factual", put(tmp_path / "data", train=TRAIN, other="a,b\r\n1,2\r\n", empty=""))
    assert done.items == 4
    assert sorted(fault.place for fault in done.faults) == ["empty.csv", "other.csv"]
    with pytest.raises(BadSource, match="no column image_id, caption, scene_graph"):
        bench.import_("factual", tmp_path / "data" / "other.csv")
    with pytest.raises(BadSource, match="no file"):
        bench.import_("factual", put(tmp_path / "nothing"))


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("random", "factual-random"),
        ("random_with_ids/train.csv", "factual-random-with-ids"),
        ("mr", "factual-mr"),
        ("length", "factual-length"),
        ("mine/train.csv", "factual"),
    ],
)
def test_a_collection_is_called_after_its_folder(tmp_path: Path, place: str, name: str) -> None:
    folder = put(tmp_path / place.partition("/")[0], train=HEADER)
    assert Factual().default_name(folder.parent / place) == name


def test_train_and_dev_together_tell_no_split(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("factual", put(tmp_path / "mr", train_and_dev=TRAIN))
    assert {item.split for item in bench.items()} == {None}


class _Folder(Target):
    """A target without a bench."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.collections = {}
        self.about = BenchSection()

    def content(self, picture: Picture) -> bytes | None:
        return None

    def copy(self, picture: Picture, to: str) -> None:
        pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "rows", "names"),
    [
        ("random/dev.csv", 1_000, {"dev.csv": ""}),  # the rows of the next, without their ids
        ("random_with_ids", 38_861, {"train.csv": "train.csv", "dev.csv": "dev.csv"}),
        ("length/dev.csv", 961, {"dev.csv": ""}),  # all its rows are among those of `random`, in other files
        ("mr", 7_574, {"factual.csv": "train_and_dev.csv"}),
    ],
)
def test_the_real_files_go_out_byte_by_byte_as_they_came(
    shared: Callable[[str], Path], tmp_path: Path, folder: str, rows: int, names: dict[str, str]
) -> None:
    format_ = Factual()
    source, out = shared(f"factual/{folder}"), tmp_path / "out"
    out.mkdir()
    if (
        folder == "mr"
    ):  # a fifth: its captions are those above, and all its graphs are read and written by their notation
        lines = (source / "train_and_dev.csv").read_bytes().splitlines(keepends=True)
        source = tmp_path / "mr"
        source.mkdir()
        (source / "train_and_dev.csv").write_bytes(b"".join([lines[0], *lines[1::5]]))
    seen: set[str] = set()

    def entries() -> Iterator[Entry]:
        for entry in format_.read(Source(source, "factual")):
            assert not isinstance(entry, Fault)
            seen.add(entry.items[0].id)
            yield entry

    format_.save(((format_.write_row(entry), entry) for entry in entries()), _Folder(out))
    assert len(seen) == rows
    assert {file.name for file in out.iterdir()} == set(names)
    for name, original in names.items():
        assert (out / name).read_bytes() == (source / original).read_bytes()


@pytest.mark.slow
def test_the_real_dev_set_comes_in_and_goes_out_and_comes_in_the_same(
    shared: Callable[[str], Path], bench: Workbench, tmp_path: Path
) -> None:
    done = bench.import_("factual", shared("factual/random_with_ids/dev.csv"))
    assert (done.collection, done.items, done.faulty) == ("factual-random-with-ids", 1_000, 0)
    bench.export("factual", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("factual", tmp_path / "out", name="factual-random-with-ids")
        assert _without_origin(again) == _without_origin(bench)
        assert golds(again) == golds(bench)


def _without_origin(bench: Workbench) -> list[Item]:
    return [item.model_copy(update={"origin": None}) for item in bench.items()]
