"""Confirming and correcting what is known about a figure, in a browser and by what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from optotype import Workbench, init
from optotype.facets import FIGURE_TYPES
from optotype.records import Collection, Review, ShortText, Tags
from optotype.selecting import Selection
from optotype.studio import desk
from optotype.studio.blocks import fields
from optotype.studio.desk import HELD, WORK, Turn
from optotype.studio.projects import Phase, Project
from optotype.studio.screens.figure_type import FigureType
from optotype.web.words import Words
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import figure, item, picture


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with one figure: compound, two bar charts."""
    with opened(tmp_path / "bench", Project(id="types", title="Types", screen="figure_type"), filled=figure) as house:
        yield house


def stored(house: House) -> tuple[Review, object]:
    """The review of the picture, and the tags that it ought to have."""
    (review,) = house.bench.store.each(Review)
    assert review.item == "set/figure.png"
    return review, review.extra["studio"]["tags"]


def test_by_keyboard_what_is_known_is_confirmed_at_once(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "types")
    expect(page.get_by_label("How many figures?")).to_have_value("2")
    expect(page.get_by_role("checkbox", name="Bar chart")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet .door")
    review, tags = stored(house)
    assert review.verdict == "correct"
    assert tags == {"compound": ["yes"], "figures": ["2"], "figure_type": ["bar chart"]}


def test_by_keyboard_a_number_is_corrected(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "types")
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.keyboard.press("Control+a")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet .door")
    review, tags = stored(house)
    assert review.verdict == "edited"
    assert tags == {"compound": ["yes"], "figures": ["4"], "figure_type": ["bar chart"]}


def test_by_mouse_it_becomes_a_single_figure_of_two_types(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "types")
    page.get_by_text("No, a single one").click()
    expect(page.get_by_label("How many figures?")).to_be_hidden()
    page.get_by_text("Line chart").click()
    page.get_by_text("Another type").click()
    page.get_by_label("Which other type?").fill("Heat map")
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    review, tags = stored(house)
    assert review.verdict == "edited"
    assert tags == {"compound": ["no"], "figures": ["1"], "figure_type": ["bar chart", "line chart", "Heat map"]}


def test_half_a_figure_and_no_type_at_all_are_refused(house: House, blank: Page, sit_down: SitDown) -> None:
    page = sit_down(blank, house, "types")
    page.get_by_label("How many figures?").fill("2.5")
    page.click("#hand-in")
    page.get_by_text("A whole number was expected.").wait_for()
    page.get_by_label("How many figures?").fill("3")
    page.get_by_text("Bar chart").click()
    page.click("#hand-in")
    page.get_by_text("This is still empty.").wait_for()
    assert not list(house.bench.store.each(Review))


def test_what_was_taken_out_does_not_come_back_with_the_draft(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "types")
    with page.expect_response(lambda reply: reply.url.endswith("/draft")):
        page.get_by_text("Bar chart").click()
    sit_down(page, house, "types")
    expect(page.get_by_role("checkbox", name="Bar chart")).not_to_be_checked()


# --- by what is stored alone


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    with init(tmp_path / "bench") as bench:
        yield bench


def preset(bench: Workbench, tags: Tags) -> dict[str, object]:
    """What stands in the fields of a picture with these tags."""
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="scivqa"), picture(bench, "figure.png", "red", tags=tags)])
    turn = Turn(1, 1, "project", "a1", 1, HELD, 0.0, 1e12, None, False, "set/figure.png", 0, WORK)
    blocks = FigureType().show(bench, turn, Words("en", "optotype.studio"))
    return {field.name: field.value for field in fields(blocks) if field.value is not None}


def test_types_are_known_however_they_are_written_and_others_can_be_confirmed(bench: Workbench) -> None:
    tags: Tags = {"figure_type": ("Line Chart", "neural networks", "Histogram", "bar_chart"), "compound": ("no",)}
    types = ["line chart", "neural network", "Histogram", "bar chart"]
    assert preset(bench, tags) == {"types": types, "compound": "no"}


def test_nothing_is_chosen_before_where_nothing_is_known(bench: Workbench) -> None:
    assert preset(bench, {}) == {}


def test_each_picture_of_the_chosen_items_is_one_task(bench: Workbench) -> None:
    shown = [("set/a.png",), ("set/b.png", "set/a.png"), ()]
    items = [item(f"{place}", form=ShortText(), pictures=ids) for place, ids in enumerate(shown)]
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="scivqa"), *items])
    assert list(dict.fromkeys(FigureType().subjects(bench, Selection()))) == ["set/a.png", "set/b.png"]


def test_there_are_twelve_types() -> None:
    assert len(set(FIGURE_TYPES)) == 12


def test_training_tells_what_an_expert_said_where_it_is_something_else(tmp_path: Path) -> None:
    made = Project(id="learn", title="Learn", screen="figure_type", phases=(Phase(name="t", kind="training"),))
    with opened(tmp_path / "bench", made, filled=figure) as house:
        with house.bench.store.write() as connection:
            desk.join(connection, "learn", house.people["Clara"].id)
        for name, types, right in (
            ("Clara", ["line chart"], ""),
            ("Anna", ["line chart"], ""),
            ("Boris", ["bar chart"], "figure.png: an expert says no; 1; line chart."),
        ):
            client = house.client(name)
            turn = client.post("/api/projects/learn/take", json={}).json()["given"]["turn"]
            body = {"id": f"learning-{name}", "filled": {"compound": "no", "types": types}, "seconds": 1.0}
            assert client.post(f"/api/turns/{turn}/hand-in", json=body).json()["right"] == right
