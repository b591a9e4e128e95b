"""Remarks on a page: what the reader should know, in the language of the page where that is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from optotype.papers.marks import line
from optotype.web.words import Language, Words

_NUMBER = re.compile(r"\d[\d,]*(?!\w)")
_LONGEST = 400


@dataclass(frozen=True)
class Remark:
    """A text and its language."""

    text: str
    language: Language


def remarks(notes: Iterable[str], words: Words) -> list[Remark]:
    """Notes as a page tells them: those of `words/notes.toml` translated; what a file says of itself stays as it is."""
    return [_remark(note, words) for note in notes]


def _remark(note: str, words: Words) -> Remark:
    numbers = iter(_NUMBER.findall(note))
    known = words.table.get(f"notes.{_NUMBER.sub('#', note)}")
    if known is None:
        return Remark(line(note)[:_LONGEST], "en")
    return Remark(re.sub("#", lambda _: words.count(int(next(numbers).replace(",", ""))), known), words.language)
