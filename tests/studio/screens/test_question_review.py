"""Checking the questions of a figure, in a browser and by what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pydantic import JsonValue

from optotype import Workbench, init
from optotype.records import Choice, Collection, Gold, Number, Range, Ranking, Review, ShortText, Value
from optotype.studio import desk
from optotype.studio.blocks import Choose, Group, NotFilled, Notice, Text, check, fields
from optotype.studio.desk import HELD, WORK, Turn
from optotype.studio.people import Person
from optotype.studio.projects import Phase, Project
from optotype.studio.screens.question_review import QuestionReview
from optotype.web.words import Words
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import SECRET, figure, item, picture, texts

ENGLISH = Words("en", "optotype.studio")
ANNA = Person("a1", "Anna", "annotator", "en", simulated=False)
TURN = Turn(1, 1, "project", ANNA.id, 1, HELD, 0.0, 1e12, None, False, "set/figure.png", 0, WORK)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with one figure to check."""
    with opened(
        tmp_path / "bench", Project(id="check", title="Check", screen="question_review"), filled=figure
    ) as house:
        yield house


def reviews(house: House) -> dict[str, Review]:
    """What is stored, by item."""
    return {review.item: review for review in house.bench.store.each(Review)}


def finished(page: Page) -> None:
    page.wait_for_selector("#sheet .door")


def group(page: Page, kind: str) -> str:
    return f"section.group:has(h2:text-is('closed-ended {kind}'))"


def test_a_figure_is_one_task_and_its_questions_stand_in_order(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "check")
    kinds = page.locator("section.group h2").all_inner_texts()
    assert kinds == ["closed-ended several", "closed-ended binary", "closed-ended infinite"]
    expect(page.locator(".sheet-pictures img")).to_have_count(1)
    expect(page.get_by_text("Figure 1: all in red.")).to_be_visible()


def test_the_stored_answer_is_shown_beside_what_was_found(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "check")
    several, binary, infinite = (page.locator(group(page, kind)) for kind in ("several", "binary", "infinite"))
    assert several.locator("li.is-right .listing-label").all_inner_texts() == ["A", "C"]
    assert "Yes" in binary.inner_text()
    assert SECRET in infinite.inner_text()
    assert several.locator(".block:has(> .listing) + .notice.warning").inner_text() == "Warning: option C is long"
    assert binary.locator(".reading.large + .notice.error").inner_text() == "Error: asked before"
    assert infinite.locator(".notice.note").inner_text() == "Note: the answer is long"


def test_by_keyboard_two_are_correct_and_one_is_edited(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "check")
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("2")  # what can be edited comes to light and has the focus
    page.keyboard.press("Control+End")
    page.keyboard.type(" Say it briefly.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    finished(page)
    found = reviews(house)
    assert [(id, review.verdict) for id, review in found.items()] == [
        ("set/several", "correct"),
        ("set/binary", "correct"),
        ("set/infinite", "edited"),
    ]
    after = found["set/infinite"].after
    assert after is not None
    assert (after.question, after.version, after.id) == ("What is infinite? Say it briefly.", 2, "set/infinite")
    assert found["set/infinite"].gold_after is None
    assert found["set/several"].after is None
    assert found["set/several"].reviewer == house.people["Anna"].respondent


def test_by_mouse_options_and_answers_are_edited_and_one_is_rejected(
    house: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, house, "check")
    several = page.locator(group(page, "several"))
    expect(several.get_by_label("Option C")).to_be_hidden()
    several.get_by_text("Incorrect and edited").click()
    several.get_by_label("Option C").fill("drei")
    several.get_by_role("checkbox", name="A one").uncheck()
    page.locator(group(page, "binary")).get_by_text("None (rejected)").click()
    page.locator(group(page, "binary")).get_by_label("Note").fill("based on the caption alone")
    infinite = page.locator(group(page, "infinite"))
    infinite.get_by_text("Incorrect and edited").click()
    infinite.get_by_role("button", name="Cannot be answered from this").click()
    page.click("#hand-in")
    finished(page)
    found = reviews(house)
    edited = found["set/several"]
    assert edited.after is not None
    assert [option.text for option in edited.after.options] == ["one", "two", "drei", "four"]
    assert edited.gold_after == (("C",),)
    assert (found["set/binary"].verdict, found["set/binary"].note) == ("rejected", "based on the caption alone")
    assert (found["set/infinite"].after, found["set/infinite"].gold_after) == (None, ())


def test_an_edit_that_changes_nothing_is_refused(house: House, blank: Page, sit_down: SitDown) -> None:
    page = sit_down(blank, house, "check")
    for key in ("2", "Escape", "1", "1", "Enter"):
        page.keyboard.press(key)
    complaint = page.get_by_text("An edit has to change something.")
    complaint.wait_for()
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    assert not reviews(house)
    page.keyboard.type("x")
    page.keyboard.press("Control+Enter")
    finished(page)
    assert reviews(house)["set/several"].verdict == "edited"


def test_a_verdict_is_needed_for_each_question(house: House, blank: Page, sit_down: SitDown) -> None:
    page = sit_down(blank, house, "check")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.get_by_text("This is still empty.").wait_for()
    expect(page.locator(f"{group(page, 'binary')} .fill.wrong")).to_have_count(1)
    assert not reviews(house)


def test_what_was_edited_comes_back_when_somebody_goes_back(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "check")
    for key in ("1", "1", "2"):
        page.keyboard.press(key)
    page.keyboard.type("So: ")
    with page.expect_response(lambda reply: reply.url.endswith("/draft")):
        page.keyboard.press("Escape")
    page.evaluate("localStorage.clear()")
    sit_down(page, house, "check")
    infinite = page.locator(group(page, "infinite"))
    assert "So: " in infinite.get_by_label("Question").input_value()
    expect(infinite.get_by_label("Right answer")).to_have_value(SECRET)


# --- by what is stored alone


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    with init(tmp_path / "bench") as bench:
        yield bench


def one(bench: Workbench, gold: Gold | None, **fields: object) -> None:
    """A figure with one question."""
    records = [Collection(id="set", format="scivqa"), picture(bench, "figure.png", "red"), item("one", **fields)]
    with bench.store.event("test") as writer:
        writer.write(add=[*records, *([] if gold is None else [gold])])


def edited(bench: Workbench, answer: JsonValue) -> Review:
    """The review that an edit of the answer becomes."""
    screen = QuestionReview()
    blocks = screen.show(bench, TURN, ENGLISH)
    filled = {field.name: field.value for field in fields(blocks) if field.value is not None}
    names = {name.rpartition("-")[2]: name for name in (field.name for field in fields(blocks))}
    kept = check(blocks, filled | {names["verdict"]: "edited", names["answer"]: answer})
    (review,) = screen.keep(bench, TURN, ANNA, kept)
    assert isinstance(review, Review)
    return review


@pytest.mark.parametrize(
    ("form", "gold", "answer", "kept"),
    [
        (Number(), (Range(low=0.25, high=0.3),), "0.25-0.35", (Range(low=0.25, high=0.35),)),
        (Number(), (3.0,), "3\n4,5", (3.0, 4.5)),
        (ShortText(), ("sigmoid", "S-shaped"), "sigmoid\n\n logistic ", ("sigmoid", "logistic")),
        (Ranking(options=texts("x", "y", "z")), (("C",),), "C, A\nB", (("C", "A"), ("B",))),
        (Choice(options=texts("x", "y", "z")), (("C",),), "A", (("A",),)),
        (Choice(options=texts("x", "y", "z")), (("C",), ("B",)), ["A", "B"], (("A",), ("B",))),
        (Choice(options=texts("x", "y", "z"), several=True), (("C",), ("A", "B")), "C\nB", (("C",), ("B",))),
    ],
)
def test_an_answer_of_any_form_can_be_edited(
    bench: Workbench, form: object, gold: tuple[Value, ...], answer: JsonValue, kept: tuple[Value, ...]
) -> None:
    one(bench, Gold(item="set/one", accepted=gold, rule="imported"), form=form)
    review = edited(bench, answer)
    assert (review.after, review.gold_after) == (None, kept)


@pytest.mark.parametrize(
    ("form", "gold", "answer", "why"),
    [
        (Number(), (3.0,), "a few", "number"),
        (Number(), (3.0,), " 3 ", "unchanged"),
        (ShortText(), ("two\r\nlines",), "two\nlines", "unchanged"),
        (Ranking(options=texts("x", "y", "z")), (("C",),), "C, D", "labels"),
        (Choice(options=texts("x", "y", "z"), several=True), (("C", "A"),), ["A", "C"], "unchanged"),
    ],
)
def test_an_answer_that_is_none_or_is_the_same_is_refused(
    bench: Workbench, form: object, gold: tuple[Value, ...], answer: JsonValue, why: str
) -> None:
    one(bench, Gold(item="set/one", accepted=gold, rule="imported"), form=form)
    with pytest.raises(NotFilled) as caught:
        edited(bench, answer)
    assert caught.value.why == why


def test_an_answer_can_be_given_where_none_was_known(bench: Workbench) -> None:
    one(bench, None, form=ShortText())
    (group,) = (block for block in QuestionReview().show(bench, TURN, ENGLISH) if isinstance(block, Group))
    assert "None is known" in [block.text for block in group.blocks if isinstance(block, Text)]
    assert edited(bench, "three").gold_after == ("three",)


def test_questions_that_are_left_out_are_not_shown_and_those_of_other_figures_neither(bench: Workbench) -> None:
    one(bench, None, form=ShortText())
    with bench.store.event("test") as writer:
        writer.write(
            add=[item("out", form=ShortText(), excluded="bad"), item("far", form=ShortText(), cluster="set/x")]
        )
    groups = [block for block in QuestionReview().show(bench, TURN, ENGLISH) if isinstance(block, Group)]
    assert len(groups) == 1
    assert not any(isinstance(block, Notice) for block in groups[0].blocks)
    assert len([field for field in fields(groups) if isinstance(field, Choose)]) == 1


def test_training_tells_where_an_expert_has_come_to_another_verdict(tmp_path: Path) -> None:
    training = Phase(name="training", kind="training")
    made = Project(id="learn", title="Learn", screen="question_review", phases=(training,))
    with opened(tmp_path / "bench", made, filled=figure) as house:
        with house.bench.store.write() as connection:
            desk.join(connection, "learn", house.people["Clara"].id)
        for name, verdict, right in (
            ("Anna", "correct", ""),  # nobody knows better yet
            ("Clara", "rejected", ""),
            ("Boris", "correct", "binary: an expert says none (rejected). says nothing"),
        ):
            client = house.client(name)
            given = client.post("/api/projects/learn/take", json={}).json()["given"]
            groups = [block["blocks"] for block in given["blocks"] if block["kind"] == "group"]
            names = [block["name"] for blocks in groups for block in blocks if "name" in block]
            verdicts = [name for name in names if name.endswith("-verdict")]
            filled = dict.fromkeys(verdicts, "correct") | {verdicts[1]: verdict}
            filled[verdicts[1].replace("verdict", "note")] = "says nothing"
            body = {"id": f"learning-{name}", "filled": filled, "seconds": 1.0}
            assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).json()["right"] == right
