"""What holds for every page of a report, in a real browser, through a file address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, ViewportSize

from optotype.report.pages import family, pages
from optotype.report.site import Site
from optotype.web.words import LANGUAGES, Language
from tests.browsing import OVERFLOW, Theme, change_theme, serious

NAMES = [page.name for page in pages()]
NARROW: ViewportSize = {"width": 360, "height": 800}


def address(written: Path, name: str, language: Language = "en") -> str:
    stem = "index" if name == NAMES[0] else name
    return (written / (f"{stem}.html" if language == "en" else f"{stem}.{language}.html")).as_uri()


def load(page: Page, address: str) -> None:
    """Opens a page and waits until everything is there."""
    page.goto(address)
    settle(page)


def stay(page: Page, address: str) -> None:
    """Opens a page, unless it is open."""
    if page.url != address:
        load(page, address)


def settle(page: Page) -> None:
    """Waits until nothing is being fetched: data, pictures and fonts are there."""
    page.wait_for_load_state()
    page.wait_for_function(
        """() => !document.querySelector("[aria-busy=true]") && document.fonts.status === "loaded"
            && [...document.images].every((image) => image.complete || image.loading === "lazy")"""
    )


@pytest.fixture(params=NAMES, scope="module")  # tests of one page follow each other, and most look at it as it is
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_loads_nothing_from_elsewhere_and_its_name_is_in_sight_in_a_narrow_window(
    written: Path, still: Page, name: str
) -> None:
    asked: list[str] = []

    def ask(request: Request) -> None:
        asked.append(request.url)

    still.set_viewport_size(NARROW)
    still.on("request", ask)
    still.goto(address(written, name))
    still.wait_for_load_state("networkidle")
    still.remove_listener("request", ask)
    assert asked
    assert all(url.startswith(written.as_uri()) for url in asked)
    settle(still)
    in_sight(still)


def in_sight(page: Page) -> None:
    """The name of the page, among those of all pages, can be seen without scrolling."""
    bar, here = (page.locator(place).bounding_box() for place in (".nav", ".nav [aria-current]"))
    assert bar is not None
    assert here is not None
    assert bar["x"] <= here["x"] + 0.5
    assert here["x"] + here["width"] <= bar["x"] + bar["width"] + 0.5


# colours depend on the theme, and what is there on the width: each is seen once
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_serious(written: Path, seat: Page, name: str, width: int, theme: Theme) -> None:
    seat.set_viewport_size({"width": width, "height": 900})
    stay(seat, address(written, name))
    change_theme(seat, theme)
    assert not serious(seat)


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_of_the_window(written: Path, still: Page, name: str, width: int) -> None:
    still.set_viewport_size({"width": width, "height": 900})
    stay(still, address(written, name))
    assert still.evaluate(OVERFLOW) <= 0


def test_it_can_be_read_on_paper(written: Path, still: Page, name: str) -> None:
    stay(still, address(written, name))
    still.emulate_media(media="print")
    assert still.locator("h1").is_visible()
    assert not still.locator("nav").first.is_visible()


def test_every_link_between_pages_and_to_files_leads_somewhere(written: Path, still: Page, name: str) -> None:
    stay(still, address(written, name))
    links = still.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert links
    for target in {str(link).partition("#")[0] for link in links}:
        if target and not target.startswith(("http://", "https://", "mailto:")):
            assert (written / target).exists(), target


def test_every_page_names_it_and_it_knows_its_place(written: Path, still: Page, name: str) -> None:
    stay(still, address(written, name))
    own = address(written, name).rpartition("/")[2]
    assert still.locator(".nav a").nth(NAMES.index(name)).get_attribute("href") == own
    assert still.locator(".nav a[aria-current=page]").get_attribute("href") == own


def test_it_is_in_every_language_with_its_name_in_sight_and_leads_to_the_other(
    written: Path, still: Page, name: str
) -> None:
    stay(still, address(written, name))
    english, lead = still.inner_text("h1"), still.locator(".tools a").first.get_attribute("href")
    assert lead == address(written, name, "ru").rpartition("/")[2]
    still.set_viewport_size(NARROW)
    load(still, address(written, name, "ru"))
    in_sight(still)
    assert still.locator("html").get_attribute("lang") == "ru"
    assert re.search("[А-Яа-я]", still.inner_text("h1"))
    assert still.inner_text("h1") != english
    assert still.locator(".tools a").first.get_attribute("href") == address(written, name).rpartition("/")[2]


@pytest.mark.parametrize("language", sorted(LANGUAGES, reverse=True))  # as the last test left it
def test_texts_never_become_markup(written: Path, still: Page, name: str, language: Language) -> None:
    stay(still, address(written, name, language))
    assert "owned" not in still.title()
    assert still.locator("img[onerror]").count() == 0
    assert still.locator("main script").count() == 0


# what all pages share does this; that each follows the system is seen where axe looks at it
@pytest.mark.parametrize("name", NAMES[:2], scope="module")
def test_it_follows_the_system_until_somebody_chooses(written: Path, blank: Page, name: str) -> None:
    blank.emulate_media(color_scheme="dark")
    blank.goto(address(written, name))
    assert blank.locator("html").get_attribute("data-theme") == "dark"
    blank.click("#theme")
    assert blank.locator("html").get_attribute("data-theme") == "light"
    blank.reload()
    assert blank.locator("html").get_attribute("data-theme") == "light"


def test_all_pages_have_a_place_of_their_own() -> None:
    orders = [page.order for page in pages()]
    assert len(set(orders)) == len(orders) == len(family.names())
    assert Site.__doc__
