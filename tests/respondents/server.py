"""A chat-completions server on loopback that misbehaves as it is told, for tests and for use by hand.

    python -m tests.respondents.server --port 8123 --log log.jsonl --plan '{"questions": {"q003": ["error500", "ok"]}}'

Questions hold a name, such as q003, and the right answer is its number. So a reply that reaches the wrong question is
noticed. Every request that came in, and every reply that was sent to its end, is a line of the log.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, field
from email.utils import formatdate
from pathlib import Path
from typing import Self

HUGE = 10_000_000
"""Characters of a reply that is far too long."""


@dataclass(frozen=True)
class Plan:
    """How the server behaves. All names are those of functions at the end of this file."""

    everybody: list[str] = field(default_factory=lambda: ["ok"])
    """At the first, second, ... try of any question; the last one is repeated."""
    questions: Mapping[str, list[str]] = field(default_factory=dict[str, list[str]])
    """At the tries of single questions, by name."""
    first: list[str] = field(default_factory=list[str])
    """To the first requests of all, one after the other, whoever asks."""
    delay: float = 0.0
    """Seconds that a reply takes."""
    tokens: tuple[int, int] = (100, 2)
    """What is counted for each request."""
    echo: bool = False
    """Do complaints repeat the Authorization that came with the request?"""

    def way(self, name: str, tries: int, requests: int) -> str:
        """How a request is treated."""
        if requests <= len(self.first):
            return self.first[requests - 1]
        ways = self.questions.get(name, self.everybody)
        return ways[min(tries, len(ways)) - 1]


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    what: str
    """`asked` or `sent`."""
    name: str
    way: str
    at: float
    key: str = ""
    """The Authorization that came with the request."""


class Server:
    """The server, in a thread of its own: `with Server(Plan(...), log) as server`."""

    def __init__(self, plan: Plan | None = None, log: Path | None = None, port: int = 0) -> None:
        self.plan = plan or Plan()
        self.port = port
        self.at_once = 0
        """Requests under way."""
        self.most_at_once = 0
        self.bodies: list[bytes] = []
        """What was sent, where there is no log."""
        self.lines: list[Line] = []
        self.tries: Counter[str] = Counter()
        self.requests = 0
        self.connections = 0
        self.turn = asyncio.Lock()
        self._log = None if log is None else os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._ready = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def open(self) -> int:
        """Connections that have not ended; with none, all that was sent has been noted."""
        return len(self._open)

    def asked(self, name: str) -> int:
        """How often a question was asked."""
        return sum(line.what == "asked" and line.name == name for line in self.lines)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Dies, with all its connections; nothing is finished."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join(10)

    async def serve(self) -> None:
        """Serves until it is stopped."""
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()
        server = await asyncio.start_server(self._connection, "127.0.0.1", self.port, backlog=1024, limit=1 << 26)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        for writer in self._open:
            writer.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def note(self, what: str, name: str, way: str, key: str = "") -> None:
        line = Line(what, name, way, time.time(), key)
        self.lines.append(line)
        if self._log is not None:
            os.write(self._log, json.dumps(asdict(line)).encode() + b"\n")

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        self.connections += 1
        try:
            while await self._request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode("latin-1").splitlines()[1:] if ": " in line)
        body = await reader.readexactly(int(headers.get("Content-Length", "0")))
        name = _name(body)
        self.requests += 1
        self.tries[name] += 1
        way = self.plan.way(name, self.tries[name], self.requests)
        self.note("asked", name, way, headers.get("Authorization", ""))
        if self._log is None:
            self.bodies.append(body)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.plan.delay:
                await asyncio.sleep(self.plan.delay)
            stays = await WAYS[way](Exchange(self, writer, name))
        finally:
            self.at_once -= 1
        self.note("sent", name, way)
        return stays


@dataclass(frozen=True)
class Exchange:
    """One request that has to be answered."""

    server: Server
    writer: asyncio.StreamWriter
    name: str

    @property
    def answer(self) -> str:
        return str(int(self.name[1:] or "0"))

    def completion(self, content: object = None, **message: object) -> dict[str, object]:
        """A chat completion with this content; the right answer unless given."""
        tokens = self.server.plan.tokens
        text = self.answer if content is None else content
        return {
            "id": f"chatcmpl-{self.name}",
            "object": "chat.completion",
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text, **message}}
            ],
            "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
        }

    async def send(self, status: int, body: object, **headers: str) -> bool:
        """A whole reply."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.writer.write(_head(status, {"Content-Length": str(len(content)), **headers}) + content)
        await self.writer.drain()
        return True

    async def fail(
        self, status: int, message: str, code: object = None, param: str | None = None, **headers: str
    ) -> bool:
        """A reply that says what went wrong."""
        if self.server.plan.echo:
            message += f"; you are {self.server.lines[-1].key}"
        error = {"message": message, "type": "error", "code": code, "param": param}
        return await self.send(status, {"error": error}, **headers)

    async def chunks(self, pieces: list[bytes], pause: float = 0.0) -> bool:
        """A whole reply of unknown length, piece by piece."""
        self.writer.write(_head(200, {"Transfer-Encoding": "chunked"}))
        for piece in [*pieces, b""]:
            self.writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            await self.writer.drain()
            if pause:
                await asyncio.sleep(pause)
        return True


def _name(body: bytes) -> str:
    """What the question is called that was asked last."""
    try:
        content = json.loads(body)["messages"][-1]["content"]
    except (ValueError, LookupError, TypeError):
        return ""
    texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    return (["", *re.findall(r"q\d{3,}", " ".join(texts))])[-1]


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return "\r\n".join(
        [f"HTTP/1.1 {status} So", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
    ).encode()


# --- the ways


WAYS: dict[str, Callable[[Exchange], Awaitable[bool]]] = {
    # those that are turned away
    "storm429": lambda ask: ask.fail(429, "Rate limit reached"),
    "storm429_seconds": lambda ask: ask.fail(429, "Rate limit reached", Retry_After="0.3"),
    "storm429_date": lambda ask: ask.fail(
        429, "Rate limit reached", Retry_After=formatdate(time.time() + 1.5, usegmt=True)
    ),
    "storm429_tomorrow": lambda ask: ask.fail(429, "Daily limit reached", Retry_After="86400"),
    "error503": lambda ask: ask.fail(503, "The model is loading"),
    "no_quota": lambda ask: ask.fail(429, "You exceeded your current quota", code="insufficient_quota"),
    "error500": lambda ask: ask.fail(500, "The server had an error"),
    "no_pictures": lambda ask: ask.fail(500, "image input is not supported - hint: you may need to provide the mmproj"),
    "no_pictures404": lambda ask: ask.fail(404, "No endpoints found that support image input"),
    "error400": lambda ask: ask.fail(400, "The picture is too small"),
    "bad_parameter": lambda ask: ask.fail(
        400, "Unsupported value: 'temperature' does not support 0", param="temperature"
    ),
    "error401": lambda ask: ask.fail(401, "Incorrect API key provided", code="invalid_api_key"),
    "error403": lambda ask: ask.fail(403, "This was flagged"),
    "error404": lambda ask: ask.fail(404, "The model does not exist"),
    "redirect": lambda ask: ask.send(307, b"", Location=f"{ask.server.url}/elsewhere"),
    # those that say something else
    "not_json": lambda ask: ask.send(200, b'{"choices": [{"message": {"content": "7'),
    "html": lambda ask: ask.send(200, b"<html><title>Welcome</title>" + b"x" * 5000, Content_Type="text/html"),
    "wrong_shape": lambda ask: ask.send(200, {"choices": []}),
    "deep": lambda ask: ask.send(200, b'{"choices":' + b"[" * 200_000),
    "empty_body": lambda ask: ask.send(200, b""),
    "error_in_200": lambda ask: ask.fail(200, "Upstream is ill"),
    "overload_in_200": lambda ask: ask.fail(200, "Rate limit reached upstream", code=429),
    # those that say too little, or too much
    "empty_content": lambda ask: ask.send(200, ask.completion("")),
    "huge": lambda ask: ask.send(200, ask.completion("blah " * (HUGE // 5))),
    "endless": lambda ask: ask.chunks([b" " * 100_000] * 10_000),
    "gzipped": lambda ask: ask.send(200, gzip.compress(json.dumps(ask.completion()).encode()), Content_Encoding="gzip"),
    "brotli": lambda ask: ask.send(200, b"\x0b\x02\x80", Content_Encoding="br"),
    # those with odd letters
    "half_character": lambda ask: ask.send(200, ask.completion(f"{ask.answer} \ud83d")),
    "controls": lambda ask: ask.send(200, ask.completion(f"{ask.answer}\x00\x1b[31m\u202e")),
}


def _way(function: Callable[[Exchange], Awaitable[bool]]) -> Callable[[Exchange], Awaitable[bool]]:
    WAYS[function.__name__] = function
    return function


@_way
async def ok(ask: Exchange) -> bool:
    return await ask.send(200, ask.completion())


@_way
async def slow(ask: Exchange) -> bool:
    await asyncio.sleep(0.2)
    return await ask.send(200, ask.completion())


@_way
async def one_by_one(ask: Exchange) -> bool:
    """However many ask, they are served one after the other."""
    async with ask.server.turn:
        await asyncio.sleep(0.02)
    return await ask.send(200, ask.completion())


@_way
async def hang(ask: Exchange) -> bool:
    await asyncio.sleep(3600)
    return False


# those that break off


@_way
async def cut_at_once(ask: Exchange) -> bool:
    return False


@_way
async def cut_head(ask: Exchange) -> bool:
    ask.writer.write(b"HTTP/1.1 200 OK\r\nContent-Ty")
    await ask.writer.drain()
    return False


@_way
async def cut_body(ask: Exchange) -> bool:
    ask.writer.write(_head(200, {"Content-Length": "500"}) + json.dumps(ask.completion()).encode()[:40])
    await ask.writer.drain()
    await asyncio.sleep(0.02)
    return False


@_way
async def drip(ask: Exchange) -> bool:
    """A byte now and then, never to its end."""
    return await ask.chunks([b" "] * 36_000, pause=0.05)


# those that say something else


@_way
async def no_http(ask: Exchange) -> bool:
    ask.writer.write(b"220 mail.example.org ESMTP\r\n\r\n")
    await ask.writer.drain()
    return False


# those that say too little, or too much


@_way
async def null_content(ask: Exchange) -> bool:
    body = json.dumps(ask.completion("NULL")).replace('"NULL"', "null")
    return await ask.send(200, body.encode())


@_way
async def parts(ask: Exchange) -> bool:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "99"}], "text": "98"}
    return await ask.send(200, ask.completion([thought, {"type": "text", "text": ask.answer}]))


@_way
async def refusal(ask: Exchange) -> bool:
    body = json.dumps(ask.completion("NULL", refusal="I cannot help with that")).replace('"NULL"', "null")
    return await ask.send(200, body.encode())


@_way
async def filtered(ask: Exchange) -> bool:
    body = json.dumps(ask.completion("")).replace('"stop"', '"content_filter"')
    return await ask.send(200, body.encode())


@_way
async def huge_chunked(ask: Exchange) -> bool:
    body = json.dumps(ask.completion("blah " * (HUGE // 5))).encode()
    return await ask.chunks([body[place : place + 100_000] for place in range(0, len(body), 100_000)])


@_way
async def announces_much(ask: Exchange) -> bool:
    ask.writer.write(_head(200, {"Content-Length": str(10**12)}) + b" " * 1000)
    await ask.writer.drain()
    await asyncio.sleep(3600)
    return False


@_way
async def gzip_bomb(ask: Exchange) -> bool:
    """A few megabytes that unfold to gigabytes."""
    piece = gzip.compress(b" " * 32_000_000)
    return await ask.send(200, piece * 64, Content_Encoding="gzip")


@_way
async def odd_usage(ask: Exchange) -> bool:
    usage = {"prompt_tokens": 10**30, "completion_tokens": -5, "cost": 1e400}
    return await ask.send(200, ask.completion() | {"usage": usage})


# those with odd letters


@_way
async def latin1(ask: Exchange) -> bool:
    body = json.dumps(ask.completion(f"Réponse : {ask.answer}"), ensure_ascii=False).encode("latin-1")
    return await ask.send(200, body, Content_Type="application/json; charset=iso-8859-1")


@_way
async def wrong_charset(ask: Exchange) -> bool:
    body = json.dumps(ask.completion(f"Réponse : {ask.answer}"), ensure_ascii=False).encode("latin-1")
    return await ask.send(200, body, Content_Type="application/json; charset=utf-8")


# those that say more than they were asked


@_way
async def twice(ask: Exchange) -> bool:
    """The reply, and in the same breath one that nobody asked for."""
    wrong = json.dumps(ask.completion("999999")).encode()
    right = json.dumps(ask.completion()).encode()
    pieces = [_head(200, {"Content-Length": str(len(body))}) + body for body in (right, wrong)]
    ask.writer.write(b"".join(pieces))
    await ask.writer.drain()
    return True


@_way
async def afterwards(ask: Exchange) -> bool:
    """The reply, and a little later one that nobody asked for."""
    await ok(ask)
    await asyncio.sleep(0.02)
    return await ask.send(200, ask.completion("999999"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="a free one unless given")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--plan", type=json.loads, default={}, help="the fields of Plan, as JSON")
    parser.add_argument("--ways", action="store_true", help="list the ways to behave")
    wanted = parser.parse_args()
    if wanted.ways:
        print("\n".join(WAYS))  # noqa: T201
        return
    server = Server(Plan(**wanted.plan), wanted.log, wanted.port)

    async def serve() -> None:
        serving = asyncio.create_task(server.serve())
        while not server.port:
            await asyncio.sleep(0.01)
        print(server.url, flush=True)  # noqa: T201
        await serving

    asyncio.run(serve())


if __name__ == "__main__":
    main()
