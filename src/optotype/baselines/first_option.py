"""Always the first option: how much a model gains that prefers A."""

from __future__ import annotations

import random
from dataclasses import dataclass

from optotype.baselines import Baseline, first_of
from optotype.records import Item


@dataclass(frozen=True)
class FirstOption(Baseline):
    """Chooses the first of the options."""

    def answer(self, item: Item, chance: random.Random) -> str:
        """The label of the first option; where they are to be ordered, the order in which they stand."""
        return first_of(item.options, item)
