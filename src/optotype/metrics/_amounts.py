"""Amounts: when two numbers, ranges or short texts say the same. Shared by the metrics that compare values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from optotype.records import Range, Value
from optotype.values import as_text

_WORD = re.compile(r"[^\W\d_]+")
_AROUND = {
    "and", "to", "from", "between", "point", "minus", "plus", "percent", "about", "around", "approximately",
    "approximate", "roughly", "и", "до", "от", "между", "минус", "плюс", "процент", "процента", "процентов", "около",
    "примерно", "приблизительно",
}  # fmt: skip
"""Words that may stand around a number and say nothing more than it does."""
_SLACK = 1e-9


@dataclass(frozen=True)
class Amount:
    """The one number or range that a short text states."""

    value: float | Range
    words: frozenset[str]
    """What else the text says: a unit, or what the number belongs to."""
    first: bool
    """Does the number come before these words, as it does before a unit?"""


@lru_cache(maxsize=16_384)
def amount(text: str) -> Amount | None:
    """The amount that a short text states; None if it states none, or several."""
    from optotype.reading import normal, number  # its patterns are made while the first replies are on their way

    value = number(text)
    if value is None:
        return None
    text = normal(text)
    words = [word for word in _WORD.findall(text) if word not in _AROUND and number(word) is None]
    return Amount(value, frozenset(words), first=not words or not text.startswith(words[0]))


def same_words(right: Value, value: Value) -> bool:
    """Are two short texts the same, but for case, spaces, quotes and a final full stop?"""
    from optotype.reading import normal

    return normal(as_text(right)) == normal(as_text(value))


def same_amount(right: Value, value: Value, tolerance: float = 0.0) -> bool | None:
    """Do two short texts state the same amount? None if gold states none.

    A number may come with words that gold does not have, and without the unit that gold has. Otherwise what gold says
    beside the number must be said: `20 min` is not `20 h`, and `May '21` is neither `June '21` nor `21`.
    """
    ours, theirs = amount(as_text(right)), amount(as_text(value))
    if ours is None:
        return None
    if theirs is None or not admits(ours.value, theirs.value, tolerance):
        return False
    return ours.words <= theirs.words or (ours.first and not theirs.words)


def same_value(right: Value, value: Value, tolerance: float = 0.0) -> bool | None:
    """Is a number or a range the right one? None if one of the two is neither."""
    ours, theirs = _stated(right), _stated(value)
    return None if ours is None or theirs is None else admits(ours, theirs, tolerance)


def _stated(value: Value) -> float | Range | None:
    if isinstance(value, bool | str | tuple):
        return None
    return value


def admits(right: float | Range, value: float | Range, tolerance: float = 0.0) -> bool:
    """Is every number that was said right? A range that is wider than gold says less than gold does.

    A number may be off by a share of gold, the tolerance; a range of gold is wide enough as it is.
    """
    low, high = (value.low, value.high) if isinstance(value, Range) else (value, value)
    if isinstance(right, Range):
        return (right.low <= low or same_number(right.low, low)) and (
            high <= right.high or same_number(right.high, high)
        )
    return all(same_number(right, end) or _near(right, end, tolerance) for end in (low, high))


def same_number(one: float, other: float) -> bool:
    """Are two numbers equal when they are written down? 0.1 + 0.2 is 0.3."""
    return one == other or f"{one:.15g}" == f"{other:.15g}"


def _near(right: float, value: float, tolerance: float) -> bool:
    # 1.05 is off by 5 %, though in binary by a little more
    return abs(value - right) <= tolerance * abs(right) * (1 + _SLACK)
