"""Attention: how likely it is that a sitting was done without looking, from all checks that somebody met.

A check that is failed speaks for it, a check that is passed against it, and so do the checks of their other sittings.
Nobody is careless for one slip among many checks; who fails most of few is. Three numbers are taken for granted, and
a fourth is a setting of the filters that ask here (`slip`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from optotype.counting.table import Sitting, Table

SLIP = 0.02
"""How often somebody who looks fails a check."""
GUESS = 1 / 3
"""How often somebody passes a check without looking: most have three or four options."""
CARELESS = 0.1
"""The share of people who mostly do not look, before anything is known about them."""
ABSENT = 0.9
"""The share of their sittings in which these do not look."""

INSTRUCTIONS, PLANTED, AGE = "check", "planted", "age"
"""The kinds of checks: questions about the instructions, a planted question, the age that was given twice."""


class Checked(NamedTuple):
    """How the checks of one kind went in a sitting."""

    asked: int
    failed: int


def kind_of(check: str) -> str:
    """The kind of a check, by the name that the studio gives it: `check2` is about the instructions."""
    return INSTRUCTIONS if check.startswith(INSTRUCTIONS) else check


def checked(table: Table) -> dict[Sitting, dict[str, Checked]]:
    """By sitting and kind, how the checks went; tasks that were planted in a project belong to all that is done there.

    Checks that nobody was asked are not there.
    """
    passed: dict[Sitting, dict[str, bool]] = {}
    for row in table.rows:
        there = passed.setdefault(row.sitting, {})
        for name, right in row.checks.items():
            there[name] = right and there.get(name, True)
    found = {sitting: _by_kind(there) for sitting, there in passed.items()}
    for person, project in {sitting[:2] for sitting in found}:
        if (planted := table.people[person].planted.get(project)) is not None:
            found.setdefault((person, project, ""), {})[PLANTED] = Checked(*planted)
    return found


def _by_kind(passed: Mapping[str, bool]) -> dict[str, Checked]:
    kinds: dict[str, Checked] = {}
    for name, right in passed.items():
        asked, failed = kinds.get(kind_of(name), (0, 0))
        kinds[kind_of(name)] = Checked(asked + 1, failed + (not right))
    return kinds


def absent(sittings: Mapping[Sitting, Mapping[str, Checked]], slip: float = SLIP) -> set[Sitting]:
    """The sittings that were more likely done without looking than not.

    Somebody is careless or careful in a project. Who is careful always looks, and fails a check with the chance `slip`.
    Who is careless does not look in most sittings, and then passes by guessing alone. The rest is Bayes' theorem.
    """
    together: dict[tuple[str, str], list[tuple[Sitting, float]]] = {}
    for sitting, kinds in sittings.items():
        together.setdefault(sitting[:2], []).append((sitting, _ratio(kinds, slip)))
    return {sitting for those in together.values() for sitting, share in _shares(those) if share > 0.5}


def _shares(those: list[tuple[Sitting, float]]) -> Iterator[tuple[Sitting, float]]:
    """How likely each sitting of somebody in a project was done without looking."""
    odds = CARELESS / (1 - CARELESS)
    for _, ratio in those:
        odds = min(odds * (ABSENT * ratio + 1 - ABSENT), _SURE)
    careless = odds / (1 + odds)
    for sitting, ratio in those:
        yield sitting, careless * ABSENT * ratio / (ABSENT * ratio + 1 - ABSENT)


def _ratio(kinds: Mapping[str, Checked], slip: float) -> float:
    """How many times likelier the checks of a sitting go this way if nobody looks."""
    failed = sum(one.failed for one in kinds.values())
    passed = sum(one.asked for one in kinds.values()) - failed
    told = failed * math.log((1 - GUESS) / slip) + passed * math.log(GUESS / (1 - slip))
    return math.exp(min(told, math.log(_SURE)))


_SURE = 1e30
"""Odds beyond which nothing becomes any surer."""
