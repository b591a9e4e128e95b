"""ViT-shaped (Dosovitskiy et al., 2021): pixels of patches and a class token, through blocks that normalise first.

x = x + attention(norm(x)), x = x + think(norm(x)), with attention softmax(Q K^T / sqrt(d)) V over the patches;
joint = gelu(W q) * gelu(W h), of the question and of the class token, as the question itself is not among the patches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.training._vqa_pixels import PixelRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


@dataclass(frozen=True)
class Vit(PixelRecipe):
    """ViT's shape: what decides how its training ends."""

    def network(self, widths: Widths) -> Network:
        """The network, with the checkpoint's weights where one is named, else with fresh ones."""
        from optotype.training._vit_network import VitNetwork

        return VitNetwork(widths, self.sizes, self.checkpoint)
