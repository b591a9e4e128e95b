"""How the caption parser learns to choose among its writings: a softmax over those of a caption, by AdaGrad.

It learns what to add to the logarithms of the network's probabilities, so these have to be of captions that the network
has not learned: of those it has, it is too sure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optotype.caption_parser.choosing import SIZE, Chooser, alike, places
from optotype.caption_parser.language import graph_of
from optotype.scenegraph.notation import Fact

_RATE = 0.1
_BATCH = 256
_FIRST = 1e-6
"""What the sum of squares begins with."""


@dataclass(frozen=True)
class Lesson:
    """A caption's meanings as the places of their features, and which is right."""

    meanings: list[list[int]]
    logarithms: list[float]
    """Of the network's probability of each meaning."""
    right: int


def lesson(texts: Sequence[str], found: Sequence[tuple[float, list[Fact]]], graph: frozenset[Fact]) -> Lesson | None:
    """What a caption teaches; nothing where there is no choice, or no right one.

    Args:
        texts: its words.
        found: what the network makes of it, best first.
        graph: its graph as published.
    """
    meant = alike(found)
    right = [graph_of(meaning) == graph for _, meaning in meant]
    if len(meant) < 2 or True not in right:
        return None
    kept = [one for place, one in enumerate(meant) if not right[place] or place == right.index(True)]
    if len(kept) < 2:
        return None
    meanings = [places(texts, meaning) for _, meaning in kept]
    return Lesson(meanings, [math.log(weight) for weight, _ in kept], right.index(True))


def learn(lessons: Sequence[Lesson], *, epochs: int = 5, decay: float = 0.001, seed: int = 0) -> Chooser:
    """The weights under which the right meanings are most probable, beside what the network says.

    Args:
        lessons: what to learn from.
        epochs: how often.
        decay: how strongly weights are drawn to nothing.
        seed: of the order.
    """
    weights, squares = np.zeros(SIZE), np.full(SIZE, _FIRST)
    chance = np.random.default_rng(seed)
    packed = [_pack(one) for one in lessons]
    for _ in range(epochs):
        order: NDArray[np.int64] = chance.permutation(len(packed))
        for start in range(0, len(order), _BATCH):
            slope = np.zeros(SIZE)
            touched: list[NDArray[np.int64]] = []
            for number in map(int, order[start : start + _BATCH]):
                table, logarithms, right, features = packed[number]
                scores = table @ weights[features] + logarithms
                share = np.exp(scores - scores.max())
                share /= share.sum()
                share[right] -= 1
                slope[features] += share @ table
                touched.append(features)
            felt = np.unique(np.concatenate(touched))
            step = slope[felt] + decay * len(touched) * weights[felt]
            squares[felt] += step * step
            weights[felt] -= _RATE * step / np.sqrt(squares[felt])
    return Chooser(weights.astype(np.float32))


def _pack(taught: Lesson) -> tuple[NDArray[np.float64], NDArray[np.float64], int, NDArray[np.int64]]:
    """How often each feature that tells meanings apart is in each of them (meanings, features), and their places.

    Between these stand the logarithms of the probabilities, and which meaning is right.
    """
    features = np.unique(np.concatenate([np.array(one, np.int64) for one in taught.meanings]))
    table = np.zeros((len(taught.meanings), len(features)))
    for row, one in enumerate(taught.meanings):
        np.add.at(table[row], np.searchsorted(features, one), 1.0)
    telling = (table != table[0]).any(0)
    return table[:, telling], np.array(taught.logarithms), taught.right, features[telling]
