"""A web server that runs in a thread for as long as a test needs it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

from uvicorn import Server


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
