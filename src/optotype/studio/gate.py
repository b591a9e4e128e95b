"""The gate: what every request has to pass, and what every reply carries.

No other site can make somebody's browser do something here: what changes something must come from our own pages, and
bring the key that only they know. Nothing that is too large is read.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from optotype.studio.proxy import Garbled, Proxies
from optotype.studio.refusals import Refused, preferred
from optotype.web.serving import LOOPBACK
from optotype.web.words import Words

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 1_000_000
"""Bytes of a request."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with no-referrer, browsers do not say where a form comes from
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
OPEN = ("/health", "/ready")
"""Addresses that tell nothing but whether the server is well; whatever looks after it calls it by any name."""
_SAFE = ("GET", "HEAD")


NOBODY = Proxies()


class Gate:
    """Stands before the app."""

    def __init__(
        self, app: ASGIApp, host: str | None = None, *, secure: bool = False, proxies: Proxies = NOBODY
    ) -> None:
        self.app = app
        self.host = host
        """The name by which browsers call this server, with its port; those of this computer where there is none."""
        self.secure = secure
        """Do they call it by https, whatever comes in here?"""
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or says why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                reply = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    reply.setdefault(name, value)
                reply.setdefault("cache-control", "no-store")
                if reply.get("location", "").startswith("/"):
                    reply["location"] = scope.get("root_path", "") + reply["location"]
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            status, error = refused
            words = Words(preferred(Headers(scope=scope).get("accept-language", "")), "optotype.studio")
            await JSONResponse({"error": error.said(words)}, status)(scope, receive, dressed)
            return
        size = 0

        async def measured() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST:
                raise HTTPException(413)  # any other error would be taken for a body that cannot be read
            return message

        await self.app(scope, measured, dressed)

    def _refused(self, scope: Scope) -> tuple[int, Refused] | None:
        try:
            seen = self.proxies.seen_through(scope)
        except Garbled as error:
            return 400, Refused("garbled", header=error.header)
        scope.update(seen or {})
        if self.secure:
            scope["scheme"] = "https"
        headers, method = Headers(scope=scope), scope["method"]
        host = headers.get("host", "")
        named = seen is not None and "x-forwarded-host" in headers
        if not (self._ours(host, named=named) or (method in _SAFE and scope["path"] in OPEN)):
            return 421, Refused("other_name")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return 413, Refused("too_large", most=LARGEST)
        if method in _SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and origin.rpartition("//")[2].lower() != host.lower():
            return 403, Refused("other_site")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, Refused("other_site")
        return None

    def _ours(self, host: str, *, named: bool) -> bool:
        """Is this what we are called? Where nobody said so, a proxy that is believed knows it."""
        if self.host is not None:
            return host.lower() == self.host.lower()
        return named or LOOPBACK.fullmatch(host) is not None


@dataclass
class Patience:
    """How often somebody may try a password: a few times at once, then ever more seldom."""

    tries: int = 5
    """Failures that cost nothing."""
    longest: float = 900.0
    """Seconds that anybody has to wait at most."""
    most: int = 10_000
    """Names and addresses that are remembered."""
    _failed: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict[str, tuple[int, float]])

    def waits(self, who: str) -> float:
        """Seconds until the next try."""
        times, last = self._failed.get(who, (0, 0.0))
        if times < self.tries:
            return 0.0
        return max(0.0, last + min(self.longest, 2.0 ** (times - self.tries + 1)) - time.monotonic())

    def failed(self, who: str) -> None:
        """A try that was wrong."""
        times, _ = self._failed.pop(who, (0, 0.0))
        self._failed[who] = (times + 1, time.monotonic())
        while len(self._failed) > self.most:
            self._failed.popitem(last=False)

    def succeeded(self, who: str) -> None:
        """A try that was right: all is forgotten."""
        self._failed.pop(who, None)
