"""ROUGE as the package rouge-score computes it, with stemming, to the last digit; only faster.

Its tokenizer stems every word anew, and its table of common subsequences costs a step for each pair of words. Here each
different word is stemmed once, by that tokenizer, and the table's rows are numbers whose bits are its entries; see
`optotype.stems`.

Lin, ROUGE: A Package for Automatic Evaluation of Summaries (2004).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from optotype.metrics import Mark, TextMetric
from optotype.stems import tokens


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


def common_words(one: Iterable[str], other: Iterable[str]) -> int:
    """How many words two texts have in common, whatever their order."""
    return (Counter(one) & Counter(other)).total()
