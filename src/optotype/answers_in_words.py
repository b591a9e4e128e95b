"""Answers in words: what a respondent said, under the letters that it saw."""

from __future__ import annotations

import json

from optotype.reading import hear
from optotype.records import Answer, Choice, Item, State, Value
from optotype.values import UNANSWERABLE, as_text

_LONGEST_JSON = 100_000


def said(item: Item, answer: Answer) -> str:
    """What a respondent wrote, without the thinking that came before it.

    An answer that carries no reply, as those of people do, and one that stood in a JSON object are put into words.
    """
    was_read = answer.state in (State.GIVEN, State.UNANSWERABLE)
    if answer.raw is not None and not (was_read and _is_object(answer.raw)):
        return hear(answer.raw).full if "<" in answer.raw or "◁" in answer.raw else answer.raw
    match answer.state:
        case State.GIVEN if answer.value is not None:
            return as_text(as_shown(answer.value, item, answer))
        case State.UNANSWERABLE:
            return UNANSWERABLE
        case _:
            return ""


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
