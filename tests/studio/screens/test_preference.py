"""Preferring one of two pictures, in a browser and by what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from optotype.records import Answer, Item, Option, State
from optotype.records import Preference as PreferenceForm
from optotype.studio.desk import HELD, REPEAT, WORK, Turn
from optotype.studio.projects import Project
from optotype.studio.screens.preference import Preference, order
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown, settle
from tests.studio.screens.sheets import item, pairs


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with three pairs, for two people each."""
    project = Project(id="pairs", title="Pairs", screen="preference", overlap=2)
    with opened(tmp_path / "bench", project, filled=pairs) as house:
        yield house


def stored(house: House) -> list[Answer]:
    return list(house.bench.store.each(Answer))


def sides(page: Page) -> list[str]:
    """The labels from left to right."""
    return [str(choice.get_attribute("value")) for choice in page.locator("input[name=answer]").all()]


def test_by_keyboard_the_left_one_is_chosen_for_two_reasons(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "pairs")
    left, right = sides(page)
    for key in ("1", "1", "3", "Enter"):
        page.keyboard.press(key)
    page.locator("#where", has_text="Task 2").wait_for()
    (answer,) = stored(house)
    assert (answer.state, answer.value, answer.shown) == (State.GIVEN, left, (left, right))
    assert answer.extra["studio"] == {"project": "pairs", "role": WORK, "factors": ["clarity", "colour"]}


def test_by_mouse_the_right_one_is_chosen_for_no_reason(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "pairs")
    left, right = sides(page)
    page.get_by_alt_text("Right").click()
    page.get_by_role("button", name="None of these").click()
    page.get_by_label("Note").fill("a feeling")
    page.click("#hand-in")
    page.locator("#where", has_text="Task 2").wait_for()
    (answer,) = stored(house)
    assert (answer.value, answer.shown, answer.note) == (right, (left, right), "a feeling")
    assert answer.extra["studio"]["factors"] == []


def test_what_decided_has_to_be_said(house: House, blank: Page, sit_down: SitDown) -> None:
    page = sit_down(blank, house, "pairs")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.get_by_text("This is still empty.").wait_for()
    assert stored(house) == []


def test_the_two_stand_side_by_side_even_on_a_phone_and_can_be_enlarged(
    house: House, page: Page, sit_down: SitDown
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, house, "pairs")
    left, right = (page.get_by_alt_text(side).bounding_box() for side in ("Left", "Right"))
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    page.get_by_role("button", name="Enlarge: Right").click()
    expect(page.locator("dialog.closer img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.closer")).to_have_count(0)
    expect(page.locator("input[name=answer]:checked")).to_have_count(0)


def test_each_person_has_sides_of_their_own_and_keeps_them(house: House, page: Page, sit_down: SitDown) -> None:
    seen: dict[str, list[list[str]]] = {}
    for name in ("Anna", "Boris", "Anna"):
        sit_down(page, house, "pairs", name)
        seen.setdefault(name, []).append(sides(page))
        settle(page)
    items = {item.id: item for item in house.bench.store.each(Item)}
    for name, found in seen.items():
        turn = _turn(person=house.people[name].id)
        assert {tuple(one) for one in found} == {order(turn, items["set/pair-0"])}


def _turn(person: str = "a1", role: str = WORK, id: int = 1) -> Turn:
    return Turn(id, id, "pairs", person, 1, HELD, 0.0, 1e12, None, False, "set/pair-0", 0, role)


def _pair(name: str = "pair-0") -> Item:
    options = (Option(label="A", picture="set/red.png"), Option(label="B", picture="set/blue.png"))
    return item(name, form=PreferenceForm(options=options), pictures=(), cluster=name)


def test_either_side_comes_about_half_of_the_time_for_a_pair_and_for_a_person() -> None:
    by_person = sum(order(_turn(f"person-{number}"), _pair())[0] == "A" for number in range(400))
    by_pair = sum(order(_turn(), _pair(f"pair-{number}"))[0] == "A" for number in range(400))
    assert 160 < by_person < 240
    assert 160 < by_pair < 240


def test_a_pair_that_is_asked_again_is_turned_round() -> None:
    for number in range(20):
        turn = _turn(f"person-{number}")
        again = replace(turn, id=99, role=REPEAT)
        assert order(turn, _pair()) == order(again, _pair())[::-1]


def test_only_pairs_of_pictures_fit() -> None:
    text = PreferenceForm(options=(Option(label="A", text="x"), Option(label="B", picture="set/b.png")))
    three = PreferenceForm(options=tuple(Option(label=label, picture="set/b.png") for label in "ABC"))
    assert Preference().fits(_pair())
    assert not any(Preference().fits(item("x", form=form)) for form in (text, three))
