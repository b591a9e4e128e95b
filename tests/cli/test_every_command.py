"""Every command, however it is called: it explains itself, and never falls over."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from optotype import init
from optotype.cli import main
from optotype.pipeline import STAGES
from tests.cli.terminal import on_a_terminal
from tests.conftest import not_here

COMMANDS = [command for stage in STAGES for command in stage.commands]
SERVERS = ("studio", "view")
"""They go on until somebody ends them."""
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """Calls a command as a shell does, piped, in a narrow terminal and an empty folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")
    for name in ("FORCE_COLOR", "OPTOTYPE_BENCH"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["optotype", *arguments])
        try:
            main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_narrow_terminal_has_examples_and_no_colours_in_a_pipe(command: str, told: Told) -> None:
    code, out, err = told(command, "--help")
    assert (code, err) == (0, "")
    assert "Examples" in out
    assert re.search(rf"optotype\s+(--bench \S+\s+)?{command}", out)
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 40
    assert "…" not in out  # the names of options are whole
    assert "[bold]" not in out
    assert "╭" not in out


@pytest.mark.parametrize("group", ["labelstudio", "study"])
def test_what_commands_of_a_group_do_is_told_whole_in_a_narrow_terminal(group: str, told: Told) -> None:
    _, out, _ = told(group, "--help")
    listed = out.partition("Commands:")[2]
    assert listed.strip()
    assert "..." not in listed


@pytest.mark.parametrize("command", COMMANDS)
def test_help_in_a_wide_terminal_names_no_value_for_a_switch_and_fills_its_lines(
    command: str, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    _, out, _ = told(command, "--help")
    assert re.search(r"--help\s+-h\s+Show this message", out)
    assert "bool" not in out
    assert "[[" not in out
    lines = [line.strip() for line in out.partition("Examples")[0].splitlines()]
    # a line ends where the next word has no room, not where it ends in the source
    for line, after in pairwise(lines):
        assert not line or not after or len(f"{line} {after.split()[0]}") > 98


def test_the_list_of_commands_fits_a_narrow_terminal_by_stages(told: Told) -> None:
    code, out, _ = told("--help")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 40
    assert "…" not in out  # the names of options are whole
    assert [line[:-1] for line in out.splitlines() if line[:1].strip() and line.endswith(":")] == [
        "Options",
        *(stage.title for stage in STAGES),
    ]
    assert {word for line in out.splitlines() for word in line.split()[:1]} >= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_that_does_not_exist_is_told_on_standard_error_with_exit_code_two(command: str, told: Told) -> None:
    code, out, err = told(command, "--nonsense")
    assert (code, out) == (2, "")
    assert "--nonsense" in err
    assert "Traceback" not in err
    assert "\x1b" not in err


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ("demo", "doctor")])
def test_what_is_missing_is_told_with_exit_code_two(command: str, told: Told) -> None:
    code, out, err = told(command)
    assert code == 2
    assert "Traceback" not in out + err
    assert "\x1b" not in out + err
    assert err.strip() or "Usage:" in out  # of several commands under one name, all are shown


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ("demo", *SERVERS)])
def test_an_empty_bench_makes_no_command_fall_over(command: str, told: Told, tmp_path: Path) -> None:
    init(tmp_path / "bench").close()
    code, out, err = told("--bench", "bench", command)
    assert code in (0, 1, 2)
    assert "Traceback" not in out + err
    assert (out + err).strip()


def test_a_terminal_whose_owner_wants_no_colours_gets_none(tmp_path: Path) -> None:
    """On a real terminal: all help, and an error."""
    code = (
        "import sys\nfrom optotype.cli import main\n"
        f"for words in {[*([command, '--help'] for command in COMMANDS), ['show']]!r}:\n"
        "    sys.argv = ['optotype', *words]\n"
        "    try: main()\n"
        "    except SystemExit: pass\n"
    )
    plain, coloured = (on_a_terminal(code, tmp_path, NO_COLOR=wanted) for wanted in ("1", ""))
    assert len(COLOUR.findall(coloured)) > 100
    assert COLOUR.findall(plain) == []
    assert "This folder is not in a bench" in plain


@pytest.mark.parametrize(("words", "expected"), [("optotype ba", "backup"), ("optotype studio --serv", "--service")])
def test_a_shell_completes_commands_and_options(words: str, expected: str, tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("optotype")
    if not program.exists():
        not_here("the command")
    asked = {
        "_OPTOTYPE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        **os.environ,
    }
    found = subprocess.run([program], env=asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.stdout.split() == [expected]
    # it speaks to the shell that it was called from; with something to do afterwards, bash does not step aside
    called = ["bash", "-c", f"'{program}' --show-completion; true"]
    script = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "_OPTOTYPE_COMPLETE" in script.stdout


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_commands_and_what_they_do(shell: str, tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("optotype")
    if not program.exists():
        not_here("the command")
    said = {"_TYPER_COMPLETE_ARGS": "optotype ba", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    found = {
        what: subprocess.run(
            [program],
            env={**os.environ, **said, "_OPTOTYPE_COMPLETE": f"{what}_{shell}"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        for what in ("complete", "source")
    }
    assert "backup" in found["complete"]
    assert "Write all that is in a bench" in found["complete"]
    assert f"complete_{shell}" in found["source"]
