"""The field for graphs: whatever comes back is refused with a reason; its routes answer only whoever has the task."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from pydantic import JsonValue

from optotype.records import Answer
from optotype.studio.blocks import Graph, NotFilled, check, described
from optotype.studio.projects import Project
from optotype.web.words import LANGUAGES, Words
from tests.studio.house import House, opened
from tests.studio.screens.sheets import captions

FIELD = Graph("graph", words=("a", "red", "dog", "runs"))


def dog(**more: JsonValue) -> dict[str, JsonValue]:
    return {"kind": "object", "id": 1, "name": "dog", **more}


def red(**more: JsonValue) -> dict[str, JsonValue]:
    return {"kind": "attribute", "id": 2, "of": 1, "value": "red", **more}


def near(**more: JsonValue) -> dict[str, JsonValue]:
    return {"kind": "relation", "id": 3, "subject": 1, "object": 1, "verb": "see", "preposition": "near", **more}


def refused(value: JsonValue) -> NotFilled:
    with pytest.raises(NotFilled) as caught:
        check([FIELD], {"graph": value})
    assert caught.value.field == "graph"
    for language in LANGUAGES:
        assert "{" not in caught.value.said(Words(language, "optotype.studio"))
    return caught.value


@pytest.mark.parametrize(
    "value",
    [
        7,
        True,
        "( dog )",
        [[]],
        [None],
        ["dog"],
        [[[[[[["dog"]]]]]]],
        [{}],
        [{"kind": "object"}],
        [{"kind": "thing", "id": 1, "name": "dog"}],
        [dog(stranger=1)],
        [dog(id=0)],
        [dog(id=-1)],
        [dog(id=10**9)],
        [dog(id=1.5)],
        [dog(id="1")],
        [dog(id=True)],
        [dog(name=7)],
        [dog(name=None)],
        [dog(name="x" * 201)],
        [dog(name="\ud800")],
        [dog(unit="dozen")],
        [dog(words="1")],
        [dog(words=[0])],
        [dog(words=["1"])],
        [dog(words=[1.0])],
        [dog(words=[*range(1, 1000)])],
        [dog(), dog()],
        [dog(), red(id=1)],
        [red()],
        [dog(), red(of=9)],
        [dog(), near(object=9)],
        [dog(), near(voice="loud")],
    ],
)
def test_what_is_no_table_of_rows_is_no_graph(value: JsonValue) -> None:
    assert refused(value).why == "graph"


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([dog(name="  ")], "graph_name"),
        ([dog(), red(value=" ")], "graph_attribute"),
        ([dog(), near(verb="", preposition=" ")], "graph_relation"),
        ([dog(number="few")], "graph_number"),
        ([dog(number="-1")], "graph_number"),
        ([dog(number="1.5")], "graph_number"),
        ([dog(number="٣")], "graph_number"),
        ([dog(number="2gr")], "graph_number"),
        ([dog(number="9" * 50)], "graph_number"),
        ([dog(words=[5])], "graph_words"),
        ([dog(), red(words=[1, 99])], "graph_words"),
        ([dog(name="a\x00b")], "graph_term"),
        ([dog(name="a\x1bb")], "graph_term"),
        ([dog(name="(dog)")], "graph_fact"),
        ([dog(name="dog , cat")], "graph_fact"),
        ([dog(name="dog:1")], "graph_fact"),
        ([dog(name="2"), near()], "graph_fact"),
        ([dog(), red(value=",")], "graph_fact"),
        ([dog(), near(verb="is", preposition="")], "graph_fact"),
        ([dog(), near(verb="p:see")], "graph_fact"),
        ([dog(), near(verb="v:see", preposition="")], "graph_fact"),
        ([dog(), near(preposition="2")], "graph_fact"),
        ([{"kind": "object", "id": id, "name": f"dog {id}"} for id in range(1, 42)], "graph_large"),
        ([{"kind": "object", "id": id, "name": "dog"} for id in range(1, 5000)], "graph_large"),
    ],
)
def test_a_graph_that_says_nothing_or_something_else_is_refused_with_the_reason(value: JsonValue, why: str) -> None:
    assert refused(value).why == why


def test_a_message_shows_only_the_beginning_of_a_long_word() -> None:
    assert len(refused([dog(number="9" * 200)]).said(Words("en", "optotype.studio"))) < 200


def test_a_message_does_not_take_braces_in_a_name_for_its_own() -> None:
    error = NotFilled("graph", "graph_relation", subject="{object.__class__}", object="dog")
    assert "{object.__class__}" in error.said(Words("en", "optotype.studio"))


def test_a_graph_is_kept_in_one_way_and_goes_into_a_page() -> None:
    kept = check([FIELD], {"graph": [near(), red(words=[2]), dog(number="02", words=[3, 3, 1])]})
    assert kept["graph"] == [
        {"kind": "object", "id": 1, "name": "dog", "number": "2", "unit": "", "words": [1, 3]},
        {"kind": "attribute", "id": 2, "of": 1, "value": "red", "words": [2]},
        near(voice="active"),
    ]
    assert list(described(FIELD, 1)["words"]) == ["a", "red", "dog", "runs"]


@pytest.mark.parametrize("empty", [None, "", []])
def test_an_empty_graph_is_empty(empty: JsonValue) -> None:
    assert refused(empty).why == "empty"


# --- over the wire


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with two captions, and a project in which there are no graphs to be made."""
    made = (
        Project(id="graphs", title="Graphs", screen="scene_graph", overlap=2),
        Project(id="baseline", title="Baseline", screen="answer"),
    )
    with opened(tmp_path / "bench", *made, filled=captions) as house:
        yield house


def take(client: httpx.Client, project: str = "graphs") -> dict[str, Any]:
    return client.post(f"/api/projects/{project}/take", json={}).json()["given"]


def test_candidates_are_ranked_for_the_pair_in_the_caption_of_the_task(house: House) -> None:
    client = house.client("Anna")
    turn = take(client)["turn"]
    reply = client.get(f"/api/turns/{turn}/graph/candidates", params={"subject": "men", "object": "bench"})
    assert reply.status_code == 200
    assert reply.json()["verbs"][0] == "sit"
    assert reply.json()["prepositions"][0] == "on"
    assert len(reply.json()["verbs"]) > 20


@pytest.mark.parametrize(
    "query", [{}, {"subject": "men"}, {"subject": "", "object": "b"}, {"subject": "x" * 201, "object": "b"}]
)
def test_a_pair_that_is_none_is_refused(house: House, query: dict[str, str]) -> None:
    client = house.client("Anna")
    turn = take(client)["turn"]
    assert client.get(f"/api/turns/{turn}/graph/candidates", params=query).status_code == 422


def test_only_whoever_has_the_task_gets_candidates_and_drawings(house: House) -> None:
    anna = house.client("Anna")
    turn = take(anna)["turn"]
    query, body = {"subject": "men", "object": "bench"}, {"rows": [dog()]}
    for name in ("Boris", "Clara", "Ada"):
        other = house.client(name)
        assert other.get(f"/api/turns/{turn}/graph/candidates", params=query).status_code == 404
        assert other.post(f"/api/turns/{turn}/graph/drawing", json=body).status_code == 404
    assert house.client().get(f"/api/turns/{turn}/graph/candidates", params=query).status_code == 401
    without_key = house.client("Anna")
    without_key.headers.pop("x-form-key")
    assert without_key.post(f"/api/turns/{turn}/graph/drawing", json=body).status_code == 401
    assert anna.get("/api/turns/999999/graph/candidates", params=query).status_code == 404
    assert anna.get("/api/turns/x/graph/candidates", params=query).status_code == 422


def test_a_task_without_a_graph_has_no_candidates(house: House) -> None:
    client = house.client("Anna")
    turn = take(client, "baseline")["turn"]
    query = {"subject": "men", "object": "bench"}
    assert client.get(f"/api/turns/{turn}/graph/candidates", params=query).status_code == 404


def test_a_drawing_comes_back_or_what_is_wrong(house: House) -> None:
    client = house.client("Anna")
    address = f"/api/turns/{take(client)['turn']}/graph/drawing"
    drawn = client.post(address, json={"rows": [dog(), red()]}).json()
    assert [node["id"] for node in drawn["drawing"]["nodes"]] == [1]
    wrong = client.post(address, json={"rows": [dog(number="few")]}).json()
    assert wrong["drawing"] is None
    assert "few" in wrong["error"]
    bodies: list[JsonValue] = [{}, {"rows": 1}, {"rows": [], "more": 1}, {"rows": [*[dog()] * 1000]}]
    for body in bodies:
        assert client.post(address, json=body).status_code == 422
    for content in (b'{"rows": [NaN]}', b'{"rows": ["\\ud800"]}', b'{"rows": ' + b"[" * 5000 + b"]" * 5000 + b"}"):
        reply = client.post(address, content=content, headers={"content-type": "application/json"})
        assert reply.status_code in (200, 400, 422), content[:40]
        assert reply.json().get("drawing") is None


@pytest.mark.parametrize("value", [[dog(words=[99])], [dog(name="a\x00b")], [[dog()]], {"other": "dont_know"}])
def test_work_that_is_refused_is_not_stored(house: House, value: JsonValue) -> None:
    client = house.client("Anna")
    turn = take(client)["turn"]
    filled = {"graph": value, "complete": "yes"}
    body = {"id": str(uuid4()), "filled": filled, "seconds": 1.0, "take": False}
    reply = client.post(f"/api/turns/{turn}/hand-in", json=body)
    assert (reply.status_code, reply.json()["field"]) == (422, "graph")
    assert not list(house.bench.store.each(Answer))
