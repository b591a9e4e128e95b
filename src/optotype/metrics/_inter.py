"""What metrics share of rankings of other papers: what each of the first k is worth beside the paper that asks.

An item that asks for other papers has the abstract as its text and its own graphical abstract as its picture; its
options are papers, with their abstracts as texts and their graphical abstracts as pictures. SciGA (2025), Inter-GA: the
mean over the first k of each query, then over queries; and the sample deviation within each query, whose mean tells how
varied recommendations are.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Case, Mark
from optotype.metrics._options import labels_of
from optotype.metrics._rankings import FirstMetric


@dataclass(frozen=True)
class InterMetric(FirstMetric):
    """The mean of what the first k options are worth; of those that were named, where fewer were."""

    parts = ("deviation",)

    k: int = 5
    """How many of the first options count."""

    @property
    def reach(self) -> int:
        """How many papers it looks at: its k."""
        return self.k

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """Judges all of them together."""
        from optotype.statistics.ranking import Valued, top_means

        asked = [place for place, case in enumerate(cases) if case.given is not None]
        found = [self.not_given(case) if case.given is None else Mark(None) for case in cases]
        worths = dict(zip(asked, self.worths([cases[place] for place in asked]), strict=True))
        ranked: dict[int, tuple[list[float], list[float]]] = {}
        for place, worth in worths.items():
            if isinstance(worth, str):
                found[place] = Mark(None, worth)
                continue
            scores = _scores(cases[place])
            pairs = [(score, value) for score, value in zip(scores, worth, strict=True) if score is not None]
            if pairs:
                ranked[place] = [score for score, _ in pairs], [value for _, value in pairs]
            else:
                found[place] = self.plain(0.0, "nothing was ranked")
        if ranked:
            means, deviations = top_means(Valued.of(ranked.values()), self.k)
            for place, mean, deviation in zip(ranked, means.tolist(), deviations.tolist(), strict=True):
                found[place] = Mark(min(max(mean, 0.0), 1.0), parts={"deviation": deviation})
        return found

    @abstractmethod
    def worths(self, cases: Sequence[Case]) -> list[list[float] | str]:
        """For each case what each option of its item is worth, or why that is not known."""


def _scores(case: Case) -> list[float | None]:
    """The score of each option, or what its place in the order makes; None for one that was not ranked."""
    scores = case.answer.scores
    if scores is None:
        order = labels_of(case.answer.value or ())
        scores = {label: float(-place) for place, label in reversed([*enumerate(order)])}
    return [scores.get(option.label) for option in case.item.options]
