"""Abs2Fig with caption: picture times caption, number by number, beside the abstract.

SciGA (2025), method (iv), trained by `optotype train abs2fig_caption`; or a CLIP as it is:
`abs2fig_caption:encoder=hf/PATH`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from optotype.rankers._trained import TrainedRanker


@dataclass(frozen=True)
class Abs2figCaption(TrainedRanker):
    """Compares pictures, times captions, with the abstract."""

    title = "abstract and pictures with captions"
    reads = ("abstract", "captions")
    reason = "picture and caption beside the abstract"
    meanings: ClassVar[Mapping[str, str]] = {
        reason: "how near picture times caption lies to the abstract, as two encoders see them; 1 is as near as can be"
    }
