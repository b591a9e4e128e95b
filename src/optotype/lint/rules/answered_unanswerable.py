"""A question is of the kind that cannot be answered, and has an answer; or the other way round.

Where the kind says one thing and gold another, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype import reading
from optotype.lint.rules import Question, Rule
from optotype.values import UNANSWERABLE


@dataclass(frozen=True)
class AnsweredUnanswerable(Rule):
    """The kind of the question beside its gold."""

    group = "kind"
    field = "answer"
    severity = "error"

    bad = (
        Question.example("Why was this colour chosen?", answer="for contrast", kind="unanswerable"),
        Question.example("Which line is highest?", kind="closed-ended visual"),
    )
    good = (
        Question.example("Why was this colour chosen?", kind="unanswerable"),
        Question.example("Which line is highest?", answer="red", kind="closed-ended visual"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Do they agree?"""
        if question.gold is None or not question.kind:
            return
        cannot = "unanswerable" in question.kind or "неотвечаем" in question.kind
        if cannot and not question.unanswerable:
            if any(answer == UNANSWERABLE or reading.unanswerable(answer[:400]) for answer in question.answers):
                return  # it says so, in other words: that is what unanswerable_wording is about
            yield f"the kind says that it cannot be answered, but the answer is {question.answer[:60]!r}"
        elif question.unanswerable and not cannot and "closed-ended" in question.kind:
            yield f"the kind ({question.kind[:60]}) promises an answer, but gold says that there is none"
