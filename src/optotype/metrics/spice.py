"""SPICE: F1 of the things, attributes and relations that a graph has in common with all right ones together.

Anderson et al. (2016), on the graphs themselves, as FACTUAL judges parsers (Li et al., 2023). `scenegraph/spice.py`
has the arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Array, Mark
from optotype.metrics._graphs import PooledMetric
from optotype.records import Item
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import Pair
from optotype.scenegraph.spice import overlap, overlaps


@dataclass(frozen=True)
class Spice(PooledMetric):
    """F1 of matched tuples; beside it precision and recall."""

    title = "SPICE"
    parts = ("precision", "recall")

    synonyms: bool = True
    """Do synonyms match, after WordNet?"""
    lemmas: bool = False
    """Are nouns compared as lemmas, in the singular, as `FactualSceneGraph` does with `lemmatize=True`?"""

    def compare(self, pairs: Sequence[Pair], items: Sequence[Item]) -> list[Mark]:
        """A mark for each pair."""
        found = (overlap(*pair, synonyms=self.synonyms, lemmas=self.lemmas) for pair in pairs)
        return [Mark(one.f1, parts={"precision": one.precision, "recall": one.recall}) for one in found]

    def table(self, candidates: Sequence[SceneGraph], references: Sequence[SceneGraph]) -> Array:
        """What it gives every graph beside every other; synonyms are looked up once."""
        import numpy as np

        rows = overlaps(candidates, references, synonyms=self.synonyms, lemmas=self.lemmas)
        marks = [[one.f1 for one in row] for row in rows]
        return np.array(marks, dtype=np.float64).reshape(len(candidates), len(references))
