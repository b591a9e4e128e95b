"""What holds for every kind of page but the studio's: by keyboard, narrow, light and dark.

The pages of the studio are held to the same in `tests/studio/screens/test_every_page.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page

from optotype import Workbench
from optotype.recommending.inspiring import Inspiration
from optotype.recommending.map_page import write_map
from optotype.recommending.mapping import CorpusMap
from optotype.recommending.page import write_page
from optotype.report.pages import pages
from optotype.training import _curves
from tests.browsing import OVERFLOW, faint, leave, walk
from tests.recommending.test_mapping import content, spot
from tests.recommending.test_page import choice, recommended
from tests.report.test_every_page import address, settle
from tests.report.test_live import serving

Kind = Callable[[pytest.FixtureRequest], Generator[str]]
"""Makes a page, and gives its address while it is there."""

KINDS: dict[str, Kind] = {}
CHANGED = """new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
  .then(() => Promise.all(document.getAnimations().map((one) => one.finished)))"""
"""Waits until the page has heard that it is dark, and its colours have changed."""


def kind(make: Kind) -> Kind:
    KINDS[make.__name__.replace("_", " ")] = make
    return make


def report(name: str) -> Kind:
    def page(request: pytest.FixtureRequest) -> Generator[str]:
        yield address(request.getfixturevalue("written"), name)

    return page


KINDS.update({f"report: {page.name}": report(page.name) for page in pages()})


@kind
def live_view(request: pytest.FixtureRequest) -> Generator[str]:
    with serving(request.getfixturevalue("bench_of_all")) as served:
        yield served.url


@kind
def map_of_papers(request: pytest.FixtureRequest) -> Generator[str]:
    spots = (spot(0, 0.0, 0.5, "cs"), spot(1, 0.5, 0.5, "cs"), spot(2, 1.0, 0.5, "math"), spot(3, 0.2, 0.9))
    target: Path = request.getfixturevalue("tmp_path") / "map.html"
    write_map(CorpusMap("Drawn", "pca", spots, ("cs", "math"), 0.5, 4, open_picture=content), target)
    yield target.as_uri()


@kind
def recommendation(request: pytest.FixtureRequest) -> Generator[str]:
    other = Inspiration(
        1, "b/1", "Another", ("Ben",), "2023", ("cs.CV",), "F1", "Figure 1:", "A way.", 0.5, 0.5, None, (), ("p9",)
    )
    target: Path = request.getfixturevalue("tmp_path") / "paper.html"
    write_page(recommended(*map(choice, range(1, 10)), inspirations=(other,)), target)
    yield target.as_uri()


@kind
def datasheet(request: pytest.FixtureRequest) -> Generator[str]:
    bench: Workbench = request.getfixturevalue("bench_of_all")
    files = bench.datasheet(request.getfixturevalue("tmp_path") / "sheet").files
    yield next(file for file in files if file.suffix == ".html").as_uri()


@kind
def training_curves(request: pytest.FixtureRequest) -> Generator[str]:
    folder: Path = request.getfixturevalue("tmp_path") / "patch_trm with a long name of its own"
    folder.mkdir()
    lines = [
        {"at": "12:00:00", "epoch": epoch, "step": 0, "loss": 1 / epoch, "dev": 0.1 * epoch, "dev choose_text": 0.3}
        for epoch in range(1, 6)
    ]
    (folder / _curves.LOG).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    _curves.keep(folder)
    yield (folder / _curves.PAGE).as_uri()


@pytest.mark.parametrize("name", KINDS)
def test_everybody_can_read_it_and_go_through_it_by_tab(request: pytest.FixtureRequest, blank: Page, name: str) -> None:
    with contextmanager(KINDS[name])(request) as there:
        blank.set_viewport_size({"width": 360, "height": 740})
        blank.goto(there)
        settle(blank)
        assert blank.evaluate(OVERFLOW) <= 0
        assert faint(blank) == []
        walk(blank)
        blank.emulate_media(color_scheme="dark")
        blank.evaluate(CHANGED)
        assert faint(blank) == []
        leave(blank)  # before its server ends
