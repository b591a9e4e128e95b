"""Files that are there whole, or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from optotype.errors import BadTarget
from optotype.files.whole import writing


def test_a_file_is_there_when_all_of_it_is_written(tmp_path: Path) -> None:
    target = tmp_path / "text.txt"
    with writing(target) as stream:
        stream.write("one\n")
        assert not target.exists()
    assert target.read_bytes() == b"one\n"
    assert list(tmp_path.iterdir()) == [target]


def test_what_was_there_stays_if_writing_fails(tmp_path: Path) -> None:
    target = tmp_path / "text.txt"
    target.write_text("old")

    def interrupted() -> None:
        with writing(target) as stream:
            stream.write("new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    listener.start()
    with writing(pipe) as stream:
        stream.write("told")
    listener.join(timeout=10)
    assert heard == ["told"]
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("folder", "folder is a folder; a file to write was expected"),
        ("nowhere/file", "file cannot be written: No such file"),
    ],
)
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path, target: str, why: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadTarget, match=why), writing(tmp_path / target):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
