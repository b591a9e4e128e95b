"""A model gains little from seeing: it does nearly as well without the picture.

The same model is asked with the picture and without, and held against itself item by item.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype.audit.checks import Check, Examined, Unexamined
from optotype.claims import Claim, Figure, number

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence, Scored

_WITHOUT = ("none", "blank")
"""Ways of hiding pictures that leave nothing of them; the others are shown, and not judged."""

_PLAIN = 0.95
"""Confidence of the intervals by tag, each for itself: they show where to look, and no claim rests on them."""


@dataclass(frozen=True)
class Gain(Check):
    """The smallest gain of any model that was asked with the picture and without."""

    order = 20
    by_chance = True

    little: float = 0.1
    """A gain of less, in shares of the items, is little."""

    def examine(self, evidence: Evidence) -> Examined:
        """Holds runs without pictures against those of the same model with them."""
        pairs = list(_pairs(evidence))
        if not pairs:
            raise Unexamined("no model was asked with the picture and without; name one with --model")
        rows = [row for with_, without in pairs for row in _rows(evidence, with_, without, len(pairs))]
        whole = [row for row in rows if not row["tag"]]
        judged = [row for row in whole if row["sight"] in _WITHOUT] or whole
        least = min(judged, key=lambda row: number(row, "gain"))
        gain, low, high = (number(least, name) for name in ("gain", "low", "high"))
        figures: dict[str, Figure] = {**least, "little": self.little}
        if low >= self.little or (low > 0 and gain >= self.little):
            severity, case = "ok", "ok"
        elif high < self.little:
            severity, case = "problem", "little"
        elif low > 0:
            severity, case = "warning", "little"
        else:
            severity, case = "notice", "unclear"
        return Examined(Claim(self.name, severity, case, figures, tuple(rows)))


def _pairs(evidence: Evidence) -> Iterator[tuple[Scored, Scored]]:
    """Runs with pictures hidden, each with the run of the same respondent that saw them and shares the most items."""
    for hidden in evidence.runs:
        if hidden.sight == "full":
            continue
        seeing = [
            scored
            for scored in evidence.runs
            if scored.sight == "full" and scored.respondent.id == hidden.respondent.id
            and (scored.known & hidden.known).any()
        ]  # fmt: skip
        if seeing:
            yield max(seeing, key=lambda scored: int((scored.known & hidden.known).sum())), hidden


def _rows(evidence: Evidence, with_: Scored, without: Scored, tests: int) -> Iterator[dict[str, Figure]]:
    """The gain on all items, then by tag and value."""
    parts: list[tuple[str, str, np.ndarray[tuple[int], np.dtype[np.int64]]]] = [
        ("", "", np.arange(len(evidence.items), dtype=np.int64))
    ]
    for tag, values in evidence.items.parts.items():
        if len(values) > 1:
            parts += [(tag, value, np.asarray(places)) for value, places in sorted(values.items())]
    for tag, value, places in parts:
        below, above = np.full(len(evidence.items), np.nan), np.full(len(evidence.items), np.nan)
        below[places], above[places] = without.values[places], with_.values[places]
        found = evidence.gain(below, above, tests, _PLAIN if tag else None)
        if found is None:
            continue
        both = ~(np.isnan(below) | np.isnan(above))
        yield {
            "respondent": with_.respondent.id,
            "run": without.run.id,
            "sight": without.sight,
            "tag": tag,
            "value": value,
            "items": found.count,
            "seeing": float(above[both].mean()),
            "without": float(below[both].mean()),
            "gain": found.value,
            "low": found.low,
            "high": found.high,
        }
