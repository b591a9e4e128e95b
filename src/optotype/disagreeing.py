"""Who disagrees with gold, and what all respondents have in common: over the scores of several runs.

Blind respondents have no say here: they guess. Items are named by their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from optotype.records import Answer, Run, State

if TYPE_CHECKING:
    from optotype.statistics import Codes, Floats

VEILED = ("none", "blank", "shuffled", "ocr")
"""How pictures may have been hidden, as `Asking.sight` names it."""

ENOUGH = 2
"""Respondents that must agree, or have been heard, before it means anything."""


@dataclass(frozen=True)
class Voice:
    """A run, as far as it has a say."""

    number: int
    respondent: str
    blind: bool
    """Did it answer without looking?"""
    score: float
    """What it came to on all that it was asked about."""
    values: Floats
    """The score of each item; not a number where there is none."""
    said: Codes
    """What was said to each item: equal numbers, equal answers. 0 where nothing was."""


@dataclass(frozen=True)
class Doubt:
    """An item on which strong respondents agree with each other, and not with gold."""

    place: int
    entries: tuple[int, ...]
    """Who agree, the best first; numbers of voices."""
    strength: float
    """Their mean score."""


def saw(run: Run) -> str:
    """What was shown of pictures in a run, as `Asking.sight` names it."""
    asking = run.settings.get("asking")
    found = asking.get("sight") if isinstance(asking, dict) else None
    return found if isinstance(found, str) else "full"


def as_number(answer: Answer) -> int:
    """What an answer says, as a number other than 0; 0 where it says nothing."""
    if answer.state is State.UNANSWERABLE:
        return -1
    if answer.state is not State.GIVEN:
        return 0
    text = answer.model_dump_json(include={"value"}).casefold()
    return int.from_bytes(blake2b(text.encode(errors="surrogatepass"), digest_size=7).digest()) or 1


def strong(voices: Sequence[Voice], chance: float) -> list[Voice]:
    """Those whose word counts against gold, best first.

    They are the better half of the respondents that did better than every blind one and than guessing, and two at
    least. A respondent with several runs has one voice, that of its best run.
    """
    floor = max([*(voice.score for voice in voices if voice.blind), chance])
    able = [voice for voice in _one_each(voices) if voice.score > floor]
    return able[: max(ENOUGH, (len(able) + 1) // 2)]


def _one_each(voices: Sequence[Voice]) -> list[Voice]:
    """The best run of each respondent that has a say, best first."""
    found: dict[str, Voice] = {}
    for voice in sorted(voices, key=lambda voice: -voice.score):
        if not voice.blind:
            found.setdefault(voice.respondent, voice)
    return list(found.values())


def doubts(rounds: Sequence[tuple[Sequence[Voice], float]]) -> list[Doubt]:
    """Items whose gold is likely wrong: by how many agree, then by how good they are.

    More of the strong must agree on the same other answer than respondents of any strength are right by gold.

    Args:
        rounds: for each set of items, those who were asked about them, and what guessing earns.
    """
    best: dict[int, Doubt] = {}
    for voices, chance in rounds:
        for doubt in _doubts(voices, chance):
            known = best.get(doubt.place)
            if known is None or _weight(doubt) < _weight(known):
                best[doubt.place] = doubt
    return sorted(best.values(), key=_weight)


def _weight(doubt: Doubt) -> tuple[int, float, int]:
    return -len(doubt.entries), -doubt.strength, doubt.place


def _doubts(voices: Sequence[Voice], chance: float) -> Iterator[Doubt]:
    able = strong(voices, chance)
    if len(able) < ENOUGH:
        return
    scores = np.array([voice.score for voice in able], dtype=np.float64)
    values = np.stack([voice.values for voice in able])
    said = np.stack([voice.said for voice in able])
    wrong = (values <= 0) & (said != 0)
    # for each of them, how many say the same: (respondents, items)
    alike = np.stack([((said == own) & wrong & others).sum(axis=0) for own, others in zip(said, wrong, strict=True)])
    largest, leader = alike.max(axis=0), alike.argmax(axis=0)
    right = np.sum([voice.values >= 1 for voice in _one_each(voices)], axis=0)
    for place in np.flatnonzero((largest >= ENOUGH) & (largest > right)).tolist():
        agree = np.flatnonzero(wrong[:, place] & (said[:, place] == said[leader[place], place]))
        yield Doubt(place, tuple(able[row].number for row in agree.tolist()), float(scores[agree].mean()))


@dataclass(frozen=True)
class Together:
    """What all respondents that were heard have in common."""

    failed: list[int]
    """Items that none of them got right, not even partly; those put to the most respondents first."""
    right: list[int]
    """Items that all of them got right."""


def together(voices: Sequence[Voice], count: int) -> Together:
    """Of so many items, those that everybody fails and those that everybody gets right; two must have been heard."""
    heard = np.zeros(count, dtype=np.int64)
    failed, right = np.ones(count, dtype=np.bool_), np.ones(count, dtype=np.bool_)
    by_respondent: dict[str, list[Floats]] = {}
    for voice in voices:
        if not voice.blind:
            by_respondent.setdefault(voice.respondent, []).append(voice.values)
    for values in by_respondent.values():
        some = np.zeros(count, dtype=np.bool_)
        for scores in values:
            known = ~np.isnan(scores)
            some |= known
            failed &= ~known | (scores <= 0)
            right &= ~known | (scores >= 1)
        heard += some
    enough = heard >= ENOUGH
    places = np.flatnonzero(failed & enough)
    return Together(
        failed=places[np.argsort(-heard[places], kind="stable")].tolist(),
        right=np.flatnonzero(right & enough).tolist(),
    )
