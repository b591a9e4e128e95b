"""The board: which items runs are about, and how far those are that have not come to their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.records import Answer, Collection, Gold, Noun, Number, Run, Score, State, YesNo
from optotype.report.board import Asked, Entry, Unfinished, gather
from optotype.report.chunks import index
from optotype.report.pages.leaderboard import Leaderboard
from optotype.running import under_way
from optotype.web.words import Words
from tests.items import an_item
from tests.report.benches import WHEN

ENGLISH, RUSSIAN = Words("en", "optotype.report"), Words("ru", "optotype.report")
ITEMS = 20
EVERYTHING: dict[str, object] = {}
"""A selection that leaves nothing out."""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    """Twenty questions, every fourth in the split `val`; one run that was asked all of them."""
    with init(tmp_path / "bench", title="Quiz") as bench:
        nouns: list[Noun] = [Collection(id="q", format="test")]
        for number in range(ITEMS):
            item = an_item(f"q/{number}", YesNo(), cluster=str(number), split="test" if number % 4 else "val")
            nouns += [item, Gold(item=item.id, accepted=(True,), rule="imported")]
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        put(bench, "whole", range(ITEMS), ended=WHEN)
        yield bench


def put(bench: Workbench, run: str, numbers: Sequence[int], selection: object = EVERYTHING, **more: Any) -> None:
    """A run that was asked about some of the items."""
    nouns: list[Noun] = [
        Run.model_validate(
            {"id": run, "respondent": f"acme/{run}", "settings": {"selection": selection}, "started": WHEN} | more
        )
    ]
    for number in numbers:
        answer = {"id": f"{run}:{number}", "item": f"q/{number}", "respondent": f"acme/{run}", "run": run}
        nouns.append(Answer.model_validate(answer | {"state": State.GIVEN, "value": True}))
        nouns.append(Score(item=f"q/{number}", run=run, metric="accuracy", signature="accuracy/1", value=1.0))
    with bench.store.event("test") as writer:
        writer.write(add=nouns)


def entry_of(bench: Workbench, run: str, asked: Asked = Asked()) -> Entry:  # noqa: B008 - frozen
    return next(entry for entry in gather(bench, asked).entries if entry.run.id == run)


def test_a_run_that_somebody_works_on_is_under_way(bench: Workbench) -> None:
    put(bench, "slow", range(8))
    with under_way(bench, "slow"):
        entry = entry_of(bench, "slow")
    assert entry.unfinished == Unfinished(going=True, done=8, total=ITEMS)
    assert entry.progress(ENGLISH) == "under way, 8 of 20"
    assert entry.progress(RUSSIAN) == "прогон идёт, 8 из 20"


def test_a_run_that_nobody_works_on_was_stopped(bench: Workbench) -> None:
    put(bench, "slow", range(8))
    assert entry_of(bench, "slow").progress(ENGLISH) == "stopped at 8 of 20"


def test_a_run_that_came_to_its_end_is_not_unfinished(bench: Workbench) -> None:
    entry = entry_of(bench, "whole")
    assert entry.unfinished is None
    assert entry.progress(ENGLISH) == ""


def test_a_run_that_other_programs_wrote_is_not_unfinished(bench: Workbench) -> None:
    put(bench, "foreign", range(8), started=None)
    assert entry_of(bench, "foreign").unfinished is None


@pytest.mark.parametrize(
    ("selection", "asked", "done", "total"),
    [
        ({"split": "test"}, Asked(), 8, 15),
        ({"limit": 12}, Asked(), 8, 12),
        ({}, Asked(split="val"), 2, 5),
        ({"split": "val"}, Asked(split="val"), 2, 5),
        ({"limit": 12}, Asked(split="val"), 2, None),
        ({"split": "gone"}, Asked(), 8, None),
        (None, Asked(), 8, None),
    ],
)
def test_how_far_is_told_of_the_items_that_are_shown(
    bench: Workbench, selection: Any, asked: Asked, done: int, total: int | None
) -> None:
    put(bench, "slow", range(8), selection)
    assert entry_of(bench, "slow", asked).unfinished == Unfinished(going=False, done=done, total=total)


def test_where_the_end_is_not_known_what_was_done_is_told(bench: Workbench) -> None:
    put(bench, "slow", range(8), None)
    with under_way(bench, "slow"):
        assert entry_of(bench, "slow").progress(ENGLISH) == "under way, 8 so far"


def test_a_run_under_way_has_a_table_of_its_own_whose_title_says_so(bench: Workbench) -> None:
    put(bench, "slow", range(8))
    with under_way(bench, "slow"):
        board = gather(bench, Asked())
    assert [found.called(ENGLISH) for found in board.rounds] == [
        "All items",
        "Some of the items · under way, 8 of 20",
    ]
    assert [found.called(RUSSIAN) for found in board.rounds] == [
        "Все вопросы",
        "Некоторые вопросы · прогон идёт, 8 из 20",
    ]


@pytest.mark.parametrize(
    ("numbers", "called"),
    [
        (range(1, ITEMS, 2), "Form: number"),
        (range(0, ITEMS, 2), "Form: yes or no"),
        (range(1, ITEMS, 4), "Split: test · Form: number"),
        (range(1, 5, 2), "Some of the items"),  # all of one form, but not all that are of it
        (range(1, 5), "Some of the items"),
        (range(12, ITEMS), "Collection: late"),
        ([13, 14, 17, 18], "Split: test · Collection: late"),
        (range(13, ITEMS), "Some of the items"),  # all of one collection, but not all that are in it
    ],
)
def test_a_run_over_one_form_or_collection_says_which(tmp_path: Path, numbers: Sequence[int], called: str) -> None:
    splits = {1: "test", 2: "test"}
    with init(tmp_path / "forms") as bench:
        nouns: list[Noun] = [Collection(id=id, format="test") for id in ("early", "late")]
        for number in range(ITEMS):
            item = an_item(
                f"q/{number}",
                Number() if number % 2 else YesNo(),
                collection="early" if number < 12 else "late",
                cluster=str(number),
                split=splits.get(number % 4, "val"),
            )
            nouns.append(item)
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        put(bench, "some", numbers, ended=WHEN)
        assert [found.called(ENGLISH) for found in gather(bench, Asked()).rounds] == [called]


def test_the_only_form_there_is_is_not_told(bench: Workbench) -> None:
    put(bench, "val", range(0, ITEMS, 4), ended=WHEN)
    assert [found.called(ENGLISH) for found in gather(bench, Asked()).rounds] == ["All items", "Split: val"]


def test_each_table_names_the_metrics_that_judged_somebody_in_it(bench: Workbench) -> None:
    put(bench, "some", range(8), ended=WHEN)
    scores = [Score(item=f"q/{n}", run="some", metric="rouge1", signature="rouge1/1", value=1.0) for n in range(8)]
    with bench.store.event("test") as writer:
        writer.write(add=scores)
    sections = Leaderboard().show(gather(bench, Asked()), ENGLISH).context["sections"]
    assert [section.signatures for section in sections] == [["accuracy/1"], ["accuracy/1", "rouge1/1"]]


def test_several_unfinished_runs_with_the_same_items_are_called_unfinished(bench: Workbench) -> None:
    put(bench, "slow", range(8))
    put(bench, "slower", range(8))
    assert "Some of the items · not finished yet" in [found.called(ENGLISH) for found in gather(bench, Asked()).rounds]


def test_tables_and_data_tell_how_far_a_run_is(bench: Workbench) -> None:
    put(bench, "slow", range(8))
    with under_way(bench, "slow"):
        board = gather(bench, Asked())
    whole, slow = Leaderboard().show(board, ENGLISH).tables
    assert "under way" not in whole.markdown()
    assert "under way, 8 of 20" in slow.markdown()
    assert "прогон идёт, 8 из 20" in Leaderboard().show(board, RUSSIAN).tables[1].markdown()
    assert [run.get("far") for run in index(board)["runs"]] == [None, [True, 8, 20]]
