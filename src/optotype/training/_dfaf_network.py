"""The network of DFAF."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Attention, Entrance, Other, all_there, masked_mean, together
from optotype.training._vqa_sized import Sizes


class DfafNetwork(Network):
    """Between the sides, then within each, in turn."""

    def __init__(self, widths: Widths, sizes: Sizes) -> None:
        super().__init__(sizes.inside)
        inside = sizes.inside
        self.words = Entrance(widths.reader, inside, sizes.dropout)
        self.cells = Entrance(widths.eye, inside, sizes.dropout, places=widths.patches)
        self.flows = nn.ModuleList(Flow(sizes) for _ in range(sizes.blocks))
        self.read, self.looked = nn.LayerNorm(inside), nn.LayerNorm(inside)
        self.asked, self.seen = nn.Linear(inside, widths.joint), nn.Linear(inside, widths.joint)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        read, cells = self.words(words), self.cells(patches)  # (batch, words, inside), (batch, cells, inside)
        for flow in self.flows:
            read, cells = flow(read, cells, words_there)
        read, cells = self.read(read), self.looked(cells)
        question, seen = masked_mean(read, words_there), cells.mean(1)
        joint = functional.gelu(self.asked(question)) * functional.gelu(self.seen(seen))
        return Encoded(joint, *together(read, words_there, cells))


class Flow(nn.Module):
    """Both sides look at each other, then each at itself as the other governs."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        inside, heads, inner, _, dropout = sizes
        self.word_cells = Other(inside, heads, inner, dropout)
        self.cell_words = Other(inside, heads, inner, dropout)
        self.word = Governed(inside, heads, dropout)
        self.cell = Governed(inside, heads, dropout)

    def forward(self, words: Tensor, cells: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Words (batch, words, width) and cells (batch, cells, width) after it."""
        words, cells = self.word_cells(words, cells), self.cell_words(cells, words, there)
        question, seen = masked_mean(words, there), cells.mean(1)
        return self.word(words, there, seen), self.cell(cells, all_there(cells), question)


class Governed(nn.Module):
    """Attention within a side; the other side says which numbers of queries and keys count."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.before = nn.LayerNorm(width)
        self.govern = nn.Linear(width, width)
        self.around = Attention(width, heads, dropout)

    def forward(self, states: Tensor, there: Tensor, other: Tensor) -> Tensor:
        """States (batch, places, width) after it, given what the other side (batch, width) is about."""
        plain = self.before(states)
        gate = 1 + self.govern(other).sigmoid().unsqueeze(1)
        return states + self.around(plain, plain, there, gate)
