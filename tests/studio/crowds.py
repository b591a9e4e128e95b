"""A project for a crowd: batches of three short questions, three checks, a planted question, an open link."""

from __future__ import annotations

import time
from typing import Any
from uuid import uuid4

import httpx

from optotype import Workbench
from optotype.records import Choice, Collection, Gold, Noun
from optotype.studio import crowd, projects
from optotype.studio.projects import Project
from tests.studio.house import House
from tests.studio.screens.sheets import item, picture, texts

CHECKS = (
    "How many questions has a batch? 2 | *3 | 4",
    "What do you do if the picture does not tell? guess | *say so",
    "May you use other programs? yes | *no",
)
BACKGROUND = ("Field of work: physics | biology | other", "Years of experience: number 0-70", "Country: text, optional")
ICONS = Project(
    id="icons",
    title="Icons",
    screen="crowd_batch:size=3",
    guidelines="# What to do\n\nA batch has **three** questions.",
    overlap=2,
    checks=CHECKS,
    planted=("plain",),
)
"""Seven items make three batches, of which the last has one item."""


def icons(bench: Workbench) -> None:
    """Seven questions about a picture, and a collection with one whose answer is plain."""
    form = Choice(options=texts("one", "two", "three", "four"))
    planted = item("planted", id="plain/planted", collection="plain", question="Choose the fourth option.", form=form)
    records: list[Noun] = [
        Collection(id="set", format="iconqa"),
        Collection(id="plain", format="written"),
        picture(bench, "figure.png", "red"),
        *(item(f"icon-{number}", form=form, cluster=f"set/icon-{number}") for number in range(1, 8)),
        planted,
        Gold(item=planted.id, accepted=(("D",),), rule="written"),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)


def opened_link(house: House, project: str = "icons", most: int = 10) -> str:
    """Opens a project to a crowd; gives back the address."""
    with house.bench.store.write() as connection:
        link = crowd.open_link(connection, projects.get(connection, project), most, "ada", time.time())
    return f"/crowd/{link.id}"


def come(house: House, link: str, worker: str = "") -> httpx.Client:
    """Somebody comes in by an open link."""
    client = house.client()
    reply = client.post(link, data={"worker": worker})
    assert reply.status_code == 303, reply.text
    page = client.get(reply.headers["location"]).text
    client.headers["x-form-key"] = page.partition('name="form-key" content="')[2].partition('"')[0]
    return client


def take(client: httpx.Client, project: str = "icons", **asked: object) -> dict[str, Any]:
    """What comes next, as the page gets it."""
    reply = client.post(f"/api/projects/{project}/take", json=asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


def fields(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All fields of a task, those of its pages too."""
    return [
        field
        for block in blocks
        for field in (fields(block["blocks"]) if "blocks" in block else [block])
        if "name" in field
    ]


def planted(given: dict[str, Any]) -> str:
    """The name of the planted question."""
    for page in given["blocks"]:
        if any(block.get("text") == "Choose the fourth option." for block in page["blocks"]):
            return next(block["name"] for block in page["blocks"] if block["kind"] == "choose")
    raise AssertionError("nothing is planted")


def filled(given: dict[str, Any]) -> dict[str, object]:
    """A batch that is done well: A to every question, all checks passed."""
    answers: dict[str, object] = {field["name"]: "A" for field in fields(given["blocks"]) if field["kind"] == "choose"}
    seconds = {field["name"]: 1.5 for field in fields(given["blocks"]) if field["kind"] == "clock"}
    right = {"check1": "3", "check2": "say so", "check3": "no", "age-first": "19-29", "age-last": "19-29"}
    return answers | seconds | right | {planted(given): "D"}


def hand_in(client: httpx.Client, given: dict[str, Any], **changed: object) -> httpx.Response:
    """Hands a batch in that is done well, but for what is changed."""
    body = {"id": str(uuid4()), "filled": filled(given) | changed, "seconds": 60.0, "take": True}
    return client.post(f"/api/turns/{given['turn']}/hand-in", json=body)
