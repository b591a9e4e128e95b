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

_SAY_LITTLE = """
    a an the this that these those and or but nor not no yes if then than as at by for from in into of off on onto
    out over per to under up upon via with within without about above across after against along among around
    before behind below beneath beside between beyond down during is are was were be been being am do does did
    done has have had having can could may might must shall should will would what which who whom whose when where
    why how many much it its they them their there here he she his her we our you your i me my one each every all
    any both some more most less least other another same such only own so too very just also s t и или но а не ни
    да нет если то как в во на по за из от до у о об при для с со к ко под над без через между перед после это
    этот эта эти тот та те что какой какая какое какие каков какова сколько кто чей чья где когда почему зачем
    который которая которое которые ли же бы был была было были быть есть является являются он она оно они его ее
    их мы вы я все всех каждый любой оба более менее самый самая самое самые только также
"""

STOP = frozenset(_SAY_LITTLE.split())
"""Words that say little by themselves, in English and Russian."""


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
