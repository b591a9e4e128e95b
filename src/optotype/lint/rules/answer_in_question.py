"""The answer stands in the question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype import reading
from optotype.lint import language
from optotype.lint.rules import Question, Rule
from optotype.records import ShortText

_ALTERNATIVES = frozenset(["or", "или", "versus", "vs", "than", "чем"])
"""Words by which a question names what there is to choose from; the answer is one of these then."""
_NEAR = 6
"""How many words off the answer such a word may stand."""
_AT = re.compile(
    r"(?:\b(?:at|when|for|of|with|than|to|from|where|epoch|step|equals|is|при|для|до|от|где)|[=<>]) ?(?:the |a "
    r"|an )?(?:[\w-]+ ){0,2}"
    r"[-+]?\d[\d.,]*"
)
_ASKS_NAME = re.compile(r"\b(?:stand for|abbreviat\w+|acronym|mean by|расшифров\w+|означает)\b")


@dataclass(frozen=True)
class AnswerInQuestion(Rule):
    """A short answer whose words stand, in a row, in what is asked; alternatives that it names are no hint."""

    group = "giveaways"
    field = "question"

    letters: int = 3
    """How many letters an answer has to have: single letters stand everywhere."""

    bad = (
        Question.example("Which model, the gated network, is shown at the top?", answer="gated network"),
        Question.example("What is the value of the bar that reaches 0.85?", answer="0.85"),
        Question.example("Какой показатель, гемоглобин, ниже нормы?", answer="Гемоглобин"),
    )
    good = (
        Question.example("Which is higher, LSTM or GRU?", answer="LSTM"),
        Question.example("Which model is shown at the top?", answer="gated network"),
        Question.example("What does NMT stand for?", answer="neural machine translation"),
        Question.example("At which epoch out of 100 does it peak?", answer="10"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Looks for the answer, word by word."""
        if not isinstance(question.item.form, ShortText) or question.unanswerable:
            return
        asked = " ".join(question.words)
        for answer in question.answers:
            said = language.words(language.flat(answer))
            text = " ".join(said)
            number = text.replace(" ", "").isdigit()
            if len(text) < self.letters or len(said) > 12 or set(said) <= language.STOP:
                continue
            if number and (("." not in answer and len(text) < 4) or _AT.search(question.low)):
                continue  # a small number may be anything, and one that says where to look is no answer
            if f" {text} " not in f" {asked} " or _ASKS_NAME.search(question.low) or _named(asked, text):
                continue
            if language.content(said) <= _COMMON or reading.yes_no(answer) is not None:
                continue
            yield f"the answer {answer.strip()[:60]!r} stands in the question"
            return


def _named(asked: str, text: str) -> bool:
    """Is the answer one of the things that the question lets choose from?"""
    before, _, after = f" {asked} ".partition(f" {text} ")
    near = [*before.split()[-_NEAR:], *after.split()[:_NEAR]]
    said = text.split()
    return not _ALTERNATIVES.isdisjoint(near) or ("between" in near[: len(before.split())] and "between" not in said)


_COMMON = language.content(language.ABOUT_FIGURES)
