"""Writings that are followed side by side: where the network is in doubt, more than one.

A writing is followed as long as it has at least a share of the probability of its caption's best one. Where the network
is sure, as it is of most captions, that is a single one, and costs no more than taking the best token each time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optotype.caption_parser.encoding import END_NUMBER, Ints

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Written:
    """A writing that has come to its end."""

    weight: float
    """Its probability."""
    tokens: tuple[int, ...]


class Paths:
    """The writings of several captions, as far as they have come."""

    def __init__(self, captions: int, share: float, most: int) -> None:
        """Begin one for each caption.

        Args:
            captions: how many there are.
            share: of the probability of its caption's best writing, below which a writing is given up.
            most: how many of a caption are followed, those that have ended included.
        """
        self._share = share
        self._most = most
        self._whose = np.arange(captions)
        self._weights = np.ones(captions)
        self._tokens: list[tuple[int, ...]] = [()] * captions
        self._ended: list[list[Written]] = [[] for _ in range(captions)]
        """Of each caption, best first."""

    def follow(self, found: Floats) -> tuple[Ints, Ints]:
        """Which writings go on, and with which token; a writing may go on in more than one way.

        Args:
            found: probabilities of the next token (writings, tokens).
        """
        weights = self._weights[:, None] * found
        best = np.array([ended[0].weight if ended else 0.0 for ended in self._ended])  # (captions,)
        np.maximum.at(best, self._whose, weights.max(-1))
        rows, tokens = np.nonzero(weights >= self._share * best[self._whose][:, None])
        weights = weights[rows, tokens]
        kept: list[int] = []
        counts = [0] * len(self._ended)
        before = [[one.weight for one in ended] for ended in self._ended]
        for place in np.lexsort((tokens, rows, -weights)).tolist():
            caption, weight = int(self._whose[rows[place]]), float(weights[place])
            if counts[caption] + sum(one >= weight for one in before[caption]) >= self._most:
                continue
            counts[caption] += 1
            if tokens[place] == END_NUMBER:
                self._ended[caption].append(Written(weight, self._tokens[rows[place]]))
            else:
                kept.append(place)
        for ended in self._ended:
            ended.sort(key=lambda one: -one.weight)
            del ended[self._most :]
        kept.sort()  # by writing, so that nothing is moved where each goes on in one way
        origin, chosen = rows[kept], tokens[kept]
        self._tokens = [
            (*self._tokens[row], token) for row, token in zip(origin.tolist(), chosen.tolist(), strict=True)
        ]
        self._whose, self._weights = self._whose[origin], weights[kept]
        return origin, chosen

    def all(self) -> list[list[Written]]:
        """The writings of each caption, best first; of one whose writings never end, as far as they have come."""
        found = [list(ended) for ended in self._ended]
        for caption, weight, tokens in zip(self._whose.tolist(), self._weights.tolist(), self._tokens, strict=True):
            if not self._ended[caption]:
                found[caption].append(Written(weight, tokens))
        return [sorted(writings, key=lambda one: -one.weight) for writings in found]
