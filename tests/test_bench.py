"""A bench is a folder, found as a git repository is."""

from __future__ import annotations

from pathlib import Path

import pytest

import optotype
from optotype import Workbench
from optotype.errors import BadSettings, NotABench, OptotypeError


def test_a_bench_is_made_and_opened(tmp_path: Path) -> None:
    optotype.init(tmp_path / "b", title='Стрелки "и" \\ знаки\n').close()
    names = {path.name for path in (tmp_path / "b").iterdir()}
    assert {"optotype.toml", "optotype.db", "pictures", "runs"} <= names
    with optotype.open(tmp_path / "b") as bench:
        assert bench.settings.bench.title == 'Стрелки "и" \\ знаки\n'


def test_the_bench_around_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    optotype.init(tmp_path / "b").close()
    (tmp_path / "b" / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "b" / "deep" / "er")
    assert optotype.open().folder == tmp_path / "b"
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotABench, match="optotype init"):
        optotype.open()
    monkeypatch.setenv("OPTOTYPE_BENCH", str(tmp_path / "b"))
    assert optotype.open().folder == tmp_path / "b"


def test_a_folder_without_settings_is_no_bench(tmp_path: Path) -> None:
    with pytest.raises(NotABench, match=r"no optotype\.toml"):
        optotype.open(tmp_path)


def test_a_bench_whose_store_cannot_be_reached_is_not_made(tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path / 'missing' / 'store.db'}"
    with pytest.raises(OptotypeError):
        optotype.init(tmp_path / "b", store=nowhere)
    with pytest.raises(NotABench):
        optotype.open(tmp_path / "b")
    optotype.init(tmp_path / "b").close()  # so that it can be made with another store


def test_a_bench_is_not_made_twice(tmp_path: Path) -> None:
    optotype.init(tmp_path).close()
    with pytest.raises(OptotypeError, match="a bench already"):
        optotype.init(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[bench]\ntitel = 'x'", "bench.titel: unknown key"),
        ("[bench\n", "line 1"),
        ("[bench]\ntitle = 3", "bench.title"),
        ("[benhc]", "benhc: unknown key"),
    ],
)
def test_settings_with_a_mistake_are_told(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "optotype.toml").write_text(text)
    with pytest.raises(BadSettings, match=r"optotype\.toml") as error:
        Workbench(tmp_path)
    assert told in str(error.value)


def test_an_item_that_does_not_exist_is_told(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="no item called 'x'"):
        bench.item("x")


def test_an_export_is_whole_or_not_there(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="nothing to write"):
        bench.export("scivqa", tmp_path / "out")
    assert list(tmp_path.glob("*out*")) == []


def test_an_export_does_not_overwrite_unless_told_to(bench: Workbench, tmp_path: Path) -> None:
    from tests.samples import fill

    fill(bench)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "precious.txt").write_text("mine")
    with pytest.raises(OptotypeError, match="--force"):
        bench.export("scivqa", tmp_path / "out")
    assert (tmp_path / "out" / "precious.txt").exists()
    assert bench.export("scivqa", tmp_path / "out", force=True).items == 11
    assert not (tmp_path / "out" / "precious.txt").exists()
