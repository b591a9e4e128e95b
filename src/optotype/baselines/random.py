"""Guessing: any option, or any answer that was right in the train split."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from optotype.baselines import DONT_KNOW, FOLDS, Baseline, fold, kinds, state
from optotype.records import Choice, Gold, Item, Number, Preference, Ranking, YesNo

_MOST = 10_000
"""Train answers of one kind that are kept to guess from."""


@dataclass(frozen=True)
class Random(Baseline):
    """Guesses among the options, or among what was right in the train split."""

    learns = True

    @cached_property
    def _answers(self) -> dict[str, list[tuple[int, str]]]:
        """By kind: the fold of an item, and what was right."""
        return {}

    def fit(self, solved: Iterable[tuple[Item, Gold]], *, apart: bool = False) -> None:
        """Keeps what was right, for forms without options."""
        for item, gold in solved:
            if not item.options and not isinstance(item.form, YesNo):
                own = fold(item) if apart else FOLDS
                for kind in kinds(item):
                    known = self._answers.setdefault(kind, [])
                    if len(known) < _MOST:
                        known.append((own, state(item, gold)))

    def answer(self, item: Item, chance: random.Random) -> str:
        """Any option; yes or no; any number within bounds; any train answer to a question of the kind."""
        letters = [option.label for option in item.options]
        match item.form:
            case Choice(several=True):
                return ", ".join(letter for letter in letters if chance.random() < 0.5) or chance.choice(letters)
            case Choice() | Preference():
                return chance.choice(letters)
            case Ranking():
                return ", ".join(chance.sample(letters, len(letters)))
            case YesNo():
                return chance.choice(["Yes", "No"])
            case Number(low=float(low), high=float(high)) if low.is_integer() and high.is_integer():
                return str(chance.randint(int(low), int(high)))
            case _:
                own = fold(item)
                known = next((self._answers[kind] for kind in kinds(item) if kind in self._answers), None)
                if known is None:
                    return DONT_KNOW
                number, said = chance.choice(known)
                if number == own:  # that would be its own answer, or a sibling's
                    said = chance.choice([said for number, said in known if number != own] or [DONT_KNOW])
                return said
