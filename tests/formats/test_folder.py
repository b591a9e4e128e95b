"""A folder of pictures: whatever lies in it, with whatever is told about it."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource
from optotype.records import Finding, Item, Picture
from tests.samples import fill, write_png


def pictures(bench: Workbench) -> dict[str, Picture]:
    return {picture.name: picture for picture in bench.store.each(Picture)}


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_lines(path: Path, *rows: object) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def test_all_pictures_in_the_tree_come_in(bench: Workbench, tmp_path: Path) -> None:
    root = tmp_path / "мои 🙂"
    for name in ("b.png", "a.PNG", "cat/1.png", "cat/deep/2.png", ".hidden.png", ".git/3.png"):
        write_png(root / name)
    (root / "notes.txt").write_text("not a picture")
    (tmp_path / "elsewhere").mkdir()
    write_png(tmp_path / "elsewhere" / "4.png")
    (root / "link").symlink_to(tmp_path / "elsewhere")
    (root / "link.png").symlink_to(tmp_path / "elsewhere" / "4.png")
    done = bench.import_("folder", root)
    assert not done.faults
    found = pictures(bench)
    assert list(found) == ["a.PNG", "b.png", "cat/1.png", "cat/deep/2.png"]
    assert found["cat/1.png"].id == "мои 🙂/cat/1.png"
    assert found["cat/1.png"].tags == {"folder": ("cat",)}
    assert found["cat/deep/2.png"].tags == {"folder": ("deep",)}
    assert all(picture.file for picture in found.values())
    assert not bench.store.count(Item)


@pytest.mark.parametrize("name", ["metadata.jsonl", "captions.jsonl"])
def test_captions_come_from_json_lines_and_go_back(name: str, bench: Workbench, tmp_path: Path) -> None:
    for picture in ("a.png", "sub/b.png", "c.png"):
        write_png(tmp_path / "in" / picture)
    rows = [
        {"file_name": "sub/b.png", "text": 'Ein "Bild",\nzwei Zeilen', "size": [1, {"x": None}], "ok": True},
        {"file_name": "a.png", "caption": "кот"},
    ]
    write_lines(tmp_path / "in" / name, *rows)
    bench.import_("folder", tmp_path / "in")
    found = pictures(bench)
    assert list(found) == ["sub/b.png", "a.png", "c.png"]
    assert found["sub/b.png"].caption == 'Ein "Bild",\nzwei Zeilen'
    bench.export("folder", tmp_path / "out")
    assert lines(tmp_path / "out" / "metadata.jsonl") == [*rows, {"file_name": "c.png"}]
    for picture in found:
        assert (tmp_path / "out" / picture).read_bytes() == (tmp_path / "in" / picture).read_bytes()


def test_captions_come_from_a_table_and_go_back(bench: Workbench, tmp_path: Path) -> None:
    for picture in ("a.png", "b.png"):
        write_png(tmp_path / "in" / picture)
    content = 'image,description,year\r\nb.png,"with, comma",2001\r\na.png,,2002\r\n'
    (tmp_path / "in" / "captions.csv").write_bytes(b"\xef\xbb\xbf" + content.encode())
    bench.import_("folder", tmp_path / "in")
    assert [picture.caption for picture in pictures(bench).values()] == ["with, comma", ""]
    bench.export("folder", tmp_path / "out", settings={"table": "csv"})
    with (tmp_path / "out" / "metadata.csv").open(encoding="utf-8", newline="") as stream:
        written = list(csv.DictReader(stream))
    assert written == list(csv.DictReader(content.splitlines()))


def test_a_folder_within_may_tell_of_its_own_pictures(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "in" / "train" / "a.png")
    write_lines(tmp_path / "in" / "train" / "metadata.jsonl", {"file_name": "a.png", "caption": "inside"})
    bench.import_("folder", tmp_path / "in")
    assert pictures(bench)["train/a.png"].caption == "inside"


def test_items_travel_with_their_picture(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("folder", tmp_path / "out")
    rows = lines(tmp_path / "out" / "metadata.jsonl")
    first = next(bench.store.each(Picture))
    assert [row["file_name"] for row in rows] == [first.name, ""]  # the second asks about a text alone
    with init(tmp_path / "again") as again:
        again.import_("folder", tmp_path / "out", name="mixed")
        assert list(again.store.each(Picture)) == list(bench.store.each(Picture))
        assert {item.id for item in again.items()} == {item.id for item in bench.items()}


def test_a_picture_that_is_told_of_and_not_there_is_a_finding(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "in" / "a.png")
    write_lines(tmp_path / "in" / "metadata.jsonl", {"file_name": "gone.png"}, {"file_name": "../../etc/passwd"})
    done = bench.import_("folder", tmp_path / "in")
    assert done.pictures_missing == 2
    assert len(pictures(bench)) == 3
    messages = " ".join(finding.message for finding in bench.store.each(Finding))
    assert "gone.png is missing" in messages
    assert "leads out of the folder" in messages


def test_a_file_that_only_ends_like_a_picture_is_a_finding(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "in" / "a.png")
    (tmp_path / "in" / "b.png").write_bytes(b"not a picture")
    (tmp_path / "in" / "c.jpg").write_bytes(b"")
    assert bench.import_("folder", tmp_path / "in").pictures_missing == 2


def test_bad_rows_are_told_and_the_others_come_in(bench: Workbench, tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        write_png(tmp_path / "in" / name)
    (tmp_path / "in" / "metadata.jsonl").write_bytes(
        b'{"file_name": "a.png", "caption": "first"}\n'
        b'{"file_name": "a.png", "caption": "second"}\n'
        b'{"caption": "nameless"}\n'
        b'{"file_name": ""}\n'
        b"[1]\n"
        b'{"file_name": \n'
        b"\xff\n"
    )
    done = bench.import_("folder", tmp_path / "in")
    assert [fault.place for fault in done.faults] == [f"metadata.jsonl, line {line}" for line in range(2, 8)]
    assert "was told about before" in done.faults[0].message
    assert {name: one.caption for name, one in pictures(bench).items()} == {"a.png": "first", "b.png": ""}


def test_an_empty_table_does_not_hide_the_pictures(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "in" / "a.png")
    (tmp_path / "in" / "metadata.csv").write_bytes(b"")
    done = bench.import_("folder", tmp_path / "in")
    assert [fault.place for fault in done.faults] == ["metadata.csv"]
    assert list(pictures(bench)) == ["a.png"]


def test_a_name_that_is_not_text_is_told(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "in" / "a.png")
    for name in (b"\xff.png", b"new\nline.png"):
        (tmp_path / "in" / os.fsdecode(name)).write_bytes((tmp_path / "in" / "a.png").read_bytes())
    done = bench.import_("folder", tmp_path / "in")
    assert sorted(fault.place for fault in done.faults) == [r"'\udcff.png'", r"'new\nline.png'"]
    assert list(pictures(bench)) == ["a.png"]


def test_a_very_deep_folder_is_no_trouble(bench: Workbench, tmp_path: Path) -> None:
    deep = tmp_path / "in" / "/".join("x" * 200)
    write_png(deep / "a.png")
    bench.import_("folder", tmp_path / "in")
    assert len(pictures(bench)) == 1


@pytest.mark.parametrize("kind", ["empty", "file"])
def test_where_there_are_no_pictures_it_is_told(kind: str, bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.mkdir() if kind == "empty" else path.write_text("")
    with pytest.raises(BadSource, match="no picture in it" if kind == "empty" else "is not a folder"):
        bench.import_("folder", path)


def test_real_charts_come_in_and_go_back(shared: Callable[[str], Path], bench: Workbench, tmp_path: Path) -> None:
    folder = shared("chartqa") / "png"
    bench.import_("folder", folder, name="charts")
    bench.export("folder", tmp_path / "out")
    names = sorted(path.name for path in folder.glob("*.png"))
    assert sorted(path.name for path in (tmp_path / "out").glob("*.png")) == names
    assert all((tmp_path / "out" / name).read_bytes() == (folder / name).read_bytes() for name in names)
