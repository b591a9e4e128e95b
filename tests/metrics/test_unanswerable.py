"""Knowing when a question cannot be answered, worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from optotype.metrics.unanswerable import Unanswerable
from optotype.records import ShortText, State, Value
from tests.metrics.cases import ONE, TEXT, case, item

unanswerable = Unanswerable()


@pytest.mark.parametrize(
    ("right", "said", "value", "counted"),
    [
        (None, None, 1, {"tp"}),
        ("red", None, 0, {"fp"}),
        (None, "red", 0, {"fn", "false_answers"}),
        ("red", "blue", 1, {"tn"}),
        (None, State.UNREAD, 0, {"fn"}),
        (None, State.DONT_KNOW, 0, {"fn"}),
        ("red", State.REFUSED, 0, set[str]()),
    ],
)
def test_the_decision_counts_and_not_the_answer(
    right: Value, said: Value | State, value: float, counted: set[str]
) -> None:
    mark = unanswerable.mark(case(TEXT, right, said))
    assert mark.value == value
    assert {part for part, count in mark.parts.items() if count} == counted


def test_who_was_never_heard_has_decided_nothing() -> None:
    mark = unanswerable.mark(case(TEXT, "red", State.FAILED))
    assert (mark.value, mark.note, dict(mark.parts)) == (None, "never heard", {})


def test_a_value_is_an_answer_whatever_it_says() -> None:
    mark = unanswerable.score(item(TEXT), "red", "blue")
    assert (mark.value, mark.parts["tn"]) == (1, 1)


def figures(*marks: tuple[Value | None, Value | State | None]) -> dict[str, float]:
    judged = unanswerable.marks([case(TEXT, right, said) for right, said in marks])
    sums = {part: np.array([sum(mark.parts[part] for mark in judged)]) for part in unanswerable.parts}
    return {name: found.item() for name, found in unanswerable.figures(sums, np.array([float(len(judged))])).items()}


def test_figures_are_those_of_a_detector() -> None:
    # of four questions without an answer two were recognised, one was answered, one was not read;
    # of five with an answer one was given up
    found = figures(
        *[(None, None)] * 2, (None, "red"), (None, State.UNREAD), ("red", None), *[("red", "red")] * 3, ("red", "blue")
    )
    assert found == {
        "precision": pytest.approx(2 / 3),
        "recall": pytest.approx(2 / 4),
        "f1": pytest.approx(2 * 2 / (2 * 2 + 1 + 2)),
        "false_answers": pytest.approx(1 / 4),
        "false_abstentions": pytest.approx(1 / 5),
    }


def test_figures_that_nothing_speaks_to_are_not_numbers() -> None:
    found = figures(("red", "red"))
    assert {name for name, value in found.items() if math.isnan(value)} == {
        "precision",
        "recall",
        "f1",
        "false_answers",
    }
    assert found["false_abstentions"] == 0


def test_only_items_from_which_one_may_abstain_are_judged() -> None:
    assert unanswerable.fits(item(TEXT))
    assert not unanswerable.fits(item(ONE))
    assert not unanswerable.fits(item(ShortText()))


def test_an_answer_to_what_can_be_answered_is_the_right_decision() -> None:
    assert unanswerable.score(item(TEXT), "red", "blue").parts == unanswerable.mark(case(TEXT, "red", "blue")).parts
