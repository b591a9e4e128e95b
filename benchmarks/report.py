"""How long does a report of 20,000 items with pictures and five runs take, how large is it, how soon can it be read?

    python benchmarks/report.py [--items 20000] [--keep DIR]

Icons are drawn, five files of predictions answer, two metrics judge. Then `optotype report` runs twice in a process of
its own, and a real browser opens the folder through a file address: how long until the first page answers a click,
until an item is shown, and how many frames a second while the list is scrolled. Needs chromium and playwright.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from _peers import machine, measure

SKILLS = {"sharp": 0.9, "good": 0.8, "fair": 0.7, "poor": 0.5, "blind": 0.35}
"""Respondents that do not exist, and how often they are right."""


def make(folder: Path, count: int) -> None:
    """A bench of drawn icons with five runs."""
    import optotype
    from optotype.looking import say_gold, with_gold

    with optotype.init(folder, title="Benchmark") as bench:
        bench.draw("icons", count=count, seed=7)
        bench.split("6:2:2", seed=7)
        for name, skill in SKILLS.items():
            chance = random.Random(name)
            path = folder / f"simulated-{name}.jsonl"
            with path.open("w", encoding="utf-8") as file:
                for item, gold in with_gold(bench, bench.items()):
                    options = [option.label for option in item.options] or ["3", "seven"]
                    answer = say_gold(gold) if chance.random() < skill else chance.choice(options)
                    text = f"Looking at the picture closely, I see what is asked about. The answer is: {answer}"
                    file.write(json.dumps({"id": item.id, "answer": text}, ensure_ascii=False) + "\n")
            bench.evaluate(f"file/{path}", metric=["accuracy", "exact_match"])


def written(bench: Path) -> list[tuple[str, float, float]]:
    """What writing takes, the first time and the second: seconds and MB."""
    rows: list[tuple[str, float, float]] = []
    for told in ("first", "again"):
        done = measure(Path(sys.executable), "import optotype, sys; optotype.open(sys.argv[1]).report()", str(bench))
        rows.append((told, done.seconds, done.memory))
    return rows


def sizes(report: Path) -> tuple[float, float]:
    """MB of pictures, and of all else."""
    pictures = sum(f.stat().st_size for part in ("pictures", "thumbnails") for f in (report / part).rglob("*.*"))
    everything = sum(file.stat().st_size for file in report.rglob("*") if file.is_file())
    return pictures / 1e6, (everything - pictures) / 1e6


def opened(report: Path) -> dict[str, float]:
    """How soon a reader sees something, in seconds, and how smooth the list of items is."""
    from playwright.sync_api import sync_playwright

    found: dict[str, float] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto("about:blank")
        began = time.perf_counter()
        page.goto((report / "index.html").as_uri())
        page.locator("#table-leaderboard thead button").first.click()
        page.wait_for_selector("#table-leaderboard th[aria-sort]")
        found["first page answers a click"] = time.perf_counter() - began
        began = time.perf_counter()
        page.goto((report / "items.html").as_uri())
        page.wait_for_selector("#item[aria-busy=false] h2")
        found["an item is shown"] = time.perf_counter() - began
        found["frames a second while the list is scrolled"] = page.evaluate(_SCROLL)
        found["elements in the page after that"] = page.evaluate("document.querySelectorAll('*').length")
        found["MB of script memory after that"] = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        browser.close()
    return found


_SCROLL = """
async () => {
  const list = document.querySelector("#list");
  const steps = 120, began = performance.now();
  for (let step = 1; step <= steps; step++) {
    list.scrollTop = list.scrollHeight * step / steps;
    await new Promise(requestAnimationFrame);
  }
  return 1000 * steps / (performance.now() - began);
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--keep", type=Path, help="make the bench here, or take the one that is here")
    given = parser.parse_args()
    folder = given.keep or Path(tempfile.mkdtemp(prefix="report-"))
    bench = folder / "bench"
    if not bench.exists():
        make(bench, given.items)
    print("| report | seconds | peak memory (MB) |\n| --- | ---: | ---: |")
    for told, seconds, memory in written(bench):
        print(f"| written, {told} | {seconds:.1f} | {memory:,.0f} |")
    pictures, rest = sizes(bench / "report")
    each = 1e6 * rest / given.items / len(SKILLS)
    print(f"\n{pictures:,.0f} MB of pictures, {rest:,.0f} MB besides: {each:,.0f} bytes per item and run.\n")
    for what, value in opened(bench / "report").items():
        print(f"- {what}: {value:,.2f}")
    print(f"\n({machine()})")
    if given.keep is None:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
