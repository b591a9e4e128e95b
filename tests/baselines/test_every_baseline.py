"""Laws that every baseline obeys on the day its file appears."""

from __future__ import annotations

import random

import pytest

from optotype import Workbench, looking
from optotype.baselines import Baseline, family
from optotype.reading import read
from optotype.records import Item, State
from tests.samples import fill


@pytest.fixture(params=family.names())
def baseline(request: pytest.FixtureRequest) -> Baseline:
    return family[request.param]()


def test_what_it_says_can_be_read(baseline: Baseline, bench: Workbench) -> None:
    fill(bench)
    baseline.fit(looking.solved(bench, split="train"))
    for item in bench.items():
        reading = read(baseline.answer(item, random.Random(1)), item)
        assert reading.state in (State.GIVEN, State.DONT_KNOW, State.UNANSWERABLE), (item.id, reading)


def test_the_same_chance_gives_the_same_answer(baseline: Baseline, bench: Workbench) -> None:
    fill(bench)
    baseline.fit(looking.solved(bench, split="train"))
    for item in bench.items():
        assert baseline.answer(item, random.Random(3)) == baseline.answer(item, random.Random(3))


def test_it_works_without_a_train_split(baseline: Baseline, bench: Workbench) -> None:
    fill(bench)
    baseline.fit(())
    answers = [baseline.answer(item, random.Random(1)) for item in bench.items()]
    assert all(answers)


def test_it_does_not_look_at_gold(baseline: Baseline, bench: Workbench) -> None:
    fill(bench)
    baseline.fit(())
    items: list[Item] = list(bench.items())
    before = [baseline.answer(item, random.Random(1)) for item in items]
    with bench.store.event("test") as writer:
        from optotype.records import Gold

        writer.clear(Gold, {})
    assert [baseline.answer(item, random.Random(1)) for item in items] == before
