"""An answer says in words of its own that there is none.

There is one fixed sentence for it, so that it can be counted and compared; another wording is another text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype import reading
from optotype.lint import language
from optotype.lint.rules import Question, Rule
from optotype.records import ShortText
from optotype.values import UNANSWERABLE

_DENIES = re.compile(
    r"\b(?:no|not|cannot|can't|isn't|doesn't|impossible|insufficient|unavailable|unanswerable|unable|lacks?|without|nothing|missing|absent"
    r"|neither|nor|nobody|unclear|unknown)\b"
    r"|\b(?:нет|не|нельзя|невозможно|недостаточно|неизвестно|отсутству\w+)\b"
)
_TOLD = re.compile(
    r"\b(?:information|data|answer\w*|determin\w+|infer\w*|provided|available|possible|question|conclude\w*|unanswerable|told|"
    r"known?|know|knows|say|says|said|tell|tells|specified|mentioned|stated|deduced?|figure|image|picture|plot|chart|graph|table|"
    r"caption|shown|given|visible|readable|reported|found|here|unknown|unclear|insufficient|unavailable|unable|impossible)\b|\b(?:данн|информаци|ответ|определ|указан|приведен|сведени|сказать|установ|"
    r"узнать|понять|известно|невозможно|рисун|таблиц|график|видно)\w*"
)
_LONGEST = 20
"""Words of a text that says no more than that; a longer one may deny something else."""


@dataclass(frozen=True)
class UnanswerableWording(Rule):
    """Texts of gold that say that the question cannot be answered."""

    group = "kind"
    field = "answer"

    bad = (
        Question.example("Why?", answer="The figure does not provide enough information."),
        Question.example("Почему?", answer="Невозможно определить по рисунку."),
        Question.example("Why?", answer="It is not possible to answer this question."),
    )
    good = (
        Question.example("Why?"),
        Question.example("Why?", answer="The lines do not cross."),
        Question.example("How many?", answer="none"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Does an accepted text say so?"""
        if question.unanswerable or not isinstance(question.item.form, ShortText):
            return
        for answer in question.answers:
            if _says_so(answer):
                yield f"{answer[:80]!r} says that there is no answer; mark the item as unanswerable: {UNANSWERABLE!r}"
                return


def _says_so(answer: str) -> bool:
    """Does a text say that there is no answer? Reading knows the usual sentences; here a denial and its object do."""
    if answer == UNANSWERABLE or reading.unanswerable(answer[:400]):
        return True
    low = language.flat(answer[:400])
    return len(low.split()) <= _LONGEST and _DENIES.search(low) is not None and _TOLD.search(low) is not None
