"""A compound figure has several parts, and the question speaks of 'the plot' or 'the x-axis' as if there were one.

A part is named by its letter, its place or its title; a name that stands in quotes or begins with a capital letter may
be one, and so may a colour or a number of its own. Whoever asks about the whole figure need not name a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule

_NAMED = re.compile(
    r"\([a-z0-9]{1,3}\)|\b(?:sub-?figures?|sub-?plots?|sub-?graphs?|sub-?charts?|panels?|"
    r"(?:figures?|figs?\.?|plots?|graphs?|charts?|diagrams?|trees?|images?|matri(?:x|ces)|networks?|tables?"
    r"|models?|part) "
    r"(?:\(?[a-z]\)?|\d+[a-z]?|on the|to the|at the|in the|with|for|labell?ed|titled|that|which|showing|of"
    r"|called|named|"
    r"above|below|where|corresponding|representing|about))\b"
    r"|\b(?:first|second|third|fourth|fifth|sixth|last|left|right|top|bottom|upper|lower|middle|center|central"
    r"|leftmost|"
    r"rightmost|both|all|each|every|either|any|two|three|four|five|six|other|most|across|overall|none|neither|same)\b"
    r"|\b(?:plots|figures|graphs|charts|diagrams|panels|trees|images|lines|curves)\b"
    r"|\b(?:перв|втор|трет|четверт|последн|лев|прав|верхн|нижн|средн|кажд|люб|об[аое]|все[хм]?\b|двух|слева"
    r"|справа|сверху|снизу)\w*"
)
_ONE = re.compile(
    r"\bthe (?:provided |given |shown |presented )?(?:sub)?(?:graph|plot|chart|tree|diagram|matrix|histogram"
    r"|axis|[xy][- ]?axis|legend|title)(?! types?\b)(?!s)\b"
    r"|\bits (?:[xy]-?axis|title|legend)\b"
    r"|\b(?:на|в|у|из) (?:графике|диаграмме|таблице|схеме|графика|диаграммы|таблицы)\b|\bграфика\b"
    r"|\bдиаграммы\b|\bтаблицы\b|\bоси\b|\bось\b|\bлегенд\w+\b"
)
_WHOLE = re.compile(
    r"\b(?:in|of|throughout) (?:the|this) (?:whole |entire )?(?:figure|image|picture)\b"
    r"|\bhow many (?:different )?(?:sub|plots|graphs|charts)"
    r"|\bна рисунке\b"
)
_QUOTED = re.compile(r"[\"“”«»]|(?<!\w)['‘][^'’]{1,80}['’](?!\w)")
_NAME = re.compile(r"(?<!^)(?<![.?!] )\b(?:[A-ZА-ЯЁ][\w-]*|\w*[a-z][A-Z]\w*|\w*\d\w*)")
_EQUATION = re.compile(r"[=<>≤≥±$\\_^%→]")


@dataclass(frozen=True)
class AmbiguousSubfigure(Rule):
    """Questions about figures with parts that name no part, nothing in quotes, no name, no colour and no number."""

    group = "clarity"
    field = "question"

    figures: int = 2
    """From how many parts on."""

    bad = (
        Question.example("What is the label of the x-axis?", answer="epochs", figure={"figures": "4"}),
        Question.example("Каково значение в начале графика?", answer="5", figure={"figures": "2"}),
    )
    good = (
        Question.example("What is the label of the x-axis in plot (b)?", answer="epochs", figure={"figures": "4"}),
        Question.example("What is the highest value of 'BLEU'?", answer="30", figure={"figures": "2"}),
        Question.example("What is the label of the x-axis?", answer="epochs", figure={"figures": "1"}),
        Question.example("How many plots are there?", answer="4", figure={"figures": "4"}),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Is a part named?"""
        if question.figures < max(2, self.figures) or question.unanswerable or not question.words:
            return
        text, low = question.text[:1000], question.low[:1000]
        if not _ONE.search(low) or _WHOLE.search(low):
            return
        if _NAMED.search(low) or _QUOTED.search(text) or _NAME.search(text) or _EQUATION.search(text):
            return
        if any(language.colour(word) or language.exotic_colour(word) for word in question.words):
            return
        asked = question.stems - _COMMON
        captioned = language.content(language.words(language.flat(question.caption)))
        # what is asked about may be told apart by words that a part's caption has
        if len(asked & captioned) >= 3:
            return
        yield f"the figure has {question.figures} parts, and the question does not say which is meant"


_COMMON = language.content(language.ABOUT_FIGURES)
