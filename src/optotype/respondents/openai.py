"""`openai/MODEL`: OpenAI, or whatever `OPENAI_BASE_URL` points at."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Openai(Chat):
    """A model of OpenAI."""

    address = "https://api.openai.com/v1"

    max_tokens_field: str = "max_completion_tokens"
