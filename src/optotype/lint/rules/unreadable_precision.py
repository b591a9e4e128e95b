"""An exact value is asked for where the axis cannot give it.

A value between two ticks is read as 'approximately' or as a range; three digits of it are invented.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule
from optotype.records import Number, ShortText

_READ_OFF = frozenset({"line chart", "scatter plot", "box plot", "line plot", "scatterplot", "histogram", "area chart"})
"""Figures whose values are read off an axis; a bar, a pie and a matrix often have theirs printed."""

_HEDGED = re.compile(
    r"\b(?:approx\w*|about|around|roughly|nearly|almost|estimate\w*|close to|range|between|interval"
    r"|aproximate\w*|circa|ca|"
    r"at most|at least|more than|less than|примерн\w*|приблизительн\w*|около|между|диапазон\w*)\b|[~≈±]"
)
_PRINTED = re.compile(
    r"\b(?:printed|written|annotated|legend|label\w*|text|title|caption|denoted|marked|listed|stated|equation|"
    r"exact\w*|p-values?|correlation coefficient|r2|auc|parameter|dashed line at|threshold|подпис\w*|указан\w*"
    r"|легенд\w*)\b"
)
_WHOLE = 5
"""Whole numbers of fewer digits are ticks and counts more often than readings."""
_NUMBER = re.compile(r"^[-+]?\d+(?:[.,]\d+)?\s?%?$")


@dataclass(frozen=True)
class UnreadablePrecision(Rule):
    """Digits of an answer that is read off an axis, without a word that it is about so much."""

    group = "clarity"
    field = "answer"

    digits: int = 3
    """From how many significant digits on a value cannot be read."""

    bad = (
        Question.example("What is the F1 score at epoch 7?", answer="83.47", figure={"figure_type": "line chart"}),
        Question.example("Какова точность на эпохе 7?", answer="0,837", figure={"figure_type": "line chart"}),
    )
    good = (
        Question.example(
            "What is the F1 score at epoch 7?", answer="approximately 83", figure={"figure_type": "line chart"}
        ),
        Question.example(
            "What is the approximate F1 score at epoch 7?", answer="83.47", figure={"figure_type": "line chart"}
        ),
        Question.example("What is the F1 score of A?", answer="83.47", figure={"figure_type": "confusion matrix"}),
        Question.example("What is the highest tick of the axis?", answer="1000", figure={"figure_type": "line chart"}),
    )

    def check(self, question: Question) -> Iterator[str]:
        """How exact the answer is, and what the figure can give."""
        if not isinstance(question.item.form, ShortText | Number) or not question.figure_types & _READ_OFF:
            return
        if _HEDGED.search(question.low) or _PRINTED.search(question.low):
            return
        for answer in question.answers:
            text = language.flat(answer[:40])
            if not _NUMBER.match(text):
                continue
            whole, _, decimals = text.rstrip(" %").lstrip("+-").replace(",", ".").partition(".")
            exact = (whole + decimals.rstrip("0")).lstrip("0")
            if not decimals.strip("0") and len(exact.rstrip("0")) < _WHOLE:
                continue
            known = set(language.numbers(question.text)) | set(language.numbers(question.caption))
            if len(exact) >= max(1, self.digits) and text not in known and not _year(text):
                yield f"{answer.strip()!r} cannot be read off an axis; ask for an approximate value, or give a range"
                return


def _year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and text[:2] in ("18", "19", "20")
