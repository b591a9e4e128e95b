"""A browser, and how somebody sits down at a task in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browsing import blank, browser, leave, page, window
from tests.studio.house import House

__all__ = ["SitDown", "blank", "browser", "page", "sit_down", "window"]

SitDown = Callable[..., Page]


@pytest.fixture
def sit_down() -> SitDown:
    """Signs somebody in, opens a project, and waits until its first task is there."""

    def sit(page: Page, house: House, project: str, name: str = "Anna") -> Page:
        leave(page)
        page.context.clear_cookies()
        cookies = house.client(name).cookies
        page.context.add_cookies(
            [{"name": key, "value": value, "url": house.address} for key, value in cookies.items()]
        )
        house.leave.append(lambda: leave(page))
        page.goto(f"{house.address}/projects/{project}")
        settle(page)
        return page

    return sit


def settle(page: Page) -> None:
    """Waits until a task is there, with its pictures."""
    page.wait_for_selector("#sheet[aria-busy=false]")
    page.wait_for_function(
        """() => document.fonts.status === "loaded"
            && [...document.images].every((image) => image.complete || image.loading === "lazy")"""
    )
