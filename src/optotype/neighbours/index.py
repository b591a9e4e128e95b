"""The index: vectors of things on disk, kept up to date by adding what is new.

One SQLite file for each encoder. A thing is known by its id and by the hash of what it says: one that says the same is
not encoded again, one that says something else is, and one that is gone is taken out. Every batch is one transaction,
so that whoever is interrupted goes on where it was.

Up to `EXACT` things are compared one by one. Beyond, LanceDB finds candidates (`optotype.neighbours.approximate`),
where it is installed; what it keeps is made from this file, and brought up to date from it.
"""

from __future__ import annotations

import secrets
import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.neighbours import Vectors, nearest, unit
from optotype.progress import Progress, silent

if TYPE_CHECKING:
    from optotype.neighbours.approximate import Approximate

EXACT = 100_000
"""Up to so many things are compared one by one."""

Encode = Callable[[Sequence[str]], Vectors]
"""Makes vectors of texts."""

_VERSION = "1"
_BATCH = 64
_PATIENCE = 60.0
"""Seconds to wait for another who writes."""
_ROWS = 5_000
"""Vectors that are read at a time."""
_TABLES = """
create table if not exists about (name text primary key, value text not null) without rowid;
create table if not exists things (
    serial integer primary key autoincrement, id blob not null unique, said blob not null, year integer,
    vector blob not null
);
create table if not exists fields (serial integer not null, value text not null, primary key (serial, value))
    without rowid;
create index if not exists fields_by_value on fields (value, serial);
create table if not exists gone (serial integer primary key);
create temp table if not exists seen (id blob primary key) without rowid;
"""


@dataclass(frozen=True)
class Thing:
    """Something that is looked for."""

    id: str
    texts: tuple[str, ...]
    """What it says. Its vector is the mean of theirs, each made one long."""
    fields: tuple[str, ...] = ()
    year: int | None = None

    def said(self) -> bytes:
        """A hash of all of it but the id."""
        parts = [*self.texts, "", *self.fields, "", str(self.year)]
        return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True)
class Only:
    """Which things are looked at."""

    fields: tuple[str, ...] = ()
    """Those of one of these fields; `cs` takes `cs.CV` too."""
    years: tuple[int, int] | None = None
    """Those of these years, the first and the last."""

    def __bool__(self) -> bool:
        """Is anything left out?"""
        return bool(self.fields) or self.years is not None

    def takes(self, thing: Thing) -> bool:
        """Is this one looked at?"""
        if self.years is not None and not (thing.year is not None and self.years[0] <= thing.year <= self.years[1]):
            return False
        return not self.fields or not set(map(_folded, self.fields)).isdisjoint(known_as(thing.fields))


def known_as(fields: Iterable[str]) -> list[str]:
    """The names by which fields are found: `cs.CV` by `cs.cv` and `cs`; what stands in parentheses is one too.

    >>> known_as(["Computer Vision (cs.CV)"])
    ['computer vision (cs.cv)', 'computer vision', 'cs.cv', 'cs']
    """
    found: dict[str, None] = {}
    for field in fields:
        name, bracket, code = _folded(field).removesuffix(")").partition("(")
        whole = [_folded(field), name.strip(), code.strip()] if bracket else [_folded(field)]
        for one in whole:
            found[one] = None
            while " " not in one and "." in one:
                one = one.rpartition(".")[0]
                found[one] = None
    found.pop("", None)
    return list(found)


@dataclass(frozen=True)
class Neighbour:
    """A thing that was found."""

    id: str
    score: float
    """The cosine, from -1 to 1."""
    vector: Vectors


@dataclass
class Updated:
    """What became of an index."""

    new: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0


class Index:
    """Vectors of things, in a file. Use it in a `with`."""

    def __init__(self, file: Path | None, encoder: str, width: int, *, exact: int = EXACT) -> None:
        """Opens or makes one.

        Args:
            file: where it lies; LanceDB, where it is needed, keeps what it needs beside it. None for one in memory.
            encoder: who makes the vectors: those of another are thrown away.
            width: how many numbers a vector has.
            exact: up to so many things are compared one by one.

        Raises:
            OptotypeError: the file cannot be used.
        """
        self.file, self.width, self.exact = file, width, exact
        self._near: tuple[object, Approximate] | None = None
        with self._told():
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
            # LanceDB reads rows in a thread of its own, while this one waits
            self._base = sqlite3.connect(
                file or ":memory:", isolation_level=None, timeout=_PATIENCE, check_same_thread=False
            )
            self._base.executescript("pragma journal_mode = wal; pragma synchronous = normal;" + _TABLES)
            self._belong(f"{_VERSION} {encoder} {width}")

    def _belong(self, encoder: str) -> None:
        """Empties it where its vectors are another encoder's."""
        if self._value("encoder") == encoder:
            return
        with self._writing():
            for table in ("things", "fields", "gone", "about"):
                self._base.execute(f"delete from {table}")
            self._tell("encoder", encoder)
            self._tell("token", secrets.token_hex(4))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def __len__(self) -> int:
        """How many things it has."""
        return int(self._base.execute("select count(*) from things").fetchone()[0])

    # --- keeping up to date

    @property
    def stamp(self) -> str | None:
        """What the source said of its state when the index was last brought up to date."""
        return self._value("stamp")

    def update(
        self, things: Iterable[Thing], encode: Encode, *, stamp: str | None = None, progress: Progress = silent
    ) -> Updated:
        """Makes the index hold just these things; only those that are new or changed are encoded.

        Args:
            things: all there are; of two with one id the last counts.
            encode: makes vectors of texts.
            stamp: the state of their source, to be asked for later; see `stamp`.
            progress: told of each thing.
        """
        done = Updated()
        with self._told():
            self._base.execute("delete from seen")
            for batch in batches(things, _BATCH):
                self._take(list({thing.id: thing for thing in batch}.values()), encode, done)
                progress(len(batch))
            with self._writing():
                gone = "(select serial from things where id not in (select id from seen))"
                done.removed = int(self._base.execute(f"select count(*) from {gone}").fetchone()[0])
                self._drop(gone)
                if stamp is not None:
                    self._tell("stamp", stamp)
        return done

    def _take(self, batch: Sequence[Thing], encode: Encode, done: Updated) -> None:
        ids = [_bytes(thing.id) for thing in batch]
        marks = ",".join("?" * len(ids))
        known = dict(self._base.execute(f"select id, said from things where id in ({marks})", ids))
        fresh = [
            (id, said, thing) for id, thing in zip(ids, batch, strict=True) if known.get(id) != (said := thing.said())
        ]
        vectors = _vectors([thing for _, _, thing in fresh], encode, self.width)
        with self._writing():
            for (id, said, thing), vector in zip(fresh, vectors, strict=True):
                if id in known:
                    done.changed += 1
                    serial = int(self._base.execute("select serial from things where id = ?", (id,)).fetchone()[0])
                    self._drop(f"({serial})")
                done.new += id not in known
                row = (id, said, thing.year, vector.astype("<f4").tobytes())
                put = self._base.execute("insert or replace into things (id, said, year, vector) values (?,?,?,?)", row)
                names = [(put.lastrowid, name) for name in known_as(thing.fields)]
                self._base.executemany("insert or ignore into fields values (?, ?)", names)
            self._base.executemany("insert or ignore into seen values (?)", [(id,) for id in ids])
        done.same += len(batch) - len(fresh)

    def _drop(self, serials: str) -> None:
        self._base.execute(f"insert or ignore into gone select serial from things where serial in {serials}")
        self._base.execute(f"delete from fields where serial in {serials}")
        self._base.execute(f"delete from things where serial in {serials}")

    # --- searching

    def search(self, query: Vectors, k: int, only: Only | None = None) -> list[Neighbour]:
        """The k things nearest to a vector, nearest first; equals in the order of their ids.

        Among more than `exact` things, LanceDB finds candidates where it is installed, and may miss one of twenty.
        """
        only = only or Only()
        best: list[Neighbour] = []
        with self._told():
            where, values = _conditions(only)
            count = int(self._base.execute(f"select count(*) from things {where}", values).fetchone()[0])
            if count > self.exact and (near := self._approximate()) is not None:
                serials = near.search(query, k, _wanted(only), only.years)
                where, values = f"where serial in ({','.join(map(str, serials))})", []
            for ids, vectors in self._read(where, values):
                pairs = nearest(query, vectors, ids, k)
                best += [Neighbour(ids[place], score, vectors[place]) for place, score in pairs]
                best = sorted(best, key=lambda one: (-one.score, one.id))[:k]
        return best

    def all(self) -> tuple[list[str], Vectors]:
        """The ids of all things, and their vectors: for maps."""
        parts = list(self._read("", []))
        vectors = [vectors for _, vectors in parts] or [np.empty((0, self.width), np.float32)]
        return [id for ids, _ in parts for id in ids], np.concatenate(vectors)

    def _read(self, where: str, values: Sequence[object]) -> Iterator[tuple[list[str], Vectors]]:
        rows = self._base.execute(f"select id, vector from things {where}", values)
        while some := rows.fetchmany(_ROWS):
            found = np.frombuffer(b"".join(vector for _, vector in some), "<f4").reshape(len(some), self.width)
            yield [_text(id) for id, _ in some], found

    def _approximate(self) -> Approximate | None:
        """What LanceDB keeps, brought up to date; None where it is not installed: then all are compared."""
        from optotype.neighbours.approximate import Approximate, installed

        if self.file is None or not installed():
            return None
        # serial numbers are never given twice: the highest one and the count tell whether anything came or went
        state = (self._value("token"), *self._base.execute("select max(serial), count(*) from things").fetchone())
        if self._near is not None and self._near[0] == state:
            return self._near[1]
        folder = self.file.with_name(f"{self.file.stem}-{self._value('token')}.lance")
        for other in self.file.parent.glob(f"{self.file.stem}-????????.lance"):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)  # made from an index that is no more
        near = Approximate(folder, self.width)
        gone = [int(serial) for (serial,) in self._base.execute("select serial from gone")]
        near.remove(gone)
        with self._writing():
            self._base.executemany("delete from gone where serial = ?", [(serial,) for serial in gone])
        with closing(self._base.cursor()) as rows:
            rows.execute("select serial, year, vector from things where serial > ? order by serial", (near.last(),))
            near.add(self._with_fields(rows))
        self._near = state, near
        return near

    def _with_fields(
        self, rows: sqlite3.Cursor
    ) -> Iterator[tuple[list[int], list[int | None], list[list[str]], Vectors]]:
        while some := rows.fetchmany(_ROWS):
            names: dict[int, list[str]] = {int(serial): [] for serial, _, _ in some}
            between = (some[0][0], some[-1][0])
            for serial, name in self._base.execute("select * from fields where serial between ? and ?", between):
                names.setdefault(int(serial), []).append(str(name))
            vectors = np.frombuffer(b"".join(vector for _, _, vector in some), "<f4").reshape(len(some), self.width)
            serials = [int(serial) for serial, _, _ in some]
            yield serials, [year for _, year, _ in some], [names[serial] for serial in serials], vectors

    # --- the file

    @contextmanager
    def _told(self) -> Generator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise OptotypeError(
                f"{self.file}: the index of neighbours cannot be used: {error}. Delete the file; it is made again."
            ) from error

    @contextmanager
    def _writing(self) -> Generator[None]:
        self._base.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._base.execute("rollback")
            raise
        self._base.execute("commit")

    def _value(self, name: str) -> str | None:
        found = self._base.execute("select value from about where name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def _tell(self, name: str, value: str) -> None:
        self._base.execute("insert or replace into about values (?, ?)", (name, value))


def _vectors(things: Sequence[Thing], encode: Encode, width: int) -> Vectors:
    """A vector for each thing: the mean of those of its texts, made one long; nothing where no text says anything."""
    found = np.zeros((len(things), width), np.float32)
    for row, thing in zip(found, things, strict=True):
        # one text at a time: how vectors are rounded depends on what is encoded with them
        parts = [unit(encode([text]))[0] for text in thing.texts if text.strip()]
        row[:] = unit(np.stack(parts).sum(axis=0, dtype=np.float64)) if parts else 0
    return found


def _conditions(only: Only) -> tuple[str, list[object]]:
    conditions: list[str] = []
    values: list[object] = []
    if only.years is not None:
        conditions.append("year between ? and ?")
        values += only.years
    if only.fields:
        names = _wanted(only)
        conditions.append(f"serial in (select serial from fields where value in ({','.join('?' * len(names))}))")
        values += names
    return f"where {' and '.join(conditions)}" if conditions else "", values


def _wanted(only: Only) -> list[str]:
    return [_folded(field) for field in only.fields]


def _folded(field: str) -> str:
    return " ".join(field.casefold().encode("utf-8", "replace").decode().split())


def _bytes(id: str) -> bytes:
    return id.encode(errors="surrogatepass")  # half a character is no text for SQLite


def _text(id: bytes) -> str:
    return id.decode(errors="surrogatepass")
