"""All who answered say the same, and so many at the least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from optotype.counting import Ballot
from optotype.gold.rules import Decision, Single, tally, undecided


@dataclass(frozen=True)
class Unanimity(Single):
    """What nobody contradicts. Who does not know contradicts nobody."""

    about = "what all say, and so many at the least"

    least: Annotated[int, Field(ge=1)] = 3
    """People who have to answer, at the least."""

    def one(self, ballot: Ballot) -> Decision:
        """What all say."""
        found = tally(ballot)
        if found.label is not None and found.votes == found.people >= self.least:
            return Decision(found.label, found.told, found.counted)
        return undecided(found, self.least)
