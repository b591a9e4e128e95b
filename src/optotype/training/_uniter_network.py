"""The network of UNITER's shape."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn

from optotype.training._vqa_checkpoints import BERT, begin_with
from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Entrance, LateBlock, together
from optotype.training._vqa_sized import Sizes


class UniterNetwork(Network):
    """One row of words and cells."""

    def __init__(self, widths: Widths, sizes: Sizes, checkpoint: str = "") -> None:
        super().__init__(sizes.inside)
        inside = sizes.inside
        self.words = Entrance(widths.reader, inside, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=widths.patches)
        self.kinds = nn.Parameter(torch.randn(2, inside) * 0.02)  # of a word, and of a cell
        self.enter = nn.LayerNorm(inside)
        self.blocks = nn.ModuleList(
            LateBlock(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in range(sizes.blocks)
        )
        self.leave = nn.Sequential(nn.Linear(inside, widths.joint), nn.Tanh())
        if checkpoint:
            begin_with(self, checkpoint, BERT)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        read, cells = self.words(words) + self.kinds[0], self.cells(patches) + self.kinds[1]
        states, there = together(read, words_there, cells)  # (batch, words + cells, inside)
        states = self.enter(states)
        for block in self.blocks:
            states = block(states, there)
        return Encoded(self.leave(states[:, 0]), states, there)
