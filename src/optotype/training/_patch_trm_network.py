"""The network of Patch-TRM."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.errors import OptotypeError
from optotype.training._vqa_heads import Encoded, Network, Widths
from optotype.training._vqa_parts import Block, Question
from optotype.training.patch_trm import PatchTrm


class PatchTrmNetwork(Network):
    """Patches through a transformer; the question looks at them; the product of both is what is understood."""

    def __init__(self, recipe: PatchTrm, widths: Widths, inside: int, inner: int) -> None:
        super().__init__()
        if inside % recipe.heads:
            raise OptotypeError(f"inside={inside} cannot be parted among heads={recipe.heads}. Name a divisor of it.")
        self.attention, self.kept = recipe.attention, recipe.kept
        self.enter = nn.Sequential(nn.LayerNorm(widths.eye), nn.Linear(widths.eye, inside))
        self.first = nn.Parameter(torch.randn(1, 1, inside) * 0.02)
        self.places = nn.Parameter(torch.randn(1, widths.patches + 1, inside) * 0.02) if recipe.positions else None
        self.dropout = nn.Dropout(recipe.dropout)
        self.blocks = nn.Sequential(*(Block(inside, recipe.heads, inner, recipe.dropout) for _ in range(recipe.blocks)))
        self.leave = nn.LayerNorm(inside)
        self.question = Question(widths.reader, inside, recipe.heads, recipe.dropout)
        joint = widths.joint
        if not recipe.attention:
            self.beside = nn.Linear(2 * inside, joint)
            return
        self.asked = nn.Linear(inside, joint)
        self.seen = nn.Linear(inside, joint)
        self.guide_patch = nn.Linear(inside, joint)
        self.guide_question = nn.Linear(inside, joint)
        self.guide = nn.Linear(joint, 1)

    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands question and diagram."""
        states = self.enter(patches)  # (batch, patches, inside)
        states = torch.cat([self.first.expand(states.shape[0], -1, -1), states], 1)  # the class token is the first
        if self.places is not None:
            states = states + self.places
        states = self.leave(self.blocks(self.dropout(states)))  # (batch, 1 + patches, inside)
        question, _ = self.question(words, words_there)  # (batch, inside)
        if self.kept == "class":
            states = states[:, :1]
        if not self.attention:
            return Encoded(functional.gelu(self.beside(torch.cat([question, states.mean(1)], -1))))
        guided = functional.gelu(self.guide_patch(states)) * self.guide_question(question).unsqueeze(1)
        looked = self.guide(self.dropout(guided)).squeeze(-1).softmax(1)  # (batch, 1 + patches)
        pooled = torch.einsum("bp,bpw->bw", looked, states)  # (batch, inside)
        joint = functional.gelu(self.asked(question)) * functional.gelu(self.seen(pooled))
        if self.kept == "class":
            return Encoded(joint)
        # the class token stands for the whole diagram, so what goes to it is not shown on any patch
        return Encoded(joint, looked[:, 1:] / looked[:, 1:].sum(1, keepdim=True).clamp(min=1e-6))
