"""Items that nobody gets right, or everybody: they tell respondents apart as little as a wall does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.audit.checks import KEPT, Check, Examined, Unexamined
from optotype.claims import Claim
from optotype.disagreeing import ENOUGH, together
from optotype.plurals import so_many

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence


@dataclass(frozen=True)
class Extremes(Check):
    """Over all who looked."""

    order = 90

    nobody: float = 0.1
    """The share of items that nobody gets right from which on it is worth a warning: some of them may be broken."""
    everybody: float = 0.5
    """The share of items that everybody gets right from which on it is worth a warning: half of the work is wasted."""

    def examine(self, evidence: Evidence) -> Examined:
        """Counts those who were right about each item."""
        voices = [voice for voices in evidence.voices for voice in voices]
        who = {voice.respondent for voice in voices if not voice.blind}
        if len(who) < ENOUGH:
            raise Unexamined("it takes two respondents that look; there are runs of fewer")
        count = len(evidence.items)
        found = together(voices, count)
        nobody, everybody = len(found.failed) / count, len(found.right) / count
        figures = {
            "nobody": len(found.failed),
            "nobody_share": nobody,
            "everybody": len(found.right),
            "everybody_share": everybody,
            "respondents": len(who),
        }
        severity = "warning" if nobody >= self.nobody or everybody >= self.everybody else "ok"
        case = "nobody" if nobody >= self.nobody else "everybody" if everybody >= self.everybody else "ok"
        ids = evidence.items.ids
        told = [
            self.found(ids[place], f"none of {so_many(len(who), 'respondents')} gets it right", severity="notice")
            for place in found.failed[:KEPT]
        ]
        return Examined(Claim(self.name, severity, case, figures), told)
