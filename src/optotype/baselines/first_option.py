"""Always the first option: how much a model gains that prefers A."""

from __future__ import annotations

import random
from dataclasses import dataclass

from optotype.baselines import DONT_KNOW, Baseline
from optotype.records import Item, Ranking


@dataclass(frozen=True)
class FirstOption(Baseline):
    """Chooses the first of the options."""

    def answer(self, item: Item, chance: random.Random) -> str:
        """The label of the first option; where they are to be ordered, the order in which they stand."""
        letters = [option.label for option in item.options] or [DONT_KNOW]
        return ", ".join(letters) if isinstance(item.form, Ranking) else letters[0]
