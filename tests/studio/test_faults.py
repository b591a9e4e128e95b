"""What goes wrong: the server dies, the disk is full, the clock goes back. Nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy import event as sa_event

from optotype import Workbench, init
from optotype.records import Answer, Choice, Option, Origin
from optotype.store.studio import submissions, tasks, turns
from optotype.studio import desk, people, work
from optotype.studio.opening import make_project
from optotype.studio.pages import COOKIE
from optotype.studio.projects import Project
from optotype.web.serving import listen
from tests.items import an_item
from tests.studio.house import House, opened, served

PEOPLE, ITEMS, OVERLAP = 6, 4000, 2
KILLED = 3
"""How often the server is."""


@dataclass
class Annotator:
    """Somebody who works as fast as they can, and hands the same work in again if they heard nothing."""

    cookie: str
    address: str
    acknowledged: list[str] = field(default_factory=list[str])
    unheard: tuple[int, str] | None = None
    count: int = 0

    def work(self) -> None:
        with (
            suppress(httpx.HTTPError),
            httpx.Client(base_url=self.address, cookies={COOKIE: self.cookie}, verify=False) as client,
        ):
            page = client.get("/").text
            client.headers["x-form-key"] = page.partition('name="form_key" value="')[2].partition('"')[0]
            given: dict[str, Any] | None = None
            if self.unheard is not None:
                given = self.hand_in(client, *self.unheard)
            given = given or client.post("/api/projects/p/take", json={}).json()["given"]
            while given:
                self.count += 1
                given = self.hand_in(client, given["turn"], f"{self.cookie[:12]}-{self.count}")

    def hand_in(self, client: httpx.Client, turn: int, id: str) -> dict[str, Any] | None:
        self.unheard = (turn, id)
        reply = client.post(f"/api/turns/{turn}/hand-in", json={"id": id, "filled": {"answer": ["A"]}, "seconds": 1.0})
        assert reply.status_code == 200, reply.text
        assert reply.json()["kept"]
        self.acknowledged.append(id)
        self.unheard = None
        return reply.json()["given"]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    with init(tmp_path / "bench") as bench:
        lay_out(bench, ITEMS)
        yield bench


def lay_out(bench: Workbench, count: int) -> None:
    """A project of so many questions."""
    options = tuple(Option(label=label, text=label) for label in "ABCD")
    made = [
        an_item(
            f"set/{number}",
            Choice(options=options),
            question=f"Question {number}?",
            cluster=str(number),
            origin=Origin(kind="drawn", by="test"),
        )
        for number in range(count)
    ]
    with bench.store.event("test") as writer:
        writer.write(add=made)
    make_project(bench, Project(id="p", title="P", screen="answer", overlap=OVERLAP))


def annotators(bench: Workbench, address: str) -> list[Annotator]:
    found: list[Annotator] = []
    with bench.store.write() as connection:
        for number in range(PEOPLE):
            person = people.add(connection, f"Simulated {number}", "annotator", 0.0, simulated=True)
            desk.join(connection, "p", person.id)
            found.append(Annotator(people.begin_session(connection, person, time.time()), address))
    return found


@pytest.mark.slow
def test_a_server_that_is_killed_again_and_again_under_load_loses_and_doubles_nothing(bench: Workbench) -> None:
    chance = random.Random(4)
    with listen(0, 0) as listener:
        port = listener.getsockname()[1]
    those = annotators(bench, f"http://127.0.0.1:{port}")
    before = 0
    for _ in range(KILLED):
        command = [sys.executable, "-m", "optotype", "studio", "--port", str(port)]
        server = subprocess.Popen(command, cwd=bench.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        threads = [threading.Thread(target=one.work) for one in those]
        try:
            answered(f"http://127.0.0.1:{port}/sign-in")
            for thread in threads:
                thread.start()
            while sum(len(one.acknowledged) for one in those) <= before + PEOPLE:
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.5))
        finally:
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
        for thread in threads:
            thread.join(30)
        before = sum(len(one.acknowledged) for one in those)
    heard = [id for one in those for id in one.acknowledged]
    with bench.store.engine.connect() as connection:
        kept = Counter(connection.execute(sa.select(submissions.c.id).where(submissions.c.kept)).scalars())
        done = connection.execute(sa.select(turns.c.id).where(turns.c.state == desk.DONE)).scalars().all()
        surplus = connection.execute(
            sa.select(sa.func.count()).select_from(tasks).where(tasks.c.taken > OVERLAP)
        ).scalar_one()
        by_turn = Counter(connection.execute(sa.select(submissions.c.turn)).scalars())
    assert len(heard) > KILLED * PEOPLE
    assert not set(heard) - set(kept)
    assert len(kept) - len(set(heard)) <= KILLED * PEOPLE  # what was kept and not heard of, at most what was on its way
    assert set(by_turn.values()) == {1}
    assert surplus == 0
    assert sorted(answer.id for answer in bench.store.each(Answer)) == sorted(f"studio/p/{id}" for id in done)


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
def test_two_servers_share_a_database_and_no_task_is_done_too_often(tmp_path: Path, store_url: str) -> None:
    with (
        Workbench.init(tmp_path / "bench", store=store_url) as bench,
        Workbench.open(tmp_path / "bench") as other,
        served(bench) as first,
        served(other) as second,
    ):
        lay_out(bench, 60)
        those = annotators(bench, first)
        for place, one in enumerate(those):
            one.address = (first, second)[place % 2]
        threads = [threading.Thread(target=one.work) for one in those]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        heard = [id for one in those for id in one.acknowledged]
        with bench.store.engine.connect() as connection:
            counts = connection.execute(sa.select(tasks.c.taken, tasks.c.done)).all()
        assert len(heard) == len(set(heard)) == 60 * OVERLAP
        assert {tuple(count) for count in counts} == {(OVERLAP, OVERLAP)}
        assert bench.store.count(Answer) == 60 * OVERLAP


def answered(address: str) -> None:
    for _ in range(600):
        with suppress(httpx.HTTPError):
            httpx.get(address, verify=False)
            return
        time.sleep(0.05)
    pytest.fail("the studio did not start")


def test_two_people_who_come_at_once_never_hold_the_same_task(tmp_path: Path) -> None:
    with opened(tmp_path / "bench", Project(id="p", title="P", screen="answer")) as house:
        clients = [house.client("Anna"), house.client("Boris")]
        given: list[int] = []

        def take(client: httpx.Client) -> None:
            given.append(client.post("/api/projects/p/take", json={}).json()["given"]["number"])

        threads = [threading.Thread(target=take, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert sorted(given) == [1, 2]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the server's clock forward, or back."""
    shift = [0.0]

    class Shifted:
        @staticmethod
        def time() -> float:
            return time.time() + shift[0]

    monkeypatch.setattr(work, "time", Shifted)

    def by(seconds: float) -> None:
        shift[0] = seconds

    return by


def test_a_clock_that_goes_back_takes_nobodys_task_and_keeps_the_work(
    tmp_path: Path, clock: Callable[[float], None]
) -> None:
    with opened(tmp_path / "bench", Project(id="p", title="P", screen="answer", minutes=5)) as house:
        anna, boris = house.client("Anna"), house.client("Boris")
        first = anna.post("/api/projects/p/take", json={}).json()["given"]
        clock(-7200.0)
        assert boris.post("/api/projects/p/take", json={}).json()["given"]["number"] != first["number"]
        body = {"id": "while-it-was-back", "filled": filling(house, first), "seconds": 2.0}
        assert anna.post(f"/api/turns/{first['turn']}/hand-in", json=body).json()["kept"]
        clock(-7000.0)
        assert anna.post("/api/projects/p/take", json={}).json()["given"]["number"] not in (1, 2)


def test_a_clock_that_leaps_forward_gives_tasks_back_once(tmp_path: Path, clock: Callable[[float], None]) -> None:
    with opened(tmp_path / "bench", Project(id="p", title="P", screen="answer", minutes=5)) as house:
        anna, boris = house.client("Anna"), house.client("Boris")
        first = anna.post("/api/projects/p/take", json={}).json()["given"]
        clock(3600.0)
        assert boris.post("/api/projects/p/take", json={}).json()["given"]["number"] == first["number"]
        body = {"id": "far-too-late", "filled": filling(house, first), "seconds": 2.0}
        assert not anna.post(f"/api/turns/{first['turn']}/hand-in", json=body).json()["kept"]


def filling(house: House, given: dict[str, Any]) -> dict[str, object]:
    """Something that the first field of a task takes."""
    block = next(block for block in given["blocks"] if block.get("name") == "answer")
    return {"answer": [block["options"][0]["value"]] if block.get("several") else block["options"][0]["value"]}


def test_a_full_disk_is_told_and_the_same_work_can_be_handed_in_when_there_is_room(tmp_path: Path) -> None:
    with opened(tmp_path / "bench", Project(id="p", title="P", screen="answer")) as house:
        anna = house.client("Anna")
        first = anna.post("/api/projects/p/take", json={}).json()["given"]
        body = {"id": "the-same-work", "filled": filling(house, first) | {"note": "x" * 15_000}, "seconds": 2.0}

        limit = [1_000_000]

        def limited(driver: Any, *_: object) -> None:
            driver.execute(f"PRAGMA max_page_count = {limit[0]}")

        sa_event.listen(house.bench.store.engine, "checkout", limited)
        with house.bench.store.engine.connect() as connection:
            limit[0] = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        reply = anna.post(f"/api/turns/{first['turn']}/hand-in", json=body)
        assert (reply.status_code, "full" in reply.json()["error"]) == (503, True)
        limit[0] = 1_000_000
        assert anna.post(f"/api/turns/{first['turn']}/hand-in", json=body).json()["kept"]
