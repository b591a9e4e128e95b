"""Connections that are used again only while nothing came over them unasked.

In a file of its own, since aiohttp is loaded only when something is asked.
"""

from __future__ import annotations

import aiohttp
from aiohttp.connector import Connection


class Request(aiohttp.ClientRequest):
    """A request that is not sent over a connection on which data lies that nobody asked for.

    aiohttp would take a reply that came twice for the reply to the next question.
    """

    async def send(self, conn: Connection) -> aiohttp.ClientResponse:
        """Sends the request, if the connection is clean."""
        if conn.protocol is not None and conn.protocol.should_close:
            raise aiohttp.ClientConnectionError("data came that was not asked for")
        return await super().send(conn)
