"""How the chat template of a local model takes a conversation: found out by showing it one.

Templates differ in what they take (parts, or a text), in whether pictures stay among the words where they belong, and
in whether they know messages of the system; some drop in silence what they do not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from optotype.asking import Message, Sight

Conversation = list[dict[str, Any]]
"""Messages as templates take them."""
Render = Callable[[Conversation], str]
"""Puts a conversation into a model's own form."""

_WORDS = ("first-word", "second-word", "third-word")
_RULE = "system-word"


@dataclass(frozen=True)
class Manner:
    """What a template takes."""

    lists: bool = False
    """Is the content of a message a list of parts? Else it is a text."""
    parts: bool = False
    """Are pictures parts that stay where they are? Else their mark is written into the text."""
    system: bool = True
    """Are there messages of the system? Else what they say is put before the first question."""
    mark: str | None = None
    """What stands for a picture in a text."""

    @property
    def places_pictures(self) -> bool:
        """Can a picture be put where it belongs?"""
        return self.parts or self.mark is not None

    def conversation(self, messages: Sequence[Message]) -> Conversation:
        """Messages as the template takes them."""
        said = list(messages)
        if not self.system and len(said) > 1 and said[0].role == "system":
            said[:2] = [Message(said[1].role, said[0].parts + said[1].parts)]
        return [{"role": message.role, "content": self._content(message.parts)} for message in said]

    def _content(self, parts: Sequence[str | Sight]) -> str | list[dict[str, str]]:
        lines = _lines(parts)
        if self.parts:
            return [{"type": "image"} if line is None else {"type": "text", "text": line} for line in lines]
        text = "".join((self.mark or "") if line is None else line for line in lines)
        return [{"type": "text", "text": text}] if self.lists else text


def manner_of(render: Render, mark: str | None, *, sees: bool) -> Manner | None:
    """What a template takes; None if no conversation comes out of it as it went in.

    Args:
        render: applies the template.
        mark: what stands for a picture in the texts of this model, if that is known.
        sees: does the model take pictures?
    """
    text, listed, parted = Manner(mark=mark), Manner(True, mark=mark), Manner(True, True, mark=mark)
    for manner in (parted, listed, text) if sees else (text, listed):
        written = _try(render, manner.conversation([_question(pictured=manner.parts)]))
        if written is not None and _in_order(written, pictured=manner.parts):
            rule = Message("system", (_RULE,))
            ruled = _try(render, manner.conversation([rule, _question(pictured=manner.parts)]))
            return replace(manner, system=ruled is not None and _RULE in ruled)
    return None


def _lines(parts: Sequence[str | Sight]) -> list[str | None]:
    """Texts with their line ends, and None for each picture; within the text, each stands on a line of its own.

    What comes between pictures and the text that follows them is left to the template, which knows what its model saw
    in training.
    """
    found: list[str | None] = []
    for part in parts:
        last = found[-1] if found else None
        if not isinstance(part, str):
            if last is not None and not last.endswith("\n"):
                found[-1] = f"{last}\n"
            found.append(None)
        elif last is not None:
            found[-1] = f"{last}\n{part}"
        else:
            within = any(found) and not part.startswith("\n")
            found.append(f"\n{part}" if within else part)
    return found


def _question(*, pictured: bool) -> Message:
    sight = Sight("", "", Path(), 0, 0)
    first, second, third = _WORDS
    return Message("user", (first, sight, second, sight, third) if pictured else _WORDS)


def _try(render: Render, conversation: Conversation) -> str | None:
    try:
        return render(conversation)
    except Exception:  # a template may raise anything
        return None


def _in_order(written: str, *, pictured: bool) -> bool:
    """Do the words stand in order, with something between them where pictures belong?"""
    places = [written.find(word) for word in _WORDS]
    # a template that takes texts alone writes a list down as Python does
    if -1 in places or places != sorted(places) or "'type'" in written:
        return False
    between = [written[one + len(word) : other] for word, (one, other) in zip(_WORDS, pairwise(places), strict=False)]
    return not pictured or all(text.strip() for text in between)
