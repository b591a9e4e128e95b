"""`openrouter/MODEL`: any model behind OpenRouter, such as `openrouter/qwen/qwen2.5-vl-72b-instruct`."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Openrouter(Chat):
    """A model behind OpenRouter."""

    address = "https://openrouter.ai/api/v1"
