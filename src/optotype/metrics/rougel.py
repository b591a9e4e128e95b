"""ROUGE-L: the longest sequence of words that both texts have in the same order.

Lin (2004), as SciVQA scores (Borisova et al., 2025): rouge-score with its stemmer; F1, beside it precision and recall.
Only the letters a to z and digits count, so it says nothing about texts in other alphabets.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics._rouge import Rouge
from optotype.stems import common_subsequence


@dataclass(frozen=True)
class Rougel(Rouge):
    """F1 of the longest sequence of words that both texts have in the same order."""

    title = "ROUGE-L"

    def common(self, right: tuple[str, ...], said: tuple[str, ...]) -> int:
        """How many words two texts have in common."""
        return common_subsequence(right, said)
