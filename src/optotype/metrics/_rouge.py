"""ROUGE as the package rouge-score computes it, with stemming, to the last digit; only faster.

Its tokenizer stems every word anew, and its table of common subsequences costs a step for each pair of words. Here each
different word is stemmed once, by that tokenizer, and the table's rows are numbers whose bits are its entries.

Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004).
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import cast

from optotype.metrics import Mark, TextMetric

_WORD = re.compile(r"[a-z0-9]+")
_SHORT = 1_000
"""Texts and words up to this length are remembered."""


@dataclass(frozen=True)
class Rouge(TextMetric):
    """How many words of the reply stand in gold, and of gold in the reply; the value is F1."""

    parts = ("precision", "recall")

    def compare(self, right: str, said: str) -> Mark:
        """F1, precision and recall of two texts."""
        ours, theirs = tokens(right), tokens(said)
        if not ours or not theirs:
            return self.plain(0.0, "" if ours else "gold has no letters a to z and no digits: ROUGE sees nothing in it")
        common = self.common(ours, theirs)
        precision, recall = common / len(theirs), common / len(ours)
        value = 2 * precision * recall / (precision + recall) if common else 0.0
        return Mark(value, parts={"precision": precision, "recall": recall})

    @abstractmethod
    def common(self, right: tuple[str, ...], said: tuple[str, ...]) -> int:
        """How many words two texts have in common."""


def tokens(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order."""
    return _short_tokens(text) if len(text) <= _SHORT else _tokens(text)


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(stem for word in _WORD.findall(text.lower()) if (stem := _stem(word)))


_short_tokens = lru_cache(maxsize=32_768)(_tokens)


def _stem(word: str) -> str:
    return _short_stem(word) if len(word) <= _SHORT else _stemmer()(word)


@lru_cache(maxsize=131_072)
def _short_stem(word: str) -> str:
    return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    # loads nltk, which takes longer than all the rest
    from rouge_score.tokenizers import DefaultTokenizer

    tokenize = cast("Callable[[str], list[str]]", DefaultTokenizer(use_stemmer=True).tokenize)
    return lambda word: "".join(tokenize(word))


def common_words(one: Iterable[str], other: Iterable[str]) -> int:
    """How many words two texts have in common, whatever their order."""
    return (Counter(one) & Counter(other)).total()


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
