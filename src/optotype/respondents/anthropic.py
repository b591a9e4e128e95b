"""`anthropic/MODEL`: Claude through Anthropic's chat-completions address."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Anthropic(Chat):
    """A model of Anthropic."""

    address = "https://api.anthropic.com/v1"
