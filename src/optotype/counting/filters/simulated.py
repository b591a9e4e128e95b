"""People who do not exist never decide together with people who do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, where
from optotype.counting.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Simulated(Filter):
    """Simulated people, where there are real ones; in a rehearsal, where all are simulated, they count."""

    about = "simulated people, beside real ones"
    order = 30

    always: bool = False
    """Leave them out also where there is nobody else?"""

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """By whether the respondent exists."""
        import numpy as np

        unreal = where(table, lambda row: table.people[row.person].simulated)
        return np.zeros(len(unreal), dtype=bool) if unreal.all() and not self.always else unreal
