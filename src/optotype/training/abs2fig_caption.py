"""Abs2Fig with caption: SciGA, method (iv). `docs/graphical_abstracts.md` has the figures."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.training.abs2fig import Abs2fig


@dataclass(frozen=True)
class Abs2figCaption(Abs2fig):
    """Two encoders as in `abs2fig`; what is compared with the abstract is picture times caption, number by number."""

    captioned = True
