"""Clustering: vectors that lie close together, by k-means (Lloyd, 1982).

Seeds are drawn as k-means++ draws them (Arthur and Vassilvitskii, 2007).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

_DISTANCES = 2**23
"""Distances that are held at once."""


def kmeans(vectors: Vectors, count: int, *, seed: int = 0, rounds: int = 50) -> NDArray[np.int64]:
    """The number of the cluster of each vector, from 0; no cluster is empty.

    Args:
        vectors: (vectors, width).
        count: how many clusters; not more than there are different vectors.
        seed: the same seed gives the same clusters.
        rounds: after how many rounds it ends, if clusters still change.

    Raises:
        ValueError: fewer than one cluster, or more than there are vectors.
    """
    if not 1 <= count <= len(vectors):
        raise ValueError(f"{count} clusters of {len(vectors)} vectors were asked for; one for each at most")
    centres = _seeds(vectors, count, np.random.default_rng(seed))
    found = np.full(len(vectors), -1)
    for _ in range(rounds):
        nearest, apart = _nearest(vectors, centres)
        _fill(nearest, apart, count)
        if (nearest == found).all():
            break
        found = nearest
        sums = np.zeros((count, vectors.shape[1]), dtype=np.float64)
        np.add.at(sums, found, vectors)
        centres = (sums / np.bincount(found, minlength=count)[:, None]).astype(np.float32)
    return found


def _seeds(vectors: Vectors, count: int, chance: np.random.Generator) -> Vectors:
    """Vectors to begin with, each drawn the more likely the further it is from those before."""
    places = [int(chance.integers(len(vectors)))]
    apart = _apart(vectors, vectors[places[-1:]])[:, 0]
    while len(places) < count:
        total = float(apart.sum())
        if total <= 0:  # the rest is equal to what was drawn
            places += np.setdiff1d(np.arange(len(vectors)), places)[: count - len(places)].tolist()
            break
        place = int(np.searchsorted(np.cumsum(apart, dtype=np.float64), chance.random() * total, side="right"))
        places.append(min(place, len(vectors) - 1))
        apart = np.minimum(apart, _apart(vectors, vectors[places[-1:]])[:, 0])
        apart[places] = 0.0
    return vectors[places]


def _nearest(vectors: Vectors, centres: Vectors) -> tuple[NDArray[np.int64], Vectors]:
    """The nearest centre of each vector, and how far it is."""
    found = np.empty(len(vectors), dtype=np.int64)
    apart = np.empty(len(vectors), dtype=np.float32)
    for some in _slices(len(vectors), len(centres)):
        distances = _apart(vectors[some], centres)  # (some, centres)
        found[some] = distances.argmin(axis=1)
        apart[some] = distances.min(axis=1)
    return found, apart


def _fill(found: NDArray[np.int64], apart: Vectors, count: int) -> None:
    """Gives each empty cluster the vector that is furthest from its own centre, of clusters that have another."""
    sizes = np.bincount(found, minlength=count)
    furthest = iter(np.argsort(-apart, kind="stable").tolist())
    for empty in np.flatnonzero(sizes == 0).tolist():
        place = next(place for place in furthest if sizes[found[place]] > 1)
        sizes[found[place]] -= 1
        found[place] = empty
        sizes[empty] = 1


def _apart(vectors: Vectors, centres: Vectors) -> Vectors:
    """Squared distances: (vectors, centres)."""
    squares = np.einsum("vw,vw->v", vectors, vectors)[:, None] + np.einsum("cw,cw->c", centres, centres)
    return np.maximum(squares - 2 * (vectors @ centres.T), 0.0)


def _slices(count: int, width: int) -> Iterator[slice]:
    step = max(1, _DISTANCES // width)
    return (slice(start, start + step) for start in range(0, count, step))
