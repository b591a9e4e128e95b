"""`lmstudio/MODEL`: a model that LM Studio serves on this machine; `LMSTUDIO_BASE_URL` says where else it is."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Lmstudio(Chat):
    """A model that LM Studio serves."""

    address = "http://localhost:1234/v1"
    needs_key = False
