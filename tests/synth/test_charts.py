from __future__ import annotations

import io
import itertools
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from optotype.formats import Entry, Row, Source, misfit
from optotype.formats import family as formats
from optotype.records import Choice, Gold, Item, Number, Picture, Range, ShortText, YesNo
from optotype.synth import LEVELS, Task
from optotype.synth._charts import KINDS, VISUAL, Kind, Templates, _across, family
from optotype.synth._charts._canvas import overlaps
from optotype.synth._charts._colours import PALETTES, palette_of
from optotype.synth._charts._figure import Figure, draw_figure
from optotype.synth._charts._style import RUNGS
from optotype.synth.charts import FIGURE_TYPES, Charts
from tests.synth.blind import unseen
from tests.synth.recompute_charts import SOLVERS, solve

COUNT = 600
SEEN = 60


def task(number: int, *, level: int | None = None, seed: int = 7) -> Task:
    return Task("charts", "charts", seed, number, level or number % LEVELS + 1)


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """The first of them with files."""
    first = [Charts().draw(task(number)) for number in range(SEEN)]
    with unseen():
        return [*first, *(Charts().draw(task(number)) for number in range(SEEN, COUNT))]


def questions(entries: list[Entry]) -> Iterator[tuple[Item, Gold]]:
    for entry in entries:
        yield from zip(entry.items, entry.golds, strict=True)


def all_templates() -> list[Templates]:
    return [*(family[name].templates for name in family.names()), _across.templates]


def texts(value: Any) -> Iterator[str]:
    """All texts in what a question was given."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:  # pyright: ignore[reportUnknownVariableType]
            yield from texts(one)


def test_the_same_task_gives_the_same_records_and_the_same_pixels():
    one, other = Charts().draw(task(5)), Charts().draw(task(5))

    assert one == other
    assert one.files == other.files


def test_other_numbers_and_seeds_give_other_figures():
    contents = {
        Charts().draw(task(n, seed=seed)).files[f"charts/{seed}-{n:06d}.png"] for n in (0, 1) for seed in (1, 2)
    }

    assert len(contents) == 4


def test_every_figure_has_one_question_of_each_kind(entries: list[Entry]):
    for entry in entries:
        assert [item.tags["kind"][0] for item in entry.items] == list(KINDS)


def test_every_template_is_used_and_has_a_solver(entries: list[Entry]):
    used = {item.tags["template"][0] for item, _ in questions(entries)}
    known = {template.name for some in all_templates() for template in some.all}

    assert used <= known
    assert len(known) > 200
    # a few are rare, since the figure has to allow them and others come first
    assert len(known - used) < 12, known - used
    answerable = {
        template.name for some in all_templates() for template in some.all if template.kind != Kind.UNANSWERABLE
    }
    assert set(SOLVERS) == answerable


def test_a_second_solver_finds_the_same_answers(entries: list[Entry]):
    for item, gold in questions(entries):
        answer = solve(item)
        about = f"{item.id} {item.tags['template'][0]}: {item.question} {gold.accepted} {answer!r}"
        if answer is None:
            assert gold.unanswerable, about
            continue
        assert not gold.unanswerable, about
        right = gold.accepted[0]
        if isinstance(answer, set):
            assert isinstance(right, tuple), about
            assert {option.text for option in item.options if option.label in right} == answer, about
        elif isinstance(answer, bool) or isinstance(right, bool):
            assert answer is right, about
        elif isinstance(right, Range):
            assert right.low < float(answer) < right.high, about
        elif isinstance(answer, str):
            assert answer == right, about
        else:
            # what was read from pixels agrees with what is printed, as far as pixels go
            assert isinstance(right, str), about
            assert float(right.rstrip("%")) == pytest.approx(answer, rel=0.03, abs=_pixels(item)), about


def _pixels(item: Item) -> float:
    """What three pixels are worth, where values are read off an axis."""
    scene: Any = item.scene
    axis = scene["parts"][scene["asked"]["part"]].get("axis") if scene["asked"]["part"] is not None else None
    if axis is None or item.tags["template"][0].endswith(("_beyond", "needed", ".lines")):
        return 1e-6
    return 3 * (axis["high"] - axis["low"]) / abs(axis["end"] - axis["start"])


def test_questions_say_what_they_were_given(entries: list[Entry]):
    for item, _ in questions(entries):
        scene: Any = item.scene
        given = {key: value for key, value in scene["asked"].items() if key not in ("part", "dash")}
        if item.tags["template"][0].startswith(("venn_diagram.region", "venn_diagram.more", "venn_diagram.members")):
            given = {key: value for key, value in given.items() if key != "colours"}
        for text in texts(given):
            if "all circles" in item.question or "both circles" in item.question or "sets" in item.question:
                continue
            assert text.lower() in item.question.lower(), f"{item.tags['template']}: {text!r} not in {item.question!r}"


def test_forms_are_those_that_scivqa_reads(entries: list[Entry]):
    for item, gold in questions(entries):
        kind = item.tags["kind"][0]
        assert item.form.unanswerable
        if "non-binary" in kind:
            assert isinstance(item.form, Choice)
            assert item.form.several
            assert len(item.form.options) == 4
        elif "binary" in kind:
            assert isinstance(item.form, YesNo)
        else:
            assert isinstance(item.form, ShortText | Number)
        assert gold.unanswerable is (kind == Kind.UNANSWERABLE)
        assert all(misfit(item, value) is None for value in gold.accepted)


def test_options_differ_and_at_least_one_is_right_and_one_wrong(entries: list[Entry]):
    for item, gold in questions(entries):
        if isinstance(item.form, Choice):
            assert len({option.text for option in item.form.options}) == 4, item.question
            right: Any = gold.accepted[0]
            assert 1 <= len(right) <= 3
            assert len(right) == 1 or re.search("apply|right|every", item.question)


VISUAL_WORDS = re.compile(
    r"\b(colou?r|red|blue|green|orange|purple|brown|pink|gray|black|yellow|white|left|right|leftmost|rightmost|topmost|"
    r"tall|taller|tallest|bars?|lines?|slices?|circles?|boxes|cells?|arrows?|above the|darker|darkest|shape|"
    r"top|bottom|dashed|dotted|triangles?|squares?|height)\b"
)


def test_visual_questions_name_something_to_see_and_others_do_not(entries: list[Entry]):
    for item, _ in questions(entries):
        kind = item.tags["kind"][0]
        text = re.sub(r"\(Several may be right.\)|\d bar", "", item.question)
        for name in {name for part in _parts(item) for name in part["names"]}:
            text = text.replace(name, "X")
        if kind in VISUAL:
            seen = VISUAL_WORDS.search(text) or re.search(
                "nodes?|box|layer|placed|lie|lowest|highest|larg|small|position|sub-figure|"
                "point|plotted|drawn|crosses|stars|diamonds",
                text,
            )
            assert seen, text
        elif kind != Kind.UNANSWERABLE:
            assert not VISUAL_WORDS.search(text), f"{kind}: {item.question}"


def _parts(item: Item) -> list[dict[str, Any]]:
    scene: Any = item.scene
    return scene["parts"]


def test_a_question_about_one_of_several_parts_says_which(entries: list[Entry]):
    for entry in entries:
        if entry.pictures[0].tags["compound"] == ("yes",):
            for item in entry.items:
                scene: Any = item.scene
                if scene["asked"]["part"] is not None:
                    part = _parts(item)[int(scene["asked"]["part"])]
                    named = (f"sub-figure ({part['letter']})", f"the {part['place']} sub-figure")
                    assert any(text in item.question for text in named), item.question


def test_siblings_do_not_ask_the_same(entries: list[Entry]):
    repeated = sum(len({item.question for item in entry.items}) < 7 for entry in entries)

    assert repeated == 0


def test_captions_do_not_give_answers_away(entries: list[Entry]):
    for entry in entries:
        caption = entry.pictures[0].caption
        assert caption.startswith("Figure ")
        for item, gold in zip(entry.items, entry.golds, strict=True):
            if item.tags["kind"][0].startswith("closed-ended infinite") and isinstance(gold.accepted[0], str):
                answer = gold.accepted[0]
                assert len(answer) < 4 or answer not in caption, f"{answer}: {caption}"


def test_pictures_are_tagged_as_scivqa_tags_them(entries: list[Entry]):
    for entry in entries:
        picture = entry.pictures[0]
        count = int(picture.tags["figures"][0])
        assert picture.tags["compound"] == ("yes" if count > 1 else "no",)
        assert 1 <= len(picture.tags["figure_type"]) <= count <= 6
        assert all(len(_parts(item)) == count for item in entry.items)
    assert {name for entry in entries for name in entry.pictures[0].tags["figure_type"]} == {
        name.replace("_", " ") for name in FIGURE_TYPES
    }
    assert {entry.pictures[0].tags["figures"][0] for entry in entries} == {"1", "2", "3", "4", "5", "6"}


# --- what is to be seen


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    return [
        draw_figure(task(number, level=level, seed=seed), name, "mixed")
        for number, (name, level) in enumerate(itertools.product(FIGURE_TYPES, range(1, LEVELS + 1)))
        for seed in (3, 4, 5)
    ]


def test_no_text_is_cut_off(figures: list[Figure]):
    for figure in figures:
        for written in figure.written:
            for x, y in written.corners:
                assert -0.5 <= x <= figure.size[0] + 0.5, f"{figure.caption}: {written.text}"
                assert -0.5 <= y <= figure.size[1] + 0.5, f"{figure.caption}: {written.text}"


def test_no_text_overlaps_another(figures: list[Figure]):
    for figure in figures:
        for one, other in itertools.combinations(figure.written, 2):
            assert not overlaps(one.corners, other.corners), f"{figure.caption}: {one.text} on {other.text}"


def test_overlaps_are_noticed():
    flat = ((0, 0), (10, 0), (10, 4), (0, 4))
    turned = ((6, -3), (12, 3), (9, 6), (3, 0))
    assert overlaps(flat, ((8, 2), (20, 2), (20, 9), (8, 9)))
    assert overlaps(flat, turned)
    assert not overlaps(flat, ((0, 5), (10, 5), (10, 9), (0, 9)))
    assert not overlaps(flat, ((12, -3), (18, 3), (15, 6), (9.5, -0.5)), slack=2)


def test_letters_stay_large_enough_to_read():
    for rung in RUNGS:
        assert (rung.size[0] - 2) * rung.scale >= 9


def test_marks_have_the_colour_that_the_scene_names(figures: list[Figure]):
    checked = 0
    for figure in figures:
        if figure.rung.scale != 1:
            continue
        pixels = np.asarray(figure.picture.convert("RGB")).astype(int)
        for part in figure.parts:
            if part["type"] == "bar chart" and not part["bars"][0]["hatch"] and not part["bars"][0]["error"]:
                for bar in part["bars"]:
                    left, top, right, bottom = bar["box"]
                    if right - left > 4 and bottom - top > 4:
                        checked += _has_colour(pixels, ((left + right) / 2, (top + bottom) / 2), bar["colour"]["hex"])
            if part["type"] == "tree":
                for node in part["nodes"]:
                    left, top, _, bottom = node["box"]
                    checked += _has_colour(pixels, (left + 4, (top + bottom) / 2), node["colour"]["hex"])
            if part["type"] == "neural network":
                for layer in part["layers"]:
                    for at in layer["at"]:
                        checked += _has_colour(pixels, (at[0], at[1]), layer["colour"]["hex"])
            if part["type"] == "scatter plot":
                for group in part["groups"]:
                    if group["marker"] in ("circle", "square"):
                        for point in group["points"]:
                            checked += _has_colour(pixels, (point["at"][0], point["at"][1]), group["colour"]["hex"])
    assert checked > 500


def _has_colour(pixels: Any, at: tuple[float, float], code: str) -> int:
    x, y = at
    wanted = np.array([int(code[start : start + 2], 16) for start in (1, 3, 5)])
    found = pixels[int(y), int(x)]
    assert np.abs(found - wanted).max() < 40, f"{code} expected at {x}, {y}, found {found}"
    return 1


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_colours_of_a_palette_cannot_be_confused(palette: str):
    for (one, first), (other, second) in itertools.combinations(PALETTES[palette].items(), 2):
        assert _difference(first, second) > 20, f"{one} and {other}"


def _difference(one: str, other: str) -> float:
    return float(np.linalg.norm(_lab(one) - _lab(other)))


def _lab(code: str) -> Any:
    """CIE L*a*b*, in which equal distances look about equally far apart."""
    channels = np.array([int(code[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    linear = np.where(channels > 0.04045, ((channels + 0.055) / 1.055) ** 2.4, channels / 12.92)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear
    f = np.cbrt(xyz / np.array([0.9505, 1.0, 1.089]))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_names_of_a_palette_are_found_by_some_of_them():
    assert "dark green" in palette_of(["light blue", "orange"])
    assert "yellow" not in palette_of(["red", "blue"], thin=True)
    assert palette_of(["light blue", "yellow"]) == []


# --- nothing can be guessed


def test_yes_and_no_are_balanced_for_every_template(entries: list[Entry]):
    answers: defaultdict[str, list[bool]] = defaultdict(list)
    for item, gold in questions(entries):
        if isinstance(item.form, YesNo):
            answers[item.tags["template"][0]].append(gold.accepted[0] is True)
    everything = [answer for some in answers.values() for answer in some]
    assert abs(sum(everything) / len(everything) - 0.5) < 0.01
    for name, some in answers.items():
        # four standard errors
        assert abs(sum(some) - len(some) / 2) <= 2 * len(some) ** 0.5 + 1, f"{name}: {sum(some)} of {len(some)}"


def test_one_of_two_binary_questions_of_a_figure_is_answered_by_no(entries: list[Entry]):
    for entry in entries:
        values = [
            gold.accepted[0] for item, gold in zip(entry.items, entry.golds, strict=True) if item.form.kind == "yes_no"
        ]
        assert sorted(map(bool, values)) == [False, True]


def test_right_options_stand_in_every_place_equally_often(entries: list[Entry]):
    places: Counter[str] = Counter()
    for item, gold in questions(entries):
        right: Any = gold.accepted[0] if gold.accepted else ()
        if isinstance(item.form, Choice) and len(right) == 1:
            places[right[0]] += 1
    total = sum(places.values())
    assert all(abs(count / total - 0.25) < 0.04 for count in places.values()), places


@pytest.mark.slow
def test_a_classifier_that_sees_no_picture_stays_at_chance(entries: list[Entry]):
    items = list(questions(entries))
    half = len(items) // 2
    yes = no = found = asked = 0
    for known, unknown in ((items[:half], items[half:]), (items[half:], items[:half])):
        binary, single = _Blind(), _Blind()
        for item, gold in known:
            right: Any = gold.accepted[0] if gold.accepted else None
            if isinstance(item.form, YesNo):
                binary.learn(_words(item), right)
            elif isinstance(item.form, Choice) and len(right) == 1:
                for option in item.form.options:
                    single.learn(_about(item, option.text or ""), option.label == right[0])
        for item, gold in unknown:
            right = gold.accepted[0] if gold.accepted else None
            if isinstance(item.form, YesNo):
                yes += (binary.score(_words(item)) > 0) is right
                no += 1
            elif isinstance(item.form, Choice) and len(right) == 1:
                best = max(item.form.options, key=lambda option: single.score(_about(item, option.text or "")))
                found += best.label == right[0]
                asked += 1
    # four standard errors about one half and one quarter
    assert abs(yes / no - 0.5) < 4 * (0.25 / no) ** 0.5, f"binary: {yes} of {no}"
    assert abs(found / asked - 0.25) < 4 * (0.1875 / asked) ** 0.5, f"choice: {found} of {asked}"


class _Blind:
    """Naive Bayes over words."""

    def __init__(self) -> None:
        self.counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}

    def learn(self, words: list[str], label: bool) -> None:
        self.counts[label].update(words)

    def score(self, words: list[str]) -> float:
        totals = {label: sum(counter.values()) + 1000 for label, counter in self.counts.items()}
        return sum(
            float(np.log((self.counts[True][word] + 1) / totals[True] * totals[False] / (self.counts[False][word] + 1)))
            for word in words
        )


def _words(item: Item) -> list[str]:
    words = re.findall(r"\w+", item.question.lower())
    return [item.tags["template"][0], *words, *(f"{one} {other}" for one, other in itertools.pairwise(words))]


def _about(item: Item, text: str) -> list[str]:
    """What can be said about an option without the picture: its words, its length, its place among numbers."""
    features = [text, f"length {len(text)}", f"{item.tags['template'][0]} {text}"]
    others = [option.text or "" for option in item.options]
    if all(re.fullmatch(r"[\d.]+", other) for other in others):
        rank = sorted(map(float, others)).index(float(text))
        features += [f"rank {rank}", f"{item.tags['template'][0]} rank {rank}"]
    return features + [f"{word} {text}" for word in re.findall(r"[a-z]+", item.question.lower())]


def test_answers_without_options_are_spread(entries: list[Entry]):
    answers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item, gold in questions(entries):
        if item.tags["kind"][0].startswith("closed-ended infinite"):
            answers[item.tags["template"][0]][str(gold.accepted[0])] += 1
    for name, counter in answers.items():
        total = sum(counter.values())
        if total >= 20:
            assert counter.most_common(1)[0][1] / total < 0.7, f"{name}: {counter.most_common(3)}"


# --- levels and settings


def test_higher_levels_show_more_and_smaller_and_closer():
    for one, other in itertools.pairwise(RUNGS):
        assert one.things <= other.things
        assert one.gap >= other.gap
        assert one.steps >= other.steps
        assert one.printed >= other.printed
        assert one.compound <= other.compound
        assert one.scale >= other.scale
    assert len(Charts.ladder) == LEVELS == len(RUNGS)


def test_every_figure_type_is_drawn():
    assert sorted(FIGURE_TYPES) == family.names()


def test_the_manual_lists_every_template_and_every_rung():
    manual = (Path(__file__).parents[2] / "docs/drawing/charts.md").read_text()

    for some in all_templates():
        for template in some.all:
            assert f"`{template.name.split('.')[1]}`" in manual, template.name
    for rung in Charts.ladder:
        assert rung in manual


def test_a_type_can_be_asked_for():
    entry = Charts(figure_type="tree", compound="no").draw(task(3))

    assert entry.pictures[0].tags["figure_type"] == ("tree",)


def test_several_parts_can_be_asked_for_and_ruled_out():
    for number in range(8):
        assert Charts(compound="yes").draw(task(number)).pictures[0].tags["compound"] == ("yes",)
        assert Charts(compound="no").draw(task(number)).pictures[0].tags["compound"] == ("no",)


def test_pictures_are_png_files_that_open(entries: list[Entry]):
    for entry in entries[:40]:
        content = entry.files[entry.pictures[0].id]
        assert isinstance(content, bytes)
        with Image.open(io.BytesIO(content)) as picture:
            assert picture.format == "PNG"
            assert picture.mode == "RGB"


def test_the_sheet_shows_every_type():
    names = [name for name, _ in Charts().sheet(0)]

    for name in FIGURE_TYPES:
        assert sum(shown.startswith(name.replace("_", " ")) for shown in names) == 3


def test_scivqa_can_hold_every_item_and_gives_it_back(entries: list[Entry]):
    scivqa = formats.build("scivqa", {})
    for entry in entries[:SEEN]:
        for item, gold in zip(entry.items, entry.golds, strict=True):
            one = Entry(items=(item,), pictures=entry.pictures, golds=(gold,))
            row = json.loads(json.dumps(scivqa.write_row(one)))
            assert row["qa_pair_type"] == item.tags["kind"][0]
            assert row["figure_type"] == ",".join(entry.pictures[0].tags["figure_type"])
            assert row["compound"] is (entry.pictures[0].tags["compound"] == ("yes",))
            assert row["figs_numb"] == entry.pictures[0].tags["figures"][0]
            assert row["answer"]
            assert len(row["answer_options"]) == len(item.options)
            back = scivqa.read_row(Row(row, "scivqa.json", "row 1"), Source(path=Path(), collection="charts"))
            assert isinstance(back, Entry)
            assert back.items[0].model_dump(exclude={"origin"}) == item.model_dump(exclude={"origin"})
            assert back.golds == (gold,)


def test_a_picture_has_a_caption_and_a_licence(entries: list[Entry]):
    for entry in entries:
        picture: Picture = entry.pictures[0]
        assert picture.caption
        assert picture.licence == "CC0-1.0"
