"""Image-only: a network that sees the diagram alone, neither the question nor the options (Lu et al., 2021).

Patches go through blocks of a transformer; joint = gelu(W mean of them). It has nothing to choose options by; what it
is right about in blanks, the diagram gives away.
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class ImageOnly(SizedRecipe):
    """A network that cannot read: what decides how its training ends."""

    grids: str = "1+2+3+4+7"
    """Patches per side on each level of a diagram's pyramid; these make 79."""
