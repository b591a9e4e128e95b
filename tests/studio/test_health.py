"""Whatever looks after the server learns whether it is well, and nothing else."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from optotype import Workbench
from tests.studio.house import House, opened, served


def test_the_server_says_that_it_is_alive_and_ready_to_anybody_and_nothing_more(house: House) -> None:
    client = house.client()
    health, ready = client.get("/health"), client.get("/ready")
    assert (health.status_code, health.json()) == (200, {"alive": True})
    assert (ready.status_code, ready.json()) == (200, {"ready": True})
    assert "set-cookie" not in health.headers
    assert "set-cookie" not in ready.headers


def test_it_is_asked_by_any_name_for_a_container_calls_itself_localhost(house: House) -> None:
    with served(house.bench, host="studio.example", secure=True) as address:
        assert httpx.get(f"{address}/health", timeout=30, verify=False).status_code == 200
        assert httpx.get(f"{address}/ready", timeout=30, verify=False).status_code == 200
        assert httpx.post(f"{address}/ready", timeout=30, verify=False).status_code == 421


def test_a_server_without_its_database_is_alive_but_not_ready(house: House) -> None:
    database = house.bench.folder / "optotype.db"
    house.bench.store.engine.dispose()
    for file in house.bench.folder.glob("optotype.db*"):
        file.unlink()
    database.mkdir()  # where a folder is, no database can be opened
    client = house.client()
    assert client.get("/health").status_code == 200
    reply = client.get("/ready")
    assert reply.status_code == 503
    assert str(house.bench.folder) not in reply.text
    page = client.get("/sign-in", headers={"cookie": "optotype_studio=somebodys"})
    assert (page.status_code, "does not answer" in page.text) == (503, True)


@pytest.fixture
def server(postgres: str) -> sa.Engine:
    """A PostgreSQL server, as its owner reaches it."""
    url = sa.make_url(postgres).set(drivername="postgresql+psycopg")
    return sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)


@pytest.fixture
def database(server: sa.Engine) -> Iterator[sa.URL]:
    """A database of its own, which can be shut without anybody else's being shut."""
    name = f"test_{uuid.uuid4().hex}"
    with server.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    yield server.url.set(database=name)
    with server.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))


def _shut(server: sa.Engine, database: sa.URL, *, open_: bool) -> None:
    name = database.database
    with server.connect() as connection:
        connection.execute(sa.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {str(open_).lower()}"))
        connection.execute(
            sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"), {"name": name}
        )


def test_a_postgresql_that_goes_and_comes_back_is_told_and_costs_nobody_their_work(
    tmp_path: Path, server: sa.Engine, database: sa.URL
) -> None:
    with opened(tmp_path / "bench", store=database.render_as_string(hide_password=False)) as house:
        anna = house.client("Anna")
        given = anna.post("/api/projects/baseline/take", json={}).json()["given"]
        _shut(server, database, open_=False)
        assert anna.get("/health").status_code == 200
        assert anna.get("/ready").status_code == 503
        draft = {"filled": {"answer": ["A"]}}
        lost = anna.put(f"/api/turns/{given['turn']}/draft", json=draft)
        assert lost.status_code == 503, lost.text
        _shut(server, database, open_=True)
        assert anna.get("/ready").status_code == 200
        assert anna.put(f"/api/turns/{given['turn']}/draft", json=draft).status_code == 200


def test_connections_that_the_database_forgot_are_made_anew_before_anybody_notices(
    tmp_path: Path, server: sa.Engine, database: sa.URL
) -> None:
    store = database.render_as_string(hide_password=False)
    with Workbench.init(tmp_path / "bench", store=store) as bench, served(bench) as address:
        assert httpx.get(f"{address}/sign-in", timeout=30, verify=False).status_code == 200
        _shut(server, database, open_=True)
        wrong = httpx.post(
            f"{address}/sign-in", data={"name": "Nobody", "password": "at all"}, timeout=30, verify=False
        )
        assert wrong.status_code == 401
