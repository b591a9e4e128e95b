"""Acuity: the curve of each respondent, against the statistics and by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from optotype import Workbench, statistics
from optotype.records import Item, Score, YesNo
from optotype.report.board import Asked, gather
from optotype.report.pages import Shown
from optotype.report.pages.acuity import Acuity
from optotype.report.pages.leaderboard import Leaderboard
from optotype.report.plots import Curves
from optotype.results import chance
from optotype.web.words import Words
from tests.report.sheets import item, scored

LEVELS = 6
ITEMS = [item(number, {"level": (str(1 + number % LEVELS),)}) for number in range(120)]
"""Twenty items of each level from 1 to 6."""


def falling(shares: list[float]) -> list[float]:
    """A score for each item, so that this share of each level is right."""
    return [float(number // LEVELS < round(20 * shares[number % LEVELS])) for number in range(120)]


SEES = falling([1.0, 0.95, 0.9, 0.6, 0.3, 0.1])
NEVER = falling([0.1] * LEVELS)
ALWAYS = falling([1.0] * LEVELS)


def shown(bench: Workbench, language: str = "en") -> Shown | None:
    return Acuity().show(gather(bench, Asked()), Words("ru" if language == "ru" else "en", "optotype.report"))


def curves(found: Shown | None) -> Curves:
    assert found is not None
    (plot,) = found.plots
    assert isinstance(plot, Curves)
    return plot


@pytest.fixture
def three(tmp_path: Path) -> Workbench:
    """One who sees up to a level, one who always does and one who never does."""
    marks = {"always": ALWAYS, "sees": SEES, "never": NEVER}
    return scored(tmp_path / "b", ITEMS, {name: {"accuracy/1": values} for name, values in marks.items()})


def test_dots_are_the_accuracy_of_each_level(three: Workbench) -> None:
    lines = {line.label: line for line in curves(shown(three)).lines}
    assert [dot.x for dot in lines["sees"].dots] == [1, 2, 3, 4, 5, 6]
    assert [dot.y for dot in lines["sees"].dots] == pytest.approx([1.0, 0.95, 0.9, 0.6, 0.3, 0.1])
    for dot in lines["sees"].dots:
        right = round(20 * dot.y)
        expected = statistics.mean([1.0] * right + [0.0] * (20 - right), range(20))
        assert (dot.low, dot.high) == pytest.approx((expected.low, expected.high))


def test_the_threshold_is_where_the_curve_falls_below_three_quarters(three: Workbench) -> None:
    found = shown(three)
    lines = {line.label: line for line in curves(found).lines}
    fitted = statistics.psychometric(
        [float(one.tags["level"][0]) for one in ITEMS], SEES, [one.cluster for one in ITEMS]
    )
    assert fitted.acuity is not None
    assert 3 < fitted.acuity.value < 4
    line = lines["sees"]
    assert (line.threshold, line.low, line.high) == (fitted.acuity.value, fitted.acuity.low, fitted.acuity.high)
    before = max(point for point in line.curve if point[0] <= fitted.acuity.value)
    after = min(point for point in line.curve if point[0] > fitted.acuity.value)
    assert before[1] >= 0.75 > after[1]
    assert found is not None
    rows = {row[0].text: row for row in found.tables[0].rows}
    assert rows["sees"][1].text == f"{fitted.acuity.value:.1f}"
    assert rows["sees"][1].interval == f"[{fitted.acuity.low:.1f}, {fitted.acuity.high:.1f}]"
    assert rows["sees"][2].text == f"{fitted.midpoint:.1f}"
    assert rows["sees"][3].text == f"{fitted.slope:.2f}"


def test_who_has_no_acuity_is_told_why(three: Workbench) -> None:
    found = shown(three)
    lines = {line.label: line for line in curves(found).lines}
    assert (lines["always"].threshold, lines["always"].note) == (None, "beyond the hardest level")
    assert (lines["never"].threshold, lines["never"].note) == (None, "below the easiest level")
    russian = {line.label: line.note for line in curves(shown(three, "ru")).lines}
    assert russian == {
        "always": "выше самого трудного уровня",
        "sees": "",
        "never": "ниже самого лёгкого уровня",
    }
    assert found is not None
    assert {row[0].text: row[1].text for row in found.tables[0].rows}["never"] == "below the easiest level"


def test_where_an_acuity_outside_of_the_levels_lies_is_told_in_the_language_of_the_page(three: Workbench) -> None:
    (table,) = Leaderboard().show(gather(three, Asked()), Words("ru", "optotype.report")).tables
    column = [one.title for one in table.columns].index("острота")
    told = {row[column].text: row[column].hint for row in table.rows}
    assert (told["> 6"], told["< 1"]) == ("выше самого трудного уровня", "ниже самого лёгкого уровня")


def test_chance_is_that_of_the_items_of_each_level(tmp_path: Path) -> None:
    items = [
        item(number, {"level": (str(1 + number % 4),)}, form=YesNo() if number % 4 < 2 else None)
        for number in range(80)
    ]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1.0, 1.0, 0.0, 0.0] * 20}}) as bench:
        assert curves(shown(bench)).chance == ((1, 0.5), (2, 0.5), (3, 0.0), (4, 0.0))


def test_there_is_no_page_without_levels(tmp_path: Path) -> None:
    two = [item(number, {"level": (str(number % 2),)}) for number in range(20)]
    with scored(tmp_path / "b", two, {"one": {"accuracy/1": [1.0] * 20}}) as bench:
        assert shown(bench) is None


def test_more_levels_than_a_curve_takes_are_told(tmp_path: Path) -> None:
    many = statistics.MOST_LEVELS + 1
    items = [item(number, {"level": (str(number),)}) for number in range(many)]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1.0] * many}}) as bench:
        (line,) = curves(shown(bench)).lines
        assert (line.curve, line.note) == ((), f"no curve: levels: {many}")


def test_the_page_shows_what_follows_from_the_store(written: Path, bench_of_all: Workbench, page: Page) -> None:
    items = {one.id: one for one in bench_of_all.store.each(Item)}
    page.goto((written / "acuity.html").as_uri())
    rows = page.locator("#table-acuity tbody tr")
    names = {
        row.locator("th").inner_text().removesuffix(" (simulated)"): row.locator("td").first.inner_text()
        for row in rows.all()
    }
    assert len(names) == 6
    for name, told in names.items():
        scores = [
            (items[score.item], score.value)
            for score in bench_of_all.store.each(Score, {"run": name.replace("/", "-"), "metric": "accuracy"})
            if score.value is not None
        ]
        found = statistics.psychometric(
            [float(one.tags["level"][0]) for one, _ in scores],
            [value for _, value in scores],
            [one.cluster for one, _ in scores],
            [chance(one) for one, _ in scores],
        )
        assert told.startswith("b" if found.acuity is None else f"{found.acuity.value:.1f}")
    assert page.locator("#plot-acuity svg[role=img]").count() == 6
    told = page.locator("#plot-acuity .told").all_inner_texts()
    assert len(told) == 6
