"""The best model is as good as people, or nearly perfect: the benchmark has little left to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.audit.checks import Check, Examined, Unexamined
from optotype.claims import Claim, Figure

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence, Scored


@dataclass(frozen=True)
class Saturation(Check):
    """The best model beside people on the items that both answered; without people, beside all items."""

    order = 110

    near: float = 0.02
    """A model that is less than this below people has reached them."""
    full: float = 0.95
    """Where there are no people: from which accuracy on little is left."""

    def examine(self, evidence: Evidence) -> Examined:
        """Finds the best of both."""
        models = [scored for scored in evidence.seeing if scored.respondent.kind != "person"]
        people = [scored for scored in evidence.seeing if scored.respondent.kind == "person"]
        if not models:
            raise Unexamined("no run of a model that looks is there")
        best = max(models, key=_mean)
        known = best.known
        own = statistics.mean(best.values[known], evidence.items.cluster[known])
        figures: dict[str, Figure] = {
            "model": best.respondent.id,
            "value": own.value,
            "low": own.low,
            "high": own.high,
            "left": 1 - own.value,
        }
        # a majority that leaves out what it cannot decide is best on easy items: first those heard about most
        human = max(people, key=lambda scored: (int(scored.known.sum()), _mean(scored)), default=None)
        apart = None if human is None else evidence.gain(best.values, human.values, 1)
        if human is None or apart is None:
            severity = "warning" if own.low >= self.full else "ok"
            return Examined(Claim(self.name, severity, "alone" if severity == "ok" else "alone_full", figures))
        figures |= {
            "people": human.respondent.id,
            "simulated": "simulated" if human.respondent.simulated else "",
            "people_value": _mean(human),
            "distance": apart.value,
            "distance_low": apart.low,
            "distance_high": apart.high,
        }
        if apart.low > 0 and apart.value >= self.near:
            severity, case = "ok", "ok"
        elif apart.value < self.near:
            severity, case = "warning", "reached"
        else:
            severity, case = "notice", "unclear"
        case += "_simulated" if human.respondent.simulated else ""
        return Examined(Claim(self.name, severity, case, figures))


def _mean(scored: Scored) -> float:
    return float(np.nanmean(scored.values))
