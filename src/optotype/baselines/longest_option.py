"""The longest option: authors hedge what they know to be true, so length betrays the answer."""

from __future__ import annotations

import random
from dataclasses import dataclass

from optotype.baselines import Baseline, first_of
from optotype.records import Item


@dataclass(frozen=True)
class LongestOption(Baseline):
    """Chooses the option with the longest text; one of them at random where several are equally long."""

    def answer(self, item: Item, chance: random.Random) -> str:
        """The label of the longest option, or all from the longest on; pictures have no length."""
        by_chance = chance.sample(item.options, len(item.options))
        return first_of(sorted(by_chance, key=lambda option: -len(option.text or "")), item)
