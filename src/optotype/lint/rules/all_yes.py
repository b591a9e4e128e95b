"""All questions of yes or no about one figure are answered yes.

Models say yes when in doubt; a figure needs something that it does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from optotype.lint.rules import Question, Remark, SiblingRule, Together


@dataclass(frozen=True)
class AllYes(SiblingRule):
    """The answers to the yes-or-no questions of a figure; the finding is about the first of them."""

    group = "giveaways"
    field = "answer"

    least: int = 2
    """How many such questions a figure has to have."""

    bad = Together(
        [
            Question.example("Does the red line rise?", answer=True, id="example/1"),
            Question.example("Is the blue line dashed?", answer=True, id="example/2"),
        ]
    )
    good = (
        Together(
            [
                Question.example("Does the red line rise?", answer=True, id="example/1"),
                Question.example("Is the blue line dashed?", answer=False, id="example/2"),
            ]
        ),
        Together([Question.example("Does the red line rise?", answer=True)]),
    )

    def check(self, siblings: Sequence[Question]) -> Iterator[Remark]:
        """Is one of them answered no?"""
        asked = [question for question in siblings if question.yes is not None]
        if len(asked) >= max(1, self.least) and all(question.yes for question in asked):
            yield Remark(f"all {len(asked)} questions of yes or no about this figure are answered yes", asked[0].id)
