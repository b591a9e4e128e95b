"""Text in pictures, read by a program that stands in for tesseract."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench, ocr
from optotype.records import Collection, Picture
from tests.items import an_item
from tests.samples import png


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Puts a program called tesseract into the path, and nothing else."""
    folder.mkdir()
    (folder / "tesseract").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "tesseract").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def show(bench: Workbench) -> None:
    facts = bench.cabinet.keep(png(size=(200, 100)))
    picture = Picture(id="set/a.png", collection="set", name="a.png", **vars(facts))
    item = an_item("set/1", question="Who?", pictures=(picture.id,), cluster=picture.id)
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="test"), picture, item])


def test_personal_data_in_a_picture_is_found_and_not_repeated(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "bin", monkeypatch, "echo 'Patient: John Smith'; echo 'tel. 555-123-4567'")
    show(bench)
    (finding,) = bench.lint(select=["personal_data_in_picture"]).findings
    assert (finding.about, finding.field, finding.severity) == ("set/a.png", "picture", "error")
    assert "a person's name" in finding.message
    assert "telephone" in finding.message
    assert "Smith" not in finding.message
    assert "555-123-4567" not in finding.message


@pytest.mark.parametrize("script", ["exit 1", "head -c 100 /dev/urandom", "echo"])
def test_a_reader_that_fails_finds_nothing(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    install(tmp_path / "bin", monkeypatch, script)
    show(bench)
    assert bench.lint(select=["personal_data_in_picture"]).findings == []


def test_without_a_reader_nothing_is_read_and_that_is_told(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    show(bench)
    assert ocr.read(tmp_path / "nowhere.png") is None
    skipped = bench.lint(select=["personal_data_in_picture"]).skipped
    assert skipped == {"personal_data_in_picture": "tesseract is not installed, so text in pictures is not read"}
