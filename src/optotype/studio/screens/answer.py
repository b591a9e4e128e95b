"""People answer questions of any form: the human baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.records import (
    Answer as AnswerRecord,
)
from optotype.records import (
    Choice,
    Graph,
    Item,
    Number,
    Preference,
    Ranking,
    Review,
    ShortText,
    State,
    Value,
    YesNo,
)
from optotype.studio.blocks import Amount, Block, Choose, Field, Filled, Option, Order, Picture, Text, When, Write
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.studio.screens import Screen, _becoming
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

YES, NO = "yes", "no"
_LETTERS = 500
"""Of a short text."""
_GRAPH = 5000
"""Letters of a graph."""


@dataclass(frozen=True)
class Answer(Screen):
    """Any form of question, with "cannot be answered" where the form allows it, "I don't know", and a note."""

    unsure: bool = True
    """May people say that they do not know?"""

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """Pictures, text, question, and a field for the answer."""
        item = bench.store.get(Item, turn.subject)
        if item is None:
            return ()
        blocks: list[Block] = [Picture(id) for id in item.pictures]
        if item.text:
            blocks.append(Text(item.text, title=words("answer.text")))
        if item.question:
            blocks.append(Text(item.question, large=True))
        blocks.append(self._field(item, words))
        if isinstance(item.form, Preference) and item.form.factors:
            factors = tuple(Option(factor, factor) for factor in item.form.factors)
            blocks.append(Choose("factors", words("answer.factors"), needed=False, options=factors, several=True))
        if self.unsure:
            unsure = When("answer", (State.DONT_KNOW.value,))
            blocks.append(Write("reason", words("answer.reason"), when=unsure, lines=2))
        blocks.append(_becoming.note(words))
        return blocks

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[AnswerRecord | Review]:
        """One answer, by this person."""
        said, item = filled.get("answer"), bench.store.get(Item, turn.subject)
        if item is None:
            return ()
        state = _becoming.state_of(said)
        value = _value(item, said) if state is State.GIVEN else None
        about: dict[str, JsonValue] = {"factors": factors} if (factors := filled.get("factors")) else {}
        note = _becoming.note_of(filled, "reason", "note")
        return (_becoming.answered(turn, person, state, value, note=note, about=about),)

    def right(self, bench: Bench, turn: Turn, records: Sequence[AnswerRecord | Review], words: Words) -> str | None:
        """The right answer, unless it was given."""
        return _becoming.right(bench, turn, records, words)

    def _field(self, item: Item, words: Words) -> Field:
        name, title, more = "answer", words("answer.answer"), _becoming.instead(item, words, unsure=self.unsure)
        options = _becoming.choices(item)
        match item.form:
            case Choice(several=several):
                return Choose(name, title, others=more, options=options, several=several, labelled=True)
            case Preference():
                return Choose(name, title, others=more, options=options, labelled=True)
            case YesNo():
                answers = (Option(YES, words("answer.yes")), Option(NO, words("answer.no")))
                return Choose(name, title, others=more, options=answers)
            case Number(low=low, high=high, unit=unit):
                return Amount(name, title, others=more, low=low, high=high, unit=unit or "")
            case Ranking():
                return Order(name, title, others=more, options=options)
            case ShortText():
                return Write(name, title, others=more, longest=_LETTERS)
            case Graph():
                return Write(name, title, others=more, lines=6, longest=_GRAPH)


def _value(item: Item, said: JsonValue) -> Value:
    """What was filled in, as the form of the item has it."""
    if isinstance(item.form, YesNo):
        return said == YES
    if isinstance(item.form, Choice):
        return _becoming.labels(said)
    if isinstance(said, list):
        return tuple(map(str, said))
    return float(said) if isinstance(said, int | float) else str(said)
