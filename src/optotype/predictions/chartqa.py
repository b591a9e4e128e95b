"""ChartQA: the rows of its questions with a prediction in each; a question is called by its chart and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from optotype.predictions import Handed, Prediction, Shape
from optotype.predictions._columns import ANSWERS, has, need_column, text_of
from optotype.records import Item

_CHARTS = ("imgname", "image", "image name", "image file", "img", "chart")
_QUERIES = ("query", "question")
_SUFFIXES = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True)
class Chartqa(Shape):
    """`{"imgname": "41699051005347.png", "query": "How many ...?", "prediction": "3"}` per question."""

    title = "rows with imgname, query and prediction"
    repeats = True

    def fits(self, file: Handed) -> bool:
        """It has all three columns, the first two under these very names."""
        return has(file, ((_CHARTS[0],),), ((_QUERIES[0],),), ANSWERS)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per row. The same question may stand twice; then the first row is for the first of them."""
        chart, query = need_column(file, [_CHARTS], "chart"), need_column(file, [_QUERIES], "question")
        answer = need_column(file, ANSWERS, "answer")
        for place, row in file.rows():
            name = _name(text_of(row, chart, place), text_of(row, query, place))
            yield Prediction(name, text_of(row, answer, place), place)

    def names(self, item: Item) -> tuple[str, ...]:
        """A chart and a question, in one text."""
        return tuple(_name(picture, item.question) for picture in item.pictures)


def _name(chart: str, query: str) -> str:
    name = PurePosixPath(chart.replace("\\", "/")).name
    stem = name.rpartition(".")[0] if name.casefold().endswith(_SUFFIXES) else name
    return f"{stem}: {' '.join(query.split())}"
