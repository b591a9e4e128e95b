"""Making a graph of a caption, and verifying one, in a browser and by what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pydantic import JsonValue

from optotype import Workbench, init, metrics
from optotype.errors import OptotypeError
from optotype.records import Answer, Gold, Item, Respondent, Review, State
from optotype.selecting import Selection
from optotype.studio import blocks, desk
from optotype.studio.blocks import check, fields
from optotype.studio.desk import HELD, TRAINING, WORK, Turn
from optotype.studio.opening import make_project
from optotype.studio.people import Person
from optotype.studio.projects import Phase, Project
from optotype.studio.screens.scene_graph import SceneGraph
from optotype.web.words import Words
from tests.browsing import OVERFLOW, serious
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import RIGHT, captions

MEN: JsonValue = {"kind": "object", "id": 1, "name": "men", "number": "2", "unit": "", "words": [2]}
BENCH: JsonValue = {"kind": "object", "id": 2, "name": "bench", "number": "", "unit": "", "words": [7]}
DOG: JsonValue = {"kind": "object", "id": 3, "name": "dog", "number": "", "unit": "", "words": [10]}
RED: JsonValue = {"kind": "attribute", "id": 4, "of": 2, "value": "red", "words": [6]}
STAND: JsonValue = {
    "kind": "relation",
    "id": 5,
    "subject": 1,
    "object": 2,
    "voice": "active",
    "verb": "stand",
    "preposition": "on",
}
ROWS: list[JsonValue] = [MEN, BENCH, DOG, RED, STAND]
ENGLISH = Words("en", "optotype.studio")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A studio with two captions."""
    project = Project(id="graphs", title="Graphs", screen="scene_graph", overlap=2)
    with opened(tmp_path / "bench", project, filled=captions) as house:
        yield house


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def walk(page: Page, steps: int) -> None:
    """Goes so many words on in the caption, or back."""
    press(page, *["ArrowRight" if steps > 0 else "ArrowLeft"] * abs(steps))


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("listitem", name=name, exact=True)


def graph_of(answer: Answer) -> list[JsonValue]:
    found = answer.extra["studio"]["graph"]
    assert isinstance(found, list)
    return found


# --- annotators


def test_by_keyboard_a_graph_is_made_and_stored_as_the_data_writes_it(
    house: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, house, "graphs")
    press(page, "c", "ArrowRight", "Space", "o")  # men
    walk(page, 5)
    press(page, "Space", "o", "ArrowLeft", "Space", "a")  # bench, red
    walk(page, 4)
    press(page, "Space", "o")  # dog
    row(page, "men").get_by_label("Quantity").first.focus()
    page.keyboard.type("2")
    press(page, "Enter", "Escape", "Escape", "r")  # a relation from the first object to the next
    expect(page.get_by_role("combobox", name="Subject")).to_be_focused()
    press(page, "Enter", "Enter", "Enter")
    verb = page.get_by_role("combobox", name="Verb")
    expect(verb).to_be_focused()
    expect(page.get_by_role("option", name="sit", exact=True)).to_be_visible()
    expect(page.get_by_role("listbox", name="Verb").get_by_role("option")).to_have_count(20)
    page.keyboard.type("si")
    expect(page.get_by_role("option", name="sit", exact=True)).to_have_attribute("aria-selected", "true")
    press(page, "Enter")
    expect(page.get_by_role("combobox", name="Preposition")).to_be_focused()
    expect(page.get_by_role("option", name="on", exact=True)).to_be_visible()
    press(page, "ArrowDown", "Enter", "Escape", "r")
    second = page.get_by_role("list", name="Relations").get_by_role("listitem").nth(1)
    expect(second.get_by_label("Subject")).to_be_focused()
    page.keyboard.type("dog")
    press(page, "Enter")
    page.keyboard.type("men")
    press(page, "Enter", "Enter", "Tab")
    page.keyboard.type("beside")
    press(page, "Enter", "Escape", "1", "Enter")
    page.locator("#where", has_text="Task 2").wait_for()
    (answer,) = house.bench.store.each(Answer)
    item, gold = house.bench.store.get(Item, "set/men"), house.bench.store.get(Gold, "set/men")
    assert item is not None
    assert gold is not None
    assert (answer.state, answer.extra["studio"]["complete"], answer.note) == (State.GIVEN, True, "")
    assert answer.value == "( bench , is , red ) , ( 2 , men , sit , on , bench ) , ( dog , beside , 2 , men )"
    assert metrics.build("set_match").mark(metrics.Case(item, gold, answer)).value == 1.0
    words = {row["name"]: row["words"] for row in graph_of(answer) if isinstance(row, dict) and "name" in row}
    assert words == {"men": [2], "bench": [7], "dog": [10]}


def test_by_mouse_a_graph_is_made_and_doubted(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "graphs")
    page.get_by_role("button", name="men, word 2").click()
    page.get_by_role("button", name="Object", exact=True).click()
    page.get_by_role("button", name="red, word 6").click()
    page.get_by_role("button", name="bench, word 7").click()
    page.get_by_role("button", name="Object", exact=True).click()
    bench = row(page, "red bench")
    bench.get_by_label("Name").fill("bench")
    bench = row(page, "bench")
    bench.get_by_label("Words", exact=True).fill("7")
    bench.get_by_label("Add an attribute").fill("red")
    men = row(page, "men")
    men.get_by_label("Quantity").first.click()
    page.get_by_role("option", name="2", exact=True).click()
    men.get_by_label("Modifier").select_option("groups")
    page.get_by_role("button", name="Relation", exact=True).click()
    page.get_by_label("Voice").select_option("passive")
    page.get_by_role("combobox", name="Verb").click()
    page.get_by_role("option", name="sit", exact=True).click()
    page.get_by_role("combobox", name="Preposition").fill("upon it")
    page.get_by_role("option", name="Write “upon it”").click()
    expect(page.locator(".scene")).to_have_attribute(
        "aria-label", "men is group of; men is 2; bench is red; men sit upon it bench"
    )
    page.get_by_text("No", exact=True).click()
    page.get_by_label("What is missing or wrong?").fill("the dog")
    page.click("#hand-in")
    page.locator("#where", has_text="Task 2").wait_for()
    (answer,) = house.bench.store.each(Answer)
    assert answer.value == "( bench , is , red ) , ( 2gr , men , p:sit , upon it , bench )"
    assert (answer.extra["studio"]["complete"], answer.note) == (False, "the dog")
    words = [row["words"] for row in graph_of(answer) if isinstance(row, dict) and row["kind"] == "object"]
    assert words == [[2], [7]]


def test_everything_can_be_undone_and_done_again(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "graphs")
    names = page.get_by_role("list", name="Objects").get_by_label("Name")
    press(page, "c", "Space", "o", "ArrowRight", "Space", "o")
    expect(names).to_have_count(2)
    row(page, "men").get_by_role("button", name="Remove: men").click()
    expect(names).to_have_count(1)
    press(page, "u")
    expect(names).to_have_count(2)
    press(page, "Control+z", "u")
    expect(names).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    press(page, "y", "Control+Shift+z")
    expect(names).to_have_count(2)
    names.first.fill("boys")
    names.first.press("Escape")
    press(page, "u")
    expect(names.first).to_have_value("two")


def test_who_removes_an_object_removes_what_is_said_of_it(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "graphs")
    press(page, "c", "Space", "o", "ArrowRight", "Space", "o", "ArrowRight", "Space", "a", "r")
    expect(page.get_by_role("list", name="Relations").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("button", name="Remove: sitting")).to_be_visible()
    press(page, "Delete")  # the relation that the focus is in
    expect(page.get_by_role("list", name="Relations").get_by_role("listitem")).to_have_count(0)
    press(page, "u")
    row(page, "men").get_by_role("button", name="Remove: men").click()
    expect(page.get_by_role("list", name="Relations").get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_role("button", name="Remove: sitting")).to_have_count(0)


def test_a_relation_without_a_predicate_is_refused_and_nothing_is_lost(
    house: House, blank: Page, sit_down: SitDown
) -> None:
    page = sit_down(blank, house, "graphs")
    press(page, "c", "Space", "o", "ArrowRight", "Space", "o", "r", "Escape", "1", "Enter")
    page.get_by_text("Between “two” and “men” there is neither a verb nor a preposition yet.").wait_for()
    expect(page.get_by_role("list", name="Relations").get_by_role("listitem")).to_have_count(1)
    assert not list(house.bench.store.each(Answer))


def test_a_draft_comes_back_with_its_drawing(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "graphs")
    with page.expect_response(lambda reply: reply.url.endswith("/draft")):
        press(page, "c", "ArrowRight", "Space", "o")
    page.evaluate("localStorage.clear()")
    sit_down(page, house, "graphs")
    expect(row(page, "men")).to_be_visible()
    expect(page.locator(".scene .name")).to_have_text("men")


def test_letters_in_a_list_search_in_it_and_do_nothing_else(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "graphs")
    press(page, "c", "Space", "o", "ArrowRight", "Space", "o", "r", "s", "b", "f", "m")
    expect(page.get_by_role("button", name="Flag for later")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("combobox", name="Subject")).to_be_focused()
    assert page.locator("#where").inner_text().startswith("Task 1")


def test_the_help_tells_the_keys_of_the_graph(house: House, page: Page, sit_down: SitDown) -> None:
    sit_down(page, house, "graphs")
    press(page, "?")
    expect(page.get_by_text("object of the marked words, or a new one")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious_in_a_graph_that_is_full(
    house: House, page: Page, sit_down: SitDown, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    sit_down(page, house, "graphs")
    press(page, "c", "Space", "o", "ArrowRight", "Space", "o", "ArrowRight", "Space", "a", "r", "Tab", "Tab", "Tab")
    expect(page.get_by_role("listbox", name="Verb")).to_be_visible()
    assert not serious(page)
    assert page.evaluate(OVERFLOW) <= 0


# --- experts


def drawn_by(
    bench: Workbench, name: str, turn: int, rows: list[JsonValue], *, complete: bool = True, role: str = WORK
) -> None:
    """An annotator's graph of the first caption."""
    person = Person(name.lower(), name, "annotator", "en", simulated=name == "Sim")
    done = Turn(turn, 1, "graphs", person.id, 1, desk.DONE, 0.0, None, 1.0, False, "set/men", 0, role)
    filled: dict[str, JsonValue] = {"graph": rows, "complete": "yes" if complete else "no", "reason": "no dog"}
    somebody = Respondent(id=person.respondent, kind="person", name=name, simulated=person.simulated)
    with bench.store.event("test") as writer:
        writer.write(add=[somebody, *SceneGraph().keep(bench, done, person, filled)])


@pytest.fixture
def verifying(tmp_path: Path) -> Iterator[House]:
    """A studio in which an expert verifies two graphs of one caption."""

    def filled(bench: Workbench) -> None:
        captions(bench)
        drawn_by(bench, "Boris", 901, ROWS)
        drawn_by(bench, "Sim", 902, [MEN], complete=False)

    project = Project(id="verify", title="Verify", screen="scene_graph:verify=true")
    with opened(tmp_path / "bench", project, filled=filled) as house:
        with house.bench.store.write() as connection:
            desk.join(connection, "verify", house.people["Clara"].id)
        yield house


def test_by_keyboard_an_expert_corrects_a_graph_and_sees_what_differs(
    verifying: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, verifying, "verify", "Clara")
    status = page.get_by_text("Against the annotator's graph:")
    expect(status).to_contain_text("nothing is changed")
    stand = page.get_by_role("list", name="Relations").get_by_role("listitem").first
    stand.get_by_label("Verb").first.focus()
    page.keyboard.type("sit")
    press(page, "Enter", "Escape", "Escape")
    expect(stand).to_contain_text("changed was: men stand on bench")
    row(page, "dog").get_by_role("button", name="Remove: dog").press("Enter")
    expect(page.get_by_role("button", name="Put back: dog (words 10)")).to_be_visible()
    row(page, "bench").get_by_label("Add an attribute").press_sequentially("wooden")
    press(page, "Enter", "Escape")
    expect(status).to_contain_text("added 1, changed 1, removed 1")
    expect(page.locator(".scene .edge.changed .predicate")).to_have_text("sit on")
    expect(page.locator(".scene .node.removed .name")).to_have_text("dog")
    assert not serious(page)
    page.get_by_role("radio", name="Correct, as it is now").focus()
    press(page, "Space", "Enter")
    page.wait_for_selector("#sheet .door")
    (review,) = verifying.bench.store.each(Review)
    after = "( bench , is , red ) , ( bench , is , wooden ) , ( 2 , men , sit , on , bench )"
    assert (review.item, review.verdict, review.gold_after) == ("set/men", "edited", (after,))
    about = review.extra["studio"]
    assert about["of"] == "studio/graphs/901"
    assert about["added"] == ["( bench , is , wooden )", "( 2 , men , sit , on , bench )"]
    assert about["removed"] == ["( 2 , men , stand , on , bench )", "( dog )"]


def test_by_mouse_an_expert_takes_another_annotators_graph_and_finds_it_correct(
    verifying: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, verifying, "verify", "Clara")
    expect(page.get_by_text("Graph 2 (simulated): whoever drew it calls it not complete")).to_be_visible()
    row(page, "dog").get_by_role("button", name="Remove: dog").click()
    page.get_by_text("Graph 2 (simulated)", exact=True).click()
    names = page.get_by_role("list", name="Objects").get_by_label("Name")
    expect(names).to_have_count(1)
    expect(page.get_by_text("Against the annotator's graph:")).to_contain_text("nothing is changed")
    page.get_by_role("button", name="Undo").click()
    expect(names).to_have_count(2)
    expect(page.get_by_role("radio", name="Graph 1")).to_be_checked()
    page.get_by_role("button", name="Redo").click()
    expect(names).to_have_count(1)
    page.get_by_text("Correct, as it is now").click()
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    (review,) = verifying.bench.store.each(Review)
    assert (review.verdict, review.gold_after) == ("correct", ("( 2 , men )",))
    assert (review.extra["studio"]["of"], review.extra["studio"]["added"]) == ("studio/graphs/902", [])


def test_what_was_removed_is_put_back_with_the_objects_that_it_needs(
    verifying: House, page: Page, sit_down: SitDown
) -> None:
    sit_down(page, verifying, "verify", "Clara")
    row(page, "bench").get_by_role("button", name="Remove: bench").click()
    page.get_by_role("button", name="Put back: men stand on bench").click()
    expect(row(page, "bench")).to_be_visible()
    page.get_by_role("button", name="Put back: bench · red").click()
    expect(page.get_by_text("Against the annotator's graph:")).to_contain_text("nothing is changed")


def test_contested_graphs_are_read_side_by_side_and_decided(house: House, page: Page, sit_down: SitDown) -> None:
    for name, rows in (("Anna", ROWS), ("Boris", [DOG])):
        client = house.client(name)
        given = client.post("/api/projects/graphs/take", json={}).json()["given"]
        filled = {"graph": rows, "complete": "yes"}
        body = {"id": f"graph-of-{name}", "filled": filled, "seconds": 1.0, "take": False}
        assert client.post(f"/api/turns/{given['turn']}/hand-in", json=body).status_code == 200
    ada = house.client("Ada")
    ada.post("/board/projects/graphs/decide", data={"form_key": ada.headers["x-form-key"]})
    with house.bench.store.write() as connection:
        desk.join(connection, "graphs-decisions", house.people["Clara"].id)
    sit_down(page, house, "graphs-decisions", "Clara")
    meant = "( bench , is , red ) , ( 2 , men , stand , on , bench ) , ( dog )"
    assert [cell.inner_text() for cell in page.locator(".said tr.differ td").all()] == [meant, "( dog )"]
    row(page, "dog").get_by_role("button", name="Remove: dog").click()
    page.get_by_label("Why you decide so").fill("the dog is not there")
    page.click("#hand-in")
    page.wait_for_selector("#sheet .door")
    decided = next(one for one in house.bench.store.each(Answer) if one.respondent == house.people["Clara"].respondent)
    assert decided.value == "( bench , is , red ) , ( 2 , men , stand , on , bench )"


# --- by what is stored alone


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    with init(tmp_path / "bench") as bench:
        captions(bench)
        yield bench


ANNA = Person("a1", "Anna", "annotator")
CLARA = Person("c1", "Clara", "expert")


def turn_of(person: Person, role: str = WORK) -> Turn:
    return Turn(7, 7, "project", person.id, 1, HELD, 0.0, 1e12, None, False, "set/men", 0, role)


def verified(bench: Workbench, **filled: JsonValue) -> Review:
    screen, turn = SceneGraph(verify=True), turn_of(CLARA)
    (review,) = screen.keep(bench, turn, CLARA, check(screen.show(bench, turn, ENGLISH), filled))
    assert isinstance(review, Review)
    return review


def test_captions_with_a_form_for_graphs_fit_and_nothing_else(bench: Workbench) -> None:
    assert list(SceneGraph().subjects(bench, Selection())) == ["set/men", "set/car"]
    item = bench.store.get(Item, "set/men")
    assert item is not None
    assert not SceneGraph().fits(item.model_copy(update={"text": " "}))


def test_only_captions_with_a_graph_that_counts_can_be_verified(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="No item fits"):
        make_project(bench, Project(id="verify", title="Verify", screen="scene_graph:verify=true"))
    drawn_by(bench, "Boris", 901, ROWS)
    assert list(SceneGraph(verify=True).subjects(bench, Selection())) == ["set/men"]
    (answer,) = bench.store.each(Answer)
    with bench.store.event("test") as writer:
        writer.put(answer.model_copy(update={"excluded": "set aside"}))
    assert list(SceneGraph(verify=True).subjects(bench, Selection())) == []


def test_an_expert_begins_with_the_latest_graph_of_the_first_annotator(bench: Workbench) -> None:
    drawn_by(bench, "Boris", 901, [DOG])
    drawn_by(bench, "Vera", 902, [BENCH])
    drawn_by(bench, "Boris", 903, ROWS)
    drawn_by(bench, "Boris", 904, [MEN], role=TRAINING)  # what was done to learn it does not count
    shown = SceneGraph(verify=True).show(bench, turn_of(CLARA), ENGLISH)
    (graph,) = [field for field in fields(shown) if isinstance(field, blocks.Graph)]
    assert [start.value for start in graph.starts] == ["studio/graphs/903", "studio/graphs/902"]
    assert graph.value == ROWS


def test_a_graph_that_was_written_instead_of_drawn_can_be_verified(bench: Workbench) -> None:
    about: dict[str, dict[str, JsonValue]] = {"studio": {"project": "baseline", "role": "work"}}
    written = {"id": "w", "item": "set/men", "respondent": "person/x", "state": "given", "value": RIGHT, "extra": about}
    with bench.store.event("test") as writer:
        writer.put(
            Answer.model_validate(written),
            Answer.model_validate(written | {"id": "y", "value": "no graph", "respondent": "person/y"}),
        )
    (graph,) = [
        field
        for field in fields(SceneGraph(verify=True).show(bench, turn_of(CLARA), ENGLISH))
        if isinstance(field, blocks.Graph)
    ]
    assert [start.value for start in graph.starts] == ["w"]
    assert verified(bench, graph=graph.value, verdict="accepted").verdict == "correct"


def test_a_rejected_graph_needs_a_reason_and_brings_no_right_answer(bench: Workbench) -> None:
    drawn_by(bench, "Boris", 901, ROWS)
    with pytest.raises(blocks.NotFilled):
        verified(bench, graph=ROWS, verdict="rejected")
    review = verified(bench, graph=ROWS, verdict="rejected", reason="not a caption")
    assert (review.verdict, review.gold_after, review.note) == ("rejected", None, "not a caption")


def test_a_corrected_position_is_an_edit(bench: Workbench) -> None:
    drawn_by(bench, "Boris", 901, [DOG])
    moved: list[JsonValue] = [{"kind": "object", "id": 3, "name": "dog", "words": [9]}]
    assert verified(bench, graph=moved, verdict="accepted").verdict == "edited"
    assert verified(bench, graph=[DOG], verdict="accepted").verdict == "correct"


def test_an_expert_begins_anew_where_no_graph_counts_any_more(bench: Workbench) -> None:
    review = verified(bench, graph=[DOG], verdict="accepted")
    assert (review.verdict, review.gold_after) == ("edited", ("( dog )",))


@pytest.mark.parametrize(
    ("notation", "value"),
    [
        ("factual_ids", "( men , is , 2 ) , ( bench , is , red ) , ( men , v:stand on , bench ) , ( dog )"),
        ("factual", "( men , is , 2 ) , ( bench , is , red ) , ( men , stand on , bench ) , ( dog )"),
    ],
)
def test_an_answer_is_written_in_the_notation_of_its_item(tmp_path: Path, notation: str, value: str) -> None:
    with init(tmp_path / "bench") as bench:
        captions(bench, notation)  # pyright: ignore[reportArgumentType]
        drawn_by(bench, "Boris", 901, ROWS)
        (answer,) = bench.store.each(Answer)
        assert answer.value == value
        assert answer.extra["studio"]["meaning"] == "( bench , is , red ) , ( 2 , men , stand , on , bench ) , ( dog )"


def told(bench: Workbench, rows: list[JsonValue]) -> str | None:
    screen, turn = SceneGraph(), turn_of(ANNA, TRAINING)
    filled: dict[str, JsonValue] = {"graph": rows, "complete": "yes"}
    records = screen.keep(bench, turn, ANNA, check(screen.show(bench, turn, ENGLISH), filled))
    return screen.right(bench, turn, records, ENGLISH)


def test_training_tells_which_facts_are_missing_and_which_are_too_many(bench: Workbench) -> None:
    assert told(bench, ROWS) == (
        "Missing: ( 2 , men , sit , on , bench ) , ( dog , beside , 2 , men )\n"
        "Too many: ( 2 , men , stand , on , bench ) , ( dog )"
    )
    sit: JsonValue = {"kind": "relation", "id": 5, "subject": 1, "object": 2, "verb": "sit", "preposition": "on"}
    beside: JsonValue = {"kind": "relation", "id": 6, "subject": 3, "object": 1, "preposition": "beside"}
    assert told(bench, [MEN, BENCH, DOG, RED, sit, beside]) == ""


def test_in_training_it_does_not_matter_which_of_two_objects_of_one_name_came_first(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        gold = Gold(
            item="set/men", accepted=("( man , near , man:1 ) , ( man:1 , is , tall )",), rule="imported", version=2
        )
        writer.put(gold)
    tall: JsonValue = {"kind": "object", "id": 1, "name": "man"}
    other: JsonValue = {"kind": "object", "id": 2, "name": "man"}
    near: JsonValue = {"kind": "relation", "id": 3, "subject": 2, "object": 1, "preposition": "near"}
    said: JsonValue = {"kind": "attribute", "id": 4, "of": 1, "value": "tall"}
    assert told(bench, [tall, other, near, said]) == ""


def test_nobody_knows_what_would_be_right_without_gold_that_can_be_read(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        writer.put(Gold(item="set/men", accepted=("no graph",), rule="imported", version=2))
    assert told(bench, ROWS) is None


def test_training_shows_what_would_have_been_right(tmp_path: Path, page: Page, sit_down: SitDown) -> None:
    phases = (Phase(name="training", kind="training", size=1), Phase(name="main"))
    project = Project(id="trained", title="Trained", screen="scene_graph", phases=phases)
    with opened(tmp_path / "bench", project, filled=captions) as house:
        sit_down(page, house, "trained")
        press(page, "c", "ArrowRight", "Space", "o", "1", "Escape", "Enter")
        expect(page.get_by_role("status").filter(has_text="Missing:")).to_contain_text("Too many: ( men )")
        press(page, "Enter")
        page.locator("#where", has_text="Task 2").wait_for()


def test_people_are_compared_by_their_facts_whatever_order_they_are_in(bench: Workbench) -> None:
    screen = SceneGraph()
    one, other = (screen.says({"graph": rows, "complete": "yes"}) for rows in (ROWS, [*reversed(ROWS)]))
    assert (
        one
        == other
        == {
            "complete": "yes",
            "graph": "( 2 , men , stand , on , bench ) , ( bench , is , red ) , ( dog )",
        }
    )
