"""Respondents without eyes do better than knowing how often each answer is right would explain.

What each earns is held against what guessing earns; where there is nothing to choose from, against the most frequent
answer to questions of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.audit.checks import Check, Examined, Unexamined, graded
from optotype.claims import SEVERITIES, Claim, Figure, Severity, number

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence, Scored
    from optotype.statistics import Codes

_MEASURES = ("baseline/random", "baseline/majority")
"""Those who know no more than the floor does: they are shown, and held against nothing."""
_LEAST = 20
"""Items of a form that it takes to say anything about it."""


@dataclass(frozen=True)
class Blind(Check):
    """The best of the blind, and by how much it is better than the floor."""

    order = 10
    by_chance = True

    warning: float = 0.05
    """From how much more than the floor on, in shares of the items, a shortcut is worth a warning."""
    problem: float = 0.1
    """From which lower end of the interval on it is a problem: a tenth of the items needs no picture."""

    def examine(self, evidence: Evidence) -> Examined:
        """Holds each blind respondent against the floor, on all items and on those of each form."""
        blind = [
            scored
            for scored in evidence.runs
            # baselines as they were asked just now; items may have changed since others were
            if scored.run.id in evidence.asked or scored.respondent.kind != "baseline"
            if scored.blind and scored.sight != "shuffled"
        ]
        judged = [scored for scored in blind if scored.respondent.id not in _MEASURES]
        if not judged:
            raise Unexamined("nobody without eyes was asked")
        parts = _parts(evidence)
        tests = len(judged) * len(parts)
        rows = [row for scored in judged for name in parts if (row := _row(evidence, scored, name, parts[name], tests))]
        shown = [row for row in rows if not row["part"] or number(row, "low") > 0]
        measures = [scored for scored in blind if scored.respondent.id in _MEASURES]
        shown += [row for scored in measures if (row := _row(evidence, scored, "", parts[""], tests))]
        kept = tuple(sorted(shown, key=lambda row: (row["part"] != "", row["part"], -number(row, "value"))))
        worst = max(
            rows, key=lambda row: (SEVERITIES.index(self._severity(row)), not row["part"], number(row, "excess"))
        )
        severity = self._severity(worst)
        if severity == "ok":
            worst = max((row for row in rows if not row["part"]), key=lambda row: number(row, "excess"))
        case = "ok" if severity == "ok" else "found_part" if worst["part"] else "found"
        return Examined(Claim(self.name, severity, case, {**worst, "comparisons": tests}, kept))

    def _severity(self, row: Mapping[str, Figure]) -> Severity:
        if number(row, "low") <= 0:
            return "ok"
        if number(row, "low") >= self.problem:
            return "problem"
        return graded(number(row, "excess"), self.warning, 1.1)


def _parts(evidence: Evidence) -> dict[str, Codes]:
    """All items, and those of each form where there are several: a shortcut in one may drown among the others."""
    parts = {"": np.arange(len(evidence.items))}
    some = {name: np.asarray(places) for name, places in evidence.items.forms.items() if len(places) >= _LEAST}
    return parts | some if len(evidence.items.forms) > 1 else parts


def _row(evidence: Evidence, scored: Scored, part: str, places: Codes, tests: int) -> dict[str, Figure] | None:
    values = np.full(len(evidence.items), np.nan)
    values[places] = scored.values[places]
    apart = evidence.gain(evidence.items.floor, values, tests)
    if apart is None:
        return None
    known = ~np.isnan(values)
    own = statistics.mean(values[known], evidence.items.cluster[known])
    return {
        "respondent": scored.respondent.id,
        "run": scored.run.id,
        "sight": scored.sight,
        "part": part,
        "items": int(known.sum()),
        "value": own.value,
        "value_low": own.low,
        "value_high": own.high,
        "floor": float(np.mean(evidence.items.floor[known])),
        "excess": apart.value,
        "low": apart.low,
        "high": apart.high,
    }
