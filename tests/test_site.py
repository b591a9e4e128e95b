"""The site: it is built without a warning, holds every page, asks no other server, and its reference is up to date."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SCRIPT = ROOT / "scripts" / "reference_pages.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},  # of the theme, about its own future
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def test_every_page_of_the_documentation_is_on_the_site_and_in_its_navigation(site: Path) -> None:
    shown = (site / "index.html").read_text(encoding="utf-8")
    navigation = set(re.findall(r'href="([^"#]+)" class="md-nav__link', shown))
    for page in DOCS.rglob("*.md"):
        place = page.relative_to(DOCS).with_suffix(".html").as_posix()
        assert (site / place).is_file()
        assert place in navigation, f"{place}: name it under nav in mkdocs.yml"


def test_no_page_asks_another_server_for_anything(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(list(DOCS.rglob("*.md")))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|iframe)[^>]*\ssrc="(https?://[^"]+)"', text)
        loaded += re.findall(r'<link[^>]*rel="(?:stylesheet|icon|preconnect)"[^>]*href="(https?:[^"]+)"', text)
        loaded += re.findall(r'<link[^>]*href="(https?:[^"]+)"[^>]*rel="(?:stylesheet|icon|preconnect)"', text)
        assert loaded == [], page.name


def test_a_link_to_a_file_of_the_source_becomes_its_name(site: Path) -> None:
    text = (site / "architecture.html").read_text(encoding="utf-8")
    assert "<code>src/optotype/pipeline.py</code>" in text
    assert 'href="../src' not in text


def test_the_search_knows_the_words_of_the_pages(site: Path) -> None:
    assert "Dawid-Skene" in (site / "search" / "search_index.json").read_text(encoding="utf-8")


def test_the_reference_says_what_the_source_says() -> None:
    known: dict[str, object] = {"__name__": "reference_pages", "__file__": str(SCRIPT)}
    exec(compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec"), known)
    pages = cast("Callable[[], dict[str, str]]", known["pages"])()
    folder = DOCS / "reference"
    assert {page.name for page in folder.iterdir()} == set(pages)
    for name, text in pages.items():
        assert (folder / name).read_text(encoding="utf-8") == text, "write it anew: python scripts/reference_pages.py"
