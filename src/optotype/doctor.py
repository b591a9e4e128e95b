"""The doctor: what is installed, what works, and what to do about the rest. It calls well only what it has tried."""

from __future__ import annotations

import base64
import importlib
import importlib.metadata
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from hashlib import file_digest, sha256
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, cast

from optotype import __version__
from optotype.batches import batches
from optotype.errors import NotABench, OptotypeError
from optotype.plurals import so_many
from optotype.settings import variable

if TYPE_CHECKING:
    from importlib.metadata import FileHash

    from optotype.bench import Bench

OLDEST_PYTHON = (3, 11)

EXTRAS = {
    "postgres": ("psycopg", "a bench on a PostgreSQL server"),
    "train": ("torch", "training the networks of the papers"),
    "hf": ("transformers", "local models"),
    "rules": ("spacy", "the parser of captions by rules"),
    "neighbours": ("lancedb", "recommendations from more than 100,000 papers"),
    "umap": ("umap-learn", "maps of papers by UMAP"),
    "ray": ("ray", "many machines"),
}
"""By extra: the package that it brings, and what that is for."""

PROGRAMS = {
    "chromium": (("chromium", "chromium-browser", "google-chrome"), "--version", "trying the web pages in a browser"),
    "tesseract": (("tesseract",), "--version", "reading text in pictures"),
    "latexml": (("latexml",), "--VERSION", "reading papers in LaTeX"),
    "ghostscript": (("gs",), "--version", "figures of papers in EPS"),
}
"""By program: what it may be called, how it is asked for its version, and what it is for."""

_MODULES = {"pillow": "PIL.Image"}  # its outer module loads nothing that could fail
_REINSTALL = "pip install --force-reinstall optotype"
_SAMPLE = 200
_ROOM = 1 << 30
_LOADING = 60.0
"""Seconds that all extras may take to load together; they are large, and a disk may be slow."""
_PATIENCE = 20.0
"""Seconds that all programs may take to tell their versions."""


class State(StrEnum):
    """How a thing is."""

    WELL = "well"
    """It was tried, and it works."""
    ABSENT = "absent"
    """It is not there, and only some things need it."""
    POORLY = "poorly"
    """It works, but something should be done."""
    BROKEN = "broken"
    """It is needed, and does not work."""


@dataclass(frozen=True)
class Check:
    """One thing that was tried."""

    name: str
    state: State
    found: str
    advice: str = ""
    """What to do about it."""


def examine(folder: Path | None = None, *, deep: bool = False) -> Iterator[Check]:
    """Tries everything, one thing after the other.

    Args:
        folder: the bench; the one that the current folder lies in, if there is one, unless given.
        deep: try every picture and every record of the bench, not a sample of them.
    """
    yield _python()
    for package in core_packages():
        yield _package(package, package, State.BROKEN, _REINSTALL)
    yield _embedded()
    yield _sqlite()
    until = time.monotonic() + _LOADING
    for extra, (package, purpose) in EXTRAS.items():
        yield _extra(extra, package, purpose, until)
    until = time.monotonic() + _PATIENCE
    for program, (names, option, purpose) in PROGRAMS.items():
        yield _program(program, names, option, purpose, until)
    yield from _bench(folder, deep)


def core_packages() -> list[str]:
    """The packages without which nothing works, as our own package declares them."""
    needed = importlib.metadata.requires("optotype") or []
    return sorted(re.split(r"[^\w.-]", line, maxsplit=1)[0].lower() for line in needed if "extra ==" not in line)


def _python() -> Check:
    found = f"{platform.python_version()} at {sys.executable}; optotype {__version__}"
    if sys.version_info < OLDEST_PYTHON:
        return Check("Python", State.BROKEN, found, "install Python 3.11 or newer")
    return Check("Python", State.WELL, found)


def _extra(extra: str, package: str, purpose: str, until: float) -> Check:
    """Tries an extra, on the side: one that loads for ever is waited for until its time is over."""
    name, advice = f"{package} (extra {extra})", f"for {purpose}: pip install 'optotype[{extra}]'"
    found: list[Check] = []
    loading = Thread(target=lambda: found.append(_package(name, package, State.ABSENT, advice)), daemon=True)
    loading.start()
    loading.join(max(1.0, until - time.monotonic()))
    if found:
        return found[0]
    again = f"for {purpose}: try again when this computer has less to do"
    return Check(name, State.POORLY, f"it was not loaded before {_LOADING:g} s were over", again)


def _package(name: str, package: str, otherwise: State, advice: str) -> Check:
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return Check(name, otherwise, "not installed", advice)
    try:
        importlib.import_module(_module(package))
    except Exception as error:  # whatever a package throws while it is imported, it does not work
        return Check(name, State.BROKEN, f"{version}, but importing it fails: {_line(error)}", advice)
    return Check(name, State.WELL, version)


def _module(package: str) -> str:
    """What a package is imported by, which need not be its own name."""
    if package in _MODULES:
        return _MODULES[package]
    plain = package.replace("-", "_")
    modules = [module for module, packages in _distributions().items() if package in map(str.lower, packages)]
    return plain if plain in modules or not modules else min(modules, key=lambda name: (name.startswith("_"), name))


_distributions = cache(importlib.metadata.packages_distributions)


def _embedded() -> Check:
    """Are weights, icons and tables as they came with the package? pip wrote down how they should be."""
    files = [file for file in importlib.metadata.files("optotype") or () if "embedded" in file.parts and file.hash]
    folder = Path(__file__).parent / "embedded"
    if not files:
        return Check("embedded files", State.WELL, f"of a checkout, in {folder}; git knows whether they are whole")
    for file in files:
        path, expected = Path(str(file.locate())), cast("FileHash", file.hash)
        try:
            with path.open("rb") as content:
                found = base64.urlsafe_b64encode(file_digest(content, expected.mode).digest()).rstrip(b"=").decode()
        except OSError as error:
            return Check("embedded files", State.BROKEN, _line(error), _REINSTALL)
        if found != expected.value:
            return Check("embedded files", State.BROKEN, f"{path} is not what came with the package", _REINSTALL)
    return Check("embedded files", State.WELL, f"{len(files):,}, as they came with the package")


def _sqlite() -> Check:
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = sqlite3.connect(Path(folder) / "try.db")
            try:
                mode = database.execute("PRAGMA journal_mode = WAL").fetchone()[0]
                database.execute("CREATE TABLE tried (id TEXT PRIMARY KEY) WITHOUT ROWID")
                database.execute("INSERT INTO tried VALUES ('a') ON CONFLICT DO NOTHING")
                database.commit()
            finally:
                database.close()
    except (sqlite3.Error, OSError) as error:
        advice = f"make room in {tempfile.gettempdir()}, or name another folder in TMPDIR"
        return Check("SQLite", State.BROKEN, f"{sqlite3.sqlite_version}, but writing fails: {_line(error)}", advice)
    return Check("SQLite", State.WELL, f"{sqlite3.sqlite_version}, wrote a database in mode {mode}")


def _program(name: str, names: tuple[str, ...], option: str, purpose: str, until: float) -> Check:
    path = next((found for found in map(shutil.which, names) if found), None)
    if path is None:
        return Check(name, State.ABSENT, "not installed", f"for {purpose}: install {name} with the system's packages")
    try:
        left = max(1.0, until - time.monotonic())
        ran = subprocess.run([path, option], capture_output=True, text=True, timeout=left, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        return Check(name, State.POORLY, f"{path}, but it does not run: {_line(error)}", f"for {purpose}: reinstall it")
    told = (ran.stdout or ran.stderr).strip().splitlines()
    return Check(name, State.WELL, told[0] if told else path)


# --- the bench


def _bench(folder: Path | None, deep: bool) -> Iterator[Check]:
    from optotype.bench import Bench
    from optotype.records import Item

    try:
        bench = Bench.open(folder)
    except NotABench as error:
        named = folder is not None or variable("BENCH") is not None
        yield Check("bench", State.BROKEN if named else State.ABSENT, str(error))
        return
    except OptotypeError as error:
        yield Check("bench", State.BROKEN, str(error), "mend its optotype.toml")
        return
    with bench:
        tried = _tried(
            "bench", lambda: Check("bench", State.WELL, f"{bench.folder}, {so_many(bench.store.count(Item), 'items')}")
        )
        yield tried
        if tried.state is State.BROKEN:
            return
        yield _tried("schema", lambda: _schema(bench))
        yield _tried("database", lambda: _integrity(bench, deep))
        yield _tried("pictures", lambda: _pictures(bench, deep))
        if deep:
            yield _tried("records", lambda: _records(bench))
        yield _tried("disk", lambda: _room(bench.folder))


def _tried(name: str, attempt: Callable[[], Check]) -> Check:
    try:
        return attempt()
    except OptotypeError as error:  # which says itself what to do
        return Check(name, State.BROKEN, str(error))
    except Exception as error:  # a damaged database fails in many ways, and is the patient here
        return Check(name, State.BROKEN, _line(error), "bring the database back from a backup")


def _schema(bench: Bench) -> Check:
    import sqlalchemy as sa

    from optotype.store import HEAD

    with bench.store.engine.connect() as connection:
        version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    kind = bench.store.engine.dialect.name
    if version != HEAD:
        return Check("schema", State.BROKEN, f"{kind}, version {version}, but {HEAD} was expected", "upgrade optotype")
    return Check("schema", State.WELL, f"{kind}, version {version}")


def _integrity(bench: Bench, deep: bool) -> Check:
    """SQLite examines its own file; what PostgreSQL keeps is its administrator's matter."""
    import sqlalchemy as sa

    if bench.store.engine.dialect.name != "sqlite":
        return Check("database", State.WELL, "answers; its server looks after its files")
    pragma = "integrity_check" if deep else "quick_check"
    with bench.store.engine.connect() as connection:
        told = [str(line) for line in connection.execute(sa.text(f"PRAGMA {pragma}(3)")).scalars()]
    if told != ["ok"]:
        return Check("database", State.BROKEN, "; ".join(told), "bring the database back from a backup")
    return Check("database", State.WELL, f"{pragma}: ok")


def _pictures(bench: Bench, deep: bool) -> Check:
    from optotype.records import Picture

    total, without = bench.store.count(Picture), bench.store.count(Picture, {"file": None})
    tried = gone = wrong = 0
    example = ""
    with_file = bench.store.each(Picture, {"file": ...})
    step = 1 if deep else max(1, (total - without) // _SAMPLE)
    for picture in islice(with_file, 0, None, step):
        tried += 1
        path = bench.path(picture)
        try:
            content = path.read_bytes() if path is not None else b""
        except OSError:
            gone += 1
            example = example or picture.id
            continue
        if sha256(content).hexdigest() != picture.file:
            wrong += 1
            example = example or picture.id
    missing = f"; {without:,} came without a file" if without else ""
    asked = "all" if deep or step == 1 else "a sample"
    if gone or wrong:
        found = (
            f"of {tried:,} files ({asked}), {gone:,} are gone and {wrong:,} have changed, '{example}' first{missing}"
        )
        return Check(
            "pictures", State.BROKEN, found, "import the pictures again, or bring pictures/ back from a backup"
        )
    found = f"{total:,}; the content of {tried:,} ({asked}) fits its hash{missing}"
    if without:
        return Check("pictures", State.POORLY, found, "put the missing files where they belong, and import again")
    return Check("pictures", State.WELL, found, "" if asked == "all" else "--deep tries all")


def _records(bench: Bench) -> Check:
    """Do items point to pictures that are there?"""
    from optotype.records import Item, Picture

    lost, example = 0, ""
    for batch in batches(bench.store.each(Item), 1000):
        shown = {item.id: item.all_pictures for item in batch}
        there = bench.store.get_all(Picture, [id for ids in shown.values() for id in ids])
        for item, ids in shown.items():
            if any(id not in there for id in ids):
                lost += 1
                example = example or item
    if lost:
        found = f"{so_many(lost, 'items', 'names', 'name')} a picture that the bench does not know, '{example}' first"
        return Check("records", State.POORLY, found, "import their collections again")
    return Check("records", State.WELL, "every picture that an item names is there")


def _room(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free
    found = f"{free / 1e9:,.1f} GB free"
    if free < _ROOM:
        return Check("disk", State.POORLY, found, "make room: an import copies its pictures")
    return Check("disk", State.WELL, found)


def _line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
