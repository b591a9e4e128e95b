"""The page of items that deserve a second look."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from optotype import Workbench
from optotype.records import Score
from optotype.report.board import Asked, gather
from tests.browsing import serious
from tests.report.benches import HOSTILE, pages_of
from tests.report.sheets import item, scored
from tests.report.test_disagreeing import said

ANSWERS = {
    "m/one": "BCAA?A",
    "m/two": "BDAABA",
    "m/weak": "ACBBC-",
    "baseline/random": "BBBBBB",
}
"""Gold is A throughout: item 0 is in doubt, items 1 and 4 everyone fails, item 5 all get right that were heard."""


def small(tmp_path: Path, text: str = "") -> Path:
    with said(tmp_path / "b", "AAAAAA", ANSWERS, text=text) as bench:
        return pages_of(bench)


def section(page: Page, name: str) -> list[str]:
    return page.locator(f"section[aria-labelledby={name}] .item h3").all_inner_texts()


def test_each_list_holds_what_was_worked_out_by_hand(tmp_path: Path, page: Page) -> None:
    page.goto((small(tmp_path) / "disagreements.html").as_uri())
    assert section(page, "gold") == ["c/0"]
    assert section(page, "failed") == ["c/1", "c/4"]
    assert section(page, "metrics") == []
    assert page.locator(".counts b").all_inner_texts() == ["1", "2", "0", "1"]


def test_a_card_tells_gold_and_who_said_what(tmp_path: Path, page: Page) -> None:
    page.goto((small(tmp_path) / "disagreements.html").as_uri())
    card = page.locator("section[aria-labelledby=gold] .item")
    assert card.locator(".question").inner_text() == "Question 0?"
    assert card.locator("dt").all_inner_texts() == ["gold", "m/one, m/two", "m/weak"]
    assert card.locator(".said").all_inner_texts() == ["A: option a", "B: option b", "A: option a"]
    assert [text.split()[-1] for text in card.locator(".verdict").all_inner_texts()] == ["wrong", "right"]
    fourth = page.locator("section[aria-labelledby=failed] .item").nth(1)
    assert fourth.locator(".said").all_inner_texts() == ["A: option a", "unread", "B: option b", "C: option c"]


def test_cards_and_buttons_lead_into_the_item_browser(tmp_path: Path, page: Page) -> None:
    folder = small(tmp_path)
    page.goto((folder / "disagreements.html").as_uri())
    href = page.locator("section[aria-labelledby=failed] .item h3 a").first.get_attribute("href") or ""
    assert href.startswith("items.html#")
    assert parse_qs(href.partition("#")[2]) == {"list": ["failed"], "item": ["c/1"]}
    every = page.locator("section[aria-labelledby=failed] a.button")
    assert every.get_attribute("href") == "items.html#list=failed"
    lists = page.evaluate("optotype.load('lists')")
    assert {one["name"]: one["places"] for one in lists} == {"gold": [0], "failed": [1, 4], "metrics": []}
    assert lists[0]["title"]["ru"] != lists[0]["title"]["en"]
    every.click()
    expect(page.locator("#count")).to_have_text(re.compile(r"^2 of 6\b"))


def test_metrics_that_disagree_are_shown_with_the_answer(tmp_path: Path, page: Page) -> None:
    marks = {
        "x": {"accuracy/1": [1.0, 1.0, 0.0], "exact_match/1": [1.0, 0.0, 0.0]},
        "y": {"accuracy/1": [1.0, 1.0, 0.0], "exact_match/1": [1.0, 0.0, 1.0]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(3)], marks) as bench:
        folder = pages_of(bench)
    page.goto((folder / "disagreements.html").as_uri())
    assert section(page, "metrics") == ["c/1", "c/2"]
    first, second = page.locator("section[aria-labelledby=metrics] .item").all()
    assert first.locator("dt").all_inner_texts() == ["x, y"]
    told = [mark.get_attribute("class") for mark in first.locator(".verdict").all()]
    assert told == ["verdict right", "verdict wrong"]
    assert "accuracy" in first.locator(".verdict.right").inner_text()
    assert "exact match" in second.locator(".verdict.right").inner_text()
    rows = page.locator("#table-metrics-disagree tbody tr")
    assert [row.locator("th, td").all_inner_texts()[-1] for row in rows.all()] == ["1", "1", "1"]
    assert (folder / "tables" / "metrics-disagree.csv").exists()


def test_lists_hold_what_the_store_says(written: Path, bench_of_all: Workbench, page: Page) -> None:
    blind = {"baseline-random"}
    values: dict[str, list[float]] = {}
    by_run: dict[tuple[str, str], list[float]] = {}
    for score in bench_of_all.store.each(Score):
        if score.value is not None:
            by_run.setdefault((score.item, score.run), []).append(score.value)
            if score.metric == "accuracy" and score.run not in blind:
                values.setdefault(score.item, []).append(score.value)
    failed = {id for id, some in values.items() if len(some) > 1 and max(some) == 0}
    apart = {id for (id, _), some in by_run.items() if 1.0 in some and 0.0 in some}
    right = sum(len(some) > 1 and min(some) == 1 for some in values.values())
    page.goto((written / "disagreements.html").as_uri())
    ids = gather(bench_of_all, Asked()).columns.ids
    lists = {one["name"]: one["places"] for one in page.evaluate("optotype.load('lists')")}
    assert {ids[place] for place in lists["failed"]} == failed
    assert {ids[place] for place in lists["metrics"]} == apart
    assert page.locator("#right b").inner_text() == str(right)
    assert apart


def test_only_the_first_stand_on_the_page(tmp_path: Path, page: Page) -> None:
    with said(tmp_path / "b", "A" * 30, {"m/one": "B" * 28 + "AA", "m/two": "C" * 28 + "AA"}) as bench:
        folder = pages_of(bench)
    page.goto((folder / "disagreements.html").as_uri())
    assert len(section(page, "failed")) == 24
    assert page.locator("section[aria-labelledby=failed] .left").inner_text() == "4 more in the item browser"
    assert "Show all 28" in page.inner_text("section[aria-labelledby=failed] a.button")


def test_pictures_are_shown_and_their_absence_is_said(written: Path, page: Page) -> None:
    page.goto((written / "disagreements.html").as_uri())
    for picture in page.locator(".item .face img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(image) => image.naturalWidth") > 0


def test_texts_never_become_markup(tmp_path: Path, page: Page) -> None:
    folder = small(tmp_path, text=HOSTILE)
    for name in ("disagreements.html", "disagreements.ru.html"):
        page.goto((folder / name).as_uri())
        assert "<img src=x" in page.locator(".item .question").first.inner_text()
        assert "<script>" in page.locator(".item .said").first.inner_text()
        assert "owned" not in page.title()
        assert page.locator("main script, img[onerror]").count() == 0


def test_one_respondent_cannot_be_everyone(tmp_path: Path, page: Page) -> None:
    with said(tmp_path / "b", "AA", {"m/one": "AB", "baseline/random": "BB"}) as bench:
        folder = pages_of(bench)
    page.goto((folder / "disagreements.html").as_uri())
    assert page.locator("section .note").first.inner_text() == "This needs two respondents besides blind baselines."
    assert page.locator(".counts b").all_inner_texts() == ["–", "–", "0", "–"]


def test_russian_cards_speak_russian(tmp_path: Path, page: Page) -> None:
    page.goto((small(tmp_path) / "disagreements.ru.html").as_uri())
    card = page.locator("section[aria-labelledby=gold] .item")
    assert card.locator("dt").first.inner_text() == "эталон"
    assert re.search("неверно", card.inner_text())
    assert (card.locator("h3 a").get_attribute("href") or "").startswith("items.ru.html#list=gold")


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious_on_cards(written: Path, blank: Page, width: int) -> None:
    blank.set_viewport_size({"width": width, "height": 900})
    blank.goto((written / "disagreements.html").as_uri())
    assert blank.locator(".item").count() > 0
    assert not serious(blank)
