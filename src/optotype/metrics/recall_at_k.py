"""Recall@k: how many of the right options stand among the first k, of as many as could."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.metrics import Array
from optotype.metrics._rankings import FirstMetric, RankingMetric

if TYPE_CHECKING:
    from optotype.statistics.ranking import Queries


@dataclass(frozen=True)
class RecallAtK(FirstMetric, RankingMetric):
    """Hits among the first k, through the number of right options, or k where that is less (SciGA, 2025)."""

    title = "R@k"

    def values(self, queries: Queries) -> Array:
        """R@k of each query."""
        from optotype.statistics.ranking import recall

        return recall(queries, self.k)
