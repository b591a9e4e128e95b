"""LabTabVQA's rule: the generated answer, or what people chose instead, if a meta-assessor confirms it.

The right answer is the one that the question came with if at least two of three people agree with it; else the one
that at least two of three chose, if a meta-assessor confirms it. In the studio, that is an expert: by a decision about
what people contested, by a review that corrects the answer, or by an answer of their own, which is then no vote.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from optotype.counting import Ballot
from optotype.gold.rules import NOT_CONFIRMED, Decision, Single, tally, undecided, word_of


@dataclass(frozen=True)
class GeneratedOrConfirmed(Single):
    """Two branches: `generated` and `confirmed`."""

    about = "the generated answer if people agree with it, else theirs if an expert confirms it"

    least: Annotated[int, Field(ge=1)] = 2
    """People who have to say the same, at the least; and always more than half."""

    def one(self, ballot: Ballot) -> Decision:
        """The generated answer, or what people chose and an expert confirmed."""
        found = tally(ballot, frozenset(word.person for word in ballot.words if word.kind == "answered"))
        if found.label is None or found.votes < self.least:
            return undecided(found, self.least)
        if found.label == ballot.given:
            return Decision(found.label, "generated", found.counted)
        word = word_of(ballot.words)
        counted = (*found.counted, *word.counted)
        if word.label == found.label:
            return replace(word, branch="confirmed", counted=counted)
        return Decision(None, NOT_CONFIRMED, counted, word.reviews)
