"""Combining: one figure out of several, as FACTUAL combines SoftSPICE with BERTScore or RefCLIPScore."""

from __future__ import annotations

from collections.abc import Sequence


def harmonic_mean(scores: Sequence[float]) -> float:
    """The harmonic mean of scores: low as soon as one of them is low, and nothing if one is nothing or less.

    >>> harmonic_mean([0.5, 1.0])
    0.6666666666666666

    Raises:
        ValueError: there are no scores.
    """
    if not scores:
        raise ValueError("there are no scores to combine")
    return len(scores) / sum(1 / score for score in scores) if min(scores) > 0 else 0.0
