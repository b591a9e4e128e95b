"""Replies, on disk before they count, found again by the content of all that was sent.

One SQLite file per respondent under `runs/replies/`. Each reply is a transaction of its own: what reached us survives
`kill -9` at any moment, and whoever asks the same again, in whatever run, is given the same reply.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.files.naming import slug
from optotype.respondents import Reply

_VERSION = 1
_LONGEST_LOG = 20_000
"""Pages of the log after which whoever keeps a reply has to tidy up, if nobody else did."""
_CACHE = 500
"""Kilobytes of a file that are in memory: keys come in no order, so more would not be found there again either."""

# what is long stands last, so that sums need not read it
_TABLES = f"""
CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, run TEXT NOT NULL, began REAL NOT NULL);
CREATE TABLE IF NOT EXISTS replies (
    key BLOB PRIMARY KEY,
    attempt INTEGER NOT NULL,
    at REAL NOT NULL,
    seconds REAL NOT NULL,
    tokens_in INTEGER,
    tokens_out INTEGER,
    cost REAL,
    tries INTEGER NOT NULL,
    more TEXT NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""

_KEEP = "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Kept:
    """A reply as it lies on disk."""

    reply: Reply
    at: float
    """When it came, in seconds since 1970."""


class Replies:
    """The replies of one respondent. One thread may keep them while another looks some up."""

    def __init__(self, folder: Path, respondent: str) -> None:
        self.path = folder / f"{slug(respondent)}.db"
        self._respondent = respondent
        self._attempt = 0
        self._run = ""

    def __enter__(self) -> Self:
        with self._mendable():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._keeping = self._open()
            self._looking = self._open()
            self._keeping.execute(f"PRAGMA wal_autocheckpoint = {_LONGEST_LOG}")
            version = self._looking.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise OptotypeError(
                    f"{self.path}: these replies were kept by a newer release of Optotype. "
                    "Upgrade with: pip install --upgrade optotype"
                )
            self._keeping.executescript(_TABLES)
        return self

    def __exit__(self, *_: object) -> None:
        self._looking.close()
        self._keeping.close()

    def begin(self, run: str) -> None:
        """From now on, replies belong to a new attempt at a run."""
        with self._mendable():
            begun = self._keeping.execute("INSERT INTO attempts (run, began) VALUES (?, ?)", (run, time.time()))
        self._attempt, self._run = begun.lastrowid or 0, run

    def keep(self, key: bytes, reply: Reply) -> None:
        """Puts a reply on disk. When this returns, it can no longer be lost."""
        with self._mendable():
            self._keeping.execute(_KEEP, self._row(key, reply))

    def keep_all(self, replies: Iterable[tuple[bytes, Reply]]) -> None:
        """Puts many replies on disk at once: all of them, or none."""
        with self._mendable():
            self._keeping.execute("BEGIN IMMEDIATE")
            try:
                self._keeping.executemany(_KEEP, (self._row(key, reply) for key, reply in replies))
            except BaseException:
                self._keeping.execute("ROLLBACK")
                raise
            self._keeping.execute("COMMIT")

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Those of the keys for which there is a reply."""
        found: set[bytes] = set()
        with self._mendable():
            # moving replies from the log to their place waits for the disk: not where questions are asked
            self._looking.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            for some in batches(keys, 500):
                query = f"SELECT key FROM replies WHERE key IN ({','.join('?' * len(some))})"  # noqa: S608
                found.update(row[0] for row in self._looking.execute(query, some))
        return found

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Kept]:
        """The replies to these keys; those that are not there are left out."""
        columns = "key, at, text, seconds, tokens_in, tokens_out, cost, tries, more"
        found: dict[bytes, Kept] = {}
        with self._mendable():
            for some in batches(keys, 500):
                query = f"SELECT {columns} FROM replies WHERE key IN ({','.join('?' * len(some))})"  # noqa: S608
                for key, at, text, seconds, tokens_in, tokens_out, cost, tries, more in self._looking.execute(
                    query, some
                ):
                    marks = json.loads(more)
                    found[key] = Kept(Reply(text, seconds, tokens_in, tokens_out, cost, tries=tries, **marks), at)
        return found

    def any(self) -> bool:
        """Is there a reply at all, from whatever run?"""
        with self._mendable():
            return self._looking.execute("SELECT EXISTS (SELECT 1 FROM replies)").fetchone()[0] == 1

    def spent(self, run: str | None = None) -> float:
        """What the replies that came in a run, this one unless named, have cost: all its attempts together."""
        query = """SELECT COALESCE(SUM(cost), 0) FROM replies
            WHERE attempt IN (SELECT id FROM attempts WHERE run = ?)"""
        with self._mendable():
            return float(self._looking.execute(query, (run or self._run,)).fetchone()[0])

    def seconds(self, run: str) -> float:
        """How long a run took, all its attempts together: each from its beginning to its last reply."""
        query = """SELECT COALESCE(SUM(took), 0) FROM (
            SELECT MAX(replies.at) - attempts.began AS took FROM attempts JOIN replies ON replies.attempt = attempts.id
            WHERE attempts.run = ? GROUP BY attempts.id)"""
        with self._mendable():
            return float(self._looking.execute(query, (run,)).fetchone()[0])

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute(f"PRAGMA cache_size = -{_CACHE}")
        return database

    def _row(self, key: bytes, reply: Reply) -> tuple[object, ...]:
        marks = {"refused": reply.refused, "ended": reply.ended, "scores": reply.scores, "extra": reply.extra}
        return (
            key,
            self._attempt,
            time.time(),
            reply.seconds,
            reply.tokens_in,
            reply.tokens_out,
            reply.cost,
            reply.tries,
            json.dumps({name: value for name, value in marks.items() if value}),
            # half a character is no text for SQLite
            reply.text if reply.text.isascii() else reply.text.encode("utf-8", "replace").decode(),
        )

    @contextmanager
    def _mendable(self) -> Generator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as error:
            raise OptotypeError(
                f"{self.path}: the replies of {self._respondent} cannot be read or kept: {error}. "
                "Is the disk full, or the folder not to be written to? If the file is damaged, move it away; "
                "what is in it will then be asked again."
            ) from error
