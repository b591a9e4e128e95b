"""Talking to models in an audit: with what settings, for how much, and what it has cost so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.errors import OptotypeError
from optotype.prices import Prices, named
from optotype.running.replies import Replies
from optotype.running.runner import Limits

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass
class Talking:
    """How all models of an audit are asked; what may be spent is for all of them together."""

    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    """Of the models."""
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    prices: Path | None = None
    """A file that says what tokens cost."""
    spent: float = 0.0
    """What the replies of the runs that are done have cost."""

    def left(self) -> Limits:
        """The limits, with what is left to spend."""
        if self.limits.cost is None:
            return self.limits
        return replace(self.limits, cost=max(self.limits.cost - self.spent, 0.0))

    def listed(self) -> Prices | None:
        """The prices, if there is a file of them."""
        return named(self.prices)

    def pay(self, bench: Bench, model: str, run: str) -> None:
        """Adds what a run has cost, all its attempts together."""
        with Replies(bench.folder / "runs" / "replies", model) as replies:
            self.spent += replies.spent(run)

    def stopped(self, model: str, why: str) -> OptotypeError:
        """What is said when a model was not asked all."""
        budget = ""
        if self.limits.cost is not None:
            budget = f" Of {self.limits.cost:.4g} for the whole audit, {self.spent:.4g} had gone before."
        return OptotypeError(f"{model} was stopped: {why}.{budget} What it said is kept; audit again to go on.")
