"""Batches whose questions about the instructions were not answered right: whoever failed them has not read those.

IconQA (Lu et al., 2021, appendix) asks three such questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, sittings
from optotype.counting.table import Said, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHECK = "check"
"""How the names of these questions begin, in what the studio notes."""


@dataclass(frozen=True)
class AttentionChecks(Filter):
    """All answers of a batch in which a question about the instructions was failed."""

    about = "attention checks on the instructions failed"
    order = 40

    allowed: int = 0
    """How many may be failed."""

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By the checks of the batch."""
        return sittings(table, self._fails)

    def _fails(self, row: Said) -> bool:
        wrong = sum(name.startswith(_CHECK) and not passed for name, passed in row.checks.items())
        return wrong > self.allowed
