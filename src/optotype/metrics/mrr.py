"""MRR: one through the rank of the first right option; its mean is the mean reciprocal rank.

Voorhees, The TREC-8 Question Answering Track Report (1999).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.metrics import Array
from optotype.metrics._rankings import RankingMetric

if TYPE_CHECKING:
    from optotype.statistics.ranking import Queries


@dataclass(frozen=True)
class Mrr(RankingMetric):
    """One for a right option in the first place, a half in the second, a third in the third."""

    title = "MRR"

    def values(self, queries: Queries) -> Array:
        """The reciprocal rank of each query."""
        from optotype.statistics.ranking import reciprocal_rank

        return reciprocal_rank(queries)
