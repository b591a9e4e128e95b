"""What `docs/looking.md` shows can be typed, and gives what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype.cli import app
from tests.ready import program

PAGE = Path(__file__).parents[2] / "docs" / "looking.md"


def blocks() -> list[tuple[str, str]]:
    """Each command on the page, and what is shown below it."""
    return re.findall(r"```console\n\$ optotype ([^\n]*)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.slow
def test_every_command_on_the_page_works(demonstrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(demonstrated / "demo" / "shapes", tmp_path / "demo" / "shapes")
    monkeypatch.chdir(tmp_path)
    made = re.findall(r"```sh\n(optotype init.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.setenv("PATH", str(program().parent), prepend=os.pathsep)
    subprocess.run(["bash", "-e", "-c", made[0]], check=True)
    monkeypatch.chdir("looking")
    assert len(blocks()) >= 8
    for command, below in blocks():
        arguments = command.split(" | ")[0].split()
        result = CliRunner().invoke(app, arguments, env={"COLUMNS": "170"})
        assert result.exit_code == 0, command
        headings = re.findall(r"[a-z]+", below.strip().splitlines()[0])
        for word in headings:
            assert word in result.stdout, f"{command}: {word}"
