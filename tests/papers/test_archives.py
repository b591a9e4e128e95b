"""Archives: unpacked for as long as they are needed, inside their folder, and no more than is sane."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from optotype.errors import BadRow
from optotype.papers import archives
from optotype.papers.archives import unpacked


def tar(path: Path, **files: bytes) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def test_files_are_there_while_they_are_needed_and_gone_after(tmp_path: Path) -> None:
    with unpacked(tar(tmp_path / "a.tar.gz", **{"figs/a.png": b"1", "./main.tex": b"2"})) as (folder, left_out):
        assert (folder / "figs" / "a.png").read_bytes() == b"1"
        assert (folder / "main.tex").read_bytes() == b"2"
        assert left_out == []
    assert not folder.exists()


def test_a_single_source_is_unpacked_as_the_main_file(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"words"))
    with unpacked(tmp_path / "a.gz") as (folder, _):
        assert (folder / "main.tex").read_bytes() == b"words"


def test_nothing_is_written_outside_the_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("../evil.txt", "/evil.txt", "a/../../evil.txt", "good.txt"):
            archive.writestr(name, "x")
    with unpacked(tmp_path / "a.zip") as (folder, left_out):
        assert [path.name for path in folder.rglob("*")] == ["good.txt"]
        assert len(left_out) == 3
        assert not (folder.parent / "evil.txt").exists()


def test_links_are_left_out(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            member = tarfile.TarInfo(f"link{kind.decode()}")
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    with unpacked(tmp_path / "a.tar") as (folder, left_out):
        assert list(folder.iterdir()) == []
        assert len(left_out) == 4


def test_an_archive_that_unfolds_without_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 10_000_000)
    bomb = tar(tmp_path / "a.tar.gz", zeros=b"\0" * 20_000_000)
    with pytest.raises(BadRow, match="unfolds to more than"), unpacked(bomb):
        pass


def test_an_archive_of_too_many_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_FILES", 10)
    many = tar(tmp_path / "a.tar.gz", **{f"{number}.txt": b"" for number in range(11)})
    with pytest.raises(BadRow, match="more than 10 files"), unpacked(many):
        pass


@pytest.mark.parametrize(
    "content",
    # the time is in a compressed file: processes that test would otherwise know the case by different names
    [b"", b"no archive", gzip.compress(b"x" * 99, mtime=0)[:-9], b"PK\x03\x04broken"],
)
def test_what_is_no_archive_or_is_cut_off_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(BadRow, match="cannot be unpacked"), unpacked(tmp_path / "a.zip"):
        pass
