"""The right option stands in one place more often than chance would put it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.audit.checks import Check, Examined, Unexamined, preferred
from optotype.claims import Figure, Severity
from optotype.records import labels

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence

_MOST = 26
"""Options of an item beyond which places are not told apart."""
_LEAST = 20
"""Items with as many options that it takes to say anything."""


@dataclass(frozen=True)
class PositionBalance(Check):
    """The place that is right most often, by collection and number of options."""

    order = 40
    by_chance = True

    warning: float = 0.05
    """From how much more than its share on a place is worth a warning."""
    problem: float = 0.1
    """From which lower end of the interval on that is a problem."""

    def examine(self, evidence: Evidence) -> Examined:
        """Counts places."""
        items = evidence.items
        groups: dict[tuple[str, int], list[int]] = {}
        for place, (collection, _) in enumerate(items.groups):
            if items.right[place] >= 0 and 2 <= items.options[place] <= _MOST:
                groups.setdefault((collection, items.options[place]), []).append(place)
        groups = {group: places for group, places in groups.items() if len(places) >= _LEAST}
        if not groups:
            raise Unexamined(f"there are not {_LEAST} items with as many options of which one is right")
        confidence = 1 - evidence.level / sum(options for _, options in groups)
        rows: list[tuple[Severity, float, dict[str, Figure]]] = []
        for (collection, options), places in groups.items():
            right, clusters = np.array([items.right[place] for place in places]), items.cluster[np.asarray(places)]
            most = int(np.bincount(right, minlength=options).argmax())
            found = statistics.mean((right == most).astype(np.float64), clusters, confidence)
            fair = 1 / options
            told: dict[str, Figure] = {
                "collection": collection,
                "options": options,
                "place": labels(options)[most],
                "share": found.value,
                "low": found.low,
                "high": found.high,
                "fair": fair,
                "items": len(places),
            }
            rows.append((preferred(found, fair, self.warning, self.problem), found.value - fair, told))
        return self.worst(rows)
