"""A browser, and a report to open in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, ViewportSize, sync_playwright

import optotype
from optotype import Workbench
from tests.conftest import Once, not_here
from tests.report.benches import made

WIDE: ViewportSize = {"width": 1280, "height": 900}
"""The window, unless a test makes it smaller."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's chromium, without a window.

    It is gone when tests of another package begin: while it is there, playwright's event loop runs, and tests that run
    one of their own would fail.
    """
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        not_here("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def window(browser: Browser) -> Iterator[Page]:
    """The window that all tests look through: to open one takes longer than to load most pages."""
    window = browser.new_page(viewport=WIDE)
    yield window
    window.close()


@pytest.fixture
def blank(window: Page) -> Iterator[Page]:
    """The window, empty and as new."""
    yield window
    window.unroute_all()
    window.evaluate("try { localStorage.clear(); sessionStorage.clear(); } catch { /* a page without storage */ }")
    window.goto("about:blank")
    window.context.clear_permissions()
    window.emulate_media(media="null", color_scheme="light")
    window.set_viewport_size(WIDE)
    window.mouse.move(0, 0)


@pytest.fixture
def page(blank: Page) -> Iterator[Page]:
    """An empty page; a script error or a blocked file on it fails the test."""
    problems: list[str] = []

    def failed(error: Error) -> None:
        problems.append(str(error))

    def told(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    blank.on("pageerror", failed)
    blank.on("console", told)
    yield blank
    blank.title()  # whatever was told before has arrived then
    blank.remove_listener("pageerror", failed)
    blank.remove_listener("console", told)
    assert not problems


@pytest.fixture(scope="session")
def bench_of_all(once: Once) -> Iterator[Workbench]:
    """A bench with an item of every form and six runs; tests only look at it."""
    with optotype.open(once("bench of all", lambda folder: made(folder / "bench").close()) / "bench") as bench:
        yield bench


@pytest.fixture(scope="session")
def written(bench_of_all: Workbench, once: Once) -> Path:
    """A report of that bench; tests only look at it."""
    return once("report of all", lambda folder: bench_of_all.report(folder / "report")) / "report"
