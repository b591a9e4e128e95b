"""A visual question names nothing visual.

Visual means that shape, size, position, height, direction or colour is addressed (SciVQA); otherwise it can be answered
from the text of the figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule, _sights


@dataclass(frozen=True)
class VisualWithoutAttribute(Rule):
    """Words for what is seen, in the question and its options."""

    group = "kind"
    field = "question"

    bad = (
        Question.example("What was the recall of the system?", answer="0.8", kind="closed-ended visual"),
        Question.example("Какова была полнота системы?", answer="0,8", kind="visual"),
    )
    good = (
        Question.example("What is the recall of the dashed blue line?", answer="0.8", kind="closed-ended visual"),
        Question.example("Which method?", "red", "blue", answer="green", kind="closed-ended visual"),
        Question.example("What was the recall of the system?", answer="0.8", kind="closed-ended non-visual"),
        Question.example("Что изображено слева?", answer="дерево", kind="visual"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Is there any such word?"""
        if question.visual is not True or not question.words:
            return
        said = [*question.words, *(word for low in question.low_choices for word in language.words(low))]
        said += language.words(language.flat(question.answer)) if not question.choices else []
        if not any(_sights.seen(word) for word in said):
            yield "a visual question that names no shape, size, position, height, direction or colour"
