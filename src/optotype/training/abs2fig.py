"""Abs2Fig: the two encoders of SciGA, method (iii). `docs/graphical_abstracts.md` has the figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from optotype.training._figure_recipe import FigureRecipe

if TYPE_CHECKING:
    from optotype.training._figure_loop import FigureLoop


@dataclass(frozen=True)
class Abs2fig(FigureRecipe):
    """Two encoders that learn to put the right figure next to the abstract, by InfoNCE."""

    captioned: ClassVar[bool] = False
    """Are pictures multiplied with their captions?"""

    loss: Literal["intra", "inter", "both"] = "intra"
    """Against other figures of the paper, against other papers of the batch, or both."""
    figures: Annotated[int, Field(ge=1, le=1000)] = 7
    """Other figures of a paper that are sampled for a step: SciGA's m. Papers that have fewer are padded and masked."""
    temperature: Annotated[float, Field(gt=0, le=10)] = 0.07
    """What cosines are divided by at first; it learns. A CLIP that learns itself brings its own."""
    tune: bool = False
    """Does the CLIP learn itself, as in the paper? Else a small network over it does."""

    def loop(self, data: Path, out: Path) -> FigureLoop[Any]:
        """The training, begun or taken up again."""
        from optotype.training._abs2fig import Training

        return Training(self, data, out)
