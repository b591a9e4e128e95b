"""The network of ViLT's shape."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn

from optotype.training._vqa_checkpoints import TIMM, TRANSFORMERS, begin_with
from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Dropout, Entrance, together
from optotype.training._vqa_sized import Sizes


class ViltNetwork(Network):
    """One row of words and pixels."""

    def __init__(self, widths: Widths, sizes: Sizes, checkpoint: str = "") -> None:
        super().__init__(sizes.inside)
        inside, heads, inner, blocks, dropout = sizes
        self.words = Entrance(widths.reader, inside, dropout)
        self.pixels = nn.Linear(widths.eye, inside)
        self.first = nn.Parameter(torch.randn(1, 1, inside) * 0.02)  # of the picture
        self.places = nn.Parameter(torch.randn(1, 1 + widths.patches, inside) * 0.02)
        self.kinds = nn.Parameter(torch.randn(2, inside) * 0.02)  # of a word, and of a patch
        self.dropout = Dropout(dropout)
        self.blocks = nn.ModuleList(Block(inside, heads, inner, dropout) for _ in range(blocks))
        self.norm = nn.LayerNorm(inside)
        self.leave = nn.Sequential(nn.Linear(inside, widths.joint), nn.Tanh())
        if checkpoint:
            self.standardised = False
            begin_with(self, checkpoint, TIMM, TRANSFORMERS)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        seen = self.pixels(2 * patches - 1)  # (batch, patches, inside), of pixels from -1 to 1
        seen = torch.cat([self.first.expand(seen.shape[0], -1, -1), seen], 1) + self.places + self.kinds[1]
        read = self.words(words) + self.kinds[0]  # (batch, words, inside)
        states, there = together(read, words_there, self.dropout(seen))
        for block in self.blocks:
            states = block(states, there)
        states = self.norm(states)
        return Encoded(self.leave(states[:, 0]), states, there)
