"""Abs2Fig: the figure whose picture lies nearest to the abstract, as two encoders see both.

SciGA (2025), method (iii), trained by `optotype train abs2fig`; or a CLIP as it is: `abs2fig:encoder=hf/PATH`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from optotype.rankers._trained import CARD, FOLDER, MODEL, NETWORK, Card, TrainedRanker, seen, write_card

__all__ = ["CARD", "FOLDER", "MODEL", "NETWORK", "Abs2fig", "Card", "seen", "write_card"]


@dataclass(frozen=True)
class Abs2fig(TrainedRanker):
    """Compares pictures with the abstract."""

    title = "abstract and pictures"
    reads = ("abstract",)
    reason = "picture beside the abstract"
    meanings: ClassVar[Mapping[str, str]] = {
        reason: "how near the picture lies to the abstract, as two encoders see them; 1 is as near as can be"
    }
