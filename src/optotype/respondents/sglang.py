"""`sglang/MODEL`: a model that SGLang serves on this machine; `SGLANG_BASE_URL` says where else it is."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Sglang(Chat):
    """A model that SGLang serves."""

    address = "http://localhost:30000/v1"
    needs_key = False
