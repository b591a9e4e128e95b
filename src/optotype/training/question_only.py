"""Question-only: a network that never looks at a picture; what it is right about, the words give away.

joint = gelu(W q), of the question alone. Options that are texts are read; those that are pictures are not seen, so that
it has nothing to choose them by (Lu et al., 2021: textual inputs alone).
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training._vqa_sized import SizedRecipe


@dataclass(frozen=True)
class QuestionOnly(SizedRecipe):
    """A network without eyes: what decides how its training ends."""

    grids: str = "1"
    """Patches per side; nobody looks at them, so one is enough."""
