"""ViT-shaped (Dosovitskiy et al., 2021): pixels of patches and a class token, through blocks that normalise first.

x = x + attention(norm(x)), x = x + think(norm(x)), with attention softmax(Q K^T / sqrt(d)) V over the patches;
joint = gelu(W q) * gelu(W h), of the question and of the class token, as the question itself is not among the patches.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_pixels import PixelRecipe


@dataclass(frozen=True)
class Vit(PixelRecipe):
    """ViT's shape: what decides how its training ends."""
