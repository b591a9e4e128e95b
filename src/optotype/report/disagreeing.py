"""What disagrees: metrics about an answer, strong respondents with gold, everybody with an item.

Blind baselines have no say here: they guess. Items are named by their place on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from optotype.report.board import Board, Entry, NDBool, Round
    from optotype.statistics import Floats

ENOUGH = 2
"""Respondents that must agree, or have been heard, before it means anything."""


@dataclass(frozen=True)
class Quarrel:
    """An item on which metrics disagree: an answer is right by one of them, and wrong by another."""

    place: int
    entries: tuple[int, ...]
    """Whose answers; numbers of entries."""


@dataclass(frozen=True)
class Clash:
    """How often a run is right by one metric, and wrong by another."""

    entry: int
    right: str
    """The signature of the metric that says right."""
    wrong: str
    items: int


@dataclass(frozen=True)
class Doubt:
    """An item on which strong respondents agree with each other, and not with gold."""

    place: int
    entries: tuple[int, ...]
    """Who agree, the best first; numbers of entries."""
    strength: float
    """Their mean score."""


def quarrels(board: Board) -> list[Quarrel]:
    """Items on which metrics disagree, those with the most such answers first."""
    found: dict[int, list[int]] = {}
    for entry in board.entries:
        if len(entry.values) < 2:
            continue
        table = np.stack(list(entry.values.values()))
        for place in np.flatnonzero((table >= 1).any(axis=0) & (table <= 0).any(axis=0)).tolist():
            found.setdefault(place, []).append(entry.number)
    return [
        Quarrel(place, tuple(found[place])) for place in sorted(found, key=lambda place: (-len(found[place]), place))
    ]


def clashes(board: Board) -> list[Clash]:
    """For each run and each two metrics that disagree: how often, the most first."""
    made: list[Clash] = []
    for entry in board.entries:
        for right, wrong in permutations([name for name in board.signatures if name in entry.values], 2):
            if items := int(((entry.values[right] >= 1) & (entry.values[wrong] <= 0)).sum()):
                made.append(Clash(entry.number, right, wrong, items))
    return sorted(made, key=lambda clash: -clash.items)


def strong(found: Round) -> list[Entry]:
    """Those of a round whose word counts against gold, best first.

    They are the better half of the respondents that did better than every blind baseline and than guessing, and two at
    least. A respondent with several runs has one voice, that of its best run.
    """
    blind = [value for entry in found.entries if entry.kind == "baseline" and (value := found.value(entry)) is not None]
    floor = max([*blind, found.chance or 0.0])
    able = [entry for entry in _voices(found) if (found.value(entry) or 0.0) > floor]
    return able[: max(ENOUGH, (len(able) + 1) // 2)]


def _voices(found: Round) -> list[Entry]:
    """The best run of each respondent that has a say, best first."""
    voices: dict[str, Entry] = {}
    for entry in voters(found.entries):  # best first
        if found.value(entry) is not None:
            voices.setdefault(entry.respondent.id, entry)
    return list(voices.values())


def doubts(board: Board) -> list[Doubt]:
    """Items whose gold is likely wrong: by how many agree, then by how good they are.

    More of the strong must agree on the same other answer than respondents of any strength are right by gold.
    """
    best: dict[int, Doubt] = {}
    for found in board.rounds:
        for doubt in _doubts(found):
            known = best.get(doubt.place)
            if known is None or _weight(doubt) < _weight(known):
                best[doubt.place] = doubt
    return sorted(best.values(), key=_weight)


def _weight(doubt: Doubt) -> tuple[int, float, int]:
    return -len(doubt.entries), -doubt.strength, doubt.place


def _doubts(found: Round) -> Iterator[Doubt]:
    entries = strong(found)
    if len(entries) < ENOUGH:
        return
    scores = np.array([found.value(entry) for entry in entries], dtype=np.float64)
    values = np.stack([entry.values[found.signature] for entry in entries])
    said = np.stack([entry.said for entry in entries])
    wrong = (values <= 0) & (said != 0)
    # for each of them, how many say the same: (respondents, items)
    alike = np.stack([((said == own) & wrong & others).sum(axis=0) for own, others in zip(said, wrong, strict=True)])
    largest, leader = alike.max(axis=0), alike.argmax(axis=0)
    right = np.sum([entry.values[found.signature] >= 1 for entry in _voices(found)], axis=0)
    for place in np.flatnonzero((largest >= ENOUGH) & (largest > right)).tolist():
        agree = np.flatnonzero(wrong[:, place] & (said[:, place] == said[leader[place], place]))
        yield Doubt(place, tuple(entries[row].number for row in agree.tolist()), float(scores[agree].mean()))


@dataclass(frozen=True)
class Together:
    """What all respondents that were heard have in common."""

    failed: list[int]
    """Items that none of them got right, not even partly; those put to the most respondents first."""
    right: list[int]
    """Items that all of them got right."""


def together(board: Board) -> Together:
    """Items that everybody fails, and items that everybody gets right; two respondents must have been heard."""
    count = len(board.columns.ids)
    heard = np.zeros(count, dtype=np.int64)
    failed, right = np.ones(count, dtype=np.bool_), np.ones(count, dtype=np.bool_)
    for values in _by_respondent(board):
        some = np.zeros(count, dtype=np.bool_)
        for scores in values:
            known = ~np.isnan(scores)
            some |= known
            failed &= ~known | (scores <= 0)
            right &= ~known | (scores >= 1)
        heard += some
    enough: NDBool = heard >= ENOUGH
    places = np.flatnonzero(failed & enough)
    return Together(
        failed=places[np.argsort(-heard[places], kind="stable")].tolist(),
        right=np.flatnonzero(right & enough).tolist(),
    )


def _by_respondent(board: Board) -> list[list[Floats]]:
    """For each respondent that is no baseline, the scores of its runs by the metric that orders them."""
    found: dict[str, list[Floats]] = {}
    for some in board.rounds:
        for entry in voters(some.entries):
            if some.signature in entry.values:
                found.setdefault(entry.respondent.id, []).append(entry.values[some.signature])
    return list(found.values())


def voters(entries: Sequence[Entry]) -> list[Entry]:
    """Those who have a say: all but blind baselines."""
    return [entry for entry in entries if entry.kind != "baseline"]
