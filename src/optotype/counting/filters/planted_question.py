"""Work in which a planted question was failed, whose answer is plain to whoever reads: "select the fourth choice"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, sittings
from optotype.counting.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PLANTED = "planted"


@dataclass(frozen=True)
class PlantedQuestion(Filter):
    """A batch whose planted question was failed; or all that somebody did in a project where they failed one."""

    about = "a planted question failed"
    order = 50

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By the check of the batch, and by what was planted among tasks."""
        return sittings(
            table,
            lambda row: (
                row.checks.get(_PLANTED) is False
                or (row.project != "" and row.project in table.people[row.person].failed)
            ),
        )
