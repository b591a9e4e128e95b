"""The network of Patch-TRM."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.errors import OptotypeError
from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Dropout, Question, all_there, masked_mean, masked_softmax
from optotype.training.patch_trm import PatchTrm

_ASKED = 16
"""Numbers by which word and patch are held against each other, for each count."""
_HIGHEST = 16
"""Steps in which a sum over patches is read off."""


class Count(nn.Module):
    """Tells each word how much of it there is in all patches: attention makes means of them, in which counts are lost.

    A patch counts by how well it fits the word, a_w . b_p; the sum over all patches is a_w . (sum of b_p).
    """

    steps: Tensor

    def __init__(self, inside: int, counts: int) -> None:
        super().__init__()
        self.counts = counts
        self.asked = nn.Linear(inside, counts * _ASKED)
        self.seen = nn.Linear(inside, counts * _ASKED)
        self.begin = nn.Parameter(torch.full((counts,), 3.0))  # among the steps, where sums are told apart
        # how far a sum is above each of these: a number that is read off in steps, as answers are told apart
        self.register_buffer("steps", torch.arange(0.5, _HIGHEST), persistent=False)
        self.tell = nn.Linear(counts * _HIGHEST, inside)

    def forward(self, read: Tensor, states: Tensor, there: Tensor) -> Tensor:
        """What was counted (batch, words, inside) for words (batch, words, inside) among patches that are there."""
        asked = self.asked(read).unflatten(-1, (self.counts, _ASKED))  # (batch, words, counts, asked)
        seen = (self.seen(states) * there.unsqueeze(-1)).sum(1).unflatten(-1, (self.counts, _ASKED))
        sums = self.begin + torch.einsum("bwca,bca->bwc", asked, seen) / _ASKED  # (batch, words, counts)
        return self.tell(torch.tanh(sums.unsqueeze(-1) - self.steps).flatten(2))


class PatchTrmNetwork(Network):
    """Patches through a transformer; words look at them and guide a last look; both are understood."""

    def __init__(self, recipe: PatchTrm, widths: Widths, inside: int, inner: int) -> None:
        super().__init__(inside)
        if inside % recipe.heads:
            raise OptotypeError(f"inside={inside} cannot be parted among heads={recipe.heads}. Name a divisor of it.")
        self.attention, self.kept, self.hidden = recipe.attention, recipe.kept, recipe.hidden
        self.enter = nn.Linear(widths.eye, inside)
        self.first = nn.Parameter(torch.randn(1, 1, inside) * 0.02)
        self.places = nn.Parameter(torch.randn(1, widths.patches + 1, inside) * 0.02) if recipe.positions else None
        self.dropout = Dropout(recipe.dropout)
        self.blocks = nn.ModuleList(Block(inside, recipe.heads, inner, recipe.dropout) for _ in range(recipe.blocks))
        self.leave = nn.LayerNorm(inside)
        self.question = Question(widths.reader, inside, recipe.heads, recipe.dropout)
        joint = widths.joint
        if not recipe.attention:
            self.beside = nn.Linear(2 * inside, joint)
            return
        self.rounds = nn.ModuleList(
            Block(inside, recipe.heads, inner, recipe.dropout, elsewhere=True) for _ in range(recipe.rounds)
        )
        self.read = nn.LayerNorm(inside)
        self.told = nn.Linear(inside, joint)
        self.asked = nn.Linear(inside, joint)
        self.seen = nn.Linear(inside, joint)
        self.guide_patch = nn.Linear(inside, joint)
        self.guide_question = nn.Linear(inside, joint)
        self.guide = nn.Linear(joint, 1)
        self.count = Count(inside, recipe.counts) if recipe.counts and recipe.kept == "all" else None

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        states, there = self._looked_over(patches)  # (batch, 1 + patches, inside)
        question, read = self.question(words, words_there)  # (batch, inside), (batch, words, inside)
        if self.kept == "class":
            states, there = states[:, :1], there[:, :1]
        if not self.attention:
            seen = masked_mean(states, there).unsqueeze(1)  # (batch, 1, inside)
            joint = functional.gelu(self.beside(torch.cat([question, seen.squeeze(1)], -1)))
            return Encoded(joint, torch.cat([read, seen], 1), torch.cat([words_there, all_there(seen)], 1))
        if self.count is not None:
            read = read + self.count(read, states[:, 1:], there[:, 1:])
        for block in self.rounds:
            read = block(read, words_there, states, there)
        read = self.read(read)
        question = masked_mean(read, words_there)
        guided = functional.gelu(self.guide_patch(states)) * self.guide_question(question).unsqueeze(1)
        looked = masked_softmax(self.guide(self.dropout(guided)).squeeze(-1), there)  # (batch, 1 + patches)
        pooled = torch.einsum("bp,bpw->bw", looked, states)  # (batch, inside)
        joint = self.told(question) + functional.gelu(self.asked(question)) * functional.gelu(self.seen(pooled))
        shown = torch.cat([read, states], 1), torch.cat([words_there, there], 1)
        if self.kept == "class":
            return Encoded(joint, *shown)
        # the class token stands for the whole diagram, so what goes to it is not shown on any patch
        return Encoded(joint, *shown, looked[:, 1:] / looked[:, 1:].sum(1, keepdim=True).clamp(min=1e-6))

    def _looked_over(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """The class token and the patches (batch, 1 + patches, inside), and which of them may be looked at."""
        states = self.enter(patches)
        states = torch.cat([self.first.expand(states.shape[0], -1, -1), states], 1)  # the class token is the first
        if self.places is not None:
            states = states + self.places
        there = all_there(states)
        if self.training and self.hidden:
            there = there & (torch.rand_like(states[:, :, 0]) >= self.hidden)
            there[:, 0] = True
        states = self.dropout(states)
        for block in self.blocks:
            states = block(states, there)
        return self.leave(states), there
