from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

import optotype
from optotype import Workbench
from optotype.asking import Question
from optotype.errors import OptotypeError
from optotype.evaluate import Limits
from optotype.records import Answer, Run, Score, State
from optotype.respondents import Batch, Failure, Hopeless, Lasting, Live, Passing, Reply
from optotype.running.gate import Gate
from optotype.running.replies import Replies
from optotype.running.runner import Runner
from tests.items import an_item
from tests.ready import program
from tests.respondents.numbered import QUICK, fill, name
from tests.respondents.server import Plan, Server

# --- somebody to ask, without a server


@dataclass(frozen=True)
class Scripted(Live):
    """Answers as a function says."""

    say: Callable[[int], Reply | Failure] = lambda _: Reply("yes")
    seconds: float = 0.0
    asked: list[int] = field(default_factory=list[int])
    under_way: list[int] = field(default_factory=lambda: [0, 0])
    """Now, and at most."""

    @property
    def most(self) -> int | None:
        return None if self.model == "x" else int(self.model)

    def request(self, question: Question) -> dict[str, JsonValue]:
        return {}

    async def reply(self, question: Question) -> Reply:
        number = int(question.item.id)
        self.asked.append(number)
        self.under_way[0] += 1
        self.under_way[1] = max(self.under_way)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.under_way[0] -= 1
        said = self.say(number)
        if isinstance(said, Failure):
            raise said
        return said


def questions(*numbers: int) -> list[tuple[Question, bytes]]:
    return [
        (
            Question(an_item(str(number), collection="c", cluster="c"), ()),
            number.to_bytes(16, "big"),
        )
        for number in numbers
    ]


@dataclass
class Ear:
    """Remembers what it is told."""

    replies: dict[str, Reply] = field(default_factory=dict[str, Reply])
    failures: dict[str, str] = field(default_factory=dict[str, str])

    def __call__(self, question: Question, heard: Reply | Failure) -> None:
        if isinstance(heard, Reply):
            self.replies[question.item.id] = heard
        else:
            self.failures[question.item.id] = str(heard)


def until(condition: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.0005)


@pytest.fixture
def replies(tmp_path: Path) -> Any:
    with Replies(tmp_path, "test/x") as kept:
        kept.begin("run")
        yield kept


def test_everything_that_is_fed_is_asked_once_and_kept(replies: Replies) -> None:
    asked, ear = Scripted("x"), Ear()
    with Runner(asked, replies, QUICK, ear) as runner:
        for start in range(0, 3000, 500):
            runner.feed(questions(*range(start, start + 500)))
    assert sorted(asked.asked) == list(range(3000))
    assert len(ear.replies) == 3000
    assert len(replies.known([key for _, key in questions(*range(3000))])) == 3000
    assert asked.under_way[1] <= QUICK.connections
    assert runner.stopped is None


def test_whoever_feeds_is_held_back_so_that_memory_stays_flat(replies: Replies) -> None:
    asked, fed = Scripted("x", seconds=0.001), 0
    with Runner(asked, replies, QUICK, Ear()) as runner:
        for start in range(0, 2500, 500):
            runner.feed(questions(*range(start, start + 500)))
            fed += 500
            # a thousand may wait, and each connection may have been handed one that it has not begun
            assert fed - len(asked.asked) < 1000 + QUICK.connections


def test_a_respondent_may_set_a_limit_of_its_own(replies: Replies) -> None:
    asked = Scripted("3", seconds=0.001)
    with Runner(asked, replies, QUICK, Ear()) as runner:
        runner.feed(questions(*range(100)))
    assert asked.under_way[1] == 3


def test_replies_are_on_disk_before_they_count(replies: Replies) -> None:
    early: list[str] = []

    def heard(question: Question, reply: Reply | Failure) -> None:
        with sqlite3.connect(replies.path) as other:
            key = int(question.item.id).to_bytes(16, "big")
            if not other.execute("SELECT 1 FROM replies WHERE key = ?", (key,)).fetchone():
                early.append(question.item.id)
        other.close()

    with Runner(Scripted("x"), replies, QUICK, heard) as runner:
        runner.feed(questions(*range(30)))
    assert early == []


def test_an_error_of_ours_ends_the_run_and_is_seen(replies: Replies) -> None:
    def heard(question: Question, reply: Reply | Failure) -> None:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError, match="ours"), Runner(Scripted("x"), replies, QUICK, heard) as runner:
        runner.feed(questions(*range(2000)))


def test_a_session_that_cannot_be_opened_is_said_at_once(replies: Replies) -> None:
    class Broken(Scripted):
        def session(self, connections: int) -> Any:
            raise OptotypeError("no way")

    with pytest.raises(OptotypeError, match="no way"), Runner(Broken("x"), replies, QUICK, Ear()) as runner:
        runner.feed(questions(1))


def test_where_there_is_nothing_to_ask_nothing_is_begun(replies: Replies) -> None:
    class Closed(Scripted):
        def session(self, connections: int) -> Any:
            raise OptotypeError("no way")

    with Runner(Closed("x"), replies, QUICK, Ear()) as runner:
        runner.feed([])
    assert runner.stopped is None


def test_a_full_disk_ends_the_run_with_advice(replies: Replies, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OptotypeError("replies.db: cannot be kept: database or disk is full")

    monkeypatch.setattr(replies, "keep", full)
    with pytest.raises(OptotypeError, match="disk is full"), Runner(Scripted("x"), replies, QUICK, Ear()) as runner:
        runner.feed(questions(*range(100)))


def feed_and_fall(
    runner: Runner, count: int, error: type[BaseException], when: Callable[[], bool] = lambda: True
) -> None:
    with runner:
        runner.feed(questions(*range(count)))
        until(when)
        raise error


def test_an_error_of_whoever_feeds_ends_the_run(replies: Replies) -> None:
    asked = Scripted("x", seconds=0.05)
    runner = Runner(asked, replies, QUICK, Ear())
    with pytest.raises(ZeroDivisionError):
        feed_and_fall(runner, 100, ZeroDivisionError)
    assert runner.stopped == "interrupted"
    assert len(asked.asked) < 100


def test_those_under_way_get_a_grace_and_what_they_bring_is_kept(replies: Replies) -> None:
    asked, ear = Scripted("x", seconds=0.1), Ear()
    with pytest.raises(KeyboardInterrupt):
        feed_and_fall(Runner(asked, replies, QUICK, ear), 100, KeyboardInterrupt, lambda: len(asked.asked) == 4)
    assert len(ear.replies) == len(asked.asked) == 4
    assert len(replies.known([key for _, key in questions(*range(100))])) == 4


def test_those_that_hang_are_not_waited_for_longer_than_the_grace(replies: Replies) -> None:
    asked, began = Scripted("x", seconds=60), time.monotonic()
    limits = dataclasses.replace(QUICK, grace=0.1)
    with pytest.raises(KeyboardInterrupt):
        feed_and_fall(Runner(asked, replies, limits, Ear()), 10, KeyboardInterrupt)
    assert time.monotonic() - began < 2
    assert asked.under_way[0] == 0


def test_a_runner_works_where_a_loop_runs_already(replies: Replies) -> None:
    async def notebook() -> Ear:
        ear = Ear()
        with Runner(Scripted("x"), replies, QUICK, ear) as runner:
            runner.feed(questions(*range(10)))
        return ear

    assert len(asyncio.run(notebook()).replies) == 10


def test_whoever_waits_for_replies_before_feeding_more_is_told_of_a_wrong_key(replies: Replies) -> None:
    asked = Scripted("x", say=lambda _: Hopeless("the key was not accepted", sure=True))
    with Runner(asked, replies, QUICK, Ear()) as runner:
        runner.feed(questions(1))
        until(lambda: runner.stopped is not None)
    assert runner.stopped == "the key was not accepted"


# --- money


def priced(number: int) -> Reply:
    return Reply(str(number), tokens_in=10, tokens_out=1)


def test_a_run_stops_when_the_money_is_spent(replies: Replies) -> None:
    asked, ear = Scripted("x", say=priced, seconds=0.001), Ear()
    limits = dataclasses.replace(QUICK, cost=0.5)
    with Runner(asked, replies, limits, ear, price=lambda _question, _reply: 0.01) as runner:
        runner.feed(questions(*range(400)))
    assert 50 <= len(asked.asked) <= 50 + QUICK.connections
    assert runner.spent == pytest.approx(0.01 * len(asked.asked))
    assert runner.stopped is not None
    assert "of 0.5 that may be" in runner.stopped
    assert len(ear.replies) == len(asked.asked)


def test_what_earlier_attempts_spent_counts_and_what_other_runs_spent_does_not(replies: Replies) -> None:
    limits = dataclasses.replace(QUICK, cost=0.2)
    replies.begin("another")
    with Runner(Scripted("x", say=priced), replies, QUICK, Ear(), price=lambda _question, _reply: 5.0) as runner:
        runner.feed(questions(*range(1000, 1010)))
    replies.begin("run")
    with Runner(Scripted("x", say=priced), replies, limits, Ear(), price=lambda _question, _reply: 0.01) as runner:
        runner.feed(questions(*range(15)))
    replies.begin("run")
    asked = Scripted("x", say=priced)
    with Runner(asked, replies, limits, Ear(), price=lambda _question, _reply: 0.01) as runner:
        assert runner.spent == pytest.approx(0.15)
        runner.feed(questions(*range(15, 100)))
    assert 5 <= len(asked.asked) <= 5 + QUICK.connections


def test_a_limit_on_what_nobody_knows_the_price_of_stops_the_run(replies: Replies) -> None:
    asked = Scripted("x", say=priced)
    with Runner(
        asked, replies, dataclasses.replace(QUICK, cost=1.0), Ear(), price=lambda _question, _reply: None
    ) as runner:
        runner.feed(questions(*range(100)))
    assert runner.stopped is not None
    assert "not known" in runner.stopped
    assert len(asked.asked) <= QUICK.connections


# --- some at a time


@dataclass(frozen=True)
class Chorus(Batch):
    """Answers some at a time."""

    calls: list[int] = field(default_factory=list[int])

    @property
    def size(self) -> int:
        return 7

    def request(self, question: Question) -> dict[str, JsonValue]:
        return {}

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        self.calls.append(len(questions))
        if self.model == "hopeless" and len(self.calls) == 2:
            raise Hopeless("no memory left")
        return [Lasting("no") if question.item.id == "3" else Reply(question.item.id) for question in questions]


def test_a_batch_is_no_larger_than_the_respondent_wants(replies: Replies) -> None:
    chorus, ear = Chorus("x"), Ear()
    with Runner(chorus, replies, QUICK, ear) as runner:
        runner.feed(questions(*range(20)))
    assert chorus.calls == [7, 7, 6]
    assert sorted(ear.replies) == sorted(str(number) for number in range(20) if number != 3)
    assert ear.failures == {"3": "no"}
    assert len(replies.known([key for _, key in questions(*range(20))])) == 19


def test_a_batch_that_cannot_go_on_stops_the_run_and_keeps_what_came(replies: Replies) -> None:
    with Runner(Chorus("hopeless"), replies, QUICK, Ear()) as runner:
        runner.feed(questions(*range(20)))
        runner.feed(questions(*range(20, 40)))
    assert runner.stopped == "no memory left"
    assert len(replies.known([key for _, key in questions(*range(40))])) == 6


# --- chaos


@pytest.mark.parametrize("seed", range(8))
def test_whatever_goes_wrong_every_question_is_settled_once(replies: Replies, seed: int) -> None:
    chance = random.Random(seed)
    ways: list[Callable[[], Reply | Failure]] = [
        lambda: Reply("yes"),
        lambda: Passing("broken"),
        lambda: Passing("busy", overload=True),
        lambda: Passing("wait", overload=True, after=0.001),
        lambda: Lasting("never"),
    ]
    weights = [chance.random() + 0.3, *(chance.random() for _ in ways[1:])]
    asked = Scripted("x", say=lambda _: chance.choices(ways, weights)[0](), seconds=0.0001)
    told: Counter[str] = Counter()
    limits = Limits(connections=16, pause=0.0005, longest_pause=0.001, overloads=50, patience=30)
    with Runner(asked, replies, limits, lambda question, _: told.update([question.item.id])) as runner:
        runner.feed(questions(*range(150)))
        runner.feed(questions(*range(150, 300)))
    assert runner.stopped is None
    assert told == Counter(str(number) for number in range(300))
    assert asked.under_way[0] == 0
    assert asked.under_way[1] <= 16


def test_a_pause_that_ends_while_somebody_looks_at_the_clock_is_not_slept_through(
    replies: Replies, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()

    def gate(most: int) -> Gate:
        return Gate(most, lambda: next(ticks) * 0.0015)

    monkeypatch.setattr("optotype.running.runner.Gate", gate)
    said = iter([Passing("wait", overload=True, after=0.002), Reply("yes")])
    ear = Ear()

    def run() -> None:
        with Runner(Scripted("x", say=lambda _: next(said), seconds=0.2), replies, QUICK, ear) as runner:
            runner.feed(questions(1))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()
    assert set(ear.replies) == {"1"}


# --- the whole thing, killed


def start(folder: Path, server: Server, model: str, *more: str) -> subprocess.Popen[str]:
    command = [str(program()), "--bench", str(folder), "eval", "--model", f"endpoint/{model}"]
    command += ["--base-url", server.url, "--max-connections", "20", "--name", model, *more]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
        # whoever runs tests in the background has told their children to ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def kept(folder: Path, model: str) -> list[str]:
    """The names of the questions whose replies are on disk."""
    paths = list((folder / "runs" / "replies").glob(f"endpoint-{model}-*.db"))
    if not paths:
        return []
    with sqlite3.connect(paths[0]) as database:
        rows = database.execute("SELECT text FROM replies").fetchall()
    database.close()
    return [name(int(row[0])) for row in rows]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed") / "bench"
    with optotype.init(folder) as bench:
        fill(bench, 300)
    (folder / "prices.toml").write_text('[models."endpoint/*"]\ninput = 10\noutput = 500\n')
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("trial", range(10))
def test_a_run_that_is_killed_loses_nothing_and_asks_nothing_again(large: Path, trial: int) -> None:
    chance = random.Random(1000 + trial)
    model, prices = f"killed{trial}", str(large / "prices.toml")
    with Server(Plan(delay=0.01)) as server:
        first = start(large, server, model, "--prices", prices)
        moment = chance.randrange(1, 300)
        until(lambda: server.requests >= moment)
        time.sleep(chance.random() * 0.01)
        first.kill()
        first.communicate()
        until(lambda: not server.open)
        heard = kept(large, model)
        asked_before = Counter(line.name for line in server.lines if line.what == "asked")
        second = start(large, server, model, "--prices", prices, "--json")
        output, _ = second.communicate(timeout=120)
    assert second.returncode == 0
    asked = Counter(line.name for line in server.lines if line.what == "asked")
    assert len(set(heard)) == len(heard)
    again = [question for question, times in asked.items() if times > 1]
    assert set(again).isdisjoint(heard)  # what reached the client is not asked again
    assert len(again) <= 20  # only those that were under way
    assert set(again) == set(asked_before) - set(heard)
    assert sorted(asked) == [name(number) for number in range(300)]
    totals = json.loads(output)["run"]["totals"]
    assert (totals["tokens_in"], totals["tokens_out"], totals["tries"]) == (30_000, 600, 300)
    assert totals["cost"] == pytest.approx(0.6)
    with optotype.open(large) as bench:
        given = {answer.item: answer.value for answer in bench.store.each(Answer, {"run": model})}
        assert given == {f"mixed/{name(number)}": number for number in range(300)}
        assert bench.store.count(Score, {"run": model}) == 300
        run = bench.store.get(Run, model)
        assert run is not None
        assert run.ended is not None


def test_ctrl_c_keeps_what_was_heard_and_says_how_to_go_on(large: Path) -> None:
    with Server(Plan(delay=0.02)) as server:
        first = start(large, server, "stopped")
        until(lambda: server.requests >= 60)
        first.send_signal(signal.SIGINT)
        _, complaints = first.communicate(timeout=60)
        assert first.returncode == 130
        assert "Traceback" not in complaints
        assert "interrupted" in complaints
        assert "the same command goes on from here" in complaints
        heard = kept(large, "stopped")
        assert len(heard) == server.requests  # those under way were waited for
        with optotype.open(large) as bench:
            assert bench.store.count(Answer, {"run": "stopped"}) == len(heard)
            assert bench.store.count(Answer, {"run": "stopped", "state": str(State.FAILED)}) == 0
        second = start(large, server, "stopped")
        second.communicate(timeout=120)
        assert second.returncode == 0
        assert server.requests == 300


def test_a_second_ctrl_c_ends_at_once(large: Path) -> None:
    with Server(Plan(first=["ok"] * 10, everybody=["hang"])) as server:
        process = start(large, server, "hurried")
        until(lambda: server.requests >= 14)
        process.send_signal(signal.SIGINT)
        time.sleep(2.0)
        assert process.poll() is None  # five seconds of grace
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
        assert time.monotonic() - began < 4
    assert process.returncode == 130
    assert "Traceback" not in complaints
    assert len(kept(large, "hurried")) == 10


def test_two_processes_do_not_work_on_the_same_run(large: Path) -> None:
    with Server(Plan(everybody=["hang"])) as server:
        first = start(large, server, "both")
        until(lambda: server.requests >= 1)
        second = start(large, server, "both")
        _, complaints = second.communicate(timeout=60)
        assert second.returncode == 2
        assert "under way in another process" in complaints
        first.kill()
        first.communicate()


def test_threads_are_gone_after_a_run(bench: Workbench) -> None:
    fill(bench, 4)
    with Server() as server:
        bench.evaluate("endpoint/x", settings={"base_url": server.url}, limits=QUICK)
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("optotype")] == []
