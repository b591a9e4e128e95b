"""A yes-or-no question is dressed as multiple choice.

Its further options ("maybe", "cannot be told") are never right, so that half of all guesses are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule

_YES = re.compile(r"^(?:yes|true|correct|да|верно|правда)(?:[.!,;:]|$)")
_NO = re.compile(r"^(?:no|false|incorrect|нет|неверно|ложь|неправда)(?:[.!,;:]|$)")


@dataclass(frozen=True)
class DisguisedBinary(Rule):
    """Options among which there are both yes and no: what stands beside them is hardly ever right."""

    group = "form"
    field = "options"

    bad = (
        Question.example("Does the red line rise?", "Yes", "Cannot be determined", "Not shown", answer="No"),
        Question.example("Is A above B?", "True", "False", answer="True"),
        Question.example("Растёт ли показатель?", "Да", "Невозможно определить", "Неизвестно", answer="Нет"),
    )
    good = (
        Question.example("Which line rises?", "red", "blue", "none of the above", answer="green"),
        Question.example("Which label is printed last?", "Yes", "Undecided", "Other", answer="Agree"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Is there both a yes and a no?"""
        choices = question.low_choices
        if any(_YES.match(text) for text in choices) and any(_NO.match(text) for text in choices):
            yield "a question of yes or no with options around it; ask it as yes or no, or offer what could be right"
