"""SoftSPICE: how near the phrases of one graph come to those of others.

Li et al., FACTUAL: A Benchmark for Faithful and Consistent Textual Scene Graph Parsing (2023). Things, attributes and
relations become phrases, phrases become vectors; each phrase of the candidate looks for the nearest of the references.
Vectors come from the encoder that the package brings, or from another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from optotype import minilm
from optotype.batches import batches
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.tuples import phrases

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from optotype.embedding import Embedding

Pair: TypeAlias = tuple[SceneGraph, Sequence[SceneGraph]]
"""A graph that is judged, and the graphs that are right."""

_TOGETHER = 500
"""Pairs whose vectors are held at once."""
_DIGITS = 5
"""The next ones depend on which phrases were encoded together."""


@dataclass(frozen=True)
class Nearness:
    """How near phrases come to each other: means of cosines."""

    precision: float
    """Of the phrases of the candidate, each with the nearest of the references. This is SoftSPICE."""
    recall: float
    """Of the phrases of the references, each with the nearest of the candidate."""

    @property
    def two_way(self) -> float:
        """The harmonic mean of both, cosines from -1 to 1 taken as numbers from 0 to 1."""
        precision, recall = (self.precision + 1) / 2, (self.recall + 1) / 2
        return 2 * precision * recall / both if (both := precision + recall) else 0.0


_SAME, _OTHER = Nearness(1.0, 1.0), Nearness(-1.0, -1.0)


def soft_spice(
    candidate: SceneGraph,
    references: Sequence[SceneGraph],
    *,
    two_way: bool = False,
    embedding: Embedding | None = None,
) -> float:
    """How near a graph comes to references, from 0 to 1. For many, `nearness` is faster.

    Args:
        candidate: The graph that is judged.
        references: The graphs that are right; their facts are pooled.
        two_way: Does it count as well how near the references come to the graph?
        embedding: What makes vectors; the encoder that the package brings, if it is not given.
    """
    (found,) = nearness([(candidate, references)], embedding=embedding)
    return found.two_way if two_way else max(0.0, found.precision)


def nearness(pairs: Iterable[Pair], *, embedding: Embedding | None = None) -> list[Nearness]:
    """How near the graphs of each pair come to each other, in order; each phrase is embedded once.

    Nothing is as near as can be to nothing, and as far as can be from something.
    """
    found: list[Nearness] = []
    for some in batches(pairs, _TOGETHER):
        phrased = [(phrases([candidate]), phrases(references)) for candidate, references in some]
        texts = list(dict.fromkeys(chain.from_iterable(chain.from_iterable(phrased))))
        vectors = (embedding or minilm.shared()).vectors(texts)  # (texts, width)
        places = {text: place for place, text in enumerate(texts)}
        for said, right in phrased:
            if said and right:
                ours, theirs = ([places[text] for text in side] for side in (said, right))
                found.append(_compare(vectors[ours], vectors[theirs]))
            else:
                found.append(_OTHER if said or right else _SAME)
    return found


def _compare(said: NDArray[np.float32], right: NDArray[np.float32]) -> Nearness:
    cosines = said @ right.T  # (phrases of the candidate, phrases of the references)
    return Nearness(_mean(cosines.max(axis=1)), _mean(cosines.max(axis=0)))


def _mean(cosines: NDArray[np.float32]) -> float:
    return round(min(1.0, float(cosines.mean(dtype="float64"))), _DIGITS)
