from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documented import ROOT

COUNTING = """
import os, pytest
from pathlib import Path

@pytest.fixture(scope="session", autouse=True)
def told():
    yield
    Path(f"over-{os.getpid()}").touch()

@pytest.mark.parametrize("number", range(40))
def test_number(number):
    with Path("done").open("a") as done:
        done.write(f"{number} {os.getpid()}\\n")
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder for tests of a suite of its own."""
    (tmp_path / "conftest.py").write_text("from tests.forking import pytest_addoption, pytest_runtestloop\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def run(suite: Path, text: str, *options: str) -> str:
    """What pytest says of tests, run in two forks."""
    (suite / "test_it.py").write_text(text)
    call = [sys.executable, "-m", "pytest", "--forks", "2", "-p", "no:cacheprovider", *options]
    return subprocess.run(
        call,
        cwd=suite,
        env={"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    ).stdout


def test_each_test_is_run_once_in_one_of_the_forks_and_what_they_share_is_closed(suite: Path) -> None:
    assert "40 passed" in run(suite, COUNTING)
    done = [line.split() for line in (suite / "done").read_text().splitlines()]
    assert sorted(int(number) for number, _ in done) == list(range(40))
    forks = {fork for _, fork in done}
    assert len(forks) == 2
    assert {file.name for file in suite.glob("over-*")} == {f"over-{fork}" for fork in forks}


def test_what_fails_is_told_with_what_it_printed(suite: Path) -> None:
    said = run(suite, "def test_well(): pass\ndef test_ill():\n    print('my last words')\n    assert 1 == 2\n")
    assert "1 failed, 1 passed" in said
    assert "assert 1 == 2" in said
    assert "my last words" in said


def test_a_process_that_ends_in_the_midst_fails_its_test_and_no_other(suite: Path) -> None:
    said = run(suite, COUNTING + "\ndef test_end(): os._exit(3)\ndef test_more(): pass\n", "-v")
    assert "1 failed, 41 passed" in said
    assert "test_it.py::test_more PASSED" in said
    assert "the process that ran it ended with 3" in said


def test_after_the_first_failure_no_more_are_begun_if_that_is_wanted(suite: Path) -> None:
    said = run(suite, "import pytest\n@pytest.mark.parametrize('n', range(500))\ndef test_ill(n): assert n < 0\n", "-x")
    found = re.search(r"(\d+) failed", said)
    assert found is not None
    assert int(found[1]) < 100


def test_a_file_that_cannot_be_read_is_told(suite: Path) -> None:
    assert "NameError: name 'what' is not defined" in run(suite, "what\n")
