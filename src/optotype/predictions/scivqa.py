"""SciVQA: `instance_id` and `answer_pred`, as its shared task takes them: one row for every question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from optotype.formats import Data
from optotype.formats.scivqa import Scivqa as Format
from optotype.predictions import Account, Exchange, Handed, Prediction, Shape, _rows
from optotype.predictions._columns import text_of
from optotype.predictions._exchanges import OneCollection
from optotype.predictions._saying import Say, as_gold_text, reply
from optotype.records import Answer, Item

_ID, _ANSWER = "instance_id", "answer_pred"


@dataclass(frozen=True)
class Scivqa(Shape):
    """A CSV, JSON or JSON Lines file with a row per question."""

    title = "rows with instance_id and answer_pred"
    suffixes = _rows.ROWS

    say: Say = "reply"
    """What is written: the reply, or what was read out of it."""

    def fits(self, file: Handed) -> bool:
        """It has both columns."""
        return file.layout != "object" and {_ID, _ANSWER} <= set(file.fields)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per row; an empty text is an answer like any other."""
        for place, row in file.rows():
            yield Prediction(text_of(row, _ID, place), text_of(row, _ANSWER, place), place)

    def write(self, account: Account, path: Path) -> None:
        """A row per question, empty where there is nothing to write: the task refuses files that lack a question."""
        own = OneCollection()

        def row(exchange: Exchange, text: str) -> Data:
            return {_ID: own.id(exchange.item), _ANSWER: text}

        told = account.each(self._text, empty="")
        _rows.write(path, (_ID, _ANSWER), (row(exchange, text) for exchange, text in told))

    def _text(self, item: Item, answer: Answer) -> str | None:
        return reply(item, answer) if self.say == "reply" else as_gold_text(item, answer, Format(), "answer")
