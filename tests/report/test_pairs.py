"""All pairs of runs, against what `optotype compare` finds, and by hand."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, statistics
from optotype.comparing import LeftOut
from optotype.report import pairs
from optotype.report.board import Asked, Board, Entry, gather
from optotype.report.pairs import Paired
from tests.report.sheets import item, scored

RIGHT, HALF, WRONG = 1.0, 0.5, 0.0


def all_pairs(board: Board) -> list[tuple[Entry, Entry, list[Paired]]]:
    return [(board.entries[a], board.entries[b], board.pairs[a, b]) for a, b in board.pairs.keys]


def found(bench: Workbench) -> dict[tuple[str, str], list[Paired]]:
    board = gather(bench, Asked())
    return {(a.respondent.id, b.respondent.id): some for a, b, some in all_pairs(board)}


def test_every_pair_has_the_figures_that_compare_finds(bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    seen = 0
    for a, b, some in all_pairs(board):
        for paired in some:
            alone = bench_of_all.compare(a.run.id, b.run.id, metric=paired.signature, by=["skill"])
            assert math.isclose(paired.difference.value, alone.difference.value, abs_tol=1e-12)
            assert math.isclose(paired.difference.p, alone.difference.p, abs_tol=1e-9)
            assert (paired.difference.wins, paired.difference.losses) == (
                alone.difference.wins,
                alone.difference.losses,
            )
            assert math.isclose(paired.a.value, alone.a.score.value, abs_tol=1e-12)
            assert math.isclose(paired.b.low, alone.b.score.low, abs_tol=1e-9)
            assert math.isclose(paired.detectable, alone.detectable, abs_tol=1e-9)
            assert paired.left_out == alone.left_out
            assert paired.parts is not None
            own = [part for part in paired.parts if part.tag == "skill"]
            assert [part.value for part in own] == [part.value for part in alone.parts]
            for part, other in zip(own, alone.parts, strict=True):
                assert math.isclose(part.difference.low, other.difference.low, abs_tol=1e-9)
                assert math.isclose(part.p, other.p, abs_tol=1e-9)
            seen += 1
    assert seen == 2 * 15  # two metrics, six runs


def test_corners_and_what_was_left_out_by_hand(tmp_path: Path) -> None:
    marks = {
        "first": {"accuracy/1": [RIGHT, RIGHT, RIGHT, WRONG, WRONG, None, RIGHT, None]},
        "second": {"accuracy/1": [RIGHT, RIGHT, WRONG, RIGHT, WRONG, WRONG, None, None, RIGHT, RIGHT]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(12)], marks) as bench:
        (paired,) = found(bench)["first", "second"]
    assert paired.difference.count == 5
    assert paired.squares == ((2, 0, 1), (0, 0, 0), (1, 0, 1))
    assert (paired.a.value, paired.b.value, paired.difference.value) == (0.6, 0.6, 0.0)
    assert paired.left_out == LeftOut(only_a=0, only_b=2, unheard_a=1, unheard_b=1, unheard_both=1, gone=0)


def test_partial_scores_have_a_row_and_a_column_of_their_own(tmp_path: Path) -> None:
    marks = {
        "first": {"anls/1": [RIGHT, RIGHT, HALF, HALF, WRONG, 0.6]},
        "second": {"anls/1": [RIGHT, HALF, RIGHT, HALF, HALF, 0.9]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(6)], marks) as bench:
        (paired,) = found(bench)["first", "second"]
    assert paired.squares == ((1, 1, 0), (1, 2, 0), (0, 1, 0))
    assert (paired.difference.wins, paired.difference.losses, paired.difference.ties) == (3, 1, 2)


def test_p_is_corrected_for_the_pairs_of_the_round(tmp_path: Path) -> None:
    marks = {
        "good": {"accuracy/1": [RIGHT] * 20},
        "fair": {"accuracy/1": [RIGHT] * 13 + [WRONG] * 7},
        "poor": {"accuracy/1": [WRONG] * 12 + [RIGHT] * 8},
        "elsewhere": {"accuracy/1": [WRONG] * 15 + [RIGHT] * 15},
    }
    with scored(tmp_path / "b", [item(number) for number in range(30)], marks) as bench:
        pairs = {names: one for names, (one,) in found(bench).items()}
    # McNemar's exact test: twice the share of the smaller side
    alone = {
        ("good", "fair"): 2 * 0.5**7,
        ("good", "poor"): 2 * 0.5**12,
        ("fair", "poor"): 2 * sum(math.comb(19, k) for k in range(8)) / 2**19,
    }
    for names, p in alone.items():
        assert math.isclose(pairs[names].difference.p, p)
        assert pairs[names].among == 3
    in_order = sorted(alone.values())
    expected = [3 * in_order[0], max(3 * in_order[0], 2 * in_order[1]), max(2 * in_order[1], in_order[2])]
    assert sorted(pairs[names].p for names in alone) == pytest.approx(expected)
    # those that were asked about other items are a family of their own
    apart = [pairs[name, "elsewhere"] for name in ("good", "fair", "poor")]
    assert [one.among for one in apart] == [3, 3, 3]
    assert [one.p for one in apart] == pytest.approx(statistics.holm([one.difference.p for one in apart]))


def test_a_tag_that_tells_no_common_item_apart_is_left_out(tmp_path: Path) -> None:
    items = [item(number, {"kind": ("a" if number < 6 else "b",)}) for number in range(8)]
    marks = {"first": {"accuracy/1": [RIGHT] * 6}, "second": {"accuracy/1": [WRONG] * 8}}
    with scored(tmp_path / "b", items, marks) as bench:
        (paired,) = found(bench)["first", "second"]
    assert paired.parts == []


def test_where_there_is_no_room_the_best_runs_come_first(
    bench_of_all: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = gather(bench_of_all, Asked())
    values = sum(len(values) for values in board.tags.values())
    monkeypatch.setattr(pairs, "MOST_PARTS", 3 * values)
    with_parts = {
        (paired.signature, a.number, b.number)
        for a, b, some in all_pairs(board)
        for paired in some
        if paired.parts is not None
    }
    best = sorted(entry.number for entry in board.rounds[0].entries[:3])
    assert with_parts == {("accuracy/1", *pair) for pair in combinations(best, 2)}


def test_a_pair_is_worked_out_when_it_is_asked_for_and_once(
    bench_of_all: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int]] = []
    paired = pairs._paired  # pyright: ignore[reportPrivateUsage]

    def watched(board: Board, a: Entry, b: Entry, *rest: Any) -> Paired:
        made.append((a.number, b.number))
        return paired(board, a, b, *rest)

    monkeypatch.setattr(pairs, "_paired", watched)
    board = gather(bench_of_all, Asked())
    assert len(board.pairs.keys) == 15
    assert len(board.pairs.printed) == 2 * 15
    assert made == []
    assert board.pairs[1, 3] is board.pairs[1, 3]
    assert board.pairs.of("exact_match/1", (1, 3)).signature == "exact_match/1"
    assert made == [(1, 3), (1, 3)]  # by two metrics


def test_the_best_runs_by_the_first_metric_have_files_before_others(
    bench_of_all: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "MOST_PRINTED", 3)
    board = gather(bench_of_all, Asked())
    first, second, third = (entry.number for entry in board.rounds[0].entries[:3])
    keys = [tuple(sorted(pair)) for pair in ((first, second), (first, third), (second, third))]
    assert board.pairs.printed == [("accuracy/1", key) for key in keys]


def test_what_is_not_worked_out_by_tag_has_no_files(bench_of_all: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "MOST_PARTS", 0)
    assert gather(bench_of_all, Asked()).pairs.printed == []
