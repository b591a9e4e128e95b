"""Plain: a table, JSON or JSON Lines with a column for the id and one for the answer, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from optotype.errors import BadSource
from optotype.predictions import Account, Exchange, Handed, Prediction, Shape, _rows
from optotype.predictions._columns import ANSWERS, IDS, as_text, column, has, need_column, scores_of, text_of
from optotype.predictions._handed import listed
from optotype.predictions._saying import Say, plainly, reply

_ID, _ANSWER, _STATE, _SCORES = "id", "prediction", "state", "scores"


@dataclass(frozen=True)
class Plain(Shape):
    """Rows with an id and an answer, or an object with answers by id."""

    title = "rows with an id and an answer, or answers by id"
    suffixes = _rows.ROWS

    id: str = ""
    """The column with the id, where its name does not tell."""
    answer: str = ""
    """The column with the answer, where its name does not tell."""
    say: Say = "reply"
    """What is written: the reply, or what was read out of it."""

    def fits(self, file: Handed) -> bool:
        """It has both columns, or is an object."""
        return file.layout == "object" or has(file, IDS, ANSWERS)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per row, or per member of an object."""
        if file.layout == "object":
            for steps, value in file.leaves(lambda steps: not steps):
                yield self._member(steps[0], value, f"{file.name}, {steps[0][:60]}")
            return
        id, answer = need_column(file, IDS, "id", self.id), need_column(file, ANSWERS, "answer", self.answer)
        for place, row in file.rows():
            scores = scores_of(row.get(_SCORES), place)
            yield Prediction(text_of(row, id, place), text_of(row, answer, place), place, scores=scores)

    def write(self, account: Account, path: Path) -> None:
        """A row per item that something was said to, with the collection's name in its id, and what became of it."""
        id, answer = self.id or _ID, self.answer or _ANSWER

        def row(exchange: Exchange, text: str) -> dict[str, JsonValue]:
            said = exchange.answer
            scores: JsonValue = None if said.scores is None else dict[str, JsonValue](said.scores)
            return {id: exchange.item.id, answer: text, _STATE: said.state.value, _SCORES: scores}

        told = account.each(reply if self.say == "reply" else plainly)
        _rows.write(path, (id, answer, _STATE, _SCORES), (row(exchange, text) for exchange, text in told))

    def _member(self, name: str, value: JsonValue, place: str) -> Prediction:
        if not isinstance(value, dict):
            return Prediction(name, as_text(value, place), place)
        answer = self.answer or column(value, ANSWERS)
        if answer is None:
            raise BadSource(f"{place}: no answer in it. Found: {listed(value)}.")
        return Prediction(name, text_of(value, answer, place), place, scores=scores_of(value.get(_SCORES), place))
