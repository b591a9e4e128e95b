"""What the marks of a run come to."""

import re
import tracemalloc
from collections.abc import Sequence

import pytest

from optotype import metrics
from optotype.metrics import Mark, Metric
from optotype.metrics.unanswerable import Unanswerable
from optotype.records import Answer, Choice, Item, Option, Run, State
from optotype.results import Result, Tally
from tests.items import an_item


def item(number: int, *, cluster: str | None = None, level: str | None = None, skill: tuple[str, ...] = ()) -> Item:
    tags = {} if level is None else {"level": (level,)}
    return an_item(
        f"set/{number}",
        Choice(options=(Option(label="A", text="a"), Option(label="B", text="b"))),
        question="Which?",
        cluster=cluster or f"set/{number}",
        tags=tags | ({"skill": skill} if skill else {}),
    )


def given(asked: Item, state: State = State.GIVEN) -> Answer:
    value = ("A",) if state is State.GIVEN else None
    return Answer(id=f"run:{asked.id}", item=asked.id, respondent="r", run="run", state=state, value=value)


@pytest.fixture(name="accuracy")
def _accuracy() -> Metric:
    return metrics.build("accuracy")


def tally(accuracy: Metric, *told: tuple[Item, float], by: tuple[str, ...] = ()) -> Tally:
    found = Tally([accuracy], by)
    for asked, value in told:
        found.add(asked, [given(asked)], {accuracy.signature: [Mark(value)]})
    return found


def test_a_mark_between_right_and_wrong_counts_with_those_that_came_before(accuracy: Metric) -> None:
    (judged,) = tally(accuracy, *((item(number), value) for number, value in enumerate((1, 0, 0.25, 1)))).judged()
    assert judged.overall.value == pytest.approx(0.5625)


@pytest.mark.parametrize("value", [-1.0, 128.0, 1e9])
def test_marks_of_any_size_are_kept_as_they_are(accuracy: Metric, value: float) -> None:
    (judged,) = tally(accuracy, (item(1), 1.0), (item(2), value)).judged()
    assert judged.overall.value == (1 + value) / 2


def test_an_item_with_two_skills_counts_under_both(accuracy: Metric) -> None:
    told = [(item(1, skill=("count", "compare")), 1.0), (item(2, skill=("count",)), 0.0), (item(3), 1.0)]
    (judged,) = tally(accuracy, *told, by=("skill",)).judged()
    assert {value: (found.value, found.count) for value, found in judged.by["skill"].items()} == {
        "compare": (1.0, 1),
        "count": (0.5, 2),
    }


def test_a_part_that_comes_late_was_zero_before(accuracy: Metric) -> None:
    found = Tally([accuracy])
    for number, parts in enumerate(({}, {"near": 1.0}, {"near": 0.5})):
        asked = item(number)
        found.add(asked, [given(asked)], {accuracy.signature: [Mark(1.0, parts=parts)]})
    (judged,) = found.judged()
    assert judged.figures["near"].value == pytest.approx(0.5)


def test_what_was_not_heard_widens_the_bounds_and_is_no_mark(accuracy: Metric) -> None:
    found = tally(accuracy, (item(1), 1.0), (item(2), 0.0))
    lost, silent = item(3), item(4)
    found.add(lost, [given(lost, State.FAILED)], {accuracy.signature: [Mark(None)]})
    found.add(silent, [given(silent, State.DONT_KNOW)], {accuracy.signature: [Mark(0.0)]})
    (judged,) = found.judged()
    assert judged.overall.count == 3
    assert judged.bounds == (0.25, 0.75)


@pytest.mark.parametrize("level", ["nan", "inf", "hard"])
def test_a_level_that_is_no_number_is_no_level(accuracy: Metric, level: str) -> None:
    told = [(item(number, level=str(number % 3)), number % 2.0) for number in range(60)]
    told += [(item(number, level=level), 1.0) for number in range(60, 80)]
    (judged,) = tally(accuracy, *told).judged()
    (without,) = tally(accuracy, *told[:60]).judged()
    assert judged.curve is not None
    assert judged.curve == without.curve


def test_an_item_takes_a_few_bytes(accuracy: Metric) -> None:
    asked = [item(number, cluster="all", level="nan", skill=("count",)) for number in range(200)]
    found = tally(accuracy, *((one, 1.0) for one in asked), by=("skill",))
    marks, answers = {accuracy.signature: [Mark(0.0)]}, [given(asked[0])]
    tracemalloc.start()
    for _ in range(100):
        for one in asked:
            found.add(one, answers, marks)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown / 20_000 < 30


def repeated(metric: Metric, count: int, marks: Sequence[Mark], *, letter: str = "c") -> Tally:
    """As many items as wanted, seven to a cluster and at eight levels, marked by turns."""
    found, one = Tally([metric], ("skill",)), item(0)
    for number in range(count):
        if number % 7 == 0:
            one = item(number, cluster=f"{letter}{number}", level=str(number // 7 % 8), skill=("count",))
        found.add(one, [given(one)], {metric.signature: [marks[number % len(marks)]]})
    return found


def decisions(*called: str) -> list[Mark]:
    """Marks of decisions about what can be answered: true and false positives and negatives."""
    parts = [dict.fromkeys(Unanswerable.parts, 0.0) | {name: 1.0} for name in called]
    return [Mark(each["tp"] + each["tn"], parts=each) for each in parts]


def test_what_clusters_are_called_changes_nothing() -> None:
    marks = decisions("tp", "tn", "fn", "tn", "fp")
    one, other = (list(repeated(Unanswerable(), 20_000, marks, letter=letter).judged()) for letter in "ab")
    assert one == other


def grown(metric: Metric, marks: Sequence[Mark]) -> float:
    """Bytes for each further item that judging takes at its peak, beside what is kept."""
    peaks: list[int] = []
    for count in (70, 5_000, 50_000):  # the first for what is loaded once
        found = repeated(metric, count, marks)
        tracemalloc.start()
        list(found.judged())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return (peaks[2] - peaks[1]) / 45_000


def test_intervals_take_few_bytes_an_item_for_a_moment(accuracy: Metric) -> None:
    assert grown(accuracy, [Mark(1.0), Mark(0.0), Mark(0.0)]) < 40


def test_resampled_figures_take_few_bytes_an_item_for_a_moment() -> None:
    assert grown(Unanswerable(), decisions("tp", "tn", "fn", "tn", "fp")) < 15


def test_an_acuity_whose_interval_ends_outside_of_the_levels_says_beyond_which(accuracy: Metric) -> None:
    right = {1: (1, 1, 1, 1, 1, 1), 2: (1, 1, 1, 1, 1, 1), 3: (1, 1, 1, 1, 1, 0), 4: (1, 1, 1, 0, 1, 0)}
    told = [
        (item(10 * level + at, level=str(level)), value) for level, of in right.items() for at, value in enumerate(of)
    ]
    counted = tally(accuracy, *told)
    run = Run(id="run", respondent="r")
    (grid,) = Result(run, list(counted.judged()), states={}, items=len(told), unjudged=0, failures={}).grids()
    assert grid.columns[-1] == "#acuity"
    assert re.fullmatch(r"3\.\d \[[23]\.\d, > 4\]", grid.rows[0][-1])
