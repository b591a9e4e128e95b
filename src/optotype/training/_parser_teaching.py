"""Networks that teach another: what they hold probable of captions, of those who do not know them by heart."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from optotype.training._parser_data import fold_of
from optotype.training._parser_network import Network


@dataclass(frozen=True)
class Teacher:
    """A network that has learned, and what it was not shown."""

    network: Network
    folds: int
    fold: int

    def has_learned(self, captions: Sequence[str]) -> bool:
        """Has it learned one of these captions?"""
        return self.folds == 1 or any(fold_of(caption, self.folds) != self.fold for caption in captions)


def held_probable(teachers: Sequence[Teacher], read: Sequence[Tensor], captions: Sequence[Sequence[str]]) -> Tensor:
    """What teachers hold probable at each step (rows, steps, tokens), in the mean.

    Of each row those are asked that have not learned it; all, where there is none.

    Args:
        teachers: one at least.
        read: what a network takes, side by side.
        captions: of each row, the captions that it was made of, as far as they are of the training set.
    """
    fresh = torch.tensor([[not teacher.has_learned(row) for row in captions] for teacher in teachers])
    asked = fresh | ~fresh.any(0)  # (teachers, rows)
    said = [
        (rows, teacher.network(*(part[rows] for part in read)).float().softmax(-1))
        for teacher, rows in zip(teachers, asked, strict=True)
        if rows.any()
    ]
    held = torch.zeros(len(captions), *said[0][1].shape[1:])
    for rows, found in said:
        held[rows] += found
    return held / asked.sum(0)[:, None, None]
