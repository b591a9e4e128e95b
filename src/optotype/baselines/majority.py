"""The most frequent right answer of the train split: what knowing the benchmark, and nothing else, is worth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from optotype.baselines import DONT_KNOW, Baseline, kinds, state
from optotype.records import Gold, Item


@dataclass(frozen=True)
class Majority(Baseline):
    """Says what was right most often: an option by its place, any other answer by its text."""

    learns = True

    @cached_property
    def _counts(self) -> dict[str, Counter[str]]:
        return {}

    def fit(self, solved: Iterable[tuple[Item, Gold]]) -> None:
        """Counts what was right."""
        for item, gold in solved:
            for kind in kinds(item):
                self._counts.setdefault(kind, Counter())[state(item, gold)] += 1

    def answer(self, item: Item, chance: random.Random) -> str:
        """The most frequent answer to questions of the same kind; the first of several that are equally frequent."""
        counts = next((self._counts[kind] for kind in kinds(item) if kind in self._counts), None)
        return DONT_KNOW if counts is None else counts.most_common(1)[0][0]
