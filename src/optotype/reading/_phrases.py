"""The phrase that answers a question in a few words."""

from __future__ import annotations

import re

from optotype.reading._conclusions import Passage
from optotype.reading._readers import Outcome, Reader, Said
from optotype.reading._text import Heard, hear

_EXPLANATION = re.compile(
    r"(?<=[.!])\s+(?=(?:because|this|it|as|since|the\s+reason|explanation|reasoning|note|here|based|i\s|we\s|you\s"
    r"|это|потому|так\s+как|поскольку|объяснение|примечание)\b)",
    re.IGNORECASE,
)
_WRAPPERS = {'"': '"', "“": "”", "«": "»", "'": "'", "‘": "’", "`": "`", "*": "*", "_": "_", "$": "$"}


class Phrase(Reader):
    """Reads short texts. Nothing that was said is lost: without an announced answer, the whole reply is it."""

    bare_lines = False
    concludes = False

    def hear(self, reply: str) -> Heard:
        """With its marks: a star may belong to a name."""
        return hear(reply, marks=True)

    def stated(self, passage: Passage) -> Outcome:
        """What was announced, to the end of the line; where nothing stands on that line, what stands below."""
        if passage.from_json:
            return Said(passage.line, "the value") if passage.line else None
        text = unwrapped(_closed(_EXPLANATION.split(passage.line, maxsplit=1)[0]))
        text = text[:-1] if text.endswith(".") and text.count(".") == 1 else text
        return Said(text, "the words") if text else None

    def loose(self, heard: Heard) -> Outcome:
        """The whole reply."""
        if heard.shortened:
            return None
        text = unwrapped(heard.full)
        return Said(text, "the whole reply") if text else None

    def doubted(self, text: str) -> Outcome:
        """What follows the doubt."""
        text = unwrapped(text)
        return Said(text, "the words") if text else None


def _closed(text: str) -> str:
    """A text without the end of an emphasis that began before it: of `**Answer: red**`, `red`."""
    return text.replace("**", "", 1) if text.count("**") == 1 else text


def unwrapped(text: str) -> str:
    """A text without the quotes or the emphasis around the whole of it."""
    start, end = 0, len(text)
    while True:
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        stop = 1 if end - start > 2 and text[end - 1] == "." else 0
        last = end - 1 - stop
        closing = _WRAPPERS.get(text[start]) if start < end else None
        if closing is None or last <= start or text[last] != closing or closing in text[start + 1 : last].strip("*_"):
            return text[start:end]
        start, end = start + 1, last
