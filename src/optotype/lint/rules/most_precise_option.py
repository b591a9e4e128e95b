"""The right option is the only exact number among round ones.

Invented values are round; one with more digits was read off the figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule

_ONLY_NUMBER = re.compile(r"^\D{0,12}[-+]?\d[\d.,]*\s?\D{0,12}$")


@dataclass(frozen=True)
class MostPreciseOption(Rule):
    """Digits of the right number beside those of the wrong ones."""

    group = "giveaways"
    field = "options"

    digits: int = 1
    """How many significant digits more than any wrong option are too many."""

    bad = (
        Question.example("What is the accuracy?", "70", "80", "90", answer="83.7"),
        Question.example("What is the accuracy?", "70%", "80%", "90%", answer="85%"),
        Question.example("Какова масса?", "50 кг", "60 кг", "70 кг", answer="63,4 кг"),
    )
    good = (
        Question.example("What is the accuracy?", "70.1", "80.4", "90.0", answer="83.7"),
        Question.example("How many lines are there?", "3", "5", "8", answer="12"),
        Question.example("How many are there?", "9", "8", "11", answer="10"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """How exact each number is."""
        right = question.right_choice
        if right is None or len(question.wrongs) < 2:
            return
        exact = _exactness(right)
        others = [_exactness(text) for text in question.wrongs]
        if exact is None or any(other is None for other in others):
            return
        decimals = exact[1] - max(other[1] for other in others if other is not None)
        round_ = all(other is not None and other[2] for other in others)
        if decimals >= self.digits or (round_ and not exact[2] and len(exact[0].lstrip("+-")) >= 2):
            yield f"{right.strip()!r} is more exact than all wrong options; give them as many digits"


def _exactness(text: str) -> tuple[str, int, bool] | None:
    """The number of a text that is one, its digits after the point, and whether it is a round one of two digits."""
    if len(text) > 40 or not _ONLY_NUMBER.match(text):
        return None
    found = language.numbers(text.replace(",", ".") if "." not in text else text)
    if len(found) != 1:
        return None
    whole, _, decimals = found[0].lstrip("+-").partition(".")
    return found[0], len(decimals), not decimals and len(whole) >= 2 and whole.endswith("0")
