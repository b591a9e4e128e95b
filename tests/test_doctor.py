from __future__ import annotations

import base64
import importlib
import importlib.metadata
import shutil
import sqlite3
import stat
import sys
import types
from hashlib import sha256
from importlib.metadata import FileHash, PackagePath, PathDistribution
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.doctor import EXTRAS, Check, State, core_packages, examine
from optotype.records import Picture
from tests.samples import fill


def checks(folder: Path | None = None, *, deep: bool = False) -> dict[str, Check]:
    return {check.name: check for check in examine(folder, deep=deep)}


def examined(name: str, folder: Path | None = None) -> Check:
    return next(check for check in examine(folder) if check.name == name)


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands in a folder that is no bench."""
    folder = tmp_path / "outside"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("OPTOTYPE_BENCH", raising=False)


def test_the_core_is_what_our_package_declares() -> None:
    assert {"pillow", "pydantic", "sqlalchemy", "rich"} <= set(core_packages())
    assert "torch" not in core_packages()


def test_every_extra_that_a_user_can_ask_for_is_looked_for() -> None:
    offered = importlib.metadata.metadata("optotype").get_all("Provides-Extra") or []
    assert set(EXTRAS) == set(offered) - {"dev", "docs"}


def test_a_healthy_machine_has_nothing_broken() -> None:
    found = checks()
    assert [check for check in found.values() if check.state is State.BROKEN] == []
    assert found["Python"].state is State.WELL
    assert found["SQLite"].state is State.WELL
    assert found["bench"].state is State.ABSENT


def test_a_package_that_cannot_be_imported_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def fail(name: str, package: str | None = None) -> types.ModuleType:
        if name == "pyarrow":
            raise ImportError("libarrow.so: not found")
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", fail)
    found = checks()["pyarrow"]
    assert found.state is State.BROKEN
    assert "libarrow.so: not found" in found.found
    assert found.advice


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_a_program_is_well_only_if_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "tesseract", "echo tesseract 5.3.0")
    program(tmp_path, "latexml", "exit 3")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = checks()
    assert (found["tesseract"].state, found["tesseract"].found) == (State.WELL, "tesseract 5.3.0")
    assert found["latexml"].state is State.POORLY
    assert found["chromium"].state is State.ABSENT
    assert "install chromium" in found["chromium"].advice


def test_what_loads_or_runs_for_ever_is_waited_for_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_part.py").write_text("import time; time.sleep(60)")
    (tmp_path / "slow_part-1.2.dist-info").mkdir()
    about = "Metadata-Version: 2.1\nName: slow-part\nVersion: 1.2\n"
    (tmp_path / "slow_part-1.2.dist-info" / "METADATA").write_text(about)
    program(tmp_path, "tesseract", "exec /bin/sleep 60")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr("optotype.doctor.EXTRAS", {"slow": ("slow-part", "a test")})
    monkeypatch.setattr("optotype.doctor._LOADING", 0.2)
    monkeypatch.setattr("optotype.doctor._PATIENCE", 0.2)
    found = checks()
    slow = found["slow-part (extra slow)"]
    assert (slow.state, slow.found) == (State.POORLY, "it was not loaded before 0.2 s were over")
    assert found["tesseract"].state is State.POORLY
    assert found["bench"].state is State.ABSENT, "the others were tried"


def installed(folder: Path, *names: str) -> list[PackagePath]:
    """Files as pip wrote them down."""
    found: list[PackagePath] = []
    for name in names:
        path = PackagePath(f"optotype/embedded/{name}")
        digest = sha256((folder / path).read_bytes()).digest()
        path.hash = FileHash(f"sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}")
        path.dist = PathDistribution(folder / "optotype.dist-info")
        found.append(path)
    return found


def test_embedded_files_are_held_against_what_was_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "optotype" / "embedded"
    folder.mkdir(parents=True)
    for name in ("weights", "icons"):
        (folder / name).write_bytes(name.encode())
    files = installed(tmp_path, "weights", "icons")

    def written_down(_name: str) -> list[PackagePath]:
        return files

    monkeypatch.setattr("importlib.metadata.files", written_down)
    assert examined("embedded files").state is State.WELL
    (folder / "icons").write_bytes(b"others")
    changed = examined("embedded files")
    assert (changed.state, changed.advice) == (State.BROKEN, "pip install --force-reinstall optotype")
    assert str(folder / "icons") in changed.found
    (folder / "weights").unlink()
    assert examined("embedded files").state is State.BROKEN


def test_an_error_that_says_what_to_do_gets_no_other_advice(bench: Workbench) -> None:
    with bench.store.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    bench.close()
    told = examined("bench", bench.folder)
    assert told.state is State.BROKEN
    assert "newer release" in told.found
    assert told.advice == ""


def test_a_bench_is_examined(bench: Workbench) -> None:
    fill(bench)
    found = checks(bench.folder, deep=True)
    for name in ("bench", "schema", "database", "pictures", "records", "disk"):
        assert found[name].state is State.WELL, found[name]
    assert "11 items" in found["bench"].found


def test_a_bench_that_was_named_must_be_one(tmp_path: Path) -> None:
    assert checks(tmp_path)["bench"].state is State.BROKEN


def test_settings_that_cannot_be_read_are_told(bench: Workbench) -> None:
    (bench.folder / "optotype.toml").write_text("[bench]\ncolour = 'red'\n")
    found = checks(bench.folder)["bench"]
    assert found.state is State.BROKEN
    assert "unknown key" in found.found


def test_pictures_that_are_gone_or_changed_are_found(bench: Workbench) -> None:
    fill(bench)
    first, second = list(bench.store.each(Picture))[:2]
    gone, changed = bench.path(first), bench.path(second)
    assert gone is not None
    assert changed is not None
    gone.unlink()
    changed.write_bytes(b"something else")
    found = checks(bench.folder)["pictures"]
    assert found.state is State.BROKEN
    assert "1 are gone and 1 have changed" in found.found


def test_pictures_that_came_without_a_file_are_told(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Picture(id="x/a", collection="x", name="a")])
    found = checks(bench.folder)["pictures"]
    assert found.state is State.POORLY
    assert "1 came without a file" in found.found


def test_a_damaged_database_is_told(bench: Workbench) -> None:
    fill(bench)
    bench.store.close()
    for file in bench.folder.glob("optotype.db-*"):
        file.unlink()
    path = bench.folder / "optotype.db"
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content)):
        content[place] = 0x5A
    path.write_bytes(content)
    states = {name: check.state for name, check in checks(bench.folder).items()}
    assert State.BROKEN in (states["bench"], states.get("database"))


def test_items_that_name_pictures_nobody_knows_are_found(bench: Workbench) -> None:
    fill(bench)
    with bench.store.event("test") as writer:
        writer.write(remove={Picture: [picture.id for picture in bench.store.each(Picture)][:1]})
    assert checks(bench.folder, deep=True)["records"].state is State.POORLY


def test_a_full_disk_is_told(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def nearly_full(_: Path) -> types.SimpleNamespace:
        return types.SimpleNamespace(free=1000)

    monkeypatch.setattr(shutil, "disk_usage", nearly_full)
    assert checks(bench.folder)["disk"].state is State.POORLY


def test_a_folder_that_cannot_be_written_breaks_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", fail)
    found = checks()["SQLite"]
    assert found.state is State.BROKEN
    assert "unable to open" in found.found


def test_a_bench_on_postgresql_is_examined_too(stored_bench: Workbench) -> None:
    fill(stored_bench)
    found = checks(stored_bench.folder)
    assert found["bench"].state is State.WELL
    assert stored_bench.store.engine.dialect.name in found["schema"].found
