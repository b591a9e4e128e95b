"""Votes that weigh as much as their people agree with known answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.counting import Ballot
from optotype.errors import OptotypeError
from optotype.gold.rules._model import Model
from optotype.statistics import Floats
from optotype.statistics.crowds import Beliefs, Ratings


@dataclass(frozen=True)
class Weighted(Model):
    """A person's weight is the share of known answers that they gave, as if they had been right and wrong once before.

    Known are the answers that items came with which no model wrote, and those of questions planted to see who reads.
    Whoever was asked none of them has the mean weight of the others.
    """

    about = "what has more than half of the votes, each weighed by agreement with known answers"

    def believe(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[tuple[int | None, float]]:
        """Weighs everybody, then counts."""
        known = [ballot for ballot in (*checks, *ballots) if ballot.known and ballot.given is not None]
        right: dict[str, int] = {}
        asked: dict[str, int] = {}
        for ballot in known:
            for vote in ballot.votes:
                asked[vote.person] = asked.get(vote.person, 0) + 1
                right[vote.person] = right.get(vote.person, 0) + (vote.label == ballot.given)
        if not asked:
            raise OptotypeError(
                "The rule 'weighted' weighs people by known answers, and nobody was asked a question whose right "
                "answer is known. Plant such questions in the studio, or choose another rule with --rule."
            )
        weights = {person: (right[person] + 1) / (asked[person] + 2) for person in asked}
        usual = sum(weights.values()) / len(weights)
        people = sorted({vote.person for ballot in ballots for vote in ballot.votes})
        return self.open_beliefs(ballots, _Weigh([weights.get(person, usual) for person in people]))


@dataclass(frozen=True)
class _Weigh:
    """Votes with given weights."""

    weights: list[float]
    """By person, in the order of their ids."""

    def __call__(self, ratings: Ratings) -> Beliefs:
        import numpy as np

        from optotype.statistics.crowds import weighted

        weights: Floats = np.array(self.weights, dtype=np.float64)
        return weighted(ratings, weights)
