"""What tests of metrics share: a bench with pictures, and a tiny CLIP."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench
from tests.metrics import pictured
from tests.respondents import tiny


@pytest.fixture
def pictures(bench: Workbench) -> Workbench:
    """A bench with pictures."""
    pictured.fill(bench)
    return bench


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny CLIP of random weights."""
    return tiny.clip(tmp_path_factory.mktemp("clips") / "tiny-clip")


@pytest.fixture(scope="session")
def plainly(clip: Path) -> pictured.Plainly:
    """The same CLIP, asked by transformers alone."""
    return pictured.Plainly(clip)
