"""`endpoint/MODEL`: any chat-completions server; `--base-url` or `ENDPOINT_BASE_URL` says where it is.

`endpoint/NAME` may be described under `[endpoints.NAME]` in `optotype.toml`. A provider without a file of its own is an
endpoint too, if `<PROVIDER>_BASE_URL` says where it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import settings
from optotype.errors import UnknownPart
from optotype.respondents import family
from optotype.respondents._chat import Chat

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Endpoint(Chat):
    """A model behind any address."""

    needs_key = False

    served: str | None = None
    """What the server calls the model, unless that is what follows `endpoint/`."""
    known_as: str = "endpoint"
    """The provider's name, where it is one without a file of its own."""

    @property
    def provider(self) -> str:
        """As the user calls it."""
        return self.known_as

    @property
    def served_model(self) -> str:
        """What the server calls the model."""
        return self.served or self.model


def described(provider: str, model: str, given: Mapping[str, object], bench: Bench | None) -> dict[str, object]:
    """The settings of an endpoint that follow from its name: from `optotype.toml`, or from the environment.

    Raises:
        UnknownPart: a provider that nobody has heard of.
    """
    if provider == "endpoint":
        section = None if bench is None else bench.settings.endpoints.get(model)
        if section is None:
            return {"model": model}
        return {
            "model": model,
            "base_url": section.url,
            "served": section.model,
            "key_variable": section.key_variable,
            "max_connections": section.max_connections,
        }
    folders = (Path.cwd(),) if bench is None else (Path.cwd(), bench.folder)
    variable = settings.provider_variable(provider, "BASE_URL")
    if not given.get("base_url") and variable not in settings.environment(*folders):
        raise UnknownPart("provider", provider, family.names())
    return {"model": model, "known_as": provider}
