"""Batches whose questions about the instructions were not answered right: whoever failed them has not read those.

IconQA (Lu et al., 2021, appendix) asks three such questions, and leaves out whoever fails one: `allowed=0`.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.counting.attention import INSTRUCTIONS
from optotype.counting.filters._checked import ByChecks


@dataclass(frozen=True)
class AttentionChecks(ByChecks):
    """All answers of a batch that was done without looking, where questions about the instructions were failed."""

    about = "attention checks on the instructions failed"
    order = 40
    kind = INSTRUCTIONS
