"""Old answers, judged again: nobody is asked."""

from __future__ import annotations

from optotype import Workbench
from optotype.records import Gold, Score
from optotype.running import under_way
from tests.samples import fill


def change(bench: Workbench, gold: Gold) -> None:
    with bench.store.event("test") as writer:
        writer.write(replace=[gold])


def scores(bench: Workbench) -> dict[str, float | None]:
    return {score.item: score.value for score in bench.store.each(Score) if score.metric == "accuracy"}


def test_scores_follow_the_gold_and_only_what_changed_is_written(stored_bench: Workbench) -> None:
    bench = stored_bench
    fill(bench)
    bench.evaluate("baseline/first_option", metric=["accuracy", "exact_match"])
    before = scores(bench)
    change(bench, Gold(item="mixed/choice-texts", accepted=(("A",),), rule="majority", version=2))
    (done,) = bench.rescore(["mixed/choice-texts"])
    assert (done.items, done.changed, done.skipped) == (1, 2, {})
    assert scores(bench) == before | {"mixed/choice-texts": 1.0}
    assert bench.rescore()[0].changed == 0


def test_rescoring_gives_what_a_new_evaluation_gives(bench: Workbench) -> None:
    fill(bench)
    bench.evaluate("baseline/random", metric=["accuracy", "number:tolerance=0.1"])
    change(bench, Gold(item="mixed/choice-pictures", accepted=(("A",), ("B",)), rule="majority", version=2))
    change(bench, Gold(item="mixed/yes-no", accepted=(True,), rule="majority", version=2))
    bench.rescore()
    found = {score.id: score for score in bench.store.each(Score)}
    bench.evaluate("baseline/random", metric=["accuracy", "number:tolerance=0.1"])
    assert {score.id: score for score in bench.store.each(Score)} == found


def test_metrics_whose_signature_tells_more_than_settings_judge_again(bench: Workbench) -> None:
    fill(bench)
    bench.evaluate("baseline/random", metric=["answer_match", "number:tolerance=0.1"])
    (done,) = bench.rescore()
    assert (len(done.metrics), done.skipped, done.changed) == (2, {}, 0)


def test_scores_go_where_nothing_is_right_any_more(bench: Workbench) -> None:
    fill(bench)
    bench.evaluate("baseline/first_option", metric=["accuracy"])
    with bench.store.event("test") as writer:
        writer.retract(Gold, ["mixed/choice-texts"])
    assert bench.rescore(["mixed/choice-texts"])[0].changed == 1
    assert "mixed/choice-texts" not in scores(bench)


def test_metrics_that_cannot_judge_leave_no_stale_score_behind(bench: Workbench) -> None:
    fill(bench)
    run = bench.evaluate("baseline/first_option", metric=["accuracy"]).run.id
    old = Score(item="mixed/choice-texts", run=run, metric="accuracy", signature="accuracy/0", value=1.0)
    with bench.store.event("test") as writer:
        writer.write(add=[old, old.model_copy(update={"item": "mixed/number"})])
    (done,) = bench.rescore(["mixed/choice-texts"])
    assert list(done.skipped) == ["accuracy/0"]
    kept = [score.item for score in bench.store.each(Score) if score.signature == "accuracy/0"]
    assert kept == ["mixed/number"]


def test_a_run_under_way_is_left_alone(bench: Workbench) -> None:
    fill(bench)
    run = bench.evaluate("baseline/first_option", metric=["accuracy"]).run.id
    with under_way(bench, run):
        assert bench.rescore()[0].under_way


def test_nothing_is_written_where_nothing_changed(bench: Workbench) -> None:
    fill(bench)
    bench.evaluate("baseline/first_option", metric=["accuracy"])
    before = bench.store.version()
    bench.rescore()
    assert bench.store.version() == before
