"""A web server that runs in a thread for as long as a test needs it, and ends at once."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import uvicorn.server
from uvicorn import Server


class _Brisk:
    """`asyncio` for uvicorn, which looks ten times a second whether it has to end, and tests end some 300 servers."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 5)


uvicorn.server.asyncio = _Brisk()  # pyright: ignore[reportPrivateImportUsage, reportAttributeAccessIssue]


@contextmanager
def running(server: Server, listener: socket.socket) -> Generator[str]:
    """A server, until the end of the block; gives its address."""
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()
