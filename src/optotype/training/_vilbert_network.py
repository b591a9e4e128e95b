"""The network of ViLBERT's shape."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.training._vqa_checkpoints import BERT, begin_with
from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Entrance, LateBlock, Other, together
from optotype.training._vqa_sized import Sizes


class VilbertNetwork(Network):
    """Two streams that look at each other, then each at itself."""

    def __init__(self, widths: Widths, sizes: Sizes, checkpoint: str = "") -> None:
        super().__init__(sizes.inside)
        inside, blocks = sizes.inside, range(sizes.blocks)
        self.words = Entrance(widths.reader, inside, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=1 + widths.patches)
        self.word_cells = nn.ModuleList(Other(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.cell_words = nn.ModuleList(Other(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.word = Read(sizes)
        self.cell = nn.ModuleList(Block(inside, sizes.heads, sizes.inner, sizes.dropout) for _ in blocks)
        self.read, self.looked = nn.LayerNorm(inside), nn.LayerNorm(inside)
        self.asked, self.seen = nn.Linear(inside, widths.joint), nn.Linear(inside, widths.joint)
        if checkpoint:
            begin_with(self.word, checkpoint, BERT)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        read = self.words(words)  # (batch, words, inside)
        cells = self.cells(torch.cat([patches.mean(1, keepdim=True), patches], 1))  # (batch, 1 + cells, inside)
        layers = zip(self.word_cells, self.cell_words, self.word.blocks, self.cell, strict=True)
        for word_cells, cell_words, word, cell in layers:
            read, cells = word_cells(read, cells), cell_words(cells, read, words_there)
            read, cells = word(read, words_there), cell(cells)
        read, cells = self.read(read), self.looked(cells)
        joint = functional.gelu(self.asked(read[:, 0])) * functional.gelu(self.seen(cells[:, 0]))
        return Encoded(joint, *together(read, words_there, cells))


class Read(nn.Module):
    """The blocks in which words look at words: those of a BERT, so that they can begin as one."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        inside, heads, inner, blocks, dropout = sizes
        self.blocks = nn.ModuleList(LateBlock(inside, heads, inner, dropout) for _ in range(blocks))
