"""What tests of trainings share: how many threads a small network takes, and one that has learned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Once, library
from tests.training import planted


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Threads that wait for each other cost more than so small a network."""
    torch = library("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def learned(once: Once) -> Path:
    """A folder with a planted bench, a training of Patch-TRM that went to its end, and what that came to."""
    return planted.learned(once)
