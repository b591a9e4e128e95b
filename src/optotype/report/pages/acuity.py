"""Acuity: how accuracy falls as items get harder, and the level up to which each respondent still sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype.report.pages import Page, Shown
from optotype.report.plots import Curves, Dot, Line
from optotype.report.tables import Cell, Column, Table
from optotype.results import LEVEL

if TYPE_CHECKING:
    from optotype.report.board import Board, Entry, Round
    from optotype.statistics import Curve
    from optotype.web.words import Words

_STEPS = 60
"""Points that a curve is drawn through."""
_HEIGHT = 0.75
"""The accuracy at which acuity is read, as `psychometric` does."""


@dataclass(frozen=True)
class Acuity(Page):
    """A plot and a table for each set of items that respondents were asked about."""

    order = 20
    styles = ("plots", "tags")

    def show(self, board: Board, words: Words) -> Shown | None:
        """None where nobody was asked about items of several levels."""
        sections: list[Section] = []
        for found in board.rounds:
            curves = [(entry, curve) for entry in found.entries if (curve := _curve(entry, found)) is not None]
            if curves:
                sections.append(_section(board, found, curves, len(sections) + 1, words))
        if not sections:
            return None
        context = {"sections": sections, "confidence": f"{100 * board.asked.confidence:g}"}
        return Shown(context, tuple(section.table for section in sections), tuple(section.plot for section in sections))


@dataclass(frozen=True)
class Section:
    """Respondents that were asked about the same items."""

    title: str
    told: str
    plot: Curves
    table: Table


def _curve(entry: Entry, found: Round) -> Curve | None:
    judged = entry.judged(found.signature)
    return None if judged is None else judged.curve


def _section(board: Board, found: Round, curves: list[tuple[Entry, Curve]], number: int, words: Words) -> Section:
    name = "acuity" if number == 1 else f"acuity-{number}"
    metric, chance = board.signatures[found.signature], _chance(board, found)
    title = words("acuity.plot", metric=metric[:1].upper() + metric[1:])
    plot = Curves(
        name,
        f"{title} {words('tags.chance_line')}" if chance else title,
        tuple(_line(entry, curve, words) for entry, curve in curves),
        x=words("acuity.level"),
        y=metric,
        chance=chance,
        level=_HEIGHT,
    )
    table = Table(
        name,
        words("acuity.table"),
        (
            Column(words("acuity.respondent")),
            Column(words("acuity.acuity"), numeric=True, hint=words("acuity.acuity_hint"), best="highest"),
            Column(words("acuity.midpoint"), numeric=True, hint=words("acuity.midpoint_hint")),
            Column(words("acuity.slope"), numeric=True, hint=words("acuity.slope_hint")),
            Column(words("acuity.lapse"), numeric=True, hint=words("acuity.lapse_hint")),
        ),
        [_row(entry, curve, words) for entry, curve in curves],
        words("acuity.note", signature=found.signature, confidence=f"{100 * board.asked.confidence:g}"),
    )
    told = words("tags.asked", items=words.count(found.items), entries=words.count(len(curves)))
    return Section(found.called(words), told, plot, table)


def _line(entry: Entry, curve: Curve, words: Words) -> Line:
    dots = tuple(
        Dot(point.level, point.accuracy.value, point.accuracy.low, point.accuracy.high) for point in curve.points
    )
    first, last = curve.points[0].level, curve.points[-1].level
    drawn = [(level, curve.at(level)) for level in np.linspace(first, last, _STEPS + 1).tolist()]
    acuity = curve.acuity
    return Line(
        entry.called(words),
        entry.kind,
        dots,
        tuple((level, share) for level, share in drawn if share is not None),
        threshold=None if acuity is None else acuity.value,
        low=None if acuity is None else acuity.low,
        high=None if acuity is None else acuity.high,
        note=no_acuity(curve, words),
    )


def no_acuity(curve: Curve, words: Words) -> str:
    """Why there is no acuity, in the page's language; nothing where there is one."""
    if curve.acuity is not None:
        return ""
    if curve.outside is None:
        return words("acuity.levels", count=words.count(len(curve.points)))
    return words("acuity.never_reaches" if curve.outside == "below" else "acuity.never_falls")


def _row(entry: Entry, curve: Curve, words: Words) -> tuple[Cell, ...]:
    return (
        Cell(entry.called(words), kind=entry.kind, hint=entry.run.id),
        _acuity(curve, words),
        _midpoint(curve, words),
        _number(curve.slope, 2, words),
        _number(None if curve.lapse is None else 100 * curve.lapse, 1, words),
    )


def _acuity(curve: Curve, words: Words) -> Cell:
    if curve.acuity is None:
        return Cell(no_acuity(curve, words), "")
    found = curve.acuity
    told = words.between_levels(found.low, found.high, [point.level for point in curve.points])
    return Cell(words.decimal(found.value), found.value, found.low, found.high, told)


def _midpoint(curve: Curve, words: Words) -> Cell:
    """Where it lies outside of the levels that were asked, nobody knows how far."""
    if curve.midpoint is None:
        return Cell("")
    first, last = curve.points[0].level, curve.points[-1].level
    if first <= curve.midpoint <= last:
        return Cell(words.decimal(curve.midpoint), curve.midpoint)
    return Cell(words.below(first) if curve.midpoint < first else words.beyond(last), curve.midpoint)


def _number(value: float | None, digits: int, words: Words) -> Cell:
    return Cell("") if value is None else Cell(words.decimal(value, digits), value)


def _chance(board: Board, found: Round) -> tuple[tuple[float, float], ...]:
    """What guessing earns by level; nothing where nothing can be guessed."""
    chances, asked = np.asarray(board.columns.chance), found.entries[0].asked
    levels: dict[float, list[float]] = {}
    for value, places in board.columns.tags.get(LEVEL, {}).items():
        at = np.asarray(places, dtype=np.int64)
        if (level := _level(value)) is not None and len(at := at[asked[at]]):
            levels.setdefault(level, []).extend(chances[at].tolist())
    found_chance = tuple((level, float(np.mean(some))) for level, some in sorted(levels.items()))
    return found_chance if any(share > 0 for _, share in found_chance) else ()


def _level(value: str) -> float | None:
    try:
        level = float(value)
    except ValueError:
        return None
    return level if np.isfinite(level) else None
