"""What holds for every page of a report, in a real browser, through a file address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

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


def settle(page: Page) -> None:
    """Waits until nothing is being fetched: data, pictures and fonts are there."""
    page.wait_for_load_state()
    page.wait_for_function(
        """() => !document.querySelector("[aria-busy=true]") && document.fonts.status === "loaded"
            && [...document.images].every((image) => image.complete || image.loading === "lazy")"""
    )


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(
    written: Path, blank: Page, name: str, width: int, theme: Literal["light", "dark"]
) -> None:
    blank.set_viewport_size({"width": width, "height": 900})
    blank.emulate_media(color_scheme=theme)
    load(blank, address(written, name))
    assert not serious(blank)


def test_it_loads_nothing_from_elsewhere(written: Path, page: Page, name: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address(written, name))
    page.wait_for_load_state("networkidle")
    assert asked
    assert all(url.startswith(written.as_uri()) for url in asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_never_become_markup(written: Path, page: Page, name: str, language: Language) -> None:
    load(page, address(written, name, language))
    assert "owned" not in page.title()
    assert page.locator("img[onerror]").count() == 0
    assert page.locator("main script").count() == 0


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_of_the_window(written: Path, blank: Page, name: str, width: int) -> None:
    blank.set_viewport_size({"width": width, "height": 900})
    load(blank, address(written, name))
    assert blank.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_it_can_be_read_on_paper(written: Path, page: Page, name: str) -> None:
    load(page, address(written, name))
    page.emulate_media(media="print")
    assert page.locator("h1").is_visible()
    assert not page.locator("nav").first.is_visible()


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


def test_every_link_between_pages_and_to_files_leads_somewhere(written: Path, page: Page, name: str) -> None:
    load(page, address(written, name))
    for link in page.locator("a[href]").all():
        target = (link.get_attribute("href") or "").partition("#")[0]
        if target and not target.startswith(("http://", "https://", "mailto:")):
            assert (written / target).exists(), target


def test_all_pages_have_a_place_of_their_own() -> None:
    orders = [page.order for page in pages()]
    assert len(set(orders)) == len(orders) == len(family.names())
    assert Site.__doc__
