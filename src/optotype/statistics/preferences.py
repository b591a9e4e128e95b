"""Preferences: of things that were shown in pairs, which do people like better, and how sure is that?

A duel is one answer: two things, and which of them was chosen. Things get a strength by the model of Bradley and
Terry (1952): a beats b with the chance s_a / (s_a + s_b). Strengths are found by Hunter's iteration (2004); a tie is
half a win for either side.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from optotype import statistics
from optotype.statistics import Codes, Estimate, Floats, _student, codes

RESAMPLES = 500
"""How often clusters are drawn."""

MOST = 100
"""Things that are compared at most."""

_ROUNDS = 2000  # of the iteration, at most
_CLOSE = 1e-10
_SETTLED = 0.95  # share of draws that has to settle strengths, for an interval
_TOGETHER = 1 << 21  # cells of tables that are looked at together


@dataclass(frozen=True)
class Duel:
    """One answer to a pair."""

    left: str
    """What stood on the left, or came first."""
    right: str
    result: float
    """1 if the left one was chosen, 0 if the right one was, one half for neither."""
    person: str
    pair: str
    """What was asked: the same pair asked again has the same name."""
    cluster: Hashable
    """What the pair shares with others: the paper that it is about."""


@dataclass(frozen=True)
class Rated:
    """One of the things compared."""

    name: str
    duels: int
    wins: float
    """Ties count as half a win."""
    rate: Estimate
    """Share of its duels that it won."""
    strength: float | None
    """The logarithm of its strength by Bradley and Terry, 0 in the mean of all; None where it cannot be told."""
    low: float | None
    high: float | None
    expected: float | None
    """How often it would win against another of these, taken by chance."""


@dataclass(frozen=True)
class Beaten:
    """Two of the things, against each other alone."""

    a: str
    b: str
    duels: int
    rate: Estimate
    """Share of these that A won."""


@dataclass(frozen=True)
class Standing:
    """What a study of preferences came to."""

    rated: list[Rated]
    """The strongest first."""
    pairs: list[Beaten]
    groups: list[list[str]]
    """Things that can be told apart from each other; more than one group where no chain of wins and losses ties all
    together, and strengths of different groups cannot be compared."""
    ties: int
    duels: int
    people: int
    first: Estimate | None
    """How often the left one was chosen; one half if the side does not matter. Ties are left out."""
    biased: dict[str, tuple[int, int]]
    """By person who takes one side far more often than chance would have it: how often the left one, of how many."""
    repeated: Estimate | None
    """Of pairs that the same person was asked again, the share to which they said the same."""


def standing(duels: Sequence[Duel], confidence: float = 0.95, *, resamples: int = RESAMPLES, seed: int = 0) -> Standing:
    """Who wins, how far that can be told, and whether sides or moods decided.

    Of a pair that somebody was asked several times, the first answer counts; the others tell how steady people are.

    Raises:
        ValueError: there are no duels, or far too many things.
    """
    if not duels:
        raise ValueError("duels were expected, and there are none")
    firsts, repeated = _repeats(duels, confidence)
    names = sorted({name for duel in firsts for name in (duel.left, duel.right)})
    if len(names) > MOST:
        raise ValueError(f"{len(names)} things are compared; {MOST} at most were expected")
    place = {name: number for number, name in enumerate(names)}
    left = np.array([place[duel.left] for duel in firsts])
    right = np.array([place[duel.right] for duel in firsts])
    result = np.array([duel.result for duel in firsts], dtype=np.float64)
    person, cluster = codes([duel.person for duel in firsts]), codes([duel.cluster for duel in firsts])
    wins = _wins(left, right, result, len(names))
    groups = _groups(wins)
    strength = np.full(len(names), np.nan)
    lows, highs = strength.copy(), strength.copy()
    for group in groups:
        if len(group) > 1:
            strength[group], lows[group], highs[group] = _strengths(
                left, right, result, cluster, group, len(names), confidence, resamples, seed
            )
    rated: list[Rated] = []
    for number, name in enumerate(names):
        mine = np.flatnonzero((left == number) | (right == number))
        won = np.where(left[mine] == number, result[mine], 1 - result[mine])
        rated.append(
            Rated(
                name,
                len(mine),
                float(won.sum()),
                widest(won, (cluster[mine], person[mine]), confidence),
                _known(strength[number]),
                _known(lows[number]),
                _known(highs[number]),
                _expected(strength, number) if len(groups) == 1 else None,
            )
        )
    comparable = len(groups) == 1  # strengths of different groups are on different scales; win rates are on one
    rated.sort(key=lambda one: (-(one.strength or 0.0) if comparable else -one.rate.value, one.name))
    decided = result != 0.5
    return Standing(
        rated=rated,
        pairs=_against(left, right, result, cluster, person, names, confidence),
        groups=[[names[number] for number in group] for group in groups],
        ties=int((~decided).sum()),
        duels=len(firsts),
        people=int(person.max()) + 1,
        first=widest(result[decided], (cluster[decided], person[decided]), confidence) if decided.any() else None,
        biased=_biased(firsts, confidence),
        repeated=repeated,
    )


def widest(values: Floats, clusterings: Sequence[Codes], confidence: float = 0.95) -> Estimate:
    """A mean of answers that belong together in several ways: the widest of the intervals that follow from each.

    Answers about one paper are alike, and so are those of one person.
    """
    found = [statistics.mean(values, clusters, confidence) for clusters in clusterings]
    return max(found, key=lambda estimate: estimate.high - estimate.low)


def bradley_terry(wins: Floats) -> Floats:
    """The logarithms of strengths, 0 in the mean, from tables of wins: (tables, things, things) to (tables, things).

    Not a number where a table does not settle them: somebody never lost, or never won.
    """
    tables = np.asarray(wins, dtype=np.float64)
    duels = tables + tables.transpose(0, 2, 1)
    won = tables.sum(axis=2)
    strength = np.ones(won.shape)
    settled = np.array([len(_groups(table)) == 1 for table in tables])
    with np.errstate(all="ignore"):
        for _ in range(_ROUNDS):
            pairs = strength[:, :, None] + strength[:, None, :]
            better = won / (duels / pairs).sum(axis=2)
            better /= np.exp(np.log(better).mean(axis=1, keepdims=True))
            moved = np.abs(np.log(better) - np.log(strength))[settled].max(initial=0.0)
            strength = better
            if moved < _CLOSE:
                break
        found = np.log(strength)
    found[~settled] = np.nan
    return found


# --- inside


def _repeats(duels: Sequence[Duel], confidence: float) -> tuple[list[Duel], Estimate | None]:
    """The first answer of each person to each pair, and how often the later ones say the same."""
    first: dict[tuple[str, str], Duel] = {}
    same: list[float] = []
    people: list[str] = []
    for duel in duels:
        there = first.setdefault((duel.person, duel.pair), duel)
        if there is not duel:
            turned = there.left != duel.left
            same.append(float(there.result == (1 - duel.result if turned else duel.result)))
            people.append(duel.person)
    return list(first.values()), statistics.mean(same, people, confidence) if same else None


def _wins(left: Codes, right: Codes, result: Floats, count: int, weights: Floats | None = None) -> Floats:
    """How often each won against each other: (things, things)."""
    often = np.ones(len(left)) if weights is None else weights
    found = np.zeros(count * count)
    for one, other, share in ((left, right, result), (right, left, 1 - result)):
        found += np.bincount(one * count + other, weights=share * often, minlength=count * count)
    table: Floats = found.reshape(count, count)
    np.fill_diagonal(table, 0.0)
    return table


def _groups(wins: Floats) -> list[list[int]]:
    """Things tied together by chains of wins both ways: the strongly connected parts."""
    reach = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in range(max(1, math.ceil(math.log2(max(len(wins), 2))))):
        reach = (reach.astype(np.float64) @ reach.astype(np.float64)) > 0
    both = reach & reach.T
    found: dict[tuple[int, ...], None] = {}
    for row in both:
        found[tuple(np.flatnonzero(row).tolist())] = None
    return [list(group) for group in found]


def _strengths(
    left: Codes,
    right: Codes,
    result: Floats,
    cluster: Codes,
    group: Sequence[int],
    count: int,
    confidence: float,
    resamples: int,
    seed: int,
) -> tuple[Floats, Floats, Floats]:
    """Strengths of a group with their intervals: a t interval, from clusters drawn anew."""
    inside = np.isin(left, group) & np.isin(right, group)
    left, right, result, cluster = left[inside], right[inside], result[inside], codes(cluster[inside])
    both = np.ix_(group, group)
    value = bradley_terry(_wins(left, right, result, count)[both][None])[0]
    number = int(cluster.max()) + 1
    chance = np.random.default_rng(seed)
    parts: list[Floats] = []
    some = max(1, _TOGETHER // max(count * count, number))
    for begin in range(0, resamples if number > 1 else 0, some):
        drawn = chance.integers(0, number, (min(some, resamples - begin), number))
        times = [np.bincount(draw, minlength=number).astype(np.float64)[cluster] for draw in drawn]
        parts.append(bradley_terry(np.array([_wins(left, right, result, count, often)[both] for often in times])))
    found = np.concatenate([np.zeros((0, len(group))), *parts])
    found = found[np.isfinite(found).all(axis=1)]
    if len(found) < max(_SETTLED * resamples, 2):  # a paper or two decide whether strengths can be told at all
        nothing = np.full(len(group), np.nan)
        return value, nothing, nothing
    error = np.sqrt(found.var(axis=0, ddof=1) * number / (number - 1))
    reach = _student.quantile(0.5 + confidence / 2, number - 1) * error
    return value, value - reach, value + reach


def _expected(strength: Floats, number: int) -> float | None:
    others = np.delete(strength, number)
    if not len(others) or not np.isfinite(strength).all():
        return None
    return float((1 / (1 + np.exp(others - strength[number]))).mean())


def _against(
    left: Codes, right: Codes, result: Floats, cluster: Codes, person: Codes, names: Sequence[str], confidence: float
) -> list[Beaten]:
    low, high = np.minimum(left, right), np.maximum(left, right)
    won = np.where(left == low, result, 1 - result)
    found: list[Beaten] = []
    for a, b in sorted(set(zip(low.tolist(), high.tolist(), strict=True))):
        mine = np.flatnonzero((low == a) & (high == b))
        rate = widest(won[mine], (cluster[mine], person[mine]), confidence)
        found.append(Beaten(names[int(a)], names[int(b)], len(mine), rate))
    return found


def _biased(duels: Sequence[Duel], confidence: float) -> dict[str, tuple[int, int]]:
    """People of whom chance would make so one-sided a choice hardly ever, however many are looked at."""
    counts: dict[str, list[int]] = {}
    for duel in duels:
        if duel.result != 0.5:
            count = counts.setdefault(duel.person, [0, 0])
            count[0] += duel.result == 1.0
            count[1] += 1
    p_values = statistics.holm([_two_sided(first, total) for first, total in counts.values()])
    found = zip(counts.items(), p_values, strict=True)
    return {name: (count[0], count[1]) for (name, count), p in found if p <= 1 - confidence}


def _two_sided(first: int, total: int) -> float:
    """How often a fair coin comes down so one-sidedly."""
    fewer = min(first, total - first)
    tail = sum(math.comb(total, count) for count in range(fewer + 1)) / 2**total
    return min(2 * tail, 1.0)


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
