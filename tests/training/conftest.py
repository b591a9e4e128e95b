"""What tests of trainings share: how many threads a small network takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import library


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Threads that wait for each other cost more than so small a network."""
    torch = library("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
