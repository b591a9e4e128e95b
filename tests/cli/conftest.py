"""What tests of commands share: the demo, as a shell runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Once


@pytest.fixture(scope="session")
def demonstrated(once: Once) -> Path:
    """A folder in which `optotype demo` was run; what it printed is in `told.txt`. Tests only look at it."""

    def run(folder: Path) -> None:
        with (folder / "told.txt").open("w") as told:
            subprocess.run([sys.executable, "-m", "optotype", "demo"], cwd=folder, stdout=told, check=True)

    return once("demo", run)
