"""`ollama/MODEL`: a model that Ollama serves on this machine; `OLLAMA_BASE_URL` says where else it is."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Ollama(Chat):
    """A model that Ollama serves."""

    address = "http://localhost:11434/v1"
    needs_key = False
