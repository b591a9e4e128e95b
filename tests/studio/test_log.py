"""What the studio writes down, and what it never does."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from optotype.studio import people
from optotype.studio.log import log_of
from optotype.web.serving import listen
from tests.studio.house import PASSWORD, House, served

Logged = tuple[httpx.Client, io.StringIO]


@pytest.fixture
def logged(house: House) -> Iterator[Logged]:
    """A studio that logs, and what it wrote."""
    stream = io.StringIO()
    log = log_of(stream)
    with served(house.bench, log=log) as address, httpx.Client(base_url=address, timeout=30, verify=False) as client:
        yield client, stream
    for name in ("optotype.studio", "uvicorn"):
        logging.getLogger(name).handlers.clear()


def soon(stream: io.StringIO, count: int = 1) -> list[dict[str, Any]]:
    """The lines of a log, once there are so many: they are written when the reply is out already."""
    until = time.monotonic() + 10
    while len(lines(stream)) < count and time.monotonic() < until:
        time.sleep(0.02)
    return lines(stream)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_a_line_with_what_was_asked_for_how_it_ended_and_how_long_it_took(logged: Logged) -> None:
    client, stream = logged
    client.get("/sign-in")
    client.get("/nothing/of/the/kind")
    first, second = soon(stream, 2)
    assert set(first) == {"at", "level", "method", "path", "status", "ms"}
    assert (first["method"], first["path"], first["status"], first["level"]) == ("GET", "/sign-in", 200, "info")
    assert 0 <= first["ms"] < 30_000
    assert (second["path"], second["status"]) == ("(no such address)", 404)


def test_neither_secrets_nor_answers_nor_names_are_logged(house: House, logged: Logged) -> None:
    client, stream = logged
    with house.bench.store.write() as connection:
        secret = people.invite(connection, "annotator", time.time(), made_by="x", project="baseline")
    client.get(f"/invitation/{secret}?tell=nobody")
    client.post("/sign-in", data={"name": "Anna", "password": "wrong but telling"})
    cookie = client.post("/sign-in", data={"name": "Anna", "password": PASSWORD}).cookies["optotype_studio"]
    key = client.get("/").text.partition('name="form_key" value="')[2].partition('"')[0]
    head = {"x-form-key": key}
    given = client.post("/api/projects/baseline/take", json={}, headers=head).json()["given"]
    body = {"id": "a-submission-of-anna", "filled": {"answer": ["Quite Special Words"]}, "seconds": 1.0}
    client.post(f"/api/turns/{given['turn']}/hand-in", json=body, headers=head)
    found = soon(stream, 6)
    told = stream.getvalue()
    assert [line["path"] for line in found][-2:] == [
        "/api/projects/{project}/take",
        "/api/turns/{turn}/hand-in",
    ]
    assert found[0]["path"] == "/invitation/{secret}"
    for never in (secret, cookie, key, PASSWORD, "telling", "Anna", "nobody", "Special", "a-submission", "127.0.0.1"):
        assert never not in told


def test_being_well_is_not_worth_a_line_but_being_ill_is(house: House, logged: Logged) -> None:
    client, stream = logged
    client.get("/health")
    client.get("/ready")
    assert lines(stream) == []
    with house.bench.store.write() as connection:
        connection.execute(sa.text("DROP TABLE alembic_version"))
    assert client.get("/ready").status_code == 503
    assert [(line["path"], line["status"], line["level"]) for line in soon(stream)] == [("/ready", 503, "error")]


def test_an_error_is_logged_with_its_trace_and_without_what_was_said(house: House, logged: Logged) -> None:
    client, stream = logged
    with house.bench.store.write() as connection:
        connection.execute(sa.text("ALTER TABLE studio_people RENAME TO gone"))
    reply = client.post("/sign-in", data={"name": "A Quite Special Name", "password": PASSWORD})
    assert reply.status_code >= 500
    assert "studio_people" not in reply.text
    told = soon(stream)
    assert any(line["level"] == "error" and line.get("status", 500) >= 500 for line in told)
    assert "special name" not in stream.getvalue().lower()


def test_a_service_prints_no_link_and_ends_when_it_is_told_to(house: House) -> None:
    with listen(0, 0) as listener:
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "optotype", "studio", "--port", str(port), "--service"]
    process = subprocess.Popen(
        command, cwd=house.bench.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    try:
        for _ in range(600):
            with suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{port}/ready", verify=False).status_code == 200:
                    break
            time.sleep(0.05)
        httpx.get(f"http://127.0.0.1:{port}/sign-in", verify=False)
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert "invitation" not in out + err
    assert f"http://127.0.0.1:{port}" in out
    assert [json.loads(line)["path"] for line in err.splitlines()] == ["/sign-in"]


def test_a_link_for_a_service_is_made_when_it_is_asked_for(house: House) -> None:
    command = [sys.executable, "-m", "optotype", "studio", "--link", "--host", "studio.example", "--https"]
    told = subprocess.run(command, cwd=house.bench.folder, capture_output=True, text=True, check=True).stdout.split()
    assert told[1].startswith("https://studio.example/invitation/")
    assert house.client().get(f"/invitation/{told[1].rpartition('/')[2]}").status_code == 200
