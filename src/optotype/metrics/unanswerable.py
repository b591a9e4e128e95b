"""Unanswerable: does the respondent know when a question cannot be answered?

To say that it cannot be answered is taken as a detection, as in SQuAD 2.0 (Rajpurkar et al., 2018): its precision,
recall and F1, how many questions were answered that cannot be, and how many were given up that can. Whether an answer
is right is left to other metrics.

A reply that cannot be read, a refusal and "I don't know" decide nothing: they detect no unanswerable question, which
lowers recall, and answer none either, so that they are neither false answers nor false abstentions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from optotype.metrics import Array, Case, Mark, Metric, ratio
from optotype.records import Item, State, Value


@dataclass(frozen=True)
class Unanswerable(Metric):
    """One if the respondent abstained from what cannot be answered, and answered what can be; else nothing."""

    title = "unanswerable"
    parts = ("tp", "fp", "fn", "tn", "false_answers")

    def fits(self, item: Item) -> bool:
        """Only where a respondent may abstain is there something to decide."""
        return item.form.unanswerable

    def mark(self, case: Case) -> Mark:
        """Looks at the decision alone."""
        state, unanswerable = case.answer.state, case.gold.unanswerable
        if state is State.FAILED:
            return Mark(None, "never heard")
        abstained, answered = state is State.UNANSWERABLE, state is State.GIVEN
        parts = {
            "tp": float(unanswerable and abstained),
            "fp": float(not unanswerable and abstained),
            "fn": float(unanswerable and not abstained),
            "tn": float(not unanswerable and answered),
            "false_answers": float(unanswerable and answered),
        }
        return Mark(parts["tp"] + parts["tn"], "" if abstained or answered else state.value, parts)

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Answering what can be answered is the right decision, whatever the answer says."""
        return Mark(1.0, parts=dict.fromkeys(self.parts, 0.0) | {"tn": 1.0})

    def figures(self, sums: Mapping[str, Array], count: Array) -> dict[str, Array]:
        """Precision, recall and F1; the share of unanswerable questions answered, and of the others given up."""
        hits, missed, wrong = sums["tp"], sums["fn"], sums["fp"]
        return {
            "precision": ratio(hits, hits + wrong),
            "recall": ratio(hits, hits + missed),
            "f1": ratio(2 * hits, 2 * hits + wrong + missed),
            "false_answers": ratio(sums["false_answers"], hits + missed),
            "false_abstentions": ratio(wrong, count - hits - missed),
        }
