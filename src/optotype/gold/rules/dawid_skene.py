"""Dawid and Skene's model (1979): everybody confuses answers in their own way, which all their answers tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.counting import Ballot
from optotype.gold.rules._model import Belief, Model


@dataclass(frozen=True)
class DawidSkene(Model):
    """Options are confused by their letter, and yes with no.

    Numbers, texts and several options at once have no labels that come back from item to item: for them everybody has
    one skill instead.
    """

    about = "what is most probable where everybody confuses answers in their own way"

    def believe(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Belief]:
        """Fits the model."""
        from optotype.statistics.crowds import dawid_skene, one_coin

        return self.closed_beliefs(ballots, dawid_skene, one_coin)
