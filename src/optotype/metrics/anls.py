"""ANLS: average normalised Levenshtein similarity, which forgives letters that were misread.

Biten et al., Scene Text Visual Question Answering (2019): one minus the edit distance through the length of the longer
text, and nothing where the distance is half of it or more: then another text was meant. Case does not matter, nor do
spaces around and double spaces within. Where several texts are right, the nearest counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from optotype.metrics import Mark, Metric
from optotype.records import Item, Value
from optotype.values import as_text

MOST_LETTERS = 20_000
"""The longest text that is compared letter by letter. Beyond it only equality counts, and the mark says so."""


@dataclass(frozen=True)
class Anls(Metric):
    """How much of a short text was written as it should be."""

    title = "ANLS"
    forms = frozenset({"short_text"})

    threshold: float = 0.5
    """The normalised distance from which on a text counts as another one."""

    def __post_init__(self) -> None:
        """Refuses a threshold that is no share."""
        super().__post_init__()
        if not 0 < self.threshold <= 1:
            raise ValueError(f"threshold is {self.threshold}, but more than 0 and at most 1 was expected")

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """The similarity of two texts."""
        ours, theirs = (" ".join(as_text(one).lower().split()) for one in (right, value))
        if ours == theirs:
            return Mark(1.0)
        longest = max(len(ours), len(theirs))
        # the largest distance that still earns something
        most = math.ceil(self.threshold * longest) - 1
        if abs(len(ours) - len(theirs)) > most:
            return Mark(0.0)
        if longest > MOST_LETTERS:
            return Mark(0.0, f"longer than {MOST_LETTERS:,} letters: only an equal text would count")
        distance = edit_distance(ours, theirs, most)
        # the definition has the last word: rounding may have made `most` too large by one
        if distance is None or distance / longest >= self.threshold:
            return Mark(0.0)
        return Mark(1 - distance / longest)


def edit_distance(one: str, other: str, most: int) -> int | None:
    """How many letters must be put in, left out or replaced to turn one text into the other; None if more than `most`.

    Myers (1999), in the form of Hyyrö (2003): the column of the table is a number whose bits say where it rises and
    falls, so that a column costs a few operations on numbers.
    """
    start = _common(one, other)
    one, other = one[start:], other[start:]
    end = _common(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > most:
        return None
    if not one:
        return len(other)
    places: dict[str, int] = {}
    for place, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << place
    mask, last = (1 << len(one)) - 1, 1 << len(one) - 1
    rises, falls, distance = mask, 0, len(one)
    for left, letter in zip(range(len(other) - 1, -1, -1), other, strict=True):
        match = places.get(letter, 0)
        diagonal = (((match & rises) + rises) ^ rises) | match | falls
        up = falls | ~(diagonal | rises) & mask
        down = rises & diagonal
        if up & last:
            distance += 1
        elif down & last:
            distance -= 1
        if distance - left > most:
            return None
        up = up << 1 | 1
        rises = (down << 1 | ~(diagonal | up)) & mask
        falls = up & diagonal & mask
    return distance


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with in common."""
    for place, (ours, theirs) in enumerate(zip(one, other, strict=False)):
        if ours != theirs:
            return place
    return min(len(one), len(other))
