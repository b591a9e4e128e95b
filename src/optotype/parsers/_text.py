"""Captions as parsers read them: letters without markup."""

from __future__ import annotations

import html
import re

_SCRIPT = re.compile(r"<(script|style)\b[^<]{0,5000}</\1\s{0,9}>", re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z/!?][^<>]{0,500}>")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
_LONG = re.compile(r"\S{60,}")


def plain(caption: str) -> str:
    """A caption in lower case and one line, without tags, control characters and words longer than any word is."""
    text = html.unescape(_TAG.sub(" ", _SCRIPT.sub(" ", caption)))
    return " ".join(_LONG.sub(" ", _CONTROL.sub(" ", text)).casefold().split())


_OUTSIDE = re.compile(r"[^\w'’.%&+/$#-]+|(?<!\w)['’.&+/-]+|['’.&+/-]+(?!\w)")


def term(words: str) -> str:
    """Words as the notation of graphs can hold them; empty where no letter or digit is left."""
    return " ".join(_OUTSIDE.sub(" ", words).split())


def one_of(words: str) -> frozenset[str]:
    """A list of words that stands in the code as a line of them."""
    return frozenset(words.split())
