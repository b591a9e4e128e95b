"""Image-only: a network that sees the diagram alone, neither the question nor the options (Lu et al., 2021).

Patches go through blocks of a transformer; joint = gelu(W mean of them). It has nothing to choose options by; what it
is right about in blanks, the diagram gives away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.training._vqa_sized import SizedRecipe

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths


@dataclass(frozen=True)
class ImageOnly(SizedRecipe):
    """A network that cannot read: what decides how its training ends."""

    def network(self, widths: Widths) -> Network:
        """The network with fresh weights."""
        from optotype.training._image_only_network import ImageOnlyNetwork

        return ImageOnlyNetwork(widths, self.sizes)
