"""By tag: how everyone did on the items that share a kind, a skill, a figure type, a level, a language ..."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from optotype.facets import COLUMNS
from optotype.report import tables
from optotype.report.breakdown import Breakdown, Figure, Gap
from optotype.report.pages import Page, Shown
from optotype.report.plots import Bar, Bars, Panels, Reference
from optotype.report.published import published
from optotype.report.tables import Cell, Column, Table

if TYPE_CHECKING:
    from optotype.report.board import Board, Entry, Round
    from optotype.web.words import Words

UP, DOWN, HOLDS = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}", "*"
"""Signs of differences that hold after correction: to the respondent that leads, and between two values."""

FEW_VALUES = 4
"""Up to so many values have a panel each; with more, respondents have."""


@dataclass(frozen=True)
class Tags(Page):
    """Published tables first, then a part for each tag."""

    order = 10
    styles = ("plots", "tags")

    def show(self, board: Board, words: Words) -> Shown | None:
        """A part for each set of items that respondents were asked about; None where no tag tells items apart."""
        names = Names()
        parts = [_part(board, found, number, names, words) for number, found in enumerate(board.rounds)]
        parts = [part for part in parts if part.sections]
        known = [table for part in parts for table in part.published]
        if not parts:
            return None
        sections = [section for part in parts for section in part.sections]
        context = {"parts": parts, "confidence": _percent(board)}
        made = [table for section in sections for table in section.tables]
        return Shown(context, (*known, *made), tuple(section.plot for section in sections))


@dataclass
class Names:
    """Gives names that files can have: what tags are called is up to those who tag."""

    taken: set[str] = field(default_factory=set[str])

    def of(self, *texts: str) -> str:
        """A name of plain letters that nothing else has."""
        plain = [re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:40] for text in texts]
        stem = "-".join(filter(None, plain))
        name, number = stem, 1
        while name in self.taken:
            number += 1
            name = f"{stem}-{number}"
        self.taken.add(name)
        return name


@dataclass(frozen=True)
class Section:
    """What the page shows of one tag: its plot and its tables."""

    name: str
    """What it is jumped to by."""
    title: str
    values: int
    plot: Panels
    table: Table
    gap: Table | None
    """For a tag with two values, how far these are apart."""
    others: tuple[Table, ...]
    """By the other metrics."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """All that stand in it."""
        return (self.table, *([self.gap] if self.gap else []), *self.others)


@dataclass(frozen=True)
class Part:
    """Respondents that were asked about the same items."""

    name: str
    title: str
    told: str
    published: list[Table]
    sections: list[Section]


def _part(board: Board, found: Round, number: int, names: Names, words: Words) -> Part:
    sections = [_section(board, found, some, names, words) for some in board.breakdowns[number].values()]
    return Part(
        name=f"part-{number + 1}",
        title=found.called(words),
        told=words("tags.asked", items=words.count(found.items), entries=words.count(len(found.entries))),
        published=[] if number else list(published(board, found, words)),
        sections=sections,
    )


def _section(board: Board, found: Round, some: list[Breakdown], names: Names, words: Words) -> Section:
    first, *others = some
    name = names.of("tag", first.tag)
    return Section(
        name=name,
        title=tag_name(first.tag, words),
        values=len(first.rows),
        plot=_plot(board, first, name, words),
        table=_table(board, first, name, words),
        gap=_gap_table(board, first, names.of(name, "difference"), words) if first.gaps else None,
        others=tuple(_table(board, one, names.of(name, board.signatures[one.signature]), words) for one in others),
    )


def tag_name(tag: str, words: Words) -> str:
    """A tag as people called it; those that every item has are called in the page's language."""
    return words(f"tags.tag_{tag}") if tag in COLUMNS else tag


def value_name(tag: str, value: str, words: Words) -> str:
    """A value as people called it; what every item has (form, origin, no split) is told in the page's language."""
    plain = value.replace(" ", "_")
    key = {"form": f"items.form_{plain}", "origin": f"tags.origin_{plain}", "split": f"tags.split_{plain}"}.get(tag, "")
    return words.table.get(key, value)


# --- tables


def _table(board: Board, found: Breakdown, name: str, words: Words) -> Table:
    columns = (
        Column(tag_name(found.tag, words)),
        Column(words("tags.items"), numeric=True),
        *(Column(entry.called(words), numeric=True, hint=entry.run.id) for entry in found.entries),
    )
    rows = [
        (
            Cell(value_name(found.tag, row.value, words)),
            tables.count(len(row.places), words),
            *(_cell(board, figure, found, len(row.places), words) for figure in row.figures),
        )
        for row in found.rows
    ]
    title = words("tags.table", metric=board.signatures[found.signature], tag=tag_name(found.tag, words))
    return Table(name, _sentence(title), columns, rows, _marks_note(board, found, words))


def mark(figure: Figure, confidence: float) -> str:
    """The sign of a difference that holds; nothing where none does."""
    if figure.apart is None or figure.p > 1 - confidence:
        return ""
    return UP if figure.apart.value > 0 else DOWN


def _cell(board: Board, figure: Figure | None, found: Breakdown, items: int, words: Words) -> Cell:
    if figure is None:
        return Cell("")
    told: list[str] = []
    if figure.estimate.count < items:
        told.append(words("tags.some", count=words.count(figure.estimate.count)))
    if figure.apart is not None:
        difference = tables.points(figure.apart, words)
        told.append(
            words(
                "tags.apart",
                difference=f"{difference.text} {difference.interval}",
                leader=found.leader.name,
                p=words.decimal(figure.p, 3),
            )
        )
    return tables.share(figure.estimate, words, mark=mark(figure, board.asked.confidence), hint="; ".join(told))


def _marks_note(board: Board, found: Breakdown, words: Words) -> str:
    if not found.compared:
        return words("tags.alone") if len(found.entries) == 1 else ""
    figures = [figure for row in found.rows for figure in row.figures if figure is not None]
    some = any(mark(figure, board.asked.confidence) for figure in figures)
    values = {"leader": found.leader.name, "compared": words.count(found.compared), "confidence": _percent(board)}
    return words("tags.marks", up=UP, down=DOWN, **values) if some else words("tags.no_marks", **values)


def _gap_table(board: Board, found: Breakdown, name: str, words: Words) -> Table:
    first, second = (value_name(found.tag, row.value, words) for row in found.rows)
    columns = (
        Column(words("tags.respondent")),
        Column(first, numeric=True),
        Column(second, numeric=True),
        Column(words("tags.gap"), numeric=True),
    )
    rows = [
        (
            Cell(entry.called(words), kind=entry.kind),
            *(
                tables.share(figure.estimate if figure else None, words)
                for figure in (row.figures[column] for row in found.rows)
            ),
            _gap_cell(*found.gaps[column], board.asked.confidence, words),
        )
        for column, entry in enumerate(found.entries)
    ]
    title = words("tags.gap_table", metric=board.signatures[found.signature], first=first, second=second)
    compared = sum(one is not None for one, _ in found.gaps)
    note = words("tags.gap_note", mark=HOLDS, compared=words.count(compared), confidence=_percent(board))
    return Table(name, _sentence(title), columns, rows, note)


def _gap_cell(gap: Gap | None, p: float, confidence: float, words: Words) -> Cell:
    if gap is None:
        return Cell("")
    return tables.points(gap, words, mark=HOLDS if p <= 1 - confidence else "")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _percent(board: Board) -> str:
    return f"{100 * board.asked.confidence:g}"


# --- plots


def _plot(board: Board, found: Breakdown, name: str, words: Words) -> Panels:
    each = _by_value if len(found.rows) <= FEW_VALUES else _by_entry
    key = "tags.plot_values" if each is _by_value else "tags.plot_entries"
    title = words(key, metric=board.signatures[found.signature], tag=tag_name(found.tag, words))
    if any(row.chance is not None for row in found.rows):
        title = f"{title}. {words('tags.chance_line')}"
    return Panels(name, _sentence(title), tuple(each(board, found, name, words)))


def _by_value(board: Board, found: Breakdown, name: str, words: Words) -> list[Bars]:
    """A panel for each value, a row for each respondent."""
    return [
        Bars(
            f"{name}-{number}",
            value_name(found.tag, row.value, words),
            tuple(
                _bar(board, entry, figure, entry.called(words))
                for entry, figure in zip(found.entries, row.figures, strict=True)
                if figure is not None
            ),
            () if row.chance is None else (Reference(words("plot.chance"), row.chance),),
            axis=board.signatures[found.signature],
        )
        for number, row in enumerate(found.rows, 1)
    ]


def _by_entry(board: Board, found: Breakdown, name: str, words: Words) -> list[Bars]:
    """A panel for each respondent, a row for each value."""
    panels: list[Bars] = []
    for column, entry in enumerate(found.entries):
        rows = [
            _bar(board, entry, figure, value_name(found.tag, row.value, words), row.chance)
            for row in found.rows
            if (figure := row.figures[column]) is not None
        ]
        if rows:
            axis = board.signatures[found.signature]
            panels.append(Bars(f"{name}-{column + 1}", entry.called(words), tuple(rows), axis=axis, one=True))
    return panels


def _bar(board: Board, entry: Entry, figure: Figure, label: str, chance: float | None = None) -> Bar:
    found = figure.estimate
    return Bar(label, entry.kind, found.value, found.low, found.high, mark(figure, board.asked.confidence), chance)
