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
from optotype.scenegraph.tuples import full_phrases, phrases

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
_COSINES = 2**23
"""Cosines that are held at once in a table."""
_EACH = 0.3
"""Of the nearness of a full phrase: how near it comes to each reference by itself, in the mean over them."""


@dataclass(frozen=True)
class Phrasing:
    """How graphs become phrases, and how much each counts."""

    lemmas: bool = False
    """Are words said as lemmas?"""
    full: bool = False
    """Is each thing said with all that it is, in relations too, does a phrase count by its words, and more the more
    references have it?"""

    def said(self, graph: SceneGraph) -> list[str]:
        """The phrases of a graph that is judged."""
        return (full_phrases if self.full else phrases)([graph], lemmas=self.lemmas)

    def right(self, graphs: Sequence[SceneGraph]) -> list[list[str]]:
        """The phrases of graphs that are right: pooled, or if they are full, those of each graph that has any.

        Short ones are among the full ones: nobody has to say all that a thing is.
        """
        if not self.full:
            pooled = phrases(graphs, lemmas=self.lemmas)
            return [pooled] if pooled else []
        each = ([*phrases([one], lemmas=self.lemmas), *full_phrases([one], lemmas=self.lemmas)] for one in graphs)
        return [list(dict.fromkeys(some)) for some in each if some]

    def weight(self, phrase: str) -> int:
        """How much a phrase counts."""
        return len(phrase.split()) if self.full else 1


PIECES = Phrasing()
"""As FACTUAL has them."""


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
    phrasing: Phrasing = PIECES,
    embedding: Embedding | None = None,
) -> float:
    """How near a graph comes to references, from 0 to 1. For many, `nearness` is faster.

    Args:
        candidate: The graph that is judged.
        references: The graphs that are right; their facts are pooled.
        two_way: Does it count as well how near the references come to the graph?
        phrasing: How graphs become phrases.
        embedding: What makes vectors; the encoder that the package brings, if it is not given.
    """
    (found,) = nearness([(candidate, references)], phrasing=phrasing, embedding=embedding)
    return found.two_way if two_way else max(0.0, found.precision)


def nearness(
    pairs: Iterable[Pair], *, phrasing: Phrasing = PIECES, embedding: Embedding | None = None
) -> list[Nearness]:
    """How near the graphs of each pair come to each other, in order; each phrase is embedded once.

    Nothing is as near as can be to nothing, and as far as can be from something.
    """
    found: list[Nearness] = []
    for some in batches(pairs, _TOGETHER):
        phrased = [(phrasing.said(candidate), phrasing.right(references)) for candidate, references in some]
        texts = list(dict.fromkeys(chain.from_iterable(chain(said, *right) for said, right in phrased)))
        vectors = (embedding or minilm.shared()).vectors(texts)  # (texts, width)
        places = {text: place for place, text in enumerate(texts)}
        for said, right in phrased:
            if said and right:
                pooled = {text: place for place, text in enumerate(dict.fromkeys(chain.from_iterable(right)))}
                ours, theirs = ([places[text] for text in side] for side in (said, pooled))
                cosines = vectors[ours] @ vectors[theirs].T  # (phrases of the candidate, phrases of the references)
                nearest = cosines.max(axis=1)
                if len(right) > 1:
                    by_reference = [cosines[:, [pooled[text] for text in one]].max(axis=1) for one in right]
                    nearest = (1 - _EACH) * nearest + _EACH * sum(by_reference) / len(right)
                weights = [[phrasing.weight(text) for text in side] for side in (said, pooled)]
                found.append(Nearness(_mean(nearest, weights[0]), _mean(cosines.max(axis=0), weights[1])))
            else:
                found.append(_OTHER if said or right else _SAME)
    return found


@dataclass(frozen=True)
class NearnessTable:
    """How near each of some graphs comes to each of others: (candidates, references)."""

    precision: NDArray[np.float64]
    """As `Nearness.precision`."""
    recall: NDArray[np.float64]
    """As `Nearness.recall`."""

    @property
    def two_way(self) -> NDArray[np.float64]:
        """As `Nearness.two_way`."""
        import numpy as np

        precision, recall = (self.precision + 1) / 2, (self.recall + 1) / 2
        both = precision + recall
        return np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)


def nearness_table(
    candidates: Sequence[SceneGraph],
    references: Sequence[SceneGraph],
    *,
    phrasing: Phrasing = PIECES,
    embedding: Embedding | None = None,
) -> NearnessTable:
    """How near every candidate comes to every reference, each reference for itself; each phrase is embedded once.

    The figures are those of `nearness`, but all pairs cost hardly more than the multiplication of their phrases.
    """
    import numpy as np

    said = [phrasing.said(graph) for graph in candidates]
    right = [list(chain.from_iterable(phrasing.right([graph]))) for graph in references]
    texts = list(dict.fromkeys(chain.from_iterable(said + right)))
    places = {text: place for place, text in enumerate(texts)}
    weights = np.array([phrasing.weight(text) for text in texts], dtype=np.float64)
    vectors = (embedding or minilm.shared()).vectors(texts)  # (texts, width)
    empty = np.equal.outer([not some for some in said], [not some for some in right])
    precision, recall = (np.where(empty, 1.0, -1.0) for _ in range(2))
    rows, columns = ([place for place, some in enumerate(side) if some] for side in (said, right))
    if not rows or not columns:
        return NearnessTable(precision, recall)
    theirs = [[places[text] for text in right[column]] for column in columns]
    starts = _starts(theirs)
    right_places = list(chain.from_iterable(theirs))
    right_vectors, right_weights = vectors[right_places], weights[right_places]  # (phrases of references, width)
    sizes = np.add.reduceat(right_weights, starts)
    for some in batches(rows, max(1, _COSINES // (len(right_vectors) * max(map(len, said))))):
        ours = [[places[text] for text in said[row]] for row in some]
        begins = _starts(ours)
        said_places = list(chain.from_iterable(ours))
        said_weights = weights[said_places]
        cosines = vectors[said_places] @ right_vectors.T  # (phrases of some, phrases of references)
        best = np.maximum.reduceat(cosines, starts, axis=1).astype(np.float64)  # (phrases of some, references)
        covered = np.maximum.reduceat(cosines, begins, axis=0).astype(np.float64)  # (some, phrases of references)
        where = np.ix_(some, columns)
        lengths = np.add.reduceat(said_weights, begins)
        precision[where] = np.add.reduceat(best * said_weights[:, None], begins, axis=0) / lengths[:, None]
        recall[where] = np.add.reduceat(covered * right_weights, starts, axis=1) / sizes
    return NearnessTable(*(np.minimum(side, 1.0).round(_DIGITS) for side in (precision, recall)))


def _starts(parts: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Where each part begins if they stand in a row."""
    import numpy as np

    sizes = np.array([len(part) for part in parts])
    return np.cumsum(sizes) - sizes


def _mean(cosines: NDArray[np.float32], weights: Sequence[int]) -> float:
    import numpy as np

    return round(min(1.0, float(np.average(cosines.astype(np.float64), weights=weights))), _DIGITS)
