"""Work in which planted questions were failed, whose answer is plain to whoever reads: "select the fourth choice"."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.counting.attention import PLANTED
from optotype.counting.filters._checked import ByChecks


@dataclass(frozen=True)
class PlantedQuestion(ByChecks):
    """A batch, or all of a project with planted tasks, that was done without looking and in which these were failed."""

    about = "a planted question failed"
    order = 50
    kind = PLANTED
