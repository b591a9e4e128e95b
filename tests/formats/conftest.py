"""What tests of formats share: other people's libraries that read what we write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import library


@pytest.fixture
def datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The library of Hugging Face, without a network and with its cache in the test's folder."""
    for name, value in {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "hf")}.items():
        monkeypatch.setenv(name, value)
    datasets = library("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "hf" / "datasets")
    datasets.disable_progress_bars()
    return datasets
