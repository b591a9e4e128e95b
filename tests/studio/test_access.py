"""Guessing addresses leads nowhere: every address, as everybody who has no business there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from optotype.store.studio import drafts, journal, members, submissions, turns
from optotype.store.studio import projects as projects_table
from optotype.studio import desk
from optotype.studio.app import app_of
from optotype.studio.projects import Project
from tests.studio.house import House, opened

FOR_ANYBODY = {
    "/health",
    "/ready",
    "/sign-in",
    "/assets/{name}",
    "/words.{language}.js",
    "/invitation/{secret}",
    "/crowd/{link}",
}
"""Doors, and what all pages need."""
FOR_WHOEVER_IS_SIGNED_IN = {"/", "/sign-out", "/language"}
BODIES: dict[str, dict[str, Any]] = {
    "take": {},
    "hand-in": {"id": "an-intruder", "filled": {"answer": ["A"]}, "seconds": 1.0},
    "draft": {"filled": {"answer": ["A"]}},
    "flag": {"flagged": True},
    "background": {"filled": {}},
    "drawing": {"rows": []},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Two projects: Anna works on the secret one, Boris and Clara on the other."""
    made = [Project(id=name, title=name, screen="answer", guidelines="G") for name in ("secret", "other")]
    with opened(tmp_path_factory.mktemp("studio") / "bench", *made) as house:
        with house.bench.store.write() as connection:
            for name in ("Boris", "Clara"):
                connection.execute(sa.delete(members).where(members.c.person == house.people[name].id))
                desk.join(connection, "other", house.people[name].id)
        yield house


def addresses(house: House, turn: int, picture: str) -> list[tuple[str, str]]:
    """Every method and address, with ids that are there."""
    told = app_of(house.bench).openapi()["paths"]
    found = [(method.upper(), path) for path, methods in told.items() for method in methods]
    found.append(("POST", "/api/turns/{turn}/hand-in"))
    ids = {"project": "secret", "id": "secret", "turn": turn, "name": picture, "ending": "csv"}
    ids["person"] = house.people["Anna"].id
    open_to_some = FOR_ANYBODY | FOR_WHOEVER_IS_SIGNED_IN
    return [(method, path.format_map(ids)) for method, path in found if path not in open_to_some]


def state(house: House) -> list[object]:
    """All that an intruder could change."""
    tables = (turns, submissions, drafts, members, projects_table, journal)
    with house.bench.store.engine.connect() as connection:
        return [connection.execute(sa.select(table)).all() for table in tables]


@pytest.mark.parametrize("who", [None, "Boris", "Clara"])
def test_whoever_has_no_business_there_sees_and_changes_nothing(house: House, who: str | None) -> None:
    anna = house.client("Anna")
    given = anna.post("/api/projects/secret/take", json={}).json()["given"]
    picture = next((block["id"] for block in given["blocks"] if block["kind"] == "picture"), "0" * 24)
    intruder = house.client(who)
    before = state(house)
    for method, address in addresses(house, given["turn"], picture):
        reply = _sent(intruder, method, address)
        assert reply.status_code in (401, 403, 404) or (
            reply.status_code == 303 and reply.headers["location"] == "/sign-in"
        ), (method, address, reply.status_code, reply.text[:200])
    assert state(house) == before


def test_an_annotator_of_the_project_has_nothing_to_do_with_the_board(house: House) -> None:
    anna, before = house.client("Anna"), state(house)
    for method, address in addresses(house, 1, "0" * 24):
        if address.startswith("/board"):
            assert _sent(anna, method, address).status_code in (401, 403, 404, 303), (method, address)
    assert state(house)[4:] == before[4:]


def _sent(client: httpx.Client, method: str, address: str) -> httpx.Response:
    key = client.headers.get("x-form-key", "")
    if method == "GET":
        return client.get(address, params={"subject": "man", "object": "bench"} if "candidates" in address else {})
    if address.startswith("/api"):
        return client.request(method, address, json=BODIES.get(address.rpartition("/")[2], {}))
    return client.request(method, address, data={"form_key": key, "person": "x", "numbers": "1", "disabled": "yes"})
