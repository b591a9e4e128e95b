"""The network of MCAN."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Dropout, Entrance, all_there, masked_softmax, together
from optotype.training._vqa_sized import Sizes


class McanNetwork(Network):
    """An encoder of words, and a decoder of cells that looks at them."""

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        inside, blocks = sizes.inside, range(sizes.blocks)
        self.words = Entrance(widths.reader, inside, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=widths.patches)
        self.encoder = nn.ModuleList(Block(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.decoder = nn.ModuleList(
            Block(inside, sizes.heads, sizes.inner, sizes.dropout, elsewhere=True) for _ in blocks
        )
        self.read, self.looked = nn.LayerNorm(inside), nn.LayerNorm(inside)
        self.word, self.cell = Reduce(inside, sizes.dropout), Reduce(inside, sizes.dropout)
        self.asked, self.seen = nn.Linear(inside, widths.joint), nn.Linear(inside, widths.joint)
        self.leave = nn.LayerNorm(widths.joint)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        read = self.words(words)  # (batch, words, inside)
        for block in self.encoder:
            read = block(read, words_there)
        read = self.read(read)
        cells = self.cells(patches)  # (batch, cells, inside)
        for block in self.decoder:
            cells = block(cells, None, read, words_there)
        question, _ = self.word(read, words_there)
        cells = self.looked(cells)
        seen, looked = self.cell(cells, all_there(cells))
        joint = self.leave(self.asked(question) + self.seen(seen))
        return Encoded(joint, *together(read, words_there, cells), looked)


class Reduce(nn.Module):
    """States to one: each says how much it counts."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.count = nn.Sequential(nn.Linear(width, width), nn.ReLU(), Dropout(dropout), nn.Linear(width, 1))

    def forward(self, states: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """The sum (batch, width) of states (batch, places, width), and the weights (batch, places)."""
        weights = masked_softmax(self.count(states).squeeze(-1), there)
        return torch.einsum("bp,bpw->bw", weights, states), weights
