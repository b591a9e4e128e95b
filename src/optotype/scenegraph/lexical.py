"""Lexical measures: how many different words graphs use. The fewer, the more consistently they were annotated.

FACTUAL compares annotations so (Li et al., 2023), for things, attributes and predicates apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from optotype.scenegraph.graph import SceneGraph

THRESHOLD = 0.72
"""The share of different words at which a stretch of text ends, for MTLD."""


@dataclass(frozen=True)
class Vocabulary:
    """What graphs use, in order, as often as they use it."""

    things: tuple[str, ...]
    attributes: tuple[str, ...]
    predicates: tuple[str, ...]


@dataclass(frozen=True)
class Variety:
    """How varied some words are."""

    words: int
    different: int
    ttr: float
    yules_i: float | None
    """None where it is infinite: no word stands twice."""
    mtld: float


def variety(words: Sequence[str]) -> Variety:
    """All measures of some words."""
    found = yules_i(words)
    return Variety(len(words), len(set(words)), ttr(words), found if math.isfinite(found) else None, mtld(words))


def vocabulary(graphs: Iterable[SceneGraph]) -> Vocabulary:
    """The words of graphs. Of each graph a thing, an attribute of a thing and a relation count once."""
    things: list[str] = []
    attributes: list[str] = []
    predicates: list[str] = []
    for graph in graphs:
        things += (thing.name for thing in graph.things)
        attributes += (fact.value for fact in graph.attributes)
        predicates += (fact.predicate for fact in graph.relations)
    return Vocabulary(tuple(things), tuple(attributes), tuple(predicates))


def ttr(words: Sequence[str]) -> float:
    """Type-token ratio: different words through all words; 0 for none.

    >>> ttr(["red", "blue", "red", "red"])
    0.5
    """
    return len(set(words)) / len(words) if words else 0.0


def yules_i(words: Sequence[str]) -> float:
    """Yule's I: the square of the number of different words, through the sum of squared counts less that number.

    Infinite where every word stands once; 0 for no words.

    >>> yules_i(["red", "blue", "red", "red"])
    0.5
    """
    counts = Counter(words).values()
    if not counts:
        return 0.0
    repeated = sum(count * count for count in counts) - len(counts)
    return len(counts) ** 2 / repeated if repeated else math.inf


def mtld(words: Sequence[str], *, threshold: float = THRESHOLD) -> float:
    """Measure of textual lexical diversity (McCarthy and Jarvis, 2010): how long a text stays varied.

    The mean length of stretches whose type-token ratio stays at the threshold or above, read forwards and backwards. A
    text that never falls below it is one stretch for the part of the way that it went; one without repeats is a whole.

    Raises:
        ValueError: the threshold is not between 0 and 1.
    """
    if not 0 < threshold < 1:
        raise ValueError(f"threshold is {threshold}, but something between 0 and 1 was expected")
    return (_stretch(words, threshold) + _stretch(words[::-1], threshold)) / 2


def _stretch(words: Sequence[str], threshold: float) -> float:
    """The mean length of stretches, in one direction."""
    stretches, length, ratio = 0.0, 0, 1.0
    seen: set[str] = set()
    for word in words:
        length += 1
        seen.add(word)
        ratio = len(seen) / length
        if ratio < threshold:
            stretches += 1
            length, ratio = 0, 1.0
            seen.clear()
    stretches += (1 - ratio) / (1 - threshold)
    return len(words) / stretches if stretches else float(len(words))
