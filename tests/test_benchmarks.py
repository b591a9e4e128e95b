"""All benchmarks in one go: one that fails does not stop the others, and nothing is run twice or left out unsaid."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "benchmarks"

FAST = 'import sys\nprint("| a | b |\\n| --- | --- |\\n| 1 | 2 |")\nprint("a warning", file=sys.stderr)\n'
FAILING = 'import sys\nprint("| half a table |")\nsys.exit("no disk is left")\n'
COUNTING = 'from pathlib import Path\nwith Path("counted").open("a") as file:\n    file.write("x")\n'
SLEEPING = """
import subprocess, sys
from pathlib import Path
child = subprocess.Popen(["sleep", "600"])
Path("sleeping").write_text(str(child.pid))
child.wait()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of which the benchmarks are other ones."""
    target = tmp_path / "benchmarks"
    target.mkdir()
    shutil.copy(BENCHMARKS / "_peers.py", target)
    # how busy the machine is, it looks for a second before each of them
    code, second = (BENCHMARKS / "__main__.py").read_text(), "def busy(seconds: float = 1.0)"
    assert second in code
    (target / "__main__.py").write_text(code.replace(second, "def busy(seconds: float = 0.02)"))
    for name, code in {"fast": FAST, "failing": FAILING, "counting": COUNTING, "sleeping": SLEEPING}.items():
        (target / f"{name}.py").write_text(code)
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "benchmarks", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def test_every_script_is_among_those_that_are_run_and_has_the_sizes_that_it_is_given() -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks", "--list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    listed = dict(re.findall(r"^python benchmarks/(\w+)\.py(.*?)  #", done.stdout, re.MULTILINE))
    small = subprocess.run(
        [sys.executable, "benchmarks", "--list", "--small"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tiny = dict(re.findall(r"^python benchmarks/(\w+)\.py(.*?)  #", small.stdout, re.MULTILINE))
    assert set(listed) == set(tiny) == {file.stem for file in BENCHMARKS.glob("[!_]*.py")}
    for name in listed:
        code = (BENCHMARKS / f"{name}.py").read_text(encoding="utf-8")
        for option in re.findall(r"--[\w-]+", listed[name] + tiny[name]):
            assert f'"{option}"' in code, f"{name} has no {option}"


def test_tables_and_logs_are_kept_and_gathered_with_the_command_that_made_them(folder: Path) -> None:
    done = run(folder, "--only", "fast")
    assert done.returncode == 0
    results = folder / "benchmarks" / "results"
    assert (results / "fast.md").read_text() == "| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    assert "a warning" in (results / "fast.log").read_text()
    assert "| 1 | 2 |" in (results / "fast.log").read_text()
    gathered = (results / "all.md").read_text()
    assert "`python benchmarks/fast.py`\n\n| a | b |" in gathered
    assert "| fast | done | 0:00 |" in gathered


def test_one_that_fails_is_told_at_the_end_and_the_others_go_on(folder: Path) -> None:
    done = run(folder, "--only", "failing,fast")
    assert done.returncode == 1
    assert "1 of 2 ended well" in done.stderr
    assert re.search(r"^failed: failing: .*failing\.log$", done.stderr, re.MULTILINE)
    assert "no disk is left" in done.stderr
    assert "| failing | failed |" in (folder / "benchmarks" / "results" / "all.md").read_text()


def test_going_on_leaves_out_what_ended_well_and_nothing_else(folder: Path) -> None:
    run(folder, "--only", "counting,failing")
    again = run(folder, "--only", "counting,failing", "--resume")
    assert "done already: counting" in again.stderr
    assert "failed: failing" in again.stderr
    assert (folder / "counted").read_text() == "x"
    run(folder, "--only", "counting")
    assert (folder / "counted").read_text() == "xx"


def test_what_is_not_there_is_named_as_left_out(folder: Path) -> None:
    done = run(folder, "--only", "parse,fast", "--data", str(folder / "nowhere"))
    assert done.returncode == 0
    assert "left out: parse: needs factual/random/dev.csv" in done.stderr
    assert not (folder / "benchmarks" / ".venvs").exists()  # and nothing is installed for it


def test_a_name_that_is_none_is_said_with_those_that_there_are(folder: Path) -> None:
    done = run(folder, "--only", "runer")
    assert done.returncode == 2
    assert "there is no benchmark called runer; there are agreement, " in done.stderr


def test_a_run_that_is_stopped_ends_what_it_started_and_says_how_to_go_on(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "benchmarks", "--only", "fast,sleeping"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    noted = folder / "sleeping"
    until = time.monotonic() + 60
    while not (noted.exists() and noted.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "stopped at sleeping; `make benchmarks RESUME=1` goes on there" in said
    with pytest.raises(ProcessLookupError):
        os.kill(int(noted.read_text()), 0)
    assert set(json.loads((folder / "benchmarks" / "results" / "ended.json").read_text())) == {"fast"}


@pytest.mark.parametrize(
    ("given", "passed_on"),
    [
        ((), []),
        (("ONLY=runner", "RESUME=1", "SMALL=1"), ["--only", "runner", "--resume", "--small"]),
        (("PEERS=1",), ["--install"]),
    ],
)
def test_make_hands_on_what_it_is_given_and_nothing_else(given: tuple[str, ...], passed_on: list[str]) -> None:
    # a test that `make test` runs is not to be taken for a part of it
    apart = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", "--always-make", "benchmarks", *given]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=apart)
    assert told.stdout.splitlines()[-1].split()[2:] == passed_on
