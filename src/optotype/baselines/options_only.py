"""The options alone, without question and picture: what their words, lengths and places give away."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.baselines._learned import Learned
from optotype.records import Item


@dataclass(frozen=True)
class OptionsOnly(Learned):
    """Learns what right options look like; where there are none, it says what was right most often."""

    def knows(self, item: Item) -> list[int]:
        """Nothing but that there is an item."""
        return []
