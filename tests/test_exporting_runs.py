"""Runs as files for others: what is chosen, what is refused, and the way back to the same figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench, looking
from optotype.asking import Asking
from optotype.errors import BadTarget, OptotypeError
from optotype.evaluate import Result
from optotype.evaluate.scoring import Scored, score
from optotype.records import Answer, Item, Score
from optotype.values import as_text
from tests.predictions.files import said, write
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill


def figures(found: Result | Scored) -> dict[str, float]:
    """By signature, what came out."""
    return {judged.signature: judged.overall.value for judged in found.judged}


WAYS = ("{}", "The answer is {}.", "<think>{}?</think>**{}**", "I don't know.", "{}? Maybe not.", '{"answer": "{}"}')
"""How something can be said, for better or worse."""


def chatty(bench: Workbench, folder: Path) -> str:
    """Somebody who knows every right answer, and says it in one way after the other."""
    replies: dict[str, str] = {}
    for number, (item, gold) in enumerate(looking.with_gold(bench, bench.store.each(Item))):
        value = gold.accepted[0] if gold is not None and gold.accepted else "B"
        replies[item.id] = WAYS[number % len(WAYS)].replace("{}", as_text(value))
    return f"file/{write(folder / 'replies.json', replies)}"


def test_a_run_on_scivqa_comes_to_the_same_figures_as_its_file(
    bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    gold = shared("scivqa/validation.json")
    bench.import_("scivqa", gold)
    result = bench.evaluate(chatty(bench, tmp_path), metric=["rouge1", "rougel", "same_text"])
    done = bench.export_run("scivqa", tmp_path / "p.csv", run=result.run.id)
    assert (done.written, done.empty, done.left_out) == (1680, {}, {})
    scored = score("scivqa", gold, [tmp_path / "p.csv"])
    assert figures(scored) == figures(result)
    assert 0.1 < figures(result)["same_text/1"] < 0.9


def test_a_run_on_iconqa_comes_to_the_same_figures_as_its_file(
    bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    gold = shared("iconqa/examples")
    bench.import_("iconqa", gold)
    result = bench.evaluate(chatty(bench, tmp_path), metric=["accuracy"])
    done = bench.export_run("iconqa", tmp_path / "p.json", run=result.run.id)
    scored = score("iconqa", gold, [tmp_path / "p.json"])
    assert figures(scored) == figures(result)
    assert 0.1 < figures(result)["accuracy/1"] < 0.9
    assert scored.missing == sum(done.left_out.values()) > 0


MERA = [
    {
        "instruction": "<image> {question} {option_a} {option_b}",
        "inputs": {"question": f"Вопрос {number}?", "option_a": "да", "option_b": "нет"},
        "outputs": "AB"[number % 2],
        "meta": {"id": number, "categories": {"question_type": "x"}},
    }
    for number in range(60)
]


def test_a_run_on_mera_comes_to_the_same_figures_as_its_submission(bench: Workbench, tmp_path: Path) -> None:
    gold = tmp_path / "test.json"
    gold.write_text(json.dumps(MERA), encoding="utf-8")
    bench.import_("mera", gold)
    result = bench.evaluate(chatty(bench, tmp_path), metric=["exact_match"])
    bench.export_run("mera", tmp_path / "s.zip", run=result.run.id)
    assert figures(score("mera", gold, [tmp_path / "s.zip"])) == figures(result)
    # of six ways to say it, "B", "**B**" and JSON are the text of gold but for punctuation
    assert figures(result) == {"exact_match/1": 0.5}


def test_a_run_on_chartqa_comes_to_the_same_figures_as_its_file(
    bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    gold = shared("chartqa/questions.json")
    bench.import_("chartqa", gold.parent)
    result = bench.evaluate(chatty(bench, tmp_path), metric=["number"])
    bench.export_run("chartqa", tmp_path / "p.json", run=result.run.id)
    assert figures(score("chartqa", gold, [tmp_path / "p.json"])) == figures(result)


@pytest.mark.parametrize("shape", ["inspect", "lm_eval"])
def test_a_log_put_to_the_bench_again_comes_to_the_same_figures(
    shape: str, bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    bench.import_("iconqa", shared("iconqa/examples"))
    result = bench.evaluate(chatty(bench, tmp_path))
    path = bench.export_run(shape, tmp_path, run=result.run.id).path
    again = bench.evaluate(f"file/{path}")
    assert again.states == result.states
    assert figures(again) == figures(result)


# --- what is chosen


@pytest.mark.parametrize(
    ("chosen", "ids"),
    [
        ({"split": "test"}, {"mixed/yes-no"}),
        ({"tags": {"kind": "several"}}, {"mixed/several"}),
        ({"collection": "mixed", "split": "train"}, {"mixed/choice-pictures", "mixed/choice-texts"}),
    ],
)
def test_only_what_is_chosen_is_written(
    chosen: dict[str, object], ids: set[str], bench: Workbench, tmp_path: Path
) -> None:
    fill(bench)
    keep(bench, REPLIES)
    done = bench.export_run("plain", tmp_path / "a.csv", run="run", **chosen)  # type: ignore[arg-type]
    assert set(said(tmp_path / "a.csv", "plain")) == ids
    assert (done.items, done.left_out) == (len(ids), {})


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ({"split": "dev"}, "There is nothing to write: the run 'run' has no answers to such items."),
        ({"collection": "mixd"}, "There is no collection called 'mixd'. Did you mean 'mixed'?"),
        ({"tags": {"knd": "x"}}, "There is no tag called 'knd'. Did you mean 'kind'?"),
        ({"run": "rum"}, "There is no run called 'rum'. Did you mean 'run'?"),
        ({"settings": {"sya": "answer"}}, "The shape of predictions 'plain' has no setting called 'sya'."),
    ],
)
def test_a_slip_of_the_pen_is_told(chosen: dict[str, object], complaint: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    with pytest.raises(OptotypeError) as error:
        bench.export_run("plain", tmp_path / "a.csv", **({"run": "run"} | chosen))  # type: ignore[arg-type]
    assert str(error.value).startswith(complaint)
    assert [path.name for path in tmp_path.iterdir()] == ["bench"]


def test_items_that_left_the_bench_are_counted(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"choice-pictures": "B", "yes-no": "No", "text": "x"}, asking=Asking(permute="circular"))
    out = bench.item("choice-pictures").model_copy(update={"excluded": "blurred", "version": 2})
    with bench.store.event("test") as writer:
        writer.write(replace=[out], remove={Item: ["mixed/text"]})
    done = bench.export_run("inspect", tmp_path / "a.json", run="run")
    assert (done.items, done.answers, done.written) == (3, 6, 1)
    assert done.left_out == {
        "to an item that is excluded from the bench": 4,
        "to an item that is no longer in the bench": 1,
    }


def test_a_place_that_cannot_be_written_to_is_told(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadTarget, match=r"cannot be written: Not a directory\."):
        bench.export_run("plain", tmp_path / "file" / "a.csv", run="run")


def test_a_file_beside_is_not_overwritten_either(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    (tmp_path / "results_a.json").write_text("mine")
    with pytest.raises(BadTarget, match=r"results_a\.json exists already"):
        bench.export_run("lm_eval", tmp_path / "samples_a.jsonl", run="run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench", "results_a.json"]
    assert (tmp_path / "results_a.json").read_text() == "mine"


def test_nothing_is_left_of_an_export_that_fails(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bench)
    keep(bench, REPLIES)

    def broken(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("optotype.files.csvs.line", broken)
    with pytest.raises(KeyboardInterrupt):
        bench.export_run("plain", tmp_path / "a.csv", run="run")
    assert [path.name for path in tmp_path.iterdir()] == ["bench"]


def test_exporting_changes_nothing_in_the_store(stored_bench: Workbench, tmp_path: Path) -> None:
    bench = stored_bench
    fill(bench)
    keep(bench, REPLIES)
    before = (bench.store.count(Answer), bench.store.count(Score), len(bench.store.events()))
    for shape in ("inspect", "lm_eval", "mera"):
        bench.export_run(shape, tmp_path, run="run")
    assert (bench.store.count(Answer), bench.store.count(Score), len(bench.store.events())) == before
