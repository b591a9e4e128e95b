"""Moving all rows of a store out and in: for backups, and from one kind of database to another."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import sqlalchemy as sa
from alembic.util.exc import CommandError
from sqlalchemy.exc import SQLAlchemyError

from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.store import BATCH, HEAD, Store, address, engine
from optotype.store.migrations import upgrade
from optotype.store.studio import people

VERSION = "alembic_version"
"""The table that says how new a database is; it is made, not moved."""

Lines = Callable[[str], Iterable[bytes]]
"""By table, its rows as lines."""


@contextmanager
def tables_of(store: Store) -> Generator[Iterator[tuple[str, list[str], Iterator[bytes]]]]:
    """Each table with its columns and its rows, a line of JSON each, as all of them were at one moment.

    Whoever writes meanwhile is not held up, and what they write is not seen.
    """
    one_moment = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True, "stream_results": True}
    options: dict[str, Any] = one_moment if store.engine.dialect.name == "postgresql" else {}
    with store.engine.connect().execution_options(**options) as connection, connection.begin():
        yield (
            (table.name, [column.name for column in table.c], _lines(connection, table))
            for table in people.metadata.sorted_tables
        )


def _lines(connection: sa.Connection, table: sa.Table) -> Iterator[bytes]:
    query = sa.select(table).order_by(*table.primary_key.columns)
    for row in connection.execute(query).yield_per(BATCH):
        yield json.dumps(list(row), separators=(",", ":")).encode() + b"\n"


def fill(url: str, schema: str, columns: Mapping[str, list[str]], lines: Lines) -> None:
    """Makes a database as the given migration did, puts rows in, and brings it to the newest migration: all or nothing.

    Args:
        url: of a database in which there is nothing.
        schema: the migration that the rows come from.
        columns: of each table.
        lines: gives the rows of a table.

    Raises:
        OptotypeError: there is something in the database, or the rows do not fit.
    """
    if schema > HEAD:
        raise OptotypeError("The backup was made by a newer release. Upgrade with: pip install --upgrade optotype")
    target = engine(address(url))
    try:
        with target.connect().execution_options(writes=True) as connection, connection.begin():
            if sa.inspect(connection).get_table_names():
                raise OptotypeError(
                    f"There is something in the database {target.url.render_as_string()}. Name one in which nothing is."
                )
            upgrade(connection, schema)
            _put_in(connection, columns, lines)
            upgrade(connection)
    except (SQLAlchemyError, CommandError) as error:
        why = getattr(error, "orig", None) or error
        raise OptotypeError(f"The database cannot be filled: {str(why).strip().splitlines()[0]}.") from error
    finally:
        target.dispose()


def _put_in(connection: sa.Connection, columns: Mapping[str, list[str]], lines: Lines) -> None:
    made = sa.MetaData()
    made.reflect(connection)
    known = {name: table for name, table in made.tables.items() if name != VERSION}
    if wrong := set(known) ^ set(columns):
        raise OptotypeError(f"The backup should have the tables of its release; it differs in {min(wrong)!r}.")
    for name, table in known.items():
        if sorted(columns[name]) != sorted(table.c.keys()):
            raise OptotypeError(f"The table {name!r} of the backup has not the columns of its release.")
        for some in batches(_rows(name, columns[name], lines(name)), BATCH):
            connection.execute(sa.insert(table), list(some))
        if connection.dialect.name == "postgresql":
            _count_on(connection, table)


def _rows(name: str, columns: list[str], lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        try:
            values: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise OptotypeError(f"Row {number:,} of {name!r} in the backup is not JSON.") from error
        if not isinstance(values, list) or len(cast("list[object]", values)) != len(columns):
            raise OptotypeError(f"Row {number:,} of {name!r} in the backup has not the columns of its table.")
        yield dict(zip(columns, cast("list[object]", values), strict=True))


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """PostgreSQL counts rows apart from the table: the next one comes after those that were put in."""
    for column in table.primary_key.columns:
        counter = connection.execute(sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))).scalar()
        last = connection.execute(sa.select(sa.func.max(column))).scalar() if counter else None
        if last is not None:
            connection.execute(sa.select(sa.func.setval(counter, last)))
