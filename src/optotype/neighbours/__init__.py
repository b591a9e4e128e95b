"""Neighbours: which of many vectors lie nearest to one.

Exact search is a product of matrices, in pieces, so that memory stays flat. `optotype.neighbours.index` keeps vectors
on disk and up to date; `optotype.neighbours.approximate` searches where there are too many to look at each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""A row of length one for each thing, or of nothing but zeros for a thing of which nothing is known."""
Places = NDArray[np.int64]
Floats = NDArray[np.float64]

DIGITS = 6
"""Digits of a cosine that count: what lies beyond depends on how a machine adds up."""

_CELLS = 16_000_000
"""Cosines that are looked at together."""
_SLACK = 1e-4
"""How far a cosine in single precision may be off, many times over."""


def unit(vectors: NDArray[np.floating]) -> Vectors:
    """Vectors made one long; those that are nothing, or not finite, become nothing."""
    wide = np.asarray(vectors, dtype=np.float64)
    wide = np.where(np.isfinite(wide).all(axis=-1, keepdims=True), wide, 0.0)
    length = np.sqrt(np.einsum("...w,...w->...", wide, wide))[..., None]
    return np.divide(wide, length, out=np.zeros_like(wide), where=length > 1e-12).astype(np.float32)


def cosines(query: Vectors, vectors: Vectors) -> Floats:
    """The cosine of a vector with each of some others, the same on every machine and in every company."""
    # not by a product of matrices: that adds up in another order for another number of rows
    found: Floats = np.einsum("nw,w->n", vectors.astype(np.float64), query.astype(np.float64))
    rounded = np.round(found.clip(-1.0, 1.0), DIGITS) + 0.0  # no negative zero
    return np.asarray(rounded, dtype=np.float64)


def nearest(query: Vectors, vectors: Vectors, names: Sequence[str], k: int) -> list[tuple[int, float]]:
    """The places of the k vectors nearest to one, nearest first, each with its cosine.

    Those that are equally near come in the order of their names, whatever the order in which they stand.
    """
    count = min(k, len(vectors))
    if count <= 0:
        return []
    rough = vectors @ query  # (things,)
    last = np.partition(rough, len(rough) - count)[len(rough) - count]
    some: list[int] = np.flatnonzero(rough >= last - _SLACK).tolist()
    exact: list[float] = cosines(query, vectors[some]).tolist()
    pairs = zip(some, exact, strict=True)
    return sorted(pairs, key=lambda pair: (-pair[1], names[pair[0]]))[:count]


def nearest_of_many(queries: Vectors, vectors: Vectors, k: int) -> tuple[Places, Vectors]:
    """For each of many queries the places of the k nearest vectors, nearest first, and their cosines: (queries, k).

    Cosines are those of single precision; of those that are equally near, the one that stands first comes first.
    """
    count = min(k, len(vectors))
    places = np.empty((len(queries), count), np.int64)
    found = np.empty((len(queries), count), np.float32)
    step = max(1, _CELLS // max(len(vectors), 1))
    for begin in range(0, len(queries) if count else 0, step):
        rough = queries[begin : begin + step] @ vectors.T  # (some queries, things)
        top = np.sort(np.argpartition(-rough, count - 1, axis=1)[:, :count], axis=1)
        near = np.take_along_axis(rough, top, axis=1)
        order = np.argsort(-near, axis=1, kind="stable")
        places[begin : begin + step] = np.take_along_axis(top, order, axis=1)
        found[begin : begin + step] = np.take_along_axis(near, order, axis=1)
    return places, found


def diverse(relevance: Sequence[float], vectors: Vectors, k: int, balance: float) -> list[int]:
    """Places of k things that are near and unlike each other: maximal marginal relevance.

    Carbonell and Goldstein, The use of MMR (1998): the next one has the highest

        balance * relevance - (1 - balance) * (the highest cosine with one that was taken)

    With a balance of 1 this is the order of relevance. Equals come in the order in which they stand.

    Raises:
        ValueError: the balance does not lie between 0 and 1.
    """
    if not 0 <= balance <= 1:
        raise ValueError(f"a balance between 0 and 1 was expected, not {balance}")
    near = np.asarray(relevance, dtype=np.float64)
    alike = np.full(len(near), -np.inf)
    left = np.ones(len(near), dtype=bool)
    taken: list[int] = []
    for _ in range(min(k, len(near))):
        value = balance * near - (1 - balance) * np.where(np.isfinite(alike), alike, 0.0)
        place = int(np.argmax(np.where(left, value, -np.inf)))
        taken.append(place)
        left[place] = False
        alike = np.maximum(alike, cosines(vectors[place], vectors))
    return taken
