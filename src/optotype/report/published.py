"""Tables as readers of the papers know them: methods against the paper's own categories, in the paper's order.

Which collection gets which table is decided here, in `CONVENTIONS`: by the format that the collection was read from,
or, for collections that Optotype drew, by tags whose values are the very ones of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from optotype import metrics
from optotype.formats.iconqa import TASKS, TRIGGERS
from optotype.records import Collection
from optotype.report import tables
from optotype.report.breakdown import Places, figure
from optotype.report.tables import Cell, Column, Table

if TYPE_CHECKING:
    from optotype.report.board import Board, Round
    from optotype.statistics import Estimate
    from optotype.web.words import Words

DRAWN = "draw"
"""The format of collections that Optotype drew."""


@dataclass(frozen=True)
class Columns:
    """Columns of a published table: the values of a tag."""

    tag: str
    hint: str
    """The word that says what the values are."""
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """Values in the paper's order, each with the word that heads its column; nothing where it is the value itself.

    Empty where every data set of the format has values of its own: then all that there are."""


@dataclass(frozen=True)
class Convention:
    """How a paper shows its results."""

    name: str
    """What files of the table are called."""
    title: str
    """The word that is the published name of the table."""
    columns: tuple[Columns, ...]
    metrics: tuple[str, ...]
    """The paper's metrics by name; what orders the leaderboard is shown where none of them was run."""
    overall: bool
    """Is there a column of all items?"""
    hundred: bool
    """Are figures given in percent, with two digits, rather than from 0 to 1 with four?"""
    turned: bool = False
    """Do methods stand in columns, since there are many categories and their names are long?"""


CONVENTIONS: Mapping[str, Convention] = {
    "iconqa": Convention(
        name="iconqa-table-6",
        title="tags.iconqa",
        columns=(
            Columns("kind", "tags.sub_task", dict(zip(TASKS, ("tags.img", "tags.txt", "tags.blank"), strict=True))),
            Columns("skill", "tags.skill", dict.fromkeys(TRIGGERS, "")),
        ),
        metrics=("accuracy",),
        overall=False,
        hundred=True,
    ),
    "scivqa": Convention(
        name="scivqa-kinds",
        title="tags.scivqa",
        columns=(
            Columns(
                "kind",
                "tags.question_kind",
                {
                    "closed-ended infinite answer set visual": "tags.infinite_visual",
                    "closed-ended infinite answer set non-visual": "tags.infinite_other",
                    "closed-ended finite answer set binary visual": "tags.binary_visual",
                    "closed-ended finite answer set binary non-visual": "tags.binary_other",
                    "closed-ended finite answer set non-binary visual": "tags.options_visual",
                    "closed-ended finite answer set non-binary non-visual": "tags.options_other",
                    "unanswerable": "tags.unanswerable",
                },
            ),
        ),
        metrics=("rouge1", "rougel", "bertscore"),
        overall=True,
        hundred=False,
    ),
    "mera": Convention(
        name="labtabvqa-categories",
        title="tags.labtabvqa",
        columns=(
            Columns("question_type", "tags.question_type"),
            Columns("question_text", "tags.question_text"),
            Columns("question_source", "tags.question_source"),
        ),
        metrics=("exact_match",),
        overall=True,
        hundred=True,
        turned=True,
    ),
}
"""By format, how its paper shows results."""


@dataclass(frozen=True)
class _Heading:
    """A column with the items that it is about."""

    tag: str
    """The tag that tells them; empty for all items."""
    column: Column
    places: Places


def published(board: Board, found: Round, words: Words) -> Iterator[Table]:
    """The published tables that a round has figures for, one for each collection and metric."""
    named: dict[str, int] = {}
    collections = list(board.bench.store.each(Collection))
    formats = [collection.format for collection in collections]
    for collection in collections:
        for format, convention in CONVENTIONS.items():
            if collection.format not in (format, DRAWN):
                continue
            headings = _headings(board, found, collection, convention, words)
            title = words(convention.title)
            if collection.format == DRAWN:
                title = words("tags.like", collection=collection.id, title=title)
            elif formats.count(format) > 1:
                title = f"{title} ({collection.id})"
            for signature in _signatures(found, convention) if headings else ():
                metric = metrics.signed(signature).name
                name = convention.name if len(convention.metrics) == 1 else f"{convention.name}-{metric}"
                named[name] = named.get(name, 0) + 1
                name = name if named[name] == 1 else f"{name}-{named[name]}"
                yield _table(board, found, convention, headings, signature, name, title, words)


def _headings(
    board: Board, found: Round, collection: Collection, convention: Convention, words: Words
) -> list[_Heading]:
    """The columns with their items; none where the collection does not have these tags.

    A collection that was drawn must have all of the tags, and no value that the paper lacks.
    """
    inside = np.zeros(len(board.columns.ids), dtype=np.bool_)
    inside[np.asarray(board.columns.tags["collection"].get(collection.id, ()), dtype=np.int64)] = True
    inside &= found.entries[0].asked
    everything = np.flatnonzero(inside).astype(np.int64)
    made = [_heading("", words("tags.overall"), words("tags.all"), everything, words)] if convention.overall else []
    tagged = False
    for columns in convention.columns:
        values = {
            value: at[inside[at]]
            for value, places in board.columns.tags.get(columns.tag, {}).items()
            if inside[at := np.asarray(places, dtype=np.int64)].any()
        }
        tagged = tagged or bool(values)
        if collection.format == DRAWN and not (values and set(values) <= set(columns.values or values)):
            return []
        for value in columns.values or sorted(values):
            word = columns.values.get(value, "")
            at = values.get(value, everything[:0])
            made.append(
                _heading(columns.tag, words(word) if word else value, words(columns.hint, value=value), at, words)
            )
    return made if tagged else []


def _heading(tag: str, title: str, hint: str, places: Places, words: Words) -> _Heading:
    told = words("tags.of_items", what=hint, items=words.count(len(places)))
    return _Heading(tag, Column(title, numeric=True, hint=told, best="highest"), places)


def _signatures(found: Round, convention: Convention) -> list[str]:
    """The paper's metrics that were run, else what orders the round."""
    run = {judged.metric: judged.signature for entry in reversed(found.entries) for judged in entry.result.judged}
    return [run[name] for name in convention.metrics if name in run] or [found.signature]


def _table(
    board: Board,
    found: Round,
    convention: Convention,
    headings: list[_Heading],
    signature: str,
    name: str,
    title: str,
    words: Words,
) -> Table:
    entries = [entry for entry in found.entries if entry.judged(signature) is not None]
    cells = {
        entry.number: [
            _cell(figure(board, entry, signature, heading.places), words, hundred=convention.hundred)
            for heading in headings
        ]
        for entry in entries
    }
    if convention.turned:
        names = (Column(entry.called(words), numeric=True) for entry in entries)
        columns = (
            Column(words("tags.category")),
            Column(words("tags.tag")),
            Column(words("tags.items"), numeric=True),
            *names,
        )
        rows = [
            (
                Cell(heading.column.title, hint=heading.column.hint),
                Cell(heading.tag),
                tables.count(len(heading.places), words),
                *(cells[entry.number][place] for entry in entries),
            )
            for place, heading in enumerate(headings)
        ]
    else:
        columns = (Column(words("tags.method")), *(heading.column for heading in headings))
        rows = [(Cell(entry.called(words), kind=entry.kind), *cells[entry.number]) for entry in entries]
    note = words("tags.published_note", signature=signature, confidence=f"{100 * board.asked.confidence:g}")
    return Table(name, f"{title}: {board.signatures[signature]}", columns, rows, note)


def _cell(estimate: Estimate | None, words: Words, *, hundred: bool) -> Cell:
    if estimate is None:
        return Cell("")
    whole, digits = (100, 2) if hundred else (1, 4)
    value, low, high = (whole * number for number in (estimate.value, estimate.low, estimate.high))
    hint = words("plot.interval", low=words.decimal(low, digits), high=words.decimal(high, digits))
    return Cell(words.decimal(value, digits), value, low, high, hint=hint)
