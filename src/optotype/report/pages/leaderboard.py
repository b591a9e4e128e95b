"""Who did best: people, models, networks and baselines in one table, with everything that a figure needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.records import State
from optotype.report import tables
from optotype.report.board import Board, Entry, Round
from optotype.report.pages import Page, Shown
from optotype.report.pages.acuity import no_acuity
from optotype.report.plots import Bar, Bars, Reference
from optotype.report.tables import Cell, Column, Table

if TYPE_CHECKING:
    from optotype.results import Judged
    from optotype.web.words import Words

SILENT = (State.DONT_KNOW, State.UNREAD, State.REFUSED, State.FAILED)
"""What is no answer, each kind apart."""


@dataclass(frozen=True)
class Leaderboard(Page):
    """The first page."""

    order = 0

    def show(self, board: Board, words: Words) -> Shown:
        """A section for each set of items that respondents were asked about."""
        sections = [_section(board, found, number, words) for number, found in enumerate(board.rounds)]
        context = {"sections": sections, "confidence": f"{100 * board.asked.confidence:g}"}
        made = [table for section in sections for table in (section.table, *section.figures)]
        return Shown(context, tuple(made), tuple(section.plot for section in sections))


@dataclass(frozen=True)
class Section:
    """Respondents that were asked about the same items."""

    found: Round
    title: str
    items: str
    references: tuple[Reference, ...]
    signatures: list[str]
    """Those by which somebody in the table was judged."""
    table: Table
    plot: Bars
    brackets: list[list[str]]
    """For each row, which brackets pass it: `first`, `last`, `within` or nothing, one for each group."""
    facts: list[Fact]
    """What a reader wants to know first."""
    figures: list[Table]
    """More figures of metrics that have some, such as precision and recall."""
    unfinished: list[tuple[Entry, str]]
    """Runs that have not come to their end, and what is to be said about each."""


@dataclass(frozen=True)
class Fact:
    """A figure in large type."""

    called: str
    value: str
    who: str
    kind: str


def _section(board: Board, found: Round, number: int, words: Words) -> Section:
    name = f"leaderboard-{number + 1}" if number else "leaderboard"
    references = references_of(found, words)
    signatures = [name for name in board.signatures if any(entry.judged(name) for entry in found.entries)]
    return Section(
        found=found,
        title=found.called(words),
        items=words.count(found.items),
        references=references,
        signatures=signatures,
        table=_table(board, found, name, signatures, words),
        plot=_plot(board, found, name, references, words),
        brackets=[[_bracket(row, *group) for group in found.groups] for row in range(len(found.entries))],
        facts=_facts(found, words),
        figures=list(_figures(board, found, name, words)),
        unfinished=[(entry, _told(entry, words)) for entry in found.entries if entry.unfinished is not None],
    )


def _told(entry: Entry, words: Words) -> str:
    """How far a run is that has not come to its end, and what that means for its figures."""
    going = entry.unfinished is not None and entry.unfinished.going
    return words("leaderboard.going" if going else "leaderboard.stopped", progress=entry.progress(words))


def _facts(found: Round, words: Words) -> list[Fact]:
    """The best that sees, people, the best without eyes, and chance, as far as each is known."""
    first: dict[str, Entry] = {}
    for entry in found.entries:
        if found.value(entry) is not None:
            role = {"person": "people", "baseline": "blind"}.get(entry.kind, "best")
            first.setdefault(role, entry)
    if found.people is not None:
        first["people"] = found.people
    facts = [
        Fact(
            words(f"leaderboard.{role}"),
            words.percent(found.value(first[role]) or 0.0),
            first[role].called(words),
            first[role].kind,
        )
        for role in ("best", "people", "blind")
        if role in first
    ]
    if found.chance is not None:
        facts.append(Fact(words("leaderboard.chance"), words.percent(found.chance), words("leaderboard.guessing"), ""))
    return facts


def _figures(board: Board, found: Round, name: str, words: Words) -> Iterator[Table]:
    """More figures of each metric, where it has several."""
    for place, (signature, title) in enumerate(board.signatures.items()):
        judged = [(entry, one) for entry in found.entries if (one := entry.judged(signature)) and len(one.figures) > 1]
        if judged:
            names = list(dict.fromkeys(figure for _, one in judged for figure in one.figures))
            called = [words.table.get(f"parts.{figure}", figure) for figure in names]
            columns = (Column(words("leaderboard.respondent")), *(Column(figure, numeric=True) for figure in called))
            rows = [
                (
                    Cell(entry.called(words), kind=entry.kind),
                    *(tables.share(one.figures.get(figure), words) for figure in names),
                )
                for entry, one in judged
            ]
            yield Table(f"{name}-figures-{place + 1}", title, columns, rows, note=signature)


def references_of(found: Round, words: Words) -> tuple[Reference, ...]:
    """The lines that figures are held against."""
    lines = [] if found.chance is None else [Reference(words("leaderboard.chance"), found.chance)]
    if (people := found.people) is not None and (value := found.value(people)) is not None:
        lines.append(Reference(words("leaderboard.people"), value, "people"))
    return tuple(lines)


def _table(board: Board, found: Round, name: str, signatures: Sequence[str], words: Words) -> Table:
    silent = [state for state in SILENT if any(entry.result.states.get(state) for entry in found.entries)]
    paid = any(entry.run.totals.get("cost") for entry in found.entries)
    curved = any(_curved(entry, found.signature) for entry in found.entries)
    columns = [
        Column(words("leaderboard.rank"), numeric=True, hint=words("leaderboard.rank_hint")),
        Column(words("leaderboard.respondent")),
        Column(words("leaderboard.kind")),
        *(Column(board.signatures[name], numeric=True, hint=name, best="highest") for name in signatures),
        *([Column(words("leaderboard.acuity"), numeric=True)] * curved),
        *(Column(words(f"states.{state}"), numeric=True) for state in silent),
        *([Column(words("leaderboard.cost"), numeric=True)] * paid),
        Column(words("leaderboard.time"), numeric=True),
    ]
    rows: list[tuple[Cell, ...]] = []
    for entry in found.entries:
        first, last = found.rank(entry)
        judged = [entry.judged(name) for name in signatures]
        row = [
            Cell(str(first) if first == last else f"{first}\N{EN DASH}{last}", first, first, last),
            Cell(entry.called(words), kind=entry.kind, hint=entry.run.id),
            Cell(words(f"kinds.{entry.kind}")),
            *(
                tables.share(one.overall if one else None, words, hint=_hint(one, words) if one else "")
                for one in judged
            ),
            *([_acuity(entry, found.signature, words)] * curved),
            *(tables.count(entry.result.states.get(state, 0), words) for state in silent),
            *([_cost(entry, words)] * paid),
            _time(entry, words),
        ]
        rows.append(tuple(row))
    return Table(name, words("leaderboard.title"), tuple(columns), rows)


def _hint(judged: Judged, words: Words) -> str:
    """How many items a figure is about, and between what it lies whatever the missing answers would have been."""
    low, high = (words.percent(bound) for bound in judged.bounds)
    items = f"{words('leaderboard.items')}: {words.count(judged.overall.count)}"
    return f"{items}; {words('leaderboard.bounds')}: {low} / {high}"


def _curved(entry: Entry, signature: str) -> bool:
    judged = entry.judged(signature)
    return judged is not None and judged.curve is not None


def _acuity(entry: Entry, signature: str, words: Words) -> Cell:
    judged = entry.judged(signature)
    if judged is None or judged.curve is None:
        return Cell("")
    curve = judged.curve
    if curve.acuity is None:
        if curve.outside is None:
            return Cell("", hint=no_acuity(curve, words))
        below = curve.outside == "below"
        level = curve.points[0].level if below else curve.points[-1].level
        known = level - 0.5 if below else level + 0.5
        return Cell(words.below(level) if below else words.beyond(level), known, hint=no_acuity(curve, words))
    return Cell(words.decimal(curve.acuity.value), curve.acuity.value, curve.acuity.low, curve.acuity.high)


def _cost(entry: Entry, words: Words) -> Cell:
    cost = entry.run.totals.get("cost", 0.0)
    return Cell(words.decimal(cost, 4 if cost < 1 else 2) if cost else "0", cost)


def _time(entry: Entry, words: Words) -> Cell:
    if entry.unfinished is not None:
        return Cell(entry.progress(words), "")
    seconds = entry.run.totals.get("seconds")
    if seconds is None:
        return Cell("")
    if seconds < 120:
        return Cell(words("items.seconds", value=words.decimal(seconds)), seconds)
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return Cell(f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}", seconds)


def _plot(board: Board, found: Round, name: str, references: tuple[Reference, ...], words: Words) -> Bars:
    rows = tuple(
        Bar(entry.called(words), entry.kind, judged.overall.value, judged.overall.low, judged.overall.high)
        for entry in found.entries
        if (judged := entry.judged(found.signature)) is not None
    )
    title = words("leaderboard.plot", metric=board.signatures[found.signature])
    return Bars(name, title, rows, references, tuple(found.groups), board.signatures[found.signature])


def _bracket(row: int, first: int, last: int) -> str:
    return "first" if row == first else "last" if row == last else "within" if first < row < last else ""
