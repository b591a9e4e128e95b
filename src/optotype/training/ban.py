"""BAN (Kim et al., 2018): attention over all pairs of a word and a cell, in glimpses that build upon each other.

For words x_i and cells y_j: A = softmax_ij(p . (relu(U x_i) * relu(V y_j))),
f = sum_ij A_ij (relu(U' x_i) * relu(V' y_j)), and x_i becomes x_i + P f before the next glimpse, which has matrices of
its own; joint = gelu(W mean of x_i).
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class Ban(SizedRecipe):
    """Bilinear attention, with as many glimpses as it has blocks: what decides how its training ends."""
