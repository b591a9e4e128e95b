"""A word is written in two alphabets: Latin letters inside a Cyrillic word, or the other way round.

They look the same and are not: such a word is never found, and a model reads it in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Remark, Rule
from optotype.lint.rules._fields import texts

_MIXED = re.compile(r"[A-Za-z]+[А-Яа-яЁё]+[A-Za-zА-Яа-яЁё]*|[А-Яа-яЁё]+[A-Za-z]+[A-Za-zА-Яа-яЁё]*")
_ALIKE = frozenset("aceopxyABCEHKMOPTXYуасеорхАВСЕНКМОРТХУkKuи")
"""Letters that look nearly the same in both."""


@dataclass(frozen=True)
class MixedAlphabets(Rule):
    """Words with letters of both alphabets; `IgG-антитела` has a hyphen between them, and is fine."""

    group = "clarity"
    field = "question"

    bad = (
        Question.example("Какой гeмоглобин выше нормы?", answer="первый"),
        Question.example("Какой показатель выше?", "лейкоциты", "эритpоциты", answer="тромбоциты"),
    )
    good = (
        Question.example("Какой гемоглобин выше нормы?", answer="первый"),
        Question.example("Сколько IgG-антител?", answer="5"),
        Question.example("Which line is highest?", answer="red"),
    )

    def check(self, question: Question) -> Iterator[Remark]:
        """Each such word is told once."""
        told: set[str] = set()
        for field, text in texts(question):
            if text.isascii():
                continue
            for word in _MIXED.findall(text):
                foreign = _minority(word)
                if word not in told and set(foreign) <= _ALIKE:
                    told.add(word)
                    yield Remark(f"{word[:40]!r} mixes alphabets: {', '.join(map(repr, foreign))}", field=field)


def _minority(word: str) -> list[str]:
    """The letters of the alphabet that fewer of them belong to."""
    latin = [letter for letter in word if letter.isascii()]
    cyrillic = [letter for letter in word if not letter.isascii()]
    return list(dict.fromkeys(latin if len(latin) <= len(cyrillic) else cyrillic))
