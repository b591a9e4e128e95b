"""Only the right option fits the grammar of the question.

'An' asks for a vowel, 'which two' for two things: whoever listens to the words needs no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule

_ARTICLE = re.compile(r"\b(an?) ?(?:_{2,}|\.{3}|…)?[:?. ]*$")
_VOWEL = re.compile(r"^(?:[aeio]|u(?!n[ia]|se|su|ti)|hour|honest)")
_TWO = re.compile(r"\b(?:which|what|name|какие|назовите)(?: of the| the)? (two|three|both|два|две|три|оба|обе)\b")
_LISTED = re.compile(r",|;|&|\+|/|\b(?:and|и)\b")


@dataclass(frozen=True)
class OnlyGrammaticalOption(Rule):
    """Articles and numbers of things that one option alone agrees with."""

    group = "giveaways"
    field = "options"

    bad = (
        Question.example("The figure shows an", "bar chart", "line chart", "tree", answer="area chart"),
        Question.example("The shape in the middle is a ___.", "ellipse", "oval", "octagon", answer="square"),
        Question.example("Which two lines cross?", "red", "blue", "green", answer="black and grey"),
        Question.example("Какие два показателя растут?", "доход", "расход", "налог", answer="прибыль и долг"),
    )
    good = (
        Question.example("The figure shows an", "icon", "object", "arrow", answer="area"),
        Question.example("Which two lines cross?", "red and blue", "red and green", answer="black and grey"),
        Question.example("Which line is a?", "red", "blue", "green", answer="orange"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Which options fit the words before them?"""
        right = question.right_choice
        if right is None or len(question.wrongs) < 2:
            return
        low = question.low
        article = _ARTICLE.search(low)
        if article is not None and not low.endswith("?"):
            wanted = article[1] == "an"
            fits = [_begins_with_vowel(text) is wanted for text in (right, *question.wrongs)]
            if fits[0] and not any(fits[1:]):
                yield f"only the right option can follow {article[1]!r}; write 'a/an', or choose other wrong options"
        several = _TWO.search(low)
        if several is not None:
            lists = [len(_LISTED.findall(language.flat(text))) > 0 for text in (right, *question.wrongs)]
            if lists[0] and not any(lists[1:]):
                yield f"the question asks for {several[1]!r}, and only the right option names several"


def _begins_with_vowel(text: str) -> bool:
    return _VOWEL.match(language.flat(text)) is not None
