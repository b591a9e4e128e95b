"""Top-Down (Anderson et al., 2018): the question weighs the cells of a grid; their sum and the question are multiplied.

For question q and cells v_i, with f the gated tanh, f(x) = tanh(Wx) * sigmoid(Gx):
a = softmax_i(w . f([v_i; q])), v = sum_i a_i v_i, joint = f(q) * f(v).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.training._vqa_sized import SizedRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


@dataclass(frozen=True)
class TopDown(SizedRecipe):
    """Top-Down: what decides how its training ends."""

    grids: str = "7"
    """Patches per side; a grid of 49."""

    def network(self, widths: Widths) -> Network:
        """The network with fresh weights."""
        from optotype.training._top_down_network import TopDownNetwork

        return TopDownNetwork(widths, self.sizes)
