"""A browser, and a report to open in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from optotype import Workbench
from tests.conftest import not_here
from tests.report.benches import made


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


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page; a script error or a blocked file on it fails the test."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield page
    page.close()
    assert not problems


@pytest.fixture(scope="session")
def bench_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A bench with an item of every form and six runs; tests only look at it."""
    with made(tmp_path_factory.mktemp("report") / "bench") as bench:
        yield bench


@pytest.fixture(scope="session")
def written(bench_of_all: Workbench) -> Path:
    """A report of that bench; tests only look at it."""
    return bench_of_all.report().folder
