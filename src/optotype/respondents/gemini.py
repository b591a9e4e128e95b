"""`gemini/MODEL`: Gemini through Google's chat-completions address."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Gemini(Chat):
    """A model of Google."""

    address = "https://generativelanguage.googleapis.com/v1beta/openai"
