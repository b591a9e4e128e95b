"""Whatever is sent to any address, by anybody, the server answers, and never by breaking down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import pytest
import requests
from hypothesis import HealthCheck, given, settings

from optotype.studio.app import app_of
from optotype.studio.projects import Project
from optotype.studio.routes.tasks import Done
from tests.studio.house import House, opened

ROLES = (None, "Anna", "Clara", "Ada")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = Project(id="project", title="P", screen="answer", overlap=50, background=("Field: a | b",))
    with opened(tmp_path_factory.mktemp("studio") / "bench", made) as house:
        yield house


@pytest.fixture(scope="module")
def clients(house: House) -> Iterator[dict[str | None, dict[str, Any]]]:
    """By who asks, the cookies and headers that their browser sends, and the connection that it keeps."""
    found: dict[str | None, dict[str, Any]] = {}
    for name in ROLES:
        client = house.client(name)
        key = client.headers.get("x-form-key", "")
        session = requests.Session()
        session.trust_env = False  # nobody's proxy is looked for, request by request
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # each request has those of the start
        found[name] = {"cookies": dict(client.cookies), "headers": {"x-form-key": key}, "session": session}
        if name == "Anna":  # so that the first turns are somebody's
            client.post("/api/projects/project/background", json={"filled": {"background1": "a"}})
            client.post("/api/projects/project/take", json={})
    yield found
    for each in found.values():
        each["session"].close()


@pytest.fixture(scope="module")
def described(house: House) -> Any:
    """All addresses of the studio, with what they take; ids are often ones that are there."""
    import schemathesis  # takes a quarter of a second, for which tests of other things need not wait

    told = json.loads(json.dumps(app_of(house.bench).openapi()))
    told["paths"]["/api/turns/{turn}/hand-in"] = {"post": _hand_in()}
    for path, methods in told["paths"].items():
        for method in methods.values():
            for parameter in method.get("parameters", []):
                if parameter["name"] in ("project", "id") and "/projects/" in path:
                    parameter["schema"] = {"anyOf": [{"const": "project"}, parameter["schema"]]}
                if parameter["name"] == "turn":
                    parameter["schema"] = {"anyOf": [{"enum": [1, 2, 3]}, parameter["schema"]]}
    found: Any = schemathesis.openapi.from_dict(told)
    found.config.update(base_url=house.address)
    return found


def _hand_in() -> dict[str, Any]:
    """The one address that FastAPI does not describe, for it reads its requests by itself."""
    turn = {"name": "turn", "in": "path", "required": True, "schema": {"type": "integer"}}
    body = {"required": True, "content": {"application/json": {"schema": Done.model_json_schema()}}}
    return {"parameters": [turn], "requestBody": body, "responses": {"200": {"description": "kept"}}}


def test_nothing_that_is_sent_breaks_the_server(described: Any, clients: dict[str | None, dict[str, Any]]) -> None:
    def check(case: Any) -> None:
        for name in ROLES:
            reply = case.call(allow_redirects=False, **clients[name])
            assert reply.status_code < 500, (name, case.as_curl_command())
            assert reply.headers["content-security-policy"]
            assert name == "Ada" or not case.formatted_path.startswith("/board") or reply.status_code >= 300

    asked = settings(
        max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], database=None
    )
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 25
    for operation in operations:
        asked(given(operation.as_strategy())(check))()
