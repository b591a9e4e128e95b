"""ViLT-shaped (Kim et al., 2021): words and pixels of patches in one row, through blocks that normalise first.

x = x + attention(norm(x)), x = x + think(norm(x)), with attention softmax(Q K^T / sqrt(d)) V over the whole row;
joint = tanh(W norm(h)), of the class token of the words. No network has looked at the picture before.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_pixels import PixelRecipe


@dataclass(frozen=True)
class Vilt(PixelRecipe):
    """ViLT's shape: what decides how its training ends."""
