"""CAR@k: how near the right option is to the first, and how sure the ranking is.

SciGA (2025); `optotype.statistics.ranking` has the definition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.metrics import Array, Case, Mark
from optotype.metrics._options import labels_of
from optotype.metrics._rankings import RankingMetric

if TYPE_CHECKING:
    from optotype.statistics.ranking import Queries


@dataclass(frozen=True)
class Car(RankingMetric):
    """Confidence-adjusted rank; beside it the share of answers above one half."""

    title = "CAR@k"
    parts = ("above_half",)

    k: int = 5
    """How many of the first options count."""
    alpha: float = 0.5
    """How much doubt, as a share of all there can be, costs nothing."""

    def __post_init__(self) -> None:
        """Refuses settings that make no sense.

        Raises:
            ValueError: k below 1, or alpha not between 0 and 1.
        """
        super().__post_init__()
        if self.k < 1 or not 0 <= self.alpha <= 1:
            raise ValueError(f"k must be at least 1 and alpha lie between 0 and 1; found {self.k} and {self.alpha}")

    @property
    def called(self) -> str:
        """With its k."""
        return f"CAR@{self.k}"

    def values(self, queries: Queries) -> Array:
        """CAR of each query."""
        from optotype.statistics.ranking import car

        return car(queries, self.k, self.alpha)

    def judged(self, case: Case, value: float) -> Mark:
        """An order without scores tells nothing of how near the others were: the first alone earns something."""
        if case.answer.scores is None:
            value = float(_first_is_right(case))
        return Mark(value, parts={"above_half": float(value > 0.5)})


def _first_is_right(case: Case) -> bool:
    said = labels_of(case.answer.value or ())[:1]
    return any(labels_of(right)[:1] == said for right in case.gold.accepted)
