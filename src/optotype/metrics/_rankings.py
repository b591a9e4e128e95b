"""What metrics of rankings share: all answers are judged together, by the scores of options or by their order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.metrics import Array, Case, Mark, Metric
from optotype.metrics._options import labels_of
from optotype.records import Answer, Gold, Item, State, Value

if TYPE_CHECKING:
    from optotype.statistics.ranking import Queries


@dataclass(frozen=True)
class OrderMetric(Metric):
    """Judges orders of options, all answers together."""

    forms = frozenset({"ranking"})

    @abstractmethod
    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """Judges all of them together; `not_given` judges those that name no order."""

    def not_given(self, case: Case) -> Mark:
        """Judges an answer that names no order."""
        return super().mark(case)

    def mark(self, case: Case) -> Mark:
        """Judges one answer."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges an order against one right option."""
        gold = Gold(item=item.id, accepted=(right,), rule="")
        answer = Answer(id="", item=item.id, respondent="", state=State.GIVEN, value=value)
        return self.mark(Case(item, gold, answer))


@dataclass(frozen=True)
class FirstMetric(OrderMetric):
    """Looks at the first k options alone."""

    k: int = 1
    """How many of the first options count."""

    def __post_init__(self) -> None:
        """Refuses settings that make no sense.

        Raises:
            ValueError: k below 1.
        """
        super().__post_init__()
        if self.k < 1:
            raise ValueError(f"k must be at least 1, not {self.k}")

    @property
    def called(self) -> str:
        """Its title with its k: `R@3`."""
        return self.title.replace("@k", f"@{self.k}")


@dataclass(frozen=True)
class RankingMetric(OrderMetric):
    """Judges where the right options stand. Where scores of options were given these decide, else the order."""

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """Judges all of them together."""
        from optotype.statistics.ranking import Queries

        asked = [None if case.given is None else _query(case) for case in cases]
        found = [
            self.not_given(case) if query is None else self.plain(0.0, "what is right is not offered")
            for case, query in zip(cases, asked, strict=True)
        ]
        ranked = {place: query for place, query in enumerate(asked) if query is not None and any(query[1])}
        if ranked:
            for place, value in zip(ranked, self.values(Queries.of(ranked.values())), strict=True):
                found[place] = self.judged(cases[place], float(value))
        return found

    def judged(self, case: Case, value: float) -> Mark:
        """The mark of an answer from what its scores came to."""
        return self.plain(value)

    @abstractmethod
    def values(self, queries: Queries) -> Array:
        """What each query comes to, from 0 to 1."""


def _query(case: Case) -> tuple[list[float], list[bool]]:
    scores, (placed, right) = case.answer.scores, _places(case.item, case.gold, labels_of(case.answer.value or ()))
    if scores is None:
        return placed, right
    lowest = min(scores.values(), default=0.0)
    # an option without a score stands behind all others
    return [scores.get(option.label, lowest - abs(lowest) - 1) for option in case.item.options], right


def _places(item: Item, gold: Gold, order: Sequence[str]) -> tuple[list[float], list[bool]]:
    """Scores from an order alone: what it does not name shares the last place."""
    place = {label: float(-number) for number, label in enumerate(order)}
    right = {label for value in gold.accepted for label in labels_of(value)[:1]}
    labels = [option.label for option in item.options]
    return [place.get(label, float(-len(labels))) for label in labels], [label in right for label in labels]
