"""Scratch databases: what has to be remembered for a while, on disk, so that memory stays flat."""

from __future__ import annotations

import sqlite3
from typing import Self


def scratch(*tables: str, memory: int = 4000) -> sqlite3.Connection:
    """A database of its own that nobody else sees and that is gone when it is closed, with tables made.

    Of what lies in it, so many kilobytes are in memory; few suffice where rows are read in the order they came in.
    """
    database = sqlite3.connect("", isolation_level=None)
    database.execute(f"PRAGMA cache_size = -{memory}")
    database.execute("PRAGMA synchronous = OFF")
    for table in tables:
        database.execute(f"CREATE TABLE {table}")
    database.execute("BEGIN")
    return database


class Seen:
    """The names that came so far."""

    def __enter__(self) -> Self:
        self._database = scratch("seen (name BLOB PRIMARY KEY) WITHOUT ROWID")
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def before(self, name: str) -> bool:
        """Did this name come before? It has come now."""
        return self._database.execute("INSERT OR IGNORE INTO seen VALUES (?)", (_bytes(name),)).rowcount == 0

    def __contains__(self, name: str) -> bool:
        found = self._database.execute("SELECT 1 FROM seen WHERE name = ?", (_bytes(name),))
        return found.fetchone() is not None


def _bytes(name: str) -> bytes:
    return name.encode(errors="surrogatepass")  # half a character is no text for SQLite
