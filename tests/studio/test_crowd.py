"""People who come by an open link: who is let in, what they get, what the board knows of them."""

from __future__ import annotations

import csv
import io
import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.records import Answer, Respondent
from optotype.store.studio import codes, people, turns
from optotype.studio import board, crowd, projects
from optotype.studio.crowd import Shut
from optotype.studio.opening import make_project
from optotype.studio.projects import Phase, Project
from tests.studio.crowds import ICONS, come, filled, hand_in, icons, opened_link, planted, take
from tests.studio.house import House, opened

CODE = r"[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with a project for a crowd; no link is open yet."""
    with opened(tmp_path / "bench", ICONS, filled=icons) as house:
        yield house


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The same, for tests that change nothing."""
    with opened(tmp_path_factory.mktemp("quiet") / "bench", ICONS, filled=icons) as house:
        yield house


@pytest.fixture(scope="module")
def begun(quiet: House) -> tuple[httpx.Client, dict[str, Any]]:
    """Somebody who has begun a batch."""
    client = come(quiet, opened_link(quiet))
    return client, take(client)["given"]


@pytest.fixture(scope="module")
def ada(quiet: House) -> httpx.Client:
    """An administrator."""
    return quiet.client("Ada")


def act(client: httpx.Client, address: str, **fields: str) -> httpx.Response:
    return client.post(address, data={"form_key": client.headers["x-form-key"], **fields})


def answers(house: House) -> list[Answer]:
    return [answer for answer in house.bench.store.each(Answer) if answer.id.startswith("studio/")]


def crowd_people(house: House) -> list[str]:
    with house.bench.store.engine.connect() as connection:
        return list(connection.execute(sa.select(people.c.name).where(people.c.role == "crowd")).scalars())


# --- coming in


def test_looking_at_a_link_makes_nobody_and_beginning_makes_one_person(house: House) -> None:
    link, client = opened_link(house), house.client()
    page = client.get(f"{link}?worker=W1")
    assert (page.status_code, "Icons" in page.text, 'value="W1"' in page.text) == (200, True, True)
    assert crowd_people(house) == []
    reply = client.post(link, data={"worker": "W1"})
    assert (reply.status_code, reply.headers["location"]) == (303, "/projects/icons")
    assert crowd_people(house) == ["crowd 1"]
    assert "data-crowd" in client.get("/projects/icons").text


@pytest.mark.parametrize("name", ["worker", "workerId", "PROLIFIC_PID"])
def test_platforms_may_call_their_name_for_a_person_as_they_do(house: House, name: str) -> None:
    assert 'value="W 7"' in house.client().get(f"{opened_link(house)}?{name}=W%207").text


def test_who_came_goes_on_in_the_same_browser_even_after_the_link_is_closed(house: House) -> None:
    link = opened_link(house)
    client = come(house, link, "W1")
    with house.bench.store.write() as connection:
        crowd.close_link(connection, "icons")
    for address in (link, f"{link}?worker=W1"):
        assert client.get(address).headers["location"] == "/projects/icons"
    assert client.post(link, data={}).headers["location"] == "/projects/icons"
    assert len(crowd_people(house)) == 1


def test_another_worker_at_the_same_browser_is_somebody_else(house: House) -> None:
    link = opened_link(house)
    client = come(house, link, "W1")
    assert client.get(f"{link}?worker=W2").status_code == 200
    assert client.post(link, data={"worker": "W2"}).status_code == 303
    assert crowd_people(house) == ["crowd 1", "crowd 2"]


def test_one_worker_cannot_do_a_project_twice_whatever_the_link(house: House) -> None:
    come(house, opened_link(house), "W1")
    link, other = opened_link(house), house.client()
    page = other.get(f"{link}?worker=W1")
    assert (page.status_code, "You have been here already" in page.text) == (409, True)
    assert other.post(link, data={"worker": "W1"}).status_code == 409
    assert crowd_people(house) == ["crowd 1"]


def test_the_same_worker_many_times_at_one_moment_comes_in_once(house: House) -> None:
    link = opened_link(house)
    clients = [house.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(client.post, link, data={"worker": "W1"}) for client in clients]
        replies = [one.result().status_code for one in sent]
    assert sorted(replies) == [303] + [409] * 7
    assert crowd_people(house) == ["crowd 1"]


def test_no_more_people_come_than_are_wanted_even_at_one_moment(house: House) -> None:
    link = opened_link(house, most=3)
    clients = [house.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(client.post, link, data={}) for client in clients]
        replies = [one.result().status_code for one in sent]
    assert sorted(replies) == [303] * 3 + [409] * 5
    assert "Enough people have come" in house.client().get(link).text
    assert len(set(crowd_people(house))) == 3


def test_a_link_that_is_closed_and_one_that_never_was_look_alike(house: House) -> None:
    link, client = opened_link(house), house.client()
    with house.bench.store.write() as connection:
        crowd.close_link(connection, "icons")
    for address in (link, "/crowd/nothing", "/crowd/%2e%2e%2fboard", "/crowd/%00", f"/crowd/{'x' * 3000}"):
        assert (client.get(address).status_code, client.post(address, data={}).status_code) == (404, 404)
    assert client.get(link).text == client.get("/crowd/nothing").text
    assert crowd_people(house) == []


def test_opening_a_link_anew_closes_the_one_before(house: House) -> None:
    old, new = opened_link(house), opened_link(house)
    assert house.client().get(old).status_code == 404
    assert house.client().get(new).status_code == 200


@pytest.mark.parametrize("worker", ["x" * 201, "a\x00b", "a\u202eb"])
def test_a_worker_id_that_nobody_could_have_is_refused(house: House, worker: str) -> None:
    link, client = opened_link(house), house.client()
    page, posted = client.get(link, params={"worker": worker}), client.post(link, data={"worker": worker})
    assert (page.status_code, posted.status_code) == (400, 400)
    assert crowd_people(house) == []


def test_a_hostile_worker_id_is_a_text_everywhere(house: House) -> None:
    worker = "=1+1<script>alert(1)</script>"
    link = opened_link(house)
    assert "<script>alert" not in house.client().get(link, params={"worker": worker}).text
    client = come(house, link, worker)
    hand_in(client, take(client)["given"])
    ada = house.client("Ada")
    page = ada.get("/board/projects/icons/crowd")
    assert (page.status_code, "<script>alert" in page.text) == (200, False)
    assert f"'{worker}" in ada.get("/board/projects/icons/codes.csv").text


def test_a_flood_from_one_address_has_to_wait(house: House) -> None:
    link = opened_link(house, most=1000)
    replies = [house.client().post(link, data={}) for _ in range(62)]
    assert [reply.status_code for reply in replies] == [303] * 60 + [429] * 2
    assert int(replies[-1].headers["retry-after"]) >= 1
    assert "Try again in" in replies[-1].text
    assert len(crowd_people(house)) == 60


def test_another_site_cannot_send_anybody_in(house: House) -> None:
    link = opened_link(house)
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert house.client().post(link, data={}, headers=headers).status_code == 403
    assert crowd_people(house) == []


def test_who_is_signed_in_stays_who_they_are(house: House) -> None:
    link, anna = opened_link(house), house.client("Anna")
    assert "you are signed in as Anna" in anna.get(link).text
    assert "you are signed in as Anna" in anna.post(link, data={}).text
    assert "Icons" in anna.get("/").text
    assert crowd_people(house) == []


def test_nobody_is_let_in_where_nothing_is_left_to_do(house: House) -> None:
    link = opened_link(house)
    for worker in ("W1", "W2"):
        client = come(house, link, worker)
        for _ in range(3):
            given = take(client, another=True)["given"]
            hand_in(client, given)
    page = house.client().get(link)
    assert (page.status_code, "nothing to do" in page.text) == (409, True)
    assert house.client().post(link, data={}).status_code == 409


def test_a_crowd_sees_its_project_and_nothing_else(tmp_path: Path) -> None:
    second = Project(id="second", title="Second", screen="answer")
    with opened(tmp_path / "bench", ICONS, second, filled=icons) as house:
        client = come(house, opened_link(house))
        assert take(client)["given"]["number"] == 1
        assert "Second" not in client.get("/").text
        assert client.get("/projects/second").status_code == 401
        assert client.post("/api/projects/second/take", json={}).status_code == 401
        for address in ("/board", "/board/projects/icons", "/board/projects/icons/crowd", "/board/journal"):
            assert client.get(address).status_code == 401


# --- batches and codes


def test_a_batch_becomes_an_answer_for_each_question_with_its_own_seconds(house: House) -> None:
    client = come(house, opened_link(house), "W1")
    given = take(client)["given"]
    reply = hand_in(client, given, **{"q1-answer": "B", "q1-seconds": 7.25})
    assert reply.status_code == 200, reply.text
    found = answers(house)
    assert [(answer.item, answer.value, answer.seconds) for answer in found] == [
        ("set/icon-1", ("B",), 7.25),
        ("set/icon-2", ("A",), 1.5),
        ("set/icon-3", ("A",), 1.5),
    ]
    assert [answer.id for answer in found] == [f"studio/icons/{given['turn']}/set/icon-{n}" for n in (1, 2, 3)]
    passed = {"check1": True, "check2": True, "check3": True, "planted": True, "age": True}
    studio = found[0].extra["studio"]
    assert (studio["batch"], studio["checks"], studio["age"], studio["place"]) == ("batch/1", passed, "19-29", 1)
    person = house.bench.store.get(Respondent, found[0].respondent)
    assert person is not None
    assert (person.name, person.kind, person.simulated) == ("crowd 1", "person", False)


def test_after_a_batch_there_is_a_code_and_the_next_batch_only_for_the_asking(house: House) -> None:
    client = come(house, opened_link(house))
    first = take(client)["given"]
    assert take(client, after=first["turn"])["given"] is None  # nothing is kept from others before it is wanted
    told = hand_in(client, first).json()
    (code,) = told["codes"]
    assert re.fullmatch(CODE, code)
    assert (told["given"], told["more"]) == (None, True)
    assert take(client) == {"given": None, "codes": [code], "more": True}  # the page is loaded again
    second = take(client, another=True)["given"]
    assert second["number"] == 2
    assert take(client)["given"]["turn"] == second["turn"]  # and again, in the middle of a batch
    assert hand_in(client, second).json()["codes"][0] == code
    third = take(client, another=True)["given"]
    assert len([page for page in third["blocks"] if page["title"].startswith("Question")]) == 2  # one, and the planted
    told = hand_in(client, third).json()
    assert (len(set(told["codes"])), told["more"]) == (3, False)
    assert take(client, another=True) == {"given": None, "codes": told["codes"], "more": False}


def test_handing_in_twice_gives_one_code(house: House) -> None:
    client = come(house, opened_link(house))
    given = take(client)["given"]
    body = {"id": "the-same-work", "filled": filled(given), "seconds": 60.0, "take": True}
    with ThreadPoolExecutor(6) as pool:
        sent = [pool.submit(client.post, f"/api/turns/{given['turn']}/hand-in", json=body) for _ in range(6)]
        replies = [one.result() for one in sent]
    assert {reply.status_code for reply in replies} == {200}
    assert len({json.dumps(reply.json()["codes"]) for reply in replies}) == 1
    with house.bench.store.engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(codes)).scalar_one() == 1


def test_whoever_is_late_did_the_work_and_gets_a_code(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optotype.studio.work._TIDY", 0.1)
    link = opened_link(house)
    late, others = come(house, link), [come(house, link) for _ in range(2)]
    given = take(late)["given"]
    with house.bench.store.write() as connection:
        connection.execute(sa.update(turns).values(until=1.0))
    time.sleep(0.11)  # so often are tasks looked for that were held too long
    for other in others:
        hand_in(other, take(other)["given"])
    told = hand_in(late, given).json()
    assert (told["kept"], len(told["codes"])) == (False, 1)
    assert len(answers(house)) == 6


def test_where_tasks_are_single_a_batch_is_twenty_of_them_or_what_is_left(tmp_path: Path) -> None:
    project = Project(id="answers", title="Answers", screen="answer")

    def many(bench: Workbench) -> None:
        icons(bench)
        with bench.store.event("test") as writer:
            first = bench.items()
            copies = [one.model_copy(update={"id": f"{one.id}-{n}"}) for one in first for n in range(2)]
            writer.write(add=copies)  # 24 in all

    with opened(tmp_path / "bench", project, filled=many) as house:
        client = come(house, opened_link(house, "answers"))
        told = take(client, "answers")
        for done in range(1, 25):
            body = {"id": f"work-{done:04}", "filled": {"answer": "A"}, "seconds": 2.0, "take": True}
            told = client.post(f"/api/turns/{told['given']['turn']}/hand-in", json=body).json()
            if done == 20:
                assert (told["given"], len(told["codes"]), told["more"]) == (None, 1, True)
                told = take(client, "answers", another=True)
            elif done < 24:
                assert "codes" not in told
        assert (told["given"], len(told["codes"]), told["more"]) == (None, 2, False)
        with house.bench.store.engine.connect() as connection:
            found = crowd.listed(connection, "answers")
        assert [(one.number, one.tasks, one.seconds, one.checks) for one in found] == [
            (2, 4, 8.0, {}),
            (1, 20, 40.0, {}),
        ]


def test_a_page_that_was_loaded_again_forgets_no_seconds(house: House) -> None:
    client = come(house, opened_link(house))
    given = take(client)["given"]
    body = {"id": "after-a-reload", "filled": filled(given), "seconds": 2.0}
    assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).status_code == 200
    with house.bench.store.engine.connect() as connection:
        (code,) = crowd.listed(connection, "icons")
    assert code.seconds == 7.5  # the instructions, three questions and the planted one, 1.5 each


# --- checks


@pytest.mark.parametrize(
    ("changed", "failed"),
    [
        ({}, []),
        ({"check2": "guess"}, ["check2"]),
        ({"age-last": "30-44"}, ["age"]),
        ({"check1": "4", "check3": "yes", "age-first": "60+"}, ["check1", "check3", "age"]),
    ],
)
def test_which_checks_failed_is_told_to_the_board_and_to_nobody_else(
    house: House, changed: dict[str, object], failed: list[str]
) -> None:
    client = come(house, opened_link(house), "W1")
    reply = hand_in(client, take(client)["given"], **changed)
    assert "check" not in reply.text
    with house.bench.store.engine.connect() as connection:
        (code,) = crowd.listed(connection, "icons")
        met = connection.execute(sa.select(turns.c.met)).scalar_one()
    assert (code.failed, met) == (failed, not failed)
    assert (code.worker, code.name, code.number, code.tasks, code.seconds) == ("W1", "crowd 1", 1, 1, 60.0)
    page = house.client("Ada").get("/board/projects/icons/crowd").text
    assert code.code in page
    assert (f"failed: {', '.join(failed)}" if failed else "passed") in page


def test_the_planted_question_tells_who_reads_and_is_no_answer(house: House) -> None:
    client = come(house, opened_link(house))
    given = take(client)["given"]
    hand_in(client, given, **{planted(given): "A"})
    assert len(answers(house)) == 3
    assert "plain/planted" not in {answer.item for answer in answers(house)}
    checks = cast("dict[str, bool]", answers(house)[0].extra["studio"]["checks"])
    assert [name for name, passed in checks.items() if not passed] == ["planted"]
    with house.bench.store.engine.connect() as connection:
        said = json.loads(connection.execute(sa.select(turns.c.said)).scalar_one())
    assert planted(given) not in said
    assert len(said) == 3


def test_neither_right_options_nor_which_question_is_planted_are_in_the_page(house: House) -> None:
    client = come(house, opened_link(house))
    seen = client.get("/projects/icons").text + json.dumps(take(client))
    for secret in ("*3", "*say so", "planted", "plain/", "accepted", "gold"):
        assert secret not in seen


def test_people_who_failed_a_check_are_left_out_at_once_and_their_batches_are_open_again(house: House) -> None:
    link = opened_link(house)
    good, bad = come(house, link, "good"), come(house, link, "bad")
    hand_in(good, take(good)["given"])
    hand_in(bad, take(bad)["given"], check1="2")
    ada = house.client("Ada")
    assert "are counted: 1" in ada.get("/board/projects/icons/crowd").text
    assert act(ada, "/board/projects/icons/leave-out-failed").status_code == 303
    excluded = {answer.respondent: answer.excluded for answer in answers(house)}
    assert len(answers(house)) == 6
    assert sorted(excluded.values(), key=str) == [None, "set aside by an administrator of 'icons'"]
    with house.bench.store.engine.connect() as connection:
        assert crowd.failed(connection, "icons") == []
        assert [one.counted for one in crowd.listed(connection, "icons")].count(False) == 1
    assert take(bad, another=True)["given"] is None
    assert take(bad)["codes"]
    other = come(house, link, "third")
    assert take(other)["given"]["number"] == 1
    assert "set aside" in ada.get("/board/journal").text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("check1", "*3"),
        ("check1", None),
        ("age-first", "13"),
        ("age-last", ["19-29", "30-44"]),
        ("q1-answer", "E"),
        ("q2-answer", {"other": "failed"}),
        ("q1-seconds", -1),
        ("q1-seconds", 1e300),
        ("q1-seconds", "long"),
        ("q1-seconds", [1]),
        ("instructions-seconds", {"x": 1}),
    ],
)
def test_what_a_field_cannot_hold_is_refused_and_nothing_is_stored(
    quiet: House, begun: tuple[httpx.Client, dict[str, Any]], name: str, value: object
) -> None:
    client, given = begun
    reply = hand_in(client, given, **{name: value})
    assert (reply.status_code, reply.json()["field"]) == (422, name)
    assert answers(quiet) == []
    assert take(client)["given"]["turn"] == given["turn"]


# --- the board


def test_an_administrator_opens_and_closes_the_link_on_the_page_of_the_project(house: House) -> None:
    ada = house.client("Ada")
    assert "Open a link for anybody" in ada.get("/board/projects/icons").text
    assert act(ada, "/board/projects/icons/crowd", most="2").status_code == 303
    page = ada.get("/board/projects/icons/crowd").text
    address = page.partition('<code class="link">')[2].partition("<")[0]
    assert address.startswith(house.address)
    come(house, address)
    assert "Came: 1 of 2" in ada.get("/board/projects/icons").text
    assert act(ada, "/board/projects/icons/crowd", close="yes").status_code == 303
    assert house.client().get(address).status_code == 404
    journal = ada.get("/board/journal").text
    assert "opened a link" in journal
    assert "closed the link" in journal


@pytest.mark.parametrize("most", ["", "0", "-1", "many", "1e3", "100001", "9" * 30, "²"])
def test_so_many_people_cannot_be_let_in(ada: httpx.Client, most: str) -> None:
    reply = act(ada, "/board/projects/icons/crowd", most=most)
    assert (reply.status_code, "people" in reply.json()["error"]) == (400, True)


def test_codes_can_be_taken_away_with_worker_checks_and_seconds(house: House) -> None:
    link = opened_link(house)
    for worker, changed in (("W1", {}), ("W2", {"check1": "2", "age-last": "60+"})):
        client = come(house, link, worker)
        hand_in(client, take(client)["given"], **changed)
    ada = house.client("Ada")
    lines = [json.loads(line) for line in ada.get("/board/projects/icons/codes.jsonl").text.splitlines()]
    rows = list(csv.DictReader(io.StringIO(ada.get("/board/projects/icons/codes.csv").text)))
    assert [row["code"] for row in rows] == [line["code"] for line in lines]
    found = {line["worker"]: (line["passed"], line["failed"], line["seconds"], line["counted"]) for line in lines}
    assert found == {"W1": (True, "", 60.0, True), "W2": (False, "check1; age", 60.0, True)}
    assert ada.get("/board/projects/icons/codes.exe").status_code == 404
    assert ada.get("/board/projects/nothing/codes.csv").status_code == 404


@pytest.mark.parametrize("name", [None, "Anna", "Clara", "crowd"])
def test_nobody_but_administrators_sees_or_does_anything_there(house: House, name: str | None) -> None:
    link = opened_link(house)
    client = come(house, link) if name == "crowd" else house.client(name)
    for address in ("crowd", "codes.csv", "codes.jsonl"):
        assert client.get(f"/board/projects/icons/{address}").status_code == 401
    key = client.headers.get("x-form-key", "")
    for address in ("crowd", "leave-out-failed"):
        reply = client.post(f"/board/projects/icons/{address}", data={"form_key": key, "most": "5", "close": "yes"})
        assert reply.status_code == 401
    assert house.client().get(link).status_code == 200


def test_administrators_need_the_key_of_their_pages(house: House) -> None:
    link, ada = opened_link(house), house.client("Ada")
    assert ada.post("/board/projects/icons/crowd", data={"close": "yes"}).status_code == 401
    assert ada.post("/board/projects/icons/leave-out-failed", data={}).status_code == 401
    assert house.client().get(link).status_code == 200


def test_a_link_is_refused_where_a_crowd_would_find_nothing_or_too_much(tmp_path: Path) -> None:
    dealt = Project(id="dealt", title="Dealt", screen="answer", assignment="evenly")
    review = Project(id="review", title="Review", screen="question_review")
    with opened(tmp_path / "bench", dealt, review, filled=icons) as house:
        ada = house.client("Ada")
        for project, told in (("dealt", "given out"), ("review", "is not for somebody who is crowd")):
            reply = act(ada, f"/board/projects/{project}/crowd", most="5")
            assert (reply.status_code, told in reply.json()["error"]) == (400, True)
            assert "Open a link" not in ada.get(f"/board/projects/{project}").text


def test_crowds_are_not_offered_for_other_projects_nor_listed_among_all_people(tmp_path: Path) -> None:
    with opened(
        tmp_path / "bench", ICONS, Project(id="second", title="Second", screen="answer"), filled=icons
    ) as house:
        come(house, opened_link(house))
        ada = house.client("Ada")
        assert "crowd 1" in ada.get("/board/projects/icons").text
        assert "crowd 1" not in ada.get("/board/projects/second").text
        assert "crowd 1" not in ada.get("/board").text


# --- a project from a form


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"checks": "One? 1 | *2\nTwo? 1 | 2"}, "line 2"),
        ({"checks": "How many? many"}, "two options at least"),
        ({"planted": "nothing"}, "no collection and no item called &#39;nothing&#39;"),
        ({"planted": "set/icon-1"}, "no right answer is known"),
        ({"screen": "answer", "checks": "One? 1 | *2"}, "Choose &#39;crowd_batch&#39;"),
        ({"screen": "crowd_batch:size=0"}, "size"),
        ({"screen": "crowd_batch:size=1000"}, "size"),
    ],
)
def test_a_form_that_will_not_do_is_told_and_comes_back_filled(
    ada: httpx.Client, fields: dict[str, str], told: str
) -> None:
    usual = {"title": "Second", "screen": "crowd_batch", "overlap": "1", "minutes": "30"}
    reply = act(ada, "/board/projects", **(usual | fields))
    assert (reply.status_code, told in reply.text) == (400, True), reply.text
    assert "<details" in reply.text


def test_a_form_makes_a_project_for_a_crowd(house: House) -> None:
    usual = {"title": "Second", "screen": "crowd_batch", "overlap": "1", "minutes": "30"}
    more = {"checks": "One? 1 | *2\r\n\r\nTwo? *1 | 2", "planted": "plain", "background": "Field: physics | other"}
    assert act(house.client("Ada"), "/board/projects", **(usual | more)).status_code == 303
    with house.bench.store.engine.connect() as connection:
        made = projects.get(connection, "second")
    assert (made.planted, made.background) == (("plain",), ("Field: physics | other",))
    assert [line for line in made.checks if line] == ["One? 1 | *2", "Two? *1 | 2"]


# --- on either store


def test_the_whole_way_from_the_link_to_the_codes(tmp_path: Path, store_url: str) -> None:
    project = ICONS.model_copy(update={"background": ("Field of work: physics | biology",)})
    with opened(tmp_path / "bench", project, store=store_url, filled=icons) as house:
        link, ada = opened_link(house), house.client("Ada")
        for worker, changed in (("W1", {}), ("W2", {"age-last": "60+"})):
            client = come(house, link, worker)
            said = {"filled": {"background1": "physics"}}
            assert client.post("/api/projects/icons/background", json=said).status_code == 200
            told = hand_in(client, take(client)["given"], **changed).json()
            assert take(client)["codes"] == told["codes"]
        page = ada.get("/board/projects/icons/crowd").text
        assert told["codes"][0] in page
        assert "failed: age" in page
        lines = [json.loads(line) for line in ada.get("/board/projects/icons/codes.jsonl").text.splitlines()]
        assert {(line["worker"], line["failed"]) for line in lines} == {("W1", ""), ("W2", "age")}
        assert act(ada, "/board/projects/icons/leave-out-failed").status_code == 303
        work = [json.loads(line) for line in ada.get("/board/projects/icons/export.jsonl").text.splitlines()]
        assert [(line["person"], line["counted"], line["background"]) for line in work] == [
            ("crowd 1", True, {"Field of work": "physics"}),
            ("crowd 2", False, {"Field of work": "physics"}),
        ]


def test_several_servers_let_in_no_more_than_are_wanted_under_different_names(stored_bench: Workbench) -> None:
    icons(stored_bench)
    make_project(stored_bench, ICONS)
    with stored_bench.store.write() as connection:
        link = crowd.open_link(connection, ICONS, 5, "ada", 1.0)
    told: list[str] = []
    barrier = threading.Barrier(8)

    def come_in(number: int) -> None:
        barrier.wait()
        for _ in range(20):
            try:
                with stored_bench.store.write() as connection:
                    worker = f"W{number // 2}"
                    told.append(crowd.come_in(connection, link.id, 2.0, worker=worker, language="en").name)
                return
            except Shut as shut:
                told.append(shut.why)
                return
            except IntegrityError:  # the same name, or the same worker, at one moment
                continue

    threads = [threading.Thread(target=come_in, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["crowd 1", "crowd 2", "crowd 3", "crowd 4", "twice", "twice", "twice", "twice"]


def test_people_without_a_worker_id_are_as_many_as_come(stored_bench: Workbench) -> None:
    icons(stored_bench)
    make_project(stored_bench, ICONS)
    with stored_bench.store.write() as connection:
        link = crowd.open_link(connection, ICONS, 2, "ada", 1.0)
        names = [crowd.come_in(connection, link.id, 2.0, worker=None, language="en").name for _ in range(2)]
        assert names == ["crowd 1", "crowd 2"]
        with pytest.raises(Shut, match="full"):
            crowd.come_in(connection, link.id, 2.0, worker=None, language="en")
        assert crowd.link_of(connection, "icons") == crowd.Link(link.id, "icons", 2, 2, open=True)


def test_a_link_leads_to_tasks_that_can_be_taken_now(stored_bench: Workbench) -> None:
    icons(stored_bench)
    phase = Phase(name="main", opens=datetime(2099, 1, 1, tzinfo=UTC))
    early = Project(id="early", title="Early", screen="answer", phases=(phase,))
    make_project(stored_bench, early)
    with stored_bench.store.write() as connection:
        assert not crowd.left(connection, early, time.time())
        assert crowd.left(connection, early, 4_100_000_000.0)
        with pytest.raises(OptotypeError, match="1 to 100,000"):
            crowd.open_link(connection, early, 0, "ada", 1.0)


def test_agreement_is_reckoned_over_all_questions_and_batches_are_not_laid_before_experts(house: House) -> None:
    link = opened_link(house)
    for changed in ({}, {"q1-answer": "B"}):
        client = come(house, link)
        hand_in(client, take(client)["given"], **changed)
    with house.bench.store.engine.connect() as connection:
        found = board.agreement(connection, "icons")
    assert (found.whole.units, found.whole.values) == (3, 6)
    assert found.whole.same == pytest.approx(2 / 3)
    assert list(found.fields) == ["answer"]
    # AB, AA, AA: two values of six disagree, by chance two of six would: 1 - (2 / 6) / (2 * 5 * 1 / (6 * 5))
    assert found.whole.alpha == pytest.approx(0.0)
    ada = house.client("Ada")
    assert "Lay them" not in ada.get("/board/projects/icons/agreement").text
    reply = act(ada, "/board/projects/icons/decide")
    assert (reply.status_code, "are batches" in reply.json()["error"]) == (400, True)
