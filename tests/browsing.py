"""A real browser. A package whose tests look through it imports these fixtures into its `conftest.py`."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, ViewportSize, expect, sync_playwright

from tests.conftest import not_here

Theme = Literal["light", "dark"]
WIDE: ViewportSize = {"width": 1280, "height": 900}
"""The window, unless a test makes it smaller."""
OVERFLOW = "document.documentElement.scrollWidth - document.body.clientWidth"
"""How far a page sticks out of its window, in pixels. The body is asked: the page itself counts the place that is kept
for a scroll bar, and what sticks out into that would not be seen."""

_LATIN = """() => {
  const seen = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.parentElement.closest("code, kbd, .mono, script, style, [lang=en]")) seen.push(text.data);
  }
  for (const node of document.querySelectorAll("[title], [aria-label], [placeholder], [alt]"))
    for (const name of ["title", "aria-label", "placeholder", "alt"]) seen.push(node.getAttribute(name) ?? "");
  return seen.join(" ").match(/[A-Za-z]{2,}/g) ?? [];
}"""
_MET = """(key) => {
  const now = document.activeElement, last = window.met;
  window.met = now;
  if (now === document.body) return "";
  now.dataset.met = "1";
  if (last && last !== document.body && last.isConnected && last !== now) {
    const wanted = key === "Tab" ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    if (!(last.compareDocumentPosition(now) & wanted)) return `out of order: ${last.outerHTML}, then ${now.outerHTML}`;
  }
  const frame = now.closest("label.option") ?? now, box = frame.getBoundingClientRect();
  const within = now.type === "datetime-local"; // its parts have rings of their own, which nobody can ask for
  const ringed = [frame, now].some((one) => getComputedStyle(one).outlineStyle !== "none");
  if (!within && !ringed) return `no ring: ${now.outerHTML}`;
  if (box.height < innerHeight / 2) for (const y of [box.top + 2, box.bottom - 2]) {
    const there = document.elementFromPoint(box.left + box.width / 2, y);
    if (!there || !(frame.contains(there) || there.contains(frame))) return `hidden at ${y}: ${now.outerHTML}`;
  }
  return "";
}"""
_UNMET = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].find((one) => {
  const there = !one.dataset.met && !one.disabled && one.type !== "hidden" && one.tabIndex >= 0;
  if (!there || !one.checkVisibility()) return false;
  return one.type !== "radio" || ![...document.getElementsByName(one.name)].some((other) => other.dataset.met);
})?.outerHTML ?? ''"""
_STEP = f"(key) => [({_MET})(key), ({_UNMET})()]"
"""What is wrong where Tab led, and the first that it has still to meet."""
_SERIOUS = """async () => {
  // each rule says how grave its findings are; to look for those that are not takes a tenth of the time
  const light = axe._audit.rules.filter((rule) => !["serious", "critical"].includes(rule.impact));
  const rules = Object.fromEntries(light.map((rule) => [rule.id, { enabled: false }]));
  const { violations } = await axe.run({ rules, resultTypes: ["violations"] });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
}"""
_EACH_COLOUR_ONCE = """() => {
  const { Color } = axe.commons.color, read = Color.prototype.parseString, known = {};
  Color.prototype.parseString = function (text) {
    const { r, g, b, alpha } = known[text] ??= new Color(read.call(this, text));
    return Object.assign(this, { r, g, b, alpha });
  };
}"""
"""Has axe remember which colour a text names: to read them for each thing on a page takes a quarter of its time."""
_FORGET = """() => {
  try { localStorage.clear(); sessionStorage.clear(); } catch { /* a page without storage */ }
  return matchMedia("screen and (prefers-color-scheme: light)").matches;
}"""
"""Empties a page's storage, and says whether it is still seen as at the beginning: to say so anew takes longer."""
_FAINT = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }), known = {};
  const light = (layers) => known[layers] ??= (() => { // how light colours are that lie on each other
    for (const layer of ["#fff", ...layers]) { pen.fillStyle = layer; pen.fillRect(0, 0, 1, 1); }
    const part = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => part(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  })();
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility()) continue;
    if (node.closest("script, style, .unseen, option")) continue;
    const ground = [];
    for (let one = node; one; one = one.parentElement) ground.unshift(getComputedStyle(one).backgroundColor);
    const own = getComputedStyle(node), ink = node.ownerSVGElement ? own.fill : own.color;
    const [dark, bright] = [light(ground), light([...ground, ink])].sort((one, other) => one - other);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < 4.5) found.add(`${ratio.toFixed(2)}: ${node.outerHTML.slice(0, 200)}`);
  }
  return [...found];
}"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's chromium, without a window: the program that never has one, where it is installed, at half the work.

    It is gone when tests of another package begin: while it is there, playwright's event loop runs, and tests that run
    one of their own would fail.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = next((found for name in names if (found := shutil.which(name))), None)
    if program is None:
        not_here("chromium")
    with sync_playwright() as playwright:
        # a card for graphics is not at hand; a process of its own that stands in for it takes a fifth of all the work,
        # and so does one for each page whose policy keeps it apart from the page before
        without = ["--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *without])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def window(browser: Browser) -> Iterator[Page]:
    """The window that all tests look through: to open one takes longer than to load most pages."""
    window = browser.new_page(viewport=WIDE, reduced_motion="reduce")  # colours that change are drawn once
    yield window
    window.close()


@pytest.fixture
def blank(window: Page) -> Iterator[Page]:
    """The window, empty and as new."""
    yield window
    window.unroute_all()
    bright = window.evaluate(_FORGET)
    leave(window)
    window.context.clear_permissions()
    if not bright:
        window.emulate_media(media="null", color_scheme="light")
    if window.viewport_size != WIDE:
        window.set_viewport_size(WIDE)
    window.mouse.move(0, 0)


@pytest.fixture
def page(blank: Page) -> Iterator[Page]:
    """An empty page; a script error or a blocked file on it fails the test."""
    with watched(blank):
        yield blank


@pytest.fixture(scope="package")
def second_window(browser: Browser) -> Iterator[Page]:
    """A window that stays where it is between tests."""
    window = browser.new_page(viewport=WIDE, reduced_motion="reduce")
    yield window
    window.close()


@pytest.fixture
def seat(second_window: Page) -> Iterator[Page]:
    """A page that may still show what the last test looked at, for tests that go to an address and only look.

    Where the next address lies on the same page, that page need not be loaded again, which takes longer than to look.
    """
    if second_window.viewport_size != WIDE:
        second_window.set_viewport_size(WIDE)
    second_window.emulate_media(media="null", color_scheme="light")
    yield second_window
    second_window.title()  # whatever was told before has arrived then


@pytest.fixture
def still(seat: Page) -> Iterator[Page]:
    """The same; a script error or a blocked file on it fails the test."""
    with watched(seat):
        yield seat


def leave(page: Page) -> None:
    """Empties a page, unless it is empty: what it still asks for is nobody's any more."""
    if page.url != "about:blank":
        page.goto("about:blank")


@contextmanager
def watched(page: Page) -> Generator[None]:
    """A script error or a blocked file on the page fails the test."""
    problems: list[str] = []

    def failed(error: Error) -> None:
        problems.append(str(error))

    def told(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    page.on("pageerror", failed)
    page.on("console", told)
    yield
    page.title()  # whatever was told before has arrived then
    page.remove_listener("pageerror", failed)
    page.remove_listener("console", told)
    assert not problems


def change_theme(page: Page, theme: Theme) -> None:
    """Has the system ask for another theme while a page is open, and waits until all colours have changed."""
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people out."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
        page.evaluate(_EACH_COLOUR_ONCE)
    return list(page.evaluate(_SERIOUS))


def latin(page: Page) -> set[str]:
    """The words in Latin letters on a page and in what screen readers say; not in code, nor where English is marked."""
    return set(page.evaluate(_LATIN))


def faint(page: Page) -> list[str]:
    """Texts whose colour stands out from what lies behind it by less than 4.5 to 1, large ones too."""
    return list(page.evaluate(_FAINT))


def walk(page: Page, most: int = 200) -> None:
    """Goes through a page by Tab, there and back: every control is met in its order, in sight, with a ring."""
    for key in ("Tab", "Shift+Tab"):
        page.evaluate("for (const one of document.querySelectorAll('[data-met]')) delete one.dataset.met")
        page.evaluate(_MET, "")  # where the last round ended
        unmet = ""
        for _ in range(most):
            page.keyboard.press(key)
            problem, unmet = page.evaluate(_STEP, key)
            assert not problem, problem
            if not unmet:
                break
        assert not unmet, unmet
