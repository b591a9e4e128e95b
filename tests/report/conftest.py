"""A browser, and a report to open in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import optotype
from optotype import Workbench
from tests.browsing import blank, browser, page, seat, second_window, still, window
from tests.conftest import Once
from tests.report.benches import RESPONDENTS, made, pages_of

__all__ = ["blank", "browser", "page", "seat", "second_window", "still", "window"]


@pytest.fixture(scope="session")
def bench_of_all(once: Once) -> Iterator[Workbench]:
    """A bench with an item of every form and six runs; tests only look at it."""
    with optotype.open(once("bench of all", lambda folder: made(folder / "bench").close()) / "bench") as bench:
        yield bench


@pytest.fixture(scope="session")
def written(bench_of_all: Workbench, once: Once) -> Path:
    """The pages of a report of that bench; tests only look at them."""
    return once("report of all", lambda folder: pages_of(bench_of_all, folder / "report")) / "report"


@pytest.fixture(scope="session")
def bench_of_some(once: Once) -> Iterator[Workbench]:
    """A bench with an item of every form and two runs; tests only look at it."""

    def make(folder: Path) -> None:
        made(folder / "bench", 20, respondents=list(RESPONDENTS)[:2]).close()

    with optotype.open(once("bench of some", make) / "bench") as bench:
        yield bench


@pytest.fixture(scope="session")
def printed(bench_of_some: Workbench, once: Once) -> Path:
    """A whole report of that bench, plots for print too; tests only look at it."""
    return once("report of some", lambda folder: bench_of_some.report(folder / "report")) / "report"
