"""`groq/MODEL`: a model that Groq serves."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Groq(Chat):
    """A model that Groq serves."""

    address = "https://api.groq.com/openai/v1"
