from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optotype.errors import OptotypeError
from optotype.respondents import Reply
from optotype.running.replies import Replies


@pytest.fixture
def replies(tmp_path: Path) -> Generator[Replies]:
    with Replies(tmp_path / "replies", "endpoint/x") as kept:
        kept.begin("run")
        yield kept


def key(number: int) -> bytes:
    return number.to_bytes(16, "big")


def test_a_reply_comes_back_as_it_was(replies: Replies) -> None:
    reply = Reply("да ✏️\x00\n", 1.5, 300, 2, 0.01, refused=True, ended="stop", scores={"A": 0.25, "Б": -1.0}, tries=3)
    replies.keep(key(1), reply)
    assert replies.get([key(1), key(2)])[key(1)].reply == reply
    assert list(replies.get([key(2)])) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.text(st.characters()))
def test_any_text_can_be_kept(replies: Replies, text: str) -> None:
    replies.keep(key(1), Reply(text))
    assert replies.get([key(1)])[key(1)].reply.text == text.encode("utf-8", "replace").decode()


def test_many_are_looked_up_at_once(replies: Replies) -> None:
    replies.keep_all((key(number), Reply(str(number))) for number in range(0, 3000, 2))
    every = [key(number) for number in range(3000)]
    assert replies.known(every) == set(every[::2])
    assert {found.reply.text for found in replies.get(every).values()} == {str(n) for n in range(0, 3000, 2)}


def test_many_are_kept_together_or_not_at_all(replies: Replies) -> None:
    def some() -> Generator[tuple[bytes, Reply]]:
        yield key(1), Reply("one")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        replies.keep_all(some())
    assert replies.known([key(1)]) == set()
    replies.keep(key(2), Reply("two"))
    assert replies.known([key(2)]) == {key(2)}


def test_what_is_kept_is_there_for_others_at_once(replies: Replies) -> None:
    replies.keep(key(1), Reply("one"))
    with sqlite3.connect(replies.path) as other:
        assert other.execute("SELECT text FROM replies").fetchall() == [("one",)]
    other.close()


def test_one_thread_keeps_while_another_looks_up(replies: Replies) -> None:
    def keep() -> None:
        for number in range(500):
            replies.keep(key(number), Reply(str(number)))

    thread = threading.Thread(target=keep)
    thread.start()
    every = [key(number) for number in range(500)]
    counts = [len(replies.known(every))]
    while thread.is_alive():
        counts.append(len(replies.known(every)))
    thread.join()
    assert counts == sorted(counts)
    assert len(replies.known(every)) == 500


def test_cost_and_time_add_up_over_the_attempts_at_one_run(replies: Replies, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.time", lambda: now[0])

    def attempt(run: str, took: float, number: int) -> None:
        replies.begin(run)
        now[0] += took
        replies.keep(key(number), Reply("x", cost=0.5))
        now[0] += 100  # the rest of the attempt was lost

    attempt("mine", 2.0, 1)
    attempt("other", 7.0, 2)
    attempt("mine", 3.0, 3)
    replies.begin("mine")
    assert replies.seconds("mine") == 5.0
    assert replies.seconds("other") == 7.0
    assert replies.seconds("none") == 0.0
    assert replies.spent() == 1.0


def test_a_run_that_heard_nothing_took_no_time(replies: Replies) -> None:
    assert (replies.any(), replies.spent(), replies.seconds("run")) == (False, 0.0, 0.0)
    replies.keep(key(1), Reply("x"))
    assert replies.any()


@pytest.mark.parametrize("content", [b"this is no database at all, but long enough to be one" * 100, b"\x00" * 8192])
def test_a_damaged_file_is_said_to_be_so(tmp_path: Path, content: bytes) -> None:
    path = Replies(tmp_path, "endpoint/x").path
    path.write_bytes(content)
    with pytest.raises(OptotypeError, match=r"endpoint-x-\w+\.db: the replies of endpoint/x cannot be read"):
        Replies(tmp_path, "endpoint/x").__enter__()


def test_a_folder_that_is_a_file_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "replies").write_text("")
    with pytest.raises(OptotypeError, match="cannot be read or kept"):
        Replies(tmp_path / "replies", "endpoint/x").__enter__()


def test_replies_of_a_newer_release_are_left_alone(tmp_path: Path) -> None:
    with Replies(tmp_path, "endpoint/x") as replies:
        path = replies.path
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9")
    database.close()
    with pytest.raises(OptotypeError, match="newer release"):
        Replies(tmp_path, "endpoint/x").__enter__()
