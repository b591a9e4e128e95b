"""The item browser, in a real browser, through a file address."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from optotype import Workbench, init
from optotype.facets import form_name
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
    Review,
    Run,
    Score,
    State,
)
from optotype.report.board import Asked, gather
from optotype.report.chunks import script
from optotype.report.pages.tags import Tags, value_name
from optotype.report.plots import Panels
from optotype.running import under_way
from optotype.web.words import LANGUAGES, Words
from tests.browsing import Theme, change_theme, serious
from tests.report.benches import FORMS, HOSTILE, RESPONDENTS, WHEN, pages_of
from tests.report.test_live import ITEMS, RUN, answered, left, put, question, serving
from tests.samples import keep_picture

TALL: ViewportSize = {"width": 1280, "height": 13_000}
"""A window in which all rows of 120 items can be seen."""


def show(page: Page, folder: Path, view: str = "", *, name: str = "items.html") -> Page:
    """Opens the browser at a view, and waits until it is drawn."""
    page.goto(f"{(folder / name).as_uri()}{view}")
    page.evaluate("new Promise(setTimeout)")  # a page that is there already hears of its new address a little later
    expect(page.locator("#browser")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#item")).to_have_attribute("aria-busy", "false")
    if (item := parse_qs(view[1:]).get("item")) and page.locator("#item h2").count():
        expect(page.locator("#item h2")).to_have_text(item[0])
    return page


def at(**asked: str) -> str:
    """An address: `at(item="mixed/1")`; a dot in a name is written as two underscores."""
    return "#" + urlencode({name.replace("__", "."): value for name, value in asked.items()}, quote_via=quote)


def listed(page: Page) -> list[str]:
    """The ids in the list, top to bottom."""
    expect(page.locator("#item")).to_have_attribute("aria-busy", "false")
    return page.locator("#list .row-id").all_inner_texts()


def scores_of(bench: Workbench, run: str, signature: str = "accuracy/1") -> dict[str, float | None]:
    return {score.item: score.value for score in bench.store.each(Score, {"run": run}) if score.signature == signature}


def states_of(bench: Workbench, run: str) -> dict[str, State]:
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
def test_an_item_is_shown_as_the_store_has_it(written: Path, bench_of_all: Workbench, still: Page, form: str) -> None:
    item = bench_of_all.store.get(Item, f"mixed/{10 + FORMS.index(form)}")
    assert item is not None
    show(still, written, at(item=item.id))
    shown = still.locator("#item")
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


def test_gold_is_told_with_its_reason(written: Path, still: Page) -> None:
    show(still, written, at(item="mixed/10"))
    assert "Decided by majority, branch: 2 of 3, answers counted: 2" in still.inner_text(".part-gold")
    show(still, written, at(item="mixed/6"))
    assert "Came with the data" in still.inner_text(".part-gold")


def test_options_tell_who_chose_them(written: Path, bench_of_all: Workbench, still: Page) -> None:
    show(still, written, at(item="mixed/11"))
    chosen: dict[str, set[str]] = {}
    for answer in bench_of_all.store.each(Answer, {"item": "mixed/11"}):
        for label in answer.value if isinstance(answer.value, tuple) else ():
            chosen.setdefault(label, set()).add(answer.respondent)
    for option in still.locator(".option").all():
        names = {one.get_attribute("title") for one in option.locator(".choosers .respondent").all()}
        assert names == chosen.get(option.locator(".label").inner_text(), set())
    assert still.locator(".option.right .label").all_inner_texts() == ["C"]
    assert "right" in still.locator(".option.right").inner_text()


def test_findings_people_and_origin_are_shown(written: Path, still: Page) -> None:
    show(still, written, at(item="mixed/0"))
    assert f"stands out {HOSTILE}" in still.inner_text(".findings")
    assert "expert-1" in still.inner_text(".part-others")
    assert "by hand" in still.inner_text(".part-others")
    assert "written, test" in still.inner_text(".part-about_item")


def test_who_does_not_exist_is_called_simulated(written: Path, still: Page) -> None:
    show(still, written, at(item="mixed/1"))
    row = still.locator(".part-answers .answer", has_text="people/crowd")
    assert "simulated" in row.inner_text()


def test_a_graph_is_drawn_beside_gold_and_differences_are_marked(
    written: Path, bench_of_all: Workbench, still: Page
) -> None:
    wrong = next(answer for answer in bench_of_all.store.each(Answer) if answer.value == "( man , hold , bag )")
    show(still, written, at(item=wrong.item))
    still.select_option(".part-graphs select", label=wrong.respondent)
    gold, answer = still.locator("svg.graph").all()
    assert sorted(gold.locator("text").all_text_contents()) == ["hold", "man", "red", "tall", "umbrella"]
    assert sorted(answer.locator("text").all_text_contents()) == ["bag", "hold", "man"]
    assert sorted(gold.locator("text.alone").all_text_contents()) == ["hold", "red", "tall", "umbrella"]
    assert sorted(answer.locator("text.alone").all_text_contents()) == ["bag", "hold"]
    assert still.locator(".fact-list.answer_only li").all_inner_texts() == ["( man , hold , bag )"]
    assert still.locator(".fact-list.gold_only li").count() == 3
    boxes = [box.bounding_box() for box in gold.locator(".box").all()]
    first, second = (box for box in boxes if box is not None)
    assert first["x"] + first["width"] < second["x"]


def test_a_ranking_is_shown_as_a_row_under_gold(written: Path, bench_of_all: Workbench, still: Page) -> None:
    show(still, written, at(item="mixed/7"))
    rows = still.locator(".part-orders .order")
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
        yield pages_of(bench)


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


def test_an_item_that_was_asked_twice_shows_both_orders(odd: Path, still: Page) -> None:
    show(still, odd, at(item="mixed/long"))
    turns = still.locator(".turn")
    assert turns.count() == 2
    assert "Options were shown in the order C, A, B" not in turns.nth(0).inner_text()
    assert "Options were shown in the order C, A, B" in turns.nth(1).inner_text()
    assert "2.5 s · cost 0.0125" in turns.nth(1).inner_text()
    expect(still.locator(".answer .verdict")).to_have_text("partly right")
    assert {
        one.inner_text() for one in still.locator(".option", has=still.locator(".choosers")).locator(".label").all()
    } == {
        "B",
        "C",
    }


def test_scores_of_options_are_bars(odd: Path, still: Page) -> None:
    show(still, odd, at(item="mixed/long"))
    assert [row.inner_text().split() for row in still.locator(".bars > div").all()] == [
        ["A", "0.2"],
        ["B", "0.75"],
        ["C", "-0.5"],
    ]
    widths = [float(bar.get_attribute("width") or 0) for bar in still.locator(".bars .fill").all()]
    assert widths == pytest.approx([56, 100, 0.8], abs=0.01)  # -0.5 is nothing, 0.75 is all


def test_a_lost_picture_is_said_to_be_lost(odd: Path, still: Page) -> None:
    show(still, odd, at(item="mixed/lost"))
    assert "The file of this picture is missing: mixed/lost.png" in still.inner_text(".pictures")
    assert still.inner_text(".gold-value") == "2 to 3.5"
    assert "number, 0 to 10" in still.inner_text(".chips")
    assert "names no number" in still.inner_text(".reading")
    expect(still.locator(".answer .verdict")).to_have_text("no answer")


def test_first_places_of_which_any_is_right_stand_in_one_row(odd: Path, still: Page) -> None:
    show(still, odd, at(item="mixed/first"))
    assert still.locator(".order-gold .label").all_inner_texts() == ["A", "C"]
    assert still.locator(".order:not(.order-gold) .tile.right .label").all_inner_texts() == ["C"]


def test_a_large_graph_is_drawn_without_boxes_on_each_other(odd: Path, still: Page) -> None:
    show(still, odd, at(item="mixed/many"))
    boxes = still.locator("svg.graph").first.evaluate(
        """svg => [...svg.querySelectorAll('.box')]
            .map(box => ['x', 'y', 'width', 'height'].map(name => +box.getAttribute(name)))"""
    )
    assert len(boxes) == 30
    for n, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[n + 1 :]:
            apart = x + width <= other_x or other_x + other_width <= x
            assert apart or y + height <= other_y or other_y + other_height <= y
    assert "<b>bold</b>" in still.locator("svg.graph").nth(1).locator("text").all_text_contents()


# --- where pictures come from, what people found who checked an item, what scores are made of, runs under way


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A report with items that were checked, and a run that was asked about the first of three."""
    with init(tmp_path_factory.mktemp("checked") / "bench", title="Checked") as bench:
        pictures = {
            name: keep_picture(bench, f"{name}.png", colour).model_copy(update=more)
            for name, colour, more in (
                ("web", "green", {"licence": "CC BY 4.0", "source": "https://example.org/a b?q=1", "caption": "Web"}),
                ("bad", "red", {"licence": HOSTILE, "source": "javascript:document.title='owned'"}),
                ("one", "blue", {"licence": "CC0"}),
                ("two", "gold", {"licence": "CC0"}),
                ("none", "white", {}),
            )
        }
        texts = tuple(Option(label=label, text=f"text {label}") for label in "AB")
        alike = tuple(Option(label=label, picture=pictures[name].id) for label, name in (("A", "one"), ("B", "two")))
        apart = (Option(label="A", picture=pictures["one"].id), Option(label="B", picture=pictures["none"].id))
        about: dict[str, Any] = {"collection": "mixed", "origin": Origin(kind="written", by="me"), "cluster": "c"}
        items = [
            Item(
                id="mixed/first",
                form=Choice(options=texts),
                question="Wich?",
                pictures=tuple(pictures[name].id for name in ("web", "bad", "none")),
                **about,
            ),
            Item(id="mixed/alike", form=Choice(options=alike), question="Which?", **about),
            Item(id="mixed/apart", form=Choice(options=apart), question="Which?", **about),
        ]
        reviews = [
            Review(
                id="1",
                item="mixed/first",
                reviewer="ann",
                verdict="edited",
                note=f"A slip. {HOSTILE}",
                criteria={"clear": True, "unique": False},
                after=items[0].model_copy(update={"question": "Which?"}),
                gold_after=(("B",),),
            ),
            Review(id="2", item="mixed/first", reviewer="bob", verdict="rejected", note="Two are right."),
            Review(id="3", item="mixed/alike", reviewer="nobody", verdict="correct"),
        ]
        answers = [
            Answer(id="1", item="mixed/first", respondent="m", run="m", state=State.GIVEN, value=("B",), raw="B"),
            *(
                Answer(id=f"w{n}", item=item.id, respondent="w", run="w", state=State.GIVEN, value=("A",), raw="A")
                for n, item in enumerate(items)
            ),
        ]
        parts = {"precision": 0.25, "recall": 1.0, "<i>own</i>": 0.5}
        scores = [
            Score(item="mixed/first", run="m", metric="spice", signature="spice/1", value=0.4, parts=parts),
            *(
                Score(item=item.id, run="w", metric="spice", signature="spice/1", value=1.0, parts={"precision": 1.0})
                for item in items
            ),
        ]
        nouns: list[Noun] = [
            Collection(id="mixed", format="draw"),
            *pictures.values(),
            *items,
            *(Gold(item=item.id, accepted=(("A",),), rule="imported") for item in items),
            *reviews,
            Respondent(id="ann", kind="person", name="Ann"),
            Respondent(id="bob", kind="person", simulated=True),
            Respondent(id="m", kind="model", name="Model M"),
            Respondent(id="w", kind="model", name="Model W"),
            Run(id="m", respondent="m", settings={"selection": {}}, started=WHEN),
            Run(id="w", respondent="w", settings={"selection": {}}, started=WHEN, ended=WHEN),
            *answers,
            *scores,
        ]
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        with under_way(bench, "m"):
            yield pages_of(bench)


def test_a_picture_is_shown_with_its_licence_and_where_it_comes_from(checked: Path, still: Page) -> None:
    show(still, checked, at(item="mixed/first"))
    web, bad, none = still.locator(".pictures figure").all()
    assert web.inner_text().split("\n") == ["Web", "licence: CC BY 4.0 · source: example.org/a b?q=1"]
    assert web.locator("a").get_attribute("href") == "https://example.org/a b?q=1"
    assert web.locator("a").get_attribute("rel") == "noopener noreferrer"
    assert HOSTILE in bad.inner_text()
    assert "javascript:" in bad.inner_text()
    assert bad.locator("a").count() == 0  # only what lies on the web can be followed
    assert none.inner_text() == ""


def test_pictures_of_options_that_come_from_the_same_place_are_credited_once(checked: Path, still: Page) -> None:
    show(still, checked, at(item="mixed/alike"))
    assert still.locator(".credit").all_inner_texts() == ["licence: CC0"]
    assert still.inner_text(".option-credit") == "Pictures of the options · licence: CC0"
    show(still, checked, at(item="mixed/apart"))
    assert [option.locator(".credit").all_inner_texts() for option in still.locator(".option").all()] == [
        ["licence: CC0"],
        [],
    ]


def test_reviews_are_shown_with_verdict_note_criteria_and_edit(checked: Path, still: Page) -> None:
    show(still, checked, at(item="mixed/first"))
    ann, bob = still.locator(".review").all()
    assert ann.locator(".verdict").inner_text() == "edited"
    assert ann.locator(".respondent").inner_text() == "Ann"
    assert ann.locator(".review-note").inner_text() == f"A slip. {HOSTILE}"
    assert ann.locator(".criteria li").all_inner_texts() == ["clear: yes", "unique: no"]
    assert [" ".join(line.split()) for line in ann.locator("dl > *").all_inner_texts()] == [
        "new question",
        "Which?",
        "new gold",
        "B text B",
    ]
    assert bob.locator(".verdict").inner_text() == "rejected"
    assert "simulated" in bob.inner_text()
    show(still, checked, at(item="mixed/alike"))
    assert still.inner_text(".review-top").split() == ["correct", "nobody"]
    show(still, checked, at(item="mixed/apart"))
    assert still.locator(".part-reviews").count() == 0
    assert still.title() == "Items · Checked"


def test_a_score_is_shown_with_what_it_is_made_of(checked: Path, still: Page) -> None:
    show(still, checked, at(item="mixed/first"))
    row = still.locator(".part-answers .answer", has_text="Model M")
    assert row.locator(".made > span").all_inner_texts() == ["precision 0.25", "recall 1", "<i>own</i> 0.5"]
    assert still.locator(".part-answers .answer", has_text="Model W").locator(".made").count() == 0
    show(still, checked, at(item="mixed/first"), name="items.ru.html")
    row = still.locator(".part-answers .answer", has_text="Model M")
    assert row.locator(".made > span").all_inner_texts() == ["точность 0,25", "полнота 1", "<i>own</i> 0,5"]


@pytest.mark.parametrize(
    ("name", "far", "waiting"),
    [
        ("items.html", "under way, 1 of 3", "Not asked yet: Model M (under way, 1 of 3)."),
        ("items.ru.html", "прогон идёт, 1 из 3", "Ещё не спрошены: Model M (прогон идёт, 1 из 3)."),
    ],
)
def test_a_run_under_way_is_called_so(checked: Path, still: Page, name: str, far: str, waiting: str) -> None:
    show(still, checked, at(item="mixed/first"), name=name)
    (unfinished,) = still.locator("#unfinished li").all()
    assert unfinished.inner_text().split("\n") == ["Model M", far]
    assert far in still.locator(".part-answers .answer", has_text="Model M").locator(".answer-who").inner_text()
    assert still.locator(".waiting-for").count() == 0
    show(still, checked, at(item="mixed/alike"), name=name)
    assert still.inner_text(".waiting-for") == waiting


def test_the_leaderboard_says_that_a_run_is_under_way(checked: Path, page: Page) -> None:
    for name, far, heading in (
        ("index.html", "under way, 1 of 3", "Some of the items · under way, 1 of 3"),
        ("index.ru.html", "прогон идёт, 1 из 3", "Некоторые вопросы · прогон идёт, 1 из 3"),
    ):
        page.goto((checked / name).as_uri())
        (section,) = page.locator("section", has_text="Model M").all()
        assert section.locator("h2").inner_text().startswith(heading)
        assert section.locator(".unfinished").inner_text().startswith(f"Model M: {far}.")
        assert far in section.locator(".leaderboard tbody tr").inner_text()


def test_a_live_page_follows_how_far_a_run_is(tmp_path: Path, page: Page) -> None:
    with init(tmp_path / "bench", title="Quiz") as bench:
        put(bench, *(noun for number in range(ITEMS) for noun in question(number)))
        put(bench, RUN, *answered("slow", "acme/slow", "yyny"))
        with under_way(bench, "slow"), serving(bench) as served, left(page):
            show_live(page, f"{served.url}/items.html#item=quiz/7")
            expect(page.locator("#unfinished li")).to_contain_text(f"under way, 4 of {ITEMS}", timeout=20_000)
            expect(page.locator(".waiting-for")).to_contain_text("Not asked yet: acme/slow")
            put(bench, *answered("slow", "acme/slow", "yynn", first=4))
            expect(page.locator("#unfinished li")).to_contain_text(f"under way, 8 of {ITEMS}", timeout=20_000)
            expect(page.locator(".waiting-for")).to_have_count(0)
            put(bench, *answered("slow", "acme/slow", "y" * (ITEMS - 8), first=8))
            with bench.store.event("test") as writer:
                writer.put(RUN.model_copy(update={"ended": WHEN}))
            expect(page.locator("#unfinished")).to_be_hidden(timeout=20_000)


def show_live(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#browser")).to_have_attribute("aria-busy", "false", timeout=20_000)


def test_where_every_run_has_ended_none_is_called_unfinished(written: Path, still: Page) -> None:
    show(still, written)
    expect(still.locator("#unfinished")).to_be_hidden()


# --- the list and its filters

SMALL, MINI = "acme-vision-small", "acme-vision-mini"


def counting(item: Item) -> bool:
    return "counting" in item.tags["skill"]


class Known:
    """What two runs have about each item."""

    def __init__(self, bench: Workbench) -> None:
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
    written: Path, bench_of_all: Workbench, still: Page, asked: dict[str, str], fits: Callable[[Item, Known], bool]
) -> None:
    still.set_viewport_size(TALL)
    show(still, written, f"#{urlencode(asked, quote_via=quote)}")
    known = Known(bench_of_all)
    expected = [item.id for item in bench_of_all.store.each(Item) if fits(item, known)]
    expect(still.locator("#count")).to_have_text(f"{len(expected)} of 120" if asked else "120")
    assert listed(still) == expected
    assert still.locator("#nothing").is_visible() == (not expected)


def test_several_values_of_a_tag_mean_any_and_several_verdicts_too(
    written: Path, bench_of_all: Workbench, still: Page
) -> None:
    still.set_viewport_size(TALL)
    show(still, written, f"#tag.level=1&tag.level=3&v.{SMALL}=wrong&v.{SMALL}=none")
    scores = scores_of(bench_of_all, SMALL)
    assert listed(still) == [
        item.id
        for item in bench_of_all.store.each(Item)
        if item.tags["level"][0] in "13" and scores[item.id] in (0, None)
    ]


def test_filters_are_set_by_hand_and_stand_in_the_address(written: Path, bench_of_all: Workbench, page: Page) -> None:
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


def test_values_of_tags_say_how_many_items_they_would_leave(written: Path, bench_of_all: Workbench, page: Page) -> None:
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


def test_siblings_are_a_click_away(written: Path, bench_of_all: Workbench, still: Page) -> None:
    still.set_viewport_size(TALL)
    show(still, written, at(item="mixed/5"))
    item = bench_of_all.store.get(Item, "mixed/5")
    assert item is not None
    siblings = [other.id for other in bench_of_all.store.each(Item) if other.cluster == item.cluster]
    still.get_by_role("link", name=f"show its siblings: {len(siblings)}").click()
    expect(still.locator("#count")).to_have_text(f"{len(siblings)} of 120")
    assert listed(still) == siblings


def test_a_tag_of_an_item_leads_to_all_that_have_it(written: Path, bench_of_all: Workbench, still: Page) -> None:
    show(still, written, at(item="mixed/4"))
    still.get_by_role("link", name="level: 5").click()
    count = sum(item.tags["level"] == ("5",) for item in bench_of_all.store.each(Item))
    expect(still.locator("#count")).to_have_text(f"{count} of 120")


MARKS = """(rows) => rows.map((row) => [
  row.querySelector(".row-id").innerText, [...row.querySelectorAll(".cell")].map((cell) => cell.title)
])"""
"""Rows of the list, each as its id and what its marks say."""


def test_marks_in_the_list_are_the_verdicts_of_the_store(written: Path, bench_of_all: Workbench, still: Page) -> None:
    still.set_viewport_size(TALL)
    show(still, written)
    scores, states = scores_of(bench_of_all, SMALL), states_of(bench_of_all, SMALL)
    rows: list[tuple[str, list[str]]] = still.locator("#list .row").evaluate_all(MARKS)
    assert len(rows) >= 40
    for id, marks in rows[:40]:
        silent = states[id] not in (State.GIVEN, State.UNANSWERABLE)
        word = "no answer" if silent else {1.0: "right", 0.0: "wrong"}[scores[id] or 0.0]
        assert marks.count(f"acme/vision-small: {word}") == 1


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


def test_a_link_to_an_item_that_is_not_there_says_so(written: Path, still: Page) -> None:
    show(still, written, at(item=f"mixed/{HOSTILE}"))
    assert f"no item called mixed/{HOSTILE}" in still.inner_text("#item")


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


def box_of(page: Page) -> dict[str, float]:
    """Where the enlarged picture lies, once all that fingers did has come to the page."""
    box = page.locator("#zoom img").evaluate(
        """async image => {
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
            const { x, y, width, height } = image.getBoundingClientRect();
            return { x, y, width, height };
        }"""
    )
    return {side: float(value) for side, value in box.items()}


def enlarged(page: Page) -> dict[str, float]:
    """Where a picture lies as it is enlarged at first."""
    page.wait_for_function(
        "document.querySelector('#zoom img')?.complete && document.querySelector('#zoom img').style.transform"
    )
    return box_of(page)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page under fingers; a script error on it fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert not problems


class Fingers:
    """Fingers on the screen, as the system reports them."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def touch(self, event: str, *points: tuple[float, float], first: int = 0) -> None:
        """Tells where fingers are; of `touchEnd`, which of them are lifted."""
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points, first)]
        sent = {"type": event, "touchPoints": told}
        self._session.send("Input.dispatchTouchEvent", sent)  # pyright: ignore[reportUnknownMemberType]

    def move(self, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Puts fingers down, moves each from one point to another in ten steps, and lifts them."""
        self.touch("touchStart", *(begin for begin, _ in ways))
        for step in range(1, 11):
            self.touch("touchMove", *((a + (c - a) * step / 10, b + (d - b) * step / 10) for (a, b), (c, d) in ways))
        self.touch("touchEnd")


def test_two_fingers_zoom_and_drag_a_picture(written: Path, phone: Page) -> None:
    show(phone, written, at(item="mixed/11"))
    phone.locator(".ask .picture.large").tap()
    whole = enlarged(phone)
    fingers = Fingers(phone)
    # apart, from 100 to 200 points: twice as large, and what lay midway stays where it was
    fingers.move(((150, 400), (100, 400)), ((250, 400), (300, 400)))
    twice = box_of(phone)
    assert twice["width"] == pytest.approx(2 * whole["width"], rel=0.01)
    assert (twice["x"], twice["y"]) == pytest.approx((2 * whole["x"] - 200, 2 * whole["y"] - 400), abs=1)
    # together, side by side: the picture goes with them and keeps its size
    fingers.move(((150, 400), (190, 340)), ((250, 400), (290, 340)))
    moved = box_of(phone)
    assert (moved["x"], moved["y"]) == pytest.approx((twice["x"] + 40, twice["y"] - 60), abs=1)
    assert moved["width"] == pytest.approx(twice["width"], rel=0.001)
    # towards each other: half as large again
    fingers.move(((100, 300), (100, 350)), ((100, 500), (100, 450)))
    assert box_of(phone)["width"] == pytest.approx(whole["width"], rel=0.01)
    # the page itself was never zoomed
    assert phone.evaluate("visualViewport.scale") == 1


def test_one_finger_drags_also_after_the_other_was_lifted(written: Path, phone: Page) -> None:
    show(phone, written, at(item="mixed/11"))
    phone.locator(".ask .picture.large").tap()
    enlarged(phone)
    fingers = Fingers(phone)
    fingers.touch("touchStart", (150, 400), (250, 400))
    for step in range(1, 11):
        fingers.touch("touchMove", (150, 400), (250 + 10 * step, 400))
    fingers.touch("touchEnd", (350, 400), first=1)
    before = box_of(phone)
    for step in range(1, 11):
        fingers.touch("touchMove", (150 + 3 * step, 400 + 2 * step))
    fingers.touch("touchEnd")
    after = box_of(phone)
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((30, 20), abs=1)
    assert after["width"] == pytest.approx(before["width"])
    fingers.move(((100, 300), (120, 300)))  # a finger that comes anew drags alone
    assert box_of(phone)["width"] == pytest.approx(before["width"])


def test_keys_zoom_move_and_turn_the_enlarged_picture(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/11"))
    page.keyboard.press("z")
    whole = enlarged(page)
    middle = whole["x"] + whole["width"] / 2, whole["y"] + whole["height"] / 2
    for key, factor in (("=", 1.35), ("+", 1.35**2), ("-", 1.35), ("-", 1.0), ("-", 1 / 1.35)):
        page.keyboard.press(key)
        now = box_of(page)
        assert now["width"] == pytest.approx(factor * whole["width"], rel=0.001)
        # what lies in the middle of the window stays there
        assert (now["x"] + now["width"] / 2, now["y"] + now["height"] / 2) == pytest.approx(middle, abs=1)
    for key, step in (("ArrowLeft", (60, 0)), ("ArrowRight", (-60, 0)), ("ArrowUp", (0, 60)), ("ArrowDown", (0, -60))):
        before = box_of(page)
        page.keyboard.press(key)
        now = box_of(page)
        assert (now["x"] - before["x"], now["y"] - before["y"]) == pytest.approx(step, abs=1)
    page.keyboard.press("0")
    assert box_of(page) == pytest.approx(whole, abs=1)
    for key, place in (("n", 2), ("PageDown", 3), ("p", 2), ("PageUp", 1), ("PageUp", 5)):
        page.keyboard.press(key)
        expect(page.locator(".zoom-caption")).to_contain_text(f"({place} of 5)")
    heading = page.inner_text("#item h2")
    page.keyboard.press("j")  # keys of the page behind it do nothing
    page.keyboard.press("z")
    expect(page.locator("#zoom")).to_be_hidden()
    assert page.inner_text("#item h2") == heading


def test_buttons_of_the_enlarged_picture_are_reached_by_tab(written: Path, page: Page) -> None:
    show(page, written, at(item="mixed/11"))
    page.keyboard.press("z")
    whole = enlarged(page)
    larger = page.locator("#zoom").get_by_role("button", name="Larger")
    for _ in range(8):
        if larger.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(larger).to_be_focused()
    page.keyboard.press("Enter")
    assert box_of(page)["width"] == pytest.approx(1.35 * whole["width"], rel=0.001)
    page.keyboard.press("+")
    assert box_of(page)["width"] == pytest.approx(1.35**2 * whole["width"], rel=0.001)


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


def test_print_shows_the_item_and_not_the_list(written: Path, still: Page) -> None:
    show(still, written, at(item="mixed/10"))
    still.emulate_media(media="print")
    expect(still.locator("#list")).to_be_hidden()
    expect(still.locator("#search")).to_be_hidden()
    expect(still.locator("#item h2")).to_be_visible()
    assert still.locator("#item").evaluate("item => item.scrollHeight <= item.clientHeight")


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


@pytest.mark.parametrize("name", ["tags.ru.html", "benchmark.ru.html", "items.ru.html"])
def test_forms_are_called_in_the_language_of_the_page(
    written: Path, bench_of_all: Workbench, page: Page, name: str
) -> None:
    if name.startswith("items"):
        show(page, written, name=name)
        page.keyboard.press("f")
    else:
        page.goto((written / name).as_uri())
    told = page.text_content("main") or ""
    # a number is also a kind of question, which people called so
    forms = {form_name(item) for item in bench_of_all.store.each(Item)} - {"number"}
    assert len(forms) == 7
    assert not [form for form in forms if re.search(rf"\b{form}\b", told)]
    for word in ("выбор из текстов", "да или нет", "граф сцены", "упорядочивание картинок"):
        assert word in told


def test_files_call_forms_in_the_language_of_the_report(bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    called = {"en": {"short text", "scene graph"}, "ru": {"короткий текст", "граф сцены"}}
    for language in LANGUAGES:
        words = called[language]
        shown = Tags().show(board, Words(language, "optotype.report"))
        assert shown is not None
        table = next(table for table in shown.tables if table.name == "tag-form")
        assert words <= {row[0].text for row in table.rows}
        plot = next(plot for plot in shown.plots if plot.name == "tag-form")
        assert isinstance(plot, Panels)
        assert words <= {row.label for row in plot.panels[0].rows}


FORM_NAMES = [
    *(f"choice of {some}" for some in ("texts", "pictures", "pictures and texts")),
    *(f"ranking of {some}" for some in ("texts", "pictures", "pictures and texts")),
    *(f"preference between {some}" for some in ("texts", "pictures", "pictures and texts")),
    *("yes or no", "number", "rating", "short text", "scene graph"),
]


@pytest.mark.parametrize("form", FORM_NAMES)
def test_every_form_has_a_name_in_both_languages(form: str) -> None:
    assert value_name("form", form, Words("en", "optotype.report")) == form
    assert re.fullmatch("[а-яё ]+", value_name("form", form, Words("ru", "optotype.report")))


def test_what_people_called_something_stays_as_it_is() -> None:
    russian = Words("ru", "optotype.report")
    assert value_name("skill", "number", russian) == "number"
    assert value_name("form", "a form of theirs", russian) == "a form of theirs"
    assert value_name("split", "number", russian) == "number"


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


def test_a_file_that_cannot_be_loaded_is_named(written: Path, blank: Page, tmp_path: Path) -> None:
    folder = copied(written, tmp_path)
    (folder / "data/items/1.js").rename(folder / "data/items/1.bak")
    blank.goto(f"{(folder / 'items.html').as_uri()}#item=mixed/105")
    expect(blank.locator("#item [role=alert]")).to_contain_text("data/items/1.js cannot be loaded")
    whole = (folder / "data/items/1.bak").read_bytes()
    (folder / "data/items/1.js").write_bytes(whole[: len(whole) // 2])
    blank.get_by_role("button", name="Try again").click()
    expect(blank.locator("#item [role=alert]")).to_contain_text("data/items/1.js cannot be loaded")
    (folder / "data/items/1.js").write_bytes(whole)
    blank.get_by_role("button", name="Try again").click()
    expect(blank.locator("#item h2")).to_have_text("mixed/105")


@pytest.mark.parametrize(("form", "width"), [("choice", 1280), ("pictures", 390), ("ranking", 1280), ("graph", 390)])
def test_axe_finds_nothing_serious_in_an_item(written: Path, seat: Page, form: str, width: int) -> None:
    seat.set_viewport_size({"width": width, "height": 900})
    show(seat, written, at(item=f"mixed/{FORMS.index(form)}"))
    assert not serious(seat)


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), (390, "light")])
def test_reviews_and_licences_can_be_read_by_everybody(checked: Path, seat: Page, width: int, theme: Theme) -> None:
    seat.set_viewport_size({"width": width, "height": 900})
    show(seat, checked, at(item="mixed/first"))
    change_theme(seat, theme)
    assert not serious(seat)
    assert seat.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_filters_and_dialogs(written: Path, blank: Page, theme: str) -> None:
    blank.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    show(blank, written, at(tag__skill="counting", item="mixed/0"))
    blank.locator("#legend summary").click()
    blank.keyboard.press("f")
    assert not serious(blank)
    blank.keyboard.press("Escape")
    blank.keyboard.press("z")
    assert not serious(blank)
    blank.keyboard.press("Escape")
    blank.keyboard.press("?")
    assert not serious(blank)
