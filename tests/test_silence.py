"""Nobody is told that Optotype is used: libraries that would report it are told not to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from optotype import init

SAY = "import optotype, os, onnxruntime; print(os.environ['ORT_DISABLE_TELEMETRY'])"


def said(home: Path, **known: str) -> str:
    here = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    known = here | {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")} | known
    return subprocess.run([sys.executable, "-c", SAY], env=known, capture_output=True, text=True, check=True).stdout


def test_loading_the_runtime_of_the_networks_leaves_no_trace_in_the_home(tmp_path: Path) -> None:
    assert said(tmp_path) == "1\n"
    assert list(tmp_path.rglob("*")) == []


def test_who_wants_to_report_may(tmp_path: Path) -> None:
    assert said(tmp_path, ORT_DISABLE_TELEMETRY="0") == "0\n"


def test_a_home_that_cannot_be_written_to_is_no_matter_for_who_draws(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    known = os.environ | {"HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""}
    known.pop("MPLCONFIGDIR", None)
    init(tmp_path / "bench").close()
    draw = ["draw", "charts", "--count", "1"]
    told = subprocess.run(
        [sys.executable, "-m", "optotype", "--bench", str(tmp_path / "bench"), *draw],
        env=known,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")
