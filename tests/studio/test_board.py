"""What administrators see and do."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from optotype.records import Answer
from optotype.studio import board, projects
from tests.studio.house import House, opened


def work(client: httpx.Client, choose: dict[int, object], project: str = "baseline") -> None:
    """Does all there is to do: answers some tasks by their numbers, and does not know the others."""
    while given := client.post(f"/api/projects/{project}/take", json={}).json()["given"]:
        answer = choose.get(given["number"])
        unsure = {"answer": {"other": "dont_know"}, "reason": "a test"}
        filled = unsure if answer is None else {"answer": answer}
        body = {"id": str(uuid4()), "filled": filled, "seconds": 4.0, "take": False}
        reply = client.post(f"/api/turns/{given['turn']}/hand-in", json=body)
        assert reply.status_code == 200, reply.text


def act(client: httpx.Client, address: str, **fields: str) -> httpx.Response:
    return client.post(address, data={"form_key": client.headers["x-form-key"], **fields})


@pytest.fixture
def worked(tmp_path: Path) -> Iterator[House]:
    """Anna and Boris have done all tasks, and differ about the second."""
    with opened(tmp_path / "bench") as house:
        work(house.client("Anna"), {1: "A", 2: "B"})
        work(house.client("Boris"), {1: "A", 2: "C"})
        yield house


def test_the_board_shows_progress_by_phase_and_person(worked: House) -> None:
    page = worked.client("Ada").get("/board/projects/baseline").text
    assert "Anna" in page
    with worked.bench.store.engine.connect() as connection:
        (phase,) = board.phases(connection, projects.get(connection, "baseline"))
        anna, boris = board.persons(connection, "baseline")
    assert (phase.tasks, phase.wanted, phase.held, phase.done) == (11, 22, 0, 22)
    assert (anna.name, anna.done, anna.seconds) == ("Anna", 11, 4.0)
    assert (boris.name, boris.done, boris.flagged) == ("Boris", 11, 0)


def test_agreement_and_contested_tasks_are_worked_out(worked: House) -> None:
    with worked.bench.store.engine.connect() as connection:
        found = board.agreement(connection, "baseline")
    assert (found.whole.units, found.whole.values) == (11, 22)
    assert found.whole.same == pytest.approx(10 / 11)
    (contested,) = found.contested
    assert (contested.number, contested.said) == (2, {"answer": {"B": 1, "C": 1}})
    page = worked.client("Ada").get("/board/projects/baseline/agreement").text
    assert "mixed/choice-texts" in page
    assert contested.subject in page
    assert "too few things have another value" in page  # of eleven tasks both know nothing about nine


def test_who_says_the_same_all_the_time_is_pointed_out(worked: House) -> None:
    with worked.bench.store.engine.connect() as connection:
        patterns = {
            (pattern.what, round(pattern.share, 2)) for pattern in board.agreement(connection, "baseline").patterns
        }
    assert patterns == set()  # nine of eleven is not all the time
    with worked.bench.store.write() as connection:
        connection.execute(board.turns.update().values(said='{"answer": "A"}'))
        patterns = {(pattern.what, pattern.share) for pattern in board.agreement(connection, "baseline").patterns}
    assert patterns == {("monotone", 1.0)}


@pytest.mark.parametrize("name", [None, "Anna", "Clara"])
def test_nobody_but_administrators_sees_or_does_anything_there(house: House, name: str | None) -> None:
    client = house.client(name)
    person = house.people["Boris"].id
    for address in (
        "/board",
        "/board/journal",
        "/board/projects/baseline",
        "/board/projects/baseline/progress",
        "/board/projects/baseline/agreement",
        "/board/projects/baseline/export.csv",
        "/board/projects/baseline/export.jsonl",
        "/board/projects/baseline/export.json",
    ):
        assert client.get(address).status_code == 401, address
    key = client.headers.get("x-form-key", "")
    for address in (
        "/board/projects",
        "/board/projects/baseline/pause",
        "/board/projects/baseline/members",
        "/board/projects/baseline/assign",
        "/board/projects/baseline/invite",
        "/board/projects/baseline/set-aside",
        f"/board/people/{person}/shut-out",
    ):
        reply = client.post(address, data={"form_key": key, "person": person, "paused": "yes", "disabled": "yes"})
        assert reply.status_code == 401, address
    assert "Human baseline" in house.client("Boris").get("/").text


def test_a_project_is_made_from_a_form_and_people_are_let_in(house: House) -> None:
    ada = house.client("Ada")
    made = act(ada, "/board/projects", title="Second look", screen="answer", overlap="1", minutes="5", split="train")
    assert made.headers["location"] == "/board/projects/second-look"
    act(ada, "/board/projects/second-look/members", person=house.people["Clara"].id)
    clara = house.client("Clara")
    assert "Second look" in clara.get("/").text
    work(clara, {1: "A"}, "second-look")
    with house.bench.store.engine.connect() as connection:
        (phase,) = board.phases(connection, projects.get(connection, "second-look"))
    assert (phase.tasks, phase.done) == (2, 2)
    journal = ada.get("/board/journal").text
    assert "joined" in journal
    assert "Clara" in journal


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"title": ""}, "A project has a title"),
        ({"title": "x", "overlap": "0"}, "overlap"),
        ({"title": "x", "overlap": "many"}, "overlap"),
        ({"title": "x", "split": "no such"}, "No item fits"),
        ({"title": "x", "training": "1000"}, "the items give 11"),
        ({"title": "baseline"}, "already"),
        ({"title": "x", "screen": "nonsense"}, "nonsense"),
    ],
)
def test_a_form_that_will_not_do_is_told_and_comes_back_filled(house: House, fields: dict[str, str], told: str) -> None:
    ada = house.client("Ada")
    reply = act(ada, "/board/projects", **({"screen": "answer", "overlap": "1", "minutes": "5"} | fields))
    assert reply.status_code == 400
    assert told in reply.text
    if fields["title"]:
        assert f'value="{fields["title"]}"' in reply.text


def test_an_invitation_from_the_board_leads_into_the_project(house: House) -> None:
    ada = house.client("Ada")
    page = act(ada, "/board/projects/baseline/invite", role="expert").text
    link = page.partition('<code class="link">')[2].partition("<")[0]
    client = house.client()
    assert client.post(link, data={"name": "Dora", "password": "a long password"}).status_code == 303
    assert "Human baseline" in client.get("/").text


def test_work_that_is_set_aside_is_kept_but_not_counted(worked: House) -> None:
    ada = worked.client("Ada")
    act(ada, "/board/projects/baseline/set-aside", person=worked.people["Boris"].id)
    answers = {answer.id: answer for answer in worked.bench.store.each(Answer) if answer.id.startswith("studio/")}
    aside = [answer for answer in answers.values() if answer.respondent == worked.people["Boris"].respondent]
    assert len(answers) == 22
    assert len(aside) == 11
    assert all("set aside" in (answer.excluded or "") for answer in aside)
    with worked.bench.store.engine.connect() as connection:
        assert board.phases(connection, projects.get(connection, "baseline"))[0].done == 11
        assert board.agreement(connection, "baseline").whole.units == 0
    assert worked.client("Boris").post("/api/projects/baseline/take", json={}).json()["given"] is None


def test_tasks_are_given_by_their_numbers(house: House) -> None:
    ada = house.client("Ada")
    reply = act(ada, "/board/projects/baseline/assign", person=house.people["Anna"].id, numbers="3-4, 7")
    assert reply.status_code == 303
    anna = house.client("Anna")
    assert anna.post("/api/projects/baseline/take", json={}).json()["given"]["number"] == 3
    wrong = act(ada, "/board/projects/baseline/assign", person=house.people["Anna"].id, numbers="three")
    assert (wrong.status_code, "such as 1-20, 25" in wrong.json()["error"]) == (400, True)


def test_everything_can_be_taken_away_as_a_table_and_as_lines(worked: House) -> None:
    ada = worked.client("Ada")
    lines = [json.loads(line) for line in ada.get("/board/projects/baseline/export.jsonl").text.splitlines()]
    rows = list(csv.DictReader(io.StringIO(ada.get("/board/projects/baseline/export.csv").text)))
    assert len(lines) == len(rows) == 22
    assert lines[0]["person"] == rows[0]["person"] == "Anna"
    assert json.loads(rows[0]["body"]) == lines[0]["body"] == {"answer": "A"}
    assert ada.get("/board/projects/baseline/export.exe").status_code == 404


def test_a_formula_in_an_answer_is_a_text_in_the_table(house: House) -> None:
    anna, ada = house.client("Anna"), house.client("Ada")
    with house.bench.store.write() as connection:
        connection.execute(board.people.update().where(board.people.c.name == "Anna").values(name="=SUM(A1)"))
    work(anna, {})
    assert "'=SUM(A1)" in ada.get("/board/projects/baseline/export.csv").text


def test_nobody_shuts_themselves_out(house: House) -> None:
    ada = house.client("Ada")
    reply = act(ada, f"/board/people/{house.people['Ada'].id}/shut-out", disabled="yes")
    assert reply.status_code == 400
    act(ada, f"/board/people/{house.people['Anna'].id}/shut-out", disabled="yes")
    assert "Let in" in ada.get("/board").text


def test_deadlines_can_be_moved_and_a_closed_phase_gives_nothing(house: House) -> None:
    ada, anna = house.client("Ada"), house.client("Anna")
    key = {"form_key": ada.headers["x-form-key"]}
    ada.post("/board/projects/baseline/deadlines", data=key | {"closes_0": "2020-01-01T00:00"})
    assert anna.post("/api/projects/baseline/take", json={}).json()["given"] is None
    assert 'value="2020-01-01T00:00"' in ada.get("/board/projects/baseline").text
    ada.post("/board/projects/baseline/deadlines", data=key)
    assert anna.post("/api/projects/baseline/take", json={}).json()["given"] is not None
    refused = ada.post("/board/projects/baseline/deadlines", data=key | {"closes_0": "soon"})
    assert (refused.status_code, "2026-12-01T18:00" in refused.json()["error"]) == (400, True)


def test_what_somebody_has_not_done_goes_to_somebody_else(house: House) -> None:
    ada, anna, boris = (house.client(name) for name in ("Ada", "Anna", "Boris"))
    key = {"form_key": ada.headers["x-form-key"]}
    ids = {name: person.id for name, person in house.people.items()}
    ada.post("/board/projects/baseline/assign", data=key | {"person": ids["Anna"], "numbers": "5-6"})
    ada.post("/board/projects/baseline/reassign", data=key | {"person": ids["Anna"], "to": ids["Boris"]})
    assert anna.post("/api/projects/baseline/take", json={}).json()["given"]["number"] == 1
    assert boris.post("/api/projects/baseline/take", json={}).json()["given"]["number"] == 5
    ada.post("/board/projects/baseline/reassign", data=key | {"person": ids["Boris"], "to": ""})
    assert boris.post("/api/projects/baseline/take", json={}).json()["given"]["number"] == 1
