"""Answers that were asked for to learn the task, or only to see who reads: their right answers are known, and told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, where
from optotype.counting.table import ATTENTION, TRAINING, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Practice(Filter):
    """Answers of the training phase, and to questions that were planted among tasks."""

    about = "training, and questions planted to see who reads"
    order = 20

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By what an answer was asked for."""
        return where(table, lambda row: row.role in (TRAINING, ATTENTION))
