"""Objects in JSON files, however they are laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import Fault
from optotype.formats import Source
from optotype.formats._objects import objects, picture_place, seen_from


def read(path: Path) -> list[str]:
    """What comes of a source: the objects with their places, and the places of faults."""
    return [
        f"fault in {found.place}" if isinstance(found, Fault) else f"{found[0].name} {found[1]} {found[2]}"
        for found in objects(Source(path, "x"))
    ]


@pytest.mark.parametrize(
    ("name", "content", "places"),
    [
        ("a.json", '[{"n": 1}, {"n": 2}]', ["element 1", "element 2"]),
        ("a.json", '{"n": 1}\n{"n": 2}\n', ["line 1", "line 2"]),
        ("a.jsonl", '{"n": 1}\n{"n": 2}', ["line 1", "line 2"]),
        ("a.json", '\ufeff{\n "n": 1}', [""]),
        ("a.json", '{"n": 1}', ["line 1"]),
    ],
)
def test_a_file_is_an_array_an_object_or_an_object_per_line(
    name: str, content: str, places: list[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    expected = [f"{name} {place} {{'n': {number}}}" for number, place in enumerate(places, 1)]
    assert read(tmp_path / name) == expected


def test_a_folder_is_walked_in_order_past_hidden_files_and_linked_folders(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    folder = tmp_path / "set"
    for file in (outside / "x.json", folder / "b.json", folder / ".hidden.json", folder / "sub" / "a.json"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}")
    (folder / "c.json").write_text("")
    (folder / "d.json").write_text("[1]")
    (folder / "link").symlink_to(outside)
    assert read(folder) == [
        "b.json line 1 {}",
        "fault in c.json",
        "fault in d.json, element 1",
        "a.json line 1 {}",
    ]
    assert seen_from(folder / "sub" / "a.json", Source(folder, "x")) == "sub/a.json"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("a/b.png", "a/b.png"),
        ("test.json", "pictures/test.json"),
        ("a/test.json", "a/test.json"),
        (".rows-0", "pictures/.rows-0"),
    ],
)
def test_a_picture_is_put_where_no_file_of_rows_lies(path: str, place: str) -> None:
    assert picture_place(path, "pictures") == place
