"""Recall@k: how many of the right options stand among the first k, of as many as could."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.metrics import Array
from optotype.metrics._rankings import RankingMetric

if TYPE_CHECKING:
    from optotype.statistics.ranking import Queries


@dataclass(frozen=True)
class RecallAtK(RankingMetric):
    """Hits among the first k, through the number of right options, or k where that is less (SciGA, 2025)."""

    title = "R@k"

    k: int = 1
    """How many of the first options count."""

    def __post_init__(self) -> None:
        """Refuses settings that make no sense.

        Raises:
            ValueError: k below 1.
        """
        super().__post_init__()
        if self.k < 1:
            raise ValueError(f"k must be at least 1, not {self.k}")

    @property
    def called(self) -> str:
        """With its k."""
        return f"R@{self.k}"

    def values(self, queries: Queries) -> Array:
        """R@k of each query."""
        from optotype.statistics.ranking import recall

        return recall(queries, self.k)
