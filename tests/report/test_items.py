"""The item browser, in a real browser, through a file address."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from optotype.bench import Bench, init
from optotype.looking import say
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Gold,
    Graph,
    Item,
    Noun,
    Number,
    Option,
    Origin,
    Picture,
    Range,
    Ranking,
    Respondent,
    Run,
    Score,
    State,
)
from optotype.report.chunks import script
from tests.report.benches import FORMS, HOSTILE, RESPONDENTS
from tests.report.test_every_page import serious
from tests.samples import keep_picture

TALL: ViewportSize = {"width": 1280, "height": 13_000}
"""A window in which all rows of 120 items can be seen."""


def show(page: Page, folder: Path, view: str = "", *, name: str = "items.html") -> Page:
    """Opens the browser at a view, and waits until it is drawn."""
    page.goto(f"{(folder / name).as_uri()}{view}")
    expect(page.locator("#browser")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#item")).to_have_attribute("aria-busy", "false")
    return page


def at(**asked: str) -> str:
    """An address: `at(item="mixed/1")`; a dot in a name is written as two underscores."""
    return "#" + urlencode({name.replace("__", "."): value for name, value in asked.items()}, quote_via=quote)


def listed(page: Page) -> list[str]:
    """The ids in the list, top to bottom."""
    expect(page.locator("#item")).to_have_attribute("aria-busy", "false")
    return page.locator("#list .row-id").all_inner_texts()


def scores_of(bench: Bench, run: str, signature: str = "accuracy/1") -> dict[str, float | None]:
    return {score.item: score.value for score in bench.store.each(Score, {"run": run}) if score.signature == signature}


def states_of(bench: Bench, run: str) -> dict[str, State]:
    return {answer.item: answer.state for answer in bench.store.each(Answer, {"run": run})}


# --- an item of every form

GOLD = {
    "choice": "B b 10",
    "pictures": "C",
    "several": "A a 12 C c 12",
    "yes_no": "no",
    "number": "12.5 kg",
    "text": "blue 15",
    "cannot": "It cannot be answered from what is shown",
    "ranking": "B A C D",
    "graph": "( man , hold , umbrella ) ( umbrella , is , red ) ( man , is , tall )",
    "preference": "A",
}


@pytest.mark.parametrize("form", FORMS)
def test_an_item_is_shown_as_the_store_has_it(written: Path, bench_of_all: Bench, page: Page, form: str) -> None:
    item = bench_of_all.store.get(Item, f"mixed/{10 + FORMS.index(form)}")
    assert item is not None
    show(page, written, at(item=item.id))
    shown = page.locator("#item")
    assert shown.locator("h2").inner_text() == item.id
    for text in (item.question, item.text):
        if text:
            expect(shown.get_by_text(text, exact=True).first).to_be_visible()
    assert " ".join(shown.locator(".gold-value").inner_text().split()) == GOLD[form]
    assert shown.locator(".ask .picture.large").count() == len(item.pictures)
    assert shown.locator(".option").count() == len(item.options)
    assert shown.locator(".option .picture").count() == sum(option.picture is not None for option in item.options)
    answers = {answer.run: answer for answer in bench_of_all.store.each(Answer, {"item": item.id}) if answer.run}
    scores = list(bench_of_all.store.each(Score, {"item": item.id}))
    rows = shown.locator(".part-answers .answer")
    assert rows.count() == len(answers) == len(RESPONDENTS)
    for row in rows.all():
        respondent = row.locator("h4").inner_text()
        answer = answers[respondent.replace("/", "-")]
        if answer.raw:
            assert row.locator(".raw").inner_text() == answer.raw
        told = row.locator(".reading").inner_text()
        if answer.state is not State.GIVEN:
            words = {State.UNANSWERABLE: "said it cannot be answered"}.get(answer.state, answer.state.value)
            assert words in told
        elif isinstance(answer.value, str) and form != "graph":
            assert answer.value in told
        elif answer.value is not None and isinstance(answer.value, bool | float):
            assert say(answer.value) in told
        marks = {score.signature: score for score in scores if score.run == answer.run}
        assert row.locator(".judged li").count() == len(marks)
        for line in row.locator(".judged li").all():
            score = marks[line.locator(".metric").get_attribute("title") or ""]
            worth = "no score" if score.value is None else f"{score.value:g}"
            assert line.locator(".worth").inner_text() == worth
            assert score.note in line.inner_text()
    assert {code.inner_text() for code in shown.locator(".signatures code").all()} == {s.signature for s in scores}


def test_gold_is_told_with_its_reason(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/10"))
    assert "Decided by majority, branch: 2 of 3, answers counted: 2" in page.inner_text(".part-gold")
    show(page, written, at(item="mixed/6"))
    assert "Came with the data" in page.inner_text(".part-gold")


def test_options_tell_who_chose_them(written: Path, bench_of_all: Bench, page: Page) -> None:
    show(page, written, at(item="mixed/11"))
    chosen: dict[str, set[str]] = {}
    for answer in bench_of_all.store.each(Answer, {"item": "mixed/11"}):
        for label in answer.value if isinstance(answer.value, tuple) else ():
            chosen.setdefault(label, set()).add(answer.respondent)
    for option in page.locator(".option").all():
        names = {one.get_attribute("title") for one in option.locator(".choosers .respondent").all()}
        assert names == chosen.get(option.locator(".label").inner_text(), set())
    assert page.locator(".option.right .label").all_inner_texts() == ["C"]
    assert "right" in page.locator(".option.right").inner_text()


def test_findings_people_and_origin_are_shown(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/0"))
    assert f"stands out {HOSTILE}" in page.inner_text(".findings")
    assert "expert-1" in page.inner_text(".part-others")
    assert "by hand" in page.inner_text(".part-others")
    assert "written, test" in page.inner_text(".part-about_item")


def test_who_does_not_exist_is_called_simulated(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/1"))
    row = page.locator(".part-answers .answer", has_text="people/crowd")
    assert "simulated" in row.inner_text()


def test_a_graph_is_drawn_beside_gold_and_differences_are_marked(
    written: Path, bench_of_all: Bench, page: Page
) -> None:
    wrong = next(answer for answer in bench_of_all.store.each(Answer) if answer.value == "( man , hold , bag )")
    show(page, written, at(item=wrong.item))
    page.select_option(".part-graphs select", label=wrong.respondent)
    gold, answer = page.locator("svg.graph").all()
    assert sorted(gold.locator("text").all_text_contents()) == ["hold", "man", "red", "tall", "umbrella"]
    assert sorted(answer.locator("text").all_text_contents()) == ["bag", "hold", "man"]
    assert sorted(gold.locator("text.alone").all_text_contents()) == ["hold", "red", "tall", "umbrella"]
    assert sorted(answer.locator("text.alone").all_text_contents()) == ["bag", "hold"]
    assert page.locator(".fact-list.answer_only li").all_inner_texts() == ["( man , hold , bag )"]
    assert page.locator(".fact-list.gold_only li").count() == 3
    boxes = [box.bounding_box() for box in gold.locator(".box").all()]
    first, second = (box for box in boxes if box is not None)
    assert first["x"] + first["width"] < second["x"]


def test_a_ranking_is_shown_as_a_row_under_gold(written: Path, bench_of_all: Bench, page: Page) -> None:
    show(page, written, at(item="mixed/7"))
    rows = page.locator(".part-orders .order")
    assert rows.first.locator(".label").all_inner_texts() == ["B", "A", "C", "D"]
    orders = {
        answer.respondent: list(answer.value)
        for answer in bench_of_all.store.each(Answer, {"item": "mixed/7"})
        if isinstance(answer.value, tuple)
    }
    shown = {row.locator(".order-who").inner_text(): row for row in rows.all()[1:]}
    assert {name: row.locator(".label").all_inner_texts() for name, row in shown.items()} == orders
    for name, row in shown.items():
        fits = [label for label, right in zip(orders[name], "BACD", strict=True) if label == right]
        assert row.locator(".tile.right .label").all_inner_texts() == fits


# --- odd things: long replies, orders, scores of options, lost pictures


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A report with one item for each thing that is seldom."""
    with init(tmp_path_factory.mktemp("odd") / "bench", title="Odd") as bench:
        picture = keep_picture(bench, "one.png", "green", "One")
        texts = tuple(Option(label=label, text=f"text {label}") for label in "ABC")
        lost = Picture(id="mixed/lost.png", collection="mixed", name="lost.png")
        about: dict[str, Any] = {"collection": "mixed", "origin": Origin(kind="written", by="me"), "cluster": "c"}
        items = [
            Item(id="mixed/long", form=Choice(options=texts), question="Which?", pictures=(picture.id,), **about),
            Item(id="mixed/lost", form=Number(low=0, high=10), question="How many?", pictures=(lost.id,), **about),
            Item(id="mixed/first", form=Ranking(options=texts), question="In which order?", **about),
            Item(id="mixed/many", form=Graph(), text="a crowd", **about),
        ]
        crowd = " , ".join(
            f"( person:{n} , see , person:{(7 * n + 1) % 30} ) , ( person:{n} , is , tall )" for n in range(30)
        )
        golds = [
            Gold(item="mixed/long", accepted=(("B",),), rule="imported"),
            Gold(item="mixed/lost", accepted=(Range(low=2, high=3.5),), rule="imported"),
            Gold(item="mixed/first", accepted=(("A",), ("C",)), rule="imported"),
            Gold(item="mixed/many", accepted=(crowd,), rule="imported"),
        ]
        reply = f"{'I look closely. ' * 400}{HOSTILE} B"
        run = Run(id="m", respondent="m")

        def said(id: str, item: str, **more: Any) -> Answer:
            return Answer.model_validate(
                {"id": id, "item": item, "respondent": "m", "run": "m", "state": State.GIVEN} | more
            )

        answers = [
            said("1", "mixed/long", value=("B",), raw=reply, scores={"A": 0.2, "B": 0.75, "C": -0.5}),
            said("2", "mixed/long", value=("C",), raw="A", shown=("C", "A", "B"), seconds=2.5, cost=0.0125),
            said("3", "mixed/lost", state=State.UNREAD, raw=f"{HOSTILE}", note="names no number"),
            said("4", "mixed/first", value=("C", "B", "A"), raw="C B A"),
            said("5", "mixed/many", value="( person:1 , see , <b>bold</b> )", raw="x"),
        ]
        scores = [
            Score(item="mixed/long", run="m", metric="accuracy", signature="accuracy/1", value=0.5),
            Score(item="mixed/lost", run="m", metric="accuracy", signature="accuracy/1", value=0.0, note="unread"),
            Score(item="mixed/first", run="m", metric="accuracy", signature="accuracy/1", value=1.0),
            Score(item="mixed/many", run="m", metric="accuracy", signature="accuracy/1", value=0.0),
        ]
        nouns: list[Noun] = [
            Collection(id="mixed", format="draw"),
            picture,
            lost,
            *items,
            *golds,
            Respondent(id="m", kind="model", name="Model <i>M</i>"),
            run,
            *answers,
            *scores,
        ]
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        yield bench.report().folder


def test_a_long_reply_is_cut_until_somebody_asks(odd: Path, page: Page) -> None:
    show(page, odd, at(item="mixed/long"))
    reply = f"{'I look closely. ' * 400}{HOSTILE} B"
    raw = page.locator(".raw").first
    assert len(raw.text_content() or "") < 1000
    button = page.get_by_role("button", name=f"Show all {len(reply):,} letters")
    button.click()
    expect(raw).to_have_text(reply, use_inner_text=False)
    expect(button).to_have_count(0)
    assert page.title() == "Items · Odd"
    assert page.locator("img[onerror], main script").count() == 0


def test_an_item_that_was_asked_twice_shows_both_orders(odd: Path, page: Page) -> None:
    show(page, odd, at(item="mixed/long"))
    turns = page.locator(".turn")
    assert turns.count() == 2
    assert "Options were shown in the order C, A, B" not in turns.nth(0).inner_text()
    assert "Options were shown in the order C, A, B" in turns.nth(1).inner_text()
    assert "2.5 s · cost 0.0125" in turns.nth(1).inner_text()
    expect(page.locator(".answer .verdict")).to_have_text("partly right")
    assert {
        one.inner_text() for one in page.locator(".option", has=page.locator(".choosers")).locator(".label").all()
    } == {
        "B",
        "C",
    }


def test_scores_of_options_are_bars(odd: Path, page: Page) -> None:
    show(page, odd, at(item="mixed/long"))
    assert [row.inner_text().split() for row in page.locator(".bars > div").all()] == [
        ["A", "0.2"],
        ["B", "0.75"],
        ["C", "-0.5"],
    ]
    widths = [float(bar.get_attribute("width") or 0) for bar in page.locator(".bars .fill").all()]
    assert widths == pytest.approx([56, 100, 0.8], abs=0.01)  # -0.5 is nothing, 0.75 is all


def test_a_lost_picture_is_said_to_be_lost(odd: Path, page: Page) -> None:
    show(page, odd, at(item="mixed/lost"))
    assert "The file of this picture is missing: mixed/lost.png" in page.inner_text(".pictures")
    assert page.inner_text(".gold-value") == "2 to 3.5"
    assert "number, 0 to 10" in page.inner_text(".chips")
    assert "names no number" in page.inner_text(".reading")
    expect(page.locator(".answer .verdict")).to_have_text("no answer")


def test_first_places_of_which_any_is_right_stand_in_one_row(odd: Path, page: Page) -> None:
    show(page, odd, at(item="mixed/first"))
    assert page.locator(".order-gold .label").all_inner_texts() == ["A", "C"]
    assert page.locator(".order:not(.order-gold) .tile.right .label").all_inner_texts() == ["C"]


def test_a_large_graph_is_drawn_without_boxes_on_each_other(odd: Path, page: Page) -> None:
    show(page, odd, at(item="mixed/many"))
    boxes = page.locator("svg.graph").first.evaluate(
        """svg => [...svg.querySelectorAll('.box')]
            .map(box => ['x', 'y', 'width', 'height'].map(name => +box.getAttribute(name)))"""
    )
    assert len(boxes) == 30
    for n, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[n + 1 :]:
            apart = x + width <= other_x or other_x + other_width <= x
            assert apart or y + height <= other_y or other_y + other_height <= y
    assert "<b>bold</b>" in page.locator("svg.graph").nth(1).locator("text").all_text_contents()


# --- the list and its filters

SMALL, MINI = "acme-vision-small", "acme-vision-mini"


def counting(item: Item) -> bool:
    return "counting" in item.tags["skill"]


class Known:
    """What two runs have about each item."""

    def __init__(self, bench: Bench) -> None:
        self.small, self.mini = scores_of(bench, SMALL), scores_of(bench, MINI)
        self.exact = scores_of(bench, SMALL, "exact_match/1")
        self.states = states_of(bench, SMALL)


ASKED: list[tuple[dict[str, str], Callable[[Item, Known], bool]]] = [
    ({}, lambda item, known: True),
    ({"tag.skill": "counting"}, lambda item, known: counting(item)),
    (
        {"tag.skill": "counting", "tag.split": "val", "tag.form": "choice of texts"},
        lambda item, known: counting(item) and item.split == "val" and item.tags["kind"][0] in ("choice", "several"),
    ),
    ({"tag.origin": "generated"}, lambda item, known: item.origin.kind == "generated"),
    ({f"v.{SMALL}": "right"}, lambda item, known: known.small[item.id] == 1),
    (
        {f"v.{SMALL}": "right", f"v.{MINI}": "wrong"},
        lambda item, known: known.small[item.id] == 1 and known.mini[item.id] == 0,
    ),
    ({f"v.{SMALL}": "wrong", "metric": "exact_match/1"}, lambda item, known: known.exact.get(item.id) == 0),
    ({f"v.{SMALL}": "none"}, lambda item, known: known.states[item.id] not in (State.GIVEN, State.UNANSWERABLE)),
    ({f"v.{SMALL}": "partly"}, lambda item, known: False),
    ({f"s.{SMALL}": "unread"}, lambda item, known: known.states[item.id] is State.UNREAD),
    ({f"s.{SMALL}": "not_asked"}, lambda item, known: False),
    (
        {"q": "question 11"},
        lambda item, known: "question" in item.question.lower() and "11" in f"{item.id} {item.question}",
    ),
    ({"q": "СКОЛЬКО mixed/7"}, lambda item, known: "Сколько" in item.question and "mixed/7" in item.id),
    ({"siblings": "mixed/5"}, lambda item, known: item.cluster.startswith("mixed/5 ")),
    ({"tag.skill": "nobody has this"}, lambda item, known: False),
    ({"v.no-such-run": "right"}, lambda item, known: False),
]


@pytest.mark.parametrize(("asked", "fits"), ASKED)
def test_filters_give_the_items_that_the_store_gives(
    written: Path, bench_of_all: Bench, page: Page, asked: dict[str, str], fits: Callable[[Item, Known], bool]
) -> None:
    page.set_viewport_size(TALL)
    show(page, written, f"#{urlencode(asked, quote_via=quote)}")
    known = Known(bench_of_all)
    expected = [item.id for item in bench_of_all.store.each(Item) if fits(item, known)]
    expect(page.locator("#count")).to_have_text(f"{len(expected)} of 120" if asked else "120")
    assert listed(page) == expected
    assert page.locator("#nothing").is_visible() == (not expected)


def test_several_values_of_a_tag_mean_any_and_several_verdicts_too(
    written: Path, bench_of_all: Bench, page: Page
) -> None:
    page.set_viewport_size(TALL)
    show(page, written, f"#tag.level=1&tag.level=3&v.{SMALL}=wrong&v.{SMALL}=none")
    scores = scores_of(bench_of_all, SMALL)
    assert listed(page) == [
        item.id
        for item in bench_of_all.store.each(Item)
        if item.tags["level"][0] in "13" and scores[item.id] in (0, None)
    ]


def test_filters_are_set_by_hand_and_stand_in_the_address(written: Path, bench_of_all: Bench, page: Page) -> None:
    show(page, written)
    page.keyboard.press("f")
    panel = page.locator("#filters")
    expect(panel).to_be_visible()
    panel.get_by_role("button", name=re.compile("^counting")).click()
    panel.get_by_label("Verdict on acme/vision-small").select_option("wrong")
    panel.get_by_label("State of acme/vision-mini").select_option("given")
    scores, states = scores_of(bench_of_all, SMALL), states_of(bench_of_all, MINI)
    expected = [
        item.id
        for item in bench_of_all.store.each(Item)
        if counting(item) and scores[item.id] == 0 and states[item.id] is State.GIVEN
    ]
    expect(page.locator("#count")).to_have_text(f"{len(expected)} of 120")
    assert page.url.endswith(f"#tag.skill=counting&v.{SMALL}=wrong&s.{MINI}=given")
    page.reload()
    expect(page.locator("#count")).to_have_text(f"{len(expected)} of 120")
    assert page.locator("#chosen .chip").count() == 3
    page.get_by_role("button", name="Remove: skill: counting").click()
    assert "tag.skill" not in page.url
    page.get_by_role("button", name="Clear all").first.click()
    expect(page.locator("#count")).to_have_text("120")


def test_values_of_tags_say_how_many_items_they_would_leave(written: Path, bench_of_all: Bench, page: Page) -> None:
    show(page, written, at(tag__split="val"))
    page.keyboard.press("f")
    count = sum(item.split == "val" and counting(item) for item in bench_of_all.store.each(Item))
    expect(page.locator("#filters").get_by_role("button", name=re.compile("^counting"))).to_have_text(
        f"counting{count}"
    )
    tests = sum(item.split == "test" for item in bench_of_all.store.each(Item))
    expect(page.locator("#filters").get_by_role("button", name=re.compile("^test"))).to_have_text(f"test{tests}")


def test_typing_searches_at_once(written: Path, page: Page) -> None:
    show(page, written)
    page.keyboard.press("/")
    page.keyboard.type("question 99")
    expect(page.locator("#count")).to_have_text("1 of 120")
    expect(page.locator("#item h2")).to_have_text("mixed/99")
    page.keyboard.press("Escape")
    expect(page.locator("#count")).to_have_text("120")


def test_siblings_are_a_click_away(written: Path, bench_of_all: Bench, page: Page) -> None:
    page.set_viewport_size(TALL)
    show(page, written, at(item="mixed/5"))
    item = bench_of_all.store.get(Item, "mixed/5")
    assert item is not None
    siblings = [other.id for other in bench_of_all.store.each(Item) if other.cluster == item.cluster]
    page.get_by_role("link", name=f"show its siblings: {len(siblings)}").click()
    expect(page.locator("#count")).to_have_text(f"{len(siblings)} of 120")
    assert listed(page) == siblings


def test_a_tag_of_an_item_leads_to_all_that_have_it(written: Path, bench_of_all: Bench, page: Page) -> None:
    show(page, written, at(item="mixed/4"))
    page.get_by_role("link", name="level: 5").click()
    count = sum(item.tags["level"] == ("5",) for item in bench_of_all.store.each(Item))
    expect(page.locator("#count")).to_have_text(f"{count} of 120")


def test_marks_in_the_list_are_the_verdicts_of_the_store(written: Path, bench_of_all: Bench, page: Page) -> None:
    page.set_viewport_size(TALL)
    show(page, written)
    scores, states = scores_of(bench_of_all, SMALL), states_of(bench_of_all, SMALL)
    for row in page.locator("#list .row").all()[:40]:
        id = row.locator(".row-id").inner_text()
        silent = states[id] not in (State.GIVEN, State.UNANSWERABLE)
        word = "no answer" if silent else {1.0: "right", 0.0: "wrong"}[scores[id] or 0.0]
        assert row.locator(f".cell[title='acme/vision-small: {word}']").count() == 1


def test_a_named_list_is_shown_in_its_order(written: Path, page: Page, tmp_path: Path) -> None:
    folder = copied(written, tmp_path)
    places = [17, 3, 99]
    (folder / "data/lists.js").write_bytes(script("lists", [{"name": "odd", "title": "Odd ones", "places": places}]))
    frame = (folder / "items.html").read_text()
    (folder / "items.html").write_text(frame.replace('id="browser"', 'id="browser" data-lists'))
    show(page, folder, "#list=odd")
    assert listed(page) == [f"mixed/{place}" for place in places]
    assert "Odd ones" in page.inner_text("#chosen")
    page.keyboard.press("f")
    assert "Odd ones (3)" in page.locator("#filters select").first.inner_text()


# --- one item, by link and by key


def test_a_link_shows_one_item(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/77"))
    expect(page.locator("#item h2")).to_have_text("mixed/77")
    chosen = page.locator("#list [aria-selected=true]")
    assert chosen.locator(".row-id").inner_text() == "mixed/77"
    expect(chosen).to_be_in_viewport()
    assert chosen.get_attribute("id") == page.locator("#list").get_attribute("aria-activedescendant")
    assert "78 of 120" in page.inner_text(".item-bar")


def test_a_link_to_an_item_that_is_not_there_says_so(written: Path, page: Page) -> None:
    show(page, written, at(item=f"mixed/{HOSTILE}"))
    assert f"no item called mixed/{HOSTILE}" in page.inner_text("#item")


def test_keys_walk_through_the_items(written: Path, page: Page) -> None:
    show(page, written, at(tag__level="2"))
    heading = page.locator("#item h2")
    expect(heading).to_have_text("mixed/1")
    for key, expected in (("j", "mixed/9"), ("j", "mixed/17"), ("k", "mixed/9"), ("ArrowRight", "mixed/17")):
        page.keyboard.press(key)
        expect(heading).to_have_text(expected)
    assert page.url.endswith("#item=mixed%2F17&tag.level=2")
    page.locator("#list").focus()
    for key, expected in (("ArrowUp", "mixed/9"), ("End", "mixed/113"), ("Home", "mixed/1"), ("ArrowDown", "mixed/9")):
        page.keyboard.press(key)
        expect(heading).to_have_text(expected)
    expect(page.locator("#said")).to_have_text("Item mixed/9, 2 of 15")


def test_a_question_mark_shows_the_keys_and_escape_closes_them(written: Path, page: Page) -> None:
    show(page, written)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("#filters")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#filters")).to_be_hidden()
    expect(page.locator("#filters-button")).to_be_focused()


def test_letters_in_the_search_field_are_only_letters(written: Path, page: Page) -> None:
    show(page, written)
    page.locator("#search").focus()
    page.keyboard.type("jkfz?")
    expect(page.locator("#search")).to_have_value("jkfz?")
    expect(page.locator("#filters")).to_be_hidden()


def test_a_picture_is_enlarged_by_key_wheel_and_drag(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/11"))
    page.keyboard.press("z")
    image = page.locator("#zoom img")
    expect(image).to_be_visible()

    def box() -> dict[str, float]:
        found = image.bounding_box()
        assert found is not None
        return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}

    page.wait_for_function("document.querySelector('#zoom img').style.transform !== ''")
    whole = box()
    page.keyboard.press("+")
    assert box()["width"] == pytest.approx(1.35 * whole["width"], rel=0.01)
    page.keyboard.press("-")
    assert box()["width"] == pytest.approx(whole["width"], rel=0.01)
    page.mouse.move(whole["x"] + 10, whole["y"] + 10)
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        f"document.querySelector('#zoom img').getBoundingClientRect().width > {1.5 * whole['width']}"
    )
    assert box()["x"] + 10 * box()["width"] / whole["width"] == pytest.approx(whole["x"] + 10, abs=1)
    before = box()
    page.mouse.down()
    page.mouse.move(whole["x"] + 60, whole["y"] + 40)
    page.mouse.up()
    assert (box()["x"] - before["x"], box()["y"] - before["y"]) == pytest.approx((50, 30), abs=1)
    page.keyboard.press("0")
    assert box() == pytest.approx(whole, abs=1)
    assert "1 of 5" in page.inner_text(".zoom-caption")
    page.keyboard.press("PageDown")
    expect(page.locator(".zoom-caption")).to_contain_text("Figure 1 (2 of 5)")
    page.keyboard.press("Escape")
    expect(page.locator("#zoom")).to_be_hidden()
    page.locator(".option .picture").nth(1).click()
    expect(page.locator(".zoom-caption")).to_contain_text("Figure 2 (3 of 5)")


def test_a_narrow_window_shows_one_thing_at_a_time(written: Path, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    show(page, written)
    expect(page.locator("#list")).to_be_visible()
    expect(page.locator("#item")).to_be_hidden()
    page.locator("#list .row").nth(2).click()
    expect(page.locator("#item h2")).to_have_text("mixed/2")
    expect(page.locator("#list")).to_be_hidden()
    page.get_by_role("button", name="All items").click()
    expect(page.locator("#list")).to_be_visible()
    expect(page.locator("#item")).to_be_hidden()
    page.locator("#list .row").nth(3).click()
    expect(page.locator("#item h2")).to_have_text("mixed/3")
    page.go_back()
    expect(page.locator("#list")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_print_shows_the_item_and_not_the_list(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/10"))
    page.emulate_media(media="print")
    expect(page.locator("#list")).to_be_hidden()
    expect(page.locator("#search")).to_be_hidden()
    expect(page.locator("#item h2")).to_be_visible()
    assert page.locator("#item").evaluate("item => item.scrollHeight <= item.clientHeight")


def test_russian_speaks_russian_and_keeps_the_item(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/13"))
    page.click(".tools a")
    expect(page.locator("#item .gold-value")).to_have_text("нет")
    assert page.url.endswith("items.ru.html#item=mixed%2F13")
    show(page, written, at(item="mixed/14"), name="items.ru.html")
    assert page.inner_text(".gold-value") == "12,5 kg"
    page.keyboard.press("f")
    assert "выбор из картинок" in page.inner_text("#filters")
    left = page.evaluate("[...document.querySelectorAll('main, dialog')].map(part => part.textContent).join()")
    assert "items." not in left


# --- hostile text, many items, lost files, people who do not see


@pytest.mark.parametrize("number", [0, 11, 18])
def test_no_text_becomes_markup(written: Path, page: Page, number: int) -> None:
    show(page, written, at(item=f"mixed/{number}", q="", tag__kind=FORMS[number % 10]))
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    page.keyboard.press("Escape")
    page.wait_for_timeout(200)
    assert page.title() == "Items · Eye <chart> & more"
    assert page.locator("img[onerror], img[src=x], body script").count() == 0


def test_what_an_address_says_is_never_markup(written: Path, page: Page) -> None:
    bad = quote(HOSTILE)
    show(page, written, f"#tag.{bad}={bad}&v.{bad}={bad}&s.{bad}={bad}&metric={bad}&list={bad}&siblings={bad}&q={bad}")
    page.keyboard.press("f")
    assert page.locator("#chosen .chip").count() == 6
    assert "owned" not in page.title()
    assert page.locator("img[onerror], body script").count() == 0
    page.get_by_role("button", name="Clear all").first.click()
    expect(page.locator("#count")).to_have_text("120")


def copied(written: Path, folder: Path) -> Path:
    """A report to be changed."""
    return Path(shutil.copytree(written, folder / "copy"))


MANY = 20_000


@pytest.fixture
def many(written: Path, tmp_path: Path) -> Path:
    """The browser with twenty thousand items and five runs."""
    folder = copied(written, tmp_path)
    places = list(range(MANY))
    index = {
        "size": 100,
        "ids": [f"many/{place}" for place in places],
        "clusters": [place // 7 for place in places],
        "tags": {"parity": [["even", places[::2]], ["odd", places[1::2]]]},
        "states": [state.value for state in State],
        "signatures": [["accuracy/1", "accuracy"]],
        "order": list(range(5)),
        "runs": [
            {
                "id": f"r{run}",
                "name": f"r{run}",
                "kind": "model",
                "simulated": False,
                "states": "1" * MANY,
                "verdicts": ["".join("09"[(place + run) % 2] for place in places)],
            }
            for run in range(5)
        ],
    }
    item = {"form": "yes_no", "cluster": "c", "origin": ["written", "me"], "question": "Is it?"}
    for number in range(MANY // 100):
        chunk = {
            "runs": [],
            "signatures": [],
            "items": [item | {"id": f"many/{number * 100 + place}"} for place in range(100)],
        }
        (folder / f"data/items/{number}.js").write_bytes(script(f"items/{number}", chunk))
    (folder / "data/index.js").write_bytes(script("index", index))
    (folder / "data/questions.js").write_bytes(script("questions", [f"Is {place} even?" for place in places]))
    (folder / "data/faces.js").write_bytes(script("faces", {"files": [], "of": [-1] * MANY}))
    return folder


def test_twenty_thousand_items_are_few_rows(many: Path, page: Page) -> None:
    show(page, many)
    rows = page.locator("#list .row")
    expect(page.locator("#count")).to_have_text("20,000")
    assert rows.count() < 30
    for share in (0.1, 0.55, 0.9, 0.2):
        page.locator("#list").evaluate("(list, share) => { list.scrollTop = share * list.scrollHeight; }", share)
        page.wait_for_timeout(100)
        assert 5 < rows.count() < 30
        first = json.loads(page.locator("#list").evaluate("list => JSON.stringify(list.scrollTop / 94)"))
        visible = [int(text.removeprefix("many/")) for text in page.locator("#list .row-id").all_inner_texts()]
        assert int(first) in visible
        assert visible == sorted(visible)
    page.locator("#list").focus()
    page.keyboard.press("End")
    expect(page.locator("#item h2")).to_have_text(f"many/{MANY - 1}")
    expect(page.locator("#list [aria-selected=true]")).to_be_in_viewport()


def test_twenty_thousand_items_are_filtered_at_once(many: Path, page: Page) -> None:
    show(page, many)
    page.locator("#search").fill("is 1999 even")
    expect(page.locator("#count")).to_have_text("12 of 20,000")  # 1999, 11999, and 19990 to 19999
    page.locator("#search").fill("")
    expect(page.locator("#count")).to_have_text("20,000")
    spent = page.evaluate(
        """async () => {
            const begun = performance.now();
            location.hash = '#tag.parity=odd&v.r0=right&v.r1=wrong';
            const count = document.querySelector('#count');
            while (!count.textContent.startsWith('10,000')) await new Promise(requestAnimationFrame);
            return performance.now() - begun;
        }"""
    )
    assert spent < 1000


def test_a_file_that_cannot_be_loaded_is_named(written: Path, browser: Browser, tmp_path: Path) -> None:
    folder = copied(written, tmp_path)
    (folder / "data/items/1.js").rename(folder / "data/items/1.bak")
    page = browser.new_page()
    page.goto(f"{(folder / 'items.html').as_uri()}#item=mixed/105")
    expect(page.locator("#item [role=alert]")).to_contain_text("data/items/1.js cannot be loaded")
    whole = (folder / "data/items/1.bak").read_bytes()
    (folder / "data/items/1.js").write_bytes(whole[: len(whole) // 2])
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#item [role=alert]")).to_contain_text("data/items/1.js cannot be loaded")
    (folder / "data/items/1.js").write_bytes(whole)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#item h2")).to_have_text("mixed/105")
    page.close()


@pytest.fixture
def looked_at(browser: Browser) -> Iterator[Page]:
    """A page for axe, which asks for style sheets in a way that file addresses refuse, and goes on without them."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    yield page
    page.close()


@pytest.mark.parametrize(("form", "width"), [("choice", 1280), ("pictures", 390), ("ranking", 1280), ("graph", 390)])
def test_axe_finds_nothing_serious_in_an_item(written: Path, looked_at: Page, form: str, width: int) -> None:
    looked_at.set_viewport_size({"width": width, "height": 900})
    show(looked_at, written, at(item=f"mixed/{FORMS.index(form)}"))
    assert not serious(looked_at)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_filters_and_dialogs(written: Path, looked_at: Page, theme: str) -> None:
    looked_at.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    show(looked_at, written, at(tag__skill="counting", item="mixed/0"))
    looked_at.locator("#legend summary").click()
    looked_at.keyboard.press("f")
    assert not serious(looked_at)
    looked_at.keyboard.press("Escape")
    looked_at.keyboard.press("z")
    assert not serious(looked_at)
    looked_at.keyboard.press("Escape")
    looked_at.keyboard.press("?")
    assert not serious(looked_at)
