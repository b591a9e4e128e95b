"""What an answer is written as: the reply itself, or what was read out of it."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from optotype.answers_in_words import moved, said
from optotype.formats import Entry, Format
from optotype.records import Answer, Gold, Item, State
from optotype.values import UNANSWERABLE, as_text

Say = Literal["reply", "answer"]
"""`reply`: what was said. `answer`: what was read out of it; nothing, where nothing could be."""


def reply(item: Item, answer: Answer) -> str | None:
    """What was said, as metrics of texts compare it, with options by the item's own labels; None where it cannot be.

    A reply to another order of the options names them by other letters. Then what was read out of it is written; and
    where nothing was, nothing is.
    """
    if answer.state is State.FAILED:
        return None
    if not moved(item, answer) or answer.state not in (State.GIVEN, State.UNREAD):
        return said(item, answer)
    return None if answer.value is None else as_text(answer.value)


def plainly(item: Item, answer: Answer) -> str | None:
    """What was read out of a reply, in the plainest words; None where nothing was."""
    if answer.state is State.UNANSWERABLE:
        return UNANSWERABLE
    return None if answer.value is None else as_text(answer.value)


def as_gold(item: Item, answer: Answer, format: Format, field: str) -> JsonValue:
    """What was read out of a reply, as a format writes right answers; None where nothing was, or it cannot say so."""
    if answer.value is not None:
        gold = Gold(item=item.id, accepted=(answer.value,), rule="imported")
    elif answer.state is State.UNANSWERABLE:
        gold = Gold(item=item.id, unanswerable=True, rule="imported")
    else:
        return None
    written = format.row(Entry(items=(item,), golds=(gold,)))[field]
    return None if written == "" else written


def as_gold_text(item: Item, answer: Answer, format: Format, field: str) -> str | None:
    """The same, as a text."""
    written = as_gold(item, answer, format, field)
    return None if written is None else str(written)
