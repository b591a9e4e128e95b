"""'All of the above' or 'none of the above' contradicts its place, or the answer.

It has to come last, since options before it are meant. 'All' cannot be right along with some of the others, nor 'none'
along with any; and where every other option is right, so is 'all'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Remark, Rule

_ALL = re.compile(
    r"^(?:all(?: of)? (?:the|these) ?(?:above|options|choices|answers|listed)?(?: (?:above|options|choices))?"
    r"|all (?:above|listed)|все (?:из )?(?:вышеперечисленн\w+|перечисленн\w+|указанн\w+)|все варианты\b.*"
    r"|все ответы верны)[.!]?$"
)
_NONE = re.compile(
    r"^(?:none(?: of)? (?:the|these) ?(?:above|options|choices|answers|listed)?(?: (?:above|options|choices))?"
    r"|none above|ни (?:один|одно|одна|одного) из (?:вышеперечисленн\w+|перечисленн\w+|указанн\w+|вариантов)"
    r"|ничего из (?:вышеперечисленн\w+|перечисленн\w+)|нет верного ответа)[.!]?$"
)
_BOTH = re.compile(r"^(?:both|neither|оба|ни то)\b.{0,60}$")


def all_or_none(text: str) -> bool:
    """Is an option one of these?"""
    low = language.flat(text[:200])
    return _ALL.match(low) is not None or _NONE.match(low) is not None


@dataclass(frozen=True)
class AllOrNone(Rule):
    """The place of such an option, and what else is right beside it."""

    group = "form"
    field = "options"
    severity = "error"

    bad = (
        Question.example("Which line rises?", "None of the above", "red", "blue", answer="green"),
        Question.example(
            "Which lines rise?", "red", "blue", "All of the above", answer=("red", "All of the above"), several=True
        ),
        Question.example(
            "Which lines rise?", "red", "blue", "None of the above", answer=("red", "None of the above"), several=True
        ),
        Question.example("Что растёт?", "Все перечисленное", "A", "B", answer="C"),
    )
    good = (
        Question.example("Which line rises?", "red", "blue", "green", "None of the above", answer="green"),
        Question.example("Which lines rise?", "red", "blue", "All of the above", answer="All of the above"),
        Question.example("Which line rises?", "red", "All of the above", "None of the above", answer="red"),
    )

    def check(self, question: Question) -> Iterator[str | Remark]:
        """Where it stands, and whether it can be right along with what else is."""
        flats = [(label, low) for (label, _), low in zip(question.options, question.low_choices, strict=True)]
        alls = [label for label, text in flats if _ALL.match(text)]
        nones = [label for label, text in flats if _NONE.match(text)]
        if not alls and not nones:
            return
        special = {*alls, *nones}
        ordinary = [
            place for place, (label, text) in enumerate(flats) if label not in special and not _BOTH.match(text)
        ]
        for place, (label, _) in enumerate(flats):
            if label in special and ordinary and place < ordinary[-1]:
                yield f"option {label} speaks of those above, but {flats[ordinary[-1]][0]} comes after it; put it last"
                break
        right = question.right
        others = {label for label, _ in flats} - special
        if right & set(nones) and len(right) > 1:
            yield Remark(f"'none' ({sorted(right & set(nones))[0]}) is right along with other options", field="answer")
        if right & set(alls) and right - set(alls) and not others <= right:
            yield Remark(
                f"'all' ({sorted(right & set(alls))[0]}) is right along with some of the others; name it alone",
                field="answer",
            )
        if alls and len(others) > 1 and others <= right and not right & set(alls):
            yield Remark(f"all other options are right, but 'all' ({alls[0]}) is not", field="answer")
