"""Taking tasks and handing work in, over the wire."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from optotype.records import Answer, Picture, Respondent, State
from optotype.studio import projects
from optotype.studio.projects import Project
from tests.studio.house import TRAINED, House, opened


def take(client: httpx.Client, project: str = "baseline") -> dict[str, Any] | None:
    reply = client.post(f"/api/projects/{project}/take", json={})
    assert reply.status_code == 200, reply.text
    return reply.json()["given"]


def hand_in(client: httpx.Client, turn: int, answer: object, **more: object) -> httpx.Response:
    body = {"id": str(uuid4()), "filled": {"answer": answer}, "seconds": 3.5, "take": True} | more
    return client.post(f"/api/turns/{turn}/hand-in", json=body)


def _anything(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "filled": {"answer": {"other": "dont_know"}, "reason": "a test"},
        "seconds": 1.0,
        "take": False,
    }


def answers(house: House) -> list[Answer]:
    return [answer for answer in house.bench.store.each(Answer) if answer.id.startswith("studio/")]


def test_work_becomes_an_answer_of_a_person(house: House) -> None:
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    field = next(block for block in given["blocks"] if block.get("name") == "answer")
    value = field["options"][1]["value"]
    reply = hand_in(client, given["turn"], value)
    assert reply.status_code == 200, reply.text
    (answer,) = answers(house)
    assert (answer.state, answer.value, answer.seconds) == (State.GIVEN, (value,), 3.5)
    person = house.bench.store.get(Respondent, answer.respondent)
    assert person is not None
    assert (person.kind, person.name, person.simulated) == ("person", "Anna", False)
    assert reply.json()["given"]["number"] == 2


def test_every_form_can_be_answered_and_the_answer_fits_it(house: House) -> None:
    client = house.client("Anna")
    done = 0
    while (given := take(client)) is not None:
        field = next(block for block in given["blocks"] if block.get("name") == "answer")
        match field["kind"]:
            case "choose":
                first = field["options"][0]["value"]
                answer: object = [first] if field.get("several") else first
            case "order":
                answer = [option["value"] for option in field["options"]]
            case "amount":
                answer = field.get("low", 1)
            case _:
                answer = "( dog , is , red )"
        assert hand_in(client, given["turn"], answer, take=False).status_code == 200
        done += 1
    stored = answers(house)
    assert len(stored) == done == len({answer.item for answer in stored})
    assert {type(answer.value) for answer in stored} == {tuple, bool, float, str}


def test_i_dont_know_needs_a_reason(house: House) -> None:
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    missing = hand_in(client, given["turn"], {"other": "dont_know"})
    assert (missing.status_code, missing.json()["field"]) == (422, "reason")
    body = _anything(given)
    assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).status_code == 200
    (answer,) = answers(house)
    assert (answer.state, answer.value, answer.note) == (State.DONT_KNOW, None, "a test")


@pytest.mark.parametrize("answer", [None, "", "no such option", ["A", "B"], 7, {"other": "failed"}, {"x": 1}, [[]]])
def test_what_a_field_cannot_hold_is_refused_and_nothing_is_stored(house: House, answer: object) -> None:
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    reply = hand_in(client, given["turn"], answer)
    assert (reply.status_code, reply.json()["field"]) == (422, "answer")
    assert answers(house) == []


def test_the_same_work_sent_twice_is_kept_once_even_at_the_same_moment(house: House) -> None:
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    body = _anything(given)
    with ThreadPoolExecutor(8) as pool:
        address = f"/api/turns/{given['turn']}/hand-in"
        sent = [pool.submit(client.post, address, json=body) for _ in range(8)]
        replies = [one.result() for one in sent]
    assert {reply.status_code for reply in replies} == {200}
    assert sum(not reply.json()["repeated"] for reply in replies) == 1
    assert len(answers(house)) == 1


def test_the_right_answer_is_nowhere_in_what_the_page_gets(house: House) -> None:
    client = house.client("Anna")
    page = client.get("/projects/baseline").text
    seen = page
    while (given := take(client)) is not None:
        seen += json.dumps(given)
        client.post(f"/api/turns/{given['turn']}/hand-in", json=_anything(given))
    for word in ("gold", "accepted", "S-shaped", "sigmoid", "imported"):
        assert word not in seen


def test_other_peoples_projects_and_tasks_do_not_exist_for_somebody(house: House) -> None:
    anna, clara = house.client("Anna"), house.client("Clara")
    given = take(anna)
    assert given is not None
    turn = given["turn"]
    for address in ("/projects/baseline", "/api/projects/baseline/history"):
        assert clara.get(address).status_code == 401
    assert clara.post("/api/projects/baseline/take", json={}).status_code == 401
    assert clara.get(f"/api/turns/{turn}").status_code == 404
    assert clara.post(f"/api/turns/{turn}/hand-in", json=_anything(given)).status_code == 404
    assert clara.put(f"/api/turns/{turn}/draft", json={"filled": {}}).status_code == 404
    assert clara.post(f"/api/turns/{turn}/back", json={}).status_code == 404
    assert clara.post(f"/api/turns/{turn}/flag", json={"flagged": True}).status_code == 404
    boris = house.client("Boris")
    assert boris.get(f"/api/turns/{turn}").status_code == 404
    absent, foreign = clara.get("/api/projects/no-such/history"), clara.get("/api/projects/baseline/history")
    assert absent.text == foreign.text


def test_pictures_are_shown_to_whoever_has_the_task_and_only_those_of_the_task(house: House) -> None:
    anna, boris = house.client("Anna"), house.client("Boris")
    given = take(anna)
    assert given is not None
    turn = given["turn"]
    block = next(block for block in given["blocks"] if block["kind"] == "picture")
    reply = anna.get(f"/turns/{turn}/pictures/{block['id']}")
    assert (reply.status_code, reply.headers["content-type"]) == (200, "image/png")
    assert boris.get(f"/turns/{turn}/pictures/{block['id']}").status_code == 404
    for trick in ("../../optotype.db", "%2e%2e/optotype.toml", "mixed/none.png", "/etc/passwd", "mixed/" + "x" * 3000):
        assert anna.get(f"/turns/{turn}/pictures/{trick}").status_code == 404


def test_a_draft_comes_back_and_goes_with_the_work(house: House) -> None:
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    client.put(f"/api/turns/{given['turn']}/draft", json={"filled": {"note": "half a thought"}})
    again = take(client)
    assert again is not None
    assert (again["turn"], again["draft"]) == (given["turn"], {"note": "half a thought"})


def test_work_that_was_handed_in_can_be_looked_at_and_corrected(house: House) -> None:
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    field = next(block for block in given["blocks"] if block.get("name") == "answer")
    first, second = (option["value"] for option in field["options"][:2])
    hand_in(client, given["turn"], first)
    again = client.get(f"/api/turns/{given['turn']}").json()["given"]
    assert (again["again"], again["draft"]) == (True, {"answer": first})
    assert hand_in(client, given["turn"], second).status_code == 200
    (answer,) = answers(house)
    assert answer.value == (second,)


def test_a_paused_project_hands_nothing_out_and_takes_what_is_under_way(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("optotype.studio.work._SESSION", 0.1)
    client = house.client("Anna")
    given = take(client)
    assert given is not None
    with house.bench.store.write() as connection:
        projects.pause(connection, "baseline", paused=True)
    time.sleep(0.11)  # so long does a change take to show
    assert client.post(f"/api/turns/{given['turn']}/hand-in", json=_anything(given)).json()["given"] is None
    assert take(client) is None
    assert len(answers(house)) == 1


@pytest.fixture
def trained(tmp_path: Path) -> Iterator[House]:
    with opened(tmp_path / "bench", TRAINED) as house:
        yield house


def test_training_says_what_would_have_been_right(trained: House) -> None:
    client = trained.client("Anna")
    given = take(client, "trained")
    assert given is not None
    assert given["training"]
    wrong, right = (hand_in(client, given["turn"], value).json()["right"] for value in ("A", "B"))
    assert wrong == "Right would have been: B"
    assert right == ""


def test_guidelines_show_pictures_of_the_bench_to_whoever_works_on_the_project(tmp_path: Path) -> None:
    text = "![good](mixed/a%20picture.png) ![gone](mixed/none.png) ![abroad](https://elsewhere.example/x.png)"
    project = Project(id="p", title="P", screen="answer", guidelines=text)
    with opened(tmp_path / "bench", project) as house:
        shown = next(iter(house.bench.store.each(Picture)))
        project = project.model_copy(update={"guidelines": text.replace("mixed/a%20picture.png", quote(shown.id))})
        with house.bench.store.write() as connection:
            projects.change(connection, project)
        anna = house.client("Anna")
        page = anna.get("/projects/p").text
        good, gone, abroad = re.findall(r'<img src="([^"]+)" alt="', page)
        assert "elsewhere.example" not in page
        reply = anna.get(good)
        assert (reply.status_code, reply.headers["content-type"]) == (200, shown.media_type)
        assert [anna.get(address).status_code for address in (gone, abroad)] == [404, 404]
        assert house.client("Clara").get(good).status_code == 401
        assert house.client().get(good).status_code == 401
