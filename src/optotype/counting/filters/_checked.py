"""What the filters share that go by checks: one slip is forgiven, unless a number says how many may be failed."""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from optotype.counting import attention
from optotype.counting.filters import Filter, where
from optotype.counting.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class ByChecks(Filter, ABC):
    """All answers of a sitting that was done without looking, as far as checks of one kind gave that away.

    Whether somebody looked is told from all their checks together, of whatever kind (`counting.attention`).
    """

    kind: ClassVar[str]
    """The kind of check."""

    allowed: int | None = None
    """How many checks of this kind may be failed in a sitting, whatever else speaks for somebody. Unless given, as
    many as a slip explains; 0 is IconQA's rule."""
    slip: float = attention.SLIP
    """How often somebody who looks fails a check, where slips are to be told from carelessness."""

    def __post_init__(self) -> None:
        """Refuses numbers that cannot be.

        Raises:
            ValueError: fewer than none allowed, or a slip that is likelier than a guess.
        """
        if self.allowed is not None and self.allowed < 0:
            raise ValueError(f"allowed is {self.allowed}; 0 or more was expected")
        if not 0 < self.slip < 1 - attention.GUESS:
            raise ValueError(f"slip is {self.slip:g}; a share above 0 and below {1 - attention.GUESS:.2f} was expected")

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By how the checks of all sittings went."""
        sittings = attention.checked(table)
        failed = {sitting: kinds[self.kind].failed for sitting, kinds in sittings.items() if self.kind in kinds}
        if self.allowed is not None:
            over = {sitting for sitting, count in failed.items() if count > self.allowed}
            # what was planted among the tasks of a project is about all that was done there
            return where(table, lambda row: row.sitting in over or (row.person, row.project, "") in over)
        careless = attention.absent(sittings, self.slip)
        gave_away = {sitting[:2] for sitting, count in failed.items() if count}
        return where(table, lambda row: row.sitting in careless and row.sitting[:2] in gave_away)
