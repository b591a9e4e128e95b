"""How near one number is to another, as somebody sees it who reads both off the same figure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from optotype.metrics._vocabulary import UNITS
from optotype.reading import Figure, figures
from optotype.records import Range
from optotype.values import as_text

TOLERANCE = 0.05
"""The relative error at which a near miss has lost most of its worth; ChartQA draws its line there."""
NEAR = 0.5
"""What a number is worth, at most, that is neither the right one nor a rounding of it."""
ROUNDED = 0.6
"""What a rounding of the right number is worth, within the tolerance."""
AT_THE_END = 0.4
"""What a number is worth where the right range ends.

Who reads 40 off a figure where "between 40 and 50" is right has read something else, to most people who judge it.
"""
INCLUDED = 0.5
"""The same where gold is a `Range`, and no text: its ends belong to it."""
IN_THE_MIDDLE = 0.9
"""What a number is worth in the middle of the right range."""
OF_ONE = 0.95
"""What 0.7 is worth where 70 % is right."""

_NEXT_WORD = re.compile(r"[\s-]?([^\W\d_]{1,12})\b")
_FRACTION = re.compile(r"(\d*)[.,](\d+)")
_YEARS = (1500, 2200)


@dataclass(frozen=True)
class Quantity:
    """A number or a range, as it was written."""

    low: float
    high: float
    """The same as `low`, unless it is a range."""
    percent: bool = False
    decimals: int = 0
    """Digits after the point."""
    dimension: str | None = None
    """What its unit measures, if we know the unit."""
    factor: float = 1.0
    """Its unit, in the dimension's own."""
    closed: bool = False
    """Is it a range whose ends belong to it?"""
    start: int = 0
    """Where it begins in the text."""
    end: int = 0

    @property
    def is_range(self) -> bool:
        """Is it more than one number?"""
        return self.low < self.high

    @property
    def key(self) -> tuple[float, float, bool]:
        """What it says, without how it was written."""
        return self.low, self.high, self.percent

    def times(self, factor: float) -> Quantity:
        """The same in another unit."""
        decimals = max(0, self.decimals - round(math.log10(factor)))
        return replace(self, low=self.low * factor, high=self.high * factor, decimals=decimals)


def quantities(text: str) -> list[Quantity]:
    """The numbers and ranges of a text, in order; those that say where to look count if there are no others."""
    found = [figure for figure in figures(text) if not figure.broken]
    return [_quantity(text, figure) for figure in [figure for figure in found if not figure.place] or found]


def quantity(value: float | Range) -> Quantity:
    """A number or a range that is no text."""
    if isinstance(value, Range):
        return Quantity(value.low, value.high, closed=True)
    return Quantity(value, value, decimals=_decimals(as_text(value), value))


def _quantity(text: str, figure: Figure) -> Quantity:
    following = _NEXT_WORD.match(text, figure.end)
    dimension, factor = UNITS.get(following[1].lower(), (None, 1.0)) if following else (None, 1.0)
    value = figure.value
    low, high = (value.low, value.high) if isinstance(value, Range) else (value, value)
    decimals = 0 if low < high else _decimals(text[figure.start : figure.end], low)
    return Quantity(low, high, figure.percent, decimals, dimension, factor, start=figure.start, end=figure.end)


def _decimals(written: str, value: float) -> int:
    found = _FRACTION.search(written)
    if found is None or len(found[0]) > 300:
        return 0
    # the comma of "1,234" begins no fraction
    return 0 if float(found[1] + found[2]) == abs(value) else len(found[2])


def fit(right: Sequence[Quantity], said: Sequence[Quantity], known: Sequence[Quantity] = ()) -> float:
    """How well the numbers of an answer fit the right ones, from 0 to 1.

    Args:
        right: The right number, or several that must all be said.
        said: The numbers of the answer.
        known: Those of the question. An answer that repeats one has not answered with it, unless it says no other.
    """
    asked = {one.key[:2] for one in known}
    said = [one for one in said if one.key[:2] not in asked] or said
    said = list({one.key: one for one in said}.values())
    if not said:
        return 0.0
    worst = min(max(nearness(one, other) for other in said) for one in right)
    worth = worst * min(1.0, len(right) / len(said)) ** 0.5
    if len(right) == 1 and right[0].is_range and len(said) == 2 and not said[0].is_range and not said[1].is_range:
        # "the lowest is 0.2, the highest 0.65"
        low, high = sorted((said[0].low, said[1].low))
        return max(worth, nearness(right[0], replace(said[0], low=low, high=high)))
    return worth


def nearness(right: Quantity, said: Quantity) -> float:
    """How near one quantity is to the right one: 1 if it is the same, `ROUNDED` if it is a rounding of it."""
    if right.dimension and said.dimension:
        if right.dimension != said.dimension:
            return 0.0
        if right.factor != said.factor:
            right, said = right.times(right.factor), said.times(said.factor)
    near = _near(right, said)
    if near < 1.0 and right.percent != said.percent:
        # one of them counts in hundredths, the other perhaps in parts of one
        near = max(near, OF_ONE * (_near(right, said.times(100)) if right.percent else _near(right.times(100), said)))
    return near


def _near(right: Quantity, said: Quantity) -> float:
    if _same(right.low, said.low) and _same(right.high, said.high):
        return 1.0
    if not math.isfinite(max(right.high, said.high) - min(right.low, said.low)):
        return 0.0
    if right.is_range and right.low <= said.low <= said.high <= right.high and (right.closed or not said.is_range):
        end = INCLUDED if right.closed else AT_THE_END
        middle = said.low + (said.high - said.low) / 2
        depth = min(middle - right.low, right.high - middle) / (right.high / 2 - right.low / 2)
        return end + (IN_THE_MIDDLE - end) * depth
    if right.is_range and said.is_range:
        shared = min(right.high, said.high) - max(right.low, said.low)
        return NEAR * max(0.0, shared) / (max(right.high, said.high) - min(right.low, said.low))
    if _is_year(right) and _is_year(said):
        # a year is a name: the one before it is another one
        return 0.0
    # of a range that was said, the end that is further off counts; of the right range, the nearer one
    error = max(min(_error(right.low, end), _error(right.high, end)) for end in (said.low, said.high))
    if error <= TOLERANCE and not right.is_range and not said.is_range and _is_rounding(right, said):
        return ROUNDED
    return NEAR * math.exp(-error / TOLERANCE)


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9)


def _error(right: float, said: float) -> float:
    largest = max(abs(right), abs(said))
    return abs(right - said) / largest if largest else 0.0


def _is_rounding(one: Quantity, other: Quantity) -> bool:
    """Are they the same with the decimals of the coarser one? A half may go either way."""
    return abs(one.low - other.low) <= 0.5 * 10.0 ** -min(one.decimals, other.decimals) * (1 + 1e-9)


def _is_year(one: Quantity) -> bool:
    whole = not one.is_range and one.low.is_integer() and not one.percent and not one.decimals
    return whole and _YEARS[0] <= one.low <= _YEARS[1]
