"""The right option repeats words of the question, and no other option does.

Readers choose what sounds like the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Rule


@dataclass(frozen=True)
class EchoedQuestion(Rule):
    """Words that carry meaning and that the question shares with one option alone."""

    group = "giveaways"
    field = "options"

    share: float = 0.5
    """The share of the right option's words that has to stand in the question."""

    bad = (
        Question.example(
            "Why does translation quality degrade?",
            "The vocabulary is small",
            "Training stops early",
            answer="Translation quality degrades on long sentences",
        ),
        Question.example(
            "Что показывает кривая обучения модели?", "рост цен", "число ошибок", answer="ход обучения модели"
        ),
    )
    good = (
        Question.example(
            "Why does translation quality degrade?",
            "Quality degrades on long sentences",
            "The translation of rare words degrades",
            answer="Sentences become longer",
        ),
        Question.example("Which line is highest?", "red line", "blue line", answer="green line"),
        Question.example("Is A or B higher at 10?", "A", "neither", answer="B"),
    )

    def check(self, question: Question) -> Iterator[str]:
        """Which options share words with the question?"""
        right = question.right_choice
        if right is None or len(question.wrongs) < 2:
            return
        asked = question.stems - _COMMON
        said = _stems(right)
        shared = said & asked
        if len(shared) < 2 or len(shared) < self.share * len(said):
            return
        most = max(len(_stems(text) & asked) for text in question.wrongs)
        if most == 0:
            words = [word for word in language.words(language.flat(right)) if language.stem(word) in shared]
            yield f"the right option alone repeats words of the question: {', '.join(dict.fromkeys(words))}"


def _stems(text: str) -> frozenset[str]:
    return language.content(language.words(language.flat(text))) - _COMMON


_COMMON = language.content(language.ABOUT_FIGURES)
"""Words that any question about a figure may share with its options."""
