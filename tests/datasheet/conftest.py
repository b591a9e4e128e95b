"""A bench in which things happened, and a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from optotype import Workbench
from tests.browsing import blank, browser, page, window
from tests.conftest import Once
from tests.datasheet.benches import happened

__all__ = ["blank", "browser", "page", "window"]


@pytest.fixture(scope="session")
def made(once: Once) -> Path:
    """The folder of that bench; tests only look at it."""
    return once("bench that happened", lambda folder: happened(folder / "bench").close()) / "bench"


@pytest.fixture
def happening(made: Path, tmp_path: Path) -> Iterator[Workbench]:
    """A copy of that bench."""
    shutil.copytree(made, tmp_path / "happened")
    with Workbench.open(tmp_path / "happened") as bench:
        yield bench
