"""GA-BC: how probably a picture is a graphical abstract, whatever the paper says.

SciGA (2025), method (ii): a picture classifier, trained with inverse-frequency weights by `optotype train ga_bc`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from optotype.rankers._trained import TrainedRanker


@dataclass(frozen=True)
class GaBc(TrainedRanker):
    """Looks at pictures alone."""

    title = "picture classifier"
    reason = "looks like a graphical abstract"
    meanings: ClassVar[Mapping[str, str]] = {
        reason: "how probably the picture is a graphical abstract, as a classifier sees it; from 0 to 1"
    }
