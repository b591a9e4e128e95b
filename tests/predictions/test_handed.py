"""Files as they are handed in, whole and broken."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from optotype.errors import BadSource
from optotype.predictions import _handed, opened
from tests.predictions.files import archive, write


@pytest.mark.parametrize(
    ("name", "content", "layout", "fields"),
    [
        ("a.csv", "id,answer\n1,B\n", "table", ("id", "answer")),
        ("a.csv", "\ufeffid;answer\n1;B, or C\n", "table", ("id", "answer")),
        ("a.tsv", 'id\tanswer\n1\t"B"\n', "table", ("id", "answer")),
        ("a.txt", "\n[{}]", "array", ()),
        ("a.json", '[{"id": 1, "answer": "B"}, {"id": 2}]', "array", ("id", "answer")),
        ("a.json", "[]", "array", ()),
        ("a.jsonl", '{"id": 1}\n', "lines", ("id",)),
        ("a.json", '{"id": 1}\n{"id": 2}\n', "lines", ("id",)),
        ("a.json", '{"id": 1}\n', "object", ("id",)),
        ("a.json", '{\n"results": {"1": 0}\n}\n', "object", ("results",)),
    ],
)
def test_the_layout_is_seen_from_the_content(
    name: str, content: str, layout: str, fields: tuple[str, ...], tmp_path: Path
) -> None:
    with opened(write(tmp_path / name, content)) as file:
        assert (file.name, file.layout, file.fields) == (name, layout, fields)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.csv", "", "a.csv: the file is empty."),
        ("a.csv", " \n\n", "a.csv: the file is empty."),
        ("a.csv", "id,answer\n1,B\n".encode("utf-16"), "a.csv: the file is UTF-16; save it as UTF-8."),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\0\0\0", "a.xlsx is no text; CSV, TSV, JSON or JSON Lines was expected"),
        ("a.json", "[1, 2]", "a.json, element 1: an object with fields was expected, not 1."),
        ("a.json", '[{"id": 1', "a.json, line 1: not JSON, and not read further: the file is cut off."),
        ("a.json", '{"results": {"1": ', "a.json, line 1: not JSON, and not read further: the file is cut off."),
        ("a.jsonl", '{"id": ', "a.jsonl, line 1: not JSON"),
    ],
)
def test_what_is_no_file_of_rows_is_refused(name: str, content: str | bytes, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadSource) as error, opened(write(tmp_path / name, content)):
        pass
    assert str(error.value).startswith(complaint)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.csv", "id,answer\n1,B\n2\n", "a.csv, line 3: 1 fields, but the header has 2."),
        ("a.csv", b"id,answer\n1,\xe4\n", "a.csv, line 2: not UTF-8; save the file as UTF-8."),
        ("a.csv", 'id,answer\n1,"B\n', "a.csv, line 2: not CSV, and not read further: unexpected end of data."),
        ("a.json", '[{"id": 1}, {"id": 2', "a.json, line 1: not JSON, and not read further: the file is cut off."),
        ("a.json", '[{"id": 1}, 2]', "a.json, element 2: an object with fields was expected, not 2."),
        ("a.json", '[{"id": 1}, {"id": NaN}]', "a.json, line 1: not JSON, and not read further: NaN is not JSON"),
        ("a.jsonl", '{"id": 1}\n{"id": \n', "a.jsonl, line 2: not JSON"),
        ("a.jsonl", '{"id": 1}\n[]\n', "a.jsonl, line 2: an object with fields was expected, not []."),
        (
            "a.json",
            f'[{{"id": 1}}, {{"id": {"9" * 5000}}}]',
            "a.json, line 1: not JSON, and not read further: a number with too many digits",
        ),
    ],
)
def test_a_file_that_breaks_off_is_refused_as_a_whole(
    name: str, content: str | bytes, complaint: str, tmp_path: Path
) -> None:
    with opened(write(tmp_path / name, content)) as file, pytest.raises(BadSource) as error:
        list(file.rows())
    assert str(error.value).startswith(complaint)


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="does not exist"), opened(tmp_path / "none.csv"):
        pass
    with pytest.raises(BadSource, match="is a folder; name the file with the predictions"), opened(tmp_path):
        pass
    with pytest.raises(BadSource, match="does not exist"), opened(write(tmp_path / "a.csv", "id") / "b.csv"):
        pass


def test_an_archive_holds_one_file_or_the_one_that_is_named(tmp_path: Path) -> None:
    one = archive(tmp_path / "one.zip", A__json=[{"id": 1}], README__md="hello")
    with opened(one) as file:
        assert (file.name, file.fields) == ("one.zip/A.json", ("id",))
        unpacked = file.path
    assert not unpacked.exists()
    two = archive(tmp_path / "two.zip", A__json=[{"id": 1}], B__csv="name,answer\n")
    with (
        pytest.raises(BadSource, match=r"not 2: A\.json, B\.csv\. Name the one that is meant: two\.zip/NAME"),
        opened(two),
    ):
        pass
    with opened(two / "B.csv") as file:
        assert (file.name, file.fields) == ("two.zip/B.csv", ("name", "answer"))
    with pytest.raises(BadSource, match=r"no file 'C\.csv' in it\. Found: A\.json, B\.csv"), opened(two / "C.csv"):
        pass


def test_an_archive_without_predictions_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "book.xlsx", sheet__xml="<a/>", __hidden__json="[]")
    with pytest.raises(BadSource, match=r"book\.xlsx: no \.json, \.jsonl, \.csv, \.tsv file in it"), opened(path):
        pass


def test_the_names_in_an_archive_are_no_paths(tmp_path: Path) -> None:
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("../../outside.json", '[{"id": 1}]')
    with opened(path) as file:
        assert file.fields == ("id",)
        assert "outside" not in str(file.path)
    assert [place.name for place in tmp_path.rglob("*")] == ["evil.zip"]
    assert not (tmp_path.parent.parent / "outside.json").exists()


def test_an_archive_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_handed, "MOST_UNPACKED", 1 << 20)
    bomb = archive(tmp_path / "bomb.zip", A__json="[" + " " * (1 << 22) + "]")
    assert bomb.stat().st_size < 10_000
    with pytest.raises(BadSource, match="longer than 1 MB when unpacked"), opened(bomb):
        pass


@pytest.mark.parametrize("length", [30, 60, 100])
def test_an_archive_that_is_cut_off_is_refused(length: int, tmp_path: Path) -> None:
    whole = archive(tmp_path / "whole.zip", A__json=[{"id": 1}]).read_bytes()
    with (
        pytest.raises(BadSource, match=r"cut\.zip cannot be unpacked"),
        opened(write(tmp_path / "cut.zip", whole[:length])),
    ):
        pass


def test_an_archive_with_damaged_content_is_refused(tmp_path: Path) -> None:
    whole = bytearray(archive(tmp_path / "whole.zip", A__json="x" * 1000).read_bytes())
    whole[40] ^= 0xFF
    with pytest.raises(BadSource, match="cannot be unpacked"), opened(write(tmp_path / "bad.zip", bytes(whole))):
        pass
