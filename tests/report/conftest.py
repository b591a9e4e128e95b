"""A browser, and a report to open in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import optotype
from optotype import Workbench
from tests.browsing import blank, browser, page, window
from tests.conftest import Once
from tests.report.benches import made

__all__ = ["blank", "browser", "page", "window"]


@pytest.fixture(scope="session")
def bench_of_all(once: Once) -> Iterator[Workbench]:
    """A bench with an item of every form and six runs; tests only look at it."""
    with optotype.open(once("bench of all", lambda folder: made(folder / "bench").close()) / "bench") as bench:
        yield bench


@pytest.fixture(scope="session")
def written(bench_of_all: Workbench, once: Once) -> Path:
    """A report of that bench; tests only look at it."""
    return once("report of all", lambda folder: bench_of_all.report(folder / "report")) / "report"
