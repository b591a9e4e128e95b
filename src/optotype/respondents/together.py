"""`together/MODEL`: a model that Together serves."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Together(Chat):
    """A model that Together serves."""

    address = "https://api.together.xyz/v1"
