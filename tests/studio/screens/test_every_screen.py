"""What holds for every screen, on a bench in which every text would do harm if it became markup."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pydantic import JsonValue

from optotype import Workbench, init
from optotype.records import Answer, Gold, Item, Picture, Review
from optotype.selecting import Selection
from optotype.studio import bundles, desk, people
from optotype.studio.blocks import (
    Amount,
    Block,
    Choose,
    Field,
    Graph,
    NotFilled,
    Order,
    Write,
    check,
    described,
    fields,
)
from optotype.studio.desk import HELD, WORK, Turn
from optotype.studio.opening import make_project
from optotype.studio.people import Person
from optotype.studio.projects import Project
from optotype.studio.screens import Screen, family
from optotype.web.words import LANGUAGES, Words
from tests.browsing import OVERFLOW, Theme, change_theme, serious
from tests.conftest import Once
from tests.report.benches import HOSTILE
from tests.studio.house import House, opened
from tests.studio.screens.conftest import SitDown
from tests.studio.screens.sheets import SECRET, hostile

ENGLISH = Words("en", "optotype.studio")
ANNA = Person("a1", "Anna", "annotator", "en", simulated=False)


def filling(field: Field) -> JsonValue:
    """Something that a field takes; a screen that brings a kind of field of its own says it here."""
    match field:
        case Choose(options=options):
            return options[0].value
        case Order(options=options):
            return [option.value for option in options]
        case Amount(low=low):
            return low or 1
        case Write(value=value, longest=longest):
            return value if isinstance(value, str) else HOSTILE[:longest]
        case Graph():
            return [{"kind": "object", "id": 1, "name": "dog"}]
        case _:
            pytest.fail(f"how is a field of kind '{field.kind}' filled in?")


ODD: list[JsonValue] = [None, "", [], {}, 7, -1e308, True, HOSTILE, "x" * 30_000, [[]], [None], {"other": []}, {"x": 1}]


@pytest.fixture(scope="session")
def contested(once: Once) -> Path:
    """The bench, with two who do not agree about any question of it; to be copied."""

    def make(folder: Path) -> None:
        with init(folder / "bench") as bench:
            hostile(bench)
            contest(bench)

    return once("contested", make) / "bench"


@pytest.fixture
def bench(tmp_path: Path, contested: Path) -> Iterator[Workbench]:
    shutil.copytree(contested, tmp_path / "bench")
    with Workbench.open(tmp_path / "bench") as bench:
        yield bench


@pytest.fixture(params=family.names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def screen(name: str) -> Screen:
    return family.from_text(spec(name))


def spec(name: str) -> str:
    """A screen with the settings that it cannot do without."""
    return f"{name}:project=contested" if name == "adjudication" else name


def contest(bench: Workbench) -> None:
    """Two who do not agree about any question of the bench, as those need who decide."""
    make_project(bench, Project(id="contested", title="Contested", screen="answer", overlap=2))
    with bench.store.write() as connection:
        for name, said in (("Simulated one", {"other": "dont_know"}), ("Simulated two", "A")):
            person = people.add(connection, name, "annotator", 0.0, simulated=True)
            desk.join(connection, "contested", person.id)
            while turn := desk.take(connection, "contested", person.id, 0.0, 60.0, phases=(0,)):
                body = json.dumps({"answer": said, "note": HOSTILE})
                compared = json.dumps({"answer": said})
                desk.hand_in(connection, turn.id, person.id, f"work {turn.id}", body, 1.0, 1.0, said=compared)


def turns(bench: Workbench, screen: Screen) -> list[Turn]:
    """A turn at each task that the bench gives."""
    subjects = list(dict.fromkeys(screen.subjects(bench, Selection())))
    assert subjects
    project = Project(id="project", title="Project", screen=family.name_of(type(screen)))
    with bench.store.write() as connection:
        bundles.keep(connection, project.id, screen.bundles(bench, project, Selection()))
    return [
        Turn(number, number, "project", ANNA.id, number, HELD, 0.0, 1e12, None, False, subject, 0, WORK)
        for number, subject in enumerate(subjects, 1)
    ]


def filled_in(blocks: Sequence[Block]) -> dict[str, JsonValue]:
    """Work that a sheet takes."""
    return {field.name: filling(field) for field in fields(blocks)}


def test_it_has_a_title_and_says_what_it_is_for_in_every_language(name: str) -> None:
    tables = [Words(language, "optotype.studio").table for language in LANGUAGES]
    english, russian = ({key: text for key, text in table.items() if key.startswith(f"{name}.")} for table in tables)
    assert {f"{name}.title", f"{name}.about"} <= set(english)
    assert [key for key, text in russian.items() if not re.search("[А-Яа-я]", text)] == []
    assert [key for key, text in english.items() if not text or re.search("[А-Яа-я]", text)] == []


def test_what_is_shown_goes_into_a_page_as_json(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        shown = [described(block, turn.id) for block in screen.show(bench, turn, ENGLISH)]
        assert json.loads(json.dumps(shown))


def test_fields_differ_by_name_and_their_names_can_stand_in_a_page(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        names = [field.name for field in fields(screen.show(bench, turn, ENGLISH))]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[\w-]+", name) for name in names)


def test_a_field_that_depends_on_another_stands_after_it(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        before: set[str] = set()
        for field in fields(screen.show(bench, turn, ENGLISH)):
            assert field.when is None or field.when.field in before
            before.add(field.name)


def test_empty_work_is_refused(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        with pytest.raises(NotFilled):
            check(screen.show(bench, turn, ENGLISH), {})


def test_work_becomes_records_that_are_valid_and_signed(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        blocks = screen.show(bench, turn, ENGLISH)
        records = screen.keep(bench, turn, ANNA, check(blocks, filled_in(blocks)))
        assert records
        for record in records:
            assert type(record).model_validate_json(record.model_dump_json()) == record
            assert bench.store.get(Item, record.item) or bench.store.get(Picture, record.item)
            assert record.extra["studio"]["project"] == turn.project
            assert (record.respondent if isinstance(record, Answer) else record.reviewer) == ANNA.respondent


def test_doing_it_again_replaces_what_was_done(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        blocks = screen.show(bench, turn, ENGLISH)
        kept = check(blocks, filled_in(blocks))
        first, second = ([(type(one), one.id) for one in screen.keep(bench, turn, ANNA, kept)] for _ in range(2))
        assert first == second
        assert len(set(first)) == len(first)
        assert {id for _, id in first} <= set(screen.record_ids(bench, turn))


def test_whatever_comes_back_it_is_refused_with_a_reason_or_becomes_records(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        blocks = screen.show(bench, turn, ENGLISH)
        usual = filled_in(blocks)
        for field in fields(blocks):
            known = [option.value for option in field.options] if isinstance(field, Choose | Order) else []
            for value in [*ODD, *known]:
                with suppress(NotFilled):  # anything else is a mistake of ours
                    records = screen.keep(bench, turn, ANNA, check(blocks, usual | {field.name: value}))
                    assert all(isinstance(record, Answer | Review) for record in records)


def test_where_people_answer_the_page_is_the_same_whatever_is_right(bench: Workbench, screen: Screen) -> None:
    def pages() -> str:
        shown = [described(block, turn.id) for turn in all_turns for block in screen.show(bench, turn, ENGLISH)]
        return json.dumps(shown)

    all_turns = turns(bench, screen)
    known = pages()
    with bench.store.event("test") as writer:
        writer.clear(Gold, {})
    if screen.reviews:
        return
    assert pages() == known
    assert SECRET not in known
    assert "validation.json" not in known


def test_people_are_compared_by_what_they_say_and_not_by_their_notes(bench: Workbench, screen: Screen) -> None:
    for turn in turns(bench, screen):
        blocks = screen.show(bench, turn, ENGLISH)
        said = screen.says(check(blocks, filled_in(blocks)))
        assert said
        assert not [name for name in said if "note" in name]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A studio with a project for every screen; nothing is handed in."""
    made = [Project(id=name.replace("_", "-"), title=HOSTILE, screen=spec(name), guidelines=HOSTILE) for name in family]

    def fill(bench: Workbench) -> None:
        hostile(bench)
        contest(bench)

    with opened(tmp_path_factory.mktemp("studio") / "bench", *made, filled=fill) as house:
        with house.bench.store.write() as connection:
            desk.join(connection, "adjudication", house.people["Clara"].id)
        yield house


SIGHTS: dict[int, Theme] = {390: "dark", 1280: "light"}
"""How wide the window is, and which colours it has; it is narrow when a page is loaded."""


def worker(name: str) -> str:
    """Somebody who may work with a screen."""
    return "Anna" if "annotator" in family[name].roles else "Clara"


def test_axe_finds_nothing_serious_and_nothing_sticks_out(
    house: House, blank: Page, sit_down: SitDown, name: str
) -> None:
    blank.set_viewport_size({"width": min(SIGHTS), "height": 900})
    sit_down(blank, house, name.replace("_", "-"), worker(name))
    for width, theme in SIGHTS.items():
        blank.set_viewport_size({"width": width, "height": 900})
        change_theme(blank, theme)
        assert not serious(blank), theme
        assert blank.evaluate(OVERFLOW) <= 0, width


def test_every_field_is_reached_by_the_keyboard_and_texts_never_become_markup(
    house: House, page: Page, sit_down: SitDown, name: str
) -> None:
    sit_down(page, house, name.replace("_", "-"), worker(name))
    go_through(page)
    assert HOSTILE.strip() in page.title()
    assert page.title() != "owned"
    assert page.locator("[onerror]").count() == 0
    assert page.locator("main script").count() == 0
    assert "<script>" in page.inner_text("#sheet")
    while page.locator("#next").count() and not page.locator("#sheet img:visible").count():
        for field in page.locator("#sheet [data-field]").all():
            field.locator("input").first.check()
        page.click("#next")
    shown = page.locator("#sheet img:visible").all()
    assert shown
    for image in shown:
        image.scroll_into_view_if_needed()
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 240


def go_through(page: Page) -> None:
    """Presses Tab until every field that can be seen was met."""
    there = page.locator("#sheet [data-field]:visible").count()
    met: set[str] = set()
    for _ in range(300):
        page.keyboard.press("Tab")
        met.add(page.evaluate("document.activeElement.closest('[data-field]')?.dataset.field ?? ''"))
        if len(met - {""}) == there:
            return
    pytest.fail(f"only {sorted(met)} of {there} fields were met")
