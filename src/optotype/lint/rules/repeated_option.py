"""Two options say the same: they differ in case, spelling or the way a number is written, or are synonyms.

Whoever finds both in the list knows that neither is right, or that both are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule
from optotype.scenegraph.synonyms import synsets

_PERCENT = re.compile(r"(?<=\d) ?(?:percent|per cent|процент(?:а|ов)?)\b")
_ARTICLE = re.compile(r"^(?:the|a|an) ")
_SIGNS = re.compile(r"[^\w\s%+\-./*<>=^°$€≤≥±|&#@!]+")
_ZEROS = re.compile(r"(?<=\d)(\.\d*?)0+(?=\D|$)")
_DIGITS = (
    "zero ноль нуль|one один одна одно|two два две|three три|four четыре|five пять|six шесть|seven семь|eight восемь"
)
_SPELT = {word: str(number) for number, names in enumerate(_DIGITS.split("|")) for word in names.split()}
_BRITISH = {"colour": "color", "grey": "gray", "centre": "center", "metre": "meter", "litre": "liter"}
_NEVER = language.words_of(
    """
    yes no true false left right above below up down
    """
)
"""Words that have a synonym in some sense, and never as an option."""
_MANY, _FEW = 6, 2  # a word of many senses is a synonym of half the dictionary


@dataclass(frozen=True)
class RepeatedOption(Rule):
    """Options that are the same once case, articles, spelling and ways of writing numbers are made equal."""

    group = "form"
    field = "options"
    severity = "error"

    synonyms: bool = True
    """Are single words that are synonyms the same, too?"""

    bad = (
        Question.example("What is the error?", "0.5", "0.50", "0.7", answer="0.9"),
        Question.example("Which trend is shown?", "It falls.", "it falls", "constant", answer="it rises"),
        Question.example("Which vehicle is on the left?", "car", "automobile", "train", answer="bicycle"),
        Question.example("Какова доля?", "10 %", "10%", "20%", answer="30%"),
    )
    good = (
        Question.example("What is the error?", "0.5", "0.05", "0.7", answer="5.0"),
        Question.example("Which symbol is used?", "T", "t'", "T*", answer="T+"),
        Question.example("Which trend is shown?", "rises", "falls", "is constant", answer="rises, then falls"),
        Question.example("Какова доля?", "10%", "20%", "30%", answer="40%"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Options by what they say; the second that says the same is named."""
        seen: dict[str, str] = {}
        for text in question.choices:
            what = said(text)
            if not what:
                continue
            if what in seen:
                yield f"two options say the same: {_cut(seen[what])!r} and {_cut(text)!r}"
            seen.setdefault(what, text)
        if self.synonyms:
            yield from _synonymous(seen)


def said(text: str) -> str:
    """What an option says, whatever its case, articles, spelling and way of writing numbers."""
    if text.isascii() and len(text) <= 2:  # a letter is a symbol: T is not t
        return text.strip().rstrip(".")
    low = language.flat(text)
    low = _PERCENT.sub("%", _ARTICLE.sub("", low)).replace(" %", "%")
    low = _ZEROS.sub(lambda found: "" if found[1] == "." else found[1], low)
    low = _SIGNS.sub(" ", low.rstrip(" .;:,!")).replace("approximately ", "about ")
    parts = [_SPELT.get(word, _BRITISH.get(word, word)) for word in low.split()]
    return " ".join(parts) or text.strip()


def _synonymous(seen: dict[str, str]) -> Iterator[str]:
    single = {word: text for word, text in seen.items() if word.isalpha() and word.isascii() and len(word) > 2}
    owners: dict[int, tuple[str, int]] = {}
    for word, text in single.items():
        if word in _NEVER or language.colour(word):
            continue
        sets = synsets(word)
        if len(sets) > _MANY:
            continue
        for number in sorted(sets):
            other, senses = owners.setdefault(number, (text, len(sets)))
            if other != text and min(senses, len(sets)) <= _FEW:
                yield f"two options mean the same: {_cut(other)!r} and {_cut(text)!r}"
                break


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
