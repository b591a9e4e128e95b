"""Metrics of rankings of other papers: Field-P@k, Abs2Abs@k, GA2GA@k."""

from __future__ import annotations

import math
import random
import statistics
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.metrics import Case, build
from optotype.metrics.field_precision_at_k import FieldPrecisionAtK
from optotype.records import Answer, Gold, Item, Option, Origin, Ranking, State
from optotype.statistics.ranking import Valued, top_means

ABSTRACTS = {"a": "Cats in photographs.", "b": "Cats in pictures.", "c": "Sparse linear systems."}


def case(scores: dict[str, float], right: tuple[str, ...] = ("a",), text: str = "Cats in photographs.") -> Case:
    options = tuple(Option(label=label, text=abstract) for label, abstract in ABSTRACTS.items())
    item = Item(
        id="i",
        cluster="i",
        collection="s",
        origin=Origin(kind="imported", by="x"),
        form=Ranking(options=options),
        text=text,
    )
    order = tuple(sorted(scores, key=lambda label: -scores[label]))
    answer = Answer(id="a", item="i", respondent="r", state=State.GIVEN, value=order, scores=scores)
    return Case(item, Gold(item="i", accepted=tuple((label,) for label in right), rule="fields"), answer)


@pytest.mark.parametrize(
    ("k", "scores", "share"),
    [
        (1, {"a": 3.0, "b": 2.0, "c": 1.0}, 1.0),
        (2, {"a": 3.0, "b": 2.0, "c": 1.0}, 0.5),
        (5, {"a": 3.0, "b": 2.0, "c": 1.0}, 1 / 3),
        (1, {"a": 1.0, "b": 2.0, "c": 3.0}, 0.0),
        (1, {"a": 1.0, "b": 1.0, "c": 0.0}, 0.5),  # either could be the first
        (2, {"a": 1.0}, 1.0),  # only one was recommended
    ],
)
def test_field_precision_is_the_share_of_the_first_that_have_a_field_in_common(
    k: int, scores: dict[str, float], share: float
) -> None:
    metric = build(f"field_precision_at_k:k={k}")
    assert metric.called == f"Field-P@{k}"
    assert metric.mark(case(scores)).value == pytest.approx(share)


def test_the_deviation_is_that_of_a_sample() -> None:
    mark = build("field_precision_at_k:k=3").mark(case({"a": 3.0, "b": 2.0, "c": 1.0}))
    assert mark.parts["deviation"] == pytest.approx(math.sqrt(1 / 3))


def test_abstracts_are_compared_by_their_meaning() -> None:
    found = [build(f"abs2abs:k={k}").mark(case({"a": 3.0, "b": 2.0, "c": 1.0})) for k in (1, 2, 3)]
    values = [mark.value or 0.0 for mark in found]
    assert values[0] == pytest.approx(1, abs=1e-3)
    assert values == sorted(values, reverse=True)
    assert found[2].parts["deviation"] > found[1].parts["deviation"] > 0


def test_a_paper_without_an_abstract_has_no_mark() -> None:
    mark = build("abs2abs").mark(case({"a": 1.0}, text=" "))
    assert mark.value is None
    assert "no abstract" in mark.note


def test_top_means_are_those_of_a_plain_loop_and_no_order_matters() -> None:
    chance = random.Random(2)
    queries: list[tuple[list[float], list[float]]] = []
    for _ in range(60):
        size = chance.randint(1, 12)
        queries.append(([float(chance.randint(0, 6)) for _ in range(size)], [chance.gauss() for _ in range(size)]))
    untied = [([chance.random() for _ in values], values) for _, values in queries]
    means, deviations = top_means(Valued.of(untied), 4)
    for (scores, values), mean, deviation in zip(untied, means.tolist(), deviations.tolist(), strict=True):
        top = [value for _, value in sorted(zip(scores, values, strict=True), reverse=True)[:4]]
        assert mean == pytest.approx(statistics.mean(top))
        assert deviation == pytest.approx(statistics.stdev(top) if len(top) > 1 else 0.0)
    turned = [(scores[::-1], values[::-1]) for scores, values in queries]
    for one, other in zip(top_means(Valued.of(queries), 4), top_means(Valued.of(turned), 4), strict=True):
        assert one.tolist() == pytest.approx(other.tolist())


def test_what_cannot_be_ranked_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        Valued.of([([float("nan")], [1.0])])
    with pytest.raises(ValueError, match="at least 1"):
        FieldPrecisionAtK(k=0)


def test_graphical_abstracts_are_compared_by_a_clip(clip: Path, pictures: Workbench) -> None:
    metric = build(f"ga2ga:model={clip},k=2")
    metric.prepare(pictures)
    labels = ("set/0", "set/1", "set/2")
    options = tuple(Option(label=label, picture=label) for label in labels)
    origin = Origin(kind="imported", by="x")
    item = Item(
        id="i", cluster="i", collection="set", origin=origin, form=Ranking(options=options), pictures=("set/0",)
    )
    answer = Answer(id="a", item="i", respondent="r", state=State.GIVEN, value=labels[:1])
    asked = Case(item, Gold(item="i", accepted=(("set/0",),), rule="fields"), answer)
    assert metric.fits(item)
    assert metric.mark(asked).value == pytest.approx(1, abs=1e-5)
    both = answer.model_copy(update={"value": labels[:2]})
    assert (metric.mark(Case(item, asked.gold, both)).value or 0) < 1
    lost = item.model_copy(update={"pictures": ("set/4",)})
    assert metric.mark(Case(lost, asked.gold, answer)).value is None
