"""Breakdowns: what respondents came to on the items that share a value of a tag, apart from how it is shown.

Figures are those of `optotype.statistics`, like all others: clustered means with intervals, paired differences to the
respondent that leads, and for tags with two values the difference between the two.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from optotype import statistics
from optotype.facets import by_path
from optotype.statistics import Codes, Difference, Estimate, Floats

if TYPE_CHECKING:
    from optotype.report.board import Board, Entry, Round

Places = NDArray[np.int64]
"""Items by their place on the board."""

EXPECTED = (
    "kind",
    "question_type",
    "question_text",
    "skill",
    "figure_type",
    "level",
    "language",
    "origin",
    "question_source",
    "split",
    "form",
    "collection",
)
"""The order in which readers expect tags; others follow by name."""

_SMALLEST = 1e-9
"""The smallest p-value that is told from zero."""


@dataclass(frozen=True)
class Figure:
    """What a respondent came to on some items, and how far it is from the one that leads on the same items."""

    estimate: Estimate
    apart: Difference | None = None
    """From the respondent that leads; None for that one, and where they share no item."""
    p: float = 1.0
    """Of that difference, corrected for all differences in the table (Holm)."""


@dataclass(frozen=True)
class Row:
    """The items that share a value."""

    value: str
    places: Places
    chance: float | None
    """What guessing earns on them; None where nothing can be guessed."""
    figures: tuple[Figure | None, ...]
    """For each respondent in order; None where it has no score on any of them."""


@dataclass(frozen=True)
class Gap:
    """How much better a respondent did on the items of one value than on those of another."""

    value: float
    low: float
    high: float
    p: float
    """How likely a gap at least as large is if there is none."""


@dataclass(frozen=True)
class Breakdown:
    """A tag, and what respondents came to on the items of each of its values by one metric."""

    tag: str
    signature: str
    entries: tuple[Entry, ...]
    leader: Entry
    rows: tuple[Row, ...]
    compared: int
    """Differences that p-values are corrected for."""
    gaps: tuple[tuple[Gap | None, float], ...] = ()
    """For tags with two values, by the metric that orders the round, and for each respondent: the second value less the
    first, and its p-value corrected for the number of respondents."""


def breakdowns(board: Board, found: Round) -> dict[str, list[Breakdown]]:
    """By tag in the order that readers expect, a breakdown for each metric, the one that orders the round first.

    Tags that do not tell the items of the round apart are left out.
    """
    signatures = sorted(board.signatures, key=lambda name: name != found.signature)
    made: dict[str, list[Breakdown]] = {}
    for tag in sorted(board.tags, key=_expected):
        values = places_of(board.tags[tag], found)
        if len(values) < 2:
            continue
        if tag == "split":
            values = {value: values[value] for value in sorted(values, key=by_path)}
        some = [one for name in signatures if (one := _breakdown(board, found, tag, values, name)) is not None]
        if some:
            made[tag] = some
    return made


def _expected(tag: str) -> tuple[int, str]:
    return (EXPECTED.index(tag) if tag in EXPECTED else len(EXPECTED), tag)


def places_of(values: dict[str, array[int]], found: Round) -> dict[str, Places]:
    """By value, the items that a round asked about; values that it has no item of are left out."""
    asked = found.entries[0].asked
    some = {value: np.asarray(places, dtype=np.int64) for value, places in values.items()}
    return {value: at[asked[at]] for value, at in some.items() if asked[at].any()}


def figure(board: Board, entry: Entry, signature: str, places: Places) -> Estimate | None:
    """What an entry came to on some items; None where it has no score on any of them."""
    values = entry.values.get(signature)
    if values is None:
        return None
    known = places[~np.isnan(values[places])]
    if not len(known):
        return None
    return statistics.mean(values[known], np.asarray(board.columns.cluster)[known], board.asked.confidence)


def _breakdown(board: Board, found: Round, tag: str, values: dict[str, Places], signature: str) -> Breakdown | None:
    entries = [entry for entry in found.entries if entry.judged(signature) is not None]
    if not entries:
        return None
    leader = max(entries, key=lambda entry: _overall(entry, signature))
    cells = [[figure(board, entry, signature, places) for entry in entries] for places in values.values()]
    if all(cell is None for row in cells for cell in row):
        return None
    apart: dict[tuple[int, int], Difference] = {}
    for row, places in enumerate(values.values()):
        for column, entry in enumerate(entries):
            difference = None if entry is leader else board.difference(leader, entry, signature, places)
            if difference is not None:
                apart[row, column] = difference
    corrected = statistics.holm([difference.p for difference in apart.values()])
    p_values = dict(zip(apart, corrected, strict=True))
    chances = np.asarray(board.columns.chance)
    rows = [
        Row(
            value,
            places,
            float(chances[places].mean()) if chances[places].max() > 0 else None,
            tuple(
                None if cell is None else Figure(cell, apart.get((row, column)), p_values.get((row, column), 1.0))
                for column, cell in enumerate(cells[row])
            ),
        )
        for row, (value, places) in enumerate(values.items())
    ]
    two = len(rows) == 2 and signature == found.signature
    gaps = _gaps(board, entries, signature, [row.places for row in rows]) if two else ()
    return Breakdown(tag, signature, tuple(entries), leader, tuple(rows), len(apart), gaps)


def _overall(entry: Entry, signature: str) -> float:
    judged = entry.judged(signature)
    return -math.inf if judged is None else judged.overall.value


# --- two values


def _gaps(
    board: Board, entries: Sequence[Entry], signature: str, places: Sequence[Places]
) -> tuple[tuple[Gap | None, float], ...]:
    cluster = np.asarray(board.columns.cluster)
    gaps: list[Gap | None] = []
    for entry in entries:
        values = entry.values[signature]
        first, second = (at[~np.isnan(values[at])] for at in places)
        if len(first) and len(second):
            sides = [(values[at], cluster[at]) for at in (first, second)]
            gaps.append(gap(sides[0], sides[1], board.asked.confidence))
        else:
            gaps.append(None)
    corrected = iter(statistics.holm([one.p for one in gaps if one is not None]))
    return tuple((one, 1.0 if one is None else next(corrected)) for one in gaps)


def gap(first: tuple[Floats, Codes], second: tuple[Floats, Codes], confidence: float = 0.95) -> Gap:
    """How much higher the mean of some items is than that of others, with its interval.

    The items differ, so nothing is paired: the interval is put together from the clustered intervals of both means
    (Newcombe's method, which also Zou and Donner's goes back to). Where both are about the same pictures, and a
    respondent does worse on one kind for being better on the other, it is widened by how much they do so. The
    p-value is that of the interval: how far its confidence can be raised until it holds zero.

    Args:
        first: scores, and the cluster of each.
        second: the same of the others.
        confidence: how often the interval shall hold.
    """
    opposed = _opposed(first, second)

    def span(confidence: float) -> tuple[float, float, float]:
        a, b = (statistics.mean(*side, confidence) for side in (first, second))
        value = b.value - a.value
        down = _together(b.value - b.low, a.high - a.value, opposed)
        up = _together(b.high - b.value, a.value - a.low, opposed)
        return value, value - down, value + up

    value, low, high = span(confidence)
    if low <= 0 <= high:
        return Gap(value, low, high, 1.0)
    # between these p-values lies the one whose interval ends at zero
    small, large = math.log(_SMALLEST), math.log(1 - confidence)
    for _ in range(16):
        middle = (small + large) / 2
        _, begin, end = span(1 - math.exp(middle))
        small, large = (middle, large) if begin <= 0 <= end else (small, middle)
    return Gap(value, low, high, math.exp(large))


def _together(one: float, other: float, opposed: float) -> float:
    """How far the difference reaches where both sides reach so far."""
    return math.sqrt(one * one + other * other + 2 * opposed * one * other)


def _opposed(first: tuple[Floats, Codes], second: tuple[Floats, Codes]) -> float:
    """How much clusters that are better on one side are worse on the other, from 0 to 1."""
    number = 1 + max(int(cluster.max()) for _, cluster in (first, second))
    sums = [np.bincount(cluster, values - values.mean(), number) for values, cluster in (first, second)]
    size = math.sqrt(float(sums[0] @ sums[0]) * float(sums[1] @ sums[1]))
    return min(max(-float(sums[0] @ sums[1]) / size, 0.0), 1.0) if size > 0 else 0.0
