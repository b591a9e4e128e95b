"""Deciding what people do not agree about, in a browser and by what is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from optotype.records import Answer, Review, State
from optotype.studio import desk
from optotype.studio.projects import Project
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import figure, table

YES_TO_ALL = {"about_table": "yes", "no_special_knowledge": "yes", "needs_picture": "yes"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with one table that two people look at."""
    with opened(
        tmp_path / "bench", Project(id="tables", title="Tables", screen="table_review", overlap=2), filled=table
    ) as house:
        yield house


def hand_in(client: httpx.Client, project: str, **filled: object) -> None:
    given = client.post(f"/api/projects/{project}/take", json={}).json()["given"]
    body = {"id": f"work-{given['turn']}-once", "filled": filled, "seconds": 3.0}
    assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).json()["kept"]


def disagree(house: House) -> None:
    hand_in(house.client("Anna"), "tables", **YES_TO_ALL, answer=["B"], note="counted twice")
    hand_in(house.client("Boris"), "tables", **YES_TO_ALL, answer=["C"])


def lay_before_clara(house: House) -> httpx.Response:
    ada = house.client("Ada")
    reply = ada.post("/board/projects/tables/decide", data={"form_key": ada.headers["x-form-key"]})
    if reply.status_code == 303:
        with house.bench.store.write() as connection:
            desk.join(connection, "tables-decisions", house.people["Clara"].id)
    return reply


def decision(house: House) -> tuple[Review, Answer]:
    clara = house.people["Clara"].respondent
    review = next(one for one in house.bench.store.each(Review) if one.reviewer == clara)
    return review, next(one for one in house.bench.store.each(Answer) if one.respondent == clara)


def test_an_expert_sees_everything_side_by_side_and_decides_by_keyboard(
    house: House, page: Page, sit_down: SitDown
) -> None:
    disagree(house)
    assert lay_before_clara(house).headers["location"] == "/board/projects/tables-decisions"
    sit_down(page, house, "tables-decisions", "Clara")
    differing = page.locator(".said tr.differ")
    expect(differing).to_have_count(1)
    expect(differing).to_contain_text("differ")
    assert [cell.inner_text() for cell in differing.locator("td").all()] == ["B · 2", "C · 3"]
    expect(page.locator(".said")).to_contain_text("counted twice")
    expect(page.locator(".said")).not_to_contain_text("Anna")
    page.keyboard.press("2")  # what all agree about stands there; the answer is still needed
    page.get_by_label("Why you decide so").focus()
    page.keyboard.type("the second column is the largest")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#sheet .door")
    review, answer = decision(house)
    assert (review.verdict, answer.state, answer.value) == ("correct", State.GIVEN, ("B",))
    assert answer.note == "the second column is the largest"
    assert answer.extra["studio"]["decides"] == review.extra["studio"]["decides"] == "tables"


def test_by_mouse_no_decision_is_taken_without_a_reason(house: House, blank: Page, sit_down: SitDown) -> None:
    disagree(house)
    lay_before_clara(house)
    page = sit_down(blank, house, "tables-decisions", "Clara")
    page.locator("[data-field=answer]").get_by_text("3", exact=True).click()
    page.click("#hand-in")
    expect(page.locator(".fill.wrong")).to_have_attribute("data-field", "why")
    page.get_by_label("Why you decide so").fill("seen in the figure")
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    assert decision(house)[1].value == ("C",)


def test_only_finished_tasks_about_which_people_differ_are_laid_before_experts(house: House) -> None:
    hand_in(house.client("Anna"), "tables", **YES_TO_ALL, answer=["B"])
    reply = lay_before_clara(house)
    assert (reply.status_code, "agree" in reply.text) == (400, True)
    hand_in(house.client("Boris"), "tables", **YES_TO_ALL, answer=["B"])
    assert lay_before_clara(house).status_code == 400


def test_what_becomes_contested_later_is_added_and_nothing_is_laid_out_twice(tmp_path: Path) -> None:
    project = Project(id="tables", title="Figure", screen="answer", overlap=2)
    with opened(tmp_path / "bench", project, filled=figure) as house:
        anna, boris = house.client("Anna"), house.client("Boris")
        hand_in(anna, "tables", answer=["A"])
        hand_in(boris, "tables", answer=["B"])
        lay_before_clara(house)
        hand_in(anna, "tables", answer="yes")
        hand_in(boris, "tables", answer="no")
        lay_before_clara(house)
        lay_before_clara(house)
        clara = house.client("Clara")
        numbers: list[int] = []
        while given := clara.post("/api/projects/tables-decisions/take", json={}).json()["given"]:
            numbers.append(given["number"])
            filled = {"answer": ["A"] if given["number"] == 1 else "yes", "why": "so"}
            body = {"id": f"decided-{given['turn']}", "filled": filled, "seconds": 1.0}
            assert clara.post(f"/api/turns/{given['turn']}/hand-in", json=body | {"take": False}).status_code == 200
        assert numbers == [1, 2]


def test_an_annotator_cannot_decide(house: House) -> None:
    disagree(house)
    lay_before_clara(house)
    with house.bench.store.write() as connection:
        desk.join(connection, "tables-decisions", house.people["Anna"].id)
    assert house.client("Anna").post("/api/projects/tables-decisions/take", json={}).status_code == 401


def test_decisions_stand_in_what_is_exported_and_on_the_board(house: House) -> None:
    disagree(house)
    lay_before_clara(house)
    hand_in(house.client("Clara"), "tables-decisions", **YES_TO_ALL, answer=["B"], why="counted again")
    ada = house.client("Ada")
    rows = [json.loads(line) for line in ada.get("/board/projects/tables/export.jsonl").text.splitlines()]
    assert [row["decision"]["answer"] for row in rows] == ["B", "B"]
    assert "Decided: 1" in ada.get("/board/projects/tables/agreement").text
