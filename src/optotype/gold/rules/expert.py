"""An expert's word: their answer, their review of the item, or their decision about what others said."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.counting import Ballot
from optotype.gold.rules import Decision, Single, word_of


@dataclass(frozen=True)
class Expert(Single):
    """What experts say, where they say the same."""

    about = "what an expert says"

    def one(self, ballot: Ballot) -> Decision:
        """The word of experts; one that decides what others contested counts before all others."""
        return word_of(ballot.words)
