"""Live: the pages of a report, served from the bench while runs are going.

Every address that a written report has is answered with the same bytes. Only pages differ, by `LIVE_PARTS`: the script
that listens for changes, and the version of the bench that the page was made from. One thread watches the store and
makes the pages anew when it changed; requests get what is there.
"""

from __future__ import annotations

import json
import logging
import re
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from optotype import settings, web
from optotype.errors import NotABench, OptotypeError
from optotype.progress import Progress, silent
from optotype.records import Answer, Item, Picture, Run
from optotype.report import printing
from optotype.report.board import Asked, gather
from optotype.report.chunks import SIZE, Chunk, has_thumbnail, shown_as
from optotype.report.dossiers import dossiers
from optotype.report.site import Site
from optotype.report.thumbnails import readable, thumbnail, thumbnail_of
from optotype.running import is_under_way
from optotype.selecting import selection_of
from optotype.web.serving import HOST, LOOPBACK, listen
from optotype.web.words import Language, Words

if TYPE_CHECKING:
    import uvicorn
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from optotype.bench import Bench

PORT = 8765
"""The first port that is tried."""

LIVE_PARTS = re.compile(
    rb'(?<=\n)<script src="assets/live\.js" defer></script>\n'
    rb'|(?<=<body data-page=")([^"]*")( data-live="[^"]*")'
)
"""What a page that is served has, and one that is written has not; `\\1` in its place makes them equal."""

PAUSE = 1.0
"""Seconds between two looks at the store; more, where making the pages takes longer than this."""
GLANCE = 0.25
"""Seconds between two looks at whether there is news for a listener."""
PATIENCE = 1.0
"""Seconds that a request waits for pages that are made anew because of it."""
_HEARTBEAT = 15.0
"""Seconds after which a listener hears that the server is there, if there is no news."""

_log = logging.getLogger("optotype")


@dataclass(frozen=True)
class Underway:
    """How far a run is that has not ended."""

    run: str
    name: str
    """Its respondent."""
    done: int
    """Answers so far."""
    total: int | None
    """Items that it is asked about; None where that cannot be told."""


@dataclass(frozen=True)
class News:
    """What pages are told."""

    version: str
    """Of the bench, as the pages that are served show it."""
    runs: tuple[Underway, ...] = ()
    trouble: str = ""
    """Why the pages may be out of date, if anything is wrong."""


@dataclass(frozen=True)
class _Made:
    """The pages as they are served."""

    version: str
    site: Site
    files: dict[str, bytes]
    """Pages, scripts and style sheets, by address."""
    asked: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """Data, tables and plots that somebody asked for: nobody looks at all of them."""


class _Closing(Exception):
    """The server ends while pages are made."""


class Live:
    """The files of a report, as the bench is now."""

    def __init__(self, bench: Bench, asked: Asked = Asked(), language: Language = "en") -> None:  # noqa: B008 - frozen
        self.bench = bench
        self.asked = asked
        self.language: Language = language
        self._made: _Made | None = None
        self._news = News("")
        self._database: tuple[int, int] | None = None
        self._wanted, self._closing = threading.Event(), threading.Event()
        self._turn = threading.Condition()
        self._looks, self._looking, self._next = 0, False, 0.0
        self._making, self._shrinking = threading.Lock(), threading.Lock()
        self._watcher = threading.Thread(target=self._watch, name="optotype-live", daemon=True)

    def begin(self, progress: Progress = silent) -> None:
        """Makes the pages, then begins to watch the store.

        Raises:
            OptotypeError: there is nothing to show, or the bench cannot be read.
        """
        version = self._version()
        self._made = self._make(version, progress)
        self._news = News(version, tuple(self._underway()))
        self._watcher.start()

    def close(self) -> None:
        """Ends the watching, also in the midst of making pages."""
        self._closing.set()
        self._wanted.set()
        if self._watcher.is_alive():
            self._watcher.join(timeout=2.0)

    @property
    def news(self) -> News:
        """What there is to tell; whoever asks wants more of it."""
        self._wanted.set()
        return self._news

    # --- files

    def find(self, address: str) -> bytes | None:
        """The content of a file by its address; None where a report has no such file.

        Raises:
            OptotypeError: the bench cannot be read.
        """
        made = self._current()
        if address in made.files:
            return made.files[address]
        try:
            if found := re.fullmatch(r"data/\w+/([0-9]{1,9})\.js", address):
                return self._chunk(made.site, int(found[1])).get(address)
            if address.startswith(("data/", "tables/", "plots/")):
                return self._asked(made, address)
            if found := re.fullmatch(r"(pictures|thumbnails)/([0-9a-f]{2}/([0-9a-f]{64})\.[a-z]+)", address):
                return self._picture(found[1] == "thumbnails", found[2], found[3])
        except (SQLAlchemyError, OSError) as error:
            raise OptotypeError(_told(error)) from error
        return None

    def _current(self) -> _Made:
        with self._turn:
            # during a look, and soon after one, what there is is given
            if not self._looking and time.monotonic() >= self._next:
                looks = self._looks
                self._wanted.set()
                self._turn.wait_for(lambda: self._looks > looks, PATIENCE)
        if self._made is None:
            raise OptotypeError("The pages were not made yet.")
        return self._made

    def _chunk(self, site: Site, number: int) -> dict[str, bytes]:
        """The data of some items. Only these are read, however many the bench has."""
        ids = site.board.columns.ids[number * SIZE : (number + 1) * SIZE]
        if not ids:
            return {}
        items = self.bench.store.get_all(Item, ids)
        if len(items) < len(ids):
            raise OptotypeError("Items were removed from the bench a moment ago. The pages are being made anew.")
        runs = [entry.run.id for entry in site.board.entries]
        chunk = Chunk(number, runs)
        for dossier in dossiers(self.bench, (items[id] for id in ids), runs):
            chunk.add(dossier)
        return chunk.files()

    def _asked(self, made: _Made, address: str) -> bytes | None:
        """Data, a table or a plot; made by the first who asks, while others who ask wait for it."""
        with self._making:
            if address not in made.asked:
                if found := re.fullmatch(r"plots/([^/]+)\.(?:svg|pdf)", address):
                    made.asked.update(self._plot(made.site, found[1]))
                elif (content := made.site.file(address)) is not None:
                    made.asked[address] = content
            return made.asked.get(address)

    def _plot(self, site: Site, name: str) -> Iterator[tuple[str, bytes]]:
        """The files of a plot by address; none where there is no such plot."""
        if name not in site.plots:
            return
        with tempfile.TemporaryDirectory(prefix="optotype-") as folder:
            printing.draw([site.plots[name]()], Path(folder), self.language)
            yield from ((f"plots/{file.name}", file.read_bytes()) for file in Path(folder).iterdir())

    def _picture(self, small: bool, name: str, file: str) -> bytes | None:
        picture = next(iter(self.bench.store.each(Picture, {"file": file})), None)
        source = None if picture is None else self.bench.path(picture)
        if picture is None or source is None or not _lies_in(source, self.bench.cabinet.folder):
            return None
        if not small:
            if name != shown_as(picture):
                return None
            return readable(source) if picture.media_type == "image/tiff" else source.read_bytes()
        if name != thumbnail_of(picture) or not has_thumbnail(picture):
            return None
        with self._shrinking:  # two that are made at the same time are in each other's way
            made = thumbnail(self.bench, picture)
        return made.read_bytes() if made is not None and _lies_in(made, made.parents[1]) else None

    # --- watching

    def _watch(self) -> None:
        while self._wanted.wait() and not self._closing.is_set():
            self._wanted.clear()
            began = time.monotonic()
            with self._turn:
                self._looking = True
            self._look()
            pause = max(PAUSE, time.monotonic() - began)  # half of the time is left to others
            with self._turn:
                self._looking, self._looks, self._next = False, self._looks + 1, time.monotonic() + pause
                self._turn.notify_all()
            self._closing.wait(pause)

    def _look(self) -> None:
        """Makes the pages anew if the store changed."""
        shown = self._news
        runs = shown.runs
        try:
            version = self._version()
            if version != shown.version or shown.trouble:
                runs = tuple(self._underway())
            if version != shown.version:
                self._news = News(shown.version, runs, shown.trouble)  # making pages may take a while
                self._made = self._made_anew(version) or self._made
            trouble = ""
        except _Closing:
            return
        except (OptotypeError, SQLAlchemyError, OSError) as error:
            trouble = _told(error)
        except Exception as error:  # nobody is above this thread, and the server has to go on
            _log.exception("The pages cannot be made.")
            trouble = f"The pages cannot be made: {type(error).__name__}: {error}"
        self._news = News(self._made.version if self._made is not None else "", runs, trouble)

    def _version(self) -> str:
        """Of what is stored.

        Raises:
            OptotypeError: the bench is gone.
        """
        file = self.bench.folder / settings.FILE
        if not file.is_file():
            raise NotABench(f"{self.bench.folder} is not a bench any more: {settings.FILE} is gone.")
        store = self.bench.store
        if store.engine.dialect.name == "sqlite":
            # SQLite would make an empty database in its place, or go on reading the one that was deleted
            path = Path(store.url.database or "")
            if not path.is_file():
                raise OptotypeError(f"{path} is gone.")
            facts = path.stat()
            if self._database not in (None, (facts.st_dev, facts.st_ino)):
                store.close()
            self._database = facts.st_dev, facts.st_ino
        return store.version()

    def _made_anew(self, version: str) -> _Made | None:
        """The pages; None where the store changed while it was read, and that went wrong: the next look sees more."""
        try:
            return self._make(version)
        except _Closing:
            raise
        except Exception:
            if self._version() == version:
                raise
            return None

    def _make(self, version: str, progress: Progress = silent) -> _Made:
        def told(done: int) -> None:
            if self._closing.is_set():
                raise _Closing
            progress(done)

        site = Site(gather(self.bench, self.asked, progress=told), self.language, live=version)
        return _Made(version, site, {**dict(site.html()), **dict(site.assets())})

    def _underway(self) -> Iterator[Underway]:
        """How far the runs are that somebody works on."""
        for run in self.bench.runs():
            wanted = not self.asked.runs or run.id in self.asked.runs or run.respondent in self.asked.runs
            if run.ended is None and wanted and is_under_way(self.bench, run.id):
                done = self.bench.store.count(Answer, {"run": run.id})
                yield Underway(run.id, run.respondent, done, self._total(run))

    def _total(self, run: Run) -> int | None:
        asking = run.settings.get("asking")
        if isinstance(asking, dict) and asking.get("permute") == "circular":
            return None  # an item is asked about as often as it has options
        selection = selection_of(run)
        try:
            return None if selection is None else selection.count(self.bench)
        except OptotypeError:  # its items are gone
            return None


def _lies_in(path: Path, folder: Path) -> bool:
    """Is there a file, and does no link lead out of the folder?"""
    return path.is_file() and path.resolve().is_relative_to(folder.resolve())


def _told(error: Exception) -> str:
    """An error in words for people."""
    if isinstance(error, SQLAlchemyError):
        return f"The store cannot be read: {getattr(error, 'orig', None) or error}."
    if isinstance(error, OSError):
        return f"{error.filename or 'A file'} cannot be read: {error.strerror or error}."
    return str(error)


# --- the server


def serve(
    bench: Bench,
    asked: Asked = Asked(),  # noqa: B008 - frozen
    language: Language = "en",
    *,
    port: int | None = None,
    ready: Callable[[str], object] = lambda _address: None,
    progress: Progress = silent,
) -> None:
    """Serves the pages of a bench to this computer, until Ctrl-C.

    Args:
        bench: whose items and runs.
        asked: which of them.
        language: of the pages that open first.
        port: 0 takes any that is free; 8765 or the next free one unless given.
        ready: told the address, once there is something to see.
        progress: told of each item gathered before that.

    Raises:
        OptotypeError: there is nothing to show, or the port is taken.
    """
    with listen(port, PORT) as listener:
        live = Live(bench, asked, language)
        try:
            live.begin(progress)
            server = server_of(live)
            ready(f"http://{HOST}:{listener.getsockname()[1]}/")
            with suppress(KeyboardInterrupt):  # which the server raises again, after it has ended in good order
                server.run(sockets=[listener])
        finally:
            live.close()


def server_of(live: Live) -> uvicorn.Server:
    """The web server of pages that have begun."""
    import uvicorn

    app = _App(live)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        loop="asyncio",
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    app.ends = lambda: server.should_exit
    return server


_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "tex": "text/x-tex; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "woff2": "font/woff2",
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "bmp": "image/bmp",
    "zip": "application/zip",
    "": "text/plain; charset=utf-8",
}
"""By how an address ends."""

_POLICIES = {
    "html": f"{web.POLICY}; frame-ancestors 'none'",
    "svg": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # data files are scripts, which a page of another site could load and read
    "Cross-Origin-Resource-Policy": "same-origin",
}


class _App:
    """Answers requests."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self.ends: Callable[[], bool] = lambda: False
        """Does the server want to end? Listeners are let go then."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.concurrency import run_in_threadpool
        from starlette.requests import Request

        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        refused = _refused(request)
        if refused is not None:
            response = refused
        elif scope["path"] == "/live" and request.method == "GET":
            response = self._listening(request)
        else:
            response = await run_in_threadpool(self._answer, request)
        await response(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        address = str(request.scope["path"]).removeprefix("/") or "index.html"
        try:
            content = self._live.find(address)
            trouble = self._live.news.trouble
        except OptotypeError as error:
            content, trouble = b"", str(error)
        ending = Path(address).suffix.removeprefix(".")
        if content is None and address == "favicon.ico":  # browsers ask for it, whatever a page says
            return _sent(b"", 204, "", "no-cache")
        if content is None:
            return self._notice(404, "missing", address)
        if trouble and (ending == "html" or not content):
            return self._notice(503, "trouble", trouble)
        return _file(content, request, ending, _caching(address))

    def _notice(self, status: int, kind: str, detail: str) -> Response:
        """A small page that says why there is nothing else."""
        words = Words(self._live.language, "optotype.report")
        text = (
            web.environment("optotype.report")
            .get_template("_notice.html")
            .render(
                words=words,
                kind=kind,
                detail=detail[:1000],
                policy=web.POLICY,
                bench_title=self._live.bench.settings.bench.title,
                live=self._live.news.version if kind == "missing" else "",
            )
        )
        return _sent(text.encode(errors="replace"), status, "html", "no-store")

    def _listening(self, request: Request) -> Response:
        from starlette.responses import StreamingResponse

        headers = {**_HEADERS, "Cache-Control": "no-store"}
        return StreamingResponse(self._tell(request), media_type="text/event-stream", headers=headers)

    async def _tell(self, request: Request) -> AsyncIterator[bytes]:
        """News as server-sent events, as long as somebody listens."""
        import asyncio

        told, heard = None, 0.0
        while not self.ends() and not await request.is_disconnected():
            if (news := self._live.news) != told:
                told, heard = news, time.monotonic()
                yield f"data: {json.dumps(asdict(news), ensure_ascii=True)}\n\n".encode()
            elif time.monotonic() - heard > _HEARTBEAT:
                heard = time.monotonic()
                yield b": still here\n\n"
            await asyncio.sleep(GLANCE)


def _refused(request: Request) -> Response | None:
    """What is never answered: other names than loopback's, and requests that would change something."""
    if not LOOPBACK.fullmatch(request.headers.get("host", "")):
        text = f"This server answers to {HOST} and localhost only.\n"
        return _sent(text.encode(), 421, "", "no-store")
    if request.method not in ("GET", "HEAD"):
        response = _sent(b"Pages can be looked at, and nothing else: GET or HEAD.\n", 405, "", "no-store")
        response.headers["Allow"] = "GET, HEAD"
        return response
    return None


def _caching(address: str) -> str:
    if address.startswith("data/"):
        return "no-store"
    if address.startswith(("pictures/", "thumbnails/")):
        return "private, max-age=86400"  # their names tell their content
    return "no-cache"


def _file(content: bytes, request: Request, ending: str, caching: str) -> Response:
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    asked = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    same = tag in asked or "*" in asked
    response = _sent(b"" if same else content, 304 if same else 200, ending, caching)
    response.headers["ETag"] = tag
    return response


def _sent(content: bytes, status: int, ending: str, caching: str) -> Response:
    from starlette.responses import Response

    headers = {**_HEADERS, "Cache-Control": caching}
    if ending in _POLICIES:
        headers["Content-Security-Policy"] = _POLICIES[ending]
    return Response(content, status, headers, _TYPES.get(ending, "application/octet-stream"))
