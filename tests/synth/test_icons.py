"""Icon problems: right, answerable, fair, the same every time, and fast."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from optotype.formats import Entry
from optotype.records import Choice, Item, ShortText
from optotype.synth import LEVELS, Task, family
from optotype.synth._icons.canvas import Canvas
from optotype.synth._icons.problem import SKILLS, Alternative, Draft, Problem, Template, templates
from optotype.synth._icons.things import STYLES, catalogue, confusable, extent, icon
from optotype.synth.icons import Icons, chosen, entry, some_templates
from tests.synth import recompute_icons
from tests.synth.blind import unseen

NAMES = [template.name for template in templates()]


@pytest.fixture(scope="module", params=templates(), ids=NAMES)
def template(request: pytest.FixtureRequest) -> Template:
    return request.param


@pytest.fixture(scope="module")
def problems(template: Template) -> list[tuple[Problem, Entry]]:
    """Two of each level, and what became of them; nobody looks at their pictures."""
    drawn: list[Problem] = []

    def draw(draft: Draft) -> Problem:
        drawn.append(template.draw(draft))
        return drawn[-1]

    with unseen():
        entries = [entry(one, replace(template, draw=draw)) for one in drawings(template)]
    return list(zip(drawn, entries, strict=True))


@pytest.fixture(scope="module")
def pictured(template: Template) -> list[Entry]:
    """A few with their pictures."""
    return [entry(one, template) for one in list(drawings(template, rounds=1))[::3]]


def task(number: int, level: int = 1, seed: int = 7) -> Task:
    return Task("icons", "icons", seed, number, level)


def drawings(template: Template, rounds: int = 2) -> Iterator[Task]:
    """Tasks for a template at every level."""
    for turn in range(rounds * LEVELS):
        yield task(turn * len(NAMES) + NAMES.index(template.name), turn % LEVELS + 1)


def gold(drawn: Entry) -> str:
    value = drawn.golds[0].accepted[0]
    return value[0] if isinstance(value, tuple) else str(value)


def canvases(problem: Problem) -> list[Canvas]:
    options = [option for option in (problem.right, *problem.wrong) if isinstance(option, Alternative)]
    return [canvas for canvas in (problem.canvas, *(option.canvas for option in options)) if canvas is not None]


def test_the_answer_can_be_worked_out_again_from_the_scene(problems: list[tuple[Problem, Entry]]) -> None:
    for _, drawn in problems:
        assert recompute_icons.answer(drawn.items[0]) == gold(drawn), drawn.items[0].question


def test_an_item_is_complete(template: Template, pictured: list[Entry]) -> None:
    for level, drawn in zip(range(1, LEVELS + 1, 3), pictured, strict=True):
        item = drawn.items[0]
        assert item.tags["kind"] == (template.kind,)
        assert item.tags["template"] == (template.name,)
        assert item.tags["level"] == (str(level),)
        assert 1 <= len(item.tags["skill"]) <= 3
        assert set(item.tags["skill"]) <= set(SKILLS)
        assert item.question.endswith(("?", "."))
        assert "{" not in item.question
        assert {picture.id for picture in drawn.pictures} == set(drawn.files)
        form = item.form
        if template.kind == "fill_in_blank":
            assert isinstance(form, ShortText)
        else:
            assert isinstance(form, Choice)
            assert 2 <= len(form.options) <= 5
            assert all((option.picture is not None) == (template.kind == "choose_img") for option in form.options)
            shown = [option.text or drawn.files[str(option.picture)] for option in form.options]
            if template.name != "spatial.looks_the_other_way":
                assert len(set(shown)) >= 2
            if template.kind == "choose_txt":
                assert len(set(shown)) == len(shown)


def test_nothing_is_cut_off_and_no_text_overlaps(problems: list[tuple[Problem, Entry]]) -> None:
    for problem, _ in problems:
        for canvas in canvases(problem):
            for x0, y0, x1, y1 in canvas.drawn:
                assert min(x0, y0) >= -1, problem.question
                assert x1 <= canvas.width + 1, problem.question
                assert y1 <= canvas.height + 1, problem.question
            for number, a in enumerate(canvas.texts):
                for b in canvas.texts[number + 1 :]:
                    apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
                    assert apart, (problem.question, a, b)


def test_pictures_are_small_and_readable(pictured: list[Entry]) -> None:
    for content in (content for drawn in pictured for content in drawn.files.values()):
        assert isinstance(content, bytes)
        with Image.open(BytesIO(content)) as picture:
            assert picture.format == "PNG"
            assert 24 <= picture.width <= 1400
            assert 24 <= picture.height <= 1000
        assert len(content) < 300_000


def test_there_are_more_than_150_templates_over_all_skills_and_kinds() -> None:
    assert len(NAMES) >= 150
    assert {skill for template in templates() for skill in template.skills} == set(SKILLS)
    assert {template.kind for template in templates()} == {"choose_img", "choose_txt", "fill_in_blank"}
    assert recompute_icons.templates() == set(NAMES)


def test_the_same_task_gives_the_same_records_and_pixels() -> None:
    for number in range(0, 120, 7):
        first, second = (Icons().draw(task(number, number % LEVELS + 1)) for _ in range(2))
        assert first == second
        assert first.files == second.files


def test_another_seed_gives_other_items() -> None:
    ones, others = (
        [Icons().draw(task(number, seed=seed)).items[0].question for number in range(30)] for seed in (1, 2)
    )
    assert ones != others


def test_every_template_comes_once_in_each_round() -> None:
    for turn in range(2):
        numbers = range(turn * len(NAMES), (turn + 1) * len(NAMES))
        assert sorted(chosen(task(number)).name for number in numbers) == sorted(NAMES)


def test_less_variety_keeps_every_skill_of_every_sub_task() -> None:
    few = some_templates(1)
    assert {(template.kind, template.skills[0]) for template in few} == {
        (template.kind, template.skills[0]) for template in templates()
    }
    assert len({(template.kind, template.skills[0]) for template in few}) == len(few)
    drawn = {Icons(variety=1).draw(task(number)).items[0].tags["template"][0] for number in range(len(few))}
    assert drawn == {template.name for template in few}


def test_with_little_variety_the_question_decides_what_a_blank_is() -> None:
    for template in some_templates(1):
        if template.kind != "fill_in_blank":
            continue
        assert template.first, template.name
        with unseen():
            asked = {entry(task(number), template).items[0].question for number in range(60)}
        assert len(asked) >= 3, template.name


def test_a_higher_level_draws_more_and_smaller_things() -> None:
    rows = next(template for template in templates() if template.name == "counting.crowd_blank")
    counts: dict[int, list[int]] = defaultdict(list)
    sizes: dict[int, list[int]] = defaultdict(list)
    for level in (1, 8):
        for number in range(40):
            things = rows.draw(Draft(task(number, level))).scene["things"]
            counts[level].append(len(things))
            sizes[level].append(things[0]["size"])
    assert sum(counts[8]) > 2 * sum(counts[1])
    assert max(sizes[8]) < min(sizes[1])


def test_every_level_has_its_rung_in_words() -> None:
    assert len(Icons.ladder) == LEVELS
    assert len(set(Icons.ladder)) == LEVELS


# --- nothing is to be guessed


@pytest.fixture(scope="module")
def many() -> list[tuple[Item, str]]:
    """Items without their pictures."""
    with unseen():
        drawn = (Icons().draw(task(number, number % LEVELS + 1, seed=11)) for number in range(16 * len(NAMES)))
        return [(one.items[0], gold(one)) for one in drawn]


def test_every_place_is_right_equally_often(many: list[tuple[Item, str]]) -> None:
    places: dict[int, Counter[str]] = defaultdict(Counter)
    for item, right in many:
        if item.options:
            places[len(item.options)][right] += 1
    for count, found in places.items():
        total = sum(found.values())
        deviation = (total * (1 / count) * (1 - 1 / count)) ** 0.5
        assert all(abs(number - total / count) < 3.5 * deviation for number in found.values()), (count, found)


def features(item: Item, place: int) -> list[str]:
    """What somebody without eyes sees in an option: its words, its place, its rank, with the template's wording."""
    template, options = item.tags["template"][0], item.options
    texts = [option.text or "" for option in options]
    found = [f"place {place} of {len(options)}", f"{template} place {place}"]
    if texts[place]:
        numbers = ["".join(sign for sign in text if sign.isdigit()) for text in texts]
        if all(numbers):
            rank = sorted(range(len(texts)), key=lambda number: (int(numbers[number]), texts[number])).index(place)
            found += [f"rank {rank} of {len(texts)}", f"{template} rank {rank} of {len(texts)}"]
        length = sorted(range(len(texts)), key=lambda number: (len(texts[number]), number)).index(place)
        found += [f"{template} {texts[place]}", f"text {texts[place]}", f"length {length} of {len(texts)}"]
        found += [f"{word} & {texts[place]}" for word in set(item.question.casefold().split())]
        found += [f"also asked {texts[place].casefold() in item.question.casefold()} {template}"]
    return found


def test_a_reader_without_eyes_stays_at_chance(many: list[tuple[Item, str]]) -> None:
    choices = [(item, right) for item, right in many if item.options]
    random.Random(3).shuffle(choices)
    half = len(choices) // 2
    seen: Counter[str] = Counter()
    good: dict[str, float] = defaultdict(float)
    for item, right in choices[:half]:
        for place, option in enumerate(item.options):
            for feature in features(item, place):
                seen[feature] += 1
                good[feature] += (option.label == right) - 1 / len(item.options)
    for kind in ("choose_img", "choose_txt"):
        hits = expected = variance = 0.0
        for item, right in choices[half:]:
            if item.tags["kind"][0] != kind:
                continue
            scores = [sum(good[f] / (seen[f] + 8) for f in features(item, place)) for place in range(len(item.options))]
            hits += item.options[scores.index(max(scores))].label == right
            chance = 1 / len(item.options)
            expected += chance
            variance += chance * (1 - chance)
        assert abs(hits - expected) < 3.3 * variance**0.5, (kind, hits, expected, variance**0.5)


def test_answers_of_blanks_are_spread(many: list[tuple[Item, str]]) -> None:
    by_template: dict[str, Counter[str]] = defaultdict(Counter)
    for item, right in many:
        if not item.options:
            by_template[item.tags["template"][0]][right] += 1
    alone = {name: found.most_common(1)[0][1] / sum(found.values()) for name, found in by_template.items()}
    assert sum(alone.values()) / len(alone) < 0.25
    assert max(alone.values()) <= 0.5, max(alone, key=lambda name: alone[name])
    everything = sum(by_template.values(), Counter[str]())
    assert everything.most_common(1)[0][1] / sum(everything.values()) < 0.12


# --- the icons that come with the project


def test_several_hundred_things_come_in_several_styles() -> None:
    things = catalogue()
    assert len(things) >= 300
    for thing in things.values():
        assert len(thing.styles) >= 3
        assert set(thing.styles) <= set(STYLES)
        assert all((thing.name, thing.plural, thing.category))
        assert any("а" <= letter <= "я" or letter == "ё" for letter in thing.russian.casefold()), thing


def test_every_icon_can_be_drawn_at_any_size() -> None:
    for thing in catalogue().values():
        for style in thing.styles:
            picture = icon(thing.key, style, 40)
            assert picture.mode == "RGBA"
            assert max(picture.size) == 40
            assert extent(thing.key, style, 40) == picture.size
            assert picture.getchannel("A").getbbox() is not None


def test_how_far_an_icon_reaches_is_known_before_it_is_drawn() -> None:
    for number, key in enumerate(list(catalogue())[::20]):
        style = STYLES[number % len(STYLES)]
        for turn in (0, 7, 45, 90, 135, 180, 270, 359):
            for size in (23, 118):
                for mirrored in (False, True):
                    assert extent(key, style, size, turn) == icon(key, style, size, turn, mirrored).size


def test_things_in_one_picture_cannot_be_taken_for_each_other() -> None:
    for number in range(60):
        things = Draft(task(number)).things(8)
        assert not any(confusable(a.key, b.key) for i, a in enumerate(things) for b in things[i + 1 :])


def test_the_licences_lie_beside_the_icons() -> None:
    from importlib.resources import files

    folder = files("optotype") / "embedded" / "icons"
    names = {path.name for path in folder.iterdir()}
    assert {"LICENSE-Apache-2.0.txt", "LICENSE-MIT.txt", "LICENSE-CC-BY-4.0.txt", "README.md"} <= names
    assert "CC-BY-4.0" in family["icons"].licence


def test_the_page_lists_every_template() -> None:
    text = (Path(__file__).parents[2] / "docs" / "drawing" / "icons.md").read_text(encoding="utf-8")
    for name in NAMES:
        skill, _, short = name.partition(".")
        line = next(line for line in text.splitlines() if line.startswith(f"**{skill}**"))
        assert f"`{short}`" in line, name
