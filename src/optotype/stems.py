"""Stems: the words of a text without their endings, as the package rouge-score makes them, each word stemmed once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import cast

_WORD = re.compile(r"[a-z0-9]+")
_SHORT = 1_000
"""Texts and words up to this length are remembered."""
_ROOT = 6


def tokens(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order; only letters a to z and digits are seen.

    >>> tokens("Two dogs, running")
    ('two', 'dog', 'run')
    """
    return _short_tokens(text) if len(text) <= _SHORT else _tokens(text)


def stem(word: str) -> str:
    """The stem of a word in small letters; of a word in other letters than a to z, its first six.

    >>> stem("ranking"), stem("таблицами") == stem("таблица")
    ('rank', True)
    """
    if not word.isascii():
        return word[:_ROOT]
    return _short_stem(word) if len(word) <= _SHORT else _stemmer()(word)


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(found for word in _WORD.findall(text.lower()) if (found := stem(word)))


_short_tokens = lru_cache(maxsize=32_768)(_tokens)


@lru_cache(maxsize=131_072)
def _short_stem(word: str) -> str:
    return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    # loads nltk, which takes longer than all the rest
    from rouge_score.tokenizers import DefaultTokenizer

    tokenize = cast("Callable[[str], list[str]]", DefaultTokenizer(use_stemmer=True).tokenize)
    return lambda word: "".join(tokenize(word))


def common_subsequence(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many words two texts have in common in the same order.

    Hyyrö, Bit-parallel LCS-length computation revisited (2004): a zero bit is a place where the row rises by one.
    """
    if len(one) > len(other):
        one, other = other, one
    places: dict[str, int] = {}
    for place, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << place
    mask = (1 << len(one)) - 1
    row = mask
    for word in other:
        if (found := places.get(word)) is not None:
            rise = row & found
            row = (row + rise | row - rise) & mask
    return len(one) - row.bit_count()
