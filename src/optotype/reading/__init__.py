"""Reads an answer out of a reply; the only place that does.

A reply is looked at in one order, whatever the form: is it nothing but an answer; does it announce one (`Answer: B`, a
box, JSON), where the last announcement counts; does it begin with one; does it say that there is none; does it conclude
one (`Therefore ...`); does it name only one. What none of these finds is unread: nothing is ever guessed.
`docs/reading.md` shows it by examples.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from optotype.reading import _states
from optotype.reading._amounts import Amount
from optotype.reading._conclusions import Passage, consequences, passages
from optotype.reading._graphs import Facts
from optotype.reading._numbers import Figure, figures, number
from optotype.reading._options import Options, labels, option
from optotype.reading._phrases import Phrase
from optotype.reading._rankings import Order
from optotype.reading._readers import Doubt, Outcome, Reader, Said, led
from optotype.reading._states import unanswerable
from optotype.reading._text import Heard, hear, normal, tidy
from optotype.reading._yes_no import YesOrNo, yes_no
from optotype.records import Choice, Graph, Item, Number, Preference, Ranking, ShortText, State, Value, YesNo

__all__ = [
    "Figure",
    "Heard",
    "Reading",
    "figures",
    "hear",
    "labels",
    "normal",
    "number",
    "option",
    "read",
    "tidy",
    "unanswerable",
    "yes_no",
]


@dataclass(frozen=True)
class Reading:
    """What a reply says."""

    state: State
    """Given, unanswerable, dont_know, unread or refused; never failed, for then there is no reply."""
    value: Value | None
    """What was answered, in the item's own labels; None unless something was given."""
    note: str = ""
    """How it was read, or why it could not be."""


def read(reply: str, item: Item, *, shown: Sequence[str] | None = None) -> Reading:
    """The answer that a reply gives to an item.

    Choices and preferences become the labels chosen, in the order of the item; rankings all labels, best first; graphs
    are written as `scenegraph.notation` writes them.

    Args:
        reply: What the respondent said, as it came.
        item: What was asked.
        shown: The order in which the options were shown, by label: a reply `A` means the first of them. The order of
            the item, if not said.

    Raises:
        ValueError: `shown` is not an order of the item's labels.
    """
    reader = _reader(reply, item, shown)
    heard = reader.hear(reply)
    if not heard.text:
        return Reading(State.UNREAD, None, "the thinking never ended" if heard.thinking else "an empty reply")
    return _conclude(heard, reader)


def _reader(reply: str, item: Item, shown: Sequence[str] | None) -> Reader:
    form = item.form
    if shown is not None and sorted(shown) != sorted(option.label for option in item.options):
        raise ValueError(f"{item.id}: shown as {', '.join(shown)}, which is not an order of its options")
    order = None if shown is None else tuple(shown)
    match form:
        case Choice():
            return Options(form.options, order, several=form.several)
        case Preference():
            return Options(form.options, order, sides=len(form.options) == 2)
        case Ranking():
            return Order(Options(form.options, order))
        case YesNo():
            return YesOrNo()
        case Number():
            return Amount(form, russian=_in_russian(reply, item))
        case Graph():
            return Facts(form)
        case ShortText():
            return Phrase()


def _in_russian(reply: str, item: Item) -> bool:
    """Is a comma in a number decimal? A reply in words tells; figures alone are read as the question was written."""
    if "," not in reply:
        return False
    words = reply[:400] + reply[-400:]
    return bool(_CYRILLIC.search(words) or (not _LATIN.search(words) and _CYRILLIC.search(item.question[:400])))


_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_LATIN = re.compile("[a-z]", re.IGNORECASE)


def _conclude(heard: Heard, reader: Reader, *, nested: bool = False) -> Reading:
    lines = "\n" in heard.text
    if not lines and not heard.shortened and (found := reader.plain(heard.text) or _led_to(heard, reader)) is not None:
        return _reading(found, "")
    for passage in passages(heard):
        if (found := _announced(passage, reader, nested=nested)) is not None:
            return found
    if lines and not heard.shortened and (found := reader.plain(heard.text)) is not None:
        return _reading(found, "")
    if lines and reader.bare_lines and (found := _on_a_line(heard, reader)) is not None:
        return _reading(found, "")
    if (found := reader.opening(heard)) is not None:
        return _reading(found, "")
    hinted = _states.hinted(heard.text)
    if hinted and (found := _not_answered(heard.text, reader)) is not None:
        return found
    for text in consequences(heard) if reader.concludes else ():
        if (found := _not_answered(text.split("\n", 1)[0], reader)) is not None:
            return found
        if (outcome := reader.concluded(text)) is not None:
            return _reading(outcome, "after 'so'")
    if hinted and not heard.shortened and _states.absent(heard.text):
        return _but_for_what_is_absent(heard, reader)
    outcome = reader.loose(heard)
    if outcome is not None:
        return _reading(outcome, "")
    return Reading(State.UNREAD, None, f"no answer in a reply of {len(heard.full):,} letters")


def _led_to(heard: Heard, reader: Reader) -> Outcome:
    """`I think it's B` is nothing but an answer, too."""
    rest = led(heard.text)
    return reader.plain(rest) if rest is not heard.text else None


def _but_for_what_is_absent(heard: Heard, reader: Reader) -> Reading:
    """Reads a reply one of whose sentences says that the picture does not show something."""
    told = [sentence for sentence in heard.sentences if not _states.absent(sentence)]
    if isinstance(reader, Phrase):
        outcome = reader.loose(heard) if told and told[0] == heard.sentences[0] else None
    else:
        outcome = reader.loose(Heard(heard.full, "\n".join(told))) if told else None
    if isinstance(outcome, Said):
        return _reading(outcome, "")
    return Reading(State.UNANSWERABLE, None, "says that it is not shown")


def _announced(passage: Passage, reader: Reader, *, nested: bool) -> Reading | None:
    if passage.from_json and isinstance(passage.data, str) and not nested:
        heard = reader.hear(passage.data)
        if not heard.text:
            return Reading(State.UNREAD, None, "an empty answer in JSON")
        found = _conclude(heard, reader, nested=True)
        return Reading(found.state, found.value, f"{found.note}, in JSON")
    if passage.from_json and passage.data is None:
        return Reading(State.UNREAD, None, "an empty answer in JSON")
    in_words = not isinstance(reader, Phrase) and not (reader.lists and isinstance(passage.data, list))
    column = None if passage.from_json else reader.column(passage.rest)
    if in_words and (found := column or reader.plain(passage.line)) is not None:
        return _reading(found, passage.how)
    if (state := _not_answered(passage.line, reader)) is not None:
        return state
    found = reader.stated(passage)
    if (isinstance(reader, Phrase) or not isinstance(found, Said)) and _states.absent(passage.line):
        return Reading(State.UNANSWERABLE, None, "says that it is not shown")
    if found is None and passage.taken_back and _states.takes_back(passage.line):
        return Reading(State.UNREAD, None, "the answer is taken back")
    return None if found is None else _reading(found, passage.how)


def _on_a_line(heard: Heard, reader: Reader) -> Outcome:
    """An answer alone on the first or the last line; two that differ are no answer."""
    lines = heard.text.split("\n")
    first, last = reader.plain(lines[0].strip()), reader.plain(lines[-1].strip())
    if isinstance(first, Said) and isinstance(last, Said) and first.value != last.value:
        return Doubt("the first line and the last line differ")
    return next((found for found in (last, first) if isinstance(found, Said)), None)


def _not_answered(text: str, reader: Reader) -> Reading | None:
    """The state in which a text leaves the question, unless an answer follows all the same."""
    state = _states.state(text)
    if state is None:
        return None
    rest, guessed = _states.after_doubt(text)
    if rest and not (state is State.REFUSED and isinstance(reader, Phrase)):
        found = reader.plain(rest) or (reader.doubted(rest) if guessed else None)
        if isinstance(found, Said):
            return Reading(State.GIVEN, found.value, f"{found.how}, after a doubt")
    if state is not State.REFUSED and (found := reader.meant(state)) is not None:
        return _reading(found, "")
    return Reading(state, None)


def _reading(found: Said | Doubt, how: str) -> Reading:
    if isinstance(found, Doubt):
        return Reading(State.UNREAD, None, found.why)
    return Reading(State.GIVEN, found.value, f"{found.how} {how}".strip())
