"""Abs2Abs@k: how near the abstracts of the first k recommended papers are to the abstract of the paper that asks.

SciGA (2025), Inter-GA, "Abs2Abs SBERT@k". With the sentence vector s of an abstract, of length one,

    Abs2Abs@k(q) = sum over the first k of s(q) s(p) / k

and the mean over papers; beside it the mean of the sample deviations of each query's k cosines, which tells how varied
recommendations are. The encoder is all-MiniLM-L6-v2 of SBERT, which comes with the package, or a multilingual one. A
mean below nothing counts as nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from optotype.metrics import A_MODEL, Case
from optotype.metrics._inter import InterMetric


@dataclass(frozen=True)
class Abs2abs(InterMetric):
    """The mean cosine of the item's text and of the texts of the first k options."""

    title = "Abs2Abs@k"
    needs = A_MODEL

    encoder: Literal["minilm", "multilingual"] = "minilm"
    """Who makes vectors of abstracts: the first reads English."""

    def worths(self, cases: Sequence[Case]) -> list[list[float] | str]:
        """The cosine of each option."""
        from optotype import embedding, minilm

        shared = minilm.shared() if self.encoder == "minilm" else embedding.shared()
        found: list[list[float] | str] = []
        for case in cases:
            texts = [option.text or "" for option in case.item.options]
            if not case.item.text.strip():
                found.append("the paper has no abstract")
            elif not all(text.strip() for text in texts):
                found.append("a paper that was recommended has no abstract")
            else:
                found.append(list(shared.cosines([(case.item.text, text) for text in texts])))
        return found
