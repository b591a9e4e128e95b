"""Always the first option: how much a model gains that prefers A."""

from __future__ import annotations

import random
from dataclasses import dataclass

from optotype.baselines import DONT_KNOW, Baseline
from optotype.records import Item


@dataclass(frozen=True)
class FirstOption(Baseline):
    """Chooses the first of the options."""

    def answer(self, item: Item, chance: random.Random) -> str:
        """The label of the first option."""
        return item.options[0].label if item.options else DONT_KNOW
