"""ROUGE-1: words in common, whatever their order.

Lin (2004), as SciVQA scores (Borisova et al., 2025): rouge-score with its stemmer; F1, beside it precision and recall.
Only the letters a to z and digits count, so it says nothing about texts in other alphabets.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics._rouge import Rouge, common_words


@dataclass(frozen=True)
class Rouge1(Rouge):
    """F1 of words in common, whatever their order."""

    title = "ROUGE-1"

    def common(self, right: tuple[str, ...], said: tuple[str, ...]) -> int:
        """How many words two texts have in common."""
        return common_words(right, said)
