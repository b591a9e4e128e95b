"""The store: where records are kept. SQLite in the bench's folder, or PostgreSQL by its address."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import sqlalchemy as sa
from pydantic import JsonValue
from sqlalchemy import event as sa_event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError

from optotype import records
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.records import Event, Item, Noun
from optotype.store import tables
from optotype.store.prepared import Prepared

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

HEAD = "0004"
"""The newest migration. Alembic is loaded only where a database is older than this."""

_MIGRATING = 0x6F70746F
"""Whoever brings a PostgreSQL database up to date holds the lock of this number: several may open it at once."""

BATCH = 1000
"""Rows read or written at a time: memory stays flat, transactions stay short."""

Where = Mapping[str, "str | Iterable[str] | EllipsisType | None"]
"""Conditions by column: a value, one of several values, None for empty, ... for anything but empty."""

ALL: Where = {}
"""No condition."""

_PATIENCE = 30
"""Seconds that one waits for another who writes."""
_N = TypeVar("_N", bound=Noun)

_TABLES: dict[type[Noun], sa.Table] = {
    records.Collection: tables.collections,
    records.Picture: tables.pictures,
    records.Paper: tables.papers,
    records.Item: tables.items,
    records.Respondent: tables.respondents,
    records.Answer: tables.answers,
    records.Review: tables.reviews,
    records.Gold: tables.golds,
    records.Finding: tables.findings,
    records.Run: tables.runs,
    records.Score: tables.scores,
}
_BODY = {noun: Prepared(f"select body from {table.name} where id = :id") for noun, table in _TABLES.items()}


@cache
def _put(table: str, columns: tuple[str, ...]) -> Prepared:
    """Writes a row, or writes it anew; the event that brought it stays."""
    values = ", ".join(f":{name}" for name in columns)
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in ("id", "event"))
    head = f"insert into {table} ({', '.join(columns)}) values ({values})"
    return Prepared(f"{head} on conflict (id) do update set {changed}")


def key(record: Noun) -> str:
    """The id under which a record is kept; gold has its item's."""
    return record.item if isinstance(record, records.Gold) else record.id


class Store:
    """Records, kept and given back in the order in which they came."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.engine = engine(self.url)
        self._migrate()

    def close(self) -> None:
        """Lets go of the database."""
        self.engine.dispose()

    # --- writing

    @contextmanager
    def event(self, command: str, **settings: JsonValue) -> Generator[Writer]:
        """One command's work. What is written is kept batch by batch, also if the command fails later."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        row = {"at": at, "command": command, "settings": _json(settings), "totals": "{}"}
        with self.write() as connection:
            inserted = connection.execute(sa.insert(tables.events).values(row))
            number = int(cast("tuple[int]", inserted.inserted_primary_key)[0])
        writer = Writer(self, number)
        try:
            yield writer
        finally:
            with self.write() as connection:
                totals = _json(writer.totals(connection))
                connection.execute(sa.update(tables.events).where(tables.events.c.id == number).values(totals=totals))

    @contextmanager
    def write(self, *, safest: bool = False) -> Generator[sa.Connection]:
        """A transaction that writes: it waits for its turn, then holds or fails as a whole.

        With `safest`, it is on the disk itself at its end, and survives a power cut; otherwise it survives the death of
        this process.
        """
        with self.engine.connect().execution_options(writes=True) as connection:
            if safest and self.engine.dialect.name == "sqlite":
                driver = cast("Any", connection.connection.driver_connection)
                driver.execute("PRAGMA synchronous = FULL")
            with connection.begin():
                yield connection

    def upsert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that can be told what to do about rows that are there."""
        if self.engine.dialect.name != "postgresql":
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)

    # --- reading

    def get(self, noun: type[_N], id: str) -> _N | None:
        """The record with this id, if there is one."""
        with self.engine.connect() as connection:
            found = _BODY[noun].first(connection, id=id)
        return None if found is None else noun.model_validate_json(found[0])

    def get_all(self, noun: type[_N], ids: Iterable[str]) -> dict[str, _N]:
        """The records with these ids, by id; those that are not there are left out."""
        table = _TABLES[noun]
        found: dict[str, _N] = {}
        with self.engine.connect() as connection:
            for some in batches(dict.fromkeys(ids), BATCH):
                rows = connection.execute(sa.select(table.c.id, table.c.body).where(table.c.id.in_(some)))
                found.update((row.id, noun.model_validate_json(row.body)) for row in rows)
        return found

    def each(self, noun: type[_N], where: Where = ALL, tags: Mapping[str, str] = {}) -> Iterator[_N]:
        """All records of a kind in the order in which they came, a batch at a time.

        Tags are for items only.
        """
        table = _TABLES[noun]
        query = sa.select(table.c.position, table.c.body).order_by(table.c.position).limit(BATCH)
        query = query.where(*_conditions(table, where, tags))
        last = 0
        while True:
            with self.engine.connect() as connection:
                rows = connection.execute(query.where(table.c.position > last)).all()
            for row in rows:
                yield noun.model_validate_json(row.body)
            if len(rows) < BATCH:
                return
            last = rows[-1].position

    def find(self, noun: type[_N], where: Where) -> list[_N]:
        """All records that meet conditions, at once: for conditions that only so many records can meet."""
        table = _TABLES[noun]
        query = sa.select(table.c.body).where(*_conditions(table, where, {})).order_by(table.c.position)
        with self.engine.connect() as connection:
            return [noun.model_validate_json(body) for body in connection.execute(query).scalars()]

    def count(self, noun: type[Noun], where: Where = ALL, tags: Mapping[str, str] = {}) -> int:
        """How many records of a kind there are; conditions as in `each`."""
        table = _TABLES[noun]
        query = sa.select(sa.func.count()).select_from(table).where(*_conditions(table, where, tags))
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def groups(self, column: str, where: Where = ALL, tags: Mapping[str, str] = {}) -> Iterator[list[Item]]:
        """Items that share a column's value, group by group, in the order in which the groups began."""
        table = tables.items
        by = table.c[column]
        conditions = _conditions(table, where, tags)
        order = sa.select(by, sa.func.min(table.c.position).label("first")).where(*conditions).group_by(by)
        with self.engine.connect() as connection:
            values = connection.execute(order.order_by("first")).scalars().all()
        for some in batches(values, 100):
            members: dict[str, list[Item]] = {value: [] for value in some}
            query = sa.select(by, table.c.body).where(by.in_(some), *conditions).order_by(table.c.position)
            with self.engine.connect() as connection:
                for value, body in connection.execute(query):
                    members[value].append(Item.model_validate_json(body))
            yield from members.values()

    def tag_values(self) -> dict[str, dict[str, int]]:
        """By tag, how many items carry each value; items that are left out are not counted."""
        query = sa.select(tables.tags.c.name, tables.tags.c.value, sa.func.count()).join(
            tables.items, tables.items.c.id == tables.tags.c.item
        )
        query = query.where(tables.items.c.excluded.is_(None)).group_by(tables.tags.c.name, tables.tags.c.value)
        found: dict[str, dict[str, int]] = {}
        with self.engine.connect() as connection:
            for tag, value, count in connection.execute(query.order_by(tables.tags.c.name, tables.tags.c.value)):
                found.setdefault(tag, {})[value] = count
        return found

    def item_values(self, column: Literal["split", "form"]) -> list[str]:
        """The splits that items are in, or the forms that they have, in alphabetical order."""
        values = tables.items.c[column]
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(values).distinct().where(values.is_not(None)).order_by(values))
            return [str(value) for value in found.scalars()]

    def signatures(self, run: str) -> list[str]:
        """The signatures of the metrics by which a run was scored, in alphabetical order."""
        scores = tables.scores.c
        begin = len(run) + 2  # the id of a score is `run:signature:item`
        length = sa.func.length(scores.id) - sa.func.length(scores.item) - begin
        found = sa.select(sa.func.substr(scores.id, begin, length)).where(scores.run == run).distinct()
        with self.engine.connect() as connection:
            return sorted(str(signature) for signature in connection.execute(found).scalars())

    def past(self, noun: type[_N], id: str) -> list[_N]:
        """Earlier versions of a record, oldest first."""
        query = sa.select(tables.past.c.body).where(tables.past.c.noun == _TABLES[noun].name, tables.past.c.id == id)
        with self.engine.connect() as connection:
            bodies = connection.execute(query.order_by(tables.past.c.version)).scalars().all()
        return [noun.model_validate_json(body) for body in bodies]

    def pasts(self, noun: type[_N], ids: Iterable[str]) -> dict[str, list[_N]]:
        """The same of several records, by id; those without an earlier version are left out."""
        found: dict[str, list[_N]] = {}
        query = sa.select(tables.past.c.id, tables.past.c.body).where(tables.past.c.noun == _TABLES[noun].name)
        with self.engine.connect() as connection:
            for some in batches(dict.fromkeys(ids), BATCH):
                rows = connection.execute(query.where(tables.past.c.id.in_(some)).order_by(tables.past.c.version))
                for id, body in rows:
                    found.setdefault(id, []).append(noun.model_validate_json(body))
        return found

    def events(self) -> list[Event]:
        """All commands that changed the bench, oldest first."""
        with self.engine.connect() as connection:
            rows = connection.execute(sa.select(tables.events).order_by(tables.events.c.id)).all()
        return [_event(row) for row in rows]

    def version(self) -> str:
        """A text that changes with what is stored: when records come, a run changes, a command begins or ends.

        It looks at the ends of tables, not at their rows, so it may be asked every second.
        """
        last = sa.select(tables.events.c.id, tables.events.c.totals).order_by(tables.events.c.id.desc()).limit(1)
        ends = sa.select(*(sa.select(sa.func.max(table.c.position)).scalar_subquery() for table in _TABLES.values()))
        runs = sa.select(tables.runs.c.position, tables.runs.c.body).order_by(tables.runs.c.position)
        with self.engine.connect() as connection:
            found = [tuple(row) for query in (last, ends, runs) for row in connection.execute(query)]
        return blake2b(repr(found).encode(errors="surrogatepass"), digest_size=8).hexdigest()

    def event_of(self, record: Noun) -> Event | None:
        """The command that brought a record."""
        table = _TABLES[type(record)]
        query = sa.select(tables.events).join(table, table.c.event == tables.events.c.id)
        with self.engine.connect() as connection:
            row = connection.execute(query.where(table.c.id == key(record))).first()
        return None if row is None else _event(row)

    # --- set-up

    def _migrate(self) -> None:
        try:
            with self.engine.connect() as connection:
                if sa.inspect(connection).has_table("alembic_version"):
                    version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
                    if version == HEAD:
                        return
                    if version is not None and version > HEAD:
                        raise OptotypeError(
                            f"The store {self.url.render_as_string()} was written by a newer release of Optotype. "
                            "Upgrade with: pip install --upgrade optotype"
                        )
        except OperationalError as error:
            running = self.engine.dialect.name != "sqlite"
            check = "Check the address in optotype.toml, and that the database is running."
            raise OptotypeError(
                f"The store {self.url.render_as_string()} cannot be opened: {_line(error)}. "
                + (check if running else "Check that it is a file, and that you may read and write it and its folder.")
            ) from error
        except DatabaseError as error:
            raise OptotypeError(
                f"The store {self.url.render_as_string()} is damaged: {_line(error)}. Bring it back from a backup."
            ) from error
        with self.write() as connection:
            if self.engine.dialect.name == "postgresql":  # in SQLite, whoever writes is alone already
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
            if sa.inspect(connection).get_table_names():
                from optotype.store.migrations import upgrade

                upgrade(connection)
            else:
                _make(connection)


def _make(connection: sa.Connection) -> None:
    """Makes the tables of a new database; all migrations, one after another, would make the same ones."""
    for statement in _made_by(connection.dialect.name):
        connection.exec_driver_sql(statement)


@cache
def _made_by(dialect: str) -> tuple[str, ...]:
    """The statements that make all tables; to word them takes longer than to do what they say."""
    from optotype.store.studio import people

    said: list[str] = []

    def say(statement: sa.schema.ExecutableDDLElement, *_: object, **__: object) -> None:
        said.append(str(statement.compile(dialect=speaker.dialect)))

    speaker = sa.create_mock_engine(f"{dialect}://", say)
    people.metadata.create_all(speaker, checkfirst=False)  # the metadata of any table holds all of them
    key = "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    said.append(f"CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, {key})")
    said.append(f"INSERT INTO alembic_version VALUES ('{HEAD}')")
    return tuple(said)


class Writer:
    """Writes records on behalf of one event."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self.number = number
        self._counted: dict[str, int] = {}
        self._added_to: set[type[Noun]] = set()

    def write(
        self,
        *,
        add: Iterable[Noun] = (),
        replace: Iterable[Noun] = (),
        remove: Mapping[type[Noun], Sequence[str]] = {},
    ) -> None:
        """Writes records in one transaction: all of them, or none.

        An added record that is there already stays as it is. A replaced one stays as a past version where its version
        rises. Removed are the ids given.
        """
        with self._store.write() as connection:
            for noun, ids in remove.items():
                for some in batches(ids, BATCH):
                    connection.execute(sa.delete(_TABLES[noun]).where(_TABLES[noun].c.id.in_(some)))
            for noun, some in _by_noun(add):
                self._add(connection, noun, some)
            for noun, some in _by_noun(replace):
                self._replace(connection, noun, some)
                self.count(f"{_TABLES[noun].name} replaced", len(some))

    def put(self, *records: Noun) -> None:
        """Writes records that may be there already, and may have changed."""
        self.write(add=records)
        self.write(replace=records)

    def put_into(self, connection: sa.Connection, records: Iterable[Noun]) -> None:
        """The same, inside a transaction that somebody else began."""
        for noun, some in _by_noun(records):
            table = _TABLES[noun]
            if "version" in table.c:
                self._add(connection, noun, some)
                self._replace(connection, noun, some)
                continue
            rows = [{**_columns(table, record), "event": self.number} for record in some]
            _put(table.name, tuple(rows[0])).many(connection, rows)
            self._added_to.add(noun)

    def retract(self, noun: type[Noun], ids: Sequence[str]) -> None:
        """Removes records that have versions; each stays as a past one."""
        table = _TABLES[noun]
        with self._store.write() as connection:
            self._remember(connection, table, dict.fromkeys(ids, sys.maxsize))
            for some in batches(ids, BATCH):
                connection.execute(sa.delete(table).where(table.c.id.in_(some)))
        self.count(f"{table.name} retracted", len(ids))

    def clear(self, noun: type[Noun], where: Where) -> None:
        """Removes all records of a kind that fulfil conditions."""
        table = _TABLES[noun]
        with self._store.write() as connection:
            connection.execute(sa.delete(table).where(*_conditions(table, where, {})))

    def count(self, what: str, number: int) -> None:
        """Adds to the figures that the event is remembered by."""
        self._counted[what] = self._counted.get(what, 0) + number

    def totals(self, connection: sa.Connection) -> dict[str, int]:
        """What the event came to: records added, by table, and what was counted."""
        totals: dict[str, int] = {}
        for noun in self._added_to:
            table = _TABLES[noun]
            query = sa.select(sa.func.count()).select_from(table).where(table.c.event == self.number)
            totals[table.name] = connection.execute(query).scalar_one()
        return dict(sorted(totals.items())) | self._counted

    def _add(self, connection: sa.Connection, noun: type[Noun], batch: list[Noun]) -> None:
        table = _TABLES[noun]
        rows = [{**_columns(table, record), "event": self.number} for record in batch]
        insert = self._store.upsert(table).on_conflict_do_nothing(index_elements=["id"])
        connection.execute(insert, rows)
        self._added_to.add(noun)
        if noun is Item:
            self._add_tags(connection, cast("list[Item]", batch))

    def _add_tags(self, connection: sa.Connection, batch: list[Item]) -> None:
        rows = [
            {"item": item.id, "name": name, "value": value}
            for item in batch
            for name, values in item.tags.items()
            for value in values
        ]
        if rows:
            connection.execute(self._store.upsert(tables.tags).on_conflict_do_nothing(), rows)

    def _replace(self, connection: sa.Connection, noun: type[Noun], batch: list[Noun]) -> None:
        table = _TABLES[noun]
        ids = [key(record) for record in batch]
        if "version" in table.c:
            self._remember(connection, table, {key(record): getattr(record, "version") for record in batch})  # noqa: B009
        rows = [{f"new_{name}": value for name, value in _columns(table, record).items()} for record in batch]
        update = sa.update(table).where(table.c.id == sa.bindparam("new_id"))
        connection.execute(
            update.values({name.removeprefix("new_"): sa.bindparam(name) for name in rows[0] if name != "new_id"}),
            rows,
        )
        if noun is Item:
            for some in batches(ids, BATCH):
                connection.execute(sa.delete(tables.tags).where(tables.tags.c.item.in_(some)))
            self._add_tags(connection, cast("list[Item]", batch))

    def _remember(self, connection: sa.Connection, table: sa.Table, versions: Mapping[str, int]) -> None:
        old: list[dict[str, Any]] = []
        for some in batches(versions, BATCH):
            columns = (table.c.id, table.c.version, table.c.event, table.c.body)
            rows = connection.execute(sa.select(*columns).where(table.c.id.in_(some))).mappings()
            old += [{**row, "noun": table.name} for row in rows if row["version"] < versions[row["id"]]]
        if old:
            connection.execute(self._store.upsert(tables.past).on_conflict_do_nothing(), old)


def _by_noun(batch: Iterable[Noun]) -> Iterator[tuple[type[Noun], list[Noun]]]:
    by_noun: dict[type[Noun], list[Noun]] = {}
    for record in batch:
        by_noun.setdefault(type(record), []).append(record)
    yield from by_noun.items()


def _columns(table: sa.Table, record: Noun) -> dict[str, Any]:
    row: dict[str, Any] = {"id": key(record), "body": record.model_dump_json(exclude_defaults=True)}
    for name in _asked_for(table):
        value = getattr(record, name)
        row[name] = value.kind if name == "form" else value
    return row


@cache
def _asked_for(table: sa.Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.c if column.name not in ("position", "event", "id", "body"))


def _conditions(table: sa.Table, where: Where, tags: Mapping[str, str]) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    for name, value in where.items():
        column = table.c[name]
        if value is None:
            found.append(column.is_(None))
        elif value is ...:
            found.append(column.is_not(None))
        elif isinstance(value, str):
            found.append(column == value)
        else:
            found.append(column.in_(list(value)))
    for name, value in tags.items():
        tag = sa.select(tables.tags.c.item).where(tables.tags.c.name == name, tables.tags.c.value == value)
        found.append(table.c.id.in_(tag))
    return found


def _event(row: sa.Row[Any]) -> Event:
    return Event(
        id=row.id,
        at=row.at,
        command=row.command,
        settings=json.loads(row.settings),
        totals=json.loads(row.totals),
    )


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def address(url: str) -> sa.URL:
    """An address, if it is one of a kind of database that a store can lie in; no password is ever told."""
    try:
        found = sa.make_url(url)
    except ArgumentError as error:
        raise OptotypeError(f"The store is said to lie at '{url.rpartition('@')[2]}'. {_EXPECTED}") from error
    if found.get_backend_name() not in ("sqlite", "postgresql", "postgres"):
        raise OptotypeError(f"The store is said to lie at {found.render_as_string()}. {_EXPECTED}")
    if found.drivername in ("postgresql", "postgres"):
        return found.set(drivername="postgresql+psycopg")
    return found


_EXPECTED = "Expected was 'sqlite', for a file in the bench, or an address such as postgresql://user@host/database."


def _line(error: DBAPIError) -> str:
    """What the database said first; the rest would ask the user questions."""
    return (str(error.orig).strip().splitlines() or [type(error.orig).__name__])[0].rstrip(".")


def engine(url: sa.URL) -> sa.Engine:
    """The way to a database. What people said never stands in an error: those are logged."""
    if url.drivername.startswith("sqlite"):
        made = sa.create_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
        sa_event.listen(made, "connect", _prepare_sqlite)
        sa_event.listen(made, "begin", _begin_sqlite)
        return made
    try:
        # a server that was started anew has forgotten our connections: each is tried before somebody works with it
        return sa.create_engine(url, pool_pre_ping=True, hide_parameters=True)
    except ModuleNotFoundError as error:
        raise OptotypeError(
            f"The store {url.render_as_string()} needs the package {error.name}. "
            "Install it with: pip install 'optotype[postgres]'"
        ) from error


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by _begin_sqlite, not by the driver
    for pragma in (f"busy_timeout = {_PATIENCE * 1000}", "synchronous = NORMAL"):
        connection.execute(f"PRAGMA {pragma}")
    begun = time.monotonic()
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # of several who turn an older file to WAL at once, SQLite refuses all but one at once, whatever the timeout
            if "locked" not in str(error) or time.monotonic() - begun > _PATIENCE:
                raise
            time.sleep(0.02)
        else:
            return


def _begin_sqlite(connection: sa.Connection) -> None:
    # A reader that turns writer half-way fails at once when another writer was faster; one that begins as a writer
    # waits for its turn.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
