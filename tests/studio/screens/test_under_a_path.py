"""A browser, a server in front that keeps the studio under a path of its own, and the studio behind it."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
from playwright.sync_api import Page

from optotype.records import Answer
from optotype.studio.projects import Project
from tests.browsing import leave
from tests.studio.house import PASSWORD, opened, served
from tests.studio.screens.conftest import settle
from tests.studio.screens.sheets import figure

PREFIX = "/charts"


@contextmanager
def in_front(studio: str, strays: list[str]) -> Generator[str]:
    """A server that takes its path off, says so, and remembers who asked for anything outside; gives its address."""

    class Front(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                strays.append(self.path)
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            told = {"x-forwarded-host": self.headers["host"], "x-forwarded-prefix": PREFIX}
            sent = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            path = self.path.removeprefix(PREFIX)
            reply = httpx.request(
                self.command, studio + path, content=body, headers={**sent, **told, "accept-encoding": ""}, timeout=30
            )
            self.send_response(reply.status_code)
            for name, value in reply.headers.multi_items():
                if name not in ("date", "transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.content)

        do_GET = do_POST = do_PUT = handle_any  # noqa: N815 - the library calls them so

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is told."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Front) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join(10)


def test_somebody_signs_in_works_and_signs_out_under_the_path_of_a_server_in_front(tmp_path: Path, page: Page) -> None:
    project = Project(id="baseline", title="Baseline", screen="answer")
    strays: list[str] = []
    with (
        opened(tmp_path / "bench", project, filled=figure) as house,
        served(house.bench, proxies=("127.0.0.1",)) as studio,
        in_front(studio, strays) as front,
    ):
        page.context.clear_cookies()
        page.goto(f"{front}{PREFIX}/sign-in")
        page.fill('[name="name"]', "Anna")
        page.fill('[name="password"]', PASSWORD)
        page.press('[name="password"]', "Enter")
        page.wait_for_url(f"{front}{PREFIX}/")
        page.click(f'a[href="{PREFIX}/projects/baseline"]')
        settle(page)
        assert page.locator("#sheet img").first.evaluate("image => image.naturalWidth") > 0
        for key in ("1", "Enter"):
            page.keyboard.press(key)
        page.locator("#where", has_text="Task 2").wait_for()
        assert len([*house.bench.store.each(Answer)]) == 1
        page.wait_for_load_state("networkidle")  # the task after the next one is fetched beforehand
        page.click("a.brand")
        page.wait_for_url(f"{front}{PREFIX}/")
        page.locator('form[action$="/sign-out"] button').click()
        page.wait_for_url(f"{front}{PREFIX}/sign-in")
        leave(page)
    assert [path for path in strays if path != "/favicon.ico"] == []
