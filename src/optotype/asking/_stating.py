"""Stating: an answer in the words that a template asks for. What is stated, `reading.read` reads back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal

from optotype.asking._wording import Wording
from optotype.records import Choice, Gold, Graph, Item, Number, Preference, Range, Ranking, ShortText, Value, YesNo

Style = Literal["prose", "json"]
Reasoning = Literal["none", "brief"]

_PLAIN = 30
"""Digits before or after the point beyond which a number is written with an exponent."""


def right(item: Item, gold: Gold) -> Value | None:
    """The right answer that can be stated to an item; None if that is that it cannot be answered.

    Of several accepted answers the first is taken that the form can have: a number rather than a range, whose middle is
    taken where there is nothing else.

    Raises:
        LookupError: gold says nothing that fits the form: a label that no option has, for example.
    """
    if gold.unanswerable and item.form.unanswerable:
        return None
    fitting = [value for accepted in gold.accepted for value in _fitting(item, accepted)]
    if not fitting:
        raise LookupError(f"{item.id}: gold has nothing that can be stated")
    return min(fitting, key=lambda value: isinstance(value, Range))


def _fitting(item: Item, value: Value) -> Iterator[Value]:
    labels = {option.label for option in item.options}
    named = (value,) if isinstance(value, str) else value
    match item.form:
        case Choice(several=several):
            if isinstance(named, tuple) and named and labels.issuperset(named) and (several or len(named) == 1):
                yield named
        case Preference():
            if isinstance(named, tuple) and len(named) == 1 and labels.issuperset(named):
                yield named
        case Ranking():
            if isinstance(named, tuple) and named and labels.issuperset(named) and len(set(named)) == len(named):
                yield named
        case YesNo():
            if isinstance(value, bool):
                yield value
        case Number():
            if not isinstance(value, bool | str | tuple):
                yield value
        case ShortText():
            if not isinstance(value, bool | tuple) and value != "":
                yield value
        case Graph():
            if isinstance(value, str) and value.strip():
                yield value


def state(
    value: Value | None,
    item: Item,
    shown: Sequence[str] | None,
    wording: Wording,
    style: Style = "prose",
    reasoning: Reasoning = "none",
) -> str:
    """A reply that gives this answer, as a template asks for it; None says that it cannot be answered."""
    said = _said(value, item, shown, wording)
    if style == "json":
        return json.dumps({"answer": said}, ensure_ascii=False)
    if isinstance(said, list):
        text = ", ".join(said)
    else:
        text = said if isinstance(said, str) else number_text(said)
    return f"{wording.answer} {text}" if reasoning == "brief" else text


def _said(
    value: Value | None, item: Item, shown: Sequence[str] | None, wording: Wording
) -> str | int | float | list[str]:
    if value is None:
        return wording.cannot
    if isinstance(value, bool):
        return wording.yes if value else wording.no
    if isinstance(value, tuple):
        letters = _letters(value, item, shown)
        return letters[0] if isinstance(item.form, Preference) or _one(item) else letters
    if isinstance(value, Range):
        value = _middle(value)
    if isinstance(value, str):
        return value
    return _shortest(value) if isinstance(item.form, Number) else number_text(value)


def _one(item: Item) -> bool:
    return isinstance(item.form, Choice) and not item.form.several


def _letters(labels: Sequence[str], item: Item, shown: Sequence[str] | None) -> list[str]:
    """What options are called where they are shown. Of a ranking, the rest follows as it is shown."""
    names = [option.label for option in item.options]
    order = list(shown or names)
    place = {label: number for number, label in enumerate(order)}
    if isinstance(item.form, Ranking):
        rest = [label for label in order if label not in labels]
        return [names[place[label]] for label in (*labels, *rest)]
    return [names[number] for number in sorted(place[label] for label in labels)]


def _shortest(number: float) -> int | float:
    return int(number) if number == int(number) and abs(number) < 10**15 else number


def _middle(span: Range) -> float:
    """A number from the middle of a range, with as few digits as that takes."""
    middle = span.low + (span.high - span.low) / 2
    for digits in range(1, 17):
        rounded = float(f"{middle:.{digits}g}")
        if span.low <= rounded <= span.high:
            return rounded
    return middle


def number_text(number: float) -> str:
    """A number in figures: `3`, `0.25`, `1200000`; with an exponent only where there would be too many zeros."""
    written = Decimal(repr(number + 0.0))  # no negative zero
    if written == 0:
        return "0"
    if abs(written.adjusted()) > _PLAIN:
        return repr(float(number))
    text = f"{written:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
