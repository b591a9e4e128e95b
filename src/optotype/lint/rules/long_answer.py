"""The right answer is too long: a few words are asked for.

What is long is rarely answered in the same words, and hard to judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule
from optotype.records import CAPTIONING, ShortText


@dataclass(frozen=True)
class LongAnswer(Rule):
    """Words of an answer that is a text; of a caption that is asked for, many are fine."""

    group = "clarity"
    field = "answer"

    words: int = 15
    """The most words that an answer may have."""

    bad = Question.example(
        "What does the figure show?",
        answer="The accuracy of the model rises until epoch ten and stays about the same for the rest of the training",
    )
    good = Question.example("What does the figure show?", answer="accuracy by epoch")

    def check(self, question: Question) -> Iterator[str]:
        """Counts words; the shortest of several answers counts."""
        if not isinstance(question.item.form, ShortText) or question.gold is None or CAPTIONING in question.kind:
            return
        counts = [
            sum(map(_says_something, value.split())) for value in question.gold.accepted if isinstance(value, str)
        ]
        if counts and min(counts) > self.words:
            yield f"the answer has {min(counts)} words; {self.words} {'is' if self.words == 1 else 'are'} allowed"


def _says_something(word: str) -> bool:
    return any(letter.isalnum() for letter in word)
