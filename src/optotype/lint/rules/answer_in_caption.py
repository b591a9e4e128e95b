"""The answer stands in the caption, so that the figure is not needed.

Words of the answer are looked for; whether a question can be answered from the caption is more than that, see
`answerable_blind`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint import language
from optotype.lint.rules import Question, Remark, Rule
from optotype.records import ShortText


@dataclass(frozen=True)
class AnswerInCaption(Rule):
    """The answer's words, in a row, near words of the question, in the caption; of options, the right one alone."""

    group = "kind"
    field = "question"

    words: int = 2
    """How many words of the question have to stand in the same sentence of the caption."""

    bad = (
        Question.example(
            "Which data set is used for training?", answer="WSJ corpus", caption="Training on the WSJ corpus data set."
        ),
        Question.example(
            "На каких данных обучена модель?", answer="WSJ", caption="Модель обучена на данных WSJ за год."
        ),
        Question.example(
            "Which data set is used for training?",
            "Brown",
            "Penn",
            answer="WSJ",
            caption="Training on the WSJ data set.",
        ),
    )
    good = (
        Question.example("Which line is highest?", answer="LSTM", caption="Accuracy of LSTM and GRU by epoch."),
        Question.example("Which data set is used for training?", answer="WSJ", caption="Accuracy by epoch."),
        Question.example(
            "Which data set is used for training?",
            "Brown",
            answer="WSJ",
            caption="Training on WSJ or on Brown data set.",
        ),
    )

    def check(self, question: Question) -> Iterator[Remark | str]:
        """Looks for the answer, sentence by sentence."""
        if not question.caption or question.unanswerable:
            return
        form = question.item.form
        if isinstance(form, ShortText):
            answers, others = question.answers, ()
        elif question.right_choice is not None:
            answers, others = (question.right_choice,), question.wrongs
        else:
            return
        if not question.stems - _COMMON:
            return
        low = " ".join(language.words(language.flat(question.caption)))
        for answer in answers:
            said = language.words(language.flat(answer))
            text = " ".join(said)
            known = set(question.words)
            if not 1 <= len(said) <= 12 or len(text) < 2 or set(said) <= language.STOP or known.issuperset(said):
                continue
            if len(text) < 3 or f" {text} " not in f" {low} ":
                continue
            rest = f" {low} ".replace(f" {text} ", " . ")
            if any(f" {_plain(other)} " in rest for other in others if _plain(other)):
                continue  # the caption names several options
            if (sentence := self._sentence(question, text)) is not None:
                yield f"the answer {answer.strip()[:60]!r} stands in the caption: {sentence[:100]!r}"
                return

    def _sentence(self, question: Question, text: str) -> str | None:
        """The sentence of the caption that says it, if it speaks of what is asked."""
        asked = question.stems - _COMMON
        compared = _COMPARES.findall(question.low)
        for sentence in _SENTENCE.split(question.caption):
            found = language.words(language.flat(sentence))
            if f" {text} " in f" {' '.join(found)} ":
                shared = asked & language.content(found)
                if compared and not set(compared) & set(found):
                    continue
                if len(shared) >= min(self.words, max(1, len(asked))):
                    return sentence.strip()
        return None


def _plain(text: str) -> str:
    return " ".join(language.words(language.flat(text)))


_COMMON = language.content(language.ABOUT_FIGURES)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_COMPARES = re.compile(
    r"\b(?:highest|lowest|largest|smallest|best|worst|most|least|higher|lower|better|worse|larger|smaller"
    r"|maximum|minimum|"
    r"greater|fewer|more|less|first|last|longest|shortest|above|below|outperforms?|max|min|peaks?|fastest"
    r"|slowest|increases?|"
    r"decreases?|наибольш\w*|наименьш\w*|больше|меньше|выше|ниже|лучше|хуже|максимал\w*|минимал\w*|сам\w+)\b"
)
"""A caption that lists what is shown does not say which is best, unless it says so in the same word."""
