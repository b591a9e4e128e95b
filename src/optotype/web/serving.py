"""Serving pages: a socket on loopback, and only there unless somebody says otherwise."""

from __future__ import annotations

import errno
import re
import socket

from optotype.errors import OptotypeError

HOST = "127.0.0.1"
LOOPBACK = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
"""The names by which a browser on this computer calls it. Others come from pages that play tricks with DNS."""
_TRIED = 20
"""Ports that are tried, one after another."""


def listen(port: int | None, usual: int, bind: str = HOST) -> socket.socket:
    """A socket that listens already: who comes second is told at once.

    Args:
        port: 0 takes any that is free; without one, the usual port or the next free one is taken.
        usual: where people look first.
        bind: the address of this computer at which it listens; loopback, which nobody else reaches, unless given.

    Raises:
        OptotypeError: the port is taken.
    """
    for number in (*range(usual, usual + _TRIED), 0) if port is None else (port,):
        family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        # where the protocol is not named, asyncio does not switch Nagle's algorithm off: a reply would wait 40 ms
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((bind, number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if port is not None or error.errno != errno.EADDRINUSE:
                at = "" if bind == HOST else f" at {bind}"
                raise OptotypeError(
                    f"Port {number} cannot be used{at}: {error.strerror}. "
                    "Name another with --port; 0 takes any that is free."
                ) from error
        else:
            return listener
    raise OptotypeError("No port is free. Name one with --port.")
