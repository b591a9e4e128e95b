"""The answer can be guessed from the question alone, since the set answers it nearly always the same.

What colour is the banana? Models that learn from the set, and models that know such sets, need not look.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from optotype.lint import language
from optotype.lint.rules import Question, Remark, SetRule, Together, Watch

_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_QUOTED = re.compile(r'"[^"]{1,80}"|\'[^\']{1,80}\'')


def _asked(number: int, answer: str) -> Question:
    return Question.example(
        f"How many legs has animal {number}?", answer=answer, id=f"example/{number:02}", cluster=f"example/{number}"
    )


@dataclass(frozen=True)
class GuessableAnswer(SetRule):
    """Questions that are the same but for numbers and names, about different figures; about the first of them."""

    group = "giveaways"
    field = "question"

    least: int = 10
    """About how many figures a question has to be asked."""
    share: float = 0.8
    """The share of one answer from which on it can be guessed."""

    bad = Together([_asked(number, "four" if number else "two") for number in range(12)])
    good = Together([_asked(number, ("two", "four", "six")[number % 3]) for number in range(12)])

    def watch(self) -> Watch:
        """Counts answers to each question."""
        return _Answers(self)


@dataclass
class _Asked:
    """One question, however often it is asked."""

    first: str
    answers: Counter[str] = field(default_factory=Counter[str])
    clusters: set[int] = field(default_factory=set[int])


@dataclass
class _Answers(Watch):
    rule: GuessableAnswer
    asked: dict[tuple[str, str], _Asked] = field(default_factory=dict[tuple[str, str], _Asked])
    forms: dict[tuple[str, str], Counter[str]] = field(default_factory=dict[tuple[str, str], Counter[str]])

    def see(self, question: Question) -> None:
        if question.unanswerable or not question.answer or not question.text:
            return
        answer = language.flat(question.answer[:200])
        form = question.item.collection, question.item.form.kind
        self.forms.setdefault(form, Counter())[answer] += 1
        asked = _FIGURES.sub("#", _QUOTED.sub("''", question.low[:500]))
        found = self.asked.setdefault((form[0], f"{form[1]} {asked}"), _Asked(question.id))
        found.first = min(found.first, question.id)
        found.answers[answer] += 1
        found.clusters.add(hash(question.item.cluster))

    def tell(self) -> Iterator[Remark]:
        for (collection, asked), found in sorted(self.asked.items()):
            if len(found.clusters) < max(2, self.rule.least):
                continue
            total = sum(found.answers.values())
            answer, count = max(found.answers.items(), key=lambda pair: (pair[1], pair[0]))
            of_form = self.forms[collection, asked.partition(" ")[0]]
            # where all questions are answered so, it is not this one that gives the answer away
            usual = (of_form[answer] - count) / max(1, sum(of_form.values()) - total)
            if count >= self.rule.share * total and (usual < self.rule.share / 2 or sum(of_form.values()) == total):
                yield Remark(
                    f"asked {total:,} times, about {len(found.clusters):,} figures, and answered {answer[:60]!r} "
                    f"in {count / total:.0%}",
                    found.first,
                )
