"""Filters: whose answers do not count. One file each; `filters/pace.py` holds `Pace`, called `pace`.

A filter looks at all answers that are left and says which of them do not count. Its verb is `drop`. What people did
not do, such as a check that they were never asked, is never held against them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from optotype.counting.table import Said, Table
from optotype.errors import OptotypeError
from optotype.family import Family, spec_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Filter(ABC):
    """Leaves answers out. Its fields are settings with defaults."""

    about: ClassVar[str]
    """What it looks for, in a line."""
    order: ClassVar[int]
    """When it looks: after those with smaller numbers."""

    @property
    def name(self) -> str:
        """What it is called in settings and tables."""
        return family.name_of(type(self))

    @property
    def spec(self) -> str:
        """Its name, with the settings that differ from what it usually has: `pace:times=4.0`."""
        return spec_of(self, self.name)

    @abstractmethod
    def drop(self, table: Table) -> NDArray[np.bool_]:
        """For each row, whether it does not count."""


family: Family[Filter] = Family("optotype.counting.filters", "filter")


def build(specs: Sequence[str] | None) -> list[Filter]:
    """The filters that texts name, with their settings, in the order in which they look; None: all of them.

    Raises:
        OptotypeError: there is no such filter or setting, or one is named twice.
    """
    found = [family.from_text(spec) for spec in (family.names() if specs is None else specs)]
    names = [one.name for one in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise OptotypeError(f"The filter '{twice[0]}' is named twice. Name it once, with all its settings.")
    return sorted(found, key=lambda one: (one.order, one.name))


def where(table: Table, holds: Callable[[Said], bool]) -> NDArray[np.bool_]:
    """For each row, whether something holds of it."""
    import numpy as np

    return np.fromiter((holds(row) for row in table.rows), dtype=bool, count=len(table.rows))
