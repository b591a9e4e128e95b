"""The command line as a shell sees it: a real process, real exit codes, real output."""

from __future__ import annotations

import gc
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype import Workbench, demo
from optotype.cli import SELDOM, app, main
from optotype.pipeline import STAGES
from tests.ready import program

COMMANDS = [command for stage in STAGES for command in stage.commands]


def optotype(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(program()), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False)


def test_help_groups_the_commands_by_stage() -> None:
    command = [sys.executable, "-m", "optotype", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    assert shown.returncode == 0
    for stage in STAGES:
        assert stage.title in shown.stdout
    for command in COMMANDS:
        assert f" {command} " in shown.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    shown = CliRunner().invoke(app, [command, "--help"])
    assert shown.exit_code == 0
    assert "Examples" in shown.stdout
    assert f"optotype {command}" in shown.stdout


def test_help_loads_nothing_heavy() -> None:
    code = "import sys, optotype.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"sqlalchemy", "pydantic", "PIL", "numpy", "pyarrow", "matplotlib", "alembic", "scipy", "imagehash"}
    assert heavy & set(loaded) == set()


def test_a_command_looks_for_garbage_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def app(prog_name: str) -> None:
        seen.append(gc.get_threshold()[0])

    def register(_: object) -> None:
        pass

    monkeypatch.setattr("optotype.cli.app", app)
    monkeypatch.setattr("atexit.register", register)
    monkeypatch.setattr("sys.stdout", io.StringIO())
    before = gc.get_threshold()
    gc.set_threshold(700)
    try:
        main()
    finally:
        gc.set_threshold(*before)
    assert seen == [SELDOM]


def test_an_unknown_format_is_a_line_on_standard_error(tmp_path: Path) -> None:
    optotype("init", "b", cwd=tmp_path)
    failed = optotype("--bench", "b", "import", "iconqua", ".", cwd=tmp_path)
    assert failed.returncode == 2
    assert failed.stdout == ""
    assert failed.stderr == "Error: There is no format called 'iconqua'. Did you mean 'iconqa'?\n"


def test_a_folder_that_is_no_bench_is_a_line_on_standard_error(tmp_path: Path) -> None:
    failed = optotype("show", cwd=tmp_path)
    assert failed.returncode == 2
    assert "optotype init" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_faults_make_the_exit_code_one(tmp_path: Path) -> None:
    optotype("init", "b", cwd=tmp_path)
    (tmp_path / "set.json").write_text('[{"instance_id": "a"}]')
    failed = optotype("--bench", "b", "import", "scivqa", "set.json", cwd=tmp_path)
    assert failed.returncode == 1
    assert "set.json, element 1: no field" in failed.stderr


def test_the_story_of_the_issue(tmp_path: Path, shared: Callable[[str], Path]) -> None:
    examples = shared("iconqa/examples")
    assert optotype("init", "b", cwd=tmp_path).returncode == 0
    assert optotype("--bench", "b", "import", "iconqa", examples, cwd=tmp_path).returncode == 0
    stats = json.loads(optotype("--bench", "b", "stats", "--json", cwd=tmp_path).stdout)
    assert stats["items"] == 75
    assert stats["kinds"] == {"choose_img": 25, "choose_txt": 25, "fill_in_blank": 25}
    assert set(stats["forms"].values()) == {25}
    assert {"3", "4", "5"} <= set(stats["options"])


@pytest.mark.slow
def test_the_demo_works_as_a_shell_runs_it(demonstrated: Path) -> None:
    told = (demonstrated / "told.txt").read_text()
    steps = re.findall(r"^✓ (\w+) +([\d,]+ (?:of )?\w+) +([\d.]+) s ", told, re.MULTILINE)
    assert [step for step, _, _ in steps] == [name for name, _ in demo.STEPS]
    assert "6 of 6 planted faults found" in told
    for page in ("report/index.html", "graphical-abstract.html"):
        assert f"demo/{page}" in told
        assert (demonstrated / "demo" / page).exists()


@pytest.mark.slow
def test_the_demo_tells_one_story_on_one_bench(demonstrated: Path) -> None:
    assert [path.parent.name for path in (demonstrated / "demo").rglob("optotype.toml")] == ["bench"]
    with Workbench.open(demonstrated / "demo" / "bench") as bench:
        assert {item.collection for item in bench.items()} >= {*demo.DRAWN, demo.SHAPES_SET}
        asked = [(run.respondent, str(run.settings.get("selection"))) for run in bench.runs()]
        assert len(set(asked)) == len(asked), "nobody is asked the same twice"


@pytest.mark.slow
def test_what_the_demo_says_to_go_on_with_works(demonstrated: Path, tmp_path: Path) -> None:
    shutil.copytree(demonstrated / "demo", tmp_path / "demo")
    lines = (demonstrated / "told.txt").read_text().partition("Go on")[2].splitlines()
    commands = [line.split()[1:] for line in lines if line.startswith("  optotype ")]
    assert len(commands) >= 5
    for command in commands:
        if "studio" not in command:  # it would serve until it is ended
            done = optotype(*command, cwd=tmp_path)
            assert done.returncode == 0, (command, done.stderr)
            assert done.stdout, command


@pytest.mark.slow
def test_the_demo_is_made_anew_each_time(demonstrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Enough(Exception):
        pass

    def told(step: demo.Step) -> None:
        raise Enough(step.what)

    shutil.copytree(demonstrated / "demo", tmp_path / "demo")
    monkeypatch.setattr(demo, "DRAWN", dict.fromkeys(demo.DRAWN, 2))
    # the first step is enough, and few items are: it begins with nothing, as the demo that was run to its end began
    with pytest.raises(Enough, match="draw"):
        demo.demo(tmp_path / "demo", told)
    assert {path.name for path in (tmp_path / "demo").iterdir()} == {demo.MARK, "bench"}
    with Workbench.open(tmp_path / "demo" / "bench") as bench:
        assert {item.collection for item in bench.items()} == {*demo.DRAWN}


def test_the_demo_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    refused = optotype("demo", "mine", cwd=tmp_path)
    assert refused.returncode == 2
    assert "not made by the demo" in refused.stderr
