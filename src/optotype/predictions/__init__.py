"""Predictions: answers in files, made elsewhere or for others. One file per shape; `predictions/mera.py` knows MERA's.

A shape says what a file of its kind looks like (`fits`), what stands in it (`read`), by which names it calls an item
(`names`), and how the answers of a run are put into such a file (`write`). A file that cannot be read to its end is
refused as a whole: a number made from a part of the answers would look like any other. For the same reason a file that
is written comes with an account of what could not be put into it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from optotype.errors import BadSource, OptotypeError
from optotype.family import Family
from optotype.predictions._exchanges import Account, Exchange, NoPlace
from optotype.predictions._handed import Handed, opened
from optotype.records import Item, Run
from optotype.scratch import scratch

__all__ = [
    "Account",
    "Exchange",
    "Handed",
    "NoPlace",
    "Prediction",
    "Predictions",
    "Shape",
    "build",
    "family",
    "file_name",
    "opened",
    "recognise",
]


@dataclass(frozen=True)
class Prediction:
    """An answer that was made elsewhere."""

    id: str
    """What the file calls the question."""
    text: str
    """The answer, as it stands there."""
    place: str
    """File and place in it."""
    option: int | None = None
    """The number of an option, from 0, where the shape names options so; for blanks its text counts."""
    kind: str = ""
    """The kind of question, where the file tells it."""
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    """A score per option label, where the file gives one."""


@dataclass(frozen=True)
class Shape(ABC):
    """How a file of predictions is laid out. Its fields, if it has any, are settings: `plain:answer=response`."""

    title: ClassVar[str]
    """What it looks like, in a line."""
    repeats: ClassVar[bool] = False
    """May an id stand twice, because it is no id but the question itself?"""
    suffixes: ClassVar[tuple[str, ...]]
    """What the name of a file may end with that is written; the usual one first."""
    log: ClassVar[bool] = False
    """Does a file tell more than the answers: how each item was put, and the figures of the run?"""

    @abstractmethod
    def fits(self, file: Handed) -> bool:
        """Does a file look like this?"""

    @abstractmethod
    def read(self, file: Handed) -> Iterator[Prediction]:
        """All predictions of a file, one at a time.

        Raises:
            BadSource: the file cannot be read to its end.
        """

    @abstractmethod
    def write(self, account: Account, path: Path) -> None:
        """Puts what a run said into a new file, an answer at a time, and tells the account what became of each.

        Other files that belong to it are written beside it.
        """

    def called(self, run: Run, title: str) -> str:
        """The name of a file in a folder where the user names none: after the run, or as others expect it.

        Args:
            run: what is written.
            title: of the bench.
        """
        return f"{file_name(run.id)}{self.suffixes[0]}"

    def names(self, item: Item) -> tuple[str, ...]:
        """What such a file may call an item: by its id, with or without the collection's name."""
        return item.native, item.id


def file_name(text: str) -> str:
    """A text as it may stand in the name of a file."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-.")[:80] or "run"


family: Family[Shape] = Family("optotype.predictions", "shape of predictions")

_LAST_RESORT = "plain"


def build(spec: str) -> Shape:
    """The shape that a text names, with its settings: `mera`, `plain:answer=response`.

    Raises:
        OptotypeError: no such shape or setting.
    """
    return family.from_text(spec)


def recognise(path: Path) -> str:
    """The name of the shape that a file has.

    Raises:
        BadSource: it has none that is known.
    """
    with opened(path) as file:
        return _recognised(file)


def _recognised(file: Handed) -> str:
    for name in sorted(family, key=lambda name: (name == _LAST_RESORT, name)):
        if family.build(name, {}).fits(file):
            return name
    raise BadSource(
        f"{file.name}: a file of predictions was expected, with an id and an answer for each question. "
        f"Found: {file.found}. docs/scoring.md shows the shapes that are known."
    )


class Predictions:
    """All predictions of some files, found by item. They lie on disk, so that memory stays flat."""

    def __init__(self, paths: Sequence[Path], shape: str | None = None) -> None:
        self._paths = paths
        self._spec = shape
        self._shapes: dict[str, Shape] = {}
        self.count = 0
        """How many there are."""

    def __enter__(self) -> Self:
        """Reads the files.

        Raises:
            BadSource: one of them cannot be read, or two predictions are for the same question.
        """
        try:
            for path in self._paths:
                with opened(path) as file:
                    self._read(file)
            self._database.execute("CREATE INDEX by_number ON matched (number)")
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Forgets all of them."""
        if "_database" in self.__dict__:
            self._database.close()

    @property
    def shapes(self) -> list[str]:
        """The shapes that the files have."""
        return sorted(self._shapes)

    def match(self, item: Item) -> Prediction | None:
        """The prediction for an item, which is remembered as used; None where there is none.

        Raises:
            OptotypeError: the same prediction belongs to another item too.
        """
        names = list(dict.fromkeys(_bytes(name) for shape in self._shapes.values() for name in shape.names(item)))
        query = _MATCH.format(places=", ".join("?" * len(names)))
        row = self._database.execute(query, names).fetchone()
        if row is None:
            return None
        *columns, number, repeats, uses = cast("tuple[Any, ...]", row)
        prediction = _prediction(columns)
        if uses and not repeats:
            other = self._database.execute("SELECT item FROM matched WHERE number = ?", (number,)).fetchone()[0]
            if other == _bytes(item.id):
                return prediction
            raise OptotypeError(
                f"{prediction.place}: the prediction for '{prediction.id}' fits '{other.decode()}' and '{item.id}'. "
                "Name one collection, or write ids with the collection's name before them."
            )
        self._database.execute("INSERT OR REPLACE INTO matched VALUES (?, ?)", (_bytes(item.id), number))
        return prediction

    def of(self, item: Item) -> Prediction | None:
        """The prediction that was matched to an item; None where none was."""
        query = f"SELECT {_COLUMNS} FROM predictions JOIN matched USING (number) WHERE item = ?"  # noqa: S608
        row = self._database.execute(query, (_bytes(item.id),)).fetchone()
        return None if row is None else _prediction(row)

    @property
    def unused(self) -> int:
        """How many were matched to no item."""
        found = self._database.execute(f"SELECT count(*) FROM predictions {_UNUSED}")  # noqa: S608
        return cast("tuple[int]", found.fetchone())[0]

    def some_unused(self, most: int = 3) -> list[Prediction]:
        """Some of those that were matched to no item, the first ones."""
        query = f"SELECT {_COLUMNS} FROM predictions {_UNUSED} ORDER BY number LIMIT ?"  # noqa: S608
        return [_prediction(row) for row in self._database.execute(query, (most,))]

    @cached_property
    def _database(self) -> sqlite3.Connection:
        return scratch(
            "predictions (number INTEGER PRIMARY KEY, name BLOB, nth INTEGER, repeats INTEGER, text TEXT, "
            "place TEXT, option INTEGER, kind TEXT, scores TEXT, UNIQUE (name, nth))",
            "matched (item BLOB PRIMARY KEY, number INTEGER) WITHOUT ROWID",
        )

    def _read(self, file: Handed) -> None:
        spec = self._spec or _recognised(file)
        shape = self._shapes.setdefault(spec, build(spec))
        before = self.count
        for prediction in shape.read(file):
            self._add(prediction, shape)
        if self.count == before:
            raise BadSource(f"{file.name}: no prediction in it.")

    def _add(self, prediction: Prediction, shape: Shape) -> None:
        _check_text(prediction.id, prediction.place)
        _check_text(prediction.text, prediction.place)
        name, nth = _bytes(prediction.id), 0
        if shape.repeats:
            found = self._database.execute("SELECT count(*) FROM predictions WHERE name = ?", (name,)).fetchone()
            nth = cast("tuple[int]", found)[0]
        added = self._database.execute(
            "INSERT OR IGNORE INTO predictions (name, nth, repeats, text, place, option, kind, scores) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                name,
                nth,
                shape.repeats,
                prediction.text,
                prediction.place,
                prediction.option,
                prediction.kind,
                json.dumps(dict(prediction.scores)) if prediction.scores else None,
            ),
        )
        if not added.rowcount:
            first = self._database.execute("SELECT place FROM predictions WHERE name = ?", (name,)).fetchone()
            raise BadSource(
                f"{prediction.place}: a second prediction for '{prediction.id[:200]}'; the first stands in {first[0]}. "
                "Keep one of them."
            )
        self.count += 1


_COLUMNS = "name, text, place, option, kind, scores"
_UNUSED = "WHERE number NOT IN (SELECT number FROM matched)"
_MATCH = f"""
    SELECT {_COLUMNS}, number, repeats, (SELECT count(*) FROM matched WHERE matched.number = predictions.number) AS uses
    FROM predictions WHERE name IN ({{places}}) ORDER BY uses, number LIMIT 1
"""  # noqa: S608


def _prediction(row: Sequence[Any]) -> Prediction:
    name, text, place, option, kind, scores = row
    return Prediction(name.decode(), text, place, option, kind, json.loads(scores) if scores else {})


def _check_text(text: str, place: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadSource(
            f"{place}: half a character, which no file can hold: {text[max(error.start - 20, 0) : error.end]!r}."
        ) from error


def _bytes(name: str) -> bytes:
    return name.encode(errors="surrogatepass")
