"""Two options mean the same in other words.

Options are compared by meaning, and by the words that tell them apart; options that are equal but for case and spelling
are found by `repeated_option`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype import embedding, minilm
from optotype.lint import language
from optotype.lint.rules import Question, Rule
from optotype.lint.rules.repeated_option import said

if TYPE_CHECKING:
    from optotype.bench import Bench

_MOST_OPTIONS = 12
"""Of a longer list the first are compared: pairs grow fast."""
_LEAST_WORDS = 2
"""Of fewer words a vector knows too little."""


@dataclass(frozen=True)
class SynonymousOptions(Rule):
    """Cosines of options of several words that share most of them."""

    group = "form"
    field = "options"
    needs = "meaning"

    likeness: float = 0.8
    """The cosine from which on two options of the same words, in another order or form, mean the same."""

    bad = (
        Question.example(
            "What happens after epoch ten?",
            "The accuracy increases slowly",
            "The accuracy slowly increases",
            "The loss vanishes",
            answer="Nothing changes",
        ),
        Question.example(
            "Что происходит после десятой эпохи?",
            "Точность медленно растёт",
            "Точность растёт медленно",
            answer="Ничего не меняется",
        ),
    )
    good = (
        Question.example(
            "What happens after epoch ten?",
            "The accuracy increases slowly",
            "The accuracy decreases slowly",
            "The accuracy increases quickly",
            answer="Nothing changes",
        ),
        Question.example("Where is it?", "left of the tree", "right of the tree", answer="above the tree"),
    )

    def ready(self, bench: Bench | None, questions: Sequence[Question]) -> None:
        """Embeds the options that will be compared, together."""
        pairs = [(question.russian, pair) for question in questions for pair in _pairs(question)]
        for russian, encoder in ((False, minilm), (True, embedding)):
            texts = [text for is_russian, pair in pairs if is_russian is russian for text in pair]
            if texts:
                encoder.shared().vectors(texts)

    def check(self, question: Question) -> Iterator[str]:
        """Compares those options whose words allow that they mean the same."""
        pairs = _pairs(question)
        if not pairs:
            return
        encoder = embedding if question.russian else minilm
        for (one, other), cosine in zip(pairs, encoder.shared().cosines(pairs), strict=True):
            if _listed(one) == _listed(other) or cosine >= self.likeness:
                yield f"two options mean nearly the same: {one[:60]!r} and {other[:60]!r}"


def _pairs(question: Question) -> list[tuple[str, str]]:
    """Pairs of options with the same words that carry meaning, but for their order, forms and a word or so."""
    if _ORDER.search(question.low):
        return []
    some = [low[:300] for low in question.low_choices[:_MOST_OPTIONS]]
    known = [(low, language.words(low)) for low in some if not _JOINED.search(low)]
    several = [(low, found, language.content(found)) for low, found in known if len(found) >= _LEAST_WORDS]
    return [
        (one, other)
        for place, (one, first, ones) in enumerate(several)
        for other, second, others in several[place + 1 :]
        if ones == others
        and said(one) != said(other)
        and (_listed(one) == _listed(other) or _in_any_order(one, first, other, second))
    ]


def _listed(text: str) -> list[str]:
    """What an option lists, in alphabetical order."""
    return sorted(part for piece in _LIST.split(text.rstrip(" .")) if (part := piece.strip()))


def _in_any_order(one: str, first: Sequence[str], other: str, second: Sequence[str]) -> bool:
    return not _ordered(first) and not _ordered(second) and _numbers(one) == _numbers(other)


def _ordered(found: Sequence[str]) -> bool:
    """Does the order of its words tell what an option says, as in 'A is above B'?"""
    return not _TELLING.isdisjoint(found) or any(len(word) == 1 and word not in "aи" for word in found)


def _numbers(text: str) -> list[str]:
    return _DIGITS.findall(text)


_ORDER = re.compile(r"\b(?:order|sequence|ranking|sorted|ascending|descending|порядок|порядке|последовательност\w+)\b")
_LIST = re.compile(r"[,;&]\s*(?:and|и)?\b|\b(?:and|и)\b")
_JOINED = re.compile(r"\w[/>→|:=]\w|->|→")
_DIGITS = re.compile(r"\d+")
_TELLING = language.words_of(
    """
    not no never without than before after above below over under from to between then followed first by into
    follows не нет ни без до после над под от к чем затем сначала
    """
)
