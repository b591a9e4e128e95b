"""The data of a training that answers questions: a bench's problems, and what is right, as tensors."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from optotype.features.arrays import arrays
from optotype.features.memory import Memory
from optotype.features.problems import TASKS, Problem
from optotype.training._vqa_heads import Given


@dataclass(frozen=True)
class Batch:
    """Some problems."""

    given: Given
    """What the network is given."""
    tasks: Tensor
    """The sub-task of each, as its place among `TASKS` (batch,)."""
    right: Tensor
    """Which options are right (batch, options)."""
    answers: Tensor
    """Which answers to a blank are right (batch, answers); none where training never showed it."""


def vocabulary(problems: Sequence[Problem]) -> tuple[str, ...]:
    """The answers to blanks that these problems have, in the order of the alphabet."""
    return tuple(sorted({answer for one in problems if one.task == "fill_in_blank" for answer in one.right}))


def unseen(problems: Sequence[Problem], answers: Sequence[str]) -> tuple[int, int]:
    """How many blanks have no answer that training showed, and how many blanks there are."""
    known = set(answers)
    blanks = [one for one in problems if one.task == "fill_in_blank"]
    return sum(known.isdisjoint(one.right) for one in blanks), len(blanks)


def batch_of(memory: Memory, problems: Sequence[Problem], answers: Sequence[str], *, tokens: int, device: Any) -> Batch:
    """Problems as tensors, on a device."""
    taken = arrays(memory, problems, tokens=tokens)
    places = {answer: place for place, answer in enumerate(answers)}
    right = np.zeros(taken.options_there.shape, np.float32)
    said = np.zeros((len(problems), max(1, len(answers))), np.float32)
    for row, one in enumerate(problems):
        if one.task == "fill_in_blank":
            said[row, [places[answer] for answer in one.right if answer in places]] = 1
        else:
            right[row, [one.labels.index(label) for label in one.right]] = 1
    tasks = torch.tensor([TASKS.index(one.task) for one in problems])
    return Batch(
        Given(*(torch.from_numpy(part).to(device) for part in taken)),
        tasks.to(device),
        torch.from_numpy(right).to(device),
        torch.from_numpy(said).to(device),
    )
