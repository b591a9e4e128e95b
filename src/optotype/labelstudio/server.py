"""A Label Studio server, and the little of its API that is needed. Nothing that it says is believed before it is read.

One connection for each request, nothing is followed elsewhere (a token would go along), and replies end at a size and
at a time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import SplitResult, urlencode, urlsplit

from optotype import settings
from optotype.errors import BadRow, OptotypeError
from optotype.files import jsons

if TYPE_CHECKING:
    from pydantic import JsonValue

    from optotype.bench import Bench

ADDRESS, TOKEN = "LABEL_STUDIO_URL", "LABEL_STUDIO_API_KEY"
"""Variables of the environment, as Label Studio's own programs read them."""

_CHUNK = 1 << 18
_TRIES = 3
_BUSY = (429, 502, 503, 504)
_PAGES = 100_000
_SAID = 300
"""Letters of a complaint of the server that are told."""


class BadServer(OptotypeError):
    """A server that cannot be reached, does not let us in, or is no Label Studio."""


class Refused(BadServer):
    """A request that the server understood and did not do."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Server:
    """A Label Studio server that lets us in."""

    address: str
    token: str = field(repr=False)
    silence: float = 120.0
    """Seconds without a byte after which nothing more is expected."""
    longest: float = 3600.0
    """Seconds that a reply may take in all."""
    most: int = 64 << 20
    """Bytes of a reply that is read at once."""
    most_file: int = 32 << 30
    """Bytes of a file that is downloaded."""
    pause: float = 0.5
    """Seconds before the second try, where a request may be repeated."""
    _access: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._parts = _split(self.address)
        self.address = self._parts.geturl().rstrip("/")
        if not re.fullmatch(r"[\x21-\x7e]+", self.token):
            raise BadServer("The token holds blanks or letters that no token has. Copy it from Label Studio again.")

    # --- what is asked

    def get(self, path: str, **query: str | int) -> JsonValue:
        """What the server says at a path. Asked again where the server is busy."""
        return self._json("GET", f"{path}?{urlencode(query)}" if query else path, None)

    def post(self, path: str, body: JsonValue) -> JsonValue:
        """What the server says to something that is sent."""
        return self._json("POST", path, body)

    def patch(self, path: str, body: JsonValue) -> JsonValue:
        """What the server says to a change."""
        return self._json("PATCH", path, body)

    def pages(self, path: str, name: str, size: int, **query: str | int) -> Iterator[list[JsonValue]]:
        """A long list, which stands under a name, page by page. The server may make its pages shorter."""
        seen, last = 0, None
        for number in range(1, _PAGES):
            try:
                reply = self.get(path, page=number, page_size=size, **query)
            except Refused as error:
                if error.status == 404 and number > 1:  # so it tells that there are no more
                    return
                raise
            page = reply.get(name) if isinstance(reply, dict) else None
            if not isinstance(reply, dict) or not isinstance(page, list) or (page and page == last):
                raise BadServer(f"{self.address}{path}: pages of a list '{name}' were expected. {_IS_IT}")
            yield page
            seen, last = seen + len(page), page
            total = reply.get("total", reply.get("count"))
            if not page or (isinstance(total, int) and seen >= total):
                return

    def download(self, path: str, to: Path, **query: str | int) -> None:
        """A file of the server's that holds a JSON array, put on disk as it comes."""
        for attempt in range(1, _TRIES + 1):
            try:
                with to.open("wb") as stream:
                    begins = b""
                    for chunk in self._send("GET", f"{path}?{urlencode(query)}", None, self.most_file):
                        begins = begins or chunk.lstrip()[:1]
                        stream.write(chunk)
                        if begins and begins != b"[":
                            raise BadServer(f"{self.address}{path}: not the tasks of a project. {_IS_IT}")
                if not begins:
                    raise BadServer(f"{self.address}{path}: the reply is empty. {_IS_IT}")
                return
            except Refused as error:
                if error.status not in _BUSY or attempt == _TRIES:
                    raise
            time.sleep(self.pause * 2**attempt)

    # --- inside

    def _json(self, method: str, path: str, body: JsonValue) -> JsonValue:
        for attempt in range(1, _TRIES + 1):
            try:
                content = b"".join(self._send(method, path, body, self.most))
                break
            except Refused as error:
                # what was not understood, because there was too much to do, may be said again; what may have been done
                # may not
                if attempt == _TRIES or error.status not in (_BUSY if method == "GET" else _BUSY[:1]):
                    raise
            time.sleep(self.pause * 2**attempt)
        else:
            raise AssertionError
        try:
            return jsons.loads(content.decode("utf-8"))
        except (UnicodeDecodeError, BadRow) as error:
            begin = content[:60].decode("utf-8", "replace")
            found = "a page for people" if begin.lstrip().startswith("<") else repr(begin)
            raise BadServer(f"{self.address}{_bare(path)}: JSON was expected, and {found} came. {_IS_IT}") from error

    def _send(self, method: str, path: str, body: JsonValue, most: int) -> Iterator[bytes]:
        """The content of a reply, a piece at a time. A token that has run out is exchanged, once."""
        try:
            yield from self._talk(method, path, body, most, self._key())
        except Refused as error:
            if error.status != 401 or not self._personal or self._access is None:
                raise
            self._access = None
            yield from self._talk(method, path, body, most, self._key())

    @property
    def _personal(self) -> bool:
        """Is the token a personal access token, which has to be exchanged, rather than a legacy one?"""
        return self.token.startswith("eyJ") and self.token.count(".") == 2

    def _key(self) -> str:
        if not self._personal:
            return f"Token {self.token}"
        if self._access is None:
            content = b"".join(self._talk("POST", "/api/token/refresh", {"refresh": self.token}, self.most, None))
            try:
                reply = jsons.loads(content.decode("utf-8"))
            except (UnicodeDecodeError, BadRow) as error:
                raise BadServer(f"{self.address}/api/token/refresh: JSON was expected. {_IS_IT}") from error
            access = reply.get("access") if isinstance(reply, dict) else None
            if not isinstance(access, str) or not re.fullmatch(r"[\x21-\x7e]+", access):
                raise BadServer(f"{self.address}/api/token/refresh: no token came. {_IS_IT}")
            self._access = access
        return f"Bearer {self._access}"

    def _talk(self, method: str, path: str, body: JsonValue, most: int, key: str | None) -> Iterator[bytes]:
        place, until = f"{self.address}{_bare(path)}", time.monotonic() + self.longest
        content = None if body is None else jsons.dumps(body).encode()
        headers = {"Accept": "application/json", "User-Agent": "optotype", "Connection": "close"}
        headers |= {} if key is None else {"Authorization": key}
        headers |= {} if content is None else {"Content-Type": "application/json"}
        connection, target = self._connection(path)
        reply: HTTPResponse | None = None
        try:
            connection.request(method, target, content, headers)
            reply = connection.getresponse()
            if reply.status >= 300:
                raise self._refused(place, reply)
            length, announced = 0, reply.length
            # what has come is taken at once, so that a server that sends a byte now and then ends too
            while length != announced and (chunk := reply.read1(_CHUNK)):
                length += len(chunk)
                if length > most:
                    raise BadServer(f"{place}: the reply is longer than {most >> 20:,} MB, and was not read further.")
                if time.monotonic() > until:
                    raise BadServer(f"{place}: the reply did not end within {self.longest:,.0f} seconds.")
                yield chunk
            if announced is not None and length < announced:
                raise IncompleteRead(b"")
        except TimeoutError as error:
            raise BadServer(f"{place}: nothing came for {self.silence:,.0f} seconds. {_AGAIN}") from error
        except IncompleteRead as error:
            raise BadServer(f"{place}: the reply is cut off. {_AGAIN}") from error
        except (HTTPException, OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise BadServer(f"{place} cannot be reached: {why}. Is the address right, and does it run?") from error
        finally:
            if reply is not None:
                reply.close()
            connection.close()

    def _connection(self, path: str) -> tuple[HTTPConnection, str]:
        parts, target = self._parts, f"{self._parts.path.rstrip('/')}{path}"
        host, port = parts.hostname or "", parts.port
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        proxy = settings.proxy(self.address)
        if proxy is None:
            return kind(host, port, timeout=self.silence), target
        through = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        connection = kind(through.hostname or "", through.port, timeout=self.silence)
        if parts.scheme == "https":
            connection.set_tunnel(host, port)
            return connection, target
        return connection, f"http://{parts.netloc}{target}"

    def _refused(self, place: str, reply: HTTPResponse) -> Refused:
        said = reply.read(1 << 16).decode("utf-8", "replace")
        match reply.status:
            case 401 | 403:
                what = f"the token is not accepted ({_complaint(said)}). Look under 'Account & Settings' there"
            case 404:
                what = "there is no such thing, or it is not for you. Look at the address and at the number"
            case 413:
                what = "the request is longer than the server takes"
            case status if status < 400:
                to = reply.getheader("Location", "")[:200]
                what = f"it sends on to {to!r}. Give the address to which that belongs"
            case status if status < 500:
                what = f"the server says: {_complaint(said)}"
            case status:
                what = f"the server has a fault (status {status}): {_complaint(said)}. {_AGAIN.rstrip('.')}"
        return Refused(reply.status, f"{place}: {what}.")


_IS_IT = "Is this the address of a Label Studio?"
_AGAIN = "Try again: nothing is sent or taken twice."


def server_of(bench: Bench, address: str | None, token: str | None) -> Server:
    """The server that a user named, or that the environment names.

    Raises:
        BadServer: none is named, or what is named is no address.
    """
    known = settings.environment(Path.cwd(), bench.folder)
    address, token = address or known.get(ADDRESS), token or known.get(TOKEN)
    if not address:
        raise BadServer(f"Which Label Studio? Give its address with --url, or in {ADDRESS}.")
    if not token:
        raise BadServer(f"{address} wants a token. Give it in {TOKEN}, or with --token.")
    return Server(address, token)


def fields(reply: JsonValue, place: str) -> Mapping[str, JsonValue]:
    """A reply that has to be an object.

    Raises:
        BadServer: it is not.
    """
    if not isinstance(reply, dict):
        raise BadServer(f"{place}: an object was expected in the reply. {_IS_IT}")
    return reply


def number(reply: JsonValue, name: str, place: str) -> int:
    """A number that a reply has to bring.

    Raises:
        BadServer: it does not.
    """
    found = fields(reply, place).get(name)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < 1 << 62:
        raise BadServer(f"{place}: a number '{name}' was expected in the reply. {_IS_IT}")
    return found


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good, parts = False, urlsplit("")
    if not good or parts.username is not None or re.search(r"[\x00-\x20\x7f]", address):
        raise BadServer(f"{address[:200]!r} is no address. One such as http://localhost:8080 was expected.")
    return parts._replace(query="", fragment="")


def _bare(path: str) -> str:
    return path.partition("?")[0]


def _complaint(said: str) -> str:
    """What a server says about a request, without what it says around it."""
    try:
        reply = jsons.loads(said)
    except BadRow:
        return "no reason" if not said.strip() or said.lstrip().startswith("<") else said.strip()[:_SAID]
    if isinstance(reply, dict):
        told = reply.get("validation_errors") or reply.get("detail")
        if isinstance(told, dict):
            lists = [one if isinstance(one, list) else [one] for one in told.values()]
            told = "; ".join(str(cast("object", one)) for some in lists for one in some)
        return str(told)[:_SAID].rstrip(".")
    return said.strip()[:_SAID]
