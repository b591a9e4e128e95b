"""Some options have a unit and others have none.

The odd one out is noticed before the picture is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule

_AMOUNT = re.compile(
    r"^(?:about|approximately|around|approx\.?|ca\.?|~|≈|<|>|≤|≥|около"
    r"|примерно)? ?([$€£₽])?[-+]?\d[\d.,]*(?:e[-+]?\d+)?"
    r"(?: ?(?:-|to|and|до|и) ?[$€£₽]?[-+]?\d[\d.,]*)? ?([^\d\s].{0,24})?$"
)


@dataclass(frozen=True)
class UnitMissing(Rule):
    """Options that are numbers, some with a unit."""

    group = "form"
    field = "options"

    bad = (
        Question.example("How long does it take?", "5 ms", "10 ms", "20", answer="40 ms"),
        Question.example("What share is it?", "5%", "10", "20%", answer="40%"),
        Question.example("Какова масса?", "5 кг", "10 кг", "20", answer="40 кг"),
    )
    good = (
        Question.example("How long does it take?", "5 ms", "10 ms", "20 ms", answer="40 s"),
        Question.example("What share is it?", "5", "10", "20", answer="40"),
        Question.example("Which value?", "5%", "10%", "0", answer="40%"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Numbers with a unit and numbers without."""
        choices = question.choices
        if len(choices) < 2:
            return
        found = [(text, _AMOUNT.match(language.flat(text[:80]))) for text in choices]
        amounts = [(text, match) for text, match in found if match is not None]
        if len(amounts) < 2:
            return
        units = {(match[1] or match[2] or "").strip() for _, match in amounts}
        bare = [text for text, match in amounts if not match[1] and not match[2] and not _nothing(text)]
        having = len([1 for _, match in amounts if match[1] or match[2]])
        # a unit that several share is one; a word after a single number is something else
        if bare and having >= max(1, len(amounts) // 2) and len(units - {""}) == 1:
            yield f"the unit {sorted(units - {''})[0]!r} is missing in {', '.join(repr(text) for text in bare[:5])}"


def _nothing(text: str) -> bool:
    return text.strip() in ("0", "0.0", "0,0")
