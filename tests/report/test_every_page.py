"""What holds for every page of a report, in a real browser, through a file address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Request, expect

from optotype.report.pages import family, pages
from optotype.report.site import Site
from optotype.web.words import LANGUAGES, Language
from tests.browsing import serious

NAMES = [page.name for page in pages()]


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


def test_it_loads_nothing_from_elsewhere(written: Path, still: Page, name: str) -> None:
    asked: list[str] = []

    def ask(request: Request) -> None:
        asked.append(request.url)

    still.on("request", ask)
    still.goto(address(written, name))
    still.wait_for_load_state("networkidle")
    still.remove_listener("request", ask)
    assert asked
    assert all(url.startswith(written.as_uri()) for url in asked)


# colours depend on the theme, and what is there on the width: each is seen once
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_serious(
    written: Path, seat: Page, name: str, width: int, theme: Literal["light", "dark"]
) -> None:
    seat.set_viewport_size({"width": width, "height": 900})
    seat.emulate_media(color_scheme=theme)
    stay(seat, address(written, name))
    expect(seat.locator("html")).to_have_attribute("data-theme", theme)
    seat.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")  # colours have changed then
    assert not serious(seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_never_become_markup(written: Path, still: Page, name: str, language: Language) -> None:
    stay(still, address(written, name, language))
    assert "owned" not in still.title()
    assert still.locator("img[onerror]").count() == 0
    assert still.locator("main script").count() == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_of_the_window(written: Path, still: Page, name: str, width: int) -> None:
    still.set_viewport_size({"width": width, "height": 900})
    stay(still, address(written, name))
    assert still.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


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


def test_it_is_in_every_language_and_leads_to_the_other(written: Path, page: Page, name: str) -> None:
    page.goto(address(written, name))
    english = page.inner_text("h1")
    page.click(".tools a")
    settle(page)
    assert page.locator("html").get_attribute("lang") == "ru"
    assert re.search("[А-Яа-я]", page.inner_text("h1"))
    assert page.inner_text("h1") != english
    page.click(".tools a")
    assert page.inner_text("h1") == english


def test_it_is_reached_from_the_first_page(written: Path, page: Page, name: str) -> None:
    page.goto(address(written, NAMES[0]))
    page.locator(".nav a").nth(NAMES.index(name)).click()
    settle(page)
    assert (
        page.locator(".nav a[aria-current=page]").get_attribute("href") == page.url.rpartition("/")[2].partition("#")[0]
    )


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
