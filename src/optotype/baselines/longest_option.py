"""The longest option: authors hedge what they know to be true, so length betrays the answer."""

from __future__ import annotations

import random
from dataclasses import dataclass

from optotype.baselines import DONT_KNOW, Baseline
from optotype.records import Item


@dataclass(frozen=True)
class LongestOption(Baseline):
    """Chooses the option with the longest text; one of them at random where several are equally long."""

    def answer(self, item: Item, chance: random.Random) -> str:
        """The label of the longest option; pictures have no length."""
        if not item.options:
            return DONT_KNOW
        longest = max(len(option.text or "") for option in item.options)
        return chance.choice([option.label for option in item.options if len(option.text or "") == longest])
