"""Student's t distribution: two functions are all that intervals need, and loading scipy takes long."""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf, isnan, lgamma, log, log1p, nan, pi, sqrt
from statistics import NormalDist

_MANY = 1e6
"""Degrees of freedom from which on it is the normal distribution but for a small correction."""
_TINY = 1e-300


def below(value: float, degrees: float) -> float:
    """How often a value of the distribution is smaller than this one."""
    if isnan(value) or isnan(degrees) or degrees <= 0:
        return nan
    if degrees > _MANY:
        shrunk = value * (1 - 1 / (4 * degrees)) / sqrt(1 + value * value / (2 * degrees))
        return NormalDist().cdf(shrunk)
    squared = value * value
    if squared == inf:
        return 0.0 if value < 0 else 1.0
    tail = 0.5 * _beta(degrees / 2, 0.5, degrees / (degrees + squared), squared / (degrees + squared))
    return tail if value < 0 else 1 - tail


@lru_cache(maxsize=1024)
def quantile(share: float, degrees: float) -> float:
    """The value that so large a share of the distribution is smaller than."""
    if isnan(degrees) or degrees <= 0 or not 0 < share < 1:
        return nan
    if share < 0.5:
        return -quantile(1 - share, degrees)
    normal = NormalDist().inv_cdf(share)
    if degrees > _MANY:
        return normal + (normal**3 + normal) / (4 * degrees)
    tail, low, high = 1 - share, 0.0, inf
    # where to begin: the first terms by which the quantile differs from that of the normal distribution
    value = normal + (normal**3 + normal) / (4 * degrees)
    value += (5 * normal**5 + 16 * normal**3 + 3 * normal) / (96 * degrees**2)
    for _ in range(200):
        miss = below(-value, degrees) - tail
        low, high = (value, high) if miss > 0 else (low, value)
        better = value + miss / _density(value, degrees)  # Newton's step
        near = 1e-7  # it doubles the digits that are right: the next would change none
        if not low < better < high:
            better, near = 2 * low + 1 if high == inf else (low + high) / 2, 1e-15
        done = abs(better - value) <= near * value
        value = better
        if done:
            break
    return value


def _density(value: float, degrees: float) -> float:
    scale = lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - log(degrees * pi) / 2
    return max(exp(scale - (degrees + 1) / 2 * log1p(value * value / degrees)), _TINY)


def _beta(a: float, b: float, x: float, rest: float) -> float:
    """The incomplete beta function, as a share of the whole; `rest` is 1 - x, without the loss of digits."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, rest) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, from its first term on (Lentz's way)."""
    above, below_ = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    found = below_
    for term in range(1, 10_000):
        for factor in (
            term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term)),
            -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1)),
        ):
            below_ = 1 / _away(1 + factor * below_)
            above = _away(1 + factor / above)
            found *= above * below_
        if abs(above * below_ - 1) < 1e-16:
            break
    return found


def _away(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
