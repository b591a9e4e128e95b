"""CLIPScore: does a caption fit its picture, in the eyes of a CLIP? References are not looked at.

Hessel et al., CLIPScore: A Reference-free Evaluation Metric for Image Captioning (2021).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Mark
from optotype.metrics._clip import CaptionMetric

WEIGHT = 2.5
"""Cosines of CLIP hardly pass 0.4; this spreads them over the range from 0 to 1."""


@dataclass(frozen=True)
class Clipscore(CaptionMetric):
    """The cosine of caption and picture, times 2.5; one at most, and nothing where it is below nothing."""

    title = "CLIPScore"
    parts = ("cosine",)

    def judge(self, picture: float, references: Sequence[float]) -> Mark:
        """A mark from the cosine to the picture."""
        return Mark(min(1.0, clipscore(picture)), parts={"cosine": picture})


def clipscore(cosine: float) -> float:
    """CLIPScore of a cosine, as it was published: above a cosine of 0.4 it passes one."""
    return WEIGHT * max(cosine, 0.0)
