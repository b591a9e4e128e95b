"""Croissant: mlcroissant validates what we write, and reads the records by it."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.errors import BadSource, BadTarget
from optotype.formats import _tables
from optotype.records import Item
from tests.conftest import library
from tests.samples import fill

# mlcroissant calls parts of rdflib and pandas that are about to go
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def mlcroissant() -> Any:
    return library("mlcroissant")


def described(bench: Workbench) -> Workbench:
    """The bench with all that metadata can say."""
    (bench.folder / "optotype.toml").write_text(
        '[bench]\ntitle = "Яблоки: \\"a title\\""\ndescription = "What\\nit is."\nlicence = "CC BY 4.0"\n'
        'citation = "Somebody: Something. 2025."\nurl = "https://example.org/set"\n'
    )
    return Workbench(bench.folder)


def test_mlcroissant_has_nothing_to_complain_of(
    mlcroissant: Any, bench: Workbench, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fill(bench)
    settings = {"published": "2025-11-15", "creator": "Somebody", "version": "2.1.0"}
    with described(bench) as full:
        full.export("croissant", tmp_path / "out", settings=settings)
    with caplog.at_level(logging.WARNING):
        dataset = mlcroissant.Dataset(jsonld=tmp_path / "out" / "croissant.json")
        records = list(dataset.records("items"))
    issues = dataset.metadata.ctx.issues
    assert not issues.errors
    assert not issues.warnings
    assert not caplog.records
    assert dataset.metadata.ctx.conforms_to.value == "http://mlcommons.org/croissant/1.1"
    assert len(records) == 11


def test_the_records_hold_what_the_bench_holds(mlcroissant: Any, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("croissant", tmp_path / "out")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "out" / "croissant.json")
    records = {record["items/id"].decode(): record for record in dataset.records("items")}
    questions = {name: record["items/question"].decode() for name, record in records.items()}
    assert questions == {item.id.removeprefix("mixed/"): item.question for item in bench.items()}
    chosen = records["choice-pictures"]
    assert chosen["items/split"] == b"train"
    assert chosen["items/answer"] == b"B"
    assert chosen["items/images"][0].getpixel((0, 0)) == (255, 0, 0)
    assert len(chosen["items/option_images"]) == 4
    assert records["choice-texts"]["items/options"][6] == b"option G"


def test_several_files_are_one_set(
    mlcroissant: Any, bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_tables, "_GROUP_ROWS", 2)
    fill(bench)
    bench.export("croissant", tmp_path / "out", settings={"shard_megabytes": "0"})
    metadata = json.loads((tmp_path / "out" / "croissant.json").read_text())
    files = [one for one in metadata["distribution"] if one["@type"] == "cr:FileObject"]
    assert len(files) == 7
    assert all(len(one["sha256"]) == 64 for one in files)
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "out" / "croissant.json")
    assert len(list(dataset.records("items"))) == bench.store.count(Item)


def test_the_same_bench_gives_the_same_bytes(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    for name in ("one", "two"):
        bench.export("croissant", tmp_path / name)
    one, two = ((tmp_path / name / "croissant.json").read_bytes() for name in ("one", "two"))
    assert one == two
    assert b"datePublished" not in one


@pytest.mark.parametrize("settings", [{"version": "new"}, {"published": "yesterday"}])
def test_settings_that_the_metadata_cannot_hold_are_refused(
    settings: dict[str, str], bench: Workbench, tmp_path: Path
) -> None:
    fill(bench)
    with pytest.raises(BadTarget, match="was expected"):
        bench.export("croissant", tmp_path / "out", settings=settings)
    assert not (tmp_path / "out").exists()


def test_it_is_not_read(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="can be written, but not read"):
        bench.import_("croissant", tmp_path)
