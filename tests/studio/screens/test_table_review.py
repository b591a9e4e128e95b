"""Checking a question about a table, in a browser and by what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from optotype.records import Answer, Review, State
from optotype.studio.projects import Phase, Project
from optotype.studio.screens.table_review import CRITERIA
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import table

TRAINING = Phase(name="training", kind="training")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with one table, for work and for training."""
    made = [
        Project(id="tables", title="Tables", screen="table_review", overlap=3),
        Project(id="learn", title="Learn", screen="table_review", phases=(TRAINING,)),
    ]
    with opened(tmp_path / "bench", *made, filled=table) as house:
        yield house


def stored(house: House) -> tuple[Review, Answer]:
    (review,), (answer,) = house.bench.store.each(Review), house.bench.store.each(Answer)
    return review, answer


def test_by_keyboard_all_criteria_are_met_and_an_option_is_chosen(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "tables")
    for key in ("1", "1", "1", "2", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#sheet .door")
    review, answer = stored(house)
    assert (review.verdict, review.criteria) == ("correct", dict.fromkeys(CRITERIA, True))
    assert (answer.state, answer.value, answer.item) == (State.GIVEN, ("B",), "set/largest")
    assert answer.seconds is not None
    assert review.reviewer == answer.respondent == house.people["Anna"].respondent


def test_by_mouse_one_criterion_is_not_met_and_the_answer_is_not_known(
    house: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, house, "tables")
    for place, said in enumerate(("Yes", "No", "Yes")):
        page.locator("[data-field]").nth(place).get_by_text(said, exact=True).click()
    page.get_by_role("button", name="I don't know").click()
    page.get_by_label("Note").fill("needs a doctor")
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    review, answer = stored(house)
    expected = {"about_table": True, "no_special_knowledge": False, "needs_picture": True}
    assert (review.verdict, review.criteria, review.note) == ("rejected", expected, "needs a doctor")
    assert (answer.state, answer.value) == (State.DONT_KNOW, None)


def test_a_criterion_that_was_not_judged_is_asked_for(house: House, blank: Page, sit_down: SitDown) -> None:
    page = sit_down(blank, house, "tables")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.get_by_text("This is still empty.").wait_for()
    assert page.locator(".fill.wrong").get_attribute("data-field") == "no_special_knowledge"
    assert not list(house.bench.store.each(Review))


def test_training_says_which_answer_would_have_been_right(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "learn")
    for key in ("1", "1", "1", "3", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector(".hand-in .note.wrong")
    assert "B: 2" in page.inner_text(".hand-in .note")


def test_what_was_said_last_is_taken_back_by_the_keyboard(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "tables")
    for key in ("1", "2"):
        page.keyboard.press(key)
    expect(page.locator("[data-field] .option.chosen")).to_have_count(2)
    page.get_by_label("Note").fill("a word")
    page.get_by_label("Note").press("Escape")
    page.keyboard.press("u")
    expect(page.get_by_label("Note")).to_have_value("")
    page.keyboard.press("u")
    expect(page.locator("[data-field] .option.chosen")).to_have_count(1)
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator("[data-field] .option.chosen")).to_have_count(0)
