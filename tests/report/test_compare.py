"""The page that compares two runs, as a reader meets it."""

from __future__ import annotations

import csv
import re
from itertools import combinations
from pathlib import Path
from urllib.parse import parse_qs, quote

import pytest
from playwright.sync_api import Page, expect

from optotype import Workbench
from optotype.records import Score
from optotype.report import pairs
from optotype.report.board import Asked, gather
from optotype.report.pages.compare import Compare
from optotype.web.words import Words
from tests.browsing import serious
from tests.report.benches import HOSTILE, pages_of
from tests.report.sheets import item, scored

RIGHT, HALF, WRONG = 1.0, 0.5, 0.0
LARGE, SMALL = "acme-vision-large", "baseline-random"


def scores(bench: Workbench, run: str, metric: str = "accuracy") -> dict[str, float]:
    found = bench.store.each(Score, {"run": run, "metric": metric})
    return {score.item: score.value for score in found if score.value is not None}


def opened(page: Page, folder: Path, *, a: str, b: str, name: str = "compare.html", more: str = "") -> None:
    page.goto(f"{(folder / name).as_uri()}#a={quote(a, safe='')}&b={quote(b, safe='')}{more}")
    expect(page.locator("#sentence, #result .note")).to_be_visible()


def counts(page: Page) -> dict[tuple[str, str], str]:
    return {
        (field.get_attribute("data-row") or "", field.get_attribute("data-column") or ""): field.locator(
            ".count"
        ).inner_text()
        for field in page.locator(".corner").all()
    }


def test_two_runs_show_the_difference_and_the_corners_of_the_store(
    written: Path, bench_of_all: Workbench, page: Page
) -> None:
    page.goto((written / "compare.html").as_uri())
    page.select_option("#run-a", SMALL)
    page.select_option("#run-b", LARGE)
    expect(page.locator("#sentence")).to_contain_text("acme/vision-large is better")
    a, b = scores(bench_of_all, SMALL), scores(bench_of_all, LARGE)
    both = a.keys() & b.keys()
    difference = 100 * (sum(b[id] for id in both) - sum(a[id] for id in both)) / len(both)
    assert page.inner_text("#difference") == f"+{difference:.1f}"
    assert f"better by {difference:.1f} points" in page.inner_text("#sentence")
    verdicts = {RIGHT: "right", WRONG: "wrong"}
    pairs = [(verdicts.get(a[id], "partly"), verdicts.get(b[id], "partly")) for id in both]
    assert counts(page) == {corner: str(pairs.count(corner)) for corner in counts(page)}
    assert sum(int(count) for count in counts(page).values()) == len(both)
    assert f"{len(both)} items" in page.inner_text(".basis")


def test_a_corner_leads_to_exactly_its_items(written: Path, bench_of_all: Workbench, page: Page) -> None:
    opened(page, written, a=LARGE, b=SMALL)
    corner = page.locator(".corner[data-row=right][data-column=wrong]")
    count = int(corner.locator(".count").inner_text())
    target, _, wanted = (corner.get_attribute("href") or "").partition("#")
    assert target == "items.html"
    assert parse_qs(wanted) == {f"v.{LARGE}": ["right"], f"v.{SMALL}": ["wrong"], "metric": ["accuracy/1"]}
    a, b = scores(bench_of_all, LARGE), scores(bench_of_all, SMALL)
    assert count == sum(a[id] == RIGHT and b[id] == WRONG for id in a.keys() & b.keys()) > 0
    corner.click()
    page.wait_for_url("**/items.html#*")
    expect(page.locator("#count")).to_have_text(re.compile(rf"^{count} of 120\b"))


def test_swapping_turns_everything_round(written: Path, page: Page) -> None:
    opened(page, written, a=LARGE, b=SMALL)
    before, corners = page.inner_text("#difference"), counts(page)
    parts = page.locator("table.parts tbody tr").first.locator("td.figure").all_inner_texts()
    page.click("#swap")
    expect(page.locator("#difference")).not_to_have_text(before)
    assert page.inner_text("#difference") == before.replace("\u2212", "+")
    assert counts(page) == {(column, row): count for (row, column), count in corners.items()}
    turned = page.locator("table.parts tbody tr").first.locator("td.figure").all_inner_texts()
    assert (turned[1], turned[2], turned[5]) == (parts[2], parts[1], parts[5])
    assert page.input_value("#run-a") == SMALL
    page.go_back()
    expect(page.locator("#difference")).to_have_text(before)
    assert page.input_value("#run-a") == LARGE


def test_another_metric_is_kept_in_the_address(tmp_path: Path, page: Page) -> None:
    marks = {
        "x": {"accuracy/1": [RIGHT, RIGHT, WRONG, WRONG], "exact_match/1": [RIGHT, WRONG, WRONG, WRONG]},
        "y": {"accuracy/1": [RIGHT, RIGHT, RIGHT, WRONG], "exact_match/1": [RIGHT, RIGHT, RIGHT, WRONG]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(4)], marks) as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run x", b="run y")
    assert page.inner_text("#difference") == "+25.0"
    page.select_option("#metric", "exact_match/1")
    expect(page.locator("#difference")).to_have_text("+50.0")
    assert "metric=exact_match%2F1" in page.url
    page.reload()
    expect(page.locator(".basis code")).to_have_text("exact_match/1")


def test_a_field_of_the_matrix_chooses_the_pair(written: Path, bench_of_all: Workbench, page: Page) -> None:
    page.goto((written / "compare.html").as_uri())
    field = page.locator("#table-compare tbody tr").nth(0).locator("td").nth(3).locator("a")
    shown = field.inner_text()
    field.click()
    expect(page.locator("#difference")).to_have_text(shown.rstrip("*"))
    board = gather(bench_of_all, Asked())
    first, fourth = board.rounds[0].entries[0], board.rounds[0].entries[3]
    assert (page.input_value("#run-b"), page.input_value("#run-a")) == (first.run.id, fourth.run.id)
    assert field.get_attribute("aria-current") == "true"
    expect(page.locator("#run-a")).to_be_focused()


def test_the_matrix_holds_every_difference_with_its_sign(bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    shown = Compare().show(board, Words("en", "optotype.report"))
    assert shown is not None
    (table,) = shown.tables
    assert table.name == "compare"
    found = {entry.name: scores(bench_of_all, entry.run.id) for entry in board.entries}
    order = [entry.name for entry in board.rounds[0].entries]
    for row, a in zip(table.rows, order, strict=True):
        for cell, b in zip(row[1:], order, strict=True):
            both = found[a].keys() & found[b].keys()
            apart = sum(found[a][id] - found[b][id] for id in both) / len(both)
            assert (cell.text == "") if a == b else cell.value == pytest.approx(100 * apart)
    assert [column.title for column in table.columns][1] == "people/crowd (simulated)"


def test_no_difference_says_how_small_a_one_could_be_shown(tmp_path: Path, page: Page) -> None:
    even = [RIGHT, WRONG] * 30
    odd = [WRONG, RIGHT] * 2 + even[4:]
    with scored(
        tmp_path / "b", [item(n) for n in range(60)], {"x": {"accuracy/1": even}, "y": {"accuracy/1": odd}}
    ) as bench:
        folder = pages_of(bench)
        smallest = bench.compare("x", "y").detectable
    opened(page, folder, a="run x", b="run y")
    assert page.inner_text("#sentence") == "No difference can be shown."
    assert f"true difference of {100 * smallest:.1f} points" in page.inner_text("#result")


def test_what_only_chance_among_many_made_is_not_called_better(tmp_path: Path, page: Page) -> None:
    # six more right of seven that differ: p = 0.031 alone, and above 0.05 among three comparisons
    marks = {
        "x": {"accuracy/1": [RIGHT] * 6 + [WRONG] * 6},
        "y": {"accuracy/1": [WRONG] * 12},
        "z": {"accuracy/1": [RIGHT] * 3 + [WRONG] * 9},
    }
    with scored(tmp_path / "b", [item(n) for n in range(12)], marks) as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run y", b="run x")
    assert page.inner_text("#sentence") == "x did better by 50.0 points, but that may be chance."
    assert "p = 0.031" in page.inner_text("#result")
    assert "p = 0.094 after correction" in page.inner_text("#result")


def test_partial_scores_have_nine_fields_and_tell_who_scored_more(tmp_path: Path, page: Page) -> None:
    marks = {
        "x": {"anls/1": [RIGHT, RIGHT, HALF, HALF, WRONG, 0.6]},
        "y": {"anls/1": [RIGHT, HALF, RIGHT, HALF, HALF, 0.9]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(6)], marks) as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run x", b="run y")
    assert counts(page)["partly", "partly"] == "2"
    assert len(counts(page)) == 9
    assert page.inner_text(".wins") == "B scored more on 3 items, A on 1; 2 are equal."
    href = page.locator(".corner[data-row=right][data-column=partly]").get_attribute("href") or ""
    assert parse_qs(href.partition("#")[2]) == {"v.run x": ["right"], "v.run y": ["partly"], "metric": ["anls/1"]}


def test_what_was_not_compared_is_said(tmp_path: Path, page: Page) -> None:
    marks = {
        "x": {"accuracy/1": [RIGHT, WRONG, None, RIGHT]},
        "y": {"accuracy/1": [RIGHT, RIGHT, WRONG, None, RIGHT, RIGHT]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(6)], marks) as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run y", b="run x")
    assert page.locator(".left li").all_inner_texts() == [
        "2 scored in A only",
        "1 A was never heard",
        "1 B was never heard",
    ]


def test_a_run_that_is_not_there_and_the_same_run_twice_are_said(written: Path, page: Page) -> None:
    opened(page, written, a=HOSTILE, b=SMALL)
    assert HOSTILE in page.inner_text("#result")
    assert page.locator("#details > *").count() == 0
    opened(page, written, a=SMALL, b=SMALL)
    expect(page.locator("#result")).to_contain_text("the same run")


def test_runs_without_a_common_item_cannot_be_compared(tmp_path: Path, page: Page) -> None:
    marks = {"x": {"accuracy/1": [RIGHT, RIGHT]}, "y": {"exact_match/1": [RIGHT, WRONG]}}
    with scored(tmp_path / "b", [item(number) for number in range(2)], marks) as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run x", b="run y")
    expect(page.locator("#result")).to_contain_text("cannot be compared")


def test_where_there_was_no_room_the_page_gives_the_command(
    tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "MOST_PARTS", 0)
    marks = {"x": {"accuracy/1": [RIGHT, RIGHT]}, "y": {"accuracy/1": [RIGHT, WRONG]}}
    items = [item(number, {"kind": (str(number),)}) for number in range(2)]
    with scored(tmp_path / "b", items, marks) as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run x", b="run y")
    assert page.locator("#tags-head + .note code").inner_text() == (
        "optotype compare 'run x' 'run y' --metric accuracy/1 --by TAG"
    )


def test_names_never_become_markup(tmp_path: Path, page: Page) -> None:
    marks = {HOSTILE: {"accuracy/1": [RIGHT] * 9}, "y": {"accuracy/1": [WRONG] * 9}}
    items = [item(number, {HOSTILE: (f"{number % 2} {HOSTILE}",)}) for number in range(9)]
    with scored(tmp_path / "b", items, marks) as bench:
        folder = pages_of(bench)
    for name in ("compare.html", "compare.ru.html"):
        opened(page, folder, a="run y", b=f"run {HOSTILE}", name=name)
        expect(page.locator("#sentence")).to_contain_text(HOSTILE)
        assert page.locator("details.tag h3").first.inner_text() == HOSTILE
        assert "owned" not in page.title()
        assert page.locator("main img, main script").count() == 0


def test_russian_pages_speak_russian_and_write_numbers_so(written: Path, page: Page) -> None:
    opened(page, written, a=SMALL, b=LARGE, name="compare.ru.html")
    assert re.search(r"acme/vision-large лучше на \d+,\d п\. п\.", page.inner_text("#sentence"))
    assert not re.search(r"\d\.\d", page.inner_text(".scores"))
    assert re.fullmatch(r"\[\d+,\d; \d+,\d\]", page.locator(".scores .interval").first.inner_text())
    assert page.locator("details.tag h3").nth(1).inner_text().startswith("форма")
    href = page.locator("a.corner").first.get_attribute("href") or ""
    assert href.startswith("items.ru.html#")


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious_once_a_pair_is_shown(written: Path, blank: Page, width: int) -> None:
    blank.set_viewport_size({"width": width, "height": 900})
    opened(blank, written, a="people-crowd", b="baseline-random")
    blank.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert not serious(blank)


def test_a_simulated_person_is_said_to_be_one(written: Path, page: Page) -> None:
    opened(page, written, a="people-crowd", b=SMALL)
    assert "people/crowd (simulated)" in page.inner_text("#sentence")
    assert "a person who does not exist" in page.inner_text(".minded")


def test_one_run_alone_has_no_such_page(tmp_path: Path) -> None:
    with scored(tmp_path / "b", [item(0)], {"x": {"accuracy/1": [RIGHT]}}) as bench:
        folder = pages_of(bench)
    assert not (folder / "compare.html").exists()


# --- files


def eight(folder: Path) -> Workbench:
    """Two runs about eight items of two kinds: x has 2 of 8 right, y has 6; by another metric both have all."""
    items = [item(number, {"kind": ("odd" if number % 2 else "even",)}) for number in range(8)]
    marks = {
        "acme/x": {"accuracy/1": [RIGHT, RIGHT, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG], "anls/1": [RIGHT] * 8},
        "acme/y": {"accuracy/1": [RIGHT, WRONG, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, WRONG], "anls/1": [HALF] * 8},
    }
    return scored(folder, items, marks)


def test_the_files_of_a_pair_hold_its_figures(tmp_path: Path) -> None:
    with eight(tmp_path / "b") as bench:
        folder = bench.report().folder
    with (folder / "tables" / "compare-acme-x-vs-acme-y.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = ("tag", "value", "items", "A: acme/x", "B: acme/y", "B \N{MINUS SIGN} A, points")
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("", "all items", "8", "25", "75", "50"),
        ("kind", "even", "4", "25", "100", "75"),
        ("kind", "odd", "4", "25", "50", "25"),
    ]
    # five of the six items that differ went to y: by chance so many or more go to one side 2 * 7 times in 64
    assert float(rows[0]["p (Holm)"]) == pytest.approx(2 * 7 / 64)
    counts = (folder / "tables" / "compare-acme-x-vs-acme-y-items.md").read_text(encoding="utf-8").splitlines()
    assert counts[0] == "| A: acme/x | B: acme/y: right | B: acme/y: wrong |"
    assert counts[2:] == ["| right | 1 | 1 |", "| wrong | 5 | 1 |"]
    other = (folder / "tables" / "compare-acme-x-vs-acme-y-anls-items.md").read_text(encoding="utf-8").splitlines()
    assert other[0].endswith("| B: acme/y: right | B: acme/y: partly | B: acme/y: wrong |")
    assert other[2] == "| right | 0 | 8 | 0 |"
    drawn = (folder / "plots" / "compare-acme-x-vs-acme-y.svg").read_text(encoding="utf-8")
    for text in ("A: acme/x", "B: acme/y", "25.0", "75.0", "all items", "+50.0", "+75.0", "+25.0", "kind"):
        assert f">{text}</text>" in drawn, text
    assert (folder / "plots" / "compare-acme-x-vs-acme-y-anls.pdf").read_bytes().startswith(b"%PDF-")


def test_every_pair_by_every_metric_has_files(written: Path, bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    compared = len(list(combinations(board.entries, 2))) * len(board.signatures)
    assert compared == 30
    for file in ("tables/*-vs-*.csv", "tables/*-vs-*.tex", "tables/*-vs-*.md"):
        assert len(list(written.glob(file))) == 2 * compared
    for file in ("plots/*-vs-*.svg", "plots/*-vs-*.pdf"):
        assert len(list(written.glob(file))) == compared


def links(page: Page) -> list[str]:
    return [link.get_attribute("href") or "" for link in page.locator("#details .downloads a").all()]


def test_the_page_leads_to_the_files_of_the_pair_and_metric_shown(tmp_path: Path, page: Page) -> None:
    with eight(tmp_path / "b") as bench:
        folder = pages_of(bench)
    opened(page, folder, a="run acme/x", b="run acme/y")
    tables = [f"tables/compare-acme-x-vs-acme-y.{end}" for end in ("csv", "md", "tex")]
    counts = [f"tables/compare-acme-x-vs-acme-y-items.{end}" for end in ("csv", "md", "tex")]
    plots = [f"plots/compare-acme-x-vs-acme-y.{end}" for end in ("svg", "pdf")]
    assert links(page) == [*counts, *tables, *plots]
    assert page.locator(".turned").count() == 0
    page.select_option("#metric", "anls/1")
    expect(page.locator(".basis code")).to_have_text("anls/1")
    assert links(page) == [link.replace("-y", "-y-anls", 1) for link in (*counts, *tables, *plots)]
    assert all((folder / link).is_file() for link in links(page))
    page.click("#swap")
    expect(page.locator(".turned")).to_contain_text("differences are acme/y \N{MINUS SIGN} acme/x")
    assert all((folder / link).is_file() for link in links(page))


def test_runs_whose_names_no_file_can_have_get_files_of_their_own(tmp_path: Path, page: Page) -> None:
    marks = {name: {"accuracy/1": [RIGHT, WRONG]} for name in ("../数", "数/..", "数 items")}
    with scored(tmp_path / "b", [item(number) for number in range(2)], marks) as bench:
        folder = pages_of(bench)
    files = sorted(file.name for file in (folder / "plots").glob("compare*.svg"))
    assert len(files) == 3
    assert all(re.fullmatch(r"[a-z0-9-]+\.svg", file) for file in files)
    seen: set[str] = set()
    for a, b in combinations(marks, 2):
        page.goto("about:blank")  # or what stands there is that of the pair before, until this one has come
        opened(page, folder, a=f"run {a}", b=f"run {b}")
        expect(page.locator("#details .downloads")).to_have_count(2)
        seen.update(links(page))
    assert len(seen) == 3 * 8
    assert all((folder / link).is_file() for link in seen)


def test_beyond_so_many_pairs_the_page_gives_the_command(
    tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "MOST_PRINTED", 1)
    marks = {
        name: {"accuracy/1": [RIGHT] * good + [WRONG] * (9 - good)} for name, good in (("x", 8), ("y", 6), ("z", 1))
    }
    items = [item(number, {"kind": (str(number % 2),)}) for number in range(9)]
    with scored(tmp_path / "b", items, marks) as bench:
        folder = pages_of(bench)
    assert [file.name for file in (folder / "plots").glob("compare*.pdf")] == ["compare-x-vs-y.pdf"]
    opened(page, folder, a="run y", b="run z")
    note = page.locator("#tags-head ~ .note")
    expect(note).to_contain_text("first 1 comparisons only")
    assert note.locator("code").inner_text() == "optotype compare 'run y' 'run z' --metric accuracy/1 --json"
    assert page.locator("table.parts").count() == 1
    assert links(page) == []
    opened(page, folder, a="run x", b="run y")
    expect(page.locator("#details .downloads")).to_have_count(2)


def test_a_difference_that_is_told_as_zero_has_no_sign(tmp_path: Path) -> None:
    marks = {"x": {"anls/1": [RIGHT] * 3}, "y": {"anls/1": [RIGHT, RIGHT, 0.9999]}}
    with scored(tmp_path / "b", [item(number) for number in range(3)], marks) as bench:
        shown = Compare().show(gather(bench, Asked()), Words("en", "optotype.report"))
    assert shown is not None
    assert [cell.text for row in shown.tables[0].rows for cell in row[1:]] == ["", "0.0", "0.0", ""]
