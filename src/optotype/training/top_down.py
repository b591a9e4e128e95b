"""Top-Down (Anderson et al., 2018): the question weighs the cells of a grid; their sum and the question are multiplied.

For question q and cells v_i, with f the gated tanh, f(x) = tanh(Wx) * sigmoid(Gx):
a = softmax_i(w . f([v_i; q])), v = sum_i a_i v_i, joint = f(q) * f(v).
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class TopDown(SizedRecipe):
    """Top-Down: what decides how its training ends."""
