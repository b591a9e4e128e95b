"""The network that cannot read."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from torch import Tensor, nn

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Entrance, all_there
from optotype.training._vqa_sized import Sizes


class ImageOnlyNetwork(Network):
    """Understands the diagram alone: neither question nor options."""

    looks_at_options = reads_options = False

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        inside, heads, inner, blocks, dropout = sizes
        self.patches = Entrance(widths.eye, inside, dropout, places=widths.patches)
        self.blocks = nn.Sequential(*(Block(inside, heads, inner, dropout) for _ in range(blocks)))
        self.leave = nn.Sequential(nn.LayerNorm(inside), nn.Linear(inside, widths.joint), nn.GELU())

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands the diagram; words are not touched."""
        del words, words_there
        seen = self.blocks(self.patches(patches))  # (batch, patches, inside)
        return Encoded(self.leave(seen.mean(1)), seen, all_there(seen))
