"""What a release is made of: one version, and a package that has what it needs and fits where it is put."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import optotype
from tests.conftest import not_here

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "optotype"


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [project["version"]] == [optotype.__version__]
    assert re.findall(r"^license: (.+)$", citation, re.MULTILINE) == [project["license"]]


def test_changes_begin_with_what_is_not_released() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", heading) for heading in headings[1:])


def test_the_source_archive_has_the_files_that_tests_read() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert all((ROOT / name).exists() for name in included)
    wanted = {"Makefile", "Dockerfile", "compose.yaml", "mkdocs.yml", "scripts", "CITATION.cff", "CONTRIBUTING.md"}
    assert wanted <= set(included)


def test_nothing_in_the_package_is_ignored_by_git_and_so_left_out_of_the_wheel() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        not_here("a checkout of git")
    files = [str(path.relative_to(ROOT)) for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    done = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        cwd=ROOT,
        input="\n".join(files),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == []


def test_the_package_fits_where_packages_are_published() -> None:
    whole = sum(path.stat().st_size for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert whole < 90_000_000
