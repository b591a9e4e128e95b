"""`scripted/PATH`: replays recorded conversations, as `optotype generate` writes them under `runs/generate/`.

Whoever says what was said then hears what was heard then; anything else has no reply. For tests and rehearsals.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import JsonValue

from optotype.asking import Question
from optotype.errors import BadSource, Fault
from optotype.files import jsons
from optotype.respondents import Batch, Failure, Lasting, Reply, hashed


@dataclass(frozen=True)
class Scripted(Batch):
    """Says what stands in a transcript."""

    kind = "file"
    costly = False

    @property
    def name(self) -> str:
        """The file's name without the folders above it."""
        return f"{self.provider}/{Path(self.model).name}"

    def request(self, question: Question) -> dict[str, JsonValue]:
        """All that is said; pictures by their hash."""
        return {"messages": hashed(question.messages)}

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """What was heard when the same was said."""
        return [self._reply(question) for question in questions]

    def _reply(self, question: Question) -> Reply | Failure:
        text = self._script.get(_line(hashed(question.messages)))
        return Lasting("the script has no reply to this") if text is None else Reply(text)

    @cached_property
    def _script(self) -> dict[str, str]:
        """By what was said, the reply.

        Raises:
            BadSource: there is no such file, or it is no transcript.
        """
        path = Path(self.model)
        if not path.is_file():
            raise BadSource(f"{path} is not there; a transcript (JSON Lines) of 'optotype generate' was expected.")
        found: dict[str, str] = {}
        for line in jsons.lines(path, path.name):
            if isinstance(line, Fault):
                raise BadSource(str(line))
            place, value = line
            exchanges = value.get("exchanges") if isinstance(value, dict) else None
            if not isinstance(exchanges, list):
                raise BadSource(f"{path.name}, {place}: an object with 'exchanges' was expected, as in a transcript.")
            for exchange in exchanges:
                if not isinstance(exchange, dict):
                    raise BadSource(f"{path.name}, {place}: an exchange is {exchange!r:.40}; an object was expected.")
                if isinstance(reply := exchange.get("reply"), str):
                    found[_line(exchange.get("messages"))] = reply
        return found


def _line(messages: JsonValue) -> str:
    return json.dumps(messages, ensure_ascii=True, sort_keys=True)
