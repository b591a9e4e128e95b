"""How many people can work at once? 50 annotators fetch tasks and hand answers in, for 30 seconds.

    python benchmarks/studio.py [--seconds 30] [--annotators 50] [--items 8000] [--only optotype potato]

Beside Label Studio and Potato, each started from its package, in a virtual environment of its own, one after the other.
All have the same questions with four options, want two people for each, and keep what they keep on this disk (the first
two in SQLite, Potato in files). Every annotator is a different user, signed in before the clock starts; one load
generator, in a process of its own, drives all three as their own pages do: of two ways to fetch and submit, the one
with fewer requests is taken. A task counts when the server has acknowledged it. Afterwards the server is ended, and its
own store is looked into: what was acknowledged and is not there, what one person said twice to one task, and what more
than two people said to one.

`--only large` measures ours alone: 50,000 items, 200 annotators who have done 50,000 tasks; how long the program takes
to answer its first request, and the administrator's pages.
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _peers import machine, python

OVERLAP = 2
PASSWORD = "correct horse battery"
TOKEN = "0123456789abcdef0123456789abcdef01234567"
PATIENCE = 600
"""Seconds for which a server may start, and for which a request may take."""


@dataclass
class Plan:
    """What the load generator is told: where, and who."""

    program: str
    address: str
    seconds: float
    people: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """What each annotator's browser knows: cookies, headers."""
    project: str = ""


@dataclass(frozen=True)
class Driven:
    """What the load generator saw."""

    handed: int
    seconds: float
    spans: list[float]
    """Seconds that each fetch and submit took together."""
    errors: int


@dataclass(frozen=True)
class Kept:
    """What a store holds after the run."""

    answers: int
    twice: int
    """Answers of somebody who had answered the same task already."""
    surplus: int
    """Answers beyond the two that were wanted for each task."""


def kept(pairs: Sequence[tuple[Any, Any]]) -> Kept:
    """Counts pairs of task and person."""
    different = set(pairs)
    people = Counter(task for task, _ in different)
    surplus = sum(max(0, count - OVERLAP) for count in people.values())
    return Kept(len(pairs), len(pairs) - len(different), surplus)


# --- the load generator


class Failed(Exception):
    """A request that did not do what it should."""


async def annotate_ours(session: Any, plan: Plan, person: dict[str, Any], until: float, done: list[float]) -> None:
    headers = person["headers"]
    began = time.perf_counter()
    given = (await _ask(session, "POST", f"/api/projects/{plan.project}/take", headers, json={}))["given"]
    while given is not None and time.monotonic() < until:
        body = {"id": str(uuid.uuid4()), "filled": {"answer": "A"}, "seconds": 1.0}
        given = (await _ask(session, "POST", f"/api/turns/{given['turn']}/hand-in", headers, json=body))["given"]
        done.append(time.perf_counter() - began)
        began = time.perf_counter()


async def annotate_label_studio(
    session: Any, plan: Plan, person: dict[str, Any], until: float, done: list[float]
) -> None:
    headers = person["headers"]
    result = [{"from_name": "answer", "to_name": "task", "type": "choices", "value": {"choices": ["A"]}}]
    while time.monotonic() < until:
        began = time.perf_counter()
        task = await _ask(session, "GET", f"/api/projects/{plan.project}/next", headers)
        body = {"result": result, "lead_time": 1.0, "unique_id": str(uuid.uuid4())}
        await _ask(session, "POST", f"/api/tasks/{task['id']}/annotations?project={plan.project}", headers, json=body)
        done.append(time.perf_counter() - began)


async def annotate_potato(session: Any, plan: Plan, person: dict[str, Any], until: float, done: list[float]) -> None:
    headers = person["headers"]
    began = time.perf_counter()
    page = await _ask(session, "GET", "/annotate", headers)
    while time.monotonic() < until:
        instance = page.partition('id="instance_id"')[2].partition('value="')[2].partition('"')[0]
        if not instance:
            raise Failed("no task in the page")
        body = {"instance_id": instance, "annotations": {"answer:A": "A"}}
        said = await _ask(session, "POST", "/updateinstance", headers, json=body)
        if said.get("status") not in (None, "success", "ok"):
            raise Failed(str(said)[:200])
        page = await _ask(session, "POST", "/annotate", headers, data={"action": "next_instance"})
        done.append(time.perf_counter() - began)
        began = time.perf_counter()


ANNOTATE = {"optotype": annotate_ours, "label-studio": annotate_label_studio, "potato": annotate_potato}


async def _ask(session: Any, method: str, path: str, headers: dict[str, str], **content: Any) -> Any:
    async with session.request(method, path, headers=headers, **content) as reply:
        if reply.status >= 300:
            raise Failed(f"{method} {path}: status {reply.status}")
        return await (reply.json() if "json" in reply.content_type else reply.text())


async def drive(plan: Plan) -> Driven:
    """All annotators at once. One who meets an error goes on with the next task."""
    import aiohttp

    done: list[float] = []
    errors: list[str] = []
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    connector = aiohttp.TCPConnector(limit=0)

    async def sit(person: dict[str, Any], until: float) -> None:
        # a session of one's own: a browser has its own connections and cookies
        async with aiohttp.ClientSession(
            plan.address, connector=connector, connector_owner=False, timeout=timeout, cookies=person["cookies"]
        ) as session:
            while time.monotonic() < until:
                try:
                    await ANNOTATE[plan.program](session, plan, person, until, done)
                    return
                except (Failed, aiohttp.ClientError, TimeoutError) as error:
                    errors.append(str(error))
                    await asyncio.sleep(0.05)

    began = time.monotonic()
    await asyncio.gather(*(sit(person, began + plan.seconds) for person in plan.people))
    took = time.monotonic() - began
    await connector.close()
    for error, count in Counter(errors).most_common(3):
        print(f"{plan.program}: {count} times: {error}", file=sys.stderr)
    return Driven(len(done), took, done, len(errors))


def driven(folder: Path, plan: Plan) -> Driven:
    """The load generator, in a process of its own."""
    (folder / "plan.json").write_text(json.dumps(vars(plan)))
    command = [sys.executable, __file__, "--drive", str(folder / "plan.json")]
    reply = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Driven(**json.loads(reply.stdout))


# --- servers


@contextlib.contextmanager
def running(
    command: Sequence[str], folder: Path, port: int, path: str, variables: dict[str, str]
) -> Generator[tuple[str, float]]:
    """A server, until the end of the block: its address, and the seconds until it answered its first request."""
    with (folder / "log").open("wb") as log:
        began = time.perf_counter()
        program = subprocess.Popen(
            command, cwd=folder, env=os.environ | variables, stdout=log, stderr=log, start_new_session=True
        )
        try:
            while not _answers(port, path):
                if program.poll() is not None or time.perf_counter() - began > PATIENCE:
                    sys.exit(f"{command[0]} did not start:\n{(folder / 'log').read_text(errors='replace')[-3000:]}")
                time.sleep(0.01)
            yield f"http://127.0.0.1:{port}", time.perf_counter() - began
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGINT)
            try:
                program.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()


def _answers(port: int, path: str) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().status < 400
    except OSError:
        return False
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Browser:
    """Cookies and a few requests: enough to sign somebody in."""

    def __init__(self, address: str) -> None:
        self.host = urllib.parse.urlsplit(address).netloc
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, form: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """Status and content of a reply; where it leads on is not followed."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(headers or {})}
        body = None if form is None else urllib.parse.urlencode(form)
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, sent)
        reply = connection.getresponse()
        for value in reply.headers.get_all("Set-Cookie") or ():
            name, _, rest = value.strip().partition("=")
            self.cookies[name] = rest.partition(";")[0]
        text = reply.read().decode("utf-8", "replace")
        connection.close()
        return reply.status, text


# --- ours


def make_bench(folder: Path, items: int, annotators: int) -> list[str]:
    """A bench with a project in its studio; gives back the cookies of its people, an administrator's first."""
    import optotype
    from optotype.records import Choice, Collection, Item, Option, Origin
    from optotype.studio import desk, people
    from optotype.studio.opening import make_project
    from optotype.studio.projects import Project

    options = tuple(Option(label=label, text=f"option {label}") for label in "ABCD")
    with optotype.init(folder) as bench:
        with bench.store.event("benchmark") as writer:
            writer.write(add=[Collection(id="load", format="draw")])
            for start in range(0, items, 1000):
                writer.write(
                    add=[
                        Item(
                            id=f"load/{number}",
                            collection="load",
                            origin=Origin(kind="drawn", by="benchmark"),
                            form=Choice(options=options),
                            question=f"How many stars are there in picture {number}?",
                            cluster=f"load/{number}",
                        )
                        for number in range(start, min(start + 1000, items))
                    ]
                )
        make_project(bench, Project(id="load", title="Load", screen="answer", overlap=OVERLAP))
        with bench.store.write() as connection:
            leader = people.add(connection, "leader", "administrator", time.time())
            cookies = [people.begin_session(connection, leader, time.time())]
            for number in range(annotators):
                person = people.add(connection, f"annotator {number}", "annotator", time.time())
                desk.join(connection, "load", person.id)
                cookies.append(people.begin_session(connection, person, time.time()))
    return cookies


def studio(folder: Path, port: int) -> contextlib.AbstractContextManager[tuple[str, float]]:
    """`optotype studio`, as a shell starts it."""
    command = [sys.executable, "-m", "optotype", "--bench", str(folder / "bench"), "studio", "--port", str(port)]
    return running(command, folder, port, "/sign-in", {})


def ours(folder: Path, wanted: argparse.Namespace) -> tuple[Driven, Kept]:
    from optotype.studio.pages import COOKIE

    cookies = make_bench(folder / "bench", wanted.items, wanted.annotators)[1:]
    with studio(folder, free_port()) as (address, _):
        plan = Plan("optotype", address, wanted.seconds, project="load")
        for cookie in cookies:
            browser = Browser(address)
            browser.cookies = {COOKIE: cookie}
            _, page = browser.ask("GET", "/")
            key = page.partition('name="form_key" value="')[2].partition('"')[0]
            plan.people.append({"cookies": browser.cookies, "headers": {"x-form-key": key}})
        seen = driven(folder, plan)
    with sqlite3.connect(folder / "bench" / "optotype.db") as store:
        rows = store.execute("select json_extract(body, '$.item'), json_extract(body, '$.respondent') from answers")
        return seen, kept(rows.fetchall())


# --- Label Studio


_ALONE = {"COLLECT_ANALYTICS": "false", "LATEST_VERSION_CHECK": "false", "SENTRY_DSN": "", "FRONTEND_SENTRY_DSN": ""}
"""Has Label Studio talk to nobody else."""


def installed() -> tuple[Path, Path]:
    """The program of Label Studio, and a database of it in which nothing is: to make one takes it half a minute."""
    program = python("label-studio").with_name("label-studio")
    fresh = program.parents[1] / "fresh.sqlite3"
    if not fresh.exists():
        part = fresh.with_suffix(".part")
        part.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            variables = os.environ | _ALONE | {"LABEL_STUDIO_BASE_DATA_DIR": folder}
            command = [str(program), "version", "--database", str(part)]
            made = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        if made.returncode:
            sys.exit(f"Label Studio made no database:\n{made.stderr[-2000:]}")
        part.replace(fresh)
    return program, fresh


def label_studio(folder: Path, wanted: argparse.Namespace) -> tuple[Driven, Kept]:
    program, fresh = installed()
    shutil.copy(fresh, folder / "label_studio.sqlite3")
    port = free_port()
    who = ["--username", "leader@example.org", "--password", PASSWORD, "--user-token", TOKEN]
    command = [str(program), "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port), *who]
    variables = {
        **_ALONE,
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "LABEL_STUDIO_BASE_DATA_DIR": str(folder),
    }
    with running([*command, "--data-dir", str(folder)], folder, port, "/health", variables) as (address, _):
        project = _label_studio_project(address, wanted.items)
        plan = Plan("label-studio", address, wanted.seconds, project=str(project))
        for number in range(wanted.annotators):
            browser = Browser(address)
            browser.ask("GET", "/user/signup/")
            form = {"email": f"a{number}@example.org", "password": PASSWORD}
            form["csrfmiddlewaretoken"] = browser.cookies["csrftoken"]
            status, page = browser.ask("POST", "/user/signup/", form)
            if status != 302:
                sys.exit(f"Label Studio let nobody in (status {status}):\n{page[:2000]}")
            headers = {"X-CSRFToken": browser.cookies["csrftoken"], "Referer": f"{address}/"}
            plan.people.append({"cookies": browser.cookies, "headers": headers})
        seen = driven(folder, plan)
    with sqlite3.connect(folder / "label_studio.sqlite3") as store:
        return seen, kept(store.execute("select task_id, completed_by_id from task_completion").fetchall())


def _label_studio_project(address: str, items: int) -> int:
    config = (
        '<View><Text name="task" value="$question"/><Choices name="answer" toName="task">'
        + "".join(f'<Choice value="{label}"/>' for label in "ABCD")
        + "</Choices></View>"
    )

    def post(path: str, body: Any) -> Any:
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=PATIENCE)
        headers = {"Authorization": f"Token {TOKEN}", "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        reply = connection.getresponse()
        content = reply.read()
        connection.close()
        if reply.status >= 300:
            sys.exit(f"Label Studio, {path}: {content[:1000]!r}")
        return json.loads(content)

    project = post("/api/projects/", {"title": "Load", "label_config": config, "maximum_annotations": OVERLAP})["id"]
    for start in range(0, items, 1000):
        tasks = [
            {"data": {"question": f"How many stars are there in picture {number}?"}}
            for number in range(start, min(start + 1000, items))
        ]
        post(f"/api/projects/{project}/import", tasks)
    return project


# --- Potato


def potato(folder: Path, wanted: argparse.Namespace) -> tuple[Driven, Kept]:
    program = python("potato").with_name("potato")
    port = free_port()
    rows = [
        {"id": str(number), "text": f"How many stars are there in picture {number}?"} for number in range(wanted.items)
    ]
    (folder / "items.json").write_text(json.dumps(rows))
    settings: dict[str, Any] = {
        "annotation_task_name": "Load",
        "task_dir": ".",
        "server_name": "load",
        "port": port,
        "data_files": ["items.json"],
        "item_properties": {"id_key": "id", "text_key": "text"},
        "output_annotation_dir": "output",
        "output_annotation_format": "json",
        "site_dir": "default",
        "alert_time_each_instance": 10_000_000,
        "user_config": {"allow_all_users": True, "users": []},
        "num_annotators_per_item": OVERLAP,
        "assignment_strategy": "fixed_order",
        # it deals tasks out when people come; so nobody is given what others need
        "max_annotations_per_user": max(1, wanted.items * OVERLAP // wanted.annotators),
        "annotation_schemes": [
            {"annotation_type": "radio", "name": "answer", "description": "Which?", "labels": [*"ABCD"]}
        ],
    }
    (folder / "config.yaml").write_text(json.dumps(settings))  # JSON is YAML
    command = [str(program), "start", "config.yaml", "-p", str(port)]
    with running(command, folder, port, "/", {}) as (address, _):
        plan = Plan("potato", address, wanted.seconds)
        for number in range(wanted.annotators):
            browser = Browser(address)
            form = {"action": "signup", "email": f"a{number}", "pass": PASSWORD}
            status, page = browser.ask("POST", "/register", form)
            if status != 302:
                sys.exit(f"Potato let nobody in (status {status}):\n{page[:2000]}")
            browser.ask("GET", "/annotate")  # the first page of all takes seconds
            plan.people.append({"cookies": browser.cookies, "headers": {}})
        seen = driven(folder, plan)
    pairs: list[tuple[str, str]] = []
    for file in (folder / "output").glob("*/user_state.json"):
        said = json.loads(file.read_text())["instance_id_to_label_to_value"]
        pairs += [(task, file.parent.name) for task, labels in said.items() for _ in labels]
    return seen, kept(pairs)


# --- a large bench, ours alone


def large(folder: Path, items: int, annotators: int, times: int = 10) -> None:
    from optotype.studio.pages import COOKIE

    leader = make_bench(folder / "bench", items, annotators)[0]
    done = _work(folder / "bench", items)
    compileall.compile_dir(Path(__file__).parents[1] / "src" / "optotype", quiet=1)
    starts: list[float] = []
    for _ in range(3):
        with studio(folder, free_port()) as (_, seconds):
            starts.append(seconds)
    with studio(folder, free_port()) as (address, _):
        browser = Browser(address)
        browser.cookies = {COOKIE: leader}
        took: dict[str, float] = {}
        for path in ("/board", "/board/projects/load", "/board/projects/load/agreement"):
            spans: list[float] = []
            for _ in range(times):
                began = time.perf_counter()
                status, page = browser.ask("GET", path)
                spans.append(time.perf_counter() - began)
                if status != 200:
                    sys.exit(f"{path}: status {status}: {page[:500]}")
            took[path] = spans[0] if path.endswith("agreement") else statistics.median(spans)
    print(f"\n{items:,} items, {annotators} annotators, {done:,} tasks done\n")
    print("| start to first reply (s) | board (ms) | project (ms) | its agreement, loaded after it (ms) |")
    print("| ---: | ---: | ---: | ---: |")
    pages = " | ".join(f"{1000 * seconds:,.0f}" for seconds in took.values())
    print(f"| {statistics.median(starts):.2f} | {pages} |", flush=True)


def _work(folder: Path, tasks: int) -> int:
    """Everybody has worked: as many tasks as there are items, by turns, with answers that differ a little."""
    import optotype
    from optotype.studio import desk, people

    with optotype.open(folder) as bench:
        with bench.store.engine.connect() as connection:
            those = people.of_project(connection, "load")
        done = 0
        while done < tasks:
            with bench.store.write() as connection:
                for person in those:
                    turn = desk.take(connection, "load", person.id, time.time(), 1800.0, phases=(0,), late=False)
                    if turn is None:
                        return done
                    said = json.dumps({"answer": "ABCD"[done % 7 % 4]})
                    id = f"{turn.id}-{person.id}"
                    desk.hand_in(connection, turn.id, person.id, id, said, 5.0 + done % 11, time.time(), said=said)
                    done += 1
    return done


# --- the table


PROGRAMS: dict[str, Callable[[Path, argparse.Namespace], tuple[Driven, Kept]]] = {
    "optotype": ours,
    "label-studio": label_studio,
    "potato": potato,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--items", type=int, default=8000)
    parser.add_argument("--large-items", type=int, default=50_000)
    parser.add_argument("--large-annotators", type=int, default=200)
    parser.add_argument("--only", nargs="+", choices=[*PROGRAMS, "large"], help="some of them")
    parser.add_argument("--install", action="store_true", help="only make the virtual environment of Label Studio")
    parser.add_argument("--drive", type=Path, help="be the load generator, and nothing else")
    wanted = parser.parse_args()
    if wanted.drive:
        seen = asyncio.run(drive(Plan(**json.loads(wanted.drive.read_text()))))
        print(json.dumps(vars(seen)))
        return
    if wanted.install:
        installed()
        return
    chosen = wanted.only or [*PROGRAMS, "large"]
    print(machine())
    if set(chosen) & set(PROGRAMS):
        asked = f"{wanted.annotators} annotators, {wanted.seconds:g} seconds, {wanted.items:,} items"
        print(f"\n{asked}, {OVERLAP} people for each\n")
        print("| who | tasks per second | p50 (ms) | p95 (ms) | errors | acknowledged | lost | twice | surplus |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for who in chosen:
        folder = Path(tempfile.mkdtemp(prefix="studio"))
        try:
            if who == "large":
                large(folder, wanted.large_items, wanted.large_annotators)
            else:
                _tell(who, *PROGRAMS[who](folder, wanted))
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _tell(who: str, seen: Driven, found: Kept) -> None:
    spans = sorted(seen.spans) or [float("nan")]
    p50, p95 = (1000 * spans[min(len(spans) - 1, int(len(spans) * share))] for share in (0.5, 0.95))
    lost = max(0, seen.handed - (found.answers - found.twice))
    rate = f"{seen.handed / seen.seconds:,.1f}"
    counts = f"{seen.errors:,} | {seen.handed:,} | {lost:,} | {found.twice:,} | {found.surplus:,}"
    print(f"| {who} | {rate} | {p50:,.0f} | {p95:,.0f} | {counts} |", flush=True)


if __name__ == "__main__":
    main()
