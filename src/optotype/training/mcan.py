"""MCAN (Yu et al., 2019): words look at words, deeply; then cells look at cells and at the words that came of it.

Attention is softmax(Q K^T / sqrt(d)) V. Both sides are summed by weights of their own, a = softmax(mlp(x)), and
joint = norm(W_x sum_i a_i x_i + W_y sum_j b_j y_j). Our blocks normalise first, those of the paper afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class Mcan(SizedRecipe):
    """Modular co-attention: what decides how its training ends."""
