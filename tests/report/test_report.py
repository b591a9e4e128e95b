"""The report as a reader meets it: a folder, opened through a file address."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.evaluate import Selection
from optotype.records import Score
from optotype.report.board import Asked, gather
from optotype.report.breakdown import figure
from tests.report.benches import RESPONDENTS
from tests.samples import fill


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_leaderboard_shows_the_figures_of_the_store(written: Path, bench_of_all: Workbench, page: Page) -> None:
    board = gather(bench_of_all, Asked())
    page.goto((written / "index.html").as_uri())
    shown = page.locator("#table-leaderboard tbody tr")
    assert shown.count() == len(RESPONDENTS)
    for row, entry in zip(shown.all(), board.rounds[0].entries, strict=True):
        judged = entry.judged("accuracy/1")
        assert judged is not None
        assert entry.name in row.inner_text()
        assert f"{100 * judged.overall.value:.1f}" in row.inner_text()


def test_a_report_computes_what_eval_did(bench: Workbench) -> None:
    fill(bench)
    done = bench.evaluate(
        "baseline/random", metric=["accuracy", "exact_match"], by=["kind", "skill"], selection=Selection()
    )
    board = gather(bench, Asked())
    (entry,) = board.entries
    assert {judged.signature for judged in entry.result.judged} == {judged.signature for judged in done.judged}
    for judged in done.judged:
        again = entry.judged(judged.signature)
        assert again is not None
        assert (again.overall, again.bounds, again.figures, again.curve) == (
            judged.overall,
            judged.bounds,
            judged.figures,
            judged.curve,
        )
        found = {
            tag: {
                value: figure(board, entry, judged.signature, np.asarray(board.columns.tags[tag][value]))
                for value in by
            }
            for tag, by in judged.by.items()
        }
        assert found == judged.by
    assert (entry.result.states, entry.result.items, entry.result.unjudged) == (done.states, done.items, done.unjudged)


@pytest.mark.slow
def test_the_same_bench_gives_the_same_bytes(bench_of_some: Workbench, printed: Path, tmp_path: Path) -> None:
    again = bench_of_some.report(tmp_path / "again").folder
    assert contents(again) == contents(printed)


def test_a_folder_that_is_no_report_is_left_alone(bench_of_all: Workbench, tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(OptotypeError, match="is not a report"):
        bench_of_all.report(tmp_path)
    assert contents(tmp_path) == {"letters.txt": b"dear"}


def test_an_empty_bench_says_what_to_do(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="optotype import"):
        bench.report()


def test_a_bench_without_runs_has_a_report_too(bench: Workbench, page: Page) -> None:
    fill(bench)
    page.goto(bench.report().index.as_uri())
    assert "optotype eval" in page.inner_text("main")


def test_a_reader_walks_from_the_leaderboard_to_an_item(written: Path, bench_of_all: Workbench, page: Page) -> None:
    def values(run: str, skill: str | None = None) -> list[float]:
        items = {item.id for item in bench_of_all.items() if skill is None or skill in item.tags["skill"]}
        found = bench_of_all.store.each(Score, {"run": run, "metric": "accuracy"})
        return [score.value for score in found if score.item in items and score.value is not None]

    def percent(some: list[float]) -> str:
        return f"{100 * sum(some) / len(some):.1f}"

    page.goto((written / "index.html").as_uri())
    best = page.locator("#table-leaderboard tbody tr", has_text="acme/vision-large")
    assert percent(values("acme-vision-large")) in best.inner_text()
    page.get_by_role("link", name="By tag").click()
    row = page.locator("#table-tag-skill tbody tr", has_text="counting")
    assert percent(values("acme-vision-large", skill="counting")) in (
        row.text_content() or ""
    )  # drawn when it is scrolled to
    page.get_by_role("link", name="Compare").click()
    page.select_option("#run-a", "acme-vision-large")
    page.select_option("#run-b", "baseline-random")
    found = bench_of_all.compare("acme-vision-large", "baseline-random")
    expect(page.locator("#difference")).to_have_text(f"{100 * found.difference.value:.1f}".replace("-", "\u2212"))
    corner = page.locator(".corner[data-row=wrong][data-column=right]")
    assert found.corners is not None
    assert corner.locator(".count").inner_text() == str(found.corners.only_b)
    corner.click()
    expect(page.locator("#count")).to_contain_text(f"{found.corners.only_b} of 120")
    id = page.locator("#item h2").first.inner_text()
    stored = {score.run: score.value for score in bench_of_all.store.each(Score, {"item": id, "metric": "accuracy"})}
    assert (stored["acme-vision-large"], stored["baseline-random"]) == (0.0, 1.0)
