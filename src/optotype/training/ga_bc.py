"""GA-BC: the picture classifier of SciGA, method (ii). `docs/graphical_abstracts.md` has the figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from optotype.training._figure_recipe import FigureRecipe

if TYPE_CHECKING:
    from optotype.training._figure_loop import FigureLoop


@dataclass(frozen=True)
class GaBc(FigureRecipe):
    """A picture classifier: is a figure one that graphical abstracts are made from? Classes weigh alike."""

    def loop(self, data: Path, out: Path) -> FigureLoop[Any]:
        """The training, begun or taken up again."""
        from optotype.training._ga_bc import Training

        return Training(self, data, out)
