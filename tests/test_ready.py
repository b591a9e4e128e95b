"""A fork that is ready at once stands for a process that was started: nobody who uses it can tell them apart."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from optotype import Workbench
from tests.ready import program
from tests.samples import fill


@pytest.mark.parametrize("words", [["show"], ["init", "mine"]])
def test_it_says_and_ends_as_one_that_was_started(tmp_path: Path, words: list[str]) -> None:
    calls = {"forked": [str(program())], "started": [sys.executable, "-m", "optotype"]}
    seen: list[object] = []
    for name, call in calls.items():
        folder = tmp_path / name
        folder.mkdir()
        done = subprocess.run([*call, *words], cwd=folder, capture_output=True, check=False)
        seen.append((done.returncode, done.stdout, done.stderr, sorted(file.name for file in folder.rglob("*"))))
    assert seen[0] == seen[1]


def test_what_it_is_told_to_end_ends(bench: Workbench) -> None:
    fill(bench)
    process = subprocess.Popen(
        [program(), "--bench", str(bench.folder), "view", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = re.search(r"http://\S+", process.stdout.readline())
    assert address is not None
    urllib.request.urlopen(address[0], timeout=60).close()  # it serves, and waits for signals
    process.terminate()
    process.communicate(timeout=60)  # what it printed to is closed: nobody is left who could print
    assert process.returncode == -signal.SIGTERM
