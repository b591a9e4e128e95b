"""The right option stands in one place more often than chance would put it there.

A model that always says "A" is then better than one that looks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from optotype.lint.rules import Question, Remark, SetRule, Together, Watch
from optotype.records import Choice


def _standing(place: int, number: int) -> Question:
    choices = ["red", "blue", "green", "black"]
    return Question.example("Which line?", *choices, answer=choices[place], id=f"example/{number:02}")


@dataclass(frozen=True)
class AnswerPosition(SetRule):
    """Places of right options, by collection and number of options; one finding about the collection."""

    group = "giveaways"
    field = "answer"

    chance: float = 0.001
    """How improbable, by chance alone, a place has to be."""
    ratio: float = 1.25
    """How many times more often than its share a place has to be right."""

    bad = Together([_standing(0 if number % 3 else 2, number) for number in range(30)])
    good = Together([_standing(number % 4, number) for number in range(30)])

    def watch(self) -> Watch:
        """Counts places."""
        return _Places(self)


@dataclass
class _Places(Watch):
    rule: AnswerPosition
    counts: dict[tuple[str, int], list[int]] = field(default_factory=dict[tuple[str, int], list[int]])

    def see(self, question: Question) -> None:
        form = question.item.form
        if not isinstance(form, Choice) or len(question.right) != 1 or not 2 <= len(form.options) <= 26:
            return
        labels = [option.label for option in form.options]
        (right,) = question.right
        if right in labels:
            counts = self.counts.setdefault((question.item.collection, len(labels)), [0] * len(labels))
            counts[labels.index(right)] += 1

    def tell(self) -> Iterator[Remark]:
        for (collection, options), counts in sorted(self.counts.items()):
            total, place = sum(counts), counts.index(max(counts))
            share = counts[place] / total
            if (
                share * options < self.rule.ratio
                or tail(counts[place], total, 1 / options) * options > self.rule.chance
            ):
                continue
            yield Remark(
                f"of {total:,} questions with {options} options, number {place + 1} is right in {share:.0%}; "
                f"shuffle the options (chance: {1 / options:.0%})",
                collection,
            )


def tail(count: int, total: int, share: float) -> float:
    """How probable it is that a share of `total` comes out at `count` or more by chance; roughly, by its normal law."""
    spread = math.sqrt(total * share * (1 - share))
    return 0.5 * math.erfc((count - 0.5 - total * share) / spread / math.sqrt(2)) if spread else 1.0
