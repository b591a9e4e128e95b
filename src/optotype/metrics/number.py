"""Number: a number may be slightly off, a word may not; a range accepts what lies in it.

Numbers as ChartQA's relaxed accuracy has them (Masry et al., 2022, section 5.1, after Methani et al., 2020): an error
of up to 5 % of the right number is forgiven, none where it is zero, and texts that are no numbers must be the same but
for case. Ranges as SciVQA writes them (Borisova et al., 2025), where a value cannot be read exactly: a number in the
range is right. An answer may be a range too; it is right if every number in it would be, so that a wide range earns
nothing.

A sign of percent does not matter: "12 %" is 12, and not 0.12. ChartQA's own script reads it as 0.12, on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics import Mark, Metric
from optotype.metrics._amounts import same_amount, same_value, same_words
from optotype.records import Item, Value


@dataclass(frozen=True)
class Number(Metric):
    """One if the number is near enough or lies in the range that is right, or if the words are the same."""

    title = "number"
    forms = frozenset({"number", "short_text"})

    tolerance: float = 0.05
    """Largest relative error that a number may have."""

    def __post_init__(self) -> None:
        """Refuses a tolerance below zero."""
        super().__post_init__()
        if self.tolerance < 0:
            raise ValueError(f"tolerance is {self.tolerance}, but it cannot be negative")

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares numbers with the tolerance, and words exactly."""
        if (same := same_value(right, value, self.tolerance)) is not None:
            return Mark(float(same))
        if same_words(right, value):
            return Mark(1.0)
        same = same_amount(right, value, self.tolerance)
        return Mark(float(same is True), "" if same is not None else "gold is no number; the words differ")
