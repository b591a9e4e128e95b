"""What disagrees: metrics about an answer, strong respondents with gold, everybody with an item.

Who counts as strong, and what a doubt is, is decided in `optotype.disagreeing`, for audits too. Items are named by
their place on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from optotype import disagreeing
from optotype.disagreeing import ENOUGH, Doubt, Together, Voice
from optotype.people_rows import repeated

if TYPE_CHECKING:
    from optotype.report.board import Board, Entry, Round

__all__ = ["ENOUGH", "Clash", "Doubt", "Quarrel", "Together", "clashes", "doubts", "quarrels", "strong", "together"]


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
    """Those of a round whose word counts against gold, best first; see `optotype.disagreeing.strong`."""
    entries = {entry.number: entry for entry in found.entries}
    return [entries[voice.number] for voice in disagreeing.strong(_voices(found, found.entries), found.chance or 0.0)]


def doubts(board: Board) -> list[Doubt]:
    """Items whose gold is likely wrong: by how many agree, then by how good they are."""
    return disagreeing.doubts([(_voices(found, board.entries), found.chance or 0.0) for found in board.rounds])


def together(board: Board) -> Together:
    """Items that everybody fails, and items that everybody gets right; two respondents must have been heard."""
    voices = [voice for found in board.rounds for voice in _voices(found, board.entries)]
    return disagreeing.together(voices, len(board.columns.ids))


def _voices(found: Round, everybody: Sequence[Entry]) -> list[Voice]:
    """Those of a round that were judged by what orders it, best first; of rows of people, the one that speaks."""
    speak = {entry.number for entry in speakers(everybody)}
    return [
        Voice(
            number=entry.number,
            respondent=entry.respondent.id,
            blind=entry.blind,
            score=value,
            values=entry.values[found.signature],
            said=entry.said,
        )
        for entry in found.entries
        if entry.number in speak and (value := found.value(entry)) is not None and found.signature in entry.values
    ]


def voters(entries: Sequence[Entry]) -> list[Entry]:
    """Those who have a say: all but those who do not look."""
    return [entry for entry in speakers(entries) if not entry.blind]


def speakers(entries: Sequence[Entry]) -> list[Entry]:
    """All of them, but of the rows that the same people stand in only the one that speaks for them."""
    silent = repeated([(entry.respondent.id, _heard(entry)) for entry in entries])
    return [entry for place, entry in enumerate(entries) if place not in silent]


def _heard(entry: Entry) -> int:
    """How many items a run was judged about, by the metric that judged the most."""
    return max((int(np.isfinite(values).sum()) for values in entry.values.values()), default=0)
