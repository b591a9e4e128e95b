"""Drawn tables: their answers can be worked out again, read from the picture, and not guessed."""

from __future__ import annotations

import collections
import io
import itertools
import json
import math
import re
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from optotype import Workbench
from optotype.formats import Entry
from optotype.records import Choice
from optotype.synth import Task, family
from optotype.synth._tables import subjects
from optotype.synth._tables.canvas import Box, Written
from optotype.synth._tables.finding import Found, as_cards, find
from optotype.synth._tables.instructions import INSTRUCTIONS
from optotype.synth._tables.language import Language
from optotype.synth._tables.layout import SMALLEST
from optotype.synth._tables.looks import LOOKS, ON_PAPER, dress
from optotype.synth._tables.page import Page, set_cards, set_page
from optotype.synth._tables.photo import photograph
from optotype.synth._tables.plan import LADDER
from optotype.synth._tables.questions import categories, templates
from optotype.synth.tables import Tables
from tests.synth.blind import unseen
from tests.synth.recompute_tables import SOLVERS, Sheet, right_options
from tests.synth.recompute_tables import number as read_number

LANGUAGES: tuple[Language, ...] = ("ru", "en")
SEEN = 48


def task(number: int, level: int | None = None) -> Task:
    return Task("tables", "tables", 3, number, level or number % 8 + 1)


def drawn(number: int, level: int | None = None) -> Entry:
    return Tables().draw(task(number, level))


def texts(entry: Entry) -> list[str]:
    form = entry.items[0].form
    assert isinstance(form, Choice)
    return [option.text or "" for option in form.options]


def right(entry: Entry) -> str:
    (accepted,) = entry.golds[0].accepted
    assert isinstance(accepted, tuple)
    return accepted[0]


def picture(entry: Entry) -> Image.Image:
    (content,) = entry.files.values()
    assert isinstance(content, bytes)
    return Image.open(io.BytesIO(content))


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """A few of each level, the first of them with their pictures."""
    first = [drawn(number) for number in range(SEEN)]
    with unseen():
        return [*first, *(drawn(number) for number in range(SEEN, 160))]


# --- answers


@pytest.mark.parametrize("name", sorted(templates()))
def test_the_answer_to_every_template_is_worked_out_again_from_the_scene(name: str) -> None:
    template = templates()[name]
    levels = [level for level, rung in enumerate(LADDER, 1) if rung.rows[1] >= template.least + 4]
    for number in range(24):
        chance = Random(f"{name} {number}")
        found = find(LANGUAGES[number % 2], levels[number % len(levels)], chance, template=template)
        options = [found.asked.right, *found.asked.wrong]
        assert len(set(options)) == 7, options
        assert right_options(json.loads(json.dumps(found.scene())), options) == [0], (name, number, options)
        assert "{" not in found.wording(chance)


def test_drawn_items_agree_with_their_scenes(entries: list[Entry]) -> None:
    for entry in entries:
        (item,) = entry.items
        options = texts(entry)
        assert len(set(options)) == 7
        assert right_options(item.scene, options) == ["ABCDEFG".index(right(entry))], item.id


def test_states_in_the_scene_follow_from_the_printed_values(entries: list[Entry]) -> None:
    checked = 0
    for entry in entries:
        sheet = Sheet(entry.items[0].scene)
        if sheet.scene["subject"] != "laboratory" or not any(one["kind"] == "range" for one in sheet.columns):
            continue
        for row in sheet.rows:
            if "state" in row:
                assert sheet.state(row["cells"][sheet.label]) == row["state"]
                checked += 1
    assert checked > 200


def test_every_template_has_a_solver_and_every_category_some_templates() -> None:
    assert set(SOLVERS) == set(templates())
    assert set(categories()) == {
        "structure",
        "content",
        "format",
        "counting",
        "comparing",
        "lookup",
        "out_of_range",
    }
    assert len(templates()) >= 30
    for template in templates().values():
        assert len(set(template.ru)) >= 2
        assert len(set(template.en)) >= 2
        for wording in template.ru:
            assert re.search("[а-я]", wording)
        for wording in template.en:
            assert not re.search("[а-я]", wording)


def test_every_subject_is_drawn_in_both_languages() -> None:
    for (number, name), language in itertools.product(enumerate(subjects.family.names()), LANGUAGES):
        found = find(language, 3, Random(number), subject=name)
        assert found.table.subject == name
        cyrillic = re.search("[а-я]", found.table.title)
        assert bool(cyrillic) == (language == "ru")


# --- the same again


def test_the_same_task_gives_the_same_records_and_pixels() -> None:
    for number in range(6):
        one, other = drawn(number), drawn(number)
        assert one == other
        assert one.files == other.files


def test_another_seed_gives_another_table() -> None:
    one, other = (Tables().draw(Task("tables", "tables", seed, 1, 4)) for seed in (1, 2))
    assert one.items[0].scene != other.items[0].scene


# --- not guessable


def test_the_right_option_is_equally_often_in_each_place() -> None:
    places = collections.Counter(task(number).position(7) for number in range(700))
    assert set(places.values()) == {100}


def test_a_reader_of_questions_alone_stays_at_chance() -> None:
    """Learns from a thousand questions which options are right, and guesses another thousand."""
    questions = [_question(number) for number in range(2000)]
    good, bad = collections.Counter[str](), collections.Counter[str]()
    for name, options, place in questions[:1000]:
        for number, features in enumerate(_features(name, options)):
            (good if number == place else bad).update(features)
    hits = 0
    for name, options, place in questions[1000:]:
        scores = [
            sum(math.log((good[one] + 0.5) / (bad[one] / 6 + 0.5)) for one in features)
            for features in _features(name, options)
        ]
        hits += scores.index(max(scores)) == place
    deviation = math.sqrt(1 / 7 * 6 / 7 / 1000)
    assert abs(hits / 1000 - 1 / 7) < 3 * deviation


def _question(number: int) -> tuple[str, list[str], int]:
    chance = Random(f"blind {number}")
    found = find(LANGUAGES[(number + number // 8) % 2], number % 8 + 1, chance)
    options = [found.asked.right, *found.asked.wrong]
    chance.shuffle(options)
    return found.template.name, options, options.index(found.asked.right)


def _features(name: str, options: list[str]) -> list[list[str]]:
    """What can be known of an option without a picture: its words, its length, its rank among the others."""
    values = [read_number(option) for option in options]
    pairs = [{option[n : n + 2] for n in range(len(option) - 1)} for option in options]
    alike = [sum(len(one & other) for other in pairs) for one in pairs]
    found: list[list[str]] = []
    for place, option in enumerate(options):
        features = [f"{name} {option}", f"{name} length {sorted(map(len, options)).index(len(option))}"]
        features += [f"{name} {word}" for word in re.findall(r"\w+", option)]
        features.append(f"{name} likeness {sorted(alike).index(alike[place])}")
        if None not in values:
            rank = sum((other or 0) < (values[place] or 0) for other in values)
            features += [f"{name} rank {rank}", f"rank {rank}"]
        found.append(features)
    return found


# --- what is seen


def made(look: str, level: int, number: int) -> tuple[Found, Page]:
    """A page in a look, before it is a picture."""
    chance = Random(f"{look} {level} {number}")
    found = find(LANGUAGES[number % 2], level, chance, cards=look == "cards")
    plan = found.table.plan
    dressed = dress(look, plan, chance, photo=False)
    if look == "cards":
        return found, set_cards(found.table, dressed, plan.rung.size, chance)
    return found, set_page(found.table, dressed, plan.rung.size, (1300, 1440), chance)


@pytest.mark.parametrize("look", sorted(LOOKS))
def test_texts_do_not_overlap_and_stay_in_their_cells(look: str) -> None:
    for level in (1, 3, 5, 8) if look != "cards" else (1, 2, 3, 4):
        for number in range(4):
            _, page = made(look, level, number)
            written = page.canvas.written
            assert not _overlapping(written)
            whole = Box(0, 0, page.canvas.width, page.canvas.height)
            for one in written:
                assert _within(one.ink, one.room), (look, one)
                assert _within(one.ink, whole), (look, one)


def _overlapping(written: list[Written]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    ordered = sorted(written, key=lambda one: one.ink.top)
    for number, one in enumerate(ordered):
        for other in ordered[number + 1 :]:
            if other.ink.top >= one.ink.bottom:
                break
            if one.ink.left < other.ink.right and other.ink.left < one.ink.right:
                found.append((one.text, other.text))
    return found


def _within(inner: Box, outer: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


@pytest.mark.parametrize("look", sorted(LOOKS))
def test_every_cell_is_written(look: str) -> None:
    found, page = made(look, 3, 1)
    seen = " ".join(one.text for one in page.canvas.written)
    for row, column in itertools.product(found.table.rows, found.table.columns):
        if look == "cards" and column.kind == "index":
            continue
        for word in found.table.shown(row, column).split():
            assert word in seen


def test_print_and_pictures_keep_their_sizes(entries: list[Entry]) -> None:
    assert max(max(picture(entry).size) for entry in entries[:SEEN]) <= 1700
    for entry in entries:
        scene = entry.items[0].scene
        assert isinstance(scene, dict)
        page = scene["picture"]
        assert isinstance(page, dict)
        assert isinstance(page["print"], int)
        assert page["print"] >= SMALLEST


def test_screenshots_are_png_and_photographs_jpeg(entries: list[Entry]) -> None:
    kinds = collections.Counter[str]()
    for number, entry in enumerate(entries):
        (source,) = entry.pictures[0].tags["source"]
        assert number >= SEEN or picture(entry).format == {"photo": "JPEG", "screenshot": "PNG"}[source]
        kinds[source] += 1
    assert min(kinds["photo"], kinds["screenshot"]) > 50


def test_the_whole_page_is_on_the_photograph() -> None:
    for number in range(12):
        _, page = made(ON_PAPER[number % len(ON_PAPER)], 8 if number % 2 else 4, number)
        shown, shot = photograph(page.canvas, 1.0, 1.0, Random(number))
        for x, y in shot.corners:
            assert -3 <= x <= shown.width + 3
            assert -3 <= y <= shown.height + 3


def test_a_heading_has_the_colour_that_is_asked_for() -> None:
    chance = Random(4)
    found = find("en", 3, chance, template=templates()["header_colour"])
    page = set_page(found.table, dress("heading", found.table.plan, chance, photo=False), 18, (1300, 1440), chance)
    asked = str(found.asked.facts["heading"])
    corner = (page.table.left + 2, page.table.top + 3)
    assert page.canvas.picture().convert("RGB").getpixel(corner) == tuple(int(asked[n : n + 2], 16) for n in (1, 3, 5))


# --- levels


def test_higher_levels_have_more_rows_and_smaller_print(entries: list[Entry]) -> None:
    rows, prints = collections.defaultdict[int, list[int]](list), collections.defaultdict[int, list[int]](list)
    for entry in entries:
        level = int(entry.items[0].tags["level"][0])
        rows[level].append(int(entry.pictures[0].tags["rows"][0]))
        scene = entry.items[0].scene
        assert isinstance(scene, dict)
        page = scene["picture"]
        assert isinstance(page, dict)
        assert isinstance(page["print"], int)
        prints[level].append(page["print"])
    means = [sum(rows[level]) / len(rows[level]) for level in (1, 3, 5, 8)]
    assert means == sorted(means)
    assert sum(prints[1]) / len(prints[1]) > sum(prints[8]) / len(prints[8]) + 4


def test_tables_have_two_to_sixty_rows() -> None:
    counts = {len(find("ru", level, Random(number)).table.rows) for level in (1, 8) for number in range(150)}
    assert min(counts) == 2
    assert 55 <= max(counts) <= 60


def test_the_ladder_has_eight_rungs() -> None:
    assert len(Tables.ladder) == len(LADDER) == 8


# --- settings, records, export


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_can_be_chosen(language: Language) -> None:
    drawer = family.build("tables", {"language": language})
    for number in range(4):
        item = drawer.draw(task(number, 2)).items[0]
        assert item.tags["language"] == (language,)
        assert bool(re.search("[а-я]", item.question)) == (language == "ru")


def test_both_languages_occur_at_every_level() -> None:
    seen = {drawn(number, number % 8 + 1).items[0].tags["language"] + (number % 8,) for number in range(16)}
    assert len(seen) == 16


def test_there_are_ten_instructions_in_each_language_with_all_marks() -> None:
    for language in LANGUAGES:
        assert len(set(INSTRUCTIONS[language])) == 10
        for text in INSTRUCTIONS[language]:
            for mark in ("<image>", "{question}", *(f"{{option_{letter}}}" for letter in "abcdefg")):
                assert text.count(mark) == 1
            filled = text.format(question="?", **{f"option_{letter}": letter for letter in "abcdefg"})
            assert "{" not in filled


def test_as_cards_needs_few_rows() -> None:
    found = find("en", 8, Random(1))
    assert not as_cards(found)


def test_a_drawn_bench_is_exported_as_mera_records(bench: Workbench, tmp_path: Path) -> None:
    bench.draw("tables", count=12, seed=5, processes=1)
    bench.export("mera", tmp_path / "out")
    (file,) = (tmp_path / "out").glob("*.json")
    records = json.loads(file.read_text(encoding="utf-8"))
    assert len(records) == 12
    by_id = {f"tables/{record['meta']['id']}": record for record in records}
    for item in bench.items():
        record = by_id[item.id]
        assert set(record["inputs"]) == {"question", "image", *(f"option_{letter}" for letter in "abcdefg")}
        assert record["inputs"]["question"] == item.question
        assert [record["inputs"][f"option_{letter}"] for letter in "abcdefg"] == [one.text for one in item.options]
        gold = bench.gold(item)
        assert gold is not None
        assert (record["outputs"],) in gold.accepted
        assert record["instruction"] in INSTRUCTIONS[item.tags["language"][0]]
        assert (tmp_path / "out" / record["inputs"]["image"]).is_file()
        meta = record["meta"]
        assert meta["categories"]["question_type"] == item.tags["question_type"][0]
        assert meta["categories"]["question_text"] == item.tags["question_text"][0]
        assert meta["categories"]["question_source"] == "drawn"
        assert meta["image"]["source"] in (["photo"], ["screenshot"])
        assert meta["image"]["synt_source"] == ["optotype"]
        assert isinstance(meta["rows"], int)
        assert isinstance(meta["columns"], int)
        assert isinstance(item.scene, dict)
        shown = item.scene["rows"]
        assert isinstance(shown, list)
        assert meta["rows"] == sum(isinstance(row, dict) and "cells" in row for row in shown)


def test_the_sheet_shows_every_look_and_subject() -> None:
    names = [name for name, _ in itertools.islice(Tables().sheet(0), 60)]
    assert {name.split(",")[0] for name in names} >= set(LOOKS) | set(subjects.family.names())


def test_the_documentation_names_every_template_subject_and_rung() -> None:
    text = (Path(__file__).parents[2] / "docs" / "drawing" / "tables.md").read_text(encoding="utf-8")
    for name in [*templates(), *subjects.family.names()]:
        assert f"`{name}`" in text
    for rung in Tables.ladder:
        assert rung in text
