"""What the readers of all forms share: what they are asked, and what they may reply."""

from __future__ import annotations

import re
from dataclasses import dataclass

from optotype.reading._conclusions import Passage
from optotype.reading._patterns import pattern
from optotype.reading._text import Heard, hear
from optotype.records import State, Value


@dataclass(frozen=True)
class Said:
    """An answer, and how it was read."""

    value: Value
    how: str


@dataclass(frozen=True)
class Doubt:
    """Something that looks like an answer and cannot be taken for one; nobody looks further."""

    why: str


Outcome = Said | Doubt | None
"""An answer, a doubt, or None where a text says nothing about it."""


class Reader:
    """Reads answers of one form. Each method looks at another place of a reply; None lets the next one look."""

    bare_lines = True
    """May an answer stand alone on the first or last line, with reasoning around?"""

    concludes = True
    """May an answer follow `Therefore`?"""

    lists = False
    """Is a list in JSON read as it is, and not as one would say it?"""

    def hear(self, reply: str) -> Heard:
        """A reply, made ready for this reader."""
        return hear(reply)

    def plain(self, text: str) -> Outcome:
        """A text that is nothing but an answer: `B`, `about 12.5 %`."""
        return None

    def column(self, text: str) -> Outcome:
        """Answers of which each has a line to itself, at the beginning of what was announced."""
        return None

    def stated(self, passage: Passage) -> Outcome:
        """A passage that announces the answer: what follows `The answer is`."""
        return self.plain(passage.line)

    def opening(self, heard: Heard) -> Outcome:
        """A reply that begins with its answer and goes on to explain it."""
        return None

    def concluded(self, text: str) -> Outcome:
        """What follows `Therefore`."""
        return None

    def loose(self, heard: Heard) -> Outcome:
        """A reply that announces nothing, as a whole."""
        return None

    def meant(self, state: State) -> Outcome:
        """The answer that a non-answer amounts to, where an option says that it cannot be determined."""
        return None

    def doubted(self, text: str) -> Outcome:
        """What follows `I am not sure, but`."""
        return self.stated(Passage(text.split("\n", 1)[0], text, "after a doubt"))


_LEAD = pattern(
    r"(?:(?:so|it|this|which|well|then|indeed|clearly|definitely|obviously|probably|likely|most likely|simply|just"
    r"|only|maybe|perhaps|i think that|i believe that|i think|i believe|i guess|i would say|i'd say|i say|would be"
    r"|should be|must be|to be|be|is|it's|it’s|it is|it must be|looks like|seems to be|это|только|наверное|вероятно"
    r"|скорее всего|думаю, что|думаю|я думаю|я считаю)\b[,:]? ){1,4}",
    flags=re.IGNORECASE,
)


def led(text: str) -> str:
    """A text without the words that lead up to an answer: `it is probably B` becomes `B`."""
    found = _LEAD.match(text)
    return text[found.end() :] if found else text
