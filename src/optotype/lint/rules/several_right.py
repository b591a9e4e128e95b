"""Several options are right where one is promised."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule
from optotype.records import Choice

_ONE = re.compile(
    r"\b(?:which (?:single )?one (?:of|is|has|line|option)|which single|the only one|exactly one|only one (?:of"
    r"|is|option)"
    r"|choose one|select one|pick one|какой один|выберите один|только один)\b"
)


@dataclass(frozen=True)
class SeveralRight(Rule):
    """Gold with more than one option, beside a form or wording that promises one."""

    group = "form"
    field = "answer"
    severity = "error"

    bad = (
        Question.example("Which line peaks first?", "red", "blue", answer=("red", "blue")),
        Question.example("Which one of the lines is dashed?", "red", "blue", answer=("red", "blue"), several=True),
        Question.example("Выберите один вариант: что растёт?", "А1", "Б2", answer=("А1", "Б2"), several=True),
    )
    good = (
        Question.example("Which lines are dashed?", "red", "blue", "green", answer=("red", "blue"), several=True),
        Question.example("Which one of the lines is dashed?", "red", "blue", answer="blue", several=True),
    )

    def check(self, question: Question) -> Iterator[str]:
        """How many are right, and how many are promised?"""
        form = question.item.form
        if not isinstance(form, Choice) or len(question.right) < 2:
            return
        right = ", ".join(sorted(question.right)[:10])
        if not form.several:
            yield f"one option is promised, but {right} are right"
        elif _ONE.search(question.low):
            yield f"the question asks for one option, but {right} are right"
