"""`llamacpp/MODEL`: the model that llama.cpp's server has loaded here; `LLAMACPP_BASE_URL` says where else it is."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.respondents._chat import Chat


@dataclass(frozen=True)
class Llamacpp(Chat):
    """The model that llama.cpp's server has loaded."""

    address = "http://localhost:8080/v1"
    needs_key = False
