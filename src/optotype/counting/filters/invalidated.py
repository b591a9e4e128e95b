"""Answers that somebody has set aside: an administrator of the studio did so with all work of a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, where
from optotype.counting.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Invalidated(Filter):
    """Answers with a reason why they are not counted."""

    about = "set aside by an administrator"
    order = 10

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """What is excluded."""
        return where(table, lambda row: row.excluded is not None)
