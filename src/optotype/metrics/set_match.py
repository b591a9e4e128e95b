"""Set Match: the same facts, word by word, in whatever order and however often.

Li et al., FACTUAL (2023). Unlike `accuracy`, it knows capital letters from small ones, as the published figures do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Array, Case, GraphMetric, Mark
from optotype.records import Item, Value
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.notation import BadGraph


@dataclass(frozen=True)
class SetMatch(GraphMetric):
    """One if a graph has the facts of a right one and no others, else nothing."""

    title = "Set Match"

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; all captions are parsed together."""
        self._parse(cases)
        return super().marks(cases)

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares two sets of facts."""
        if right == value:
            return Mark(1.0)
        try:
            return Mark(float(self._meaning(item, right) == self._meaning(item, value)))
        except BadGraph as error:
            return Mark(0.0, f"no scene graph: {error}")

    def table(self, candidates: Sequence[SceneGraph], references: Sequence[SceneGraph]) -> Array:
        """Compares every two sets of facts."""
        import numpy as np

        same = [[candidate == reference for reference in references] for candidate in candidates]
        return np.array(same, dtype=np.float64).reshape(len(candidates), len(references))
