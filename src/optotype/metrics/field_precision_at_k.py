"""Field-P@k: how many of the first k recommended papers have a field in common with the paper that asks.

SciGA (2025), Inter-GA. With the fields F of a paper q and of the papers p that were recommended,

    Field-P@k(q) = |{p among the first k: F(p) and F(q) share a field}| / k

and the mean over papers. Where fewer than k were recommended, it is the share of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Case
from optotype.metrics._inter import InterMetric
from optotype.metrics._options import labels_of


@dataclass(frozen=True)
class FieldPrecisionAtK(InterMetric):
    """The share of the first k options that are right; right are those that have a field in common."""

    title = "Field-P@k"

    def worths(self, cases: Sequence[Case]) -> list[list[float] | str]:
        """One for each option that is right, nothing for the others."""
        found: list[list[float] | str] = []
        for case in cases:
            right = {label for value in case.gold.accepted for label in labels_of(value)[:1]}
            found.append([float(option.label in right) for option in case.item.options])
        return found
