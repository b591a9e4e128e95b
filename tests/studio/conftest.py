"""What tests of the studio share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.studio.house import House, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with one project of two people each."""
    with opened(tmp_path / "bench") as house:
        yield house
