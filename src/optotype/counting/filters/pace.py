"""People who were unreasonably fast or slow, measured against others who answered the same questions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter
from optotype.counting.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NORMAL = 1.4826
"""What makes a median of absolute deviations comparable with a standard deviation."""


@dataclass(frozen=True)
class Pace(Filter):
    """All that somebody did at one go, where their usual pace is far from that of others.

    An answer's pace is the logarithm of its seconds, less the median of what others needed for the same item. The pace
    of a sitting is the median of its answers. The limits lie around the median of all sittings: `reach` times
    their median absolute deviation (as a standard deviation), and `times` as fast or as slow at the least.
    """

    about = "unreasonably fast or slow"
    order = 70

    reach: float = 3.5
    """How many robust standard deviations are unreasonable."""
    times: float = 2.5
    """How many times as fast or as slow as others somebody has to be at the least."""
    few: int = 5
    """With fewer answers whose time is known, a sitting is not judged."""

    def __post_init__(self) -> None:
        """Refuses limits that are none.

        Raises:
            ValueError: limits that would leave everybody out.
        """
        if not (math.isfinite(self.reach) and self.reach > 0 and math.isfinite(self.times) and self.times >= 1):
            raise ValueError(f"reach is {self.reach} and times is {self.times}; above 0, and 1 or more, were expected")

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By the pace of the sitting."""
        import numpy as np

        dropped = np.zeros(len(table), dtype=bool)
        timed = np.flatnonzero(np.isfinite(table.log_seconds))
        if not len(timed):
            return dropped
        logs, items = table.log_seconds[timed], table.items[timed]
        pace = logs - others(logs, items)
        pace = np.where(np.isfinite(pace), pace, logs - np.median(logs))  # nobody else was asked this
        numbers: dict[tuple[str, str, str], int] = {}
        sitting = np.array([numbers.setdefault(row.sitting, len(numbers)) for row in table.rows], dtype=np.int64)
        usual, counts = medians(pace, sitting[timed], len(numbers))
        judged = counts >= self.few
        if not judged.any():
            return dropped
        centre = np.median(usual[judged])
        spread = _NORMAL * np.median(np.abs(usual[judged] - centre))
        limit = max(self.reach * float(spread), math.log(self.times))
        odd = judged & (np.abs(np.where(judged, usual, centre) - centre) > limit)
        return odd[sitting]


def others(values: NDArray[np.float64], groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """For each value, the median of the other values of its group; not a number where there is none."""
    import numpy as np

    order = np.lexsort((values, groups))
    ranked, group = values[order], groups[order]
    sizes = np.bincount(group)
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    size, start = sizes[group], starts[group]
    place = np.arange(len(ranked)) - start
    rest = size - 1
    low, high = np.maximum(rest - 1, 0) // 2, rest // 2
    low, high = low + (low >= place), high + (high >= place)  # the value itself is not among the others
    last = np.maximum(size - 1, 0)
    middle = (ranked[start + np.minimum(low, last)] + ranked[start + np.minimum(high, last)]) / 2
    found = np.empty(len(values))
    found[order] = np.where(rest > 0, middle, np.nan)
    return found


def medians(
    values: NDArray[np.float64], groups: NDArray[np.int64], count: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """By group, the median of its values and how many there are; not a number for a group without any."""
    import numpy as np

    ranked = values[np.lexsort((values, groups))]
    sizes = np.bincount(groups, minlength=count)
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    last = max(len(ranked) - 1, 0)
    low, high = np.maximum(sizes - 1, 0) // 2, sizes // 2
    middle = (ranked[np.minimum(starts + low, last)] + ranked[np.minimum(starts + high, last)]) / 2
    return np.where(sizes > 0, middle, np.nan), sizes
