"""SPICE: F1 of the things, attributes and relations that a graph has in common with all right ones together.

Anderson et al. (2016), on the graphs themselves, as FACTUAL judges parsers (Li et al., 2023). `scenegraph/spice.py`
has the arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Mark
from optotype.metrics._graphs import GraphMetric
from optotype.scenegraph.soft_spice import Pair
from optotype.scenegraph.spice import overlap


@dataclass(frozen=True)
class Spice(GraphMetric):
    """F1 of matched tuples; beside it precision and recall."""

    title = "SPICE"
    parts = ("precision", "recall")

    synonyms: bool = True
    """Do synonyms match, after WordNet?"""

    def compare(self, pairs: Sequence[Pair]) -> list[Mark]:
        """A mark for each pair."""
        found = (overlap(*pair, synonyms=self.synonyms) for pair in pairs)
        return [Mark(one.f1, parts={"precision": one.precision, "recall": one.recall}) for one in found]
