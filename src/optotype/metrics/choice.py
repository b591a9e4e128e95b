"""Choice: how much of a choice of several options is right.

The exact set, as SciVQA's questions with several right options ask for; and beside it the share of what is right among
what was chosen (precision), of what was chosen among what is right (recall), and of both among their union (Jaccard,
1901).
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics import Mark, Metric
from optotype.metrics._options import labels_of
from optotype.records import Item, Value


@dataclass(frozen=True)
class Choice(Metric):
    """One if exactly the right options were chosen; with `partial`, what chosen and right options have in common."""

    title = "choice"
    forms = frozenset({"choice"})
    parts = ("jaccard", "precision", "recall")

    partial: bool = False
    """Does a choice that is partly right earn its Jaccard index?"""

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares two sets of labels."""
        rights, chosen = set(labels_of(right)), set(labels_of(value))
        common = len(rights & chosen)
        parts = {
            "jaccard": common / max(1, len(rights | chosen)),
            "precision": common / max(1, len(chosen)),
            "recall": common / max(1, len(rights)),
        }
        return Mark(parts["jaccard"] if self.partial else float(rights == chosen), parts=parts)
