"""Losses for classes of which some are common and most are rare."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional

Name = Literal["cross_entropy", "class_balanced", "focal", "ldam"]

_BETA = 0.9999
"""How slowly another example of a class adds anything new (Cui et al., 2019)."""
_FOCUS = 2.0
"""How much examples that are right already are looked past (Lin et al., 2017)."""
_MARGIN = 0.5
"""The margin of the rarest class (Cao et al., 2019)."""
_SCALE = 30.0
"""By which cosines become scores (Cao et al., 2019)."""


def balance(counts: Sequence[int]) -> Tensor:
    """A weight for each class by how many examples it has, one in the mean (Cui et al., 2019).

    A class without examples weighs nothing.
    """
    numbers = torch.tensor(counts, dtype=torch.float64)
    effective = (1 - _BETA**numbers) / (1 - _BETA)
    weights = torch.where(numbers > 0, 1 / effective.clamp(min=1e-12), 0.0)
    return (weights / weights.sum() * (numbers > 0).sum()).float()


class Loss:
    """One of the losses, for classes of these sizes."""

    def __init__(self, name: Name, counts: Sequence[int], *, deferred: float = 1.0) -> None:
        """Makes it.

        Args:
            name: which.
            counts: examples of each class.
            deferred: share of the training after which classes are weighed by their sizes; 1: they never are, but by
                `class_balanced`, which weighs them from the beginning.
        """
        self.name, self.deferred = name, deferred
        self._balance = balance(counts)
        numbers = torch.tensor(counts, dtype=torch.float32).clamp(min=1)
        margins = numbers**-0.25
        self._margins = margins * (_MARGIN / margins.max())

    def __call__(self, scores: Tensor, classes: Tensor, share: float) -> Tensor:
        """The mean loss over a batch.

        Args:
            scores: of each class (batch, classes); cosines for `ldam`.
            classes: the right ones (batch,).
            share: of the training that is done.
        """
        weighed = self.name == "class_balanced" or share >= self.deferred
        weight = self._balance.to(scores.device) if weighed else None
        if self.name == "ldam":
            margins = self._margins.to(scores.device)[classes]  # (batch,)
            scores = scores - functional.one_hot(classes, scores.shape[1]) * margins[:, None]
            return functional.cross_entropy(_SCALE * scores, classes, weight)
        if self.name == "focal":
            losses = functional.cross_entropy(scores, classes, reduction="none")
            losses = (1 - torch.exp(-losses)) ** _FOCUS * losses
            return losses.mean() if weight is None else (losses * weight[classes]).sum() / weight[classes].sum()
        return functional.cross_entropy(scores, classes, weight)
