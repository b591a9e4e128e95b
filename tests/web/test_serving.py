"""The socket that pages are served by."""

from __future__ import annotations

import asyncio
import socket

import pytest

from optotype.errors import OptotypeError
from optotype.web.serving import listen


def test_replies_do_not_wait_for_more_to_send() -> None:
    """A server that asyncio makes of the socket sends at once, without Nagle's algorithm."""

    async def nodelay() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen(0, 0) as listener:
            async with await asyncio.start_server(answer, sock=listener):
                _reader, writer = await asyncio.open_connection(*listener.getsockname())
                told = await found
                writer.close()
                return told

    assert asyncio.run(nodelay()) == 1


def test_it_listens_where_it_is_told_to_and_on_loopback_otherwise() -> None:
    with listen(0, 0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
    with listen(0, 0, "0.0.0.0") as listener:
        assert listener.getsockname()[0] == "0.0.0.0"


def test_an_address_that_this_computer_does_not_have_is_told() -> None:
    with pytest.raises(OptotypeError, match=r"cannot be used at 203\.0\.113\.1"):
        listen(None, 8770, "203.0.113.1")
    with listen(0, 0) as taken, pytest.raises(OptotypeError, match="cannot be used: Address already in use"):
        listen(taken.getsockname()[1], 0)
