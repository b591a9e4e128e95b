"""Text that was to be replaced is still there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Remark, Rule
from optotype.lint.rules._fields import texts

_LEFT = re.compile(
    r"\b(?:TODO|TBD|FIXME|XXX+|lorem ipsum|insert (?:text|question|answer|option|name|value|color|colour) here)\b"
    r"|[\[<](?:to be|insert|fill in|replace|write|add|enter|please|some)\b[^\[\]<>]{0,60}[\]>]|\[[^\[\]]{0,40}\bhere\]"
    r"|\[(?:insert|question|answer|option|your|placeholder|text|name|value|x)\b[^\[\]]{0,60}\]"
    r"|\{(?:question|answer|option_?\w?|caption|text|image|name|label|value|[a-z]{3,}_\w+)\}|<(?:question"
    r"|answer|option|text|caption|name|value)>"
    r"|\{\{[^{}]{0,60}\}\}|%[sd](?!\w)|\b(?:undefined|NaN)\b|\bplaceholder\b|\?{3,}"
    r"|\[(?:вставьте|вставить|вопрос|ответ|текст|название)\b[^\[\]]{0,60}\]|\bвставьте (?:текст|вопрос|ответ"
    r"|название)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"^\W*(?:(?:option|choice|answer|distractor|вариант|ответ)(?: ?[A-Ha-hА-Г]| ?\d{1,2}| text)|none|null|n/?a|tbd"
    r"|\.\.\.|…|-+|_+|"
    r"some (?:text|answer)|test|string|dummy|foo|bar|asdf|qwerty|xxx|нет данных)?\W*$",
    re.IGNORECASE,
)
_SHORT_WORDS = frozenset({"none", "test", "bar", "n/a", "na"})
"""Words that an option may be, where others of its kind stand beside it."""


@dataclass(frozen=True)
class Placeholder(Rule):
    """Marks for what is still to be written, fields of templates, and options that only say that they are options."""

    group = "clarity"
    field = "question"
    severity = "error"

    bad = (
        Question.example("TODO: ask for the highest line", answer="red"),
        Question.example("What is the value of {option_a}?", answer="5"),
        Question.example("Which line is highest?", "red", "Option B", answer="blue"),
        Question.example("Что показано на рисунке [вставьте название]?", answer="дом"),
    )
    good = (
        Question.example("Which line is highest?", "red", "blue", "none", answer="green"),
        Question.example("What is the value of x?", answer="-"),
        Question.example("Which token is masked?", answer="<PAD>"),
    )

    def check(self, question: Question) -> Iterator[Remark]:
        """Looks for each in every text."""
        for field, text in texts(question):
            if (found := _LEFT.search(text)) is not None:
                yield Remark(f"{found[0][:60]!r} was to be replaced", field=field)
            elif (
                field == "options"
                and _WHOLE.match(text)
                and text.strip().lower() not in _SHORT_WORDS
                and _says_little(text)
            ):
                yield Remark(f"the option {text.strip()!r} says nothing", field=field)
            elif field == "question" and not any(letter.isalnum() for letter in text):
                yield Remark("the question has no words", field=field)


def _says_little(text: str) -> bool:
    """Is it more than a sign? A dash or a dot may be what is asked for."""
    return not text.strip() or any(letter.isalnum() for letter in text)
