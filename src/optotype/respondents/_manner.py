"""How the chat template of a local model takes a conversation: found out by showing it one.

Templates differ in what they take (parts, or a text), in whether pictures stay among the words where they belong, and
in whether they know messages of the system; some drop in silence what they do not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from optotype.asking import Message, Sight

Conversation = list[dict[str, Any]]
"""Messages as templates take them."""
Render = Callable[[Conversation], str]
"""Puts a conversation into a model's own form."""

_WORDS = ("first-word", "second-word", "third-word")
_RULE = "system-word"
_PICTURES = 2
"""How many are shown between the words."""


@dataclass(frozen=True)
class Manner:
    """What a template takes."""

    lists: bool = False
    """Is the content of a message a list of parts? Else it is a text."""
    pictures: Literal["parts", "first", "text"] = "text"
    """`parts`: they stay where they are. `first`: the template puts them before the words. `text`: it knows none."""
    system: bool = True
    """Are there messages of the system? Else what they say is put before the first question."""
    mark: str | None = None
    """What stands for a picture in a text."""

    @property
    def places_pictures(self) -> bool:
        """Can a picture be put where it belongs?"""
        return self.pictures == "parts" or self.mark is not None

    def conversation(self, messages: Sequence[Message]) -> Conversation:
        """Messages as the template takes them."""
        said = list(messages)
        if not self.system and len(said) > 1 and said[0].role == "system":
            said[:2] = [Message(said[1].role, said[0].parts + said[1].parts)]
        return [{"role": message.role, "content": self._content(message.parts)} for message in said]

    def _content(self, parts: Sequence[str | Sight]) -> str | list[dict[str, str]]:
        if self.pictures == "parts" or (self.pictures == "first" and _lead(parts)):
            return [{"type": "image"} if line is None else {"type": "text", "text": line} for line in _lines(parts)]
        text = "\n".join(part if isinstance(part, str) else self.mark or "" for part in parts)
        return [{"type": "text", "text": text}] if self.lists else text


def manner_of(render: Render, mark: str | None, *, sees: bool) -> Manner | None:
    """What a template takes; None if no conversation comes out of it as it went in.

    Args:
        render: applies the template.
        mark: what stands for a picture in the texts of this model, if that is known.
        sees: does the model take pictures?
    """
    text, listed, parted = Manner(mark=mark), Manner(True, mark=mark), Manner(True, "parts", mark=mark)
    for manner in (parted, listed, text) if sees else (text, listed):
        asked = manner.conversation([_question(pictured=manner is parted)])
        gaps = _gaps(render, asked)
        if gaps is None or (manner is parted and not _pictured(gaps, _gaps(render, _without_pictures(asked)))):
            continue
        shown = _try(render, parted.conversation([_question(pictured=True)])) or ""
        first = manner is listed and sees and mark is not None and shown.count(mark) == _PICTURES
        ruled = _try(render, manner.conversation([Message("system", (_RULE,)), _question(pictured=manner is parted)]))
        return replace(
            manner, pictures="first" if first else manner.pictures, system=ruled is not None and _RULE in ruled
        )
    return None


def _question(*, pictured: bool) -> Message:
    sight = Sight("", "", Path(), 0, 0)
    first, second, third = _WORDS
    return Message("user", (first, sight, second, sight, third) if pictured else _WORDS)


def _without_pictures(conversation: Conversation) -> Conversation:
    return [
        message | {"content": [part for part in message["content"] if part["type"] == "text"]}
        for message in conversation
    ]


def _try(render: Render, conversation: Conversation) -> str | None:
    """What the template writes; None if it refuses."""
    try:
        return render(conversation)
    except Exception:  # a template may raise anything
        return None


def _gaps(render: Render, conversation: Conversation) -> list[str] | None:
    """What is written between the words; None if they do not come out, or not in order."""
    written = _try(render, conversation)
    places = [-1] if written is None else [written.find(word) for word in _WORDS]
    # a template that takes texts alone writes a list down as Python does
    if written is None or -1 in places or places != sorted(places) or "'type'" in written:
        return None
    return [written[one + len(word) : other] for word, (one, other) in zip(_WORDS, pairwise(places), strict=False)]


def _pictured(gaps: list[str], bare: list[str] | None) -> bool:
    """Does something stand in each gap that does not without pictures?"""
    return bare is not None and all(gap != other for gap, other in zip(gaps, bare, strict=True))


def _lead(parts: Sequence[str | Sight]) -> bool:
    """Do all pictures stand before the words anyway?"""
    kinds = [isinstance(part, str) for part in parts]
    return kinds == sorted(kinds)


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
