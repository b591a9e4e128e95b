"""`baseline/NAME`: a respondent from `optotype.baselines`, fitted on the train split, or apart where there is none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype import baselines, looking
from optotype.asking import Question
from optotype.records import Item
from optotype.respondents import Batch, Failure, Reply

if TYPE_CHECKING:
    from optotype.bench import Bench

TRAIN = "train"
"""The split that baselines learn from."""


@dataclass(frozen=True)
class Baseline(Batch):
    """Answers without looking."""

    kind = "baseline"
    costly = False
    looks = False

    seed: int = 0
    """All chance follows from it."""

    @cached_property
    def baseline(self) -> baselines.Baseline:
        """The baseline itself."""
        return baselines.family.build(self.model, {})

    @property
    def learns_from(self) -> str | None:
        """The train split, if the baseline learns; none where it answers each item by what others taught."""
        return TRAIN if self.baseline.learns and not self._apart else None

    @cached_property
    def _apart(self) -> list[Bench]:
        """The bench whose items it learned from apart, if it did."""
        return []

    def prepare(self, bench: Bench) -> None:
        """Fits the baseline, if it learns.

        It learns from the train split or, where nothing in that is solved or nothing else is there, from all items
        apart.
        """
        self.baseline.enter(bench)
        if not self.baseline.learns:
            return
        train, every = looking.chosen(split=TRAIN), looking.chosen()
        solved = looking.solved(bench, split=TRAIN)
        first = next(solved, None)
        if first is None or bench.store.count(Item, train) == bench.store.count(Item, every):
            self._apart.append(bench)
            self.baseline.fit(looking.solved(bench, None), apart=True)
        else:
            self.baseline.fit(chain([first], solved))

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The item alone."""
        return {"item": question.item.id, "turn": question.turn, "shown": list(question.shown or ())}

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """One guess per question; the same item and seed give the same guess."""
        self.baseline.glance([question.seen for question in questions])
        return [Reply(self._answer(question)) for question in questions]

    def _answer(self, question: Question) -> str:
        chance = random.Random(f"{self.seed} {question.item.id} {question.turn}")  # noqa: S311 - not for secrets
        return self.baseline.answer(question.seen, chance)
