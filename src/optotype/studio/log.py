"""What the studio writes down about itself: a line of JSON for each request, and for each error.

A line names the kind of address (`/api/turns/{turn}/hand-in`), never the address itself, for that may hold the secret
of an invitation; no query, no cookie, nothing that was sent or shown, nobody's name, and not where they come from. Who
did what is in the journal of the bench, which administrators see.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

QUIET = ("/health", "/ready")
"""Asked every few seconds: told only where the answer is bad."""

_UNKNOWN = "(no such address)"


class Line(logging.Formatter):
    """A record of the log as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            **getattr(record, "request", {"said": record.getMessage()}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_of(stream: TextIO | None = None) -> logging.Logger:
    """The log of the studio and of the server under it, on standard error unless told otherwise."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Line())
    for name, level in (("optotype.studio", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    return logging.getLogger("optotype.studio")


class Log:
    """Stands before the gate, and writes a line when a reply is out."""

    def __init__(self, app: ASGIApp, log: logging.Logger) -> None:
        self.app = app
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, and tells how long that took."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def heard(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, heard)
        finally:
            self._tell(scope["method"], _kind(scope), status, time.perf_counter() - began)

    def _tell(self, method: str, path: str, status: int, seconds: float) -> None:
        if path in QUIET and status < 400:
            return
        level = logging.ERROR if status >= 500 else logging.INFO
        told = {"method": method, "path": path, "status": status, "ms": round(1000 * seconds, 1)}
        self.log.log(level, "", extra={"request": told})


def _kind(scope: Scope) -> str:
    """The address that was found for a request, with names in the place of values."""
    if "endpoint" not in scope:
        return _UNKNOWN
    names: dict[str, str] = {str(value): f"{{{name}}}" for name, value in scope["path_params"].items()}
    path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
    return "/".join(names.get(part, part) for part in path.split("/"))
