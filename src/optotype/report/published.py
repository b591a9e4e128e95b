"""Tables as readers of the papers know them: methods against the paper's own categories, in the paper's order.

A collection gets the table of the format that it was read from (`Format.paper_table`); one that Optotype drew gets
those whose tags and values are the very ones that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import formats, metrics
from optotype.conventions import PublishedTable
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
    known = [collection.format for collection in collections]
    for collection in collections:
        for convention in _conventions(collection):
            headings = _headings(board, found, collection, convention, words)
            title = words.of(convention.title)
            if collection.format == DRAWN:
                title = words("tags.like", collection=collection.id, title=title)
            elif known.count(collection.format) > 1:
                title = f"{title} ({collection.id})"
            for signature in _signatures(found, convention) if headings else ():
                metric = metrics.signed(signature).name
                name = convention.name if len(convention.metrics) == 1 else f"{convention.name}-{metric}"
                named[name] = named.get(name, 0) + 1
                name = name if named[name] == 1 else f"{name}-{named[name]}"
                yield _table(board, found, convention, headings, signature, name, title, words)


def _conventions(collection: Collection) -> Iterator[PublishedTable]:
    """The tables that a collection may have."""
    for name in formats.family if collection.format == DRAWN else [collection.format]:
        if name in formats.family and (table := formats.family[name].paper_table) is not None:
            yield table


def _headings(
    board: Board, found: Round, collection: Collection, convention: PublishedTable, words: Words
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
            said, at = columns.values.get(value), values.get(value, everything[:0])
            hint = words.of(columns.hint, value=value)
            made.append(_heading(columns.tag, words.of(said) if said else value, hint, at, words))
    return made if tagged else []


def _heading(tag: str, title: str, hint: str, places: Places, words: Words) -> _Heading:
    told = words("tags.of_items", what=hint, items=words.count(len(places)))
    return _Heading(tag, Column(title, numeric=True, hint=told, best="highest"), places)


def _signatures(found: Round, convention: PublishedTable) -> list[str]:
    """The paper's metrics that were run, else what orders the round."""
    run = {judged.metric: judged.signature for entry in reversed(found.entries) for judged in entry.result.judged}
    return [run[name] for name in convention.metrics if name in run] or [found.signature]


def _table(
    board: Board,
    found: Round,
    convention: PublishedTable,
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
