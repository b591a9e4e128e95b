"""A model does better on items that its own family wrote than others do.

Items that people wrote and items that models generated are held beside each other, for each respondent; and whoever
generated items is held against the rest on these.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.audit.checks import Check, Examined, Unexamined, graded
from optotype.claims import Claim, Figure

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence, Scored

_PEOPLE = ("written", "imported", "drawn")
_LEAST = 20
"""Items of an origin that it takes to say anything."""


@dataclass(frozen=True)
class Origins(Check):
    """How much better each respondent is on items of its own family, beside how much better the others are."""

    order = 80
    by_chance = True

    warning: float = 0.05
    """From which advantage on, in shares of the items, it is worth a warning."""
    problem: float = 0.15
    """From which advantage on it is a problem."""

    def examine(self, evidence: Evidence) -> Examined:
        """Compares accuracies by origin."""
        origins = np.array([name if name in _PEOPLE else family(name) for name in evidence.items.origins])
        there = [name for name in sorted(set(origins.tolist())) if (origins == name).sum() >= _LEAST]
        generated = [name for name in there if name not in _PEOPLE]
        if len(there) < 2 or not generated:
            raise Unexamined(f"there are not {_LEAST} items of a model and {_LEAST} of another origin")
        seeing = evidence.seeing
        if not seeing:
            raise Unexamined("no run of anybody who looks is there")
        rows = [row for scored in seeing for row in _rows(evidence, scored, origins, there)]
        own = [(scored, name) for scored in seeing for name in generated if family(scored.respondent.id) == name]
        advantages = [
            (found, scored, name)
            for scored, name in own
            if (found := _advantage(evidence, scored, origins == name, len(own))) is not None
        ]
        figures: dict[str, Figure] = {"families": ", ".join(generated), "respondents": len(seeing)}
        if not advantages:
            return Examined(Claim(self.name, "ok", "shown", figures, tuple(rows)))
        (value, low, high), scored, name = max(advantages, key=lambda found: found[0][1])
        figures |= {"respondent": scored.respondent.id, "family": name, "excess": value, "low": low, "high": high}
        severity = graded(value, self.warning, self.problem) if low > 0 else "ok"
        return Examined(Claim(self.name, severity, "ok" if severity == "ok" else "found", figures, tuple(rows)))


def family(name: str) -> str:
    """The family of a model: what its name begins with, without provider and version: `gpt` of `openai/gpt-4o`."""
    found = re.match(r"[a-z]+", name.rpartition("/")[2].casefold())
    return found[0] if found else name.casefold()


def _rows(evidence: Evidence, scored: Scored, origins: np.ndarray, there: list[str]) -> list[dict[str, Figure]]:
    rows: list[dict[str, Figure]] = []
    for name in there:
        some = (origins == name) & scored.known
        if some.any():
            found = statistics.mean(scored.values[some], evidence.items.cluster[some])
            rows.append(
                {
                    "respondent": scored.respondent.id,
                    "kind": scored.respondent.kind,
                    "simulated": int(scored.respondent.simulated),
                    "run": scored.run.id,
                    "origin": name,
                    "items": found.count,
                    "value": found.value,
                    "low": found.low,
                    "high": found.high,
                }
            )
    return rows


def _advantage(evidence: Evidence, scored: Scored, own: np.ndarray, tests: int) -> tuple[float, float, float] | None:
    """How much better than the others a respondent is on items of its family, less how much it is so elsewhere."""
    others = [other.values for other in evidence.seeing if other.respondent.id != scored.respondent.id]
    if not others:
        return None
    table = np.stack(others)
    heard = (~np.isnan(table)).any(axis=0) & scored.known
    mean = np.nansum(table, axis=0) / np.maximum((~np.isnan(table)).sum(axis=0), 1)
    lead, cluster = scored.values - mean, evidence.items.cluster
    here, elsewhere = own & heard, ~own & heard
    if here.sum() < _LEAST or elsewhere.sum() < _LEAST:
        return None
    confidence = 1 - evidence.level / max(1, tests)
    one, two = (statistics.mean(lead[some], cluster[some], confidence) for some in (here, elsewhere))
    value = one.value - two.value
    # the parts are about different items: their errors add up
    reach = math.hypot(one.high - one.value, two.high - two.value)
    return value, value - reach, value + reach
