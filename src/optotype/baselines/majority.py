"""The most frequent right answer of the train split: what knowing the benchmark, and nothing else, is worth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from optotype.baselines import DONT_KNOW, FOLDS, Baseline, fold, kinds, state
from optotype.records import Gold, Item


@dataclass(frozen=True)
class Majority(Baseline):
    """Says what was right most often: an option by its place, any other answer by its text."""

    learns = True

    @cached_property
    def _counts(self) -> dict[str, list[Counter[str]]]:
        """By kind and fold."""
        return {}

    def fit(self, solved: Iterable[tuple[Item, Gold]], *, apart: bool = False) -> None:
        """Counts what was right."""
        for item, gold in solved:
            own = fold(item) if apart else _LEARNED
            for kind in kinds(item):
                counts = self._counts.setdefault(kind, [Counter() for _ in range(FOLDS + 1)])
                counts[own][state(item, gold)] += 1

    def answer(self, item: Item, chance: random.Random) -> str:
        """The most frequent answer to questions of the same kind; the first of several that are equally frequent."""
        own = fold(item)
        for kind in kinds(item):
            counts: Counter[str] = Counter()
            for number, some in enumerate(self._counts.get(kind, ())):
                if number != own:
                    counts.update(some)
            if counts:
                return counts.most_common(1)[0][0]
        return DONT_KNOW


_LEARNED = FOLDS
"""The fold of what is learned from and not asked about: nobody's own."""
