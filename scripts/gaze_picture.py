"""Takes the picture of docs/iconqa.md of where a network looked: an item's question, the layer over its picture.

    python scripts/gaze_picture.py demo/report icons/7-000041

Needs chromium and playwright, and a report with a run of a trained network.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import sync_playwright

FILE = Path(__file__).parents[1] / "docs" / "images" / "iconqa-gaze.png"


def main() -> None:
    """Takes it."""
    report, item = Path(sys.argv[1]), sys.argv[2]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 1500}, color_scheme="light")
        page.goto(f"{(report / 'items.html').resolve().as_uri()}#item={quote(item, safe='')}")
        page.locator(".gaze select").select_option(index=1)
        page.locator(".ask").screenshot(path=FILE)
        browser.close()
    with Image.open(FILE) as image:  # few colours are enough, and a third of the size
        image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(FILE, optimize=True)


if __name__ == "__main__":
    main()
