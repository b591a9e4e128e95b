"""The network of ViT's shape."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.training._vqa_checkpoints import TIMM, TRANSFORMERS, begin_with
from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Dropout, Question, together
from optotype.training._vqa_sized import Sizes


class VitNetwork(Network):
    """Pixels of patches through blocks; the product of the class token and the question is what is understood."""

    def __init__(self, widths: Widths, sizes: Sizes, checkpoint: str = "") -> None:
        super().__init__(sizes.inside)
        inside, heads, inner, blocks, dropout = sizes
        self.pixels = nn.Linear(widths.eye, inside)
        self.first = nn.Parameter(torch.randn(1, 1, inside) * 0.02)
        self.places = nn.Parameter(torch.randn(1, 1 + widths.patches, inside) * 0.02)
        self.dropout = Dropout(dropout)
        self.blocks = nn.Sequential(*(Block(inside, heads, inner, dropout) for _ in range(blocks)))
        self.norm = nn.LayerNorm(inside)
        self.question = Question(widths.reader, inside, heads, dropout)
        self.asked, self.seen = nn.Linear(inside, widths.joint), nn.Linear(inside, widths.joint)
        if checkpoint:
            self.standardised = False
            begin_with(self, checkpoint, TIMM, TRANSFORMERS)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        states = self.pixels(2 * patches - 1)  # (batch, patches, inside), of pixels from -1 to 1
        states = torch.cat([self.first.expand(states.shape[0], -1, -1), states], 1) + self.places
        seen = self.norm(self.blocks(self.dropout(states)))  # (batch, 1 + patches, inside)
        question, read = self.question(words, words_there)
        joint = functional.gelu(self.asked(question)) * functional.gelu(self.seen(seen[:, 0]))
        return Encoded(joint, *together(read, words_there, seen))
