"""Batches of questions for a crowd, in a browser and by what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.records import Answer, Choice, Collection, Gold, Item, Noun, Number, ShortText, State
from optotype.selecting import Selection
from optotype.studio import bundles
from optotype.studio.blocks import Choose, Clock, Guidelines, fields
from optotype.studio.desk import HELD, WORK, Turn
from optotype.studio.opening import make_project
from optotype.studio.people import Person
from optotype.studio.projects import Project
from optotype.studio.screens.crowd_batch import AGES, FIRST, LAST, CrowdBatch
from optotype.web.words import Words
from tests.browsing import OVERFLOW, serious
from tests.studio import crowds
from tests.studio.crowds import BACKGROUND, CHECKS, ICONS, icons, opened_link
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown, settle
from tests.studio.screens.sheets import item, picture, texts

ENGLISH = Words("en", "optotype.studio")
MIXED = Project(
    id="mixed",
    title="Mixed",
    screen="crowd_batch",
    guidelines="A batch has **three** questions.",
    checks=CHECKS,
    background=BACKGROUND,
)


def mixed(bench: Workbench) -> None:
    """A choice, a number and a short text."""
    records: list[Noun] = [
        Collection(id="set", format="iconqa"),
        picture(bench, "figure.png", "red"),
        item("choice", form=Choice(options=texts("one", "two"))),
        item("amount", form=Number(low=0, high=10)),
        item("text", form=ShortText()),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with a batch of three questions of different forms, and background questions before it."""
    with opened(tmp_path / "bench", MIXED, filled=mixed) as house:
        yield house


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[House]:
    """A studio with batches of three and a planted question in each."""
    with opened(tmp_path / "bench", ICONS, filled=icons) as house:
        yield house


def stored(house: House) -> list[Answer]:
    return list(house.bench.store.each(Answer))


def at(page: Page, title: str) -> None:
    expect(page.locator("#sheet .page-head h2")).to_have_text(title)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def choose(page: Page, field: str, text: str) -> None:
    """Chooses an option by the mouse."""
    page.locator(f"[data-field={field}] .option-text").get_by_text(text, exact=True).click()


def come(page: Page, house: House, link: str) -> None:
    """Comes in by an open link, in a browser that nobody is signed in with."""
    page.context.clear_cookies()
    page.goto(f"{house.address}{link}")
    page.get_by_role("button", name="Begin").click()
    settle(page)


def answer_all(page: Page, age: str = "19 to 29") -> None:
    """Does a batch of the crowded studio, by the mouse, and well."""
    at(page, "Instructions")
    page.click("#next")
    for field, text in (("check1", "3"), ("check2", "say so"), ("check3", "no"), (FIRST, age)):
        choose(page, field, text)
    page.click("#next")
    while not page.locator(f"[data-field={LAST}]").count():
        fourth = page.get_by_text("Choose the fourth option.").count()
        page.locator("#sheet .option").nth(3 if fourth else 0).click()
        page.click("#next")
    choose(page, LAST, age)
    page.click("#hand-in")


# --- in a browser


def test_by_keyboard_from_background_questions_to_the_last_page(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "mixed")
    at(page, "First, a little about you")
    press(page, "2", "n", "n")
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    at(page, "Instructions")
    expect(page.locator("#sheet")).to_contain_text("A batch has three questions.")
    press(page, "Enter")
    at(page, "Before you begin")
    press(page, "2", "2", "2", "3", "Enter")
    at(page, "Question 1 of 3")
    press(page, "2", "Enter")
    at(page, "Question 2 of 3")
    press(page, "n")
    page.keyboard.type("7")
    press(page, "Enter")
    at(page, "Question 3 of 3")
    page.wait_for_timeout(200)  # somebody thinks about it
    press(page, "Tab")
    page.locator("[data-field=q3-answer] input").focus()
    page.keyboard.type("a house")
    press(page, "Enter")
    at(page, "At the end")
    press(page, "4", "Enter")
    page.wait_for_selector("#sheet .door")
    found = stored(house)
    assert [(answer.item, answer.state, answer.value) for answer in found] == [
        ("set/choice", State.GIVEN, ("B",)),
        ("set/amount", State.GIVEN, 7.0),
        ("set/text", State.GIVEN, "a house"),
    ]
    assert all(0 < (answer.seconds or 0) < 60 for answer in found)
    thought = [answer.seconds or 0 for answer in found]
    assert thought[2] >= 0.2
    assert min(thought[:2]) != thought[2]  # each question has a time of its own
    passed = {"check1": True, "check2": True, "check3": True, "age": True}
    assert [answer.extra["studio"]["batch"] for answer in found] == ["batch/1"] * 3
    assert [answer.extra["studio"]["checks"] for answer in found] == [passed] * 3
    assert found[0].extra["studio"]["age"] == "19-29"


def test_by_mouse_somebody_comes_by_a_link_and_gets_a_code_for_each_batch(crowded: House, page: Page) -> None:
    link = opened_link(crowded)
    come(page, crowded, f"{link}?worker=W1")
    answer_all(page)
    code = page.locator("#code")
    expect(code).to_be_visible()
    first = code.inner_text()
    assert [(answer.item, answer.value) for answer in stored(crowded)] == [
        (f"set/icon-{number}", ("A",)) for number in (1, 2, 3)
    ]
    page.reload()
    expect(code).to_have_text(first)
    page.goto(f"{crowded.address}{link}?worker=W1")
    expect(code).to_have_text(first)
    page.click("#another")
    answer_all(page)
    expect(code).not_to_have_text(first)
    expect(page.locator("#sheet li")).to_have_text([first])
    assert len(stored(crowded)) == 6
    assert not serious(page)


def test_what_is_missing_on_a_page_is_told_before_the_next_one_opens(
    house: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, house, "mixed")
    page.click("#go-on")
    expect(page.locator("[data-field=background1] .complaint")).to_have_text("This is still empty.")
    choose(page, "background1", "other")
    page.get_by_label("Years of experience").fill("1")
    page.click("#go-on")
    at(page, "Instructions")
    page.click("#next")
    choose(page, "check1", "3")
    page.click("#next")
    at(page, "Before you begin")
    expect(page.locator("[data-field=check2] .complaint")).to_have_text("This is still empty.")
    press(page, "2", "n", "2", "n", "6", "Enter")
    at(page, "Question 1 of 3")


@pytest.fixture
def answered(house: House) -> House:
    """The same studio; Anna has said what is asked about her."""
    client = house.client("Anna")
    said = {"background1": "other", "background2": 3}
    assert client.post("/api/projects/mixed/background", json={"filled": said}).status_code == 200
    return house


def to_question(page: Page, number: int) -> None:
    """Goes to a question of the mixed batch, by the keyboard."""
    at(page, "Instructions")
    press(page, "Enter")
    at(page, "Before you begin")
    press(page, "2", "2", "2", "3", "Enter")
    at(page, "Question 1 of 3")
    if number > 1:
        press(page, "1", "Enter")
        at(page, "Question 2 of 3")


def test_a_draft_survives_a_reload_with_its_page_and_its_seconds(
    answered: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, answered, "mixed")
    to_question(page, 2)
    page.get_by_label("Your answer").fill("9")
    expect(page.locator("#status")).to_have_text("Saved")
    page.evaluate("localStorage.clear()")  # as on another device
    page.reload()
    settle(page)
    at(page, "Question 3 of 3")
    press(page, "b")
    at(page, "Question 2 of 3")
    expect(page.get_by_label("Your answer")).to_have_value("9")
    press(page, "b")
    expect(page.get_by_role("radio", name="A one")).to_be_checked()


def test_what_the_server_refuses_is_told_on_the_page_where_it_stands(
    answered: House, blank: Page, sit_down: SitDown
) -> None:
    page = sit_down(blank, answered, "mixed")
    to_question(page, 2)
    page.get_by_label("Your answer").fill("11")
    page.click("#next")
    page.get_by_label("Your answer").fill("a house")
    page.click("#next")
    choose(page, LAST, "9 to 18")
    page.click("#hand-in")
    at(page, "Question 2 of 3")
    expect(page.locator("[data-field=q2-answer] .complaint")).to_have_text("A number from 0 to 10 was expected.")
    assert stored(answered) == []
    page.get_by_label("Your answer").fill("10")
    page.click("#next")
    page.click("#next")
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    checks = cast("dict[str, bool]", stored(answered)[0].extra["studio"]["checks"])
    assert [name for name, passed in checks.items() if not passed] == ["age"]


def test_who_does_not_know_says_why_and_goes_on(answered: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, answered, "mixed")
    to_question(page, 1)
    page.get_by_role("button", name="I don't know").click()
    page.click("#next")
    expect(page.locator("[data-field=q1-reason] .complaint")).to_be_visible()
    page.get_by_label("Why don't you know?").fill("blurred")
    page.click("#next")
    at(page, "Question 2 of 3")


def test_each_page_tells_a_screen_reader_where_it_is(answered: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, answered, "mixed")
    to_question(page, 1)
    expect(page.locator("#sheet h2")).to_be_focused()
    expect(page.get_by_role("progressbar", name="Page 3 of 6")).to_have_attribute("value", "3")


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_has_anything_serious_or_sticks_out(crowded: House, blank: Page, width: int) -> None:
    page = blank
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if width < 1000 else "light")
    page.context.clear_cookies()
    page.goto(f"{crowded.address}{opened_link(crowded)}")
    found = {"door": serious(page)}
    page.get_by_role("button", name="Begin").click()
    settle(page)
    while page.locator("#next").count():
        title = page.inner_text("#sheet h2")
        found[title] = serious(page)
        assert page.evaluate(OVERFLOW) <= 0
        for field in page.locator("#sheet [data-field]:visible").all():
            field.locator("input").first.check()
        page.click("#next")
        expect(page.locator("#sheet h2")).not_to_have_text(title)
    assert {title: problems for title, problems in found.items() if problems} == {}
    assert len(found) == 7  # the door, two pages before, three questions and the planted one


@pytest.mark.parametrize("width", [1280, 390])
def test_the_board_lists_codes_and_what_people_said(
    answered: House, blank: Page, sit_down: SitDown, width: int
) -> None:
    page = blank
    page.set_viewport_size({"width": width, "height": 844})
    link = opened_link(answered, "mixed")
    client = crowds.come(answered, link, "W1")
    client.post("/api/projects/mixed/background", json={"filled": {"background1": "physics", "background2": 1}})
    given = crowds.take(client, "mixed")["given"]
    filled = {"check1": "2", "check2": "guess", "check3": "yes", FIRST: "9-18", LAST: "9-18"}
    filled |= {"q1-answer": "A", "q2-answer": "1", "q3-answer": "x"}
    body = {"id": "some-work", "filled": filled, "seconds": 9.0}
    (code,) = client.post(f"/api/turns/{given['turn']}/hand-in", json=body).json()["codes"]
    cookies = answered.client("Ada").cookies
    page.context.clear_cookies()
    page.context.add_cookies([{"name": key, "value": value, "url": answered.address} for key, value in cookies.items()])
    page.goto(f"{answered.address}/board/projects/mixed")
    expect(page.get_by_role("row", name=code)).to_contain_text("failed: check1, check2, check3")
    expect(page.get_by_role("row", name="Field of work")).to_contain_text("Said: 2")
    expect(page.locator("code.link")).to_have_text(f"{answered.address}{link}")
    assert not serious(page)
    page.get_by_role("button", name="Count people who failed a check no longer").click()
    expect(page.get_by_role("row", name=code)).to_contain_text("not counted")
    expect(page.get_by_role("row", name="Field of work")).to_contain_text("Said: 1")
    page.get_by_role("button", name="Close the open link").click()
    expect(page.get_by_role("button", name="Open a link for anybody")).to_be_visible()


def test_in_russian_it_is_russian(crowded: House, blank: Page) -> None:
    page = blank
    page.context.clear_cookies()
    page.set_extra_http_headers({"accept-language": "ru"})
    try:
        page.goto(f"{crowded.address}{opened_link(crowded)}")
        page.get_by_role("button", name="Начать").click()
        at(page, "Инструкция")
        page.click("#next")
        at(page, "Прежде чем начать")
        expect(page.get_by_role("group", name="Сколько вам лет?")).to_be_visible()
    finally:
        page.set_extra_http_headers({})


# --- how batches are made


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    with init(tmp_path / "bench") as bench:
        icons(bench)
        yield bench


def kept(bench: Workbench, project: str) -> dict[str, list[str]]:
    """The items of each batch; a star marks the planted one."""
    with bench.store.engine.connect() as connection:
        return {
            subject: [one.item + "*" * one.planted for one in bundles.items_of(connection, project, subject)]
            for subject in ("batch/1", "batch/2", "batch/3", "batch/4")
        }


def test_items_are_split_in_their_order_and_the_last_batch_may_be_smaller(bench: Workbench) -> None:
    assert make_project(bench, ICONS) == 3
    found = kept(bench, "icons")
    asked = [[item for item in items if "*" not in item] for items in found.values()]
    names = [f"set/icon-{number}" for number in range(1, 8)]
    assert asked == [names[:3], names[3:6], names[6:], []]
    assert [items.count("plain/planted*") for items in found.values()] == [1, 1, 1, 0]
    assert all(not items[0].endswith("*") for items in found.values() if items)


def test_the_same_items_make_the_same_batches(bench: Workbench) -> None:
    first, second = (list(CrowdBatch(size=3).bundles(bench, ICONS, Selection())) for _ in range(2))
    assert first == second
    assert make_project(bench, ICONS.model_copy(update={"id": "again"})) == 3


def test_twenty_questions_are_a_batch_unless_it_is_said_otherwise(bench: Workbench) -> None:
    (batch,) = CrowdBatch().bundles(bench, ICONS.model_copy(update={"planted": ()}), Selection())
    assert len(batch.items) == 8
    assert CrowdBatch().size == 20


@pytest.mark.parametrize(
    ("planted", "told"),
    [("nothing", "no collection and no item"), ("set/icon-1", "no right answer"), ("set", "no right")],
)
def test_what_cannot_be_planted_is_told(bench: Workbench, planted: str, told: str) -> None:
    with pytest.raises(OptotypeError, match=told):
        make_project(bench, ICONS.model_copy(update={"planted": (planted,)}))


def test_a_planted_item_may_be_named_by_itself(bench: Workbench) -> None:
    make_project(bench, ICONS.model_copy(update={"planted": ("plain/planted",)}))
    assert kept(bench, "icons")["batch/1"].count("plain/planted*") == 1


def test_the_age_group_is_asked_in_two_orders(bench: Workbench) -> None:
    make_project(bench, ICONS)
    turn = Turn(1, 1, "icons", "a1", 1, HELD, 0.0, 1e12, None, False, "batch/1", 0, WORK)
    asked = {field.name: field for field in fields(CrowdBatch(size=3).show(bench, turn, ENGLISH))}
    first, last = asked[FIRST], asked[LAST]
    assert isinstance(first, Choose)
    assert isinstance(last, Choose)
    assert [option.value for option in first.options] == list(AGES)
    assert [option.value for option in last.options] == list(AGES)[::-1]
    without = [field.name for field in fields(CrowdBatch(size=3, age=False).show(bench, turn, ENGLISH))]
    assert not {FIRST, LAST} & set(without)


def test_without_guidelines_and_checks_there_are_questions_alone(bench: Workbench) -> None:
    bare = Project(id="bare", title="Bare", screen="crowd_batch:size=3,age=false")
    make_project(bench, bare)
    turn = Turn(1, 1, "bare", "a1", 1, HELD, 0.0, 1e12, None, False, "batch/1", 0, WORK)
    pages = CrowdBatch(size=3, age=False).show(bench, turn, ENGLISH)
    assert len(pages) == 3
    assert Guidelines() not in [block for page in pages for block in vars(page)["blocks"]]
    assert CrowdBatch(age=False).checks(bench, turn, {}) == {}


def test_a_planted_text_may_be_written_in_any_letters(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        written = item("written", id="plain/written", collection="plain", form=ShortText())
        writer.write(add=[written, Gold(item=written.id, accepted=("Four",), rule="written")])
    make_project(bench, ICONS.model_copy(update={"planted": ("plain/written",), "checks": ()}))
    turn = Turn(1, 1, "icons", "a1", 1, HELD, 0.0, 1e12, None, False, "batch/1", 0, WORK)
    place = kept(bench, "icons")["batch/1"].index("plain/written*") + 1
    screen = CrowdBatch(size=3, age=False)
    assert screen.checks(bench, turn, {f"q{place}-answer": "four"}) == {"planted": True}
    assert screen.checks(bench, turn, {f"q{place}-answer": "five"}) == {"planted": False}


def test_an_item_that_has_gone_since_is_left_out(bench: Workbench) -> None:
    make_project(bench, ICONS)
    turn = Turn(1, 1, "icons", "a1", 1, HELD, 0.0, 1e12, None, False, "batch/1", 0, WORK)
    with bench.store.event("test") as writer:
        writer.write(remove={Item: ["set/icon-2"]})
    screen = CrowdBatch(size=3)
    titles = [vars(page)["title"] for page in screen.show(bench, turn, ENGLISH)]
    assert titles[2:5] == ["Question 1 of 3", "Question 2 of 3", "Question 3 of 3"]
    anna = Person("a1", "Anna", "annotator")
    filled = {field.name: "A" for field in fields(screen.show(bench, turn, ENGLISH)) if not isinstance(field, Clock)}
    assert [record.item for record in screen.keep(bench, turn, anna, filled)] == ["set/icon-1", "set/icon-3"]
    assert screen.keep(bench, replace(turn, subject="batch/9"), anna, {}) == []
