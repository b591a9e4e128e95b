"""`baseline/NAME`: a respondent from `optotype.baselines`, fitted on the train split."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype import baselines, looking
from optotype.asking import Question
from optotype.respondents import Batch, Failure, Reply

if TYPE_CHECKING:
    from optotype.bench import Bench


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
        """The train split, if the baseline learns."""
        return "train" if self.baseline.learns else None

    def prepare(self, bench: Bench) -> None:
        """Fits the baseline on solved items, if it learns."""
        if self.learns_from is not None:
            self.baseline.fit(looking.solved(bench, split=self.learns_from))

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The item alone."""
        return {"item": question.item.id, "turn": question.turn, "shown": list(question.shown or ())}

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """One guess per question; the same item and seed give the same guess."""
        return [Reply(self._answer(question)) for question in questions]

    def _answer(self, question: Question) -> str:
        chance = random.Random(f"{self.seed} {question.item.id} {question.turn}")  # noqa: S311 - not for secrets
        return self.baseline.answer(question.seen, chance)
