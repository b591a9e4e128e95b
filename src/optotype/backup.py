"""Backups: one file with all that is in a bench, and a bench made from it again.

The file is a ZIP archive in which nothing is compressed, so that nothing in it can unfold. It holds the rows of the
database, whatever kind of database that is, the files of the bench, and a list of both with the digest of each.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optotype import __version__, settings
from optotype.bench import DATABASE
from optotype.errors import OptotypeError
from optotype.pictures import stays
from optotype.progress import Progress, silent
from optotype.store import HEAD
from optotype.store.moving import fill, tables_of

if TYPE_CHECKING:
    from optotype.bench import Bench

MADE_AGAIN = ("features", "neighbours", "report", "thumbnails")
"""Folders of a bench that commands make again by themselves: they are left out."""
LIST = "manifest.json"
_LARGEST_LIST = 512 * 1024 * 1024
_CHUNK = 1 << 20
_TEMPORARY = re.compile(r".*\.(?:lock|part|db-wal|db-shm|db-journal)")
_SQLITE = b"SQLite format 3\0"
_STORE = re.compile(r"^[ \t]*store[ \t]*=[^\n]*\n?", re.MULTILINE)
_SECTION = re.compile(r"^[ \t]*\[bench\][^\n]*\n", re.MULTILINE)


@dataclass(frozen=True)
class BackedUp:
    """What a backup holds."""

    path: Path
    sha256: str
    """Of the whole file: compare it before the backup is believed."""
    size: int
    rows: int
    files: int
    """Of the bench, pictures among them."""


@dataclass(frozen=True)
class Restored:
    """What was made from a backup."""

    folder: Path
    made: str
    """When the backup was."""
    rows: int
    files: int


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int = Field(ge=0)
    sha256: str


class _Table(_Part):
    columns: list[str]
    rows: int = Field(ge=0)


class _List(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["optotype backup 1"]
    release: str
    schema_: str = Field(alias="schema", pattern=r"^[0-9]{4}$")
    made: str
    tables: dict[str, _Table]
    files: dict[str, _Part]

    def parts(self) -> dict[str, _Part]:
        """All members of the archive by name, without this list."""
        rows = {f"tables/{name}.jsonl": table for name, table in self.tables.items()}
        return {**rows, **{f"bench/{name}": part for name, part in self.files.items()}}


# --- out


def backup(bench: Bench, path: Path | str, *, progress: Progress = silent) -> BackedUp:
    """Writes all that is in a bench into one file, while others may go on working.

    The database is taken as it is at one moment, then the files. Left out are what begins with a dot (`.env` holds
    keys), what commands make again, and the address of the database, which may hold a password.

    Args:
        bench: whose rows and files.
        path: the file to make, outside the bench.
        progress: told of each table and file.

    Raises:
        OptotypeError: there is such a file, or it cannot be made there.
    """
    path = Path(path)
    if path.exists():
        raise OptotypeError(f"{path} is there already. Name another file: no backup is overwritten.")
    if bench.folder.resolve() in path.resolve().parents:
        raise OptotypeError(f"{path} lies in the bench, and would be part of the next backup. Name a place outside.")
    part = path.with_name(f"{path.name}.part")
    try:
        # whoever can read it has everybody's work
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise OptotypeError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        with os.fdopen(descriptor, "wb") as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
                held = _written(archive, bench, progress)
            stream.flush()
            os.fsync(stream.fileno())
        with part.open("rb") as stream:
            digest, size = hashlib.file_digest(stream, "sha256").hexdigest(), part.stat().st_size
        part.rename(path)
    except OSError as error:
        raise OptotypeError(f"{error.filename or path}: {error.strerror or error}. No backup was made.") from error
    finally:
        part.unlink(missing_ok=True)
    rows = sum(table.rows for table in held.tables.values())
    return BackedUp(path, digest, size, rows, len(held.files))


def _written(archive: zipfile.ZipFile, bench: Bench, progress: Progress) -> _List:
    tables: dict[str, _Table] = {}
    with tables_of(bench.store) as found:
        for name, columns, lines in found:
            counted = _Counted(lines)
            part = _add(archive, f"tables/{name}.jsonl", counted)
            tables[name] = _Table(size=part.size, sha256=part.sha256, columns=columns, rows=counted.count)
            progress(1)
    files: dict[str, _Part] = {}
    for name in _files(bench.folder):
        files[name] = _add(archive, f"bench/{name}", _content(bench.folder, name))
        progress(1)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    held = _List.model_validate(
        {
            "format": "optotype backup 1",
            "release": __version__,
            "schema": HEAD,
            "made": made,
            "tables": tables,
            "files": files,
        }
    )
    archive.writestr(zipfile.ZipInfo(LIST), held.model_dump_json(by_alias=True))
    return held


class _Counted:
    """Lines, and how many there were."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines
        self.count = 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.count += 1
            yield line


def _add(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes]) -> _Part:
    digest, size = hashlib.sha256(), 0
    with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as stream:
        for chunk in chunks:
            digest.update(chunk)
            size += len(chunk)
            stream.write(chunk)
    return _Part(size=size, sha256=digest.hexdigest())


def _files(folder: Path) -> Iterator[str]:
    """The files of a bench that a backup holds, by name."""
    for place, folders, names in os.walk(folder):
        here = Path(place).relative_to(folder)
        top = here == Path()
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not (top and name in MADE_AGAIN))
        for name in sorted(names):
            found = (here / name).as_posix()
            if _belongs(found) and (folder / found).is_file() and not (folder / found).is_symlink():
                yield found


def _belongs(name: str) -> bool:
    """Can a file of this name be part of a backup?"""
    parts = name.split("/")
    return (
        stays(name)
        and "\\" not in name
        and not any(part == "" or part.startswith(".") for part in parts)
        and _TEMPORARY.fullmatch(name) is None
        and name != DATABASE
    )


def _content(folder: Path, name: str) -> Iterator[bytes]:
    path = folder / name
    if name == settings.FILE:
        yield _with_store(path.read_text(encoding="utf-8"), None).encode()
        return
    with path.open("rb") as stream:
        begin = stream.read(len(_SQLITE))
        if begin != _SQLITE:
            yield begin
            yield from _chunks(stream)
            return
    with tempfile.TemporaryDirectory(prefix="optotype-") as place:
        copy = Path(place) / "copy.db"
        _copy_database(path, copy)
        with copy.open("rb") as stream:
            yield from _chunks(stream)


def _copy_database(source: Path, target: Path) -> None:
    """A database as it is at one moment; somebody may be writing to it, and its newest rows lie in another file."""
    reading, writing = sqlite3.connect(source), sqlite3.connect(target)
    try:
        reading.backup(writing)
    finally:
        reading.close()
        writing.close()


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk


def _with_store(text: str, store: str | None) -> str:
    """The settings of a bench with another store; without one, it is the file in its folder.

    Raises:
        OptotypeError: the line that names the store is written in a way that is not understood.
    """
    before = tomllib.loads(text)
    changed = _STORE.sub("", text)
    if store is not None:
        line = f"store = {json.dumps(store, ensure_ascii=False)}\n"
        changed = _SECTION.sub(lambda found: found[0] + line, changed, count=1)
        if _SECTION.search(changed) is None:
            changed += f"\n[bench]\n{line}"
    expected = {**before, "bench": {**before.get("bench", {})}}
    expected["bench"].pop("store", None)
    if store is not None:
        expected["bench"]["store"] = store
    found = tomllib.loads(changed)
    if {"bench": {}, **found} != expected:
        raise OptotypeError(f'{settings.FILE}: write the store in a line of its own, as in store = "sqlite".')
    return changed


# --- in


def restore(path: Path | str, folder: Path | str, *, store: str | None = None, progress: Progress = silent) -> Restored:
    """Makes a bench from a backup: all of it, or nothing.

    Everything in the backup is held against its digest. A backup of an earlier release is brought up to date.

    Args:
        path: the backup.
        folder: where to make the bench; nothing may be there.
        store: a database in which nothing is, `postgresql://user@host/database`; a file in the folder unless given. The
            backup may come from another kind. As always, `OPTOTYPE_STORE` in the environment names one, too, which
            then stands in no file.
        progress: told of each table and file.

    Raises:
        OptotypeError: something is there, or the file is not a backup, or is damaged, or was tampered with.
    """
    path, folder = Path(path), Path(folder).resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OptotypeError(f"There is something in {folder}. Name a folder that is empty, or not there yet.")
    part = folder.with_name(f".{folder.name}.part")
    try:
        with zipfile.ZipFile(path) as archive:
            held = _listed(archive, path)
            part.mkdir(parents=True)
            try:
                _unpack(archive, held, part, store, progress)
                part.rename(folder)
            finally:
                shutil.rmtree(part, ignore_errors=True)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, UnicodeError) as error:
        raise OptotypeError(f"{path} is damaged, or not a backup: {error}.") from error
    except FileExistsError as error:
        raise OptotypeError(f"{error.filename} is there: another restore is under way, or was killed.") from error
    except OSError as error:
        raise OptotypeError(f"{error.filename or path}: {error.strerror or error}.") from error
    rows = sum(table.rows for table in held.tables.values())
    return Restored(folder, held.made, rows, len(held.files))


def _listed(archive: zipfile.ZipFile, path: Path) -> _List:
    """What is in an archive, if the archive holds that and nothing else."""
    members = archive.infolist()
    lists = [member for member in members if member.filename == LIST]
    if len(lists) != 1 or lists[0].file_size > _LARGEST_LIST:
        raise OptotypeError(f"{path} is not a backup: it has no {LIST}.")
    if any(member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1 for member in members):
        raise OptotypeError(f"{path} is not a backup as Optotype writes it: something in it is compressed or locked.")
    if sum(member.file_size for member in members) > path.stat().st_size:
        raise OptotypeError(f"{path} is not a backup as Optotype writes it: it says that it holds more than it does.")
    try:
        held = _List.model_validate_json(archive.read(LIST))
    except ValidationError as error:
        raise OptotypeError(f"{path}: {LIST} cannot be read: {settings.explain(error)}.") from error
    if bad := next((name for name in held.files if not _belongs(name)), None):
        raise OptotypeError(f"{path}: a file called {bad!r} cannot be part of a bench.")
    parts = held.parts()
    names = sorted(member.filename for member in members)
    if names != sorted([*parts, LIST]) or settings.FILE not in held.files:
        raise OptotypeError(f"{path}: what it holds is not what its {LIST} says.")
    return held


def _unpack(archive: zipfile.ZipFile, held: _List, folder: Path, store: str | None, progress: Progress) -> None:
    for name, listed in held.files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as stream:
            for chunk in _checked(archive, f"bench/{name}", listed, _chunks):
                stream.write(chunk)
        progress(1)
    for place in ("pictures", "runs"):
        (folder / place).mkdir(exist_ok=True)
    file = folder / settings.FILE
    file.write_text(_with_store(file.read_text(encoding="utf-8"), store), encoding="utf-8")
    settings.load(file)

    def lines(table: str) -> Iterator[bytes]:
        yield from _checked(archive, f"tables/{table}.jsonl", held.tables[table], iter)
        progress(1)

    columns = {name: table.columns for name, table in held.tables.items()}
    database = store or settings.variable("STORE") or "sqlite"
    fill(f"sqlite:///{folder / DATABASE}" if database == "sqlite" else database, held.schema_, columns, lines)


def _checked(
    archive: zipfile.ZipFile, name: str, listed: _Part, cut: Callable[[IO[bytes]], Iterator[bytes]]
) -> Iterator[bytes]:
    """A member of the archive in pieces, which are right only when all have come."""
    digest = hashlib.sha256()
    with archive.open(name) as stream:
        for piece in cut(stream):
            digest.update(piece)
            yield piece
    if digest.hexdigest() != listed.sha256:
        raise OptotypeError(
            f"{name} in the backup is damaged, or was changed: it has another digest than its list says."
        )
