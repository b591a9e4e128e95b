"""Chat completions: the one way of asking that nearly every server understands. Providers are small files over this."""

from __future__ import annotations

import errno
import io
import json
import math
import re
import time
import zlib
from binascii import b2a_base64
from codecs import BOM_UTF8
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast
from urllib.parse import urlsplit, urlunsplit

from pydantic import BeforeValidator, Field, JsonValue

from optotype import settings
from optotype.asking import Message, Question, Sight
from optotype.errors import OptotypeError
from optotype.respondents import Failure, Hopeless, Lasting, Late, Live, Passing, Reply, Unreachable, hashed

if TYPE_CHECKING:
    import aiohttp
    from yarl import URL

    from optotype.bench import Bench

LONGEST = 16_000_000
"""Bytes of a reply that are read; whoever sends more is not answering a question."""

_OVERLOADED = frozenset({429, 502, 503, 529})
_LATE = frozenset({408, 504})
_HINTS = {
    401: "the key in {key} was not accepted",
    402: "the account behind {key} has no credit left",
    403: "the key in {key} may not be used for this",
    404: "there is no such model, or no such address: requests went to {url}",
}
_SIGHTLESS = re.compile(
    r"image input is not supported|required for image input|support image input|image_url is only supported"
    r"|not a multimodal model|at most 0 image",
    re.IGNORECASE,
)
"""How servers say that a model takes no pictures, with whatever status."""
_SCHEMA = b', "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "schema": %b}}'
_OURS = frozenset({errno.EMFILE, errno.ENFILE, errno.EADDRNOTAVAIL, errno.ENOBUFS})
"""What the system says when it is us who have too many connections."""


def _unless_none(given: object) -> object:
    return None if isinstance(given, str) and given.strip().lower() in ("none", "null") else given


def _as_json(given: object) -> object:
    found: object = json.loads(given) if isinstance(given, str) else given
    if taken := {"messages", "stream"} & _fields(found).keys():
        raise ValueError(f"'{min(taken)}' cannot be set")
    return found


_Maybe = BeforeValidator(_unless_none)
"""A setting that `--set NAME=none` leaves out of requests."""


@dataclass
class _Here:
    """What a respondent finds where it runs; no part of its settings."""

    environment: Mapping[str, str]
    connected: tuple[aiohttp.ClientSession, URL] | None = None


@dataclass(frozen=True)
class Chat(Live):
    """A model behind a chat-completions address."""

    address: ClassVar[str | None] = None
    """Where the provider's server is, unless `base_url` or `<PROVIDER>_BASE_URL` says otherwise."""
    needs_key: ClassVar[bool] = True
    """Does the provider's own server want a key?"""

    base_url: str | None = None
    """Where the server is: all that comes before `/chat/completions`."""
    temperature: Annotated[float | None, Field(ge=0, allow_inf_nan=False), _Maybe] = 0.0
    top_p: Annotated[float | None, Field(gt=0, le=1), _Maybe] = None
    max_tokens: Annotated[int | None, Field(gt=0), _Maybe] = 1024
    """Of a reply. Models that reason may need many more."""
    max_tokens_field: str = "max_tokens"
    """What the server calls that."""
    seed: Annotated[int | None, _Maybe] = None
    detail: Annotated[Literal["auto", "low", "high"] | None, _Maybe] = None
    """How closely pictures are looked at, where the server lets one choose."""
    extra: Annotated[dict[str, Any] | None, BeforeValidator(_as_json), _Maybe] = None
    """More fields of the request, as JSON: `{"reasoning_effort": "low"}`."""
    structured: bool = False
    """Is the schema of a reply sent with the request, where there is one? Many servers then hold the model to it."""
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 120.0
    """Seconds that a reply may take."""
    max_connections: Annotated[int | None, Field(gt=0), _Maybe] = None
    """The most that this server may be asked at once."""
    key_variable: str | None = None
    """The variable that holds the key, unless that is `<PROVIDER>_API_KEY`."""

    # --- where it is, and how one gets in

    def prepare(self, bench: Bench) -> None:
        """Makes sure that address and key are there, also from the `.env` file of the bench."""
        self._here.environment = settings.environment(Path.cwd(), bench.folder)
        _ = self.url, self._key

    @property
    def most(self) -> int | None:
        """The most that it may be asked at once."""
        return self.max_connections

    @cached_property
    def url(self) -> str:
        """Where requests are sent."""
        variable = settings.provider_variable(self.provider, "BASE_URL")
        base = self.base_url or self._here.environment.get(variable) or self.address
        if base is None:
            raise OptotypeError(
                f"Where is {self.name}? Give --base-url, or set {variable}: for example http://localhost:8000/v1."
            )
        return _url(base.strip(), self.name)

    @cached_property
    def _here(self) -> _Here:
        return _Here(settings.environment(Path.cwd()))

    @property
    def _key_variable(self) -> str:
        return self.key_variable or settings.provider_variable(self.provider, "API_KEY")

    @cached_property
    def _key(self) -> str | None:
        key = self._here.environment.get(self._key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise OptotypeError(f"The key in {self._key_variable} holds characters that no key has. Copy it anew.")
        its_own = self.needs_key and self.address is not None and self.url == _url(self.address, self.name)
        if not key and (its_own or self.key_variable is not None):
            raise OptotypeError(f"{self.name} needs a key: set {self._key_variable}, or write it into .env.")
        return key or None

    def _hide(self, text: str) -> str:
        """A text without the key, should somebody have put it there; one too short to be secret stays."""
        return text.replace(self._key, "[key]") if self._key is not None and len(self._key) > 5 else text

    # --- what is sent

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The body that is sent, with pictures by their hash, and where it is sent."""
        detail: dict[str, JsonValue] = {} if self.detail is None else {"detail": self.detail}
        schema: dict[str, JsonValue] = {"schema": question.schema} if self._holds(question) else {}
        return {**self._fields, **detail, **schema, "messages": hashed(question.messages), "url": self.url}

    def _holds(self, question: Question) -> bool:
        """Is the model held to a schema?"""
        return self.structured and bool(question.schema)

    @cached_property
    def _fields(self) -> dict[str, JsonValue]:
        """All fields of a request but the messages."""
        named = {
            "model": self.served_model,
            "temperature": self.temperature,
            "top_p": self.top_p,
            self.max_tokens_field: self.max_tokens,
            "seed": self.seed,
        }
        return {name: value for name, value in named.items() if value is not None} | (self.extra or {})

    @property
    def served_model(self) -> str:
        """What the server calls the model."""
        return self.model

    @cached_property
    def _head(self) -> bytes:
        return json.dumps(self._fields).encode()[:-1] + b', "messages": ['

    def body(self, question: Question) -> bytes:
        """The body that is sent. Pictures are by far the most of it, and are copied once.

        Raises:
            Lasting: a picture cannot be read.
        """
        pieces = [self._head]
        for place, message in enumerate(question.messages):
            pieces.append(b", " if place else b"")
            self._write(message, pieces)
        pieces.append(b"]")
        if self._holds(question):
            pieces.append(_SCHEMA % question.schema.encode())
        pieces.append(b"}")
        return b"".join(pieces)

    def _write(self, message: Message, pieces: list[bytes]) -> None:
        if all(isinstance(part, str) for part in message.parts):
            text = "\n".join(cast("tuple[str, ...]", message.parts))
            pieces.append(b'{"role": "%b", "content": %b}' % (message.role.encode(), _quoted(text)))
            return
        pieces.append(b'{"role": "%b", "content": [' % message.role.encode())
        for place, part in enumerate(message.parts):
            pieces.append(b", " if place else b"")
            if isinstance(part, str):
                pieces.append(b'{"type": "text", "text": %b}' % _quoted(part))
            else:
                opening = _quoted(f"data:{part.media_type};base64,")[:-1]
                content = b2a_base64(_content(part), newline=False)
                pieces += (b'{"type": "image_url", "image_url": {"url": ', opening, content, self._after_picture)
        pieces.append(b"]}")

    @cached_property
    def _after_picture(self) -> bytes:
        return b'"}}' if self.detail is None else b'", "detail": %b}}' % _quoted(self.detail)

    # --- asking

    @asynccontextmanager
    async def session(self, connections: int) -> AsyncGenerator[None]:
        """Connections that are kept open between questions."""
        import aiohttp
        from yarl import URL

        from optotype.respondents import _connection

        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=connections, ttl_dns_cache=300),
            timeout=aiohttp.ClientTimeout(total=self.timeout, sock_connect=min(self.timeout, 30.0)),
            headers=headers,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            request_class=_connection.Request,
            proxy=settings.proxy(self.url),
        ) as session:
            self._here.connected = session, URL(self.url)
            yield

    async def reply(self, question: Question) -> Reply:
        """Asks once."""
        import aiohttp

        if self._here.connected is None:
            raise RuntimeError("questions are asked within a session")
        session, target = self._here.connected
        body = self.body(question)
        # aiohttp wants what is long as a stream, so that others have their turn while it is sent
        data = body if len(body) <= 1 << 20 else io.BytesIO(body)
        began = time.perf_counter()
        try:
            async with session.post(target, data=data, allow_redirects=False) as response:
                content = await _read(response)
        except aiohttp.ClientConnectorCertificateError as error:
            raise Hopeless(f"{self.url} has a certificate that is not trusted: {_plain(error)}", sure=True) from error
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise self._unreachable(error) from error
        except TimeoutError as error:
            raise Late(f"no reply within {self.timeout:g} s") from error
        except (aiohttp.ClientError, OSError) as error:
            raise Passing(f"the connection broke: {self._hide(_plain(error))}") from error
        if response.status != 200:
            raise self._failure(response.status, _Said.of(content), response.headers)
        return self._reply(content, response.charset, time.perf_counter() - began)

    def _unreachable(self, error: Exception) -> Failure:
        if isinstance(error, OSError) and error.errno in _OURS:
            return Passing(f"too many connections: {_plain(error)}", overload=True)
        return Unreachable(f"{self.url} cannot be reached: {_plain(error)}")

    def _failure(self, status: int, said: _Said, headers: Mapping[str, str]) -> Failure:
        """What a reply means that says what went wrong."""
        message = self._hide(f"HTTP {status}: {said.message}" if said.message else f"HTTP {status}")
        after = _seconds(headers.get("Retry-After"))
        if _SIGHTLESS.search(said.message):
            return Lasting(f"{message} ({self.name} takes no pictures: name a model that does)")
        if status == 429 and said.code == "insufficient_quota":
            status = 402
        if 300 <= status < 400:
            there = self._hide(headers.get("Location", "")[:200])
            return Hopeless(
                f"{self.name} answered {message}, and points to '{there}'. Is {self.url} the right address?"
            )
        if status in _HINTS:
            hint = _HINTS[status].format(key=self._key_variable, url=self.url)
            return Hopeless(f"{self.name} answered {message} ({hint})", sure=status == 401)
        if status in _OVERLOADED:
            return Passing(message, after=after, overload=True)
        if status in _LATE:
            return Late(message, after=after)
        if status >= 500:
            return Passing(message, after=after)
        if status == 400 and said.param in self._fields:
            return Hopeless(f"{self.name} answered {message}{self._how_to_leave_out(said.param)}")
        return Lasting(message)

    def _how_to_leave_out(self, name: str) -> str:
        if name == self.max_tokens_field:
            return " (--set max_tokens=none leaves it out, --set max_tokens_field=NAME gives it another name)"
        return f" (--set {name}=none leaves it out)" if name in ("temperature", "top_p", "seed") else ""

    def _reply(self, content: bytes, charset: str | None, seconds: float) -> Reply:
        """The reply that a body holds.

        Raises:
            Failure: it holds something else.
        """
        try:
            data = json.loads(_decoded(content, charset))
            choice = data["choices"][0]
            message = choice["message"]
            text, refusal = _text(message.get("content")), _text(message.get("refusal")) or _refusal(message)
            ended = str(choice.get("finish_reason") or "")[:100]
            usage = _fields(data.get("usage"))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            said = _Said.of(content)
            if said.status is not None:
                raise self._failure(said.status, said, {}) from error
            shown = said.message or ("nothing" if not content else repr(content[:80])[1:])
            raise Passing(f"not a chat completion: {self._hide(shown)}") from error
        return Reply(
            text=text or refusal,
            seconds=seconds,
            tokens_in=_count(usage.get("prompt_tokens")),
            tokens_out=_count(usage.get("completion_tokens")),
            cost=_amount(usage.get("cost")),
            refused=not text and (bool(refusal) or ended == "content_filter"),
            ended=ended,
        )


# --- reading what came


@dataclass(frozen=True)
class _Said:
    """What a server says went wrong."""

    message: str
    code: str = ""
    param: str = ""
    status: int | None = None
    """An HTTP status that stands in the body."""

    @classmethod
    def of(cls, content: bytes) -> _Said:
        """Whatever can be understood of it."""
        text = content[:100_000].decode(errors="replace")
        try:
            data: object = json.loads(text)
            error = _fields(cast("list[object]", data)[0] if isinstance(data, list) else data)["error"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return cls(_line(text))
        found = _fields(error)
        code = found.get("code")
        status = code if isinstance(code, int) and 300 <= code < 600 else None
        return cls(_line(str(found.get("message") or error)), str(code), str(found.get("param")), status)


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """The body, as long as it is not longer than a reply can be."""
    size, coding = response.content_length, response.headers.get("Content-Encoding", "identity").lower()
    if size is not None and size <= LONGEST:
        content = await response.read()
    else:
        pieces = bytearray()
        while size is None and len(pieces) <= LONGEST and (piece := await response.content.readany()):
            pieces += piece
        if size is not None or len(pieces) > LONGEST:
            response.close()
            raise Lasting(f"the reply is longer than {LONGEST:,} bytes")
        content = bytes(pieces)
    return content if coding == "identity" else _unpacked(content, coding)


def _unpacked(content: bytes, coding: str) -> bytes:
    """What was packed although nobody asked for that; a small body may unfold to gigabytes."""
    if coding not in ("gzip", "x-gzip", "deflate"):
        raise Passing(f"the reply is encoded as {coding[:40]!r}, which was not asked for")
    unpack = zlib.decompressobj(wbits=47 if coding != "deflate" or content[:1] == b"\x78" else -15)
    try:
        unpacked = unpack.decompress(content, LONGEST + 1)
    except zlib.error as error:
        raise Passing(f"the reply is not {coding}, as it says: {error}") from error
    if len(unpacked) > LONGEST:
        raise Lasting(f"the reply unfolds to more than {LONGEST:,} bytes")
    return unpacked


def _decoded(content: bytes, charset: str | None) -> str:
    """JSON is UTF-8. Where it is not, what the server says it is; what then is no text is marked as such."""
    try:
        return content.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError:
        try:
            return content.decode(charset or "utf-8")
        except (UnicodeDecodeError, LookupError):
            return content.decode(errors="replace")


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = cast("list[object]", content) if isinstance(content, list) else []
    texts = [part.get("text") for part in map(_fields, parts) if part.get("type", "text") in ("text", "output_text")]
    return "".join(text for text in texts if isinstance(text, str))


def _refusal(message: object) -> str:
    content = _fields(message).get("content")
    parts = cast("list[object]", content) if isinstance(content, list) else []
    texts = [part.get("refusal") for part in map(_fields, parts) if part.get("type") == "refusal"]
    return "".join(text for text in texts if isinstance(text, str))


def _fields(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else None


def _amount(value: object) -> float | None:
    known = isinstance(value, float | int) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
    return float(cast("float", value)) if known else None


def _seconds(retry_after: str | None) -> float | None:
    """Seconds that a `Retry-After` asks for: a number, or a date."""
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


# --- pieces


def _url(base: str, name: str) -> str:
    """The address that requests are sent to.

    Raises:
        OptotypeError: the base is not an address, or holds a password.
    """
    try:
        parts = urlsplit(base)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        usable = usable and base.isprintable() and " " not in base
    except ValueError:
        usable, parts = False, urlsplit("")
    if parts.username is not None or parts.password is not None:
        raise OptotypeError(
            f"The address of {name} holds a name or a password, and would be kept with every run. "
            "Take it out, and set the key's variable instead."
        )
    if not usable:
        raise OptotypeError(f"The address of {name} is {base!r}; one such as http://localhost:8000/v1 was expected.")
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return urlunsplit((parts.scheme, parts.netloc, f"{path}/chat/completions", parts.query, ""))


def _quoted(text: str) -> bytes:
    return json.dumps(text).encode()


def _content(sight: Sight) -> bytes:
    try:
        with sight.path.open("rb", buffering=0) as file:
            return file.read()
    except OSError as error:
        raise Lasting(f"the picture {sight.path.name} cannot be read: {error.strerror}") from error


def _line(text: str) -> str:
    return " ".join(text[:400].split())[:300]


def _plain(error: Exception) -> str:
    return _line(str(error)) or type(error).__name__
