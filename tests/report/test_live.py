"""The live server: the bytes of a written report, pages that follow the store, and nothing else."""

from __future__ import annotations

import http.client
import shutil
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy.exc import OperationalError

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.records import Answer, Collection, Gold, Item, Noun, Picture, Respondent, Run, Score, State, YesNo
from optotype.report import MARK, live, pairs
from optotype.report.board import Asked, Board, Entry, gather
from optotype.report.chunks import shown_as
from optotype.report.live import LIVE_PARTS, Live, server_of
from optotype.report.site import Site
from optotype.running import under_way
from optotype.store import Store
from optotype.web.serving import listen
from optotype.web.words import Language
from tests.browsing import leave, serious
from tests.items import an_item
from tests.report.benches import WHEN
from tests.samples import png
from tests.serving import running

T = TypeVar("T")


@dataclass
class Served:
    """A server that runs."""

    live: Live
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, address: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        """The answer to a request whose path is sent as it is given, read to its end."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, address, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        response.body = response.read()  # type: ignore[attr-defined]
        connection.close()
        return response

    def get(self, address: str, **headers: str) -> tuple[int, bytes]:
        response = self.ask(address, **headers)
        return response.status, body(response)


def body(response: http.client.HTTPResponse) -> bytes:
    return cast("bytes", response.body)  # type: ignore[attr-defined]


@contextmanager
def serving(
    bench: Workbench,
    asked: Asked = Asked(),  # noqa: B008
    *,
    language: Language = "en",
    port: int = 0,
    hurried: bool = True,
) -> Generator[Served]:
    """Serves a bench from a thread, until the test has seen enough.

    It looks for changes more often than people need, unless that would have a change come in two parts: what was
    written, and that its event is over.
    """
    pages = Live(bench, asked, language)
    with pytest.MonkeyPatch.context() as patch:
        if hurried:
            patch.setattr(live, "PAUSE", live.PAUSE / 10)
            patch.setattr(live, "GLANCE", live.GLANCE / 5)
        pages.begin()
        try:
            with socket.create_server(("127.0.0.1", port)) as listener, running(server_of(pages), listener):
                yield Served(pages, listener.getsockname()[1])
        finally:
            pages.close()


@contextmanager
def left(page: Page) -> Generator[None]:
    """Leaves the page before its server ends: a connection that is lost is an error in the browser's eyes."""
    yield
    leave(page)


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """Pages are made anew before they change, which takes a while on a computer that is busy."""
    expect.set_options(timeout=20_000)
    yield
    expect.set_options(timeout=5_000)


@pytest.fixture(scope="module")
def served(bench_of_all: Workbench) -> Iterator[Served]:
    """The bench of all forms; tests only look at it."""
    with serving(bench_of_all) as served:
        yield served


# --- a bench that somebody is being asked about

ITEMS = 40
RUN = Run(
    id="slow",
    respondent="acme/slow",
    settings={"selection": {"split": None, "form": None, "collection": None, "tags": {}, "limit": None}},
    started=WHEN,
)


@pytest.fixture
def quiz(tmp_path: Path) -> Iterator[Workbench]:
    """Forty questions to which the answer is yes, and one run that had 8 of 10 right."""
    with init(tmp_path / "quiz", title="Quiz") as bench:
        put(bench, *(noun for number in range(ITEMS) for noun in question(number)))
        put(bench, *answered("quick", "acme/quick", "yynyyyyyny"))
        put(bench, Run(id="quick", respondent="acme/quick", started=WHEN, ended=WHEN))
        yield bench


def question(number: int) -> tuple[Item, Gold]:
    item = an_item(
        f"quiz/{number}",
        YesNo(),
        question=f"Is it number {number}?",
        cluster=str(number),
        tags={"skill": ("counting" if number % 2 else "geometry",), "level": (str(1 + number % 4),)},
    )
    return item, Gold(item=item.id, accepted=(True,), rule="imported")


def answered(run: str, respondent: str, said: str, first: int = 0) -> list[Noun]:
    """Answers and scores of a run: y is right, n is wrong."""
    nouns: list[Noun] = [Respondent(id=respondent, kind="model")]
    for number, letter in enumerate(said, first):
        item, value = f"quiz/{number}", letter == "y"
        nouns.append(
            Answer(
                id=f"{run}:{item}",
                item=item,
                respondent=respondent,
                run=run,
                state=State.GIVEN,
                value=value,
                raw="yes" if value else "no",
            )
        )
        nouns.append(Score(item=item, run=run, metric="accuracy", signature="accuracy/1", value=float(value)))
    return nouns


def put(bench: Workbench, *nouns: Noun) -> None:
    with bench.store.event("test") as writer:
        writer.put(*nouns)


def until(true: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.05)


def at_once(count: int, act: Callable[[], T]) -> list[T]:
    """What comes of doing the same many times at the same time."""
    with ThreadPoolExecutor(max_workers=count) as threads:
        return [waiting.result() for waiting in [threads.submit(act) for _ in range(count)]]


# --- the same bytes


def same_bytes(written: Path, served: Served) -> set[str]:
    """Holds every file of a report against what is served; gives back which folders and pages there were."""
    files = [file for file in written.rglob("*") if file.is_file() and file.name != MARK]
    for file in files:
        address = file.relative_to(written).as_posix()
        status, content = served.get(f"/{address}")
        assert status == 200, address
        if address.endswith(".html"):
            assert len(LIVE_PARTS.findall(content)) == 2, address
            content = LIVE_PARTS.sub(rb"\1", content)
        assert content == file.read_bytes(), address
    return {file.relative_to(written).parts[0] for file in files}


@pytest.mark.slow
def test_every_file_of_a_written_report_is_served_with_the_same_bytes(bench_of_some: Workbench, printed: Path) -> None:
    folders = {"data", "assets", "pictures", "tables", "plots"}
    with serving(bench_of_some) as served:
        assert same_bytes(printed, served) >= {"index.html", "index.ru.html", *folders}


def test_a_report_in_russian_of_some_items_is_served_with_the_same_bytes(
    bench_of_some: Workbench, tmp_path: Path
) -> None:
    written = bench_of_some.report(tmp_path / "report", split="val", runs=["acme/vision-large"], language="ru").folder
    with serving(bench_of_some, Asked(split="val", runs=("acme/vision-large",)), language="ru") as served:
        assert same_bytes(written, served) >= {"index.html", "index.en.html", "plots"}


def test_only_the_script_and_the_version_make_a_page_live() -> None:
    page = b'<head>\n<script src="assets/live.js" defer></script>\n</head>\n<body data-page="tags" data-live="12ab">\n'
    assert LIVE_PARTS.sub(rb"\1", page) == b'<head>\n</head>\n<body data-page="tags">\n'


def test_the_bare_address_is_the_first_page(served: Served) -> None:
    assert served.get("/") == served.get("/index.html")


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/index.html", "text/html; charset=utf-8"),
        ("/assets/optotype.js", "text/javascript; charset=utf-8"),
        ("/assets/optotype.css", "text/css; charset=utf-8"),
        ("/assets/inter-latin-wght-normal.woff2", "font/woff2"),
        ("/assets/FONT-LICENSE", "text/plain; charset=utf-8"),
        ("/data/items/0.js", "text/javascript; charset=utf-8"),
        ("/tables/leaderboard.csv", "text/csv; charset=utf-8"),
    ],
)
def test_files_say_what_they_are(served: Served, address: str, kind: str) -> None:
    response = served.ask(address)
    assert response.status == 200
    assert response.headers["Content-Type"] == kind
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_pages_come_with_their_policy(served: Served) -> None:
    for address in ("/", "/nothing"):
        policy = served.ask(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy


def test_a_file_that_is_known_is_not_sent_again(served: Served) -> None:
    first = served.ask("/index.html")
    again = served.ask("/index.html", If_None_Match=first.headers["ETag"])
    assert (again.status, body(again)) == (304, b"")
    assert served.ask("/index.html", If_None_Match=f'"other", W/{first.headers["ETag"]}').status == 304
    assert served.ask("/index.html", If_None_Match='"other"').status == 200


def test_data_is_never_kept_by_browsers_and_pictures_are(served: Served, written: Path) -> None:
    picture = next(file for file in (written / "pictures").rglob("*.png")).relative_to(written).as_posix()
    assert served.ask("/data/items/0.js").headers["Cache-Control"] == "no-store"
    assert served.ask("/index.html").headers["Cache-Control"] == "no-cache"
    assert "max-age" in served.ask(f"/{picture}").headers["Cache-Control"]


def test_head_tells_the_length_and_sends_nothing(served: Served) -> None:
    whole = served.ask("/tables/leaderboard.csv")
    head = served.ask("/tables/leaderboard.csv", "HEAD")
    assert (head.status, body(head)) == (200, b"")
    assert head.headers["Content-Length"] == str(len(body(whole)))


# --- nothing else


@pytest.mark.parametrize(
    "address",
    [
        "/nothing",
        "/optotype.toml",
        "/optotype.db",
        "/../optotype.toml",
        "/..%2foptotype.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/pictures/../optotype.toml",
        "/pictures/..%2f..%2foptotype.toml",
        "/pictures/00/" + 64 * "0" + ".png",
        "/pictures/00/..%2f..%2foptotype.toml",
        "/thumbnails/..%5c..%5coptotype.db",
        "/plots/..%2f..%2foptotype.toml",
        "/plots/leaderboard.toml",
        "/assets/../live.py",
        "/assets/",
        "/data/items/99999.js",
        "/data/items/-1.js",
        "/data/items/00.js",
        "/data/items/0.js%00.html",
        "/data/items/%D9%A3.js",
        "/index.html/",
        "/" + 3000 * "a",
    ],
)
def test_what_a_report_does_not_have_is_not_served(served: Served, address: str) -> None:
    status, content = served.get(address)
    assert status == 404
    assert b"There is no such page" in content
    assert b"[bench]" not in content


def test_a_hostile_address_is_a_text_on_the_page(served: Served) -> None:
    _, content = served.get("/%3Cscript%3Ealert(1)%3C/script%3E")
    assert b"<script>alert" not in content
    assert b"&lt;script&gt;alert" in content


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "0.0.0.0", "", "a@localhost"]
)
def test_other_names_than_loopback_are_refused(served: Served, host: str) -> None:
    for address in ("/", "/data/items/0.js", "/live", "/nothing"):
        status, content = served.get(address, Host=host)
        assert status == 421
        assert b"localhost only" in content


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8765", "[::1]:8765"])
def test_all_names_of_loopback_are_answered(served: Served, host: str) -> None:
    assert served.get("/", Host=host)[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_can_be_changed(served: Served, method: str) -> None:
    response = served.ask("/", method)
    assert response.status == 405
    assert response.headers["Allow"] == "GET, HEAD"


def test_only_this_computer_is_served() -> None:
    with listen(0, live.PORT) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_page_of_another_site_cannot_read_the_data(served: Served, blank: Page, tmp_path: Path) -> None:
    script = (
        f'<script src="{served.url}/data/items/0.js" onload="document.title=`read`" onerror="document.title=`kept`">'
    )
    (tmp_path / "index.html").write_text(f"<script>optotype = {{arrive() {{}}}}</script>{script}</script>")
    handler = partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        blank.goto(f"http://127.0.0.1:{other.server_port}/")
        expect(blank).to_have_title("kept")
        other.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


# --- pictures


def pictured(bench: Workbench, content: bytes) -> Picture:
    facts = bench.cabinet.keep(content)
    picture = Picture(
        id=f"quiz/{facts.file}",
        collection="quiz",
        name="picture",
        file=facts.file,
        media_type=facts.media_type,
        width=facts.width,
        height=facts.height,
        size=facts.size,
    )
    item = question(ITEMS)[0].model_copy(update={"pictures": (picture.id,)})
    put(bench, picture, item)
    return picture


def test_large_pictures_have_thumbnails_and_tiff_becomes_png(quiz: Workbench, tmp_path: Path) -> None:
    from PIL import Image

    Image.effect_noise((900, 700), 90).save(tmp_path / "large.png")
    pictured(quiz, (tmp_path / "large.png").read_bytes())
    pictured(quiz, png("teal", kind="TIFF"))
    put(quiz, question(ITEMS)[0].model_copy(update={"pictures": tuple(p.id for p in quiz.store.each(Picture))}))
    folder = quiz.report(tmp_path / "report").folder
    shutil.rmtree(quiz.folder / "thumbnails")
    with serving(quiz) as served:
        files = [file for name in ("pictures", "thumbnails") for file in (folder / name).rglob("*") if file.is_file()]
        assert sorted(file.suffix for file in files) == [".png", ".png", ".webp"]
        for file in files:
            assert served.get(f"/{file.relative_to(folder).as_posix()}") == (200, file.read_bytes())


def test_many_may_ask_for_the_same_thumbnail_at_once(quiz: Workbench, tmp_path: Path) -> None:
    from PIL import Image

    Image.effect_noise((900, 700), 90).save(tmp_path / "large.png")
    picture = pictured(quiz, (tmp_path / "large.png").read_bytes())
    with serving(quiz) as served:
        address = f"/thumbnails/{(picture.file or '')[:2]}/{picture.file}.webp"
        assert {status for status, _ in at_once(12, lambda: served.get(address))} == {200}


def test_a_link_that_leads_out_of_the_bench_is_not_followed(quiz: Workbench, tmp_path: Path) -> None:
    picture = pictured(quiz, png("olive"))
    path = quiz.path(picture)
    assert path is not None
    with serving(quiz) as served:
        assert served.get(f"/pictures/{shown_as(picture)}")[0] == 200
        path.unlink()
        (tmp_path / "secret.png").write_bytes(b"secret")
        path.symlink_to(tmp_path / "secret.png")
        assert served.get(f"/pictures/{shown_as(picture)}")[0] == 404


# --- following the store


def test_a_request_after_a_change_shows_it(quiz: Workbench) -> None:
    with serving(quiz) as served:
        assert b"acme/slow" not in served.get("/")[1]
        put(quiz, RUN, *answered("slow", "acme/slow", "yn"))
        until(lambda: b"acme/slow" in served.get("/")[1])
        assert b"acme/slow" in served.get("/tables/leaderboard-2.csv")[1]  # who was asked about other items


def test_a_chunk_reads_its_own_items_only(bench_of_all: Workbench, served: Served) -> None:
    last = [item.id for item in bench_of_all.items()][100:]
    read: list[str] = []
    get_all, each = Store.get_all, Store.each

    def watched_get_all(store: Store, noun: type[Any], ids: Any) -> Any:
        ids = list(ids)
        read.extend(ids if noun is Item else ())
        return get_all(store, noun, ids)

    def watched_each(store: Store, noun: type[Any], *arguments: Any) -> Any:
        read.extend(["all"] if noun is Item else ())
        return each(store, noun, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "get_all", watched_get_all)
        patch.setattr(Store, "each", watched_each)
        assert served.get("/data/items/1.js")[0] == 200
    assert read == last


def test_pairs_of_runs_are_worked_out_when_somebody_asks(quiz: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(quiz)
    made: list[tuple[str, str]] = []
    paired = pairs._paired  # pyright: ignore[reportPrivateUsage]

    def watched(board: Board, a: Entry, b: Entry, *rest: Any) -> pairs.Paired:
        made.append((a.run.id, b.run.id))
        return paired(board, a, b, *rest)

    monkeypatch.setattr(pairs, "_paired", watched)
    with serving(quiz, hurried=False) as served:
        numbers = {entry.run.id: entry.number for entry in gather(quiz, Asked()).entries}
        assert served.get("/compare.html")[0] == served.get("/tables/leaderboard.csv")[0] == 200
        put(quiz, *together("yynnnnnnnn", first=10))
        until(lambda: b"50.0" in served.get("/index.html")[1])
        assert made == []
        for file in (f"/data/pairs/{numbers['a']}-{numbers['c']}.js", "/tables/compare-acme-a-vs-acme-c.csv"):
            assert served.get(file)[0] == 200
            assert made == [("a", "c")]
        assert {status for status, _ in at_once(6, lambda: served.get("/plots/compare-acme-a-vs-acme-c.pdf"))} == {200}
        assert made == [("a", "c")]
        assert served.get("/tables/compare-acme-a-vs-acme-d.csv")[0] == 404


def test_requests_during_a_rebuild_get_the_old_pages(quiz: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go = threading.Event(), threading.Event()
    at_work: list[int] = []

    def slowly(*arguments: Any, **options: Any) -> Any:
        at_work.append(1)
        assert sum(at_work) == 1, "two rebuilds at the same time"
        begun.set()
        go.wait(20)
        board = gather(*arguments, **options)
        at_work.append(-1)
        return board

    with serving(quiz) as served:
        before = served.get("/")
        monkeypatch.setattr(live, "gather", slowly)
        put(quiz, RUN, *answered("slow", "acme/slow", "yn"))
        until(lambda: served.live.news and begun.is_set())
        began = time.monotonic()
        assert set(at_once(60, lambda: served.get("/"))) == {before}
        assert time.monotonic() - began < 10
        go.set()
        until(lambda: b"acme/slow" in served.get("/")[1])


def test_a_store_that_changes_while_it_is_read_is_read_again(quiz: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def disturbed(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            put(quiz, *question(ITEMS))
            raise IndexError("an item that was not there before")
        return gather(*arguments, **options)

    with serving(quiz, hurried=False) as served:
        monkeypatch.setattr(live, "gather", disturbed)
        put(quiz, RUN, *answered("slow", "acme/slow", "yn"))
        until(lambda: b"acme/slow" in served.get("/")[1])
        assert served.live.news.trouble == ""
        assert len(calls) == 2


def test_news_tell_how_far_runs_are(quiz: Workbench) -> None:
    put(quiz, RUN, *answered("slow", "acme/slow", "yny"))
    unknown = Run(id="other", respondent="acme/other", started=WHEN)
    put(quiz, unknown)
    with under_way(quiz, "slow"), under_way(quiz, "other"), serving(quiz) as served:
        assert [(run.name, run.done, run.total) for run in served.live.news.runs] == [
            ("acme/slow", 3, ITEMS),
            ("acme/other", 0, None),
        ]
        put(quiz, *answered("slow", "acme/slow", "yyyy", first=3), unknown.model_copy(update={"ended": WHEN}))
        until(lambda: [(run.name, run.done) for run in served.live.news.runs] == [("acme/slow", 7)])


def test_a_run_that_was_killed_is_not_under_way(quiz: Workbench) -> None:
    put(quiz, RUN, *answered("slow", "acme/slow", "yny"))
    with serving(quiz) as served:
        assert served.live.news.runs == ()


def test_only_runs_that_were_asked_for_are_told_of(quiz: Workbench) -> None:
    put(quiz, RUN, *answered("slow", "acme/slow", "yny"))
    with under_way(quiz, "slow"), serving(quiz, Asked(runs=("quick",))) as served:
        assert served.live.news.runs == ()


def test_an_empty_bench_says_what_to_do(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="optotype import"):
        Live(bench).begin()


# --- when things go wrong


def test_a_bench_that_is_taken_away_and_comes_back(quiz: Workbench, tmp_path: Path) -> None:
    with serving(quiz) as served:
        before = served.get("/")
        quiz.folder.rename(tmp_path / "elsewhere")
        until(lambda: served.get("/")[0] == 503)
        assert "is not a bench any more" in served.get("/")[1].decode()
        assert served.get("/assets/optotype.css")[0] == 200
        assert not quiz.folder.exists()
        (tmp_path / "elsewhere").rename(quiz.folder)
        until(lambda: served.get("/") == before)


def test_another_bench_in_the_same_place_is_the_one_that_is_shown(quiz: Workbench, tmp_path: Path) -> None:
    shutil.copytree(quiz.folder, tmp_path / "copy")
    with serving(quiz) as served:
        shutil.rmtree(quiz.folder)
        until(lambda: served.get("/")[0] == 503)
        with sqlite3.connect(tmp_path / "copy" / "optotype.db") as database:
            database.execute("UPDATE runs SET body = replace(body, 'acme/quick', 'acme/other')")
        database.close()
        shutil.copytree(tmp_path / "copy", quiz.folder)
        until(lambda: b"acme/other" in served.get("/")[1])


def test_a_store_that_is_locked_is_told(quiz: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(_store: Store) -> str:
        raise OperationalError("SELECT 1", {}, sqlite3.OperationalError("database is locked"))

    with serving(quiz) as served:
        monkeypatch.setattr(Store, "version", locked)
        until(lambda: served.get("/")[0] == 503)
        assert "The store cannot be read: database is locked." in served.get("/")[1].decode()
        monkeypatch.undo()
        until(lambda: served.get("/")[0] == 200)


def test_a_page_that_cannot_be_made_does_not_end_the_server(
    quiz: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    with serving(quiz) as served:
        monkeypatch.setattr(live, "gather", broken)
        put(quiz, RUN, *answered("slow", "acme/slow", "yn"))
        until(lambda: served.get("/")[0] == 503)
        assert "a mistake of ours" in served.get("/")[1].decode()
        assert "Traceback" in caplog.text
        monkeypatch.undo()
        until(lambda: b"acme/slow" in served.get("/")[1])


def test_items_that_are_removed_are_not_mistaken_for_others(quiz: Workbench) -> None:
    with serving(quiz) as served:
        assert served.get("/data/items/0.js")[0] == 200
        served.live.close()  # as in the moment before the pages are made anew
        with quiz.store.event("test") as writer:
            writer.write(remove={Item: ["quiz/3"]})
        status, content = served.get("/data/items/0.js")
        assert status == 503
        assert "removed" in content.decode()


def test_listeners_are_let_go_when_the_server_ends(quiz: Workbench) -> None:
    with serving(quiz) as served:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
        connection.request("GET", "/live")
        response = connection.getresponse()
        assert response.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert response.readline().startswith(b'data: {"version": ')
        began = time.monotonic()
    assert time.monotonic() - began < 3
    connection.close()


# --- in a browser


def together(said: str, first: int = 0) -> list[Noun]:
    """What three runs that are under way are told at the same time; each knows a little less than the one before."""
    wrong = [said, said.replace("y", "n", 1), said.replace("y", "n", 3)]
    return [
        noun for name, some in zip("abc", wrong, strict=True) for noun in answered(name, f"acme/{name}", some, first)
    ]


def begin(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        for noun in (Answer, Score):
            writer.clear(noun, {"run": "quick"})
        writer.put(*(RUN.model_copy(update={"id": name, "respondent": f"acme/{name}"}) for name in "abc"))
        writer.put(*together("yyyyyyyynn"))


def in_store(bench: Workbench, run: str) -> str:
    """The accuracy as the scores in the store have it."""
    values = [score.value for score in bench.store.each(Score, {"run": run}) if score.value is not None]
    return f"{100 * sum(values) / len(values):.1f}"


def row(page: Page, name: str) -> Locator:
    return page.locator("table.leaderboard tbody tr").filter(has_text=name)


def test_figures_follow_a_run_without_a_reload(quiz: Workbench, page: Page) -> None:
    put(quiz, RUN, *answered("slow", "acme/slow", "yyny"))
    with under_way(quiz, "slow"), serving(quiz) as served, left(page):
        page.goto(served.url)
        page.evaluate("window.sameDocument = true")
        expect(row(page, "acme/slow")).to_contain_text("75.0")
        expect(page.locator("#live")).to_contain_text("acme/slow")
        expect(page.locator("#live")).to_contain_text(f"4 of {ITEMS}")
        expect(page.locator("#live")).to_have_attribute("data-state", "live")

        def asking() -> None:
            with quiz.store.event("eval") as writer:
                for first in range(4, ITEMS, 4):
                    writer.write(add=answered("slow", "acme/slow", "yynn", first))
                    time.sleep(0.05)
                writer.put(RUN.model_copy(update={"ended": WHEN, "totals": {"seconds": 3.0}}))

        writer = threading.Thread(target=asking)
        writer.start()
        expect(row(page, "acme/slow")).not_to_contain_text("75.0")
        writer.join()
        assert in_store(quiz, "slow") == "52.5"  # 3 of the first four, and 2 of four nine times: 21 of 40
        expect(row(page, "acme/slow")).to_contain_text("52.5")
        expect(page.locator("#live")).not_to_contain_text("acme/slow")
        expect(page.locator("[role=status].unseen")).to_have_text("acme/slow is done")
        assert page.evaluate("window.sameDocument") is True


def test_what_the_reader_did_stays(quiz: Workbench, page: Page) -> None:
    begin(quiz)
    with serving(quiz) as served, left(page):
        page.set_viewport_size({"width": 500, "height": 400})
        page.goto(f"{served.url}/index.html#round-1")
        page.locator("#theme").click()
        theme = page.locator("html").get_attribute("data-theme")
        table = page.locator("#table-leaderboard")
        respondent = table.locator("th button").filter(has_text="respondent")
        respondent.click()
        respondent.click()
        assert [name[:6] for name in table.locator("tbody th").all_inner_texts()] == ["acme/c", "acme/b", "acme/a"]
        page.evaluate("scrollTo(0, 120); document.querySelector('.scroll').scrollLeft = 60")
        expect(respondent).to_be_focused()
        put(quiz, *together("yynnnnnnnn", first=10))
        expect(row(page, "acme/a")).to_contain_text("50.0")  # 10 of 20
        assert in_store(quiz, "a") == "50.0"
        assert [name[:6] for name in table.locator("tbody th").all_inner_texts()] == ["acme/c", "acme/b", "acme/a"]
        expect(table.locator("th[aria-sort]")).to_have_text("respondent")
        expect(respondent).to_be_focused()
        assert page.evaluate("[scrollY, document.querySelector('.scroll').scrollLeft]") == [120, 60]
        assert page.locator("html").get_attribute("data-theme") == theme
        assert page.url.endswith("#round-1")
        respondent.click()  # the table that came sorts as well
        expect(table.locator("th[aria-sort]")).to_have_count(0)


def test_what_did_not_change_is_left_alone(quiz: Workbench, page: Page) -> None:
    begin(quiz)
    with serving(quiz) as served, left(page):
        page.goto(served.url)
        page.evaluate("document.querySelector('#table-leaderboard').kept = document.querySelector('h1').kept = true")
        put(quiz, *together("yynnnnnnnn", first=10))
        expect(row(page, "acme/a")).to_contain_text("50.0")
        assert page.evaluate(
            "[document.querySelector('#table-leaderboard').kept, document.querySelector('h1').kept]"
        ) == [
            True,
            True,
        ]


def test_details_that_are_open_stay_open(quiz: Workbench, page: Page) -> None:
    page.route(
        "**/index.html",
        lambda route: route.fulfill(
            content_type="text/html",
            body=page_with_folds("one"),
        ),
    )
    with serving(quiz) as served, left(page):
        page.goto(f"{served.url}/index.html")
        page.locator("summary").nth(1).click()
        page.unroute("**/index.html")
        page.route(
            "**/index.html", lambda route: route.fulfill(content_type="text/html", body=page_with_folds("two", "three"))
        )
        put(quiz, RUN)
        expect(page.locator("main")).to_contain_text("three")
        assert page.evaluate("[...document.querySelectorAll('details')].map((fold) => fold.open)") == [False, True]


def page_with_folds(*texts: str) -> str:
    parts = "".join(f"<p>{text}</p>" for text in texts)
    folds = "<details><summary>first</summary>1</details><details><summary>second</summary>2</details>"
    return f"""<!doctype html><html lang="en"><title>folds</title><script src="assets/optotype.js"></script>
        <script src="assets/words.en.js"></script><script src="assets/live.js" defer></script>
        <body data-page="x" data-live="{texts[-1]}"><div class="nav"></div><div class="tools"></div>
        <main>{parts}{folds}</main></body></html>"""


def test_what_scripts_draw_is_left_alone_and_they_are_told(quiz: Workbench, page: Page) -> None:
    drawn = page_with_folds("one").replace("<body", '<script src="assets/own.js" defer></script><body')
    drawn = drawn.replace("<main>", "<main data-drawn>")
    own = """
      window.first = optotype.load("items/0");
      document.addEventListener("optotype:changed", async () => {
        window.later = (await optotype.load("items/0")).items.length;
      });"""
    page.route("**/index.html", lambda route: route.fulfill(content_type="text/html", body=drawn))
    page.route("**/own.js", lambda route: route.fulfill(content_type="text/javascript", body=own))
    with serving(quiz) as served, left(page):
        page.goto(f"{served.url}/index.html")
        assert page.evaluate("first.then((data) => data.items.length)") == ITEMS
        page.evaluate("document.querySelector('main').textContent = 'mine'")
        put(quiz, *question(ITEMS))
        page.wait_for_function(f"window.later === {ITEMS + 1}")
        assert page.inner_text("main") == "mine"


def test_a_pair_of_runs_follows_them_and_stays_chosen(quiz: Workbench, page: Page) -> None:
    begin(quiz)
    with serving(quiz, hurried=False) as served, left(page):
        page.goto(f"{served.url}/compare.html")
        page.evaluate("window.sameDocument = true")
        expect(page.locator("#difference")).to_have_text("\N{MINUS SIGN}10.0")  # a has 8 of 10 right, b has 7
        assert [page.input_value(f"#run-{letter}") for letter in "ab"] == ["a", "b"]
        field = page.locator("table.matrix a[aria-current]").first
        assert field.inner_text().strip("+\N{MINUS SIGN}") == "10.0"
        fold = page.locator("details.tag").filter(has_text="level")
        folds = page.locator("details.tag").evaluate_all("(folds) => folds.map((fold) => fold.open)")
        fold.locator("summary").click()
        page.locator("a.corner").first.focus()
        page.evaluate("scrollTo(0, 200)")
        put(quiz, *answered("a", "acme/a", "n" * 10, 10), *answered("b", "acme/b", "y" * 10, 10))
        put(quiz, *answered("c", "acme/c", "n" * 10, 10))
        # a has 8 of 20 right, b has 17: b is the best now, and stands first in the list
        expect(page.locator("#difference")).to_have_text("+45.0")
        expect(page.locator("#sentence")).to_contain_text("acme/b")
        assert [page.input_value(f"#run-{letter}") for letter in "ab"] == ["a", "b"]
        assert page.locator("#run-a option").first.inner_text() == "acme/b"
        assert page.inner_text(".basis").startswith("20 items")
        expect(page.locator("table.matrix a[aria-current]").first).to_contain_text("45.0")
        now = page.locator("details.tag").evaluate_all("(folds) => folds.map((fold) => fold.open)")
        assert sum(was != is_now for was, is_now in zip(folds, now, strict=True)) == 1
        expect(page.locator("a.corner").first).to_be_focused()
        assert page.evaluate("[scrollY, window.sameDocument]") == [200, True]
        assert page.locator("#result").get_attribute("aria-live") == "off"  # nobody asked, so nothing is read aloud
        page.select_option("#run-b", "c")
        expect(page.locator("#difference")).not_to_have_text("+45.0")
        assert page.locator("#result").get_attribute("aria-live") == "polite"


def test_a_run_that_comes_can_be_compared_at_once(quiz: Workbench, page: Page) -> None:
    begin(quiz)
    with serving(quiz) as served, left(page):
        page.goto(f"{served.url}/compare.html#a=a&b=late")
        expect(page.locator("#result")).to_contain_text("no run called late")
        late = RUN.model_copy(update={"id": "late", "respondent": "acme/late"})
        put(quiz, late, *answered("late", "acme/late", "nnnnnnnnnn"))
        expect(page.locator("#difference")).to_have_text("\N{MINUS SIGN}80.0")
        assert page.input_value("#run-b") == "late"


def test_the_page_of_the_benchmark_follows_and_copies_citations_that_came(quiz: Workbench, page: Page) -> None:
    with serving(quiz, hurried=False) as served, left(page):
        page.goto(f"{served.url}/benchmark.html")
        page.evaluate("window.sameDocument = true")
        fact = page.locator(".fact").filter(has_text="items").first.locator("b")
        expect(fact).to_have_text(str(ITEMS))
        expect(page.locator("[data-copy]")).to_have_count(1)
        put(quiz, *question(ITEMS), Collection(id="other", format="scivqa", title="Other", url="https://example.org/"))
        expect(fact).to_have_text(str(ITEMS + 1))
        expect(page.locator("[data-copy]:visible")).to_have_count(2)
        page.locator("[data-copy]").last.click()
        expect(page.locator("#copied")).not_to_be_empty()
        assert page.evaluate("window.sameDocument") is True


def test_one_file_of_data_is_forgotten_without_those_whose_names_begin_like_it(served: Served, page: Page) -> None:
    with left(page):
        page.goto(f"{served.url}/items.html")
        expect(page.locator("#item")).to_have_attribute("aria-busy", "false")
        kept = """async () => {
          for (const name of ["items/1", "items/10"]) { optotype.arrive(name, name); await optotype.load(name); }
          optotype.forget("items/1");
          return [await optotype.load("items/10"), await optotype.load("items/1")];
        }"""
        ten, one = page.evaluate(kept)
        assert ten == "items/10"
        assert one != "items/1"  # the server was asked again


def names_of_pages(bench: Workbench) -> set[str]:
    return {name for name, _ in Site(gather(bench, Asked())).html() if not name.endswith(".ru.html")}


def test_pages_that_need_runs_appear_by_themselves(quiz: Workbench, browser: Browser) -> None:
    with quiz.store.event("test") as writer:
        writer.clear(Score, {"run": "quick"})
    before = names_of_pages(quiz)
    scores = answered("quick", "acme/quick", "ynny")
    put(quiz, *scores)
    came = sorted(names_of_pages(quiz) - before)
    assert came
    with quiz.store.event("test") as writer:
        writer.clear(Score, {"run": "quick"})
    with serving(quiz) as served:
        first, absent = browser.new_page(), browser.new_page()
        first.goto(served.url)
        absent.goto(f"{served.url}/{came[0]}")
        expect(absent.locator("h1")).to_have_text("There is no such page")
        expect(first.locator(".nav a")).to_have_count(len(before))
        put(quiz, *scores)
        expect(first.locator(".nav a")).to_have_count(len(before) + len(came))
        expect(absent.locator(f".nav a[aria-current][href='{came[0]}']")).to_have_count(1)
        first.close()
        absent.close()


def test_a_server_that_is_gone_is_told_and_found_again(quiz: Workbench, browser: Browser) -> None:
    page = browser.new_page()  # its clock stays for as long as the window
    page.clock.install()
    with serving(quiz) as served:
        page.goto(served.url)
        expect(page.locator("#live")).to_contain_text("live")
    in_time(page, lambda: page.locator("#live").inner_text().startswith("connection lost, trying again"))
    expect(page.locator("[role=status].unseen")).to_have_text("connection lost, trying again")
    put(quiz, RUN.model_copy(update={"ended": WHEN}), *answered("slow", "acme/slow", "yyny"))
    with serving(quiz, port=served.port):
        in_time(page, lambda: page.locator("#live").get_attribute("data-state") == "live")
        expect(row(page, "acme/slow")).to_contain_text("75.0")
        expect(page.locator("[role=status].unseen")).to_have_text("connected again")
        page.close()


def in_time(page: Page, true: Callable[[], bool]) -> None:
    """Waits until something is true of a page; half a second passes there whenever it is looked at."""

    def looked() -> bool:
        page.clock.run_for(500)
        return true()

    until(looked)


def test_a_bench_that_cannot_be_read_is_told_on_the_page(quiz: Workbench, blank: Page, tmp_path: Path) -> None:
    with serving(quiz) as served:
        blank.goto(served.url)
        quiz.folder.rename(tmp_path / "elsewhere")
        expect(blank.locator("#live")).to_contain_text("the bench cannot be read")
        expect(row(blank, "acme/quick")).to_contain_text("80.0")  # what was shown stays
        blank.reload()
        expect(blank.locator("h1")).to_have_text("The bench cannot be read")
        (tmp_path / "elsewhere").rename(quiz.folder)
        expect(row(blank, "acme/quick")).to_contain_text("80.0")  # and comes back by itself


@pytest.mark.parametrize(("address", "width"), [("/", 1280), ("/", 390), ("/nothing", 390)])
def test_live_pages_are_accessible(quiz: Workbench, blank: Page, address: str, width: int) -> None:
    put(quiz, RUN, *answered("slow", "acme/slow", "yyny"))
    blank.set_viewport_size({"width": width, "height": 800})
    with under_way(quiz, "slow"), serving(quiz) as served:
        blank.goto(f"{served.url}{address}")
        expect(blank.locator("#live")).to_contain_text(f"4 of {ITEMS}")
        assert not serious(blank)
        assert blank.evaluate("document.documentElement.scrollWidth") <= width
