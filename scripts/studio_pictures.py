"""Takes the pictures of docs/studio.md: a bench is drawn, simulated people work on it, and every screen is looked at.

    python scripts/studio_pictures.py [NAME ...]

Needs chromium and playwright.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from optotype import Workbench
from optotype.records import Collection, Item, Origin, Picture, Preference
from optotype.records import Option as ItemOption
from optotype.selecting import Selection
from optotype.simulating import Simulated
from optotype.studio import decisions, desk, people
from optotype.studio.app import app_of
from optotype.studio.opening import make_project
from optotype.studio.pages import COOKIE
from optotype.studio.people import Person
from optotype.studio.projects import Project
from optotype.studio.simulating import rehearse
from optotype.web.serving import listen

IMAGES = Path(__file__).parents[1] / "docs" / "images"
ABSTRACT = (
    "We draw charts whose values are known and ask people and models to read them. Reading errors grow with the number "
    "of series and shrink with the size of labels; a legend beside the lines helps more than one below them."
)
GUIDELINES = """Look at the picture before you read the question.

- Answer from **the picture alone**.
- Say *I don't know* if you are not sure, and why.
"""
DRAWN = {"icons": 12, "charts": 3, "tables": 4, "captions": 4}
SIMULATED = {"Simulated 1": 0.95, "Simulated 2": 0.6}


@dataclass(frozen=True)
class Shot:
    """One picture: whose window, which page, how large, and what is done before it is taken."""

    page: str
    who: str = "annotator"
    width: int = 1280
    height: int = 800
    theme: str = "light"
    language: str = "en"
    before: Callable[[Page], None] = lambda _page: None


def type_something(page: Page) -> None:
    """The first option."""
    page.keyboard.press("1")


def draw_a_graph(page: Page) -> None:
    """Two objects and what the one does to the other."""
    for word in ("boys, word 1", "fence, word 4"):
        page.get_by_role("button", name=word).click()
        page.get_by_role("button", name="Object", exact=True).click()
    page.get_by_role("button", name="Relation", exact=True).click()
    page.get_by_role("combobox", name="Verb").click()
    page.get_by_role("combobox", name="Verb").fill("climb")
    page.get_by_role("option", name="climb", exact=True).click()


SHOTS = {
    "answer": Shot("/projects/icons", before=type_something),
    "answer-dark": Shot("/projects/icons", theme="dark"),
    "answer-phone": Shot("/projects/icons", width=390, height=844, language="ru"),
    "question-review": Shot("/projects/questions", height=900),
    "table-review": Shot("/projects/tables"),
    "figure-type": Shot("/projects/figures"),
    "preference": Shot("/projects/pairs", height=900),
    "scene-graph": Shot("/projects/graphs", height=900, before=draw_a_graph),
    "crowd": Shot("/projects/crowd"),
    "adjudication": Shot("/projects/icons-decisions", who="expert", height=900),
    "project": Shot("/board/projects/icons", who="administrator", height=1100),
}


def make(folder: Path) -> Workbench:
    """A bench with a project for every screen, and people who work on them."""
    bench = Workbench.init(folder, title="Drawn")
    for kind, count in DRAWN.items():
        bench.draw(kind, count=count, seed=7)
    _pairs(bench)
    checks = ("What do you answer from? *the picture | the internet | a guess",)
    made = [
        (Project(id="icons", title="Human baseline", screen="answer", overlap=3, guidelines=GUIDELINES), "icons"),
        (Project(id="questions", title="Questions about charts", screen="question_review"), "charts"),
        (Project(id="figures", title="Types of charts", screen="figure_type"), "charts"),
        (Project(id="tables", title="Questions about tables", screen="table_review"), "tables"),
        (Project(id="pairs", title="Which would you rather see?", screen="preference"), "pairs"),
        (Project(id="graphs", title="What the caption says", screen="scene_graph"), "captions"),
        (Project(id="crowd", title="Ten minutes", screen="crowd_batch", guidelines=GUIDELINES, checks=checks), "icons"),
    ]
    for project, collection in made:
        make_project(bench, project, Selection(collection=collection))
    rehearse(bench, "icons", [Simulated(name, skill) for name, skill in SIMULATED.items()], seed=3)
    with bench.store.write() as connection:  # two are enough for a decision
        connection.exec_driver_sql("update studio_tasks set wanted = 2 where project = 'icons'")
        project = next(project for project, _ in made)
    decisions.lay_before_experts(bench, project, "Human baseline: decisions")
    with bench.store.write() as connection:
        connection.exec_driver_sql("update studio_tasks set wanted = 3, open = true where project = 'icons'")
    return bench


def _pairs(bench: Workbench) -> None:
    pictures = [picture.id for picture in bench.store.each(Picture, {"collection": "charts"})][:2]
    options = tuple(ItemOption(label=label, picture=id) for label, id in zip("AB", pictures, strict=True))
    factors = ("clear message", "readable text", "layout", "colours")
    item = Item(
        id="pairs/1",
        collection="pairs",
        origin=Origin(kind="drawn", by="script"),
        form=Preference(options=options, factors=factors),
        text=ABSTRACT,
        cluster="pairs/1",
    )
    with bench.store.event("pairs") as writer:
        writer.write(add=[Collection(id="pairs", format="draw"), item])


@contextmanager
def served(bench: Workbench) -> Generator[str]:
    """The studio of a bench, at an address."""
    with listen(0, 0) as listener:
        server = uvicorn.Server(uvicorn.Config(app_of(bench), log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


def cookies(bench: Workbench) -> dict[tuple[str, str], str]:
    """By role and language, a cookie of somebody who works on everything."""
    found: dict[tuple[str, str], str] = {}
    with bench.store.write() as connection:
        every = connection.exec_driver_sql("select id from studio_projects").scalars().all()
        for role in ("annotator", "expert", "administrator"):
            for language in ("en", "ru"):
                name = f"{role.capitalize()} {1 if language == 'en' else 2}"
                person: Person = people.add(connection, name, role, 0.0, language=language)  # pyright: ignore[reportArgumentType]
                if role != "administrator":
                    for project in every:
                        desk.join(connection, project, person.id)
                found[role, language] = people.begin_session(connection, person, time.time())
    return found


def take(browser: Browser, address: str, name: str, cookie: str) -> None:
    """Takes one of the pictures."""
    shot = SHOTS[name]
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height}, color_scheme="dark" if shot.theme == "dark" else "light"
    )
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
    page = context.new_page()
    page.goto(address + shot.page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)
    shot.before(page)
    page.wait_for_timeout(400)
    path = IMAGES / f"studio-{name}.png"
    page.screenshot(path=path)
    context.close()
    with Image.open(path) as image:  # few colours are enough, and a third of the size
        image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Takes those that are named, or all."""
    with tempfile.TemporaryDirectory() as folder, make(Path(folder) / "bench") as bench, served(bench) as address:
        known = cookies(bench)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name in sys.argv[1:] or SHOTS:
                take(browser, address, name, known[SHOTS[name].who, SHOTS[name].language])
            browser.close()


if __name__ == "__main__":
    main()
