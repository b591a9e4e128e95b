"""SciVQA: `instance_id` and `answer_pred`, as its shared task takes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.predictions import Handed, Prediction, Shape
from optotype.predictions._columns import text_of

_ID, _ANSWER = "instance_id", "answer_pred"


@dataclass(frozen=True)
class Scivqa(Shape):
    """A CSV, JSON or JSON Lines file with a row per question."""

    title = "rows with instance_id and answer_pred"

    def fits(self, file: Handed) -> bool:
        """It has both columns."""
        return file.layout != "object" and {_ID, _ANSWER} <= set(file.fields)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per row; an empty text is an answer like any other."""
        for place, row in file.rows():
            yield Prediction(text_of(row, _ID, place), text_of(row, _ANSWER, place), place)
