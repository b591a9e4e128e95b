"""From question and diagram to an answer: the base of all networks, and the three heads that they share.

Options look at each other, at the words and at the patches: their order decides nothing, and there may be any number of
them. An option that does not exist can neither be chosen nor looked at, and a question's padding is not read.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.training._vqa_parts import NOWHERE, Block, Dropout, Standard, masked_mean


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
    states: Tensor
    """What options may look at, such as words and patches after all that happened to them: (batch, places, shown)."""
    there: Tensor
    """Which of the states are there: (batch, places)."""
    attention: Tensor | None = None
    """How much each patch was looked at, adding up to one: (batch, patches); None where nothing tells."""


class Network(nn.Module, ABC):
    """Makes one vector of a question and a diagram. Whoever writes another network writes `encode`."""

    looks_at_options = True
    """Does it see the pictures of options?"""
    reads_options = True
    """Does it read the texts of options?"""
    standardised = True
    """Do its patches stand out from what train patches have in common? Not where it looks as a checkpoint did."""

    def __init__(self, shown: int) -> None:
        """With fresh weights.

        Args:
            shown: numbers of each of the states that options may look at.
        """
        super().__init__()
        self.shown = shown

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


class Head(NamedTuple):
    """What one head says to the problems of its sub-task."""

    task: int
    """The sub-task, as its place among `TASKS`."""
    rows: Tensor
    """Which problems of a batch are its own: (problems,)."""
    scores: Tensor
    """Of their options (problems, options), or of answers (problems, answers)."""


_PICTURES, _BLANK = 0, 2
"""Places of two heads among `TASKS`."""
_LOOKS = 2
"""How often options look around."""
_HEADS = 4
"""Of their attention."""
_RARE = -4.0
"""What an answer scores before anything was learned: nearly all answers are wrong."""


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
        self.eye, self.reader = Standard(widths.eye), Standard(widths.reader)
        self.show = nn.Linear(network.shown, joint)
        self.pictures = Chooser(cells * widths.eye, joint, dropout)
        self.texts = Chooser(widths.reader, joint, dropout)
        last = nn.Linear(2 * joint, max(1, answers))
        nn.init.constant_(last.bias, _RARE)  # or the first steps would be spent on saying no
        self.blank = nn.Sequential(nn.Linear(joint, 2 * joint), nn.GELU(), Dropout(dropout), last)

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
        given = Given(patches, words, words_there, option_patches, option_words, option_words_there, options_there)
        encoded = self._encoded(given)
        attention = encoded.attention
        if attention is None:
            attention = torch.zeros_like(patches[:, :, 0])
        pictures, texts, answers = (self._scores(task, encoded, given) for task in range(3))
        return Scores(pictures, texts, answers, attention)

    def by_task(self, given: Given, tasks: Tensor) -> Iterator[Head]:
        """What each head says to the problems that are its own.

        Args:
            given: the problems.
            tasks: the sub-task of each, as its place among `TASKS` (batch,).
        """
        encoded = self._encoded(given)
        for task in range(3):
            rows = (tasks == task).nonzero().squeeze(1)
            if len(rows):
                own = Encoded(encoded.joint[rows], encoded.states[rows], encoded.there[rows])
                yield Head(task, rows, self._scores(task, own, Given(*(part[rows] for part in given))))

    def _encoded(self, given: Given) -> Encoded:
        encoded = self.network.encode(self.eye(given.patches), self.reader(given.words), given.words_there)
        return encoded._replace(states=self.show(encoded.states))

    def _scores(self, task: int, encoded: Encoded, given: Given) -> Tensor:
        """Of a head's options (batch, options), or of answers (batch, answers)."""
        if task == _BLANK:
            return self.blank(encoded.joint)
        if task == _PICTURES:
            seen = (
                self.eye(given.option_patches).flatten(2) * self.network.looks_at_options
            )  # (batch, options, cells * eye)
            return self.pictures(encoded, seen, given.options_there)
        read = masked_mean(self.reader(given.option_words), given.option_words_there)  # (batch, options, reader)
        return self.texts(encoded, read * self.network.reads_options, given.options_there)


class Chooser(nn.Module):
    """Scores options: with what was understood in mind, they look at each other and at question and diagram."""

    def __init__(self, taken: int, width: int, dropout: float) -> None:
        super().__init__()
        self.enter = nn.Linear(taken, width)
        self.asked = nn.Linear(width, width)
        self.both = nn.Linear(3 * width, width)
        self.blocks = nn.ModuleList(Block(width, _HEADS, 2 * width, dropout, elsewhere=True) for _ in range(_LOOKS))
        self.score = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 1))

    def forward(self, encoded: Encoded, options: Tensor, there: Tensor) -> Tensor:
        """Scores (batch, options) of options (batch, options, taken) for what was understood."""
        options = self.enter(options)  # (batch, options, width)
        asked = self.asked(encoded.joint).unsqueeze(1).expand_as(options)
        states = functional.gelu(self.both(torch.cat([options, asked, options * asked], -1)))
        # attention to nothing at all has no value, and its gradient would spoil all weights
        some = there | ~there.any(1, keepdim=True)
        for block in self.blocks:
            states = block(states, some, encoded.states, encoded.there)
        return self.score(states).squeeze(-1).masked_fill(~there, NOWHERE)


def loss_of(heads: Iterable[Head], options_there: Tensor, right: Tensor, answers: Tensor) -> Tensor:
    """Binary cross-entropy over the options that exist and over all answers, as a mean over problems.

    Args:
        heads: what the solver says.
        options_there: which options exist (batch, options).
        right: which options are right (batch, options).
        answers: which answers are right (batch, answers).
    """
    total = answers.new_zeros(())
    for task, rows, said in heads:
        wanted = answers if task == _BLANK else right
        each = functional.binary_cross_entropy_with_logits(said.float(), wanted[rows], reduction="none")
        total = total + (each if task == _BLANK else each * options_there[rows]).sum()
    return total / answers.shape[0]
