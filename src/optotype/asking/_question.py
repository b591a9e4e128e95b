"""What is put to a respondent: pictures, messages, questions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from optotype.errors import OptotypeError
from optotype.records import Choice, Gold, Item, Picture, Preference, Ranking


class CannotAsk(OptotypeError):
    """An item that cannot be put to anybody: a picture of it is missing, or examples are."""

    def __init__(self, message: str, kind: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind or message
        """The reason without the names in it, so that items with the same can be counted."""


@dataclass(frozen=True)
class Sight:
    """A picture as it is put before a respondent."""

    file: str
    """SHA-256 of its content."""
    media_type: str
    path: Path
    width: int
    height: int
    caption: str = ""
    size: int = 0
    """Length of the file in bytes."""
    told: str | None = None
    """What stands in its place where it is not shown: the text that can be read in it, or nothing."""


def sight(picture: Picture, path: Path | None) -> Sight | None:
    """A picture as it can be put before a respondent; None while its file is missing."""
    if path is None or picture.file is None or picture.media_type is None:
        return None
    width, height, size = picture.width or 0, picture.height or 0, picture.size or 0
    return Sight(picture.file, picture.media_type, path, width, height, picture.caption, size)


@dataclass(frozen=True)
class Message:
    """One turn of the conversation: texts and pictures, in order. Two texts never follow each other."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Sight, ...]


@dataclass(frozen=True)
class Question:
    """An item as it is put to a respondent, once."""

    item: Item
    messages: tuple[Message, ...]
    shown: tuple[str, ...] | None = None
    """The order in which options are shown, by label; None where there are none."""
    turn: int = 0
    """Which of the orders of options this is."""
    schema: str = ""
    """The JSON schema that the reply has to fit, where there is one; respondents may hold a model to it."""

    @property
    def seen(self) -> Item:
        """The item as the respondent sees it: options in the order shown, lettered by their place."""
        return seen(self.item, self.shown)


def seen(item: Item, shown: tuple[str, ...] | None) -> Item:
    """An item with its options in the order shown, each under the label that belongs to its place."""
    letters = tuple(option.label for option in item.options)
    if shown is None or shown == letters or not isinstance(item.form, Choice | Ranking | Preference):
        return item
    options = {option.label: option for option in item.options}
    moved = tuple(
        options[label].model_copy(update={"label": letter}) for letter, label in zip(letters, shown, strict=True)
    )
    return item.model_copy(update={"form": item.form.model_copy(update={"options": moved})})


@dataclass(frozen=True)
class Example:
    """A solved item that is shown before the question."""

    item: Item
    gold: Gold
