"""What rules share that fit a model to all answers: ballots as numbers, and beliefs as decisions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from optotype.counting import Ballot
from optotype.gold.rules import SPLIT, TOO_FEW, Decision, Rule, tally

if TYPE_CHECKING:
    from optotype.statistics.crowds import Beliefs, Ratings

Believe = Callable[["Ratings"], "Beliefs"]
Belief = tuple[int | None, float]
"""The place of the most probable label of a ballot, and its probability."""

_ROUNDING = 1e-9
"""What two orders of adding may differ by."""


@dataclass(frozen=True)
class Model(Rule):
    """Decides what a model of all people thinks most probable. It never overrules people who all say the same.

    The branch is `unanimous`, `with the majority`, or `against the majority` where people who are often wrong were
    outweighed.
    """

    least: Annotated[int, Field(ge=1)] = 2
    """People who have to answer, at the least."""
    sure: Annotated[float, Field(ge=0.5, lt=1)] = 0.5
    """How probable it has to be, at the least, and more than this."""

    def decide(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Decision]:
        """What is probable enough."""
        return [self._one(*pair) for pair in zip(ballots, self.believe(ballots, checks), strict=True)]

    @abstractmethod
    def believe(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Belief]:
        """By ballot, the most probable label and its probability."""

    def _one(self, ballot: Ballot, belief: Belief) -> Decision:
        found = tally(ballot)
        if found.people < self.least:
            return Decision(None, TOO_FEW, found.counted)
        label, probability = belief
        probability = round(probability, 6)
        if found.label is not None and found.votes == found.people:
            return Decision(found.label, "unanimous", found.counted)
        if label is None or probability <= self.sure + _ROUNDING:
            return Decision(None, SPLIT, found.counted, probability=probability)
        most = max(ballot.counts)
        branch = "with the majority" if ballot.counts[label] == most else "against the majority"
        return Decision(label, branch, found.counted, probability=probability)

    def closed_beliefs(self, ballots: Sequence[Ballot], closed: Believe, open_: Believe) -> list[Belief]:
        """Fits one model to all choices, one to all questions of yes or no, and another to what has no options."""
        found: dict[int, Belief] = {}
        for form in ("choice", "yes_no"):
            places = [place for place, ballot in enumerate(ballots) if ballot.form == form and ballot.options]
            some = [ballots[place] for place in places]
            found |= dict(zip(places, _fitted(some, _shared(some), closed), strict=True))
        rest = [place for place in range(len(ballots)) if place not in found]
        found |= dict(zip(rest, self.open_beliefs([ballots[place] for place in rest], open_), strict=True))
        return [found[place] for place in range(len(ballots))]

    def open_beliefs(self, ballots: Sequence[Ballot], believe: Believe) -> list[Belief]:
        """Fits one model to all, whose labels mean nothing from item to item."""
        return _fitted(ballots, [list(range(len(ballot.labels))) for ballot in ballots], believe)


def _shared(ballots: Sequence[Ballot]) -> list[list[int]]:
    """By ballot, the number of each of its labels among the labels of all."""
    keys = sorted({key for ballot in ballots for key in ballot.options or ()})
    keys += sorted({label.key for ballot in ballots for label in ballot.labels} - set(keys))
    numbers = {key: number for number, key in enumerate(keys)}
    return [[numbers[label.key] for label in ballot.labels] for ballot in ballots]


def _fitted(ballots: Sequence[Ballot], numbers: Sequence[Sequence[int]], believe: Believe) -> list[Belief]:
    import numpy as np

    from optotype.statistics.crowds import Ratings

    if not any(ballot.votes for ballot in ballots):
        return [(None, 0.0)] * len(ballots)
    people = sorted({vote.person for ballot in ballots for vote in ballot.votes})
    persons = {person: number for number, person in enumerate(people)}
    rows = [
        (place, persons[vote.person], known[vote.label])
        for place, (ballot, known) in enumerate(zip(ballots, numbers, strict=True))
        for vote in ballot.votes
    ]
    questions, who, said = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
    # of what has no options, something that nobody thought of may be right
    choices = [max(len(ballot.options or ()), len(ballot.labels) + (ballot.options is None)) for ballot in ballots]
    ratings = Ratings(questions, who, said, np.array(choices, dtype=np.int64))
    best, probability = believe(ratings).best()
    return [
        (known.index(int(label)) if label >= 0 else None, float(sure))
        for known, label, sure in zip(numbers, best, probability, strict=True)
    ]
