"""A browser, for the tests that look at pages."""

from tests.browsing import blank, browser, page, window

__all__ = ["blank", "browser", "page", "window"]
