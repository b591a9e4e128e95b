"""ViLT-shaped (Kim et al., 2021): words and pixels of patches in one row, through blocks that normalise first.

x = x + attention(norm(x)), x = x + think(norm(x)), with attention softmax(Q K^T / sqrt(d)) V over the whole row;
joint = tanh(W norm(h)), of the class token of the words. No network has looked at the picture before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.training._vqa_pixels import PixelRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


@dataclass(frozen=True)
class Vilt(PixelRecipe):
    """ViLT's shape: what decides how its training ends."""

    def network(self, widths: Widths) -> Network:
        """The network, with the checkpoint's weights where one is named, else with fresh ones."""
        from optotype.training._vilt_network import ViltNetwork

        return ViltNetwork(widths, self.sizes, self.checkpoint)
