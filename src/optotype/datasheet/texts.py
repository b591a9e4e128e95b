"""Texts from a bench as they may stand in a sheet: in one line, not too long, and nothing that moves letters."""

from __future__ import annotations

import re

SHORT = 200
"""Letters of a name or a cell."""
LONG = 4000
"""Letters of a description or a citation."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""What is not seen and changes what is: controls, marks of direction, letters without a width, halves of letters."""


def line(text: object, most: int = SHORT) -> str:
    """A text in one line."""
    begin = str(text)[: 4 * most]
    seen = " ".join(_UNSEEN.sub("", begin.replace("\r", " ")).split())
    cut = len(seen) > most or len(str(text)) > len(begin)
    return f"{seen[: most - 1].rstrip()}…" if cut else seen


def paragraphs(text: str) -> list[str]:
    """What an author wrote: a line for each paragraph, and empty lines between them."""
    return [told for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")) if (told := line(part, len(part) + 1))]
