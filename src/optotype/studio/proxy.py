"""Servers in front: which of them are believed, and what they tell about the browser behind them.

Anybody can send `X-Forwarded-For`. It counts where the connection itself comes from an address that was named as a
proxy's, and from nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from optotype.errors import OptotypeError

if TYPE_CHECKING:
    from starlette.types import Scope

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::[0-9]{1,5})?", re.IGNORECASE)
_PREFIX = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
_LONGEST = 300
"""Letters of anything that a proxy tells."""


class Garbled(OptotypeError):
    """A proxy that is believed told something that cannot be."""

    def __init__(self, header: str) -> None:
        self.header = header
        """Where it told it."""
        super().__init__(f"The server in front sent an {header} that cannot be read.")


@dataclass(frozen=True)
class Proxies:
    """The servers in front that are believed; none unless they are named."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def named(cls, names: Iterable[str]) -> Proxies:
        """Proxies by address or network: `10.0.0.2`, `10.0.0.0/24`, `::1`.

        Raises:
            OptotypeError: a name that is neither; names of machines are not looked up.
        """
        found: list[IPv4Network | IPv6Network] = []
        for name in names:
            try:
                found.append(ip_network(name.strip()))
            except ValueError as error:
                raise OptotypeError(
                    f"'{name}' is not the address of a proxy: 10.0.0.2 or 10.0.0.0/24 was expected, not a name."
                ) from error
        return cls(tuple(found))

    def __contains__(self, address: IPv4Address | IPv6Address) -> bool:
        return any(address in network for network in self.networks)

    def seen_through(self, scope: Scope) -> Scope | None:
        """The request as the browser sent it to the proxy; None where it does not come from one that is believed.

        Raises:
            Garbled: the proxy tells a host, a scheme or a path that cannot be.
        """
        peer = _address(scope["client"][0]) if scope.get("client") else None
        if peer is None or peer not in self:
            return None
        headers = Headers(scope=scope)
        seen = dict(scope)
        seen["client"] = (str(self._first(peer, _told(headers, "x-forwarded-for"))), 0)
        if told := _told(headers, "x-forwarded-proto"):
            seen["scheme"] = _checked("X-Forwarded-Proto", told[-1].lower(), re.compile("https?"))
        if told := _told(headers, "x-forwarded-host"):
            host = _checked("X-Forwarded-Host", told[-1], _HOST)
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            seen["headers"] = [(b"host", host.encode()), *others]
        if told := _told(headers, "x-forwarded-prefix"):
            prefix = _checked("X-Forwarded-Prefix", told[-1].rstrip("/"), _PREFIX)
            seen["root_path"] = prefix
            seen["path"] = prefix + scope["path"]
            if scope.get("raw_path") is not None:
                seen["raw_path"] = prefix.encode() + scope["raw_path"]
        return seen

    def _first(self, peer: IPv4Address | IPv6Address, told: list[str]) -> IPv4Address | IPv6Address:
        """Whom the first of our proxies heard: what stands further left was told by strangers."""
        for text in reversed(told):
            found = _address(text)
            if found is None:
                return peer
            peer = found
            if found not in self:
                return peer
        return peer


def _told(headers: Headers, name: str) -> list[str]:
    """The values of a header, however often it comes; each proxy adds its own at the end."""
    texts = (text.strip() for value in headers.getlist(name) for text in value.split(","))
    return [text for text in texts if text]


def _checked(header: str, text: str, form: re.Pattern[str]) -> str:
    if len(text) > _LONGEST or form.fullmatch(text) is None:
        raise Garbled(header)
    return text


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
