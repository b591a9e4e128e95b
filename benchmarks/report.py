"""How long does a report of 20,000 items with pictures and five runs take, how large is it, how soon can it be read?

    python benchmarks/report.py [--items 20000] [--beside 2000] [--keep DIR]

Icons are drawn, five files of predictions answer, two metrics judge. Then `optotype report` runs twice in a process of
its own, and a real browser opens the folder through a file address: how long until the first page answers a click,
until an item is shown, and how many frames a second while the list is scrolled. Needs chromium and playwright.

A smaller bench stands beside Inspect's viewer, in the same run: its runs are exported as Inspect's logs, which Inspect
turns into those that it writes itself, and bundles for a web host. What comes before the bundling is not counted: who
evaluates with Inspect has these logs. Its viewer needs a server, and gets one on loopback; ours is opened from disk.
Both are written and opened in turn, several times, each page by a browser that was never there before; figures are
medians.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from _peers import PEERS, Measured, machine, measure, python

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SKILLS = {"sharp": 0.9, "good": 0.8, "fair": 0.7, "poor": 0.5, "blind": 0.35}
"""Respondents that do not exist, and how often they are right."""
WRITE = "import optotype, sys; optotype.open(sys.argv[1]).report()"


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
        done = measure(Path(sys.executable), WRITE, str(bench))
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


# --- beside Inspect's viewer

CONVERT = """
import sys
from inspect_ai.log import convert_eval_logs
convert_eval_logs(sys.argv[1], "eval", sys.argv[2])
"""

BUNDLE = """
import sys
from inspect_ai.log import bundle_log_dir
bundle_log_dir(sys.argv[1], sys.argv[2], overwrite=True)
"""

TIMES = 5
"""How often a page is opened, and, less two, how often it is written."""
REPLY = "Looking at the picture closely"
"""How every reply begins."""


def logs(bench: Path, folder: Path, peer: Path) -> Path:
    """The runs of a bench as Inspect's logs, in the format that Inspect writes unless asked for another."""
    import optotype

    done, plain = folder / "logs", folder / "logs-json"
    if not done.exists():
        shutil.rmtree(plain, ignore_errors=True)
        plain.mkdir()
        with optotype.open(bench) as opened:
            for run in opened.runs():
                opened.export_run("inspect", plain, run=run.id)
        measure(peer, CONVERT, str(plain), str(done))
    return done


@contextmanager
def serving(folder: Path) -> Generator[str]:
    """Serves a folder on loopback, parts of files too: the viewer reads its logs in parts."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off"))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()


Opened = tuple[str, "Callable[[Page], object]"]
"""An address, and what to wait for there."""


def until(browser: Browser, *pages: Opened) -> list[float]:
    """For each page the seconds from asking for it until something on it is seen; medians, taken in turn."""
    took: list[list[float]] = [[] for _ in pages]
    for _ in range(TIMES):
        for (address, seen), some in zip(pages, took, strict=True):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            page.goto("about:blank")
            began = time.perf_counter()
            page.goto(address, wait_until="commit")
            seen(page)
            some.append(time.perf_counter() - began)
            context.close()
    return [statistics.median(some) for some in took]


def our_figures(page: Page) -> None:
    """Each run has its accuracy in the table."""
    page.wait_for_function(
        """(count) => [...document.querySelectorAll("#table-leaderboard tbody tr")]
            .filter((row) => row.checkVisibility() && /[0-9][.][0-9]/.test(row.cells[2].innerText)).length === count""",
        arg=len(SKILLS),
    )


def their_figures(page: Page) -> None:
    """Each log has its accuracy in the table: a number that stands alone in its field."""
    page.wait_for_function(
        """(count) => document.body?.innerText.split("\\n")
            .filter((line) => /^[01][.][0-9]+$/.test(line)).length >= count""",
        arg=len(SKILLS),
    )


def a_reply(page: Page) -> None:
    """What somebody answered can be read."""
    page.get_by_text(REPLY).first.wait_for(timeout=120_000)


def their_sample(browser: Browser, address: str) -> str:
    """The address of one sample, found by clicking the first log, and a sample in it."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    page.get_by_text("file/simulated-sharp").first.click()
    page.get_by_text("icons/7-000001", exact=True).first.click()
    a_reply(page)
    found = page.url
    page.close()
    return found


def beside(folder: Path, count: int) -> None:
    """Prints a table: our report, and Inspect's viewer with the same runs."""
    from playwright.sync_api import sync_playwright

    bench = folder / "beside"
    if not bench.exists():
        make(bench, count)
    peer = python("inspect")
    theirs, bundle, report = logs(bench, folder, peer), folder / "bundle", bench / "report"
    turns: list[tuple[Measured, Measured]] = []
    for _ in range(TIMES - 2):
        shutil.rmtree(report, ignore_errors=True)
        ours = measure(Path(sys.executable), WRITE, str(bench))
        turns.append((ours, measure(peer, BUNDLE, str(theirs), str(bundle))))
    both = list(zip(*turns, strict=True))
    rows = [
        ("written (s)", *(f"{statistics.median(one.seconds for one in some):.1f}" for some in both)),
        ("processor time of that (s)", *(f"{statistics.median(one.processor for one in some):.1f}" for some in both)),
        ("peak memory (MB)", *(f"{statistics.median(one.memory for one in some):,.0f}" for some in both)),
    ]
    each = count * len(SKILLS)
    everything = [1e6 * sizes(report)[1], _bytes(bundle)]
    data = [_bytes(report / "data"), _bytes(bundle / "logs")]
    rows += [
        ("bytes per item and run, data", *(f"{size / each:,.0f}" for size in data)),
        ("bytes per item and run, all but pictures", *(f"{size / each:,.0f}" for size in everything)),
    ]
    with sync_playwright() as playwright, serving(bundle) as address:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        sample = their_sample(browser, address)
        item = f"{(report / 'items.html').as_uri()}#item=icons/7-000001"
        first = until(browser, ((report / "index.html").as_uri(), our_figures), (address, their_figures))
        reply = until(browser, (item, a_reply), (sample, a_reply))
        version = browser.version
        browser.close()
    rows += [
        ("the first page shows the figures of all runs after (s)", *(f"{seconds:.2f}" for seconds in first)),
        ("a link to one item shows what was replied after (s)", *(f"{seconds:.2f}" for seconds in reply)),
    ]
    print(f"\n| {count:,} items, {len(SKILLS)} runs | optotype | Inspect's viewer |\n| --- | ---: | ---: |")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(f"\n({machine()}; {PEERS['inspect'].packages[0].replace('==', ' ')}, chromium {version})")


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=20_000, help="0 leaves out the large bench")
    parser.add_argument("--beside", type=int, default=2_000, help="items that Inspect's viewer shows, too; 0: none")
    parser.add_argument("--keep", type=Path, help="make the benches here, or take those that are here")
    given = parser.parse_args()
    folder = given.keep or Path(tempfile.mkdtemp(prefix="report-"))
    if given.items:
        alone(folder / "bench", given.items)
    if given.beside:
        beside(folder, given.beside)
    if given.keep is None:
        shutil.rmtree(folder)


def alone(bench: Path, count: int) -> None:
    """Prints what a large report takes."""
    if not bench.exists():
        make(bench, count)
    print("| report | seconds | peak memory (MB) |\n| --- | ---: | ---: |")
    for told, seconds, memory in written(bench):
        print(f"| written, {told} | {seconds:.1f} | {memory:,.0f} |")
    pictures, rest = sizes(bench / "report")
    each = 1e6 * rest / count / len(SKILLS)
    print(f"\n{pictures:,.0f} MB of pictures, {rest:,.0f} MB besides: {each:,.0f} bytes per item and run.\n")
    for what, value in opened(bench / "report").items():
        print(f"- {what}: {value:,.2f}")
    print(f"\n({machine()})")


if __name__ == "__main__":
    main()
