"""Pairs: any two runs of a board held against each other, by each metric that both have.

What `optotype compare` works out for two runs is worked out here from the board's columns, for any that are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from optotype import statistics
from optotype.comparing import LeftOut, Part
from optotype.records import State
from optotype.report.board import STATES, Board, Entry, NDBool
from optotype.statistics import Codes, Difference, Estimate, Floats

MOST_PARTS = 20_000
"""Differences by tag that a report works out: by the first metric before others, of the best runs before others.

`optotype compare` works out any.
"""

MOST_PRINTED = 45
"""Comparisons, two runs by one metric each, that have files: as many as ten runs make by one metric.

They are the first of those that are worked out by tag. Each plot takes a quarter of a second.
"""

VERDICTS = ("right", "partly", "wrong")
"""What an item can be for a run, as the item browser calls it."""

_FAILED = 1 + STATES.index(State.FAILED)


@dataclass(frozen=True)
class Paired:
    """Two entries held against each other by one metric. Differences are those of B from A: above zero, B is better."""

    signature: str
    a: Estimate
    """What A scored on the items that both have a score on."""
    b: Estimate
    difference: Difference
    p: float
    """Corrected for the number of comparisons (Holm)."""
    among: int
    """How many comparisons that is: of all who were asked about the same items, or of all others, by this metric."""
    detectable: float
    """The smallest true difference that would be shown four times in five."""
    squares: tuple[tuple[int, ...], ...]
    """How many items A and B got right, partly and wrong: a row for each verdict on A, a column for each on B."""
    left_out: LeftOut
    parts: list[Part] | None
    """By tag, each p corrected for the number of values of its tag (Holm); None where there was no room for it."""


Key = tuple[int, int]
"""The numbers of two entries, the smaller one first."""


class Pairs:
    """All pairs of entries that were judged. Each is worked out when it is asked for, and kept."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._kept: dict[Key, list[Paired]] = {}
        self.keys: list[Key] = [
            (a.number, b.number) for a, b in combinations((one for one in board.entries if one.result.judged), 2)
        ]

    def __getitem__(self, key: Key) -> list[Paired]:
        """A comparison for each metric by which the two share a score."""
        if key not in self._kept:
            a, b = (self._board.entries[number] for number in key)
            self._kept[key] = [
                _paired(self._board, a, b, name, *pairs[key], self._tags if (name, key) in self._by_tag else None)
                for name, pairs in self._overall.items()
                if key in pairs
            ]
        return self._kept[key]

    def of(self, signature: str, key: Key) -> Paired:
        """The comparison by one metric."""
        return next(paired for paired in self[key] if paired.signature == signature)

    @cached_property
    def printed(self) -> list[tuple[str, Key]]:
        """The comparisons that have files, by signature and pair."""
        return list(self._by_tag)[:MOST_PRINTED]

    @cached_property
    def _by_tag(self) -> dict[tuple[str, Key], None]:
        """Those that are worked out by tag, in order: by the first metric before others, of the best before others."""
        number = max(1, sum(len(values) for _, values in self._tags))
        wanted = [(name, key) for name, pairs in self._overall.items() for key in _best_first(self._board, pairs)]
        return dict.fromkeys(wanted[: MOST_PARTS // number])

    @cached_property
    def _overall(self) -> dict[str, dict[Key, _Corrected]]:
        return _overall(self._board)

    @cached_property
    def _tags(self) -> _Tags:
        return _tags(self._board)


def _places(board: Board) -> dict[int, tuple[int, int]]:
    """For each entry that was judged, the number of its round, and its place there."""
    return {
        entry.number: (number, place)
        for number, found in enumerate(board.rounds)
        for place, entry in enumerate(found.entries)
    }


def _best_first(board: Board, pairs: Iterable[Key]) -> list[Key]:
    """Pairs of one round before others, and those of its best before others."""
    at = _places(board)

    def order(pair: Key) -> tuple[bool, int, int, Key]:
        (first, a), (second, b) = (at[number] for number in pair)
        return first != second, max(a, b), min(a, b), pair

    return sorted(pairs, key=order)


_Corrected = tuple[Difference, float, int]


def _overall(board: Board) -> dict[str, dict[Key, _Corrected]]:
    """By signature and pair: the difference, its corrected p, and for how many comparisons it is corrected."""
    rounds = {number: place[0] for number, place in _places(board).items()}
    known = {
        (found.signature, *key): pair.difference for found in board.rounds for key, pair in found.pairs.items()
    }  # worked out for the ranks already
    made: dict[str, dict[Key, _Corrected]] = {}
    for signature in board.signatures:
        families: dict[int | None, dict[Key, Difference]] = {}
        scored = [entry for entry in board.entries if signature in entry.values and entry.number in rounds]
        for a, b in combinations(scored, 2):
            key = a.number, b.number
            difference = known.get((signature, *key)) or board.difference(a, b, signature)
            if difference is not None:
                number = rounds[a.number]
                families.setdefault(number if rounds[b.number] == number else None, {})[key] = difference
        corrected = {
            key: (difference, p, len(family))
            for family in families.values()
            for (key, difference), p in zip(
                family.items(), statistics.holm([difference.p for difference in family.values()]), strict=True
            )
        }
        made[signature] = {key: corrected[key] for key in sorted(corrected)}
    return made


_Tags = list[tuple[str, list[tuple[str, Codes]]]]


def _tags(board: Board) -> _Tags:
    """The places of items by tag and value, siblings beside each other: sorting what is sorted takes no time.

    Values that the same items have, as a collection and all that its items have in common, share their places.
    """
    cluster = np.asarray(board.columns.cluster)
    known: dict[bytes, Codes] = {}

    def beside(places: Codes) -> Codes:
        found = places[np.argsort(cluster[places], kind="stable")]
        return known.setdefault(found.tobytes(), found)

    return [
        (tag, [(value, beside(np.asarray(places))) for value, places in values.items()])
        for tag, values in board.tags.items()
    ]


def _paired(
    board: Board, a: Entry, b: Entry, signature: str, difference: Difference, p: float, among: int, tags: _Tags | None
) -> Paired:
    x, y = a.values[signature], b.values[signature]
    scored_a, scored_b = ~np.isnan(x), ~np.isnan(y)
    both = scored_a & scored_b
    confidence = board.asked.confidence
    return Paired(
        signature=signature,
        a=_score(board, a, signature, both),
        b=_score(board, b, signature, both),
        difference=difference,
        p=p,
        among=among,
        detectable=statistics.detectable(difference, confidence=confidence),
        squares=_squares(x[both], y[both]),
        left_out=_left_out(a, b, scored_a, scored_b),
        parts=None if tags is None else list(_parts(board, x, y, both, tags)),
    )


def _score(board: Board, entry: Entry, signature: str, places: NDBool) -> Estimate:
    """What an entry scored on some items, which are often all that it has."""
    judged = entry.judged(signature)
    count = int(places.sum())
    if judged is not None and judged.overall.count == count:
        return judged.overall
    values, cluster = entry.values[signature], np.asarray(board.columns.cluster)
    return statistics.mean(values[places], cluster[places], board.asked.confidence)


def _squares(a: Floats, b: Floats) -> tuple[tuple[int, ...], ...]:
    """Counts by verdict; only what is wholly right is right, and only what is wholly wrong is wrong."""
    table = np.bincount(len(VERDICTS) * _verdict(a) + _verdict(b), minlength=len(VERDICTS) ** 2)
    return tuple(tuple(row) for row in table.reshape(len(VERDICTS), -1).tolist())


def _verdict(values: Floats) -> Codes:
    return np.where(values >= 1, 0, np.where(values <= 0, 2, 1)).astype(np.int64)


def _left_out(a: Entry, b: Entry, scored_a: NDBool, scored_b: NDBool) -> LeftOut:
    unheard_a, unheard_b = (
        ~scored & (np.frombuffer(entry.states, dtype=np.uint8) == _FAILED)
        for entry, scored in ((a, scored_a), (b, scored_b))
    )
    return LeftOut(
        only_a=int((scored_a & ~scored_b & ~unheard_b).sum()),
        only_b=int((scored_b & ~scored_a & ~unheard_a).sum()),
        unheard_a=int((unheard_a & scored_b).sum()),
        unheard_b=int((unheard_b & scored_a).sum()),
        unheard_both=int((unheard_a & unheard_b).sum()),
        gone=0,  # a board holds only what is in the bench
    )


def _parts(board: Board, x: Floats, y: Floats, both: NDBool, tags: _Tags) -> Iterator[Part]:
    cluster = np.asarray(board.columns.cluster)
    known: dict[int, tuple[float, float, Difference]] = {}

    def figures(places: Codes) -> tuple[float, float, Difference]:
        if id(places) not in known:  # values of several tags share their places
            at = places[both[places]]
            a, b = x[at], y[at]
            difference = statistics.difference(a, b, cluster[at], board.asked.confidence)
            known[id(places)] = float(a.mean()), float(b.mean()), difference
        return known[id(places)]

    for tag, values in tags:
        shared = [(value, places) for value, places in values if both[places].any()]
        if len(shared) < 2:  # the tag tells none of these items apart
            continue
        found = [(value, *figures(places)) for value, places in shared]
        corrected = statistics.holm([difference.p for *_, difference in found])
        for (value, a, b, difference), p in zip(found, corrected, strict=True):
            yield Part(tag, value, a, b, difference, p)
