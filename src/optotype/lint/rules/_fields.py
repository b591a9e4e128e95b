"""The texts of a question, with the field that each stands in."""

from __future__ import annotations

from collections.abc import Iterator

from optotype.lint.rules import Field, Question
from optotype.records import ShortText


def texts(question: Question) -> Iterator[tuple[Field, str]]:
    """The question, its options, and the answer where it is a text."""
    if question.text:
        yield "question", question.text
    for text in question.choices:
        yield "options", text
    if not question.choices and isinstance(question.item.form, ShortText):
        for answer in question.answers:
            yield "answer", answer
