"""InfoNCE (van den Oord et al., 2018), as SciGA uses it: within a paper, and between the papers of a batch."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def intra(scores: Tensor, there: Tensor) -> Tensor:
    """How far the right figure is from having all of a softmax over the figures of its paper; the mean over papers.

    Args:
        scores: of the right figure first, then of others of the same paper (papers, 1 + m), divided by the temperature.
        there: which of them are figures (papers, 1 + m); the others fill up papers that have fewer.
    """
    first = torch.zeros(len(scores), dtype=torch.long, device=scores.device)
    return functional.cross_entropy(scores.masked_fill(~there, -torch.inf), first)


def inter(scores: Tensor) -> Tensor:
    """How far papers are from finding their own figure among those of the batch, and figures their own paper.

    Args:
        scores: of each abstract with the right figure of each paper (papers, papers), divided by the temperature.
    """
    own = torch.arange(len(scores), device=scores.device)
    return (functional.cross_entropy(scores, own) + functional.cross_entropy(scores.T, own)) / 2
