"""Things that are counted, in English: `1 item`, `1,200 items`, `1 person`."""

from __future__ import annotations

_ONE = {"people": "person", "classes": "class", "queries": "query", "replies": "reply", "studies": "study"}
"""One of what does not end in an s alone."""


def so_many(count: int, things: str, *does: str) -> str:
    """How many things there are; things are named in the plural, the last word of the name being the noun.

    Args:
        count: how many.
        things: `items`, `simulated people`.
        does: what they do, of one and of several: `has`, `have`.
    """
    if count != 1:
        return " ".join((f"{count:,} {things}", *does[1:]))
    about, _, noun = things.rpartition(" ")
    return " ".join(filter(None, ("1", about, _ONE.get(noun, noun.removesuffix("s")), *does[:1])))
