"""Questionnaires: questions that an administrator writes as lines of text.

What people are asked about themselves is chosen, a number, or a text:

    Field of work: physics | biology | something else
    How many years have you worked in it? number 0-70
    Country: text, optional

A check has one right option, which begins with a star:

    How many questions has a batch? 10 | *20 | 30
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from optotype.studio.blocks import Amount, Choose, Field, Option, Write
from optotype.studio.refusals import Refused

MOST = 50
"""Questions in a questionnaire."""
_OPTIONS = 40
_LETTERS = 500
"""Of a question, and of an option."""
_WRITTEN = 2000
"""Letters of a text that people write."""
_IN_ROW = 16
"""Letters of options that may stand side by side."""

_LINE = re.compile(r"(?P<title>.+?)(?P<end>[:?])\s+(?P<said>.+)")
_KIND = re.compile(
    r"(?P<kind>number|число|text|текст)"
    r"(?:\s+(?P<low>-?\d+(?:\.\d+)?)\s*[-–]\s*(?P<high>-?\d+(?:\.\d+)?))?"
    r"(?P<optional>\s*,\s*(?:optional|необязательно))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Asked:
    """One question."""

    title: str
    options: tuple[str, ...] = ()
    """What there is to choose; a number or a text is asked for where there is nothing."""
    right: str | None = None
    """The right option of a check."""
    number: bool = False
    low: float | None = None
    high: float | None = None
    needed: bool = True

    def field(self, name: str, optional: str = "") -> Field:
        """What is filled in; `optional` says that it may be left empty, where it may."""
        title = self.title if self.needed or not optional else f"{self.title} ({optional})"
        if self.options:
            short = all(len(option) <= _IN_ROW for option in self.options)
            options = tuple(Option(option, option) for option in self.options)
            return Choose(name, title, needed=self.needed, options=options, in_row=short)
        if self.number:
            return Amount(name, title, needed=self.needed, low=self.low, high=self.high)
        return Write(name, title, needed=self.needed, longest=_WRITTEN)


@lru_cache(maxsize=256)
def read(lines: tuple[str, ...], *, checks: bool = False) -> tuple[Asked, ...]:
    """The questions that lines describe; empty lines part them.

    Args:
        lines: one question each.
        checks: has each a right option?

    Raises:
        Refused: a line cannot be understood; which, and what was expected.
    """
    found: list[Asked] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        asked = _read(line.strip(), number, checks=checks)
        if asked.title in {one.title for one in found}:
            raise Refused("asked_twice", line=number, title=asked.title)
        found.append(asked)
    if len(found) > MOST:
        raise Refused("many_questions", found=len(found), most=MOST)
    return tuple(found)


def _read(line: str, number: int, *, checks: bool) -> Asked:
    shown = line if len(line) <= 80 else f"{line[:80]}..."
    parts = _LINE.fullmatch(line)
    if parts is None:
        if checks:
            raise Refused("no_check", line=number, found=shown)
        raise Refused("no_question", line=number, found=shown)
    title = parts["title"].strip() + ("?" if parts["end"] == "?" else "")
    said = parts["said"].strip()
    if "|" in said:
        options = tuple(option.strip() for option in said.split("|"))
        _check_options(title, options, number)
        return _check(title, options, number, shown) if checks else _choice(title, options, number)
    kind = _KIND.fullmatch(said)
    if checks:
        raise Refused("few_options", line=number, found=said[:80], title=title[:80])
    if kind is None:
        raise Refused("no_kind", line=number, found=said[:80], title=title[:80])
    counted = kind["kind"].lower() in ("number", "число")
    low, high = (None if kind[end] is None else float(kind[end]) for end in ("low", "high"))
    if low is not None and (not counted or high is None or low >= high):
        raise Refused("no_range", line=number, found=said)
    return Asked(title, number=counted, low=low, high=high, needed=kind["optional"] is None)


def _check_options(title: str, options: Sequence[str], number: int) -> None:
    plain = [option.removeprefix("*").strip() for option in options]
    if not all(plain):
        raise Refused("empty_option", line=number, title=title[:80])
    if len(set(plain)) < len(plain):
        raise Refused("same_option", line=number, title=title[:80])
    if len(plain) > _OPTIONS or max(map(len, (title, *plain))) > _LETTERS:
        raise Refused("many_options", line=number, most=_OPTIONS, letters=_LETTERS)


def _choice(title: str, options: tuple[str, ...], number: int) -> Asked:
    if starred := [option for option in options if option.startswith("*")]:
        raise Refused("starred", line=number, found=starred[0])
    return Asked(title, options)


def _check(title: str, options: tuple[str, ...], number: int, shown: str) -> Asked:
    right = [option for option in options if option.startswith("*")]
    if len(right) != 1:
        raise Refused("stars", line=number, found=shown, stars=len(right))
    plain = tuple(option.removeprefix("*").strip() for option in options)
    return Asked(title, plain, right=right[0].removeprefix("*").strip())
