"""Laws that every metric obeys on the day its file appears."""

from __future__ import annotations

import dataclasses
import importlib.util
import math
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from optotype import init
from optotype.errors import OptotypeError
from optotype.metrics import A_MODEL, FORMS, Case, Mark, Metric, build, family
from optotype.reading import read
from optotype.records import Answer, Gold, Item, State, Value
from optotype.values import UNANSWERABLE, as_text
from tests.conftest import not_here
from tests.samples import fill

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"

SPOKEN = [
    "<script>alert(1)</script>",
    "\x00\x01\x1b[31mred\x7f\u202e\ufeff",
    "'; DROP TABLE answers; --",
    "🙂" * 50,
    "nan",
    "inf",
    "-1e999",
    "0/0",
    "A, B, C, D, E, F, G",
    "no, yes",
    "( men , is , 2 ) , ( men",
    '{"answer": null}',
    "да, нет, наверное",
    "%" * 500,
]


FULL = {"field_precision_at_k": {"k": 1}}
"""Settings under which gold can earn full marks: where one option is right, not all of five can be."""


@pytest.fixture(params=family.names())
def metric(request: pytest.FixtureRequest) -> Metric:
    """Each metric in turn, as it is without settings."""
    return family[request.param]()


@pytest.fixture(params=[name for name in family if family[name].needs != A_MODEL])
def judge(request: pytest.FixtureRequest) -> Metric:
    """Each metric in turn that judges without a model; the others have tests of their own that bring one."""
    metric = family.build(request.param, FULL.get(request.param, {}))
    if metric.needs is not None and importlib.util.find_spec(metric.needs) is None:
        not_here(metric.needs)
    return metric


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Item, Gold]]:
    """An item of every form, with gold; of some forms several."""
    with init(tmp_path_factory.mktemp("laws") / "bench") as bench:
        records = fill(bench)
    items = {record.id: record for record in records if isinstance(record, Item)}
    golds = {record.item: record for record in records if isinstance(record, Gold)}
    more: dict[str, Value] = {"mixed/preference": "B", "mixed/rating": 3.0}
    for id, value in more.items():
        golds[id] = Gold(item=id, accepted=(value,), rule="imported")
    assert {items[id].form.kind for id in golds} == FORMS
    return [(items[id], gold) for id, gold in golds.items()]


def heard(item: Item, raw: str) -> Answer:
    """The answer that a reply is."""
    reading = read(raw, item)
    return Answer(id="a", item=item.id, respondent="r", state=reading.state, value=reading.value, raw=raw)


def silent(item: Item, state: State, raw: str | None = None) -> Answer:
    return Answer(id="a", item=item.id, respondent="r", state=state, raw=raw)


def rights(gold: Gold) -> list[str]:
    """Gold as somebody would write it."""
    return [as_text(value) for value in gold.accepted] or [UNANSWERABLE]


def fitting(metric: Metric, solved: list[tuple[Item, Gold]]) -> Iterator[tuple[Item, Gold]]:
    found = [(item, gold) for item, gold in solved if metric.fits(item)]
    assert found, "no item that this metric judges"
    yield from found


def hostile(metric: Metric, solved: list[tuple[Item, Gold]]) -> Iterator[Case]:
    for item, gold in fitting(metric, solved):
        for raw in [*SPOKEN, *rights(gold), *(f"{right}\x00 <b>" for right in rights(gold))]:
            yield Case(item, gold, heard(item, raw))
        for state in State:
            if state is not State.GIVEN:
                yield Case(item, gold, silent(item, state, "?"))


def test_repeating_gold_earns_full_marks(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for item, gold in fitting(judge, solved):
        for right in rights(gold):
            mark = judge.mark(Case(item, gold, heard(item, right)))
            assert mark.value == pytest.approx(1, abs=1e-6), (item.id, right, mark)


def test_gold_without_a_reply_earns_full_marks(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for item, gold in fitting(judge, solved):
        for value in gold.accepted:
            answer = Answer(id="a", item=item.id, respondent="r", state=State.GIVEN, value=value)
            assert judge.mark(Case(item, gold, answer)).value == pytest.approx(1, abs=1e-6), (item.id, value)
        if gold.unanswerable:
            answer = silent(item, State.UNANSWERABLE)
            assert judge.mark(Case(item, gold, answer)).value == pytest.approx(1, abs=1e-6), item.id


@pytest.mark.parametrize("raw", ["", None, " \n"])
@pytest.mark.parametrize("state", [State.UNREAD, State.REFUSED, State.DONT_KNOW])
def test_silence_earns_nothing(judge: Metric, solved: list[tuple[Item, Gold]], state: State, raw: str | None) -> None:
    for item, gold in fitting(judge, solved):
        assert judge.mark(Case(item, gold, silent(item, state, raw))).value == 0, item.id


def test_who_was_never_heard_has_no_mark(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for item, gold in fitting(judge, solved):
        mark = judge.mark(Case(item, gold, silent(item, State.FAILED)))
        assert mark.value is None
        assert mark.note


def test_marks_lie_between_nothing_and_one(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for case in hostile(judge, solved):
        value = judge.mark(case).value
        assert value is None or 0 <= value <= 1, case


def test_every_mark_has_the_parts_that_the_metric_counts(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for case in hostile(judge, solved):
        mark = judge.mark(case)
        assert tuple(mark.parts) == (() if mark.value is None else judge.parts), case
        assert all(math.isfinite(count) for count in mark.parts.values()), case


def test_many_are_judged_as_each_is(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    cases = list(hostile(judge, solved))
    assert judge.marks(cases) == [judge.mark(case) for case in cases]
    assert judge.marks([]) == []


def test_the_order_of_right_values_does_not_matter(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for case in hostile(judge, solved):
        turned = case.gold.model_copy(update={"accepted": case.gold.accepted[::-1]})
        assert judge.mark(Case(case.item, turned, case.answer)) == judge.mark(case)


def test_more_right_values_never_cost_anything(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    def height(mark: Mark) -> float:
        return -1 if mark.value is None else mark.value

    for case in hostile(judge, solved):
        for value in case.gold.accepted if len(case.gold.accepted) > 1 else ():
            fewer = case.gold.model_copy(update={"accepted": (value,)})
            assert height(judge.mark(Case(case.item, fewer, case.answer))) <= height(judge.mark(case)), case


def test_a_very_long_reply_hangs_nothing(judge: Metric, solved: list[tuple[Item, Gold]]) -> None:
    for item, gold in fitting(judge, solved):
        for raw in ("word 1.5 (A), " * 50_000, "x" * 700_000):
            if item.form.kind in ("short_text", "graph"):
                answer = Answer(id="a", item=item.id, respondent="r", state=State.GIVEN, value=raw, raw=raw)
            else:
                answer = silent(item, State.UNREAD, raw)
            began = time.perf_counter()
            judge.mark(Case(item, gold, answer))
            assert time.perf_counter() - began < 20, item.id


def test_the_signature_names_every_setting(metric: Metric) -> None:
    assert metric.signature.startswith(metric.name)
    assert metric.signature.endswith(f"/{metric.version}")
    for setting in dataclasses.fields(metric):
        if setting.name in metric.unsigned:
            continue
        assert f"{setting.name}=" in metric.signature
        value = getattr(metric, setting.name)
        other = not value if isinstance(value, bool) else value / 2 if isinstance(value, float) else None
        if other is not None:
            assert dataclasses.replace(metric, **{setting.name: other}).signature != metric.signature


def test_the_name_builds_it(metric: Metric) -> None:
    assert build(metric.name) == metric
    assert build(f" {metric.name} : ").signature == metric.signature


def test_settings_that_are_no_numbers_are_refused(metric: Metric) -> None:
    for setting in dataclasses.fields(metric):
        if isinstance(getattr(metric, setting.name), float):
            for value in ("nan", "inf", "-inf"):
                with pytest.raises(OptotypeError, match=setting.name):
                    build(f"{metric.name}:{setting.name}={value}")
                with pytest.raises(ValueError, match=setting.name):
                    dataclasses.replace(metric, **{setting.name: float(value)})


def test_it_says_what_it_is(metric: Metric) -> None:
    module = sys.modules[type(metric).__module__]
    assert metric.title
    assert module.__doc__
    assert type(metric).__doc__
    assert metric.forms
    assert metric.forms <= FORMS


def test_figures_are_computed_element_by_element(metric: Metric) -> None:
    sums = {part: np.array([1.0, 0.0, 2.0]) for part in metric.parts}
    found = metric.figures(sums, np.array([4.0, 0.0, 8.0]))
    for place in range(3):
        alone = metric.figures(
            {part: some[place : place + 1] for part, some in sums.items()}, np.array([[4.0, 0, 8][place]])
        )
        assert list(alone) == list(found)
        for name, figure in alone.items():
            np.testing.assert_array_equal(figure[0], found[name][place])


def test_the_page_about_metrics_has_it(metric: Metric) -> None:
    row = re.search(rf"^\| `{metric.name}` \|.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None
    for setting in dataclasses.fields(metric):
        assert f"`{setting.name}`" in row[0]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("acuracy", "Did you mean 'accuracy'"),
        ("accuracy:tolerance=1", "has no setting called 'tolerance'. It has none"),
        ("number:0.1", "'0.1' is no setting"),
        ("number:=0.1", "'=0.1' is no setting"),
        ("number:tolerance=0.1,tolerance=0.2", "given twice"),
        ("choice:partial=perhaps", "partial"),
    ],
)
def test_a_metric_that_cannot_be_built_says_why(spec: str, message: str) -> None:
    with pytest.raises(OptotypeError, match=re.escape(message)):
        build(spec)
