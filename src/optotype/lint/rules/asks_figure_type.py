"""The question asks which type of figure is shown.

The caption and the first glance tell; nothing is read off the figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule

_FIGURE = r"(?:figure|chart|plot|graph|diagram|visuali[sz]ation|image|picture|graphic)"
_ASKS = re.compile(
    rf"\b(?:type|kind|sort|form|style)s? of (?:the |this |an? )?{_FIGURE}s?\b(?!-| (?:neural|network|element|line|"
    r"marker|based|convolution|attention|structure|node|edge|data|model|layer|embedding|feature|label)s?)"
    rf"|\b(?:what|which|the|name|this) {_FIGURE} (?:type|kind)s?\b"
    rf"|\b(?:is|does) (?:this|the|it|that) (?:{_FIGURE} )?(?:show |represent )?an? (?:bar|line|pie|box|scatter|area|"
    r"venn|pareto|tree|flow|architecture|confusion|neural|heat)[ -]?(?:chart|plot|graph|diagram|matrix|map|network)\b"
    r"|\b(?:тип|вид|типа|вида|типом|видом|типу|виду|типе|виде) (?:этого |этой |данного |данной )?"
    r"(?:график|диаграмм|рисун|схем|изображени|визуализаци)\w*"
    r"|\bкак(?:ой|ая) (?:это |тут |здесь )?(?:график|диаграмма|рисунок|схема)(?: (?:изображен|показан|это)\w*|:|\?|$)"
)


@dataclass(frozen=True)
class AsksFigureType(Rule):
    """Wordings that ask for the type of the figure."""

    group = "kind"
    field = "question"

    bad = (
        Question.example("What type of chart is used?", answer="bar chart"),
        Question.example("Is this figure a line chart?", answer=True),
        Question.example("Какой тип диаграммы показан?", answer="круговая"),
    )
    good = (
        Question.example("What type of model is shown in the chart?", answer="LSTM"),
        Question.example("Which bar of the bar chart is highest?", answer="the third"),
        Question.example("Какой показатель на графике растёт?", answer="доход"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Is that what is asked?"""
        if (found := _ASKS.search(question.low[:1000])) is not None:
            yield f"asks for the type of the figure: {found[0]!r}"
