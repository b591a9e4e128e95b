"""UNITER-shaped (Chen et al., 2020): words and cells in one row, through the blocks of a BERT.

x = norm(x + attention(x)), x = norm(x + think(x)), with attention softmax(Q K^T / sqrt(d)) V over the whole row;
joint = tanh(W h), of the class token.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class Uniter(SizedRecipe):
    """UNITER's shape: what decides how its training ends."""

    checkpoint: str = ""
    """A file or folder with the weights of a BERT or a UNITER, with whose layers it begins."""
