"""Nothing that a server says is believed before it is read, and what is wrong is told in a line."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.labelstudio.server import BadServer, Server, server_of
from tests.labelstudio.fake import LEGACY, PERSONAL, Fake


def server(there: Fake, token: str = LEGACY) -> Server:
    return Server(there.address, token, silence=0.5, longest=1.0, most=1 << 20, most_file=1 << 20, pause=0.01)


def test_a_legacy_token_is_sent_as_it_is(there: Fake) -> None:
    server(there).get("/api/users/")
    assert there.keys == [f"Token {LEGACY}"]


def test_a_personal_access_token_is_exchanged_once_and_never_sent_as_a_key(there: Fake) -> None:
    known = server(there, PERSONAL)
    known.get("/api/users/")
    known.get("/api/users/")
    assert there.keys == ["", "Bearer access0", "Bearer access0"]


def test_a_token_that_has_run_out_is_exchanged_again(there: Fake) -> None:
    known = server(there, PERSONAL)
    known.get("/api/users/")
    there.ways["GET /users"] = ["expired"]
    known.get("/api/users/")
    assert there.keys[-2:] == ["", "Bearer access0"]


@pytest.mark.parametrize("token", ["wrong", "eyJa.eyJb.c"])
def test_a_wrong_token_is_told_without_the_token(token: str, there: Fake) -> None:
    with pytest.raises(BadServer, match="token is not accepted") as told:
        server(there, token).get("/api/users/")
    assert token not in str(told.value)
    assert token not in repr(server(there, token))


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("page_for_people", "a page for people came. Is this the address of a Label Studio?"),
        ("cut_off", "the reply is cut off"),
        ("huge", "longer than 1 MB"),
        ("silent", "nothing came for"),
        ("endless", "did not end within 1 seconds"),
        ("nothing", "JSON was expected"),
        ("deep", "JSON was expected"),
        ("not_unicode", "JSON was expected"),
        ("not_http", "cannot be reached"),
        ("hang_up", "cannot be reached"),
        ("fault", "status 500"),
        ("elsewhere", "sends on to 'https://other.invalid/login'"),
    ],
)
def test_what_is_wrong_with_a_reply_is_told_with_its_place(way: str, expected: str, there: Fake) -> None:
    there.ways["GET /users"] = [way]
    with pytest.raises(BadServer, match=re.escape(expected)) as told:
        server(there).get("/api/users/")
    assert str(told.value).startswith(f"{there.address}/api/users/")


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("page_for_people", "not the tasks of a project"),
        ("cut_off", "the reply is cut off"),
        ("huge", "longer than 1 MB"),
        ("silent", "nothing came for"),
        ("endless", "did not end within"),
        ("nothing", "the reply is empty"),
        ("number", "not the tasks of a project"),
    ],
)
def test_what_is_wrong_with_a_download_is_told(way: str, expected: str, there: Fake, tmp_path: Path) -> None:
    there.ways["GET /export"] = [way]
    with pytest.raises(BadServer, match=expected):
        server(there).download("/api/projects/1/export", tmp_path / "tasks.json")


def test_a_server_that_is_busy_is_asked_again(there: Fake, tmp_path: Path) -> None:
    there.projects[1] = {"id": 1}
    there.ways = {"GET /users": ["busy", "busy"], "GET /export": ["busy"]}
    assert server(there).get("/api/users/")
    server(there).download("/api/projects/1/export", tmp_path / "tasks.json")
    assert (tmp_path / "tasks.json").read_text() == "[]"


def test_what_may_have_been_done_is_not_asked_for_again(there: Fake) -> None:
    there.ways["POST /import"] = ["busy"]
    with pytest.raises(BadServer, match="status 503"):
        server(there).post("/api/projects/1/import", [])
    assert there.requests == [("POST", "/api/projects/1/import")]


def test_a_list_whose_pages_never_end_is_no_list(there: Fake) -> None:
    there.ways["GET /tasks"] = ["same_page"] * 5
    with pytest.raises(BadServer, match="pages of a list 'tasks' were expected"):
        list(server(there).pages("/api/tasks/", "tasks", 10))
    assert len(there.requests) == 2


def test_nobody_there_is_told() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(BadServer, match="cannot be reached: Connection refused"):
        Server(f"http://127.0.0.1:{port}", LEGACY).get("/api/users/")


@pytest.mark.parametrize(
    "address", ["", "localhost:8080", "ftp://host", "http://", "http://[::1", "http://a b", "http://me:secret@host"]
)
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(BadServer, match="is no address"):
        Server(address, LEGACY)


@pytest.mark.parametrize("token", ["", "two words", "line\nbreak", "ключ"])
def test_what_is_no_token_is_told(token: str) -> None:
    with pytest.raises(BadServer, match="no token has"):
        Server("http://localhost", token)


def test_a_server_is_named_by_the_environment_or_by_a_file_in_the_bench(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LABEL_STUDIO_URL", raising=False)
    monkeypatch.delenv("LABEL_STUDIO_API_KEY", raising=False)
    with pytest.raises(BadServer, match="Which Label Studio"):
        server_of(bench, None, None)
    with pytest.raises(BadServer, match="wants a token"):
        server_of(bench, "http://localhost:8080/", None)
    (bench.folder / ".env").write_text("LABEL_STUDIO_URL=http://labels:8080/\nLABEL_STUDIO_API_KEY=abc\n")
    assert server_of(bench, None, None).address == "http://labels:8080"
