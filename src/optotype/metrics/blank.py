"""Blank: what was filled in, in digits or in words.

IconQA's third sub-task (Lu et al., 2021, section 5.2): right answers are short numbers, and count as digits and as
words. So "eight" is 8 and "8,488" is 8488. What is no number, such as "o'clock", "quarter" or "2:30", must be the same
text.

The predictions that IconQA publishes are written like its answers, so plain equality of texts already gives the
published 83.6174; nothing that is forgiven here adds to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics import Mark, Metric
from optotype.metrics._amounts import same_amount, same_value, same_words
from optotype.records import Item, Value


@dataclass(frozen=True)
class Blank(Metric):
    """One if the same was filled in, else nothing."""

    title = "blank"
    forms = frozenset({"number", "short_text"})

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares texts, and the numbers that they write."""
        if (same := same_value(right, value)) is not None:
            return Mark(float(same))
        return Mark(float(same_words(right, value) or same_amount(right, value) is True))
