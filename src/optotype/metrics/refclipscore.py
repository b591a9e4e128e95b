"""RefCLIPScore: does a caption fit its picture, and one of the references, in the eyes of a CLIP?

Hessel et al., CLIPScore: A Reference-free Evaluation Metric for Image Captioning (2021), section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Mark, harmonic_mean
from optotype.metrics._clip import CaptionMetric
from optotype.metrics.clipscore import clipscore


@dataclass(frozen=True)
class Refclipscore(CaptionMetric):
    """The harmonic mean of CLIPScore and the best cosine to a reference; one at most."""

    title = "RefCLIPScore"
    parts = ("cosine", "reference")
    refers = True

    def judge(self, picture: float, references: Sequence[float]) -> Mark:
        """A mark from the cosines to the picture and to the references."""
        reference = max(references, default=0.0)
        value = min(1.0, harmonic_mean([clipscore(picture), reference]))
        return Mark(value, parts={"cosine": picture, "reference": reference})
