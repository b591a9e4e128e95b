"""MACE (Hovy et al., 2013): everybody knows the answer, or says something by habit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.counting import Ballot
from optotype.gold.rules._model import Belief, Model


@dataclass(frozen=True)
class Mace(Model):
    """Who does not know has a habit: always the first option, always yes.

    There are no such habits where numbers, texts or several options are asked for: there everybody has one skill.
    """

    about = "what is most probable where people know, or answer by habit"

    def believe(self, ballots: Sequence[Ballot], checks: Sequence[Ballot]) -> list[Belief]:
        """Fits the model."""
        from optotype.statistics.crowds import mace, one_coin

        return self.closed_beliefs(ballots, mace, one_coin)
