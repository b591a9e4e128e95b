"""Rows of people on the pages: they are told in the language of the page, and fit into a narrow window."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from optotype import Workbench, init
from optotype.claims import Claim
from optotype.report.board import Asked, gather
from optotype.report.pages.audit import Audit
from optotype.report.pages.leaderboard import Leaderboard
from optotype.web.words import Words
from tests.conftest import Once
from tests.gold.people import answer, gold, item, person, put
from tests.report.benches import pages_of
from tests.report.test_items import at, show

RUSSIAN = Words("ru", "optotype.report")


def peopled(folder: Path) -> Workbench:
    """Three simulated people about three items, who do not agree about the last; one baseline beside them."""
    bench = init(folder)
    people = [person(name, simulated=True) for name in ("p1", "p2", "p3")]
    said = {"one": "AAB", "two": "AAA", "three": "ABC"}
    put(bench, *people, *(item(name) for name in said), *(gold(name, "A") for name in said))
    put(bench, *(answer(one.id, name, letters[n]) for name, letters in said.items() for n, one in enumerate(people)))
    bench.human()
    bench.decide_gold("majority:least=2")
    bench.evaluate("baseline/first_option", name="first")
    figures = {"model": "a/b", "value": 0.5, "people": "people/majority-decided", "people_value": 0.9}
    apart = {"distance": 0.4, "distance_low": 0.3, "distance_high": 0.5}
    blind = {"respondent": "baseline/first_option", "value": 0.2, "value_low": 0.1, "value_high": 0.3, "floor": 0.25}
    with bench.store.event("test") as writer:
        writer.put(Claim("saturation", "ok", "ok_simulated", figures | apart).finding())
        writer.put(Claim("blind", "ok", "", {}, (blind,)).finding())
    return bench


@pytest.fixture(scope="session")
def folder(once: Once) -> Path:
    """A report of that bench."""

    def make(folder: Path) -> None:
        with peopled(folder / "bench") as bench:
            pages_of(bench, folder / "report")

    return once("report of people", make) / "report"


def test_an_item_tells_in_russian_how_many_said_so(folder: Path, still: Page) -> None:
    show(still, folder, at(item="set/one"), name="items.ru.html")
    assert "ветвь: 2 из 3" in still.inner_text(".part-gold")
    majority = still.locator(".answer", has_text="люди, большинство, свой эталон").first
    assert "2 из 3" in majority.inner_text()
    assert "2 of 3" not in still.inner_text("#item")
    show(still, folder, at(item="set/three"), name="items.ru.html")
    assert "нет большинства, ответов: 3" in still.inner_text("#item")


def test_an_item_names_the_answer_of_each_person_and_misses_no_words(folder: Path, still: Page) -> None:
    show(still, folder, at(item="set/one"))
    row = still.locator(".answer", has_text="people, single").inner_text()
    assert "person 1 of 3" in row
    assert "said in\np1:one" in row
    assert "There is no text" not in row


def test_a_comparison_calls_people_in_the_language_of_the_page(folder: Path, page: Page) -> None:
    page.goto(f"{(folder / 'compare.ru.html').as_uri()}#a=people-single&b=first")
    expect(page.locator(".minded")).to_contain_text("люди, по одному, свой эталон: симуляция")
    assert "people" not in page.inner_text("main").replace("people-", "")


def test_a_long_name_is_shown_whole_where_two_runs_are_compared(folder: Path, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{(folder / 'compare.ru.html').as_uri()}#a=people-majority-decided&b=people-majority")
    for name in page.locator(".scores .name").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_a_claim_calls_people_as_the_page_does(tmp_path: Path) -> None:
    with peopled(tmp_path / "bench") as bench:
        shown = Audit().show(gather(bench, Asked()), RUSSIAN)
    assert shown is not None
    (text,) = (told.text for told in shown.context["claims"] if told.name == "saturation")
    assert "(люди, большинство, где оно есть, 90,0" in text


def test_the_line_of_those_who_looked_is_that_of_the_people_whom_the_leaderboard_names(tmp_path: Path) -> None:
    """A majority that leaves out what it cannot decide has all right; the others have two of three."""
    with peopled(tmp_path / "bench") as bench:
        board = gather(bench, Asked())
        audit, first = Audit().show(board, RUSSIAN), Leaderboard().show(board, RUSSIAN)
    assert audit is not None
    line = audit.context["plot"].references[-1]
    (named,) = (fact for fact in first.context["sections"][0].facts if fact.kind == "person")
    assert named.who in line.label
    assert line.value == pytest.approx(2 / 3)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_name_of_a_line_stays_within_its_plot(folder: Path, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto((folder / "audit.ru.html").as_uri())
    plot = page.locator("svg.plot").first.bounding_box()
    names = [text.bounding_box() for text in page.locator("svg.plot text.people").all()]
    assert plot is not None
    assert len(names) == 2  # a long name takes two lines
    for name in names:
        assert name is not None
        assert name["x"] >= plot["x"] - 1
        assert name["x"] + name["width"] <= plot["x"] + plot["width"] + 1


def test_seconds_are_written_in_the_language_of_the_page(tmp_path: Path) -> None:
    with peopled(tmp_path / "bench") as bench:
        (section,) = Leaderboard().show(gather(bench, Asked()), RUSSIAN).context["sections"]
    (time,) = (row[-1].text for row in section.table.rows if "first" in row[1].text)
    assert time.endswith(" с")
