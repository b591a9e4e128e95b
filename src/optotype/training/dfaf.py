"""DFAF (Gao et al., 2019): attention flows between words and cells, then within each, governed by the other side.

Within a side, softmax((g Q)(g K)^T / sqrt(d)) V, where g = 1 + sigmoid(W mean of the other side): what the other side
is about decides which numbers are compared. joint = mean of words * mean of cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class Dfaf(SizedRecipe):
    """Dynamic fusion by intra- and inter-modality attention flow: what decides how its training ends."""
