"""What becomes of a run when the other side misbehaves, end to end: over HTTP, with pictures, down to the store."""

from __future__ import annotations

import dataclasses
import re
import resource
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from optotype import Workbench, evaluate
from optotype.errors import OptotypeError
from optotype.evaluate import Limits, Result
from optotype.records import Answer, State
from tests.respondents.numbered import QUICK, fill, name
from tests.respondents.server import HUGE, Plan, Server

BAD = "q003"


def ask(bench: Workbench, server: Server, limits: Limits = QUICK, **settings: object) -> Result:
    given = {"base_url": server.url, "timeout": 2.0, **settings}
    return evaluate.evaluate(bench, "endpoint/x", settings=given, limits=limits, name="run")


def answers(bench: Workbench) -> dict[str, Answer]:
    """The answers in the store, by the question's name."""
    return {answer.item.removeprefix("mixed/"): answer for answer in bench.store.each(Answer)}


def check_rest(bench: Workbench, count: int, *, but: str = BAD) -> None:
    """All questions but one were answered, each with its own reply."""
    given = answers(bench)
    assert sorted(given) == [name(number) for number in range(count)]
    wrong = {
        answer.item: (answer.state, answer.value)
        for number, answer in ((int(key[1:]), answer) for key, answer in given.items() if key != but)
        if answer.value != number
    }
    assert wrong == {}


# --- one question of twelve

FAILED = [
    # way, how often it is asked, what is said
    ("error500", 3, r"HTTP 500: The server had an error \(3 times\)"),
    ("error400", 1, "HTTP 400: The picture is too small"),
    ("cut_at_once", 3, r"the connection broke: .*\(3 times\)"),
    ("cut_head", 3, r"the connection broke: .*\(3 times\)"),
    ("cut_body", 3, r"the connection broke: .*\(3 times\)"),
    ("no_http", 3, r"the connection broke: .*\(3 times\)"),
    ("not_json", 3, r"not a chat completion: \{\"choices.*\(3 times\)"),
    ("html", 3, r"not a chat completion: <html><title>Welcome.*\(3 times\)"),
    ("wrong_shape", 3, r"not a chat completion: .*\(3 times\)"),
    ("deep", 3, r"not a chat completion: .*\(3 times\)"),
    ("empty_body", 3, r"not a chat completion: nothing \(3 times\)"),
    ("error_in_200", 3, r"not a chat completion: Upstream is ill \(3 times\)"),
    ("overload_in_200", 6, r"HTTP 429: Rate limit reached upstream \(6 times\)"),
    ("storm429", 6, r"HTTP 429: Rate limit reached \(6 times\)"),
    ("error503", 6, r"HTTP 503: The model is loading \(6 times\)"),
    ("endless", 1, "the reply is longer than 16,000,000 bytes"),
    ("announces_much", 1, "the reply is longer than 16,000,000 bytes"),
    ("gzip_bomb", 1, "the reply unfolds to more than 16,000,000 bytes"),
    ("brotli", 3, "the reply is encoded as 'br', which was not asked for"),
    ("redirect", 1, "HTTP 307, and points to '.*/elsewhere'"),
    ("error403", 1, "HTTP 403: This was flagged"),
    ("error404", 1, "HTTP 404: The model does not exist .*there is no such model"),
    ("no_quota", 1, "HTTP 429: You exceeded your current quota .*has no credit left"),
    ("bad_parameter", 1, "HTTP 400: Unsupported value: .*--set temperature=none leaves it out"),
]


@pytest.mark.parametrize(("way", "times", "said"), FAILED, ids=[way for way, _, _ in FAILED])
def test_a_question_that_always_fails_is_given_up_and_the_rest_goes_on(
    bench: Workbench, way: str, times: int, said: str
) -> None:
    fill(bench, 12)
    with Server(Plan(questions={BAD: [way]})) as server:
        result = ask(bench, server, dataclasses.replace(QUICK, overloads=6))
    check_rest(bench, 12)
    bad = answers(bench)[BAD]
    assert bad.state is State.FAILED
    assert bad.raw is None
    assert re.search(said, bad.note)
    assert server.asked(BAD) == times
    assert [line.name for line in server.lines].count("") == 0  # nobody followed the redirect
    assert result.failures == {bad.note: 1}
    assert result.stopped is None
    assert result.states == {**dict.fromkeys(map(str, State), 0), "given": 11, "failed": 1}


@pytest.mark.parametrize("way", ["hang", "drip"])
def test_a_question_that_is_never_answered_is_given_up_after_three_time_outs(bench: Workbench, way: str) -> None:
    fill(bench, 12)
    with Server(Plan(questions={BAD: [way]})) as server:
        ask(bench, server, timeout=0.3)
    check_rest(bench, 12)
    assert answers(bench)[BAD].state is State.FAILED
    assert answers(bench)[BAD].note == "no reply within 0.3 s (3 times)"
    assert server.asked(BAD) == 3


READ = [
    # way, state, value, the reply as it came
    ("slow", State.GIVEN, 3.0, "3"),
    ("empty_content", State.UNREAD, None, ""),
    ("null_content", State.UNREAD, None, ""),
    ("parts", State.GIVEN, 3.0, "3"),
    ("refusal", State.REFUSED, None, "I cannot help with that"),
    ("filtered", State.REFUSED, None, ""),
    ("gzipped", State.GIVEN, 3.0, "3"),
    ("odd_usage", State.GIVEN, 3.0, "3"),
    ("latin1", State.GIVEN, 3.0, "Réponse : 3"),
    ("wrong_charset", State.GIVEN, 3.0, "R\ufffdponse : 3"),
    ("half_character", State.GIVEN, 3.0, "3 ?"),
    ("twice", State.GIVEN, 3.0, "3"),
]


@pytest.mark.parametrize(("way", "state", "value", "raw"), READ, ids=[way for way, _, _, _ in READ])
def test_a_strange_reply_is_kept_as_it_came_and_not_asked_for_again(
    bench: Workbench, way: str, state: State, value: float | None, raw: str
) -> None:
    fill(bench, 12)
    with Server(Plan(questions={BAD: [way]})) as server:
        result = ask(bench, server)
        assert server.asked(BAD) == 1
        ask(bench, server)
        assert server.requests == 12
    check_rest(bench, 12)
    bad = answers(bench)[BAD]
    assert (bad.state, bad.value, bad.raw) == (state, value, raw)
    assert result.states["failed"] == 0


@pytest.mark.parametrize("way", ["huge", "huge_chunked"])
def test_a_reply_of_ten_megabytes_is_kept_and_holds_nobody_up(bench: Workbench, way: str) -> None:
    fill(bench, 12)
    with Server(Plan(questions={BAD: [way]})) as server:
        began = time.monotonic()
        ask(bench, server, timeout=20.0)
        assert time.monotonic() - began < 15
    check_rest(bench, 12)
    bad = answers(bench)[BAD]
    assert bad.state is State.UNREAD
    assert len(bad.raw or "") == HUGE
    assert server.asked(BAD) == 1


def test_a_bomb_takes_no_memory(bench: Workbench) -> None:
    fill(bench, 2)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Server(Plan(questions={"q001": ["gzip_bomb"]})) as server:
        ask(bench, server)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # the server's own share included


def test_control_characters_reach_the_store_unharmed(bench: Workbench) -> None:
    fill(bench, 4)
    with Server(Plan(questions={BAD: ["controls"]})) as server:
        ask(bench, server)
    assert answers(bench)[BAD].raw == "3\x00\x1b[31m\u202e"


# --- what passes


@pytest.mark.parametrize(
    "way", ["error500", "cut_body", "cut_at_once", "not_json", "empty_body", "storm429", "error503", "hang"]
)
def test_what_fails_in_passing_is_asked_again(bench: Workbench, way: str) -> None:
    fill(bench, 8)
    with Server(Plan(everybody=[way, way, "ok"] if way != "hang" else [way, "ok"])) as server:
        result = ask(bench, server, timeout=0.3)
    check_rest(bench, 8, but="")
    assert result.states["given"] == 8
    assert result.run.totals["tries"] == server.requests == (24 if way != "hang" else 16)


def test_failures_of_different_kinds_are_borne_a_little_longer_but_not_for_ever(bench: Workbench) -> None:
    fill(bench, 4)
    ways = ["error500", "not_json", "cut_body", "empty_body"]
    with Server(Plan(questions={"q001": [*ways, "ok"], "q002": [*ways, "error500", "ok"]})) as server:
        ask(bench, server)
    assert answers(bench)["q001"].state is State.GIVEN
    assert answers(bench)["q002"].state is State.FAILED
    assert (server.asked("q001"), server.asked("q002")) == (5, 5)


def test_in_a_storm_everybody_waits_and_everything_is_answered(bench: Workbench) -> None:
    fill(bench, 40)
    with Server(Plan(first=["storm429"] * 30)) as server:
        result = ask(bench, server, dataclasses.replace(QUICK, connections=16))
    check_rest(bench, 40, but="")
    assert server.requests == 70
    assert result.run.totals["tries"] == 70


@pytest.mark.parametrize(("way", "least"), [("storm429_seconds", 0.3), ("storm429_date", 0.4)])
def test_nobody_asks_before_the_time_that_the_server_names(bench: Workbench, way: str, least: float) -> None:
    fill(bench, 12)
    with Server(Plan(first=[way])) as server:
        ask(bench, server)
    check_rest(bench, 12, but="")
    turned_away = next(line.at for line in server.lines if line.what == "sent" and line.way == way)
    later = [line.at - turned_away for line in server.lines if line.what == "asked" and line.at > turned_away + 0.05]
    assert min(later) >= least - 0.01


def test_a_server_that_asks_to_wait_until_tomorrow_ends_the_run(bench: Workbench) -> None:
    fill(bench, 12)
    with Server(Plan(first=["ok"] * 6, everybody=["storm429_tomorrow"])) as server:
        result = ask(bench, server)
    assert result.stopped == "HTTP 429: Daily limit reached; it asks to wait for 86400 s"
    assert result.remaining == 6
    assert result.run.ended is None
    assert len(answers(bench)) == 6


# --- what no question can cure


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("error401", "endpoint/x answered HTTP 401: Incorrect API key .*the key in ENDPOINT_API_KEY was not accepted"),
        ("error404", "endpoint/x answered HTTP 404: The model does not exist .*requests went to http://127.0.0.1"),
        ("error403", "endpoint/x answered HTTP 403: This was flagged"),
        ("no_quota", "endpoint/x answered HTTP 429: You exceeded .*no credit left"),
        ("bad_parameter", "--set temperature=none leaves it out"),
        ("redirect", "points to '.*/elsewhere'.*the right address"),
    ],
)
@pytest.mark.parametrize("connections", [1, 4])
def test_a_wrong_key_or_an_unknown_model_stops_the_run_at_once(
    bench: Workbench, way: str, said: str, connections: int
) -> None:
    fill(bench, 30)
    with (
        Server(Plan(everybody=[way])) as server,
        pytest.raises(OptotypeError, match=f"Nothing was heard: .*{said}"),
    ):
        ask(bench, server, dataclasses.replace(QUICK, connections=connections))
    assert server.requests == (1 if way == "error401" and connections == 1 else max(connections, 3))


def test_one_question_that_is_turned_away_first_of_all_does_not_stop_the_others(bench: Workbench) -> None:
    fill(bench, 12)
    with Server(Plan(questions={"q000": ["error403"]}, everybody=["slow"])) as server:
        result = ask(bench, server)
    check_rest(bench, 12, but="q000")
    assert answers(bench)["q000"].state is State.FAILED
    assert result.stopped is None


def test_questions_that_were_turned_away_can_be_asked_again_without_stopping_a_run_that_is_complete(
    bench: Workbench,
) -> None:
    fill(bench, 12)
    flagged = {name(number): ["error403"] for number in range(5)}
    with Server(Plan(questions=flagged)) as server:
        first = ask(bench, server, dataclasses.replace(QUICK, connections=8))
        again = ask(bench, server)
    assert first.stopped is None
    assert again.stopped is None
    assert first.states == again.states
    assert server.requests == 17


def test_a_key_that_is_revoked_on_the_way_stops_the_run(bench: Workbench) -> None:
    fill(bench, 60)
    with Server(Plan(first=["ok"] * 20, everybody=["error401"])) as server:
        result = ask(bench, server)
        assert result.stopped is not None
        assert "HTTP 401" in result.stopped
        assert server.requests <= 20 + QUICK.lost + QUICK.connections
        assert result.states["given"] == 20
        server.plan = Plan()
        after = ask(bench, server)
    check_rest(bench, 60, but="")
    assert after.stopped is None
    assert after.run.ended is not None


def test_a_server_that_answers_nothing_ever_is_not_asked_everything(bench: Workbench) -> None:
    fill(bench, 60)
    with Server(Plan(everybody=["html"])) as server, pytest.raises(OptotypeError, match="the first 20 questions all"):
        ask(bench, server)
    assert server.requests <= 3 * (QUICK.lost + 4 * QUICK.connections)


def test_nobody_there_is_said_soon(bench: Workbench) -> None:
    fill(bench, 4)
    with Server() as server:
        pass
    began = time.monotonic()
    with pytest.raises(
        OptotypeError, match=r"http://127.0.0.1:\d+/v1/chat/completions cannot be reached: .*nobody was"
    ):
        ask(bench, server)
    assert time.monotonic() - began < 5


# --- a server that dies and returns


@contextmanager
def dying_server(delay: float) -> Generator[tuple[Server, int]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Server(Plan(delay=delay), port=port) as server:
        yield server, port


def test_a_server_that_dies_and_returns_is_waited_for(bench: Workbench, tmp_path: Path) -> None:
    import threading

    fill(bench, 80)
    with dying_server(0.02) as (server, port):
        second = Server(Plan(delay=0.005), port=port)

        def die_and_return() -> None:
            while server.requests < 20:
                time.sleep(0.005)
            server.stop()
            time.sleep(0.4)
            second.__enter__()

        killer = threading.Thread(target=die_and_return)
        killer.start()
        try:
            result = ask(bench, server)
        finally:
            killer.join()
            second.stop()
    check_rest(bench, 80, but="")
    assert result.states["given"] == 80
    assert second.requests > 40


def test_a_server_that_dies_for_good_stops_the_run_and_what_was_heard_is_kept(bench: Workbench) -> None:
    import threading

    fill(bench, 80)
    with dying_server(0.02) as (server, port):

        def die() -> None:
            while server.requests < 20:
                time.sleep(0.005)
            server.stop()

        killer = threading.Thread(target=die)
        killer.start()
        result = ask(bench, server, dataclasses.replace(QUICK, patience=0.5))
        killer.join()
        assert result.stopped is not None
        assert "cannot be reached" in result.stopped
        heard = len(answers(bench))
        assert 10 <= heard < 30
        with Server(Plan(), port=port) as back:
            after = ask(bench, back)
            assert back.requests == 80 - heard
    check_rest(bench, 80, but="")
    assert after.run.ended is not None
