"""`vllm/MODEL`: a model that vLLM serves on this machine; `VLLM_BASE_URL` says where else it is."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Vllm(Chat):
    """A model that vLLM serves."""

    address = "http://localhost:8000/v1"
    needs_key = False
