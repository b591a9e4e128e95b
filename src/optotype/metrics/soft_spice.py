"""SoftSPICE: how near the things, attributes and relations of a graph come to those of the right ones, by meaning.

Li et al., FACTUAL (2023). `scenegraph/soft_spice.py` has the arithmetic; the encoder comes with the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype import minilm
from optotype.metrics import Array, Mark
from optotype.metrics._graphs import PooledMetric
from optotype.records import Item
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import Nearness, Pair, Phrasing, nearness, nearness_table


@dataclass(frozen=True)
class SoftSpice(PooledMetric):
    """The mean of the best cosines of the graph's phrases; beside it how well those of the right graphs are covered."""

    title = "SoftSPICE"
    parts = ("precision", "recall")
    needs = minilm.MODULES[0]

    two_way: bool = False
    """Is the value the harmonic mean of both directions?"""
    lemmas: bool = False
    """Are nouns said as lemmas, in the singular, as `FactualSceneGraph` does with `lemmatize=True`?"""
    full: bool = False
    """Is each thing said with all that it is, in relations too, does a phrase count by its words, and more the more
    references have it?"""

    @property
    def _phrasing(self) -> Phrasing:
        return Phrasing(lemmas=self.lemmas, full=self.full)

    def compare(self, pairs: Sequence[Pair], items: Sequence[Item]) -> list[Mark]:
        """A mark for each pair; each phrase is embedded once."""
        return [self._mark(found) for found in nearness(pairs, phrasing=self._phrasing)]

    def table(self, candidates: Sequence[SceneGraph], references: Sequence[SceneGraph]) -> Array:
        """What it gives every graph beside every other; each phrase is embedded once."""
        found = nearness_table(candidates, references, phrasing=self._phrasing)
        return found.two_way if self.two_way else found.precision.clip(min=0.0)

    def _mark(self, found: Nearness) -> Mark:
        precision, recall = max(0.0, found.precision), max(0.0, found.recall)
        return Mark(found.two_way if self.two_way else precision, parts={"precision": precision, "recall": recall})
