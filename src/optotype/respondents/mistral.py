"""`mistral/MODEL`: a model of Mistral."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Mistral(Chat):
    """A model of Mistral."""

    address = "https://api.mistral.ai/v1"
