"""A caption still begins with its number: 'Figure 1:'.

The number belongs to the paper, not to the figure, and questions that speak of 'figure 3' lean on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import PictureRule, Question, Shown

_TAG = re.compile(
    r"^\W{0,3}(?:figures?|figs?\.?|tables?|tab\.|scheme|chart|plate|рисунок|рис\.?|таблица|табл\.?|схема|график)\s{0,3}"
    r"(?:[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?|[IVX]{1,5}|№\s?\d{1,3})\s{0,3}(?:[:.)|—–-]|\([a-z]\)|\s|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class CaptionTag(PictureRule):
    """The beginning of captions."""

    group = "data"
    severity = "note"

    bad = (
        Question.example("Which line?", answer="red", caption="Figure 6: Number of documents per month."),
        Question.example("Какая линия?", answer="красная", caption="Рис. 2. Число документов в месяц."),
    )
    good = (
        Question.example("Which line?", answer="red", caption="Number of documents per month, see Figure 6."),
        Question.example("Which line?", answer="red", caption="Figures of merit by epoch."),
    )

    def check(self, shown: Shown) -> Iterator[str]:
        """Does it begin with a number?"""
        if (found := _TAG.match(shown.caption.lstrip()[:60])) is not None:
            yield f"the caption begins with {found[0].strip()!r}; take it off"
