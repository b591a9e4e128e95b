"""One answer is right so often that always saying it pays.

Of yes or no, a half each is fair. Where answers are free, nobody can say what is fair; but one answer that is right
more often than not is a way to score without looking.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.audit.checks import Check, Examined, Unexamined, preferred
from optotype.claims import Figure, Severity

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence

_YES_NO = "yes_no"
_OPEN = ("number", "short_text")


@dataclass(frozen=True)
class AnswerBalance(Check):
    """The share of the most frequent answer, by collection and form."""

    order = 30
    by_chance = True

    warning: float = 0.05
    """From how much more than its fair share on an answer is worth a warning."""
    problem: float = 0.1
    """From which lower end of the interval on that is a problem."""
    free: float = 0.5
    """The fair share of an answer among free ones, at most."""

    def examine(self, evidence: Evidence) -> Examined:
        """Counts answers."""
        items = evidence.items
        groups: dict[tuple[str, str], list[int]] = {}
        for place, group in enumerate(items.groups):
            if group[1] in (_YES_NO, *_OPEN):
                groups.setdefault(group, []).append(place)
        if not groups:
            raise Unexamined("all items have options to choose from")
        confidence = 1 - evidence.level / len(groups)
        rows: list[tuple[Severity, float, dict[str, Figure]]] = []
        for (collection, form), places in groups.items():
            answer, _ = Counter(items.answers[place] for place in places).most_common(1)[0]
            hits = np.array([items.answers[place] == answer for place in places], dtype=np.float64)
            fair = 0.5 if form == _YES_NO else self.free
            found = statistics.mean(hits, items.cluster[np.asarray(places)], confidence)
            told: dict[str, Figure] = {
                "collection": collection,
                "form": form,
                "answer": answer[:60],
                "share": found.value,
                "low": found.low,
                "high": found.high,
                "fair": fair,
                "items": len(places),
            }
            rows.append((preferred(found, fair, self.warning, self.problem), found.value - fair, told))
        return self.worst(rows)
