"""Exact match: the same text, but for case and punctuation.

As MERA scores LabTabVQA: both texts in small letters, without the signs of `string.punctuation`. It is a metric of
texts: "B" earns the mark and "The answer is B" does not; `accuracy` reads the reply first. Where gold names several
options it is the text "A,B", so "A, B" differs from it, and 3.5 is the same as 35: so it is defined.
"""

from __future__ import annotations

import string
from dataclasses import dataclass

from optotype.metrics import Mark, TextMetric

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True)
class ExactMatch(TextMetric):
    """One if the reply is the text of gold, else nothing."""

    title = "exact match"

    def compare(self, right: str, said: str) -> Mark:
        """Compares what remains of both texts."""
        return Mark(float(_bare(right) == _bare(said)))


def _bare(text: str) -> str:
    return " ".join(text.lower().translate(_NO_PUNCTUATION).split())
