"""The network of BAN."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Dropout, Entrance, Question, masked_mean, masked_softmax, together
from optotype.training._vqa_sized import Sizes


class BanNetwork(Network):
    """Glimpses of all pairs of a word and a cell, each of which changes the words."""

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        inside = sizes.inside
        self.question = Question(widths.reader, inside, sizes.heads, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=widths.patches)
        self.glimpses = nn.ModuleList(Glimpse(inside, sizes.dropout) for _ in range(sizes.blocks))
        self.leave = nn.Sequential(nn.LayerNorm(inside), nn.Linear(inside, widths.joint), nn.GELU())

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        _, states = self.question(words, words_there)  # (batch, words, inside)
        cells = self.cells(patches)  # (batch, cells, inside)
        looks: list[Tensor] = []
        for glimpse in self.glimpses:
            found, looked = glimpse(states, cells, words_there)
            states = states + found.unsqueeze(1)
            looks.append(looked)
        joint = self.leave(masked_mean(states, words_there))
        return Encoded(joint, *together(states, words_there, cells), torch.stack(looks).mean(0))


class Glimpse(nn.Module):
    """One bilinear attention."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.word, self.cell = nn.Linear(width, width), nn.Linear(width, width)
        self.pair = nn.Parameter(torch.randn(width) * width**-0.5)
        self.word_value, self.cell_value = nn.Linear(width, width), nn.Linear(width, width)
        self.leave = nn.Linear(width, width)
        self.dropout = Dropout(dropout)

    def forward(self, words: Tensor, cells: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """What was found (batch, width), and how much each cell was looked at (batch, cells)."""
        word = self.dropout(functional.relu(self.word(words))) * self.pair
        scores = word @ functional.relu(self.cell(cells)).transpose(1, 2)  # (batch, words, cells)
        pairs = there.unsqueeze(2).expand_as(scores)
        looked = masked_softmax(scores.flatten(1), pairs.flatten(1)).reshape(scores.shape)
        found = torch.einsum(
            "bwd,bwc,bcd->bd",
            functional.relu(self.word_value(words)),
            looked,
            functional.relu(self.cell_value(cells)),
        )
        return self.leave(self.dropout(found)), looked.sum(1)
