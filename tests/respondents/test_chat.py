from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from optotype.asking import Message, Question, Sight
from optotype.errors import OptotypeError
from optotype.records import Item, Origin, ShortText
from optotype.respondents import Failure, Hopeless, Lasting, Late, Passing, Reply, Unreachable, build
from optotype.respondents._chat import Chat
from optotype.respondents.endpoint import Endpoint
from tests.respondents.server import Plan, Server
from tests.samples import png, write_png

T = TypeVar("T")


def sight(path: Path, colour: str = "red", file: str = "aa") -> Sight:
    return Sight(file, "image/png", write_png(path, colour), 12, 8)


def question(*parts: str | Sight) -> Question:
    item = Item(id="q", collection="c", origin=Origin(kind="drawn", by="test"), form=ShortText(), cluster="c")
    return Question(item, (Message("user", parts or ("How many in q007?",)),))


def endpoint(**settings: object) -> Chat:
    made = build("endpoint/x", {"base_url": "http://127.0.0.1:9/v1", **settings})
    assert isinstance(made, Endpoint)
    return made


def within(chat: Chat, work: Callable[[], Awaitable[T]]) -> T:
    async def run() -> T:
        async with chat.session(4):
            return await work()

    return asyncio.run(run())


def ask(server: Server, *parts: str | Sight, **settings: object) -> Reply:
    chat = endpoint(**{"base_url": server.url, "timeout": 5.0, **settings})
    return within(chat, lambda: chat.reply(question(*parts)))


def failure(server: Server, **settings: object) -> Failure:
    with pytest.raises(Failure) as caught:
        ask(server, **settings)
    return caught.value


# --- what is sent


def test_pictures_are_sent_as_data_in_their_place_among_the_texts(tmp_path: Path) -> None:
    parts = (
        "Look:",
        sight(tmp_path / "1.png", "red"),
        "A.",
        sight(tmp_path / "2.png", "blue"),
        "Which one is in q007?",
    )
    with Server() as server:
        assert ask(server, *parts).text == "7"
    sent = json.loads(server.bodies[0])["messages"][0]["content"]
    urls = [f"data:image/png;base64,{base64.b64encode(png(colour)).decode()}" for colour in ("red", "blue")]
    assert sent == [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": urls[0]}},
        {"type": "text", "text": "A."},
        {"type": "image_url", "image_url": {"url": urls[1]}},
        {"type": "text", "text": "Which one is in q007?"},
    ]


def test_texts_alone_are_sent_as_one_text() -> None:
    body = json.loads(endpoint().body(question("one", "two")))
    assert body["messages"] == [{"role": "user", "content": "one\ntwo"}]


def test_several_messages_stay_apart(tmp_path: Path) -> None:
    item = question().item
    messages = (
        Message("system", ("Be brief.",)),
        Message("user", (sight(tmp_path / "1.png"), 'a "quoted" \\ text\n')),
        Message("assistant", ("да",)),
        Message("user", ("and?",)),
    )
    sent = json.loads(endpoint().body(Question(item, messages)))["messages"]
    assert [message["role"] for message in sent] == ["system", "user", "assistant", "user"]
    assert sent[1]["content"][1]["text"] == 'a "quoted" \\ text\n'
    assert sent[2]["content"] == "да"


def test_settings_are_sent_and_those_that_are_none_are_left_out() -> None:
    given = {
        "temperature": "none",
        "top_p": "0.5",
        "max_tokens": "7",
        "seed": "3",
        "extra": '{"reasoning_effort": "low"}',
    }
    body = json.loads(endpoint(**given).body(question()))
    assert body.keys() == {"model", "top_p", "max_tokens", "seed", "reasoning_effort", "messages"}
    assert (body["model"], body["top_p"], body["max_tokens"], body["seed"]) == ("x", 0.5, 7, 3)
    plain = json.loads(endpoint().body(question()))
    assert plain.keys() == {"model", "temperature", "max_tokens", "messages"}
    renamed = json.loads(endpoint(max_tokens_field="max_completion_tokens").body(question()))
    assert renamed["max_completion_tokens"] == 1024
    assert "max_tokens" not in renamed


def test_a_schema_is_sent_where_that_is_wanted_and_there_is_one() -> None:
    asked = replace(question("How many?"), schema='{"type": "object"}')
    format = {"type": "json_schema", "json_schema": {"name": "reply", "schema": {"type": "object"}}}
    assert json.loads(endpoint(structured="true").body(asked))["response_format"] == format
    assert "response_format" not in json.loads(endpoint(structured="true").body(question("How many?")))
    assert "response_format" not in json.loads(endpoint().body(asked))
    assert endpoint(structured="true").key(asked) != endpoint().key(asked) == endpoint().key(question("How many?"))


def test_how_closely_pictures_are_looked_at_is_said_with_each(tmp_path: Path) -> None:
    body = json.loads(endpoint(detail="low").body(question(sight(tmp_path / "1.png"))))
    assert body["messages"][0]["content"][0]["image_url"]["detail"] == "low"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": "nan"}, "temperature"),
        ({"temperature": -1}, "temperature"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"timeout": "none"}, "timeout"),
        ({"extra": "{"}, "extra"),
        ({"extra": "[1]"}, "extra"),
        ({"extra": {"stream": True}}, "'stream' cannot be set"),
        ({"colour": "red"}, "no setting called 'colour'"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(OptotypeError, match=said):
        endpoint(**settings)


def test_a_large_picture_is_sent_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(bytes(range(256)) * 10_000)  # 2.5 MB
    large = Sight("aa", "image/png", path, 1, 1)
    with Server() as server:
        assert ask(server, large, "How many in q007?", timeout=20.0).text == "7"
    url = json.loads(server.bodies[0])["messages"][0]["content"][0]["image_url"]["url"]
    assert base64.b64decode(url.partition(",")[2]) == path.read_bytes()


def test_a_picture_that_is_gone_fails_for_this_question_alone(tmp_path: Path) -> None:
    gone = Sight("aa", "image/png", tmp_path / "gone.png", 1, 1)
    with Server() as server, pytest.raises(Lasting, match=r"the picture gone.png cannot be read: No such file"):
        ask(server, gone)
    assert server.requests == 0


# --- what a reply is remembered by


def test_a_key_changes_with_everything_that_is_sent_and_with_nothing_else(tmp_path: Path) -> None:
    one, other = sight(tmp_path / "1.png", file="aa"), sight(tmp_path / "2.png", file="bb")
    moved = Sight("aa", "image/png", tmp_path / "elsewhere.png", 12, 8)
    base = endpoint().key(question(one, "How many?"))
    assert endpoint().key(question(moved, "How many?")) == base
    assert endpoint(timeout=3, max_connections=2).key(question(one, "How many?")) == base
    different = [
        endpoint().key(question(other, "How many?")),
        endpoint().key(question(one, "How many? ")),
        endpoint().key(question("How many?", one)),
        endpoint().key(question(one, other, "How many?")),
        endpoint(temperature=1).key(question(one, "How many?")),
        endpoint(temperature="none").key(question(one, "How many?")),
        endpoint(max_tokens=5).key(question(one, "How many?")),
        endpoint(seed=1).key(question(one, "How many?")),
        endpoint(detail="low").key(question(one, "How many?")),
        endpoint(extra={"a": 1}).key(question(one, "How many?")),
        endpoint(served="y").key(question(one, "How many?")),
        endpoint(base_url="http://127.0.0.1:10/v1").key(question(one, "How many?")),
    ]
    assert len({base, *different}) == 1 + len(different)


def test_a_key_does_not_depend_on_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENDPOINT_API_KEY", "sk-one-secret")
    one = endpoint()
    assert "sk-one-secret" not in json.dumps(one.request(question()))
    before = one.key(question())
    monkeypatch.setenv("ENDPOINT_API_KEY", "sk-another-secret")
    assert endpoint().key(question()) == before


def test_half_a_character_in_a_question_can_be_asked() -> None:
    with Server() as server:
        assert ask(server, "\ud83d q007").text == "7"


# --- what comes back


def test_a_reply_carries_what_was_counted() -> None:
    with Server(Plan(tokens=(123, 4), delay=0.05)) as server:
        reply = ask(server)
    assert (reply.text, reply.tokens_in, reply.tokens_out, reply.ended) == ("7", 123, 4, "stop")
    assert 0.05 <= reply.seconds < 5
    assert reply.cost is None


KINDS: list[tuple[str, type[Failure]]] = [
    ("error401", Hopeless),
    ("error403", Hopeless),
    ("error404", Hopeless),
    ("no_quota", Hopeless),
    ("redirect", Hopeless),
    ("bad_parameter", Hopeless),
    ("error400", Lasting),
    ("endless", Lasting),
    ("gzip_bomb", Lasting),
    ("error500", Passing),
    ("storm429", Passing),
    ("error503", Passing),
    ("cut_body", Passing),
    ("not_json", Passing),
]


@pytest.mark.parametrize(("way", "kind"), KINDS, ids=[way for way, _ in KINDS])
def test_each_failure_is_of_the_kind_that_it_is(way: str, kind: type[Failure]) -> None:
    with Server(Plan(everybody=[way])) as server:
        found = failure(server)
    assert type(found) is kind
    assert getattr(found, "sure", None) in (None, way == "error401")
    assert getattr(found, "overload", None) in (None, way in ("storm429", "error503"))


@pytest.mark.parametrize("way", ["no_pictures", "no_pictures404"])
def test_a_model_that_takes_no_pictures_is_said_to_take_none_and_asked_once(way: str) -> None:
    with Server(Plan(everybody=[way])) as server:
        found = failure(server)
    assert type(found) is Lasting
    assert str(found).endswith("(endpoint/x takes no pictures: name a model that does)")


@pytest.mark.parametrize(
    ("way", "least", "most"),
    [
        ("storm429", None, None),
        ("storm429_seconds", 0.3, 0.3),
        ("storm429_date", 0.1, 1.6),
        ("storm429_tomorrow", 86400, 86400),
    ],
)
def test_the_time_to_wait_is_read_as_a_number_or_a_date(way: str, least: float | None, most: float | None) -> None:
    with Server(Plan(everybody=[way])) as server:
        found = failure(server)
    assert isinstance(found, Passing)
    assert found.after is least or (
        found.after is not None and least is not None and least <= found.after <= (most or 0)
    )


def test_a_reply_that_is_late_is_said_to_be_late() -> None:
    with Server(Plan(everybody=["hang"])) as server:
        found = failure(server, timeout=0.1)
    assert type(found) is Late
    assert str(found) == "no reply within 0.1 s"


def test_nobody_there_is_said_to_be_nobody() -> None:
    with Server() as server:
        pass
    assert type(failure(server)) is Unreachable


def test_a_name_that_nobody_has_is_nobody() -> None:
    chat = endpoint(base_url="http://no-such-host.invalid/v1")
    with pytest.raises(Unreachable, match=r"no-such-host.invalid/v1/chat/completions cannot be reached"):
        within(chat, lambda: chat.reply(question()))


def test_a_reply_that_nobody_asked_for_is_not_taken_for_the_next_one() -> None:
    chat: list[Chat] = []

    async def one_after_the_other() -> tuple[str, str]:
        first = await chat[0].reply(question("q001"))
        await asyncio.sleep(0.3)
        try:
            second = await chat[0].reply(question("q002"))
        except Passing:
            second = await chat[0].reply(question("q002"))
        return first.text, second.text

    with Server(Plan(questions={"q001": ["afterwards"]})) as server:
        chat.append(endpoint(base_url=server.url))
        assert within(chat[0], one_after_the_other) == ("1", "2")


def test_connections_are_kept_open_between_questions() -> None:
    async def many() -> None:
        for _ in range(20):
            await chat.reply(question())

    with Server() as server:
        chat = endpoint(base_url=server.url)
        within(chat, many)
        assert server.connections == 1


# --- keys and addresses


@pytest.mark.parametrize("way", ["error401", "error400", "error500", "error_in_200"])
def test_a_key_that_the_server_repeats_is_not_shown(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setenv("ENDPOINT_API_KEY", "sk-very-secret")
    with Server(Plan(everybody=[way], echo=True)) as server:
        found = failure(server)
    assert server.lines[0].key == "Bearer sk-very-secret"
    assert "sk-very-secret" not in str(found)
    assert "[key]" in str(found)


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://localhost:8000/v1", "http://localhost:8000/v1/chat/completions"),
        ("http://localhost:8000/v1/", "http://localhost:8000/v1/chat/completions"),
        (" https://host/v1 ", "https://host/v1/chat/completions"),
        ("https://host/v1/chat/completions", "https://host/v1/chat/completions"),
        ("https://host/v1?api-version=2", "https://host/v1/chat/completions?api-version=2"),
        ("http://[::1]:8000", "http://[::1]:8000/chat/completions"),
    ],
)
def test_the_address_of_requests_follows_from_the_base(base: str, url: str) -> None:
    assert endpoint(base_url=base).url == url


@pytest.mark.parametrize(
    "base", ["localhost:8000", "ftp://host/v1", "http://", "http://host:port/v1", "http://ho st/", "http://[::1/v1"]
)
def test_what_is_no_address_is_refused(base: str) -> None:
    with pytest.raises(OptotypeError, match="one such as http://localhost:8000/v1 was expected"):
        _ = endpoint(base_url=base).url


def test_a_password_in_an_address_is_refused_and_not_shown() -> None:
    with pytest.raises(OptotypeError, match="holds a name or a password") as caught:
        _ = endpoint(base_url="https://me:hidden@host/v1").url
    assert "hidden" not in str(caught.value)


def test_nothing_heavy_is_loaded_before_something_is_asked() -> None:
    program = """
import sys
from optotype.respondents import build
_ = build("openai/gpt-4o", {}).url
print([name for name in ("aiohttp", "torch", "numpy", "PIL") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
