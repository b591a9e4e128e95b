"""The same person about the same item, a second time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.counting.filters import Filter, where
from optotype.counting.table import REPEAT, Said, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Duplicates(Filter):
    """All answers of a person to an item but the first.

    What was asked again on purpose comes after the work itself. Two people whom a platform calls by one name are one.
    A decision about what others said is no second answer.
    """

    about = "the same person twice about one item"
    order = 80

    def drop(self, table: Table) -> NDArray[np.bool_]:
        """All but the first, and but for decisions."""
        first: dict[tuple[str, str, str], Said] = {}
        for row in table.rows:
            key = _key(table, row)
            there = first.get(key)
            if there is None or (there.role == REPEAT and row.role != REPEAT):
                first[key] = row
        return where(table, lambda row: first[_key(table, row)] is not row)


def _key(table: Table, row: Said) -> tuple[str, str, str]:
    worker = table.people[row.person].worker
    return row.item, row.person if worker is None else f"worker {worker}", row.decides
