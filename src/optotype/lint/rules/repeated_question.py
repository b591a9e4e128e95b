"""The same question is asked twice about one figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from optotype.lint.rules import Question, Remark, SiblingRule, Together


@dataclass(frozen=True)
class RepeatedQuestion(SiblingRule):
    """Questions that are word for word the same, about the same thing; the later one is named."""

    group = "clarity"
    field = "question"

    bad = Together(
        [
            Question.example("Which line is highest?", answer="red", id="example/1"),
            Question.example("Which line is  highest ?", answer="red", id="example/2"),
        ]
    )
    good = Together(
        [
            Question.example("Which line is highest?", answer="red", id="example/1"),
            Question.example("Which line is lowest?", answer="blue", id="example/2"),
        ]
    )

    def check(self, siblings: Sequence[Question]) -> Iterator[Remark]:
        """The words of each question, its text and its options."""
        seen: dict[tuple[object, ...], str] = {}
        for question in siblings:
            if not question.words:
                continue
            pictures = tuple(option.picture for option in question.item.options)
            asked = (" ".join(question.words), question.item.text, question.item.pictures, pictures)
            first = seen.setdefault(asked, question.id)
            if first != question.id:
                yield Remark(f"asks the same as {first}", question.id)
