"""Metrics of texts: those that compare what a respondent wrote with how gold is written, letter by letter or by words.

Published scorers of texts know nothing of reading: the reply is a string, and so is gold. So here a reply that could
not be read, or that refuses, is compared like any other; only where nothing was heard is there nothing to compare.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from optotype.formats._values import as_text
from optotype.formats.scivqa import UNANSWERABLE
from optotype.metrics import Case, Mark, Metric, best
from optotype.reading import hear
from optotype.records import Answer, Choice, Gold, Item, State, Value

_ANSWER_FIELDS = {"scivqa": "answer", "mera": "outputs"}
"""By format: the field that holds the right answer as its authors wrote it."""
_LONGEST_JSON = 100_000


@dataclass(frozen=True)
class TextMetric(Metric):
    """Compares the text of the reply with that of gold. Where several texts are right, the best comparison counts."""

    def mark(self, case: Case) -> Mark:
        """Compares the texts, whatever could be read out of them."""
        if case.answer.state is State.FAILED:
            return Mark(None, "never heard")
        said = said_text(case)
        return best([self.compare(right, said) for right in gold_texts(case)])

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares two values as they would be written."""
        return self.compare(as_text(right), as_text(value))

    @abstractmethod
    def compare(self, right: str, said: str) -> Mark:
        """Judges a text against one that is right."""


def said_text(case: Case) -> str:
    """What a respondent wrote, as metrics of texts compare it."""
    return said(case.item, case.answer)


def said(item: Item, answer: Answer) -> str:
    """What a respondent wrote, without the thinking that came before it.

    An answer that carries no reply, as those of people do, and one that stood in a JSON object are put into words.
    """
    was_read = answer.state in (State.GIVEN, State.UNANSWERABLE)
    if answer.raw is not None and not (was_read and _is_object(answer.raw)):
        return _spoken(answer.raw)
    match answer.state:
        case State.GIVEN if answer.value is not None:
            return as_text(as_shown(answer.value, item, answer))
        case State.UNANSWERABLE:
            return UNANSWERABLE
        case _:
            return ""


def _spoken(raw: str) -> str:
    return hear(raw).full if "<" in raw or "◁" in raw else raw


def gold_texts(case: Case) -> Sequence[str]:
    """The texts that are right.

    As the authors of a data set wrote them, where that is known; else in the plainest words. Options go by the letters
    under which they were shown: those stand in the reply.
    """
    gold, item, answer = case.gold, case.item, case.answer
    if gold.unanswerable:
        return (UNANSWERABLE,)
    if not moved(item, answer) and (written := _as_written(item, gold)):
        return written
    return [as_text(as_shown(value, item, answer)) for value in gold.accepted]


def moved(item: Item, answer: Answer) -> bool:
    """Were the options shown in another order than the item has them?"""
    return answer.shown is not None and answer.shown != tuple(option.label for option in item.options)


def as_shown(value: Value, item: Item, answer: Answer) -> Value:
    """A value with the letters that the respondent saw in place of the item's own."""
    if answer.shown is None or not isinstance(value, str | tuple) or not moved(item, answer):
        return value
    letters = {label: option.label for label, option in zip(answer.shown, item.options, strict=False)}
    labels = [letters.get(label, label) for label in ((value,) if isinstance(value, str) else value)]
    # a choice has no order but that of the letters; a ranking keeps its own
    return tuple(sorted(labels) if isinstance(item.form, Choice) else labels)


def _as_written(item: Item, gold: Gold) -> Sequence[str]:
    """Gold as it stood in the row that the item was read from, where it is written otherwise than we would.

    "A, B", "AB" and "['A', 'B']" all name two options, but are different texts to a metric of texts.
    """
    if gold.rule != "imported":
        return ()
    for format, name in _ANSWER_FIELDS.items():
        written = item.extra.get(format, {}).get(name)
        if isinstance(written, str | int | float) and written != "":
            return (str(written),)
    return ()


def _is_object(raw: str) -> bool:
    text = raw.strip()
    if text.startswith("```"):
        text = text.strip("`").removeprefix("json").strip()
    if not (text.startswith("{") and text.endswith("}") and len(text) < _LONGEST_JSON):
        return False
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
