"""What tests of formats share: other people's libraries that read what we write."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import not_here


@pytest.fixture
def datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The library of Hugging Face, without a network and with its cache in the test's folder."""
    for name, value in {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "hf")}.items():
        monkeypatch.setenv(name, value)
    try:
        library: Any = importlib.import_module("datasets")
    except ImportError:
        not_here("datasets")
    monkeypatch.setattr(library.config, "HF_DATASETS_CACHE", tmp_path / "hf" / "datasets")
    library.disable_progress_bars()
    return library
