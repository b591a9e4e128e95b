"""Values for charts: plausible for their quantity, and tied to nothing else."""

from __future__ import annotations

import math
from random import Random

from optotype.synth._charts import Brief
from optotype.synth._charts._axes import Axis, linear_axis, log_axis
from optotype.synth._charts._topics import Quantity


def window(chance: Random, quantity: Quantity, *, log: bool, zero: bool) -> tuple[float, float]:
    """What the values of one chart lie between: a part of what is plausible."""
    if log:
        low, high = math.log10(quantity.low), math.log10(quantity.high)
        first = chance.uniform(low, high - 2) if high - low > 2 else low
        return 10**first, 10 ** chance.uniform(min(high, first + 2), high)
    if quantity.wide:
        high = 10 ** chance.uniform(math.log10(quantity.low) + 1.3, math.log10(quantity.high))
        return high * 0.08, high
    span = quantity.high - quantity.low
    size = span * chance.uniform(0.45, 1.0)
    high = chance.uniform(quantity.low + size, quantity.high)
    # bars stand on zero, so that they would all look alike if their values lay high above it
    return (max(quantity.low, high * 0.12) if zero else high - size), high


def between(chance: Random, low: float, high: float, *, log: bool) -> float:
    """A value between two, with three figures."""
    if log:
        return float(f"{10 ** chance.uniform(math.log10(low), math.log10(high)):.2g}")
    return tidy(chance.uniform(low, high), high - low)


def tidy(value: float, span: float) -> float:
    """A value with as many decimals as make sense for the span that it is one of."""
    return round(value, max(0, 2 - math.floor(math.log10(span))))


def padded(values: list[float]) -> list[float]:
    """A range with some air around values, so that no mark lies on the frame."""
    air = (max(values) - min(values)) * 0.03
    return [min(values) - air, max(values) + air]


def value_axis(brief: Brief, quantity: Quantity, values: list[float], *, log: bool, zero: bool) -> Axis:
    """The axis on which values of a quantity are read."""
    if log:
        axis = log_axis(quantity.name, quantity.unit, values)
    else:
        ticks = brief.chance.randint(4, 5) if brief.compact else brief.chance.randint(5, 7)
        axis = linear_axis(quantity.name, quantity.unit, values, zero=zero, ticks=ticks)
    return {**axis, "label": quantity.label}
