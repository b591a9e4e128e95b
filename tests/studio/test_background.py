"""What people are asked about themselves, once, before their first task."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from optotype.store.studio import backgrounds
from optotype.studio import background, projects
from optotype.studio.projects import Project
from tests.studio.crowds import BACKGROUND, ICONS, come, hand_in, icons, opened_link, take
from tests.studio.house import House, opened
from tests.studio.screens.sheets import pairs

PAIRS = Project(id="pairs", title="Pairs", screen="preference", overlap=2, background=BACKGROUND)
SAID: dict[str, object] = {"background1": "biology", "background2": "12,5", "background3": " Chile "}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio in which pairs are compared; people are asked three things first."""
    with opened(tmp_path / "bench", PAIRS, filled=pairs) as house:
        yield house


def say(client: httpx.Client, said: Mapping[str, object] = SAID, project: str = "pairs") -> httpx.Response:
    return client.post(f"/api/projects/{project}/background", json={"filled": dict(said)})


def prefer(client: httpx.Client) -> None:
    given = take(client, "pairs")["given"]
    filled = {"answer": "A", "factors": {"other": "none"}}
    body = {"id": str(uuid4()), "filled": filled, "seconds": 3.0}
    assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).status_code == 200


def kept(house: House, name: str) -> object:
    with house.bench.store.engine.connect() as connection:
        query = backgrounds.select().where(backgrounds.c.person == house.people[name].id)
        row = connection.execute(query).first()
    return None if row is None else json.loads(row.body)


def test_it_is_asked_before_the_first_task_and_once(house: House) -> None:
    anna = house.client("Anna")
    asked = take(anna, "pairs")
    assert asked["given"] is None
    assert [(block["kind"], block["title"]) for block in asked["background"]] == [
        ("choose", "Field of work"),
        ("amount", "Years of experience"),
        ("write", "Country (may be empty)"),
    ]
    assert say(anna).status_code == 200
    assert kept(house, "Anna") == {"Field of work": "biology", "Years of experience": 12.5, "Country": "Chile"}
    assert take(anna, "pairs")["given"]["number"] == 1
    assert take(house.client("Anna"), "pairs")["given"]["number"] == 1
    assert "background" in take(house.client("Boris"), "pairs")


def test_what_may_be_empty_may_be_empty(house: House) -> None:
    assert say(house.client("Anna"), SAID | {"background3": ""}).status_code == 200
    assert kept(house, "Anna") == {"Field of work": "biology", "Years of experience": 12.5}


def test_what_was_said_first_stays(house: House) -> None:
    anna = house.client("Anna")
    say(anna)
    assert say(anna, SAID | {"background1": "physics"}).status_code == 200
    assert kept(house, "Anna") == {"Field of work": "biology", "Years of experience": 12.5, "Country": "Chile"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("background1", None),
        ("background1", "chemistry"),
        ("background1", ["physics", "biology"]),
        ("background1", {"other": "x"}),
        ("background2", -1),
        ("background2", "many"),
        ("background2", True),
        ("background3", "x" * 2001),
        ("background3", ["x"]),
    ],
)
def test_what_will_not_do_is_refused_and_nothing_is_kept(house: House, name: str, value: object) -> None:
    anna = house.client("Anna")
    reply = say(anna, SAID | {name: value})
    assert (reply.status_code, reply.json()["field"]) == (422, name)
    assert kept(house, "Anna") is None
    assert "background" in take(anna, "pairs")


@pytest.mark.parametrize(
    "body", ["[]", "{}", '{"filled": []}', '{"filled": {"background1": NaN}}', "{", '{"filled": {}, "x": 1}']
)
def test_what_is_no_form_is_refused(house: House, body: str) -> None:
    anna = house.client("Anna")
    headers = {"content-type": "application/json"}
    assert anna.post("/api/projects/pairs/background", content=body, headers=headers).status_code == 422
    assert kept(house, "Anna") is None


def test_nobody_says_anything_about_themselves_in_projects_that_are_not_theirs(house: House) -> None:
    assert say(house.client("Clara")).status_code == 401
    assert say(house.client()).status_code == 401
    assert say(house.client("Anna"), project="nothing").status_code == 401
    stranger = house.client("Anna")
    stranger.headers["x-form-key"] = "guessed"
    assert say(stranger).status_code == 401


def test_the_board_counts_what_people_said(house: House) -> None:
    say(house.client("Anna"))
    say(house.client("Boris"), {"background1": "physics", "background2": 2})
    with house.bench.store.engine.connect() as connection:
        field, years, country = background.told(connection, projects.get(connection, "pairs"))
    assert (field.people, field.counts) == (2, {"physics": 1, "biology": 1, "other": 0})
    assert (years.people, years.numbers) == (2, (2.0, 7.25, 12.5))
    assert (country.people, country.counts, country.numbers) == (1, {}, None)
    page = house.client("Ada").get("/board/projects/pairs/crowd").text
    assert "from 2 to 12.5, median 7.25" in page


def test_it_goes_with_the_work_that_is_taken_away(house: House) -> None:
    anna, ada = house.client("Anna"), house.client("Ada")
    say(anna)
    prefer(anna)
    (line,) = map(json.loads, ada.get("/board/projects/pairs/export.jsonl").text.splitlines())
    (row,) = csv.DictReader(io.StringIO(ada.get("/board/projects/pairs/export.csv").text))
    assert line["background"] == {"Field of work": "biology", "Years of experience": 12.5, "Country": "Chile"}
    assert json.loads(row["background"]) == line["background"]


def test_a_crowd_is_asked_too_and_it_stands_beside_the_codes(tmp_path: Path) -> None:
    with opened(tmp_path / "bench", ICONS.model_copy(update={"background": BACKGROUND}), filled=icons) as house:
        client = come(house, opened_link(house))
        assert "background" in take(client)
        assert "background" in take(client, another=True)
        assert say(client, project="icons").status_code == 200
        hand_in(client, take(client)["given"])
        (line,) = map(json.loads, house.client("Ada").get("/board/projects/icons/codes.jsonl").text.splitlines())
        assert line["background"]["Field of work"] == "biology"


@pytest.mark.parametrize(
    ("text", "told"),
    [("Country: text\nField of work physics", "background: line 2"), ("Field: physics", "background: line 1")],
)
def test_a_line_that_cannot_be_understood_is_told_on_the_form(house: House, text: str, told: str) -> None:
    ada = house.client("Ada")
    fields = {"title": "x", "screen": "preference", "overlap": "1", "minutes": "5", "background": text}
    reply = ada.post("/board/projects", data={"form_key": ada.headers["x-form-key"], **fields})
    assert (reply.status_code, told in reply.text) == (400, True)
    assert text.splitlines()[0] in reply.text
