"""Plots: what is drawn, apart from how.

Pages draw them in their own colours (`drawing`), `printing` lays them out on a sheet of paper for print.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bar:
    """A figure with its interval, in a row of its own."""

    label: str
    kind: str
    """The kind of respondent, whose colour it bears."""
    value: float
    low: float
    high: float
    mark: str = ""
    """A sign after the figure, for a difference that holds."""
    chance: float | None = None
    """What guessing earns in this row, where rows differ in that."""


@dataclass(frozen=True)
class Reference:
    """A line that figures are held against: what guessing earns, what people reach."""

    label: str
    value: float
    kind: str = ""


@dataclass(frozen=True)
class Bars:
    """Shares from 0 to 1, or differences of them, with their intervals, one under the other."""

    name: str
    title: str
    rows: tuple[Bar, ...]
    references: tuple[Reference, ...] = ()
    groups: tuple[tuple[int, int], ...] = ()
    """First and last row of those that cannot be told apart."""
    axis: str = ""
    one: bool = False
    """Is it about one respondent, whose name is the title?"""
    reach: float | None = None
    """Where figures are differences, how far the axis goes to both sides of zero; what lies beyond ends there."""

    @property
    def domain(self) -> tuple[float, float]:
        """Where the axis begins and ends."""
        if self.reach is not None:
            return -self.reach, self.reach
        ends = [end for row in self.rows for end in (row.value, row.low, row.high) if math.isfinite(end)]
        if min(ends, default=0.0) >= 0 and max(ends, default=1.0) <= 1:
            return 0.0, 1.0
        reach = math.ceil(10 * max(abs(end) for end in ends)) / 10
        return (-reach, reach) if min(ends) < 0 else (0.0, reach)


@dataclass(frozen=True)
class Panels:
    """Small multiples: the same rows or the same axis, panel by panel."""

    name: str
    title: str
    panels: tuple[Bars, ...]


@dataclass(frozen=True)
class Dot:
    """A measured point of a curve."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """What was measured, and the curve through it."""

    label: str
    kind: str
    dots: tuple[Dot, ...]
    curve: tuple[tuple[float, float], ...] = ()
    threshold: float | None = None
    """Where the curve falls below what is asked for."""
    low: float | None = None
    """Lower end of the threshold's interval; None where it lies below the easiest level."""
    high: float | None = None
    """Upper end of the threshold's interval; None where it lies beyond the hardest level."""
    note: str = ""
    """Why there is no threshold."""


@dataclass(frozen=True)
class Curves:
    """Shares from 0 to 1 by level."""

    name: str
    title: str
    lines: tuple[Line, ...]
    x: str
    y: str
    chance: tuple[tuple[float, float], ...] = field(default=())
    """What guessing earns by level."""
    level: float | None = None
    """The height at which thresholds are read."""


Plot = Bars | Panels | Curves
