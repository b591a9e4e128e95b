"""What was handed in leaves the studio as files that other programs read."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import httpx

from optotype import init
from optotype.records import Answer, Picture, Respondent, Review
from optotype.studio.projects import Project
from tests.studio.house import House, opened


def hand_in(client: httpx.Client, project: str = "baseline") -> None:
    """Does all there is to do, not knowing any answer but the first two."""
    while given := client.post(f"/api/projects/{project}/take", json={}).json()["given"]:
        unsure = {"answer": {"other": "dont_know"}, "reason": "a test"}
        filled = {"answer": "AB"[given["number"] - 1]} if given["number"] <= 2 else unsure
        body = {"id": str(uuid4()), "filled": filled, "seconds": 4.0, "take": False}
        assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).status_code == 200


def test_label_studio_json_is_read_back_by_our_own_importer(house: House, tmp_path: Path) -> None:
    hand_in(house.client("Anna"))
    hand_in(house.client("Boris"))
    reply = house.client("Ada").get("/board/projects/baseline/export.json")
    assert reply.headers["content-disposition"] == 'attachment; filename="baseline.json"'
    tasks = reply.json()
    assert [len(task["annotations"]) for task in tasks] == [2] * 11
    assert tasks[0]["data"]["image"].startswith("data:image/png;base64,")
    assert "S-shaped" not in reply.text, "what is right is not told"
    (tmp_path / "work.json").write_text(reply.text, encoding="utf-8")
    with init(tmp_path / "again") as again:
        done = again.import_("labelstudio", tmp_path / "work.json", name="mixed")
        assert (done.faulty, done.items, done.pictures_missing) == (0, 11, 0)
        handed = {one.id: one for one in house.bench.store.each(Answer) if one.id.startswith("studio/")}
        assert {one.id: one for one in again.store.each(Answer)} == handed
        assert {one.name for one in again.store.each(Respondent)} == {"Anna", "Boris"}
        files = {picture.id: picture.file for picture in house.bench.store.each(Picture)}
        assert {picture.id: picture.file for picture in again.store.each(Picture)} == files


def test_what_does_not_count_is_not_in_it(house: House) -> None:
    hand_in(house.client("Anna"))
    hand_in(house.client("Boris"))
    ada = house.client("Ada")
    form = {"form_key": ada.headers["x-form-key"], "person": house.people["Boris"].id}
    ada.post("/board/projects/baseline/set-aside", data=form)
    tasks = ada.get("/board/projects/baseline/export.json").json()
    assert [len(task["annotations"]) for task in tasks] == [1] * 11


def test_a_project_in_which_nothing_was_handed_in_is_an_empty_array(house: House) -> None:
    assert house.client("Ada").get("/board/projects/baseline/export.json").json() == []
    assert house.client("Ada").get("/board/projects/other/export.json").status_code == 404


def test_reviews_leave_too_and_those_of_other_projects_stay(tmp_path: Path) -> None:
    projects = (
        Project(id="checked", title="Checked", screen="question_review"),
        Project(id="checked-again", title="Checked again", screen="question_review"),
    )
    with opened(tmp_path / "bench", *projects) as house:
        for project in projects:
            anna = house.client("Anna")
            given = anna.post(f"/api/projects/{project.id}/take", json={}).json()["given"]
            verdicts = [name for name in json.dumps(given).split('"') if name.endswith("-verdict")]
            filled = dict.fromkeys(verdicts, "correct")
            body = {"id": str(uuid4()), "filled": filled, "seconds": 4.0, "take": False}
            reply = anna.post(f"/api/turns/{given['turn']}/hand-in", json=body)
            assert reply.status_code == 200, reply.text
        reviews = [one for one in house.bench.store.each(Review) if one.id.startswith("studio/checked/")]
        tasks = house.client("Ada").get("/board/projects/checked/export.json").json()
        assert len(reviews) == sum(len(task["annotations"]) for task in tasks) > 1
