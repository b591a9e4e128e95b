"""A slip of punctuation: no question mark, a space before a stop, a bracket or quote that is never closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule

_ASKS = re.compile(
    r"^(?:what|which|who|whose|where|when|why|how|is|are|was|were|does|do|did|can|could|has|have|in which"
    r"|in what|at which|"
    r"at what|for which|on which|from which|сколько|как\w*|что|кто|где|когда|почему|зачем|чему|чей|чья|есть ли"
    r"|у какого|в каком)\b"
)
_GOES_ON = re.compile(r"(?:_{2,}|…|\.{3}|:)\s*$")
_SPACED = re.compile(r"[\w'\"”»)%] ([,;?!])(?=\s|$)|\w  +\w")
_DOUBLE_STOP = re.compile(r"\?\?(?!\?)|,,|;;|(?<!\.)\.\.(?!\.)|\?\.|,\?")
_PAIRS = {")": "(", "]": "[", "}": "{", "»": "«", "”": "“"}


@dataclass(frozen=True)
class PunctuationSlip(Rule):
    """The marks of the question."""

    group = "clarity"
    field = "question"
    severity = "note"

    bad = (
        Question.example("Which line is highest", answer="red"),
        Question.example("Which line is highest ?", answer="red"),
        Question.example("Which line (of the three is highest?", answer="red"),
        Question.example("Сколько линий на рисунке", answer="три"),
    )
    good = (
        Question.example("Which line is highest?", answer="red"),
        Question.example("The highest line is ___.", "red", "blue", answer="green"),
        Question.example("How many? a) few b) many", answer="a"),
        Question.example("What is the value at [0, 1)?", answer="5"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Looks at the end, at spaces and at pairs."""
        text = question.text.strip()
        if not text or len(question.item.question) > len(question.text):
            return
        if "?" not in text and _ASKS.match(question.low) and not _GOES_ON.search(text):
            yield "a question without a question mark"
        if (found := _SPACED.search(text)) is not None:
            yield f"a space before {found[1]!r}" if found[1] else "two spaces in a row"
        elif (found := _DOUBLE_STOP.search(text)) is not None:
            yield f"two stops in a row: {found[0]!r}"
        if (open_ := _unclosed(text)) is not None:
            yield f"{open_!r} is never closed"


def _unclosed(text: str) -> str | None:
    """A bracket or quote that is opened and never closed; one that closes nothing may belong to a list: `a)`."""
    waiting: list[str] = []
    for letter in text:
        if letter in "([{«“":
            waiting.append(letter)
        elif letter in _PAIRS and waiting and (_PAIRS[letter] in waiting or (letter in ")]" and waiting[-1] in "([")):
            waiting.pop()  # half-open intervals mix their brackets
    if waiting:
        return waiting[-1]
    return '"' if text.count('"') % 2 and "''" not in text and not re.search(r"\d\"", text) else None
