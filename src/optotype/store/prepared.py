"""Prepared statements: SQL that is written once and sent as it is.

Building a query and turning it into SQL takes far longer than the query itself where that touches a few rows. What is
done hundreds of times a second is therefore written out, in SQL that SQLite and PostgreSQL both understand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import sqlalchemy as sa

_LOCK = re.compile(r"\bfor update( skip locked)?\b")
_NAME = re.compile(r"(?<!:):(\w+)")


class Prepared:
    """A statement with named values, as in `:person`; call it with a connection and them."""

    def __init__(self, sql: str) -> None:
        self._sqlite = _LOCK.sub("", sql)  # there, whoever writes is alone
        self._postgresql = _NAME.sub(r"%(\1)s", sql)

    def __call__(self, connection: sa.Connection, **values: Any) -> list[tuple[Any, ...]]:
        """Runs it inside the connection's transaction; gives back its rows. In SQLite, truth comes back as a number."""
        cursor = _cursor(connection)
        try:
            cursor.execute(self._for(connection), values)
            return [] if cursor.description is None else cursor.fetchall()
        finally:
            cursor.close()

    def first(self, connection: sa.Connection, **values: Any) -> tuple[Any, ...] | None:
        """Its first row, if there is one."""
        rows = self(connection, **values)
        return rows[0] if rows else None

    def many(self, connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Runs it once for each row of values."""
        cursor = _cursor(connection)
        try:
            cursor.executemany(self._for(connection), rows)
        finally:
            cursor.close()

    def _for(self, connection: sa.Connection) -> str:
        return self._postgresql if connection.dialect.name == "postgresql" else self._sqlite


def _cursor(connection: sa.Connection) -> Any:
    return cast("Any", connection.connection.dbapi_connection).cursor()
