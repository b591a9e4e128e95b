"""More than half of the people who answered, and so many at the least.

LabTabVQA's human baseline asks five people, and takes what at least three of them said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from optotype.counting import Ballot
from optotype.gold.rules import Decision, Single, tally, undecided, word_of


@dataclass(frozen=True)
class Majority(Single):
    """What more than half say. The branch is how many of how many: `3 of 5`."""

    about = "what more than half say, and so many at the least"

    least: Annotated[int, Field(ge=1)] = 3
    """People who have to say the same, at the least."""
    experts: bool = True
    """Where there is no majority, does an expert's decision about what people said count?"""

    def one(self, ballot: Ballot) -> Decision:
        """The majority, if there is one; else what an expert decided."""
        found = tally(ballot)
        if found.label is not None and found.votes >= self.least:
            return Decision(found.label, found.told, found.counted)
        decided = word_of([word for word in ballot.words if word.kind == "decided"])
        if self.experts and decided.label is not None:
            return replace(decided, counted=(*found.counted, *decided.counted))
        return undecided(found, self.least)
