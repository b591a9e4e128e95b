"""Items become tasks of a project: once, whatever happens in between, and without what is right."""

from __future__ import annotations

import base64
import io
import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.labelstudio.server import BadServer
from optotype.records import Collection, Origin, Picture, Review, YesNo
from optotype.selecting import Selection
from tests.items import an_item
from tests.labelstudio.fake import Fake
from tests.samples import fill, png


def config(there: Fake, project: int = 1) -> dict[str | None, ET.Element]:
    view = ET.fromstring(there.projects[project]["label_config"])
    return {tag.get("name"): tag for tag in view if tag.get("name")}


def questions(bench: Workbench, count: int) -> None:
    """Items that ask yes or no, without pictures."""
    made = [
        an_item(f"many/{number}", YesNo(), question=f"Is {number} even?", origin=Origin(kind="drawn", by="test"))
        for number in range(count)
    ]
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="many", format="draw"), *made])


def test_a_project_is_made_with_a_task_for_each_item(bench: Workbench, there: Fake) -> None:
    fill(bench)
    done = bench.push_to_label_studio(title="Eye chart", overlap=3)
    assert (done.made, done.project, done.items, done.added, done.there) == (True, 1, 11, 11, 0)
    assert done.url == f"{there.address}/projects/1"
    project = there.projects[1]
    assert (project["title"], project["maximum_annotations"]) == ("Eye chart", 3)
    assert there.items() == [item.id for item in bench.items()]
    assert {"image", "task", "answer", "answer_number", "answer_text", "state", "note"} <= set(config(there))
    # Label Studio refuses a task that lacks a field which the configuration names
    asked = {str(tag.get("value"))[1:] for tag in config(there).values() if str(tag.get("value")).startswith("$")}
    assert all(asked <= set(one["data"]) for one in there.tasks)


def test_nothing_of_what_is_right_or_was_said_goes_to_those_who_answer(bench: Workbench, there: Fake) -> None:
    fill(bench)
    item = bench.item("mixed/text")
    with bench.store.event("test") as writer:
        hint = item.model_copy(update={"extra": {"scivqa": {"answer": "SECRET"}}, "scene": {"curve": "SECRET"}})
        review = Review(
            id="r", item=item.id, reviewer="expert-1", verdict="edited", gold_after=("SECRET",), note="SECRET"
        )
        writer.write(add=[review], replace=[hint.model_copy(update={"version": 2})])
    bench.push_to_label_studio()
    sent = json.dumps(there.tasks)
    for secret in ("SECRET", "S-shaped", "sigmoid", "expert-1", "blurred", "bars", "right", "gold"):
        assert secret not in sent, secret


def test_reviewers_see_what_is_right_and_are_asked_for_a_verdict(bench: Workbench, there: Fake) -> None:
    fill(bench)
    bench.push_to_label_studio(ask="review")
    names = config(there)
    assert {"right", "verdict", "question"} <= set(names)
    assert "state" not in names
    assert [choice.get("value") for choice in names["verdict"]] == ["Correct", "Incorrect", "None"]
    right = {one["data"]["optotype_id"]: one["data"]["right"] for one in there.tasks}
    assert right["mixed/text"] == "S-shaped or sigmoid"
    assert right["mixed/cannot"] == "cannot be answered"
    assert right["mixed/rating"] == ""


def test_pictures_go_along_in_the_tasks(bench: Workbench, there: Fake) -> None:
    fill(bench)
    done = bench.push_to_label_studio(selection=Selection(form="yes_no"))
    (task,) = there.tasks
    assert task["data"]["image"] == f"data:image/png;base64,{base64.b64encode(png('red')).decode()}"
    assert "images" not in task["data"]
    assert done.pictures == 1


def test_pictures_of_options_are_drawn_into_one_since_label_studio_shows_none_among_options(
    bench: Workbench, there: Fake
) -> None:
    fill(bench)
    bench.push_to_label_studio(selection=Selection(tags={"kind": "choice-pictures"}))
    (task,) = there.tasks
    assert task["data"]["options"] == [{"value": label, "alias": label} for label in "ABCD"]
    content = base64.b64decode(task["data"]["image"].partition(",")[2])
    with Image.open(io.BytesIO(content)) as drawn:
        colours = {colour for _, colour in drawn.convert("RGB").getcolors(1 << 20) or ()}
    assert {(255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 215, 0), (128, 0, 128)} <= colours


def test_pictures_that_others_can_reach_are_linked(bench: Workbench, there: Fake) -> None:
    fill(bench)
    bench.push_to_label_studio(
        links="https://data.example.org/b/", selection=Selection(tags={"kind": "choice-pictures"})
    )
    (task,) = there.tasks
    assert task["data"]["image"].startswith("https://data.example.org/b/pictures/%D0%A0")
    assert task["data"]["options"][0]["html"].startswith('<img src="https://data.example.org/b/pictures/')


def test_an_item_with_several_pictures_shows_them_all(bench: Workbench, there: Fake) -> None:
    fill(bench)
    item = bench.item("mixed/yes-no")
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"pictures": (*item.pictures, "mixed/Рисунок 3 ✏️.png")})])
    bench.push_to_label_studio(selection=Selection(form="yes_no"))
    (task,) = there.tasks
    assert len(task["data"]["images"]) == 2
    assert config(there)["image"].get("valueList") == "$images"


def test_an_item_whose_picture_is_missing_or_damaged_is_left_out_and_told(bench: Workbench, there: Fake) -> None:
    fill(bench)
    pictures = list(bench.store.each(Picture))
    with bench.store.event("test") as writer:
        writer.write(replace=[pictures[0].model_copy(update={"file": None})])
    done = bench.push_to_label_studio()
    assert done.left_out == {"a picture of theirs is missing": 10}
    assert there.items() == ["mixed/graph"]


def test_pushing_again_adds_only_what_is_not_there(bench: Workbench, there: Fake) -> None:
    fill(bench)
    there.page = 4  # a server may make its pages shorter
    bench.push_to_label_studio(selection=Selection(form="choice"))
    done = bench.push_to_label_studio(overlap=2)
    assert (done.made, done.added, done.there) == (False, 8, 3)
    assert bench.push_to_label_studio().added == 0
    assert sorted(there.items()) == sorted(item.id for item in bench.items())
    assert there.projects[1]["maximum_annotations"] == 2
    assert list(there.projects) == [1]


def test_what_was_asked_for_before_is_still_asked_for(bench: Workbench, there: Fake) -> None:
    fill(bench)
    bench.push_to_label_studio(selection=Selection(form="number"))
    bench.push_to_label_studio(selection=Selection(form="choice"))
    assert {"answer", "answer_number"} <= set(config(there))
    assert config(there)["answer"].get("choice") == "multiple"


def test_a_task_that_came_by_a_file_is_known_by_its_data(bench: Workbench, there: Fake) -> None:
    questions(bench, 3)
    bench.push_to_label_studio()
    for one in there.tasks:
        one["meta"] = {}
    assert bench.push_to_label_studio().added == 0


def test_a_push_that_broke_off_goes_on(bench: Workbench, there: Fake) -> None:
    questions(bench, 250)
    there.ways["POST /import"] = ["hang_up"]
    with pytest.raises(BadServer):
        bench.push_to_label_studio()
    there.ways["GET /tasks"] = []
    first = bench.push_to_label_studio()
    assert (first.added, first.there) == (250, 0)
    del there.tasks[120:]
    again = bench.push_to_label_studio()
    assert (again.added, again.there) == (130, 120)
    assert sorted(set(there.items())) == sorted(there.items())


def test_a_server_that_takes_only_short_requests_gets_short_ones(bench: Workbench, there: Fake) -> None:
    fill(bench)
    there.longest = 4000
    done = bench.push_to_label_studio()
    assert done.added + sum(done.left_out.values()) == 11
    assert set(done.left_out) <= {"the server takes nothing so long"}
    assert len(there.tasks) == done.added > 5


def test_a_dry_run_changes_nothing(bench: Workbench, there: Fake) -> None:
    fill(bench)
    done = bench.push_to_label_studio(dry_run=True)
    assert (done.added, done.project, done.made) == (11, None, False)
    assert {method for method, _ in there.requests} == {"GET"}
    assert not [event for event in bench.store.events() if event.command == "labelstudio push"]


def test_a_project_of_somebody_elses_is_left_alone(bench: Workbench, there: Fake) -> None:
    fill(bench)
    there.projects[1] = {"id": 1, "title": "Ours", "description": "mine", "label_config": "<View/>"}
    with pytest.raises(OptotypeError, match="was not made by Optotype"):
        bench.push_to_label_studio(title="Ours")
    with pytest.raises(OptotypeError, match="was not made by Optotype"):
        bench.push_to_label_studio(project=1)
    assert not there.tasks


def test_those_who_answer_never_get_tasks_for_reviewers(bench: Workbench, there: Fake) -> None:
    fill(bench)
    bench.push_to_label_studio(title="One title")
    with pytest.raises(OptotypeError, match="asks for answers"):
        bench.push_to_label_studio(title="One title", ask="review")


def test_two_projects_of_one_title_are_told_by_their_numbers(bench: Workbench, there: Fake) -> None:
    fill(bench)
    for number in (4, 9):
        there.projects[number] = {"id": number, "title": "Twice"}
    with pytest.raises(OptotypeError, match="2 projects there are called 'Twice': 4, 9"):
        bench.push_to_label_studio(title="Twice")


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"title": "ab"}, "3 to 50 letters"),
        ({"title": "x" * 51}, "3 to 50 letters"),
        ({"ask": "gold"}, "cannot be asked for"),
        ({"overlap": 0}, "people for each task"),
        ({"project": 77}, "no such thing"),
        ({"selection": Selection(split="tset")}, "Did you mean 'test'"),
    ],
)
def test_what_cannot_be_pushed_is_told(wanted: dict[str, Any], expected: str, bench: Workbench, there: Fake) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match=expected):
        bench.push_to_label_studio(**wanted)
    assert not there.projects


@pytest.mark.parametrize(
    ("path", "way", "expected"),
    [
        ("GET /projects", "number", "pages of a list"),
        ("GET /projects", "page_for_people", "a page for people"),
        ("POST /projects", "odd_project", "a number 'id' was expected"),
        ("POST /import", "fewer", "11 tasks were sent, and the server says that it took 1"),
        ("POST /import", "fault", "status 500"),
        ("POST /import", "number", "an object was expected"),
    ],
)
def test_what_a_server_says_wrongly_is_told(path: str, way: str, expected: str, bench: Workbench, there: Fake) -> None:
    fill(bench)
    there.ways[path] = [way]
    with pytest.raises(BadServer, match=expected):
        bench.push_to_label_studio()


def test_a_title_of_any_length_in_any_alphabet_makes_a_title_there(bench: Workbench, there: Fake) -> None:
    fill(bench)
    long = bench.settings.bench.model_copy(update={"title": "Очень длинное название набора " * 5})
    bench.settings = bench.settings.model_copy(update={"bench": long})
    assert bench.push_to_label_studio().title == "Очень длинное название набора Очень длинн: answers"
