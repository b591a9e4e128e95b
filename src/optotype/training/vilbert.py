"""ViLBERT-shaped (Lu et al., 2019): two streams, of words and of cells; in turn each looks at the other and at itself.

Co-attention: words take softmax(Q_w K_c^T / sqrt(d)) V_c from the cells, cells take softmax(Q_c K_w^T / sqrt(d)) V_w
from the words. joint = gelu(W h_words) * gelu(W h_cells), of the class token and of a token that begins as the mean of
all cells. Words look at words through blocks that normalise afterwards, as BERT's do, and may begin with its weights.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class Vilbert(SizedRecipe):
    """ViLBERT's shape: what decides how its training ends."""

    checkpoint: str = ""
    """A file or folder with the weights of a BERT, with whose layers its stream of words begins, as ViLBERT's did."""
