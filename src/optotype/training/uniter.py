"""UNITER-shaped (Chen et al., 2020): words and cells in one row, through the blocks of a BERT.

x = norm(x + attention(x)), x = norm(x + think(x)), with attention softmax(Q K^T / sqrt(d)) V over the whole row;
joint = tanh(W h), of the class token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.training._vqa_sized import SizedRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


@dataclass(frozen=True)
class Uniter(SizedRecipe):
    """UNITER's shape: what decides how its training ends."""

    grids: str = "7"
    """Patches per side; a grid of 49."""
    checkpoint: str = ""
    """A file or folder with the weights of a BERT or a UNITER, with whose layers it begins."""

    def network(self, widths: Widths) -> Network:
        """The network, with the checkpoint's weights where one is named, else with fresh ones."""
        from optotype.training._uniter_network import UniterNetwork

        return UniterNetwork(widths, self.sizes, self.checkpoint)
