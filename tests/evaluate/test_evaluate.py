from __future__ import annotations

import fcntl
import gc
import json
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.evaluate import Asking, Counts, Selection
from optotype.files.naming import slug
from optotype.records import Answer, Gold, Item, Picture, Run, Score, State
from tests.samples import fill


def test_a_run_leaves_answers_scores_and_itself_in_the_store(stored_bench: Workbench) -> None:
    bench = stored_bench
    fill(bench)
    result = bench.evaluate("baseline/first_option", metric=["accuracy"])
    answers = list(bench.store.each(Answer, {"run": result.run.id}))
    scores = list(bench.store.each(Score, {"run": result.run.id}))
    assert len(answers) == result.items == 11
    assert bench.runs() == [result.run]
    assert {score.item for score in scores} == {gold.item for gold in bench.store.each(Gold)}
    assert result.unjudged == 2
    by_item = {answer.item: answer for answer in answers}
    assert by_item["mixed/choice-texts"].value == ("A",)
    assert by_item["mixed/choice-texts"].raw == "A"
    assert by_item["mixed/choice-texts"].shown == tuple("ABCDEFG")
    assert by_item["mixed/yes-no"].state is State.DONT_KNOW
    assert {score.signature for score in scores} == {"accuracy/1"}


def test_doing_it_again_changes_nothing(bench: Workbench) -> None:
    fill(bench)
    first = bench.evaluate("baseline/random", metric=["accuracy"])
    before = {answer.id: answer.value for answer in bench.store.each(Answer)}
    second = bench.evaluate("baseline/random", metric=["accuracy"])
    assert second.run.id == first.run.id
    assert {answer.id: answer.value for answer in bench.store.each(Answer)} == before
    assert len(bench.runs()) == 1
    assert bench.store.count(Score) == 9


def test_free_text_is_also_judged_by_what_it_says(bench: Workbench) -> None:
    fill(bench)
    assert [judged.metric for judged in bench.evaluate("baseline/random").judged] == ["accuracy", "answer_match"]
    only = Selection(form="choice")
    assert [judged.metric for judged in bench.evaluate("baseline/random", selection=only).judged] == ["accuracy"]


def test_what_left_the_selection_leaves_the_run(bench: Workbench) -> None:
    fill(bench)
    run = bench.evaluate("baseline/random").run.id
    item = bench.item("yes-no")
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"excluded": "no good", "version": 2})])
    assert bench.evaluate("baseline/random").items == 10
    assert bench.store.count(Answer, {"run": run, "item": item.id}) == 0
    assert bench.store.count(Score, {"run": run, "item": item.id}) == 0


def test_other_settings_are_another_run(bench: Workbench) -> None:
    fill(bench)
    runs = {
        bench.evaluate("baseline/random").run.id,
        bench.evaluate("baseline/random", settings={"seed": 1}).run.id,
        bench.evaluate("baseline/random", selection=Selection(split="train")).run.id,
        bench.evaluate("baseline/random", asking=Asking(permute="circular")).run.id,
        bench.evaluate("baseline/random", name="mine").run.id,
    }
    assert len(runs) == 5
    assert "mine" in runs


def test_options_are_shown_in_every_rotation_and_the_item_gets_one_score(bench: Workbench) -> None:
    fill(bench)
    only = Selection(form="choice", limit=1)
    result = bench.evaluate("baseline/first_option", selection=only, asking=Asking(permute="circular"))
    answers = list(bench.store.each(Answer, {"run": result.run.id}))
    assert [answer.shown for answer in answers] == [tuple("ABCD"), tuple("BCDA"), tuple("CDAB"), tuple("DABC")]
    assert [answer.value for answer in answers] == [("A",), ("B",), ("C",), ("D",)]
    scores = list(bench.store.each(Score, {"run": result.run.id}))
    assert [score.value for score in scores] == [0.25]
    assert result.judged[0].overall.value == 0.25
    assert result.judged[0].overall.count == 1


def test_an_item_whose_picture_is_missing_fails_and_is_counted_apart(bench: Workbench) -> None:
    fill(bench)
    picture = bench.store.get_all(Picture, bench.item("yes-no").pictures)
    for found in picture.values():
        path = bench.path(found)
        assert path is not None
        with bench.store.event("test") as writer:
            writer.write(replace=[found.model_copy(update={"file": None})])
    only = Selection(tags={"kind": "yes-no"})
    result = bench.evaluate("endpoint/x", settings={"base_url": "http://127.0.0.1:9"}, selection=only)
    assert result.states["failed"] == 1
    assert result.judged == []
    assert [(why, count) for why, count in result.failures.items() if "no file" in why] == [*result.failures.items()]
    assert [score.value for score in bench.store.each(Score)] == [None]


def test_who_looks_at_nothing_needs_no_pictures(bench: Workbench) -> None:
    fill(bench)
    pictures = [picture.model_copy(update={"file": None}) for picture in bench.store.each(Picture)]
    with bench.store.event("test") as writer:
        writer.write(replace=pictures)
    assert bench.evaluate("baseline/first_option").states["failed"] == 0


def test_tags_are_told_apart(bench: Workbench) -> None:
    bench.draw("icons", count=48, seed=1, processes=1)
    result = bench.evaluate("baseline/first_option", by=["skill", "level"])
    judged = result.judged[0]
    assert sum(estimate.count for estimate in judged.by["level"].values()) == 48
    assert list(judged.by["level"]) == [str(level) for level in range(1, 9)]
    assert judged.curve is not None
    assert judged.curve.acuity is None
    assert judged.overall.low < judged.overall.value < judged.overall.high


def test_an_empty_selection_is_an_error_that_says_what_there_is(bench: Workbench) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match="Did you mean 'skill'"):
        bench.evaluate("baseline/random", selection=Selection(tags={"skil": "counting"}))
    with pytest.raises(OptotypeError, match="There are no such items"):
        bench.evaluate("baseline/random", selection=Selection(split="nowhere"))


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("gpt-4o", "PROVIDER/MODEL"),
        ("opnai/gpt-4o", "Did you mean 'openai'"),
        ("baseline/randm", "Did you mean 'random'"),
        ("baseline/", "no model"),
    ],
)
def test_a_model_that_does_not_exist_is_told(bench: Workbench, model: str, said: str) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match=said):
        bench.evaluate(model)
    assert bench.runs() == []


def test_a_metric_that_does_not_exist_is_told_before_anything_is_asked(bench: Workbench) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match="Did you mean 'accuracy'"):
        bench.evaluate("baseline/random", metric=["acuracy"])
    assert not (bench.folder / "runs" / "replies").exists()


def test_two_processes_do_not_work_on_one_run(bench: Workbench) -> None:
    fill(bench)
    lock = bench.folder / "runs" / f"{slug('mine')}.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(OptotypeError, match="under way in another process"):
            bench.evaluate("baseline/random", name="mine")


def test_whoever_watches_is_told_everything(bench: Workbench) -> None:
    fill(bench)
    told: list[int] = []

    def watch(counts: Counts) -> None:
        told.append(counts.done)

    bench.evaluate("baseline/random", watch=watch)
    assert told == list(range(1, 12))


def test_the_settings_are_kept_with_the_run(bench: Workbench) -> None:
    fill(bench)
    run = bench.evaluate("baseline/random", selection=Selection(split="train"), settings={"seed": 4}).run
    stored = bench.store.get(Run, run.id)
    assert stored is not None
    assert json.loads(json.dumps(stored.settings))["respondent"]["seed"] == 4
    assert stored.settings["selection"] == {
        "split": "train",
        "form": None,
        "collection": None,
        "tags": {},
        "limit": None,
    }
    assert stored.bench_version
    assert stored.ended is not None


def test_an_item_that_changed_changes_the_version_of_what_was_asked(bench: Workbench) -> None:
    fill(bench)
    before = bench.evaluate("baseline/random").run.bench_version
    item: Item = bench.item("yes-no")
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"question": "Is it?", "version": 2})])
    assert bench.evaluate("baseline/random").run.bench_version != before


def test_nothing_of_this_machine_is_kept(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.evaluate("baseline/random")
    told = [run.model_dump_json() for run in bench.runs()]
    assert not any(str(tmp_path) in text for text in told)


def test_garbage_is_looked_for_after_a_run_where_it_was_before(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bench)
    monkeypatch.setattr("optotype.evaluate._Frozen.by_others", False)
    gc.unfreeze()  # what was there before the first test
    try:
        bench.evaluate("baseline/random", metric=["accuracy"])
        assert gc.get_freeze_count() == 0
        gc.freeze()
        frozen = gc.get_freeze_count()
        bench.evaluate("baseline/random", metric=["accuracy"])
        assert gc.get_freeze_count() > 0.9 * frozen
    finally:
        gc.freeze()


def test_what_somebody_else_has_frozen_is_counted_once(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def count() -> int:
        counted.append(1)
        return 1_000_000

    fill(bench)
    monkeypatch.setattr("optotype.evaluate._Frozen.by_others", False)
    monkeypatch.setattr("optotype.evaluate.gc.get_freeze_count", count)
    for _ in range(2):
        bench.evaluate("baseline/random", metric=["accuracy"])
    assert len(counted) == 1
