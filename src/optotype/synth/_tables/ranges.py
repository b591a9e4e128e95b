"""Reference ranges: how they are written, and values inside and outside of them."""

from __future__ import annotations

from random import Random

from optotype.synth._tables.plan import Plan
from optotype.synth._tables.table import State

RANGE_STYLES = ("{low}–{high}", "{low} - {high}", "{low} ... {high}")
UPPER_STYLES = {"ru": ("< {high}", "до {high}", "≤ {high}"), "en": ("< {high}", "up to {high}", "≤ {high}")}
LOWER_STYLES = {"ru": ("> {low}", "от {low}", "≥ {low}"), "en": ("> {low}", "from {low}", "≥ {low}")}


def write_range(plan: Plan, low: float | None, high: float | None, decimals: int) -> str:
    """A range as this table writes it: two bounds, or only one."""
    style = int(plan.settings.get("range_style", "0"))
    if low is not None and high is not None:
        pattern = RANGE_STYLES[style]
    else:
        pattern = (LOWER_STYLES if high is None else UPPER_STYLES)[plan.language][style]
    return pattern.format(
        low="" if low is None else plan.number(low, decimals), high="" if high is None else plan.number(high, decimals)
    )


def can_be(state: State, low: float | None, high: float | None, decimals: int) -> bool:
    """Can a value of this kind lie there and be written?"""
    step = 10.0**-decimals
    if state == "low":
        return low is not None and low * 0.4 >= step
    if state == "high":
        return high is not None
    return low is None or high is None or high - low > 2 * step


def draw_value(
    state: State, low: float | None, high: float | None, decimals: int, *, near: float, chance: Random
) -> float:
    """A value below, in or above a range; the nearer, the harder it is to tell."""
    step = 10.0**-decimals
    width = (high - low) if low is not None and high is not None else (high or low or 1.0)
    beyond = max(step, chance.uniform(0.08, 0.7) * (1 - 0.75 * near) * width)
    if state == "high" and high is not None:
        return round(max(high + step, round(high + beyond, decimals)), decimals)
    if state == "low" and low is not None:
        return round(min(low - step, max(low * 0.4, round(low - beyond, decimals))), decimals)
    first = (low if low is not None else 0.0) + step
    last = (high - step) if high is not None else first + width
    return round(min(max(round(chance.uniform(first, last), decimals), first), max(first, last)), decimals)
