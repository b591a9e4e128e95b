"""Metrics of rankings: CAR, MRR and recall of answers with scores and of bare orders."""

from __future__ import annotations

import pytest

from optotype import metrics
from optotype.metrics import Case
from optotype.records import Answer, State, Value

from .cases import RANKING, case


def scored(right: Value | list[Value], **scores: float) -> Case:
    order = tuple(sorted(scores, key=lambda label: -scores[label]))
    made = case(RANKING, right, order)
    return Case(made.item, made.gold, made.answer.model_copy(update={"scores": scores}))


def value(metric: str, judged: Case) -> float | None:
    return metrics.build(metric).mark(judged).value


@pytest.mark.parametrize(
    ("metric", "wanted"), [("mrr", 0.5), ("recall_at_k", 0.0), ("recall_at_k:k=2", 1.0), ("car:k=1", 0.0)]
)
def test_a_right_option_in_the_second_place_earns_so_much(metric: str, wanted: float) -> None:
    assert value(metric, scored(("B",), A=0.9, B=0.5, C=0.1, D=0.0)) == pytest.approx(wanted)


def test_car_looks_at_how_near_the_scores_are() -> None:
    near = value("car", scored(("B",), A=0.9, B=0.89, C=0.1, D=0.0))
    far = value("car", scored(("B",), A=0.9, B=0.2, C=0.1, D=0.0))
    assert near is not None
    assert far is not None
    assert 0 < far < near < 1


def test_car_counts_how_many_are_above_one_half() -> None:
    found = metrics.build("car").marks([scored(("A",), A=1, B=0, C=0, D=0), scored(("D",), A=1, B=0.5, C=0.5, D=0)])
    assert [mark.parts["above_half"] for mark in found] == [1.0, 0.0]


def test_scores_count_more_than_the_order_that_was_given() -> None:
    made = scored(("A",), A=0.1, B=0.9)
    turned = Case(made.item, made.gold, made.answer.model_copy(update={"value": ("A", "B", "C", "D")}))
    assert value("mrr", turned) == 0.5


def test_options_without_a_score_stand_last() -> None:
    assert value("mrr", scored(("D",), A=-3.0, B=-5.0)) == pytest.approx((1 / 3 + 1 / 4) / 2)


def test_an_order_without_scores_has_ranks_but_no_nearness() -> None:
    second = case(RANKING, ("B",), ("A", "B", "C", "D"))
    assert [value(name, second) for name in ("mrr", "recall_at_k:k=2", "car")] == [0.5, 1.0, 0.0]
    assert value("car", case(RANKING, ("A",), ("A", "B", "C", "D"))) == 1.0


def test_of_several_right_options_the_first_counts_for_rank_and_all_for_recall() -> None:
    judged = scored([("A",), ("C",)], A=0.1, B=0.9, C=0.8, D=0.2)
    assert value("mrr", judged) == 0.5
    assert value("recall_at_k:k=2", judged) == 0.5
    assert value("recall_at_k:k=4", judged) == 1.0


@pytest.mark.parametrize("spec", ["car:k=0", "car:alpha=1.5", "recall_at_k:k=0"])
def test_settings_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(Exception, match="must be at least 1"):
        metrics.build(spec)


def test_those_who_said_nothing_are_judged_beside_those_who_did() -> None:
    made = scored(("A",), A=1, B=0)
    silent = Answer(id="b", item=made.item.id, respondent="r", state=State.REFUSED)
    lost = Answer(id="c", item=made.item.id, respondent="r", state=State.FAILED)
    cases = [Case(made.item, made.gold, answer) for answer in (silent, made.answer, lost)]
    assert [mark.value for mark in metrics.build("mrr").marks(cases)] == [0.0, 1.0, None]


@pytest.mark.parametrize("metric", ["mrr", "car", "recall_at_k"])
def test_a_right_option_that_is_not_offered_earns_nothing(metric: str) -> None:
    found = metrics.build(metric).mark(case(RANKING, ("Z",), ("A", "B", "C", "D")))
    assert (found.value, found.note) == (0.0, "what is right is not offered")
