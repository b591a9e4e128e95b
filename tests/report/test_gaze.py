"""Where networks looked, on the item page of a report, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from optotype import init
from optotype.gaze import GAZE, Gaze
from optotype.picture_encoder import GRIDS, cells
from optotype.records import (
    Answer,
    Collection,
    Gold,
    Noun,
    Picture,
    Respondent,
    Run,
    Score,
    State,
)
from tests.browsing import serious
from tests.items import an_item
from tests.report.benches import HOSTILE, pages_of
from tests.report.test_items import at, show
from tests.samples import png

PATCH = 40
"""Of the 79, the one that the planted network looks at: in the second row of 7, the fourth."""


def looking_at(file: str, patch: int) -> dict[str, Any]:
    gaze = Gaze.of(file, GRIDS, [float(place == patch) for place in range(79)])
    assert gaze is not None
    return {GAZE: dict(gaze.kept())}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A report of items that networks looked at, some of them in ways that cannot be drawn."""
    with init(tmp_path_factory.mktemp("gaze") / "bench", title="Gaze") as bench:
        facts = [bench.cabinet.keep(png("white", size)) for size in ((300, 120), (120, 300))]
        pictures = [
            Picture(id=f"c/{n}.png", collection="c", name=f"{n}.png", **_known(fact)) for n, fact in enumerate(facts)
        ]
        wide, tall = (fact.file for fact in facts)
        gazes: dict[str, tuple[int, dict[str, Any]]] = {
            "wide": (0, looking_at(wide, PATCH)),
            "tall": (1, looking_at(tall, 3)),
            "changed": (0, looking_at(tall, PATCH)),
            "short": (0, {GAZE: {"file": wide, "grids": list(GRIDS), "patches": [0.1] * 10}}),
            "hostile": (0, {GAZE: {"file": HOSTILE, "grids": [HOSTILE], "patches": {HOSTILE: 1}}}),
            "silent": (0, {}),
        }
        nouns: list[Noun] = [Collection(id="c", format="draw"), *pictures]
        for name in ("net", "other"):
            nouns += [Respondent(id=name, kind="network", name=f"trained/{name}"), Run(id=name, respondent=name)]
        for name, (place, extra) in gazes.items():
            nouns.append(an_item(f"c/{name}", question="How many?", pictures=(pictures[place].id,), cluster=name))
            nouns.append(Gold(item=f"c/{name}", accepted=("3",), rule="imported"))
            told: dict[str, Any] = {"item": f"c/{name}", "state": State.GIVEN, "value": "3", "raw": "3"}
            for run, more in (("net", extra), ("other", {})):
                nouns.append(Answer(id=f"{run}-{name}", respondent=run, run=run, extra=more, **told))
                nouns.append(Score(item=f"c/{name}", run=run, metric="accuracy", signature="accuracy/1", value=1.0))
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        yield pages_of(bench)


def _known(fact: Any) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in ("file", "media_type", "width", "height", "size")}


_BOXES = """async (sheet) => {
  const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height } };
  const image = sheet.querySelector("img");
  await image.decode(); // until it is there, it lies elsewhere
  return [box(image), [...sheet.querySelectorAll(".gaze-layer rect")].map(box)];
}"""


def boxes(page: Page) -> tuple[dict[str, float], list[dict[str, float]]]:
    """Where the picture lies on the page, and the parts of the layer that are lit."""
    image, lit = page.locator(".gaze-sheet").evaluate(_BOXES)
    return image, lit


@pytest.mark.parametrize(("name", "patch"), [("wide", PATCH), ("tall", 3)])
def test_what_is_drawn_is_where_the_network_looked(pages: Path, still: Page, name: str, patch: int) -> None:
    show(still, pages, at(item=f"c/{name}"))
    expect(still.locator(".gaze-layer")).to_have_count(int(still.locator(".gaze select").input_value() != ""))
    still.get_by_label("Where a network looked").select_option(label="trained/net")
    image, lit = boxes(still)
    longer = max(image["width"], image["height"])
    left, top, side = (float(edge) * longer for edge in cells()[patch])
    for start, end, ours in (("x", "width", left), ("y", "height", top)):
        assert min(box[start] for box in lit) - image[start] == pytest.approx(ours, abs=1)
        assert max(box[start] + box[end] for box in lit) - image[start] == pytest.approx(ours + side, abs=1)
    area = sum(box["width"] * box["height"] for box in lit)
    assert area == pytest.approx(side * side, rel=0.01), "parts lie beside each other, without gaps"
    assert {rect.get_attribute("fill-opacity") for rect in still.locator(".gaze-layer rect").all()} == {"0.620"}


def test_the_layer_is_switched_by_keyboard_and_told_in_words(pages: Path, blank: Page) -> None:
    page = blank
    show(page, pages, at(item="c/wide"))
    assert page.locator(".gaze-layer").count() == 0, "a picture is shown plainly until somebody asks"
    page.get_by_label("Where a network looked").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".gaze-layer")).to_have_count(1)
    told = page.inner_text(".gaze-told")
    assert "trained/net looked most in the middle: 49.0 times as much" in told
    assert "7 × 7: 100 %".replace(" ", "\u00a0") in told
    assert page.locator(".gaze option").all_inner_texts() == ["not shown", "trained/net"], "the other told nothing"
    assert not serious(page)
    page.goto(page.url.replace("wide", "tall"))
    expect(page.locator("#item h2")).to_have_text("c/tall")
    expect(page.locator(".gaze-layer")).to_have_count(1)
    assert "looked most at the left" in page.inner_text(".gaze-told")
    assert page.locator(".picture.large img").count() == 1, "the layer needs no second picture"
    page.get_by_label("Where a network looked").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".gaze-layer")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_label("Where a network looked").select_option(label="trained/net")
    image, lit = boxes(page)
    assert min(box["x"] for box in lit) == pytest.approx(image["x"], abs=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("name", "note"),
    [("changed", "another picture than this one"), ("short", "cannot be read"), ("hostile", "cannot be read")],
)
def test_what_cannot_be_drawn_is_said_and_not_drawn(pages: Path, still: Page, name: str, note: str) -> None:
    show(still, pages, at(item=f"c/{name}"))
    assert note in still.inner_text(".gaze .note")
    assert "trained/net" in still.inner_text(".gaze .note")
    assert still.locator(".gaze select, .gaze-layer").count() == 0
    assert still.locator("img[onerror]").count() == 0


def test_where_nobody_told_there_is_nothing(pages: Path, still: Page) -> None:
    show(still, pages, at(item="c/silent"))
    assert still.locator(".gaze").count() == 0
    show(still, pages, at(item="c/wide"), name="items.ru.html")
    expect(still.get_by_label("Куда смотрела сеть")).to_be_visible()
