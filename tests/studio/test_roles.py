"""Some screens are not for everybody: nobody is added, invited or let in whose role is not among theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.records import Answer, State
from optotype.store.studio import members, turns
from optotype.studio.projects import Project
from optotype.studio.screens import family
from tests.studio.house import House, opened
from tests.studio.screens.sheets import RIGHT, captions


def annotated(bench: Workbench) -> None:
    """A caption with somebody's graph."""
    captions(bench)
    given = Answer(
        id="studio/graphs/1",
        item="set/men",
        respondent="person/x",
        state=State.GIVEN,
        value=RIGHT,
        extra={"studio": {"project": "graphs", "role": "work"}},
    )
    with bench.store.event("test") as writer:
        writer.write(add=[given])


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio in which experts verify; annotators were put into the project behind the board's back."""
    project = Project(id="verify", title="Verify", screen="scene_graph:verify=true")
    with opened(tmp_path / "bench", project, filled=annotated) as house:
        yield house


def post(house: House, deed: str, **fields: str) -> int:
    ada = house.client("Ada")
    form = {"form_key": ada.headers["x-form-key"], **fields}
    return ada.post(f"/board/projects/verify/{deed}", data=form).status_code


def members_of(house: House) -> list[str]:
    with house.bench.store.engine.connect() as connection:
        return [row.person for row in connection.execute(members.select())]


def test_an_annotator_neither_sees_nor_takes_what_is_for_experts(house: House) -> None:
    anna = house.client("Anna")
    assert anna.get("/projects/verify").status_code == 401
    assert anna.post("/api/projects/verify/take", json={}).status_code == 401
    assert anna.get("/api/projects/verify/history").status_code == 401


def test_an_expert_is_added_and_an_annotator_is_not(house: House) -> None:
    assert post(house, "members", person=house.people["Clara"].id) == 303
    clara = house.client("Clara")
    assert clara.post("/api/projects/verify/take", json={}).json()["given"]["number"] == 1
    with house.bench.store.write() as connection:
        connection.execute(members.delete().where(members.c.person == house.people["Anna"].id))
    assert post(house, "members", person=house.people["Anna"].id) == 400
    assert house.people["Anna"].id not in members_of(house)


def test_an_annotator_is_neither_invited_nor_given_tasks(house: House) -> None:
    assert post(house, "invite", role="annotator") == 400
    assert post(house, "invite", role="expert") == 200
    assert post(house, "assign", person=house.people["Anna"].id, numbers="1") == 400
    with house.bench.store.engine.connect() as connection:
        assert not connection.execute(turns.select()).all()


def test_the_board_offers_only_people_who_may_work_on_it(house: House) -> None:
    with house.bench.store.write() as connection:
        connection.execute(members.delete())
    page = house.client("Ada").get("/board/projects/verify").text
    offered = page.partition('action="/board/projects/verify/members"')[2].partition("</form>")[0]
    assert "Clara" in offered
    assert "Anna" not in offered


@pytest.mark.parametrize("name", family.names())
def test_every_screen_is_open_to_some_role(name: str) -> None:
    screen = family[name]()
    assert any(screen.open_to(role) for role in ("annotator", "expert"))
    assert not screen.open_to("nobody")


def test_the_board_offers_a_screen_with_its_settings_too_and_makes_a_project_with_them(house: House) -> None:
    ada = house.client("Ada")
    assert "Scene graph: experts verify" in ada.get("/board").text
    form = {"form_key": ada.headers["x-form-key"], "title": "Second look", "screen": "scene_graph:verify=true"}
    assert ada.post("/board/projects", data=form).headers["location"] == "/board/projects/second-look"
