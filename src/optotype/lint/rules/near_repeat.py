"""Two questions about one figure ask nearly the same.

Questions are compared by meaning; what tells them apart in words (numbers, names, colours, opposites) is held against
it, since a vector hardly knows 'highest' from 'lowest'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype import embedding, minilm
from optotype.lint import language
from optotype.lint.rules import Question, Remark, SiblingRule, Together

if TYPE_CHECKING:
    from optotype.bench import Bench

WINDOW = 100
"""With how many of its siblings a question is compared, at most: those that come next when all are sorted."""

SHARED = 0.5
"""The share of its words that carry meaning which the shorter of two questions has to share: who asks the same speaks
of the same things. It spares most questions being embedded."""

_CAPITAL = re.compile(r"[A-ZА-ЯЁ]|\d|_")


@dataclass(frozen=True)
class NearRepeat(SiblingRule):
    """Cosines of siblings; the later one is named."""

    group = "clarity"
    field = "question"
    needs = "meaning"

    likeness: float = 0.92
    """The cosine from which on two questions in English are nearly the same."""
    russian_likeness: float = 0.9
    """The same, for other languages, which another encoder compares."""

    bad = (
        Together(
            [
                Question.example("What is the highest accuracy of the model?", answer="0.9", id="example/1"),
                Question.example("What is the model's highest accuracy?", answer="0.9", id="example/2"),
            ]
        ),
        Together(
            [
                Question.example("Какова максимальная точность модели?", answer="0,9", id="example/1"),
                Question.example("Какова наибольшая точность модели?", answer="0,9", id="example/2"),
            ]
        ),
    )
    good = (
        Together(
            [
                Question.example("What is the highest accuracy of the model?", answer="0.9", id="example/1"),
                Question.example("What is the lowest accuracy of the model?", answer="0.1", id="example/2"),
            ]
        ),
        Together(
            [
                Question.example("What is the value of the red line at 10?", answer="0.9", id="example/1"),
                Question.example("What is the value of the red line at 20?", answer="0.7", id="example/2"),
            ]
        ),
        Together(
            [
                Question.example("What is the demand for cars in 2014?", answer="5", id="example/1"),
                Question.example("What is the demand for cars and lorries in 2014?", answer="7", id="example/2"),
            ]
        ),
    )

    def ready(self, bench: Bench | None, questions: Sequence[Question]) -> None:
        """Embeds the questions that will be compared, together; their vectors are remembered."""
        clusters: dict[str, list[Question]] = {}
        for question in questions:
            clusters.setdefault(question.item.cluster, []).append(question)
        for russian, encoder in ((False, minilm), (True, embedding)):
            pairs = [pair for siblings in clusters.values() for pair in candidates(siblings, russian=russian)]
            if pairs:
                encoder.shared().vectors([question.low for pair in pairs for question in pair])

    def check(self, siblings: Sequence[Question]) -> Iterator[Remark]:
        """Compares each question with those that follow, where words allow that they ask the same."""
        for russian, encoder, likeness in (
            (False, minilm, self.likeness),
            (True, embedding, self.russian_likeness),
        ):
            pairs = candidates(siblings, russian=russian)
            found = encoder.shared().cosines([(one.low, other.low) for one, other in pairs])
            named: set[str] = set()
            for (one, other), cosine in zip(pairs, found, strict=True):
                first, second = sorted((one.id, other.id))
                if cosine >= likeness and second not in named:
                    named.add(second)
                    yield Remark(f"asks nearly the same as {first} (likeness {cosine:.2f})", second)


def candidates(siblings: Sequence[Question], *, russian: bool) -> list[tuple[Question, Question]]:
    """The pairs of siblings whose words allow that they ask the same."""
    some = [question for question in siblings if question.words and question.russian is russian]
    if len(some) < 2:
        return []
    some.sort(key=lambda question: (question.low, question.id))
    return [
        (one, other)
        for place, one in enumerate(some)
        for other in some[place + 1 : place + 1 + WINDOW]
        if may_be_the_same(one, other)
    ]


def may_be_the_same(one: Question, other: Question) -> bool:
    """Do words allow that two questions ask the same? Exact repeats are another rule's matter."""
    shared = len(one.stems & other.stems)
    if shared < SHARED * min(len(one.stems), len(other.stems)) or one.words == other.words:
        return False
    if shared == min(len(one.stems), len(other.stems)) and (one.stems ^ other.stems) - _ADDS_NOTHING:
        return False  # one asks for more than the other
    return marks(one) == marks(other) and one.item.pictures == other.item.pictures and one.item.text == other.item.text


def marks(question: Question) -> frozenset[str]:
    """The words of a question that no likeness of meaning makes up for."""
    known = question.__dict__.get("_marks")
    if known is None:
        known = frozenset(_marks(question))
        question.__dict__["_marks"] = known
    return known


def _marks(question: Question) -> Iterator[str]:
    for word in question.words:
        colour = language.colour(word) or language.exotic_colour(word)
        if colour is not None:
            yield colour
        elif any(letter.isdigit() for letter in word) or len(word) == 1:
            yield word
        elif word in _OPPOSITES:
            yield _OPPOSITES[word]
    for place, word in enumerate(question.text.split()):
        # a capital letter inside a question is a name's
        if place and _CAPITAL.search(word):
            yield "".join(letter for letter in word.lower() if letter.isalnum()).removesuffix("s")


_ADDS_NOTHING = language.content(language.ABOUT_FIGURES) | language.content(
    language.words_of(
        """
        case say tell name give please according based see find provide state identify exactly currently given displayed
        present presented total overall укажите назовите скажите определите найдите именно
        """
    )
)
"""Words that a question may have more than another, and still ask the same."""

_OPPOSITES = {
    word: sense
    for sense, some in {
        "most": "highest largest biggest maximum maximal max most greatest top best tallest longest максимальный "
        "максимальное максимальная наибольший наибольшее наибольшая самый высокий",
        "least": "lowest smallest minimum minimal min least fewest worst shortest минимальный минимальное минимальная "
        "наименьший наименьшее наименьшая",
        "more": "higher larger bigger greater more better above over longer exceed exceeds outperform outperforms "
        "больше выше лучше",
        "fewer": "lower smaller less fewer worse below under shorter меньше ниже хуже",
        "up": "increase increases increasing rise rises rising grow grows upward растет возрастает увеличивается",
        "down": "decrease decreases decreasing fall falls falling drop drops downward decline declines убывает падает "
        "снижается уменьшается",
        "first": "first start starts starting begin beginning initial lowest-numbered первый первая первое начало",
        "last": "last end ends ending final последний последняя последнее конец",
        "left": "left leftmost left-hand левый левая слева",
        "right": "right rightmost right-hand правый правая справа",
        "upper": "upper uppermost верхний верхняя сверху",
        "bottom": "bottom lowermost нижний нижняя снизу",
        "second": "second второй вторая второе",
        "third": "third третий третья",
        "fourth": "fourth четвертый",
        "x": "x-axis horizontal абсцисс",
        "y": "y-axis vertical ординат",
        "not": "not no never without не нет",
        "many": "many сколько",
        "which": "which",
        "why": "why почему зачем",
        "how": "how",
        "solid": "solid",
        "dashed": "dashed dotted",
        "dark": "dark",
        "light": "light",
        "training": "training train",
        "test": "test testing",
        "average": "average mean median",
        "row": "row rows",
        "column": "column columns",
        "difference": "difference",
        "ratio": "ratio",
        "sum": "sum total",
        "precision": "precision",
        "recall": "recall",
        "men": "male men man boys",
        "women": "female women woman girls",
    }.items()
    for word in some.split()
}
"""By word, which of the senses it has that must not differ."""
