"""The network of ViLBERT's shape."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Entrance, Other, together
from optotype.training._vqa_sized import Sizes


class VilbertNetwork(Network):
    """Two streams that look at each other, then each at itself."""

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        inside, blocks = sizes.inside, range(sizes.blocks)
        self.words = Entrance(widths.reader, inside, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=1 + widths.patches)
        self.word_cells = nn.ModuleList(Other(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.cell_words = nn.ModuleList(Other(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.word = nn.ModuleList(Block(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.cell = nn.ModuleList(Block(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.read, self.looked = nn.LayerNorm(inside), nn.LayerNorm(inside)
        self.asked, self.seen = nn.Linear(inside, widths.joint), nn.Linear(inside, widths.joint)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        read = self.words(words)  # (batch, words, inside)
        cells = self.cells(torch.cat([patches.mean(1, keepdim=True), patches], 1))  # (batch, 1 + cells, inside)
        layers = zip(self.word_cells, self.cell_words, self.word, self.cell, strict=True)
        for word_cells, cell_words, word, cell in layers:
            read, cells = word_cells(read, cells), cell_words(cells, read, words_there)
            read, cells = word(read, words_there), cell(cells)
        read, cells = self.read(read), self.looked(cells)
        joint = functional.gelu(self.asked(read[:, 0])) * functional.gelu(self.seen(cells[:, 0]))
        return Encoded(joint, *together(read, words_there, cells))
