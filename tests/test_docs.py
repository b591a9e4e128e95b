"""What the documentation shows is true: its code runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from optotype.bench import Bench, init
from optotype.cli import app
from optotype.formats import family
from tests.samples import write_png

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http://", "https://")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_exist(page: Path) -> None:
    known = {command.name for command in app.registered_commands}
    for block in re.findall(r"```(?:sh|console)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for command in re.findall(r"^(?:\$ )?optotype (?:-b \S+ |--bench \S+ )?([a-z]+)", block, re.MULTILINE):
            assert command in known, f"{page.name}: optotype {command}"


def test_every_format_has_its_section() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for name in family:
        assert f"\n## `{name}`" in text, name


def test_the_format_on_the_page_about_adding_parts_works(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    package = tmp_path / "package"
    (package / "riddles-1.0.dist-info").mkdir(parents=True)
    (package / "riddles.py").write_text(code[1])
    (package / "riddles-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: riddles\nVersion: 1.0\n")
    (package / "riddles-1.0.dist-info" / "entry_points.txt").write_text(
        "[optotype.formats]\nriddles = riddles:Riddles\n"
    )
    monkeypatch.setattr(sys, "path", [str(package), *sys.path])
    for name in ("_plugins", "_files"):
        family.__dict__.pop(name, None)
    row = {"id": "1", "picture": "sun.png", "riddle": "What shines?", "solution": "the sun", "author": "A. N."}
    write_png(tmp_path / "set" / "sun.png")
    (tmp_path / "set" / "riddles.jsonl").write_text(json.dumps(row) + "\n")
    try:
        assert bench.import_("riddles", tmp_path / "set").items == 1
        bench.export("riddles", tmp_path / "out")
        assert json.loads((tmp_path / "out" / "riddles.jsonl").read_text()) == row
        with init(tmp_path / "again") as again:
            assert again.import_("riddles", tmp_path / "out").pictures_missing == 0
    finally:
        for name in ("_plugins", "_files"):
            family.__dict__.pop(name, None)
        sys.modules.pop("riddles", None)
