"""A browser, and a report to open in it."""

from tests.browsing import blank, browser, window
from tests.report.conftest import bench_of_all, written

__all__ = ["bench_of_all", "blank", "browser", "window", "written"]
