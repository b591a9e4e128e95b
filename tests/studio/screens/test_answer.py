"""Answering, in a browser and by what is stored; forms one by one are in `test_tasks.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from optotype.records import Answer, State
from optotype.studio.projects import Project
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import SECRET, figure


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with three questions: several options, yes or no, a short text."""
    with opened(tmp_path / "bench", Project(id="baseline", title="Baseline", screen="answer"), filled=figure) as house:
        yield house


def stored(house: House) -> list[tuple[State, object, str]]:
    return [(answer.state, answer.value, answer.note) for answer in house.bench.store.each(Answer)]


def task(page: Page, number: int) -> None:
    page.locator("#where", has_text=f"Task {number}").wait_for()


def test_by_keyboard_options_are_ticked_and_texts_written(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "baseline")
    for key in ("1", "3", "4", "3", "Enter"):
        page.keyboard.press(key)
    task(page, 2)
    page.keyboard.press("2")
    page.keyboard.press("1")  # somebody thinks again
    page.keyboard.press("Enter")
    task(page, 3)
    page.keyboard.press("n")
    page.keyboard.type("fifty")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet .door")
    assert stored(house) == [(State.GIVEN, ("A", "D"), ""), (State.GIVEN, True, ""), (State.GIVEN, "fifty", "")]


def test_by_mouse_something_is_said_instead_of_an_answer(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "baseline")
    page.get_by_role("button", name="I don't know").click()
    page.get_by_label("Why don't you know?").fill("blurred")
    page.click("#hand-in")
    task(page, 2)
    page.get_by_role("button", name="Cannot be answered from this").click()
    page.click("#hand-in")
    task(page, 3)
    page.get_by_label("Your answer").fill("three")
    page.get_by_label("Note").fill("roughly")
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    assert stored(house) == [
        (State.DONT_KNOW, None, "blurred"),
        (State.UNANSWERABLE, None, ""),
        (State.GIVEN, "three", "roughly"),
    ]


def test_the_right_answer_is_nowhere_in_the_page(house: House, page: Page, sit_down: SitDown) -> None:
    heard: list[str] = []
    page.on("response", lambda reply: heard.append(reply.text()) if "/api/" in reply.url else None)
    sit_down(page, house, "baseline")
    for _ in range(3):
        page.keyboard.press("n")
    page.wait_for_load_state("networkidle")
    assert heard
    assert SECRET not in page.content() + "".join(heard)
