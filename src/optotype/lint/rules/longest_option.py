"""The right option is much longer than the wrong ones.

Authors hedge what they know to be true, so length betrays the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule
from optotype.lint.rules.all_or_none import all_or_none


@dataclass(frozen=True)
class LongestOption(Rule):
    """The length of the right option beside that of the longest wrong one."""

    group = "giveaways"
    field = "options"

    ratio: float = 2.0
    """How many times longer than the longest wrong option is too long."""
    letters: int = 12
    """How many letters it has to be longer: a longer name is no hint."""

    bad = (
        Question.example("Which line peaks first?", "red", "blue", answer="the green one, which falls after 2014"),
        Question.example("Что растёт?", "доход", "расход", answer="прибыль, если не считать последний год"),
    )
    good = (
        Question.example("Which line peaks first?", "red", "blue", answer="green"),
        Question.example("Which line peaks first?", "red", "blue", answer="light green"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Compares lengths."""
        right = question.right_choice
        if right is None or not question.wrongs or all_or_none(right):
            return
        longest = max(len(text.strip()) for text in question.wrongs)
        length = len(right.strip())
        if length > self.ratio * longest and length - longest >= self.letters:
            yield f"the right option has {length} letters, the longest wrong one {longest}; even them out"
