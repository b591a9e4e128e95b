"""Strong respondents agree with each other, and not with gold: likely mistakes, ranked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype.audit.checks import KEPT, Check, Examined, Unexamined
from optotype.claims import Claim
from optotype.disagreeing import ENOUGH, doubts, strong

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence


@dataclass(frozen=True)
class DisputedGold(Check):
    """What `optotype.disagreeing` doubts, over all runs that looked."""

    order = 100

    warning: float = 0.02
    """The share of items from which on it is worth a warning; fewer are worth a second look."""
    problem: float = 0.1
    """The share of items from which on it is a problem: gold is then no measure."""

    def examine(self, evidence: Evidence) -> Examined:
        """Ranks items by how many agree, and how good they are."""
        floor = evidence.items.floor
        rounds = [(voices, float(np.mean(floor[~np.isnan(voices[0].values)]))) for voices in evidence.voices]
        if not any(len(strong(voices, chance)) >= ENOUGH for voices, chance in rounds):
            raise Unexamined("it takes two respondents that look and do better than those who do not")
        found = doubts(rounds)
        share = len(found) / len(evidence.items)
        figures = {"items": len(found), "share": share, "of": len(evidence.items)}
        told = [
            self.found(
                evidence.items.ids[doubt.place],
                f"{len(doubt.entries)} strong respondents agree on another answer "
                f"(right in {100 * doubt.strength:.0f} % of all items): "
                + ", ".join(evidence.runs[number].respondent.id for number in doubt.entries[:5]),
            )
            for doubt in found[:KEPT]
        ]
        if not found:
            return Examined(Claim(self.name, "ok", "none", figures))
        severity = "problem" if share >= self.problem else "warning" if share >= self.warning else "notice"
        return Examined(Claim(self.name, severity, "found", {**figures, "first": told[0].about}), told)
