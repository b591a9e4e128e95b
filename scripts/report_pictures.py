"""Takes the pictures of docs/report.md from the report of the demo.

    python scripts/report_pictures.py demo/report [NAME ...]

Needs chromium and playwright.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"

SHOTS = {
    "leaderboard": ("index.html", 1280, 900, "light"),
    "dark": ("index.html", 1280, 900, "dark"),
    "narrow": ("index.ru.html", 390, 900, "light"),
    "tags": ("tags.html", 1280, 1000, "light"),
    "acuity": ("acuity.html", 1280, 700, "light"),
    "compare": ("compare.html#a=simulated-sharp&b=simulated-blurred", 1280, 1000, "light"),
    "item": ("items.html#tag.collection=icons&tag.form=choice+of+pictures&tag.split=test", 1280, 900, "light"),
    "disagreements": ("disagreements.html", 1280, 900, "light"),
}
"""By name: the page, width and height of the window, light or dark."""


def take(browser: Browser, report: Path, name: str) -> None:
    """Takes one of the pictures."""
    address, width, height, theme = SHOTS[name]
    file, _, part = address.partition("#")
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light"
    )
    page.goto((report / file).resolve().as_uri() + (f"#{part}" if part else ""))
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    path = IMAGES / f"report-{name}.png"
    page.screenshot(path=path)
    page.close()
    with Image.open(path) as image:  # few colours are enough, and a third of the size
        image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Takes those that are named, or all."""
    report = Path(sys.argv[1])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in sys.argv[2:] or SHOTS:
            take(browser, report, name)
        browser.close()


if __name__ == "__main__":
    main()
