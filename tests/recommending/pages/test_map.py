"""The map in a browser: whoever cannot point goes through it by keys, or in the list."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from optotype.recommending.map_page import write_map
from optotype.recommending.mapping import CorpusMap
from tests.browsing import serious
from tests.recommending.test_mapping import content, spot


def test_papers_are_seen_by_pointing_by_keys_and_in_the_list(page: Page, tmp_path: Path) -> None:
    spots = (spot(0, 0.0, 0.5, "cs"), spot(1, 0.5, 0.5, "cs"), spot(2, 1.0, 0.5, "math"))
    write_map(CorpusMap("Drawn", "pca", spots, ("cs", "math"), 0.5, 3, open_picture=content), tmp_path / "map.html")
    page.goto((tmp_path / "map.html").as_uri())
    seen, sky = page.locator("#seen"), page.locator("#sky")
    expect(seen).to_be_hidden()
    box = sky.bounding_box()
    assert box is not None
    sky.hover(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(seen.locator("b")).to_have_text("Paper 1")
    assert seen.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    sky.focus()
    page.keyboard.press("ArrowRight")
    expect(seen.locator("b")).to_have_text("Paper 2")
    expect(page.locator("#spoken")).to_contain_text("Paper 2")
    page.locator(".legend").get_by_role("button", name="math").click()
    expect(page.locator("#count")).to_have_text("2 of 3 shown")
    expect(seen).to_be_hidden()
    page.locator("#search").fill("paper 0")
    expect(page.locator("#papers li:visible")).to_have_count(1)
    page.locator("#papers li:visible button").focus()
    expect(seen.locator("b")).to_have_text("Paper 0")
    assert serious(page) == []
