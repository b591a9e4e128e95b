"""GA2GA@k: how near the first k recommended graphical abstracts look to that of the paper that asks.

SciGA (2025), Inter-GA, "GA2GA CLIP-S@k". With the vector v that a CLIP makes of a picture, of length one,

    GA2GA@k(q) = sum over the first k of v(q) v(p) / k

and the mean over papers; beside it the mean of the sample deviations of each query's k cosines, which tells how varied
recommendations are. A mean below nothing counts as nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Case
from optotype.metrics._clip import ClipMetric
from optotype.metrics._inter import InterMetric
from optotype.records import Item


@dataclass(frozen=True)
class Ga2ga(ClipMetric, InterMetric):
    """The mean cosine of the item's picture and of the pictures of the first k options."""

    title = "GA2GA@k"

    def fits(self, item: Item) -> bool:
        """It compares pictures of papers with that of a paper."""
        shown = any(option.picture is not None for option in item.options)
        return super().fits(item) and len(item.pictures) == 1 and shown

    def worths(self, cases: Sequence[Case]) -> list[list[float] | str]:
        """The cosine of each option."""
        offered = [[option.picture or "" for option in case.item.options] for case in cases]
        seen = self._seen([*(case.item.pictures[0] for case in cases), *(id for ids in offered for id in ids)])
        found: list[list[float] | str] = []
        for case, ids in zip(cases, offered, strict=True):
            own = seen[case.item.pictures[0]]
            theirs = [vector for id in ids if not isinstance(vector := seen[id], str)]
            if isinstance(own, str):
                found.append(own)
            elif len(theirs) < len(ids):
                found.append("the picture of a paper that was recommended is missing")
            else:
                found.append([round(float(vector @ own), 6) for vector in theirs])
        return found
