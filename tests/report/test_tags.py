"""Figures by tag: against the store, and worked by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page

from optotype import Workbench, statistics
from optotype.records import Choice, Item, Option, Picture, Score
from optotype.report.board import Asked, Board, gather
from optotype.report.breakdown import gap
from optotype.report.pages import Shown
from optotype.report.pages.tags import DOWN, HOLDS, UP, Names, Tags
from optotype.report.plots import Panels
from optotype.report.tables import Table
from optotype.web.words import LANGUAGES, Language, Words
from tests.report.benches import HOSTILE, RESPONDENTS, SKILLS, pages_of
from tests.report.sheets import item, scored

ENGLISH = Words("en", "optotype.report")
RIGHT, WRONG = 1.0, 0.0


def shown(bench: Workbench, language: Language = "en") -> Shown:
    found = Tags().show(gather(bench, Asked()), Words(language, "optotype.report"))
    assert found is not None
    return found


def table(found: Shown, name: str) -> Table:
    return next(table for table in found.tables if table.name == name)


def marks(found: Table, row: int = 0) -> list[str]:
    """The signs in a row, without those of the value and of the count."""
    return [cell.mark for cell in found.rows[row][2:]]


# --- against the store


def test_the_page_shows_the_figures_of_the_store(written: Path, bench_of_all: Workbench, page: Page) -> None:
    skills = {one.id: one.tags["skill"] for one in bench_of_all.store.each(Item)}
    marked: dict[tuple[str, str], list[float]] = {}
    for score in bench_of_all.store.each(Score, {"metric": "accuracy"}):
        for skill in skills[score.item]:
            if score.value is not None:
                marked.setdefault((skill, score.run), []).append(score.value)
    page.goto((written / "tags.html").as_uri())
    grid = page.locator("#table-tag-skill")
    heads = [head.removesuffix(" (simulated)") for head in grid.locator("thead th").all_inner_texts()]
    assert sorted(heads[2:]) == sorted(RESPONDENTS)
    assert grid.locator("tbody th").all_inner_texts() == sorted(SKILLS)
    for row in grid.locator("tbody tr").all():
        skill, count, *cells = row.locator("th, td").all_inner_texts()
        assert count == str(sum(skill in some for some in skills.values()))
        for name, cell in zip(heads[2:], cells, strict=True):
            values = marked[skill, name.replace("/", "-")]
            assert cell.startswith(f"{100 * sum(values) / len(values):.1f}")


def test_marks_are_those_of_paired_differences_after_holm(bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    items = list(bench_of_all.store.each(Item))
    leader, *others = [entry.run.id for entry in board.rounds[0].entries]
    scores = {
        run: {one.item: one.value for one in bench_of_all.store.each(Score, {"run": run, "metric": "accuracy"})}
        for run in (leader, *others)
    }
    found: dict[tuple[str, str], statistics.Difference] = {}
    for skill in SKILLS:
        for run in others:
            both = [
                (a, b, one.cluster)
                for one in items
                if skill in one.tags["skill"]
                and (a := scores[leader].get(one.id)) is not None
                and (b := scores[run].get(one.id)) is not None
            ]
            if both:
                first, second, clusters = zip(*both, strict=True)
                found[skill, run] = statistics.difference(first, second, clusters)
    corrected = statistics.holm([one.p for one in found.values()])
    expected = {
        key: (UP if one.value > 0 else DOWN) if p <= 0.05 else ""
        for (key, one), p in zip(found.items(), corrected, strict=True)
    }
    grid = table(shown(bench_of_all), "tag-skill")
    runs = [column.hint for column in grid.columns[3:]]
    assert runs == others
    made = {(row[0].text, run): cell.mark for row in grid.rows for run, cell in zip(runs, row[3:], strict=True)}
    assert made == expected
    assert {DOWN, ""} <= set(expected.values())
    assert f"all {len(found)} comparisons" in grid.note


# --- by hand


def two_kinds(folder: Path, **values: Sequence[float | None]) -> Workbench:
    """Twenty items of kind a, then twenty of kind b."""
    items = [item(number, {"kind": ("a" if number < 20 else "b",)}) for number in range(40)]
    return scored(folder, items, {name: {"accuracy/1": some} for name, some in values.items()})


def test_a_difference_that_holds_is_marked_and_one_that_does_not_is_not(tmp_path: Path) -> None:
    with two_kinds(
        tmp_path / "b",
        best=[RIGHT] * 20 + [WRONG] * 8 + [RIGHT] * 12,
        low=[WRONG] * 20 + [WRONG] * 8 + [RIGHT] * 12,
        high=[WRONG] * 15 + [RIGHT] * 5 + [RIGHT] * 20,
    ) as bench:
        grid = table(shown(bench), "tag-kind")
        assert [column.title for column in grid.columns] == ["kind", "items", "best", "high", "low"]
        assert [cell.text for cell in grid.rows[0]] == ["a", "20", "100.0", "25.0", "0.0"]
        assert [cell.text for cell in grid.rows[1]] == ["b", "20", "60.0", "100.0", "60.0"]
        assert marks(grid, 0) == ["", DOWN, DOWN]
        # eight of eight: 2 / 2^8 = .0078, the third smallest of four p-values, times two
        assert marks(grid, 1) == ["", UP, ""]
        assert "than best, who leads" in grid.note


def test_correction_takes_a_mark_away_that_a_single_test_would_set(tmp_path: Path) -> None:
    # six of six: p = 2 / 2^6 = .031; two comparisons make it .0625
    low = [WRONG] * 6 + [RIGHT] * 34
    with two_kinds(tmp_path / "b", best=[RIGHT] * 40, low=low) as bench:
        grid = table(shown(bench), "tag-kind")
        assert statistics.difference([1.0] * 20, low[:20], range(20)).p == pytest.approx(2 / 2**6)
        assert marks(grid) == ["", ""]
        assert grid.note.startswith("No difference to best, who leads, holds after correction for all 2 comparisons")


def test_two_values_are_told_apart_for_each_respondent(tmp_path: Path) -> None:
    some = [RIGHT] * 16 + [WRONG] * 4 + [RIGHT] * 5 + [WRONG] * 15
    with two_kinds(tmp_path / "b", one=some, other=[RIGHT, WRONG] * 20) as bench:
        grid = table(shown(bench), "tag-kind-difference")
    assert grid.title == "Accuracy: b less a"
    texts = {row[0].text: [cell.text for cell in row[1:]] for row in grid.rows}
    assert texts == {"one": ["80.0", "25.0", "\N{MINUS SIGN}55.0"], "other": ["50.0", "50.0", "0.0"]}
    assert {row[0].text: row[3].mark for row in grid.rows} == {"one": HOLDS, "other": ""}
    a, b = (statistics.mean(values, range(20)) for values in (some[:20], some[20:]))
    # Newcombe: each end is as far away as the two ends that push it, together
    low = -0.55 - math.hypot(b.value - b.low, a.high - a.value)
    high = -0.55 + math.hypot(b.high - b.value, a.value - a.low)
    cell = next(row[3] for row in grid.rows if row[0].text == "one")
    assert (cell.low, cell.high) == (pytest.approx(100 * low), pytest.approx(100 * high))


def test_the_p_value_of_two_values_is_where_the_interval_ends_at_zero() -> None:
    first = np.array([RIGHT] * 16 + [WRONG] * 4), np.arange(20)
    second = np.array([RIGHT] * 7 + [WRONG] * 13), np.arange(20, 40)
    found = gap(first, second)
    assert 0.001 < found.p < 0.05
    assert gap(first, second, 1 - 1.01 * found.p).high < 0
    assert gap(first, second, 1 - 0.99 * found.p).high >= 0
    assert gap(first, first).p == 1.0


def test_pictures_on_which_the_values_pull_apart_widen_the_interval() -> None:
    values = np.array([RIGHT] * 12 + [WRONG] * 8)
    alike = gap((values, np.arange(20)), (values, np.arange(20)))
    opposed = gap((values, np.arange(20)), (values[::-1], np.arange(20)))
    independent = gap((values, np.arange(20)), (values, np.arange(20, 40)))
    assert alike == independent
    assert opposed.high - opposed.low > 1.2 * (independent.high - independent.low)


def test_what_was_never_heard_is_left_out_and_counted(tmp_path: Path) -> None:
    with two_kinds(tmp_path / "b", one=[RIGHT] * 10 + [None] * 10 + [RIGHT] * 20) as bench:
        grid = table(shown(bench), "tag-kind")
    assert [cell.text for cell in grid.rows[0]] == ["a", "20", "100.0"]
    assert grid.rows[0][2].hint == "of 10 items"
    assert grid.note == "One respondent only: there is nobody to compare with."


def test_other_metrics_have_tables_of_their_own(tmp_path: Path) -> None:
    items = [item(number, {"kind": (f"{number % 2}",)}) for number in range(8)]
    given = {"accuracy/1": [RIGHT] * 8, "anls(threshold=0.5)/1": [0.5] * 8}
    with scored(tmp_path / "b", items, {"one": given}) as bench:
        names = [table.name for table in shown(bench).tables]
        assert names == ["tag-kind", "tag-kind-difference", "tag-kind-anls"]
        assert table(shown(bench), "tag-kind-anls").rows[0][2].text == "50.0"


def test_tags_come_in_the_order_that_readers_expect(tmp_path: Path) -> None:
    names = ("zebra", "level", "Alpha", "skill", "language", "kind", "figure_type")
    items = [item(n, {name: (str(n % 3),) for name in names}, collection=f"c{n % 2}") for n in range(12)]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [RIGHT] * 12}}) as bench:
        sections = shown(bench).context["parts"][0].sections
        expected = ["kind", "skill", "figure_type", "level", "language", "collection", "Alpha", "zebra"]
        assert [section.title for section in sections] == expected


def test_what_is_known_of_a_picture_tells_its_items_apart(tmp_path: Path) -> None:
    pictures = [
        Picture(id=f"c/{kind}", collection="c", name=kind, tags={"figure_type": tuple(kind.split("+"))})
        for kind in ("bar", "pie", "bar+pie")
    ]
    items = [item(number, picture=pictures[number % 3].id) for number in range(6)]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1, 0, 0, 1, 0, 0]}}, pictures=pictures) as bench:
        grid = table(shown(bench), "tag-figure-type")
    assert [[cell.text for cell in row] for row in grid.rows] == [["bar", "4", "50.0"], ["pie", "4", "0.0"]]


def test_an_origin_is_told_in_words(tmp_path: Path) -> None:
    items = [item(number, origin="generated" if number % 2 else "written") for number in range(8)]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1, 0] * 4}}) as bench:
        assert [row[0].text for row in table(shown(bench), "tag-origin").rows] == ["generated", "human-written"]
        assert table(shown(bench), "tag-origin-difference").rows[0][3].text == "+100.0"
        russian = table(shown(bench, "ru"), "tag-origin")
        assert [row[0].text for row in russian.rows] == ["сгенерированы", "написаны людьми"]
        assert russian.columns[0].title == "происхождение"


def test_few_values_have_a_panel_each_and_many_a_row_each(tmp_path: Path) -> None:
    two = Choice(options=(Option(label="A", text="x"), Option(label="B", text="y")))
    items = [item(n, {"few": (f"f{n % 3}",), "many": (f"m{n % 5}",)}, form=two) for n in range(30)]
    given = {name: {"accuracy/1": [RIGHT, WRONG] * 15} for name in ("one", "other")}
    with scored(tmp_path / "b", items, given) as bench:
        plots = {plot.name: plot for plot in shown(bench).plots if isinstance(plot, Panels)}
    few, many = plots["tag-few"], plots["tag-many"]
    assert [panel.title for panel in few.panels] == ["f0", "f1", "f2"]
    assert [row.label for row in few.panels[0].rows] == ["one", "other"]
    assert [line.value for line in few.panels[0].references] == [0.5]
    assert [panel.title for panel in many.panels] == ["one", "other"]
    assert [(row.label, row.chance) for row in many.panels[0].rows] == [(f"m{n}", 0.5) for n in range(5)]


def test_each_round_has_a_part_of_its_own(tmp_path: Path, page: Page) -> None:
    items = [item(number, {"kind": (f"{number % 2}",)}) for number in range(8)]
    given = {
        "all": {"accuracy/1": [RIGHT] * 8},
        "again": {"accuracy/1": [RIGHT] * 8},
        "some": {"accuracy/1": [RIGHT] * 3 + [WRONG]},
    }
    with scored(tmp_path / "b", items, given) as bench:
        found = shown(bench)
        assert [len(part.sections) for part in found.context["parts"]] == [1, 1]
        assert [column.title for column in table(found, "tag-kind").columns[2:]] == ["all", "again"]
        other = table(found, "tag-kind-2")
        assert [[cell.text for cell in row] for row in other.rows] == [["0", "2", "100.0"], ["1", "2", "50.0"]]
        page.goto((pages_of(bench) / "tags.html").as_uri())
    assert page.locator("#part-2 details").count() >= 1
    page.click('.contents a[href="#part-2"]')
    page.click("#part-2 summary >> nth=0")
    assert page.locator("#table-tag-kind-2").is_visible()


def test_without_runs_or_without_tags_there_is_no_page(tmp_path: Path) -> None:
    with scored(tmp_path / "a", [item(1, {"kind": ("a",)}), item(2, {"kind": ("b",)})], {}) as bench:
        assert Tags().show(gather(bench, Asked()), ENGLISH) is None
    with scored(tmp_path / "b", [item(1), item(2)], {"one": {"accuracy/1": [1, 0]}}) as bench:
        assert Tags().show(gather(bench, Asked()), ENGLISH) is None


# --- as people find it


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_tags_and_values_are_only_read(language: Language, tmp_path: Path, page: Page) -> None:
    tag = f"../../{HOSTILE}"
    items = [item(number, {tag: (f"{HOSTILE} {number % 2}",), "{x}%s": (f"{{{number % 3}}}",)}) for number in range(12)]
    given = {f"{HOSTILE} {name}": {"accuracy/1": [RIGHT, WRONG] * 6} for name in "ab"}
    with scored(tmp_path / "b", items, given) as bench:
        folder = pages_of(bench)
    page.goto((folder / ("tags.html" if language == "en" else f"tags.{language}.html")).as_uri())
    assert "owned" not in page.title()
    assert tag in page.inner_text("main")
    assert page.locator("main img, main script").count() == 0
    assert "{1}" in page.locator("#table-tag-x-s tbody th").all_inner_texts()
    written = {path.stem for path in (folder / "tables").iterdir()}
    assert all(stem.replace("-", "").isalnum() and stem.isascii() for stem in written)


def test_names_of_files_differ_where_tags_do() -> None:
    names = Names()
    made = [names.of("tag", text) for text in ("Figure type", "figure_type", "вид", "???", "x" * 300)]
    assert made == ["tag-figure-type", "tag-figure-type-2", "tag", "tag-2", f"tag-{'x' * 40}"]


def test_the_contents_lead_to_every_part(written: Path, page: Page) -> None:
    page.goto((written / "tags.html").as_uri())
    targets = [link.get_attribute("href") or "" for link in page.locator(".contents a").all()]
    assert len(targets) == len(set(targets)) == 7
    for target in targets:
        assert page.locator(f"[id='{target.removeprefix('#')}'] h2").count() == 1


def test_columns_sort(written: Path, page: Page) -> None:
    page.goto((written / "tags.html").as_uri())
    page.locator("#table-tag-skill thead button").nth(2).click()
    shown_values = [
        float(cell.get_attribute("data-value") or "nan")
        for cell in page.locator("#table-tag-skill tbody tr td:nth-child(3)").all()
    ]
    assert shown_values == sorted(shown_values, reverse=True)


def test_forty_values_and_twelve_respondents_have_room(tmp_path: Path, page: Page) -> None:
    items = [item(n, {"many": (f"a rather long value number {n % 40}",), "few": (f"{n % 3}",)}) for n in range(120)]
    given = {f"acme/a-model-with-a-long-name-{n}": {"accuracy/1": [RIGHT, WRONG] * 60} for n in range(12)}
    with scored(tmp_path / "b", items, given) as bench:
        folder = pages_of(bench)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((folder / "tags.html").as_uri())
    assert page.locator("#plot-tag-many .panel").count() == 12
    assert page.locator("#plot-tag-few .panel").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    rows = page.locator("#plot-tag-many .panel").first.locator("svg > g")
    assert rows.count() == 40


def test_the_board_is_the_same_however_often_it_is_shown(bench_of_all: Workbench) -> None:
    board: Board = gather(bench_of_all, Asked())
    assert board.breakdowns is board.breakdowns
    assert Tags().show(board, ENGLISH) == Tags().show(board, ENGLISH)
