"""From question and diagram to an answer: the base of all networks, and the three heads that they share.

Options are scored one by one, each beside the others: their order decides nothing, and there may be any number of them.
An option that does not exist can neither be chosen nor looked at, and a question's padding is not read.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

NOWHERE = -1e4
"""The score of an option that does not exist: far below all others, and no infinity that could become nothing."""


@dataclass(frozen=True)
class Widths:
    """What a network has to expect."""

    patches: int
    """Patches of a diagram."""
    eye: int
    """Numbers of a patch's vector."""
    reader: int
    """Numbers of a token's vector."""
    joint: int
    """Numbers that a network's vector of question and diagram has to have."""


class Encoded(NamedTuple):
    """Question and diagram, understood."""

    joint: Tensor
    """One vector: (batch, joint)."""
    attention: Tensor | None = None
    """How much each patch was looked at, adding up to one: (batch, patches); None where nothing tells."""


class Network(nn.Module, ABC):
    """Makes one vector of a question and a diagram. Whoever writes another network writes `encode`."""

    @abstractmethod
    def encode(self, patches: Tensor, words: Tensor, words_there: Tensor) -> Encoded:
        """Understands.

        Args:
            patches: of the diagrams (batch, patches, eye), from the largest level of the pyramid to the smallest.
            words: tokens of the questions (batch, tokens, reader), the first of them the class token.
            words_there: which of the tokens are there (batch, tokens), as true and false.
        """


class Scores(NamedTuple):
    """What a solver says; an exported network calls its outputs so."""

    pictures: Tensor
    """Of options that are pictures: (batch, options)."""
    texts: Tensor
    """Of options that are texts: (batch, options)."""
    answers: Tensor
    """Of answers to a blank: (batch, answers)."""
    attention: Tensor
    """How much each patch was looked at: (batch, patches); zeros where nothing tells."""


class Given(NamedTuple):
    """What a solver is given; `optotype.features.arrays` says what each is."""

    patches: Tensor
    words: Tensor
    words_there: Tensor
    option_patches: Tensor
    option_words: Tensor
    option_words_there: Tensor
    options_there: Tensor


class Solver(nn.Module):
    """A network with its three heads."""

    def __init__(self, network: Network, widths: Widths, answers: int, cells: int, dropout: float) -> None:
        """With fresh weights.

        Args:
            network: understands question and diagram.
            widths: of the vectors.
            answers: how many answers to a blank there are to tell apart.
            cells: patches of an option's picture.
            dropout: share of numbers that are left out while it learns.
        """
        super().__init__()
        joint = widths.joint
        self.network = network
        self.pictures = Chooser(cells * widths.eye, joint, dropout)
        self.texts = Chooser(widths.reader, joint, dropout)
        self.blank = nn.Sequential(
            nn.Linear(joint, joint), nn.GELU(), nn.Dropout(dropout), nn.Linear(joint, max(1, answers))
        )

    def forward(
        self,
        patches: Tensor,
        words: Tensor,
        words_there: Tensor,
        option_patches: Tensor,
        option_words: Tensor,
        option_words_there: Tensor,
        options_there: Tensor,
    ) -> Scores:
        """All heads for all problems; who asks knows which head is meant."""
        encoded = self.network.encode(patches, words, words_there)
        joint, attention = encoded
        if attention is None:
            attention = torch.zeros_like(patches[:, :, 0])
        seen = option_patches.flatten(2)  # (batch, options, cells * eye)
        read = masked_mean(option_words, option_words_there)  # (batch, options, reader)
        return Scores(
            self.pictures(joint, seen, options_there),
            self.texts(joint, read, options_there),
            self.blank(joint),
            attention,
        )


class Chooser(nn.Module):
    """Scores options: each beside what was understood, then beside the other options."""

    def __init__(self, taken: int, width: int, dropout: float) -> None:
        super().__init__()
        self.option = nn.Sequential(
            nn.LayerNorm(taken), nn.Linear(taken, width), nn.GELU(), nn.Dropout(dropout), nn.Linear(width, width)
        )
        self.asked = nn.Linear(width, width)
        self.both = nn.Linear(3 * width, width)
        self.others = nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)
        self.score = nn.Linear(width, 1)

    def forward(self, joint: Tensor, options: Tensor, there: Tensor) -> Tensor:
        """Scores (batch, options) of options (batch, options, taken) for what was understood (batch, width)."""
        options = self.option(options)  # (batch, options, width)
        asked = self.asked(joint).unsqueeze(1).expand_as(options)
        states = functional.gelu(self.both(torch.cat([options, asked, options * asked], -1)))
        # what all options have in common tells nothing, what one alone has may tell all
        common = masked_mean(states, there).unsqueeze(1).expand_as(states)
        states = functional.gelu(self.others(torch.cat([states, states - common], -1)))
        scores = self.score(self.dropout(states)).squeeze(-1)
        return scores.masked_fill(~there, NOWHERE)


def masked_mean(states: Tensor, there: Tensor) -> Tensor:
    """The mean (..., width) of states (..., places, width) that are there (..., places); zero where none is."""
    mask = there.unsqueeze(-1).to(states.dtype)
    return (states * mask).sum(-2) / mask.sum(-2).clamp(min=1)


def loss_of(scores: Scores, chosen: Tensor, options_there: Tensor, right: Tensor, answers: Tensor) -> Tensor:
    """Binary cross-entropy over the options that exist and over all answers, as a mean over problems.

    Args:
        scores: what the solver says.
        chosen: the sub-task of each problem, as its place among `TASKS` (batch,).
        options_there: which options exist (batch, options).
        right: which options are right (batch, options).
        answers: which answers are right (batch, answers).
    """
    total = scores.answers.new_zeros(())
    for number, (said, wanted) in enumerate(
        ((scores.pictures, right), (scores.texts, right), (scores.answers, answers))
    ):
        rows = (chosen == number).nonzero().squeeze(1)
        if not len(rows):
            continue
        each = functional.binary_cross_entropy_with_logits(said[rows], wanted[rows], reduction="none")
        if number < 2:
            each = each * options_there[rows]
        total = total + each.sum()
    return total / len(chosen)
