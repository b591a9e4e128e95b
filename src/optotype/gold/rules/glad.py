"""GLAD (Whitehill et al., 2009): people have an ability, and questions a difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.counting import Ballot
from optotype.gold.rules._model import Belief, Model


@dataclass(frozen=True)
class Glad(Model):
    """One model of all items, whatever their form."""

    about = "what is most probable where people differ in ability and questions in difficulty"

    def believe(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Belief]:
        """Fits the model."""
        from optotype.statistics.crowds import glad

        return self.open_beliefs(ballots, glad)
