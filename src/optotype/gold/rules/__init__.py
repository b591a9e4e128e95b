"""Rules: how the right answer follows from what people said. One file each; `rules/majority.py` holds `Majority`.

A rule gets the ballots of all items at once and says of each what is right, or that nothing is: its verb is `decide`.
It never guesses: where it cannot tell, the item is contested. No rule looks at the order of people, items or options.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from optotype.counting import Ballot, Word
from optotype.family import Family, spec_of

FORMS = frozenset({"choice", "yes_no", "number", "short_text"})
"""The forms that rules decide. An order, a graph or a preference has no right answer that could be voted on."""

TOO_FEW = "too few answers"
SPLIT = "people do not agree"
NOT_CONFIRMED = "no expert confirmed it"
REJECTED = "an expert rejected it"
EXPERTS_SPLIT = "experts do not agree"
NO_WORD = "no expert said anything"
WAITING = frozenset({TOO_FEW, NO_WORD})
"""Why nothing is decided, where nobody disagrees: answers are lacking."""


@dataclass(frozen=True)
class Decision:
    """What a rule says about an item."""

    label: int | None
    """The place of what is right among the labels of the ballot; None where the item is contested."""
    branch: str
    """The branch of the rule that decided; of a contested item, why nothing is decided."""
    counted: tuple[str, ...] = ()
    """Ids of the answers that were counted, for and against."""
    reviews: tuple[str, ...] = ()
    """Ids of the reviews that were counted."""
    probability: float | None = None
    """How probable a model thinks it is that this is right."""


@dataclass(frozen=True)
class Rule(ABC):
    """Decides. Its fields are settings with defaults."""

    about: ClassVar[str]
    """What it does, in a line."""

    @property
    def name(self) -> str:
        """What it is called in settings and tables."""
        return family.name_of(type(self))

    @property
    def spec(self) -> str:
        """Its name, with the settings that differ from what it usually has; gold is marked with it."""
        return spec_of(self, self.name)

    @abstractmethod
    def decide(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Decision]:
        """What is right, ballot by ballot.

        Args:
            ballots: what is to be decided.
            checks: what was asked only to see who reads; it is not decided, but its right answers are known.
        """


@dataclass(frozen=True)
class Single(Rule):
    """A rule that looks at one item at a time."""

    def decide(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Decision]:
        """One after the other."""
        return [self.one(ballot) for ballot in ballots]

    @abstractmethod
    def one(self, ballot: Ballot) -> Decision:
        """What is right about one item."""


family: Family[Rule] = Family("optotype.gold.rules", "rule")


def ours(rule: str) -> bool:
    """Was gold that names this rule decided here?"""
    return rule.partition(":")[0] in family


@dataclass(frozen=True)
class Tally:
    """Votes, counted."""

    label: int | None
    """What has more than half of them; None where nothing has."""
    votes: int
    """How many the foremost has."""
    people: int
    """How many voted."""
    counted: tuple[str, ...]

    @property
    def told(self) -> str:
        """`3 of 5`."""
        return f"{self.votes} of {self.people}"


def tally(ballot: Ballot, without: frozenset[str] = frozenset()) -> Tally:
    """What has more than half of the votes; those of some people are left out."""
    votes = [vote for vote in ballot.votes if vote.person not in without]
    counts = Counter(vote.label for vote in votes)
    label, most = max(counts.items(), key=lambda pair: pair[1], default=(None, 0))
    return Tally(label if 2 * most > len(votes) else None, most, len(votes), tuple(vote.answer for vote in votes))


def undecided(found: Tally, least: int) -> Decision:
    """Nothing is decided, for too few have answered, or they do not agree."""
    return Decision(None, TOO_FEW if found.people < least else SPLIT, found.counted)


def word_of(words: Sequence[Word]) -> Decision:
    """What experts say; a decision about what others said counts more than what an expert says by themselves."""
    decisions = [word for word in words if word.kind == "decided"]
    telling = decisions or words
    labels = {word.label for word in telling}
    answers = tuple(word.id for word in telling if word.kind != "reviewed")
    reviews = tuple(word.id for word in telling if word.kind == "reviewed")
    if not labels:
        return Decision(None, NO_WORD)
    if len(labels) > 1:
        return Decision(None, EXPERTS_SPLIT, answers, reviews)
    (label,) = labels
    return Decision(label, "expert" if label is not None else REJECTED, answers, reviews)
