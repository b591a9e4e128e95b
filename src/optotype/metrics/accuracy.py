"""Accuracy: is the answer the right one? The metric that fits every form."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics import Mark, Metric
from optotype.metrics._amounts import same_amount, same_value, same_words
from optotype.metrics._options import labels_of
from optotype.records import Choice, Graph, Item, Number, Preference, Ranking, ShortText, Value, YesNo
from optotype.scenegraph.notation import BadGraph, Fact, parse


@dataclass(frozen=True)
class Accuracy(Metric):
    """One if the answer says what gold says, else nothing.

    A choice must name the right options and no others; a ranking must begin as gold does; a number must be the same
    number, or lie in the range that is right; a text must be the same but for case, spaces and a final full stop, or
    state the same number; a graph must hold the same facts.
    """

    title = "accuracy"

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares values, by form."""
        match item.form:
            case Choice() | Preference():
                return Mark(float(set(labels_of(right)) == set(labels_of(value))))
            case Ranking():
                begins = labels_of(right)
                return Mark(float(labels_of(value)[: len(begins)] == begins))
            case YesNo():
                return Mark(float(right is value))
            case Number():
                return Mark(float(same_value(right, value) is True))
            case ShortText():
                return Mark(float(same_words(right, value) or same_amount(right, value) is True))
            case Graph():
                return _same_graph(str(right), str(value))


def _same_graph(right: str, value: str) -> Mark:
    if right == value:
        return Mark(1.0)
    try:
        return Mark(float(_facts(right) == _facts(value)))
    except BadGraph as error:
        return Mark(0.0, f"no scene graph: {error}")


def _facts(graph: str) -> set[Fact]:
    return set(parse(graph.casefold()))
