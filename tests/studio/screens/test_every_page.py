"""What holds for every page of the studio but the work itself: narrow, in Russian, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from optotype import Workbench
from optotype.studio import desk, people, projects
from optotype.studio.pages import COOKIE
from optotype.studio.projects import Phase, Project
from tests.browsing import OVERFLOW, change_theme, latin, serious, walk
from tests.samples import fill
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown, settle

PHASES = (Phase(name="training", kind="training", size=1), Phase(name="main"))
PAGES = {
    "/sign-in": None,
    "/nowhere": None,
    "/invitation/none": None,
    "/crowd/none": None,
    "/": "Anna",
    "/board": "Ada",
    "/board/journal": "Ada",
    "/board/projects/baseline": "Ada",
}
"""By address, who looks."""
NAMES = {"CSV", "JSON", "Lines", "Label", "Studio", "Markdown", "UTC", "In", "English"}
"""Latin words that stand on Russian pages, the last two on the button that leads away from them."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A studio whose people and projects have Russian names, with a line of each kind of thing on its pages."""

    def filled(bench: Workbench) -> None:
        fill(bench)

    project = Project(id="baseline", title="Замер", screen="answer", overlap=2, phases=PHASES)
    with opened(tmp_path_factory.mktemp("studio") / "bench", project, filled=filled) as house:
        with house.bench.store.write() as connection:
            for name, person in house.people.items():
                people.speak(connection, person.id, "ru")
                connection.execute(
                    people.people.update().where(people.people.c.id == person.id).values(name=f"Участник {len(name)}")
                )
            ada = house.people["Ada"].id
            for what in ("made", "opened a link", "left out failed checks"):
                projects.note(connection, ada, what, 0.0, project=None, about="annotator")
            desk.join(connection, "baseline", house.people["Clara"].id)
        yield house


@pytest.fixture(params=PAGES)
def address(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def look(page: Page, house: House, address: str, width: int = 360) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.context.clear_cookies()
    page.set_extra_http_headers({"accept-language": "ru"})
    name = PAGES[address]
    if name is not None:
        cookie: Any = {"name": COOKIE, "value": house.client(name).cookies[COOKIE], "url": house.address}
        page.context.add_cookies([cookie])
    page.goto(house.address + address)
    page.wait_for_load_state()
    if "/projects/" in address:
        page.wait_for_selector("#agreement")  # it is worked out


def test_nothing_sticks_out_of_a_narrow_window_or_is_said_in_english_and_axe_finds_nothing_serious(
    house: House, blank: Page, address: str
) -> None:
    look(blank, house, address)
    assert blank.evaluate(OVERFLOW) <= 0
    assert latin(blank) - NAMES - {"Sample"} == set()
    for theme in ("light", "dark"):
        change_theme(blank, theme)
        assert not serious(blank), theme


@pytest.mark.parametrize("width", [360, 1280])
def test_whoever_presses_tab_meets_every_control_and_sees_where_they_are(
    house: House, blank: Page, address: str, width: int
) -> None:
    look(blank, house, address, width)
    walk(blank)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_bar_at_the_end_of_a_task_covers_nothing_that_has_the_focus(
    house: House, blank: Page, sit_down: SitDown, width: int
) -> None:
    blank.set_viewport_size({"width": width, "height": 560})
    sit_down(blank, house, "baseline")
    walk(blank)


def test_a_table_that_was_scrolled_and_the_focus_stay_when_the_figures_come_anew(
    house: House, browser: Browser
) -> None:
    page = browser.new_page()  # its clock stays for as long as the window
    page.clock.install()
    look(page, house, "/board/projects/baseline")
    table = page.locator("#persons")
    table.focus()
    table.evaluate("table => { table.scrollLeft = 60; table.dataset.old = 'yes'; }")
    page.clock.run_for(4_000)
    expect(page.locator("#persons[data-old]")).to_have_count(0, timeout=15_000)  # another one, some seconds later
    expect(table).to_be_focused()
    assert table.evaluate("table => table.scrollLeft") == 60
    page.close()


def test_after_a_task_was_handed_in_the_keyboard_goes_on_at_the_next(
    house: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, house, "baseline", "Boris")
    first = page.inner_text("#where")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".hand-in .note button")).to_be_focused()  # in training, what is right is told first
    page.keyboard.press("Enter")
    expect(page.locator("#where")).not_to_have_text(first)
    settle(page)
    expect(page.locator("#sheet")).to_be_focused()
    assert page.locator("#sheet").get_attribute("aria-labelledby") == "where"


@pytest.mark.parametrize(("letter", "code", "shown"), [("п", "KeyG", "g"), ("П", "KeyG", "g"), (",", "Slash", "?")])
def test_letters_of_a_russian_keyboard_do_what_is_on_their_keys(
    house: House, page: Page, sit_down: SitDown, letter: str, code: str, shown: str
) -> None:
    sit_down(page, house, "baseline", "Clara")
    pressed = "([key, code]) => optotype.pressed(new KeyboardEvent('keydown', { key, code }))"
    assert page.evaluate(pressed, [letter, code]) == shown
    flag = page.locator("#flag")
    expect(flag).to_have_attribute("aria-pressed", "false")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'а', code: 'KeyF', bubbles: true }))"
    )
    expect(flag).to_have_attribute("aria-pressed", "true")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F', code: 'KeyF', bubbles: true }))"
    )
    expect(flag).to_have_attribute("aria-pressed", "false")
    assert not re.search("[A-Za-z]{2,}", flag.inner_text())
