"""A question that is not visual asks for something that has to be seen: a colour, a mark, a style of line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule, _sights


@dataclass(frozen=True)
class NonvisualWithAttribute(Rule):
    """Words that speak of nothing but what is seen; which sub-figure is meant may be said so."""

    group = "kind"
    field = "question"

    bad = (
        Question.example("What is the recall of the dashed line?", answer="0.8", kind="closed-ended non-visual"),
        Question.example("Какова полнота у красной кривой?", answer="0,8", kind="non-visual"),
    )
    good = (
        Question.example("What is the recall of the baseline?", answer="0.8", kind="closed-ended non-visual"),
        Question.example("What is the highest recall in the left plot?", answer="0.8", kind="closed-ended non-visual"),
        Question.example("What is the recall of 'Red River'?", answer="0.8", kind="closed-ended non-visual"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Is there such a word outside quotes?"""
        if question.visual is not False:
            return
        if (word := _sights.only_seen(question.text)) is not None:
            yield f"a question that is not visual speaks of what is seen: {word!r}"
