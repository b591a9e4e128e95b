"""Batches in which somebody gave two ages: the age group is asked for at both ends, with the options in two orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, sittings
from optotype.counting.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AGE = "age"


@dataclass(frozen=True)
class DifferingAges(Filter):
    """All answers of a batch whose two ages differ."""

    about = "two ages that differ"
    order = 60

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By what was said at both ends."""
        return sittings(table, lambda row: row.checks.get(_AGE) is False)
