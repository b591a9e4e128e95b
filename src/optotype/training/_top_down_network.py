"""The network of Top-Down."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Dropout, Entrance, Question, together
from optotype.training._vqa_sized import Sizes


class TopDownNetwork(Network):
    """The question weighs cells; the product of both is what is understood."""

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        inside, joint = sizes.inside, widths.joint
        self.question = Question(widths.reader, inside, sizes.heads, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=widths.patches)
        self.both = Gated(2 * inside, inside)
        self.weigh = nn.Linear(inside, 1)
        self.asked, self.seen = Gated(inside, joint), Gated(inside, joint)
        self.dropout = Dropout(sizes.dropout)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        question, read = self.question(words, words_there)  # (batch, inside), (batch, words, inside)
        cells = self.cells(patches)  # (batch, cells, inside)
        beside = torch.cat([cells, question.unsqueeze(1).expand_as(cells)], -1)
        looked = self.weigh(self.dropout(self.both(beside))).squeeze(-1).softmax(1)  # (batch, cells)
        seen = torch.einsum("bp,bpw->bw", looked, cells)  # (batch, inside)
        return Encoded(self.asked(question) * self.seen(seen), *together(read, words_there, cells), looked)


class Gated(nn.Module):
    """The gated tanh: what it says, times how much that matters."""

    def __init__(self, taken: int, width: int) -> None:
        super().__init__()
        self.say, self.gate = nn.Linear(taken, width), nn.Linear(taken, width)

    def forward(self, states: Tensor) -> Tensor:
        """States of another width."""
        return self.say(states).tanh() * self.gate(states).sigmoid()
