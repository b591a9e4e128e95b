"""Set Match: the same facts, word by word, in whatever order and however often.

Li et al., FACTUAL (2023). Unlike `accuracy`, it knows capital letters from small ones, as the published figures do.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics import Mark, Metric
from optotype.metrics._graphs import meaning
from optotype.records import Item, Value
from optotype.scenegraph.notation import BadGraph


@dataclass(frozen=True)
class SetMatch(Metric):
    """One if a graph has the facts of a right one and no others, else nothing."""

    title = "Set Match"
    forms = frozenset({"graph"})

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares two sets of facts."""
        if right == value:
            return Mark(1.0)
        try:
            return Mark(float(meaning(item, str(right)) == meaning(item, str(value))))
        except BadGraph as error:
            return Mark(0.0, f"no scene graph: {error}")
