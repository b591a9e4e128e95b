"""ChartQA: the rows of its questions with a prediction in each; a question is called by its chart and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from optotype.formats import Data
from optotype.formats.chartqa import Chartqa as Format
from optotype.predictions import Account, Exchange, Handed, NoPlace, Prediction, Shape, _rows
from optotype.predictions._columns import ANSWERS, has, need_column, text_of
from optotype.predictions._exchanges import OneCollection
from optotype.predictions._saying import as_gold_text
from optotype.records import Answer, Item

_CHARTS = ("imgname", "image", "image name", "image file", "img", "chart")
_QUERIES = ("query", "question")
_PREDICTION = ANSWERS[0][0]
_SUFFIXES = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True)
class Chartqa(Shape):
    """`{"imgname": "41699051005347.png", "query": "How many ...?", "prediction": "3"}` per question."""

    title = "rows with imgname, query and prediction"
    repeats = True
    suffixes = (".json", ".jsonl", ".csv", ".tsv")

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

    def write(self, account: Account, path: Path) -> None:
        """A row per question, empty where nothing was read: rows for the same words are told apart by their order."""
        own = OneCollection()

        def row(exchange: Exchange, text: str) -> Data:
            own.id(exchange.item)
            id = exchange.item.pictures[0]
            chart = exchange.pictures[id].name if id in exchange.pictures else id
            return {_CHARTS[0]: chart, _QUERIES[0]: exchange.item.question, _PREDICTION: text}

        told = account.each(_text, empty="")
        _rows.write(path, (_CHARTS[0], _QUERIES[0], _PREDICTION), (row(exchange, text) for exchange, text in told))

    def names(self, item: Item) -> tuple[str, ...]:
        """A chart and a question, in one text."""
        return tuple(_name(picture, item.question) for picture in item.pictures)


def _text(item: Item, answer: Answer) -> str | None:
    format = Format()
    if format.forms is not None and item.form.kind not in format.forms:
        raise NoPlace(f"of the form '{item.form.kind}', which ChartQA does not have")
    if not item.pictures:
        raise NoPlace("about no chart")
    return as_gold_text(item, answer, format, "label")


def _name(chart: str, query: str) -> str:
    name = PurePosixPath(chart.replace("\\", "/")).name
    stem = name.rpartition(".")[0] if name.casefold().endswith(_SUFFIXES) else name
    return f"{stem}: {' '.join(query.split())}"
