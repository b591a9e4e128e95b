"""Takes the pictures of docs/graphical_abstracts.md: forty drawn papers, the page of one of them, and their map.

    python scripts/graphical_abstract_pictures.py FOLDER

FOLDER is made if it is not there; the papers in it are taken again the next time. Needs chromium and playwright.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from optotype.recommending.inspiring import Wish
from optotype.recommending.map_page import write_map
from optotype.recommending.page import write_page
from optotype.workbench import Workbench

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PAPER = "papers/3-000002"


def make(folder: Path) -> None:
    """Draws papers, and writes the pages."""
    there = (folder / "bench").exists()
    with Workbench.open(folder / "bench") if there else Workbench.init(folder / "bench", title="Drawn papers") as bench:
        if not there:
            bench.draw("papers", count=40, seed=3)
        found = bench.recommend(PAPER, corpus=bench, wish=Wish(count=6, diverse=0.7))
        write_page(found, folder / "paper.html")
        write_page(found, folder / "paper.ru.html", language="ru")
        write_map(bench.map_papers(), folder / "map.html")


def take(browser: Browser, page: Path, name: str, size: tuple[int, int], *, dark: bool = False, to: str = "") -> None:
    """Takes one of the pictures; `to` is what is scrolled to, or pointed at on the map."""
    window = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light")
    window.goto(page.resolve().as_uri())
    if to == "#sky":
        window.focus(to)
        window.keyboard.press("ArrowRight")
    elif to:
        window.locator(to).evaluate("element => element.scrollIntoView()")
    window.wait_for_timeout(400)
    path = IMAGES / f"{name}.png"
    window.screenshot(path=path)
    window.close()
    with Image.open(path) as image:  # these are enough, and make half the size
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Makes the pages and takes all pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    make(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        take(browser, folder / "paper.html", "recommend-page", (1280, 860))
        take(browser, folder / "paper.html", "recommend-wall", (1280, 800), to="#wall")
        take(browser, folder / "paper.ru.html", "recommend-phone", (390, 860), dark=True)
        take(browser, folder / "map.html", "recommend-map", (1280, 1010), to="#sky")
        browser.close()


if __name__ == "__main__":
    main()
