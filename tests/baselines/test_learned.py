"""Blind respondents that learn: they find what gives answers away, and never look at the item itself."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from optotype import Workbench
from optotype.baselines import FOLDS, Baseline, fold
from optotype.baselines.caption_only import CaptionOnly
from optotype.baselines.image_only import ImageOnly
from optotype.baselines.majority import Majority
from optotype.baselines.options_only import OptionsOnly
from optotype.baselines.question_only import QuestionOnly
from optotype.baselines.random import Random
from optotype.records import (
    CAPTIONING,
    Choice,
    Form,
    Gold,
    Item,
    Number,
    Option,
    Picture,
    ShortText,
    Value,
    YesNo,
)
from tests.items import an_item
from tests.samples import fill, png

COLOURS: tuple[str, ...] = ("red", "green", "blue")
NOUNS: tuple[str, ...] = ("apple", "boat", "cat", "drum", "egg", "fan", "goat", "hat")


def solved(number: int, form: Form, right: Value, question: str = "", cluster: str = "") -> tuple[Item, Gold]:
    item = an_item(f"m/{number}", form, question=question, cluster=cluster or f"m/{number}")
    return item, Gold(item=item.id, accepted=(right,), rule="imported")


def share_right(baseline: Baseline, pairs: Sequence[tuple[Item, Gold]]) -> float:
    """How often it says what is right, word for word."""
    right = 0
    for item, gold in pairs:
        value = gold.accepted[0]
        want = (
            value[0] if isinstance(value, tuple) else ("yes" if value else "no") if isinstance(value, bool) else value
        )
        said = baseline.answer(item, random.Random(item.id))
        right += said == (f"{want:g}" if isinstance(want, float) else want)
    return right / len(pairs)


def choices(count: int, *, longest: bool, seed: int = 1) -> list[tuple[Item, Gold]]:
    """Questions with three options, of which a random one is right; and the longest, if that is wanted."""
    chance = random.Random(seed)
    pairs: list[tuple[Item, Gold]] = []
    for number in range(count):
        texts = chance.sample(NOUNS, 3)
        right = chance.randrange(3)
        if longest:
            texts[right] += " with a long tail"
        options = tuple(Option(label=label, text=text) for label, text in zip("ABC", texts, strict=True))
        pairs.append(solved(number, Choice(options=options), ("ABC"[right],), f"Which of them is number {number}?"))
    return pairs


def test_long_options_are_learned_from_a_train_split() -> None:
    baseline = OptionsOnly()
    baseline.fit(choices(60, longest=True))
    assert share_right(baseline, choices(60, longest=True, seed=2)) == 1.0


@pytest.mark.parametrize("baseline", [OptionsOnly(), QuestionOnly(), CaptionOnly()])
def test_where_nothing_is_given_away_nothing_is_learned(baseline: Baseline) -> None:
    pairs = choices(300, longest=False)
    baseline.fit(pairs, apart=True)
    assert abs(share_right(baseline, pairs) - 1 / 3) < 0.1


def test_a_word_of_the_question_gives_a_free_answer_away() -> None:
    pairs = [
        solved(number, ShortText(), str(number % 3), f"How many are {COLOURS[number % 3]}, by row {number}?")
        for number in range(90)
    ]
    asked, unasked = QuestionOnly(), OptionsOnly()
    asked.fit(pairs, apart=True)
    unasked.fit(pairs, apart=True)
    assert share_right(asked, pairs) == 1.0
    assert share_right(unasked, pairs) < 0.5


def test_numbers_and_yes_or_no_are_learned_too() -> None:
    pairs = [solved(n, Number(), float(n % 2), f"the {COLOURS[n % 2]} one, {n}") for n in range(60)]
    pairs += [solved(100 + n, YesNo(), n % 2 > 0, f"the {COLOURS[n % 2]} one, {n}") for n in range(60)]
    baseline = QuestionOnly()
    baseline.fit(pairs, apart=True)
    assert share_right(baseline, pairs) == 1.0


@pytest.mark.parametrize("baseline", [QuestionOnly(), Majority(), Random()])
def test_siblings_teach_nothing_about_each_other(baseline: Baseline) -> None:
    # what is right follows from the cluster alone: who had seen a sibling would know it
    pairs = [
        solved(number, ShortText(), f"answer {number // 10}", f"What of {number // 10}?", f"cluster {number // 10}")
        for number in range(100)
    ]
    baseline.fit(pairs, apart=True)
    assert share_right(baseline, pairs) == 0.0


def test_items_of_a_cluster_fall_into_one_fold_and_clusters_into_all() -> None:
    same = {fold(solved(number, YesNo(), True, cluster="c")[0]) for number in range(20)}
    other = {fold(solved(number, YesNo(), True)[0]) for number in range(100)}
    assert len(same) == 1
    assert other == set(range(FOLDS))


def test_captions_are_known_to_those_who_may_read_them(bench: Workbench) -> None:
    pairs, pictures = _pictured(bench)
    with bench.store.event("test") as writer:
        writer.write(add=pictures)
    reading, asking = CaptionOnly(), QuestionOnly()
    for baseline in (reading, asking):
        baseline.enter(bench)
        baseline.fit(pairs, apart=True)
    assert share_right(reading, pairs) == 1.0
    assert share_right(asking, pairs) < 0.6


def test_captions_are_looked_up_for_many_items_at_once(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs, pictures = _pictured(bench)
    with bench.store.event("test") as writer:
        writer.write(add=pictures)
    baseline = CaptionOnly()
    baseline.enter(bench)
    baseline.fit(pairs, apart=True)
    baseline.glance([item for item, _ in pairs])
    monkeypatch.setattr(bench.store, "get_all", None)  # whoever asks again falls over
    assert share_right(baseline, pairs) == 1.0


def test_a_caption_that_is_asked_for_is_not_known_whoever_else_shows_its_picture(bench: Workbench) -> None:
    pairs, pictures = _pictured(bench)
    with bench.store.event("test") as writer:
        writer.write(add=pictures)
    baseline = CaptionOnly()
    baseline.enter(bench)
    item = pairs[0][0]
    asked = item.model_copy(update={"id": "asked", "tags": {"kind": (CAPTIONING,)}})
    baseline.glance([item])
    known = baseline.knows(item)
    baseline.glance([asked])
    hidden = baseline.knows(asked)
    assert set(hidden) < set(known)
    baseline.glance([item, asked])
    assert baseline.knows(asked) == hidden
    baseline.glance([item])
    assert baseline.knows(item) == known


def test_the_colour_of_a_picture_gives_the_answer_away(bench: Workbench) -> None:
    pairs, pictures = _pictured(bench)
    with bench.store.event("test") as writer:
        writer.write(add=[picture.model_copy(update={"caption": ""}) for picture in pictures])
    looking, reading = ImageOnly(), CaptionOnly()
    for baseline in (looking, reading):
        baseline.enter(bench)
        baseline.fit(pairs, apart=True)
    assert share_right(looking, pairs) == 1.0
    assert share_right(reading, pairs) < 0.6


def _pictured(bench: Workbench) -> tuple[list[tuple[Item, Gold]], list[Picture]]:
    """Items whose answer is the colour of their picture, which its caption names."""
    fill(bench)
    pairs: list[tuple[Item, Gold]] = []
    pictures: list[Picture] = []
    for number in range(60):
        colour = COLOURS[(number * 7 + number // 9) % 3]
        facts = bench.cabinet.keep(png(colour, (20 + number, 20)))
        pictures.append(
            Picture(
                id=f"m/{number}.png",
                collection="m",
                name=f"{number}.png",
                file=facts.file,
                media_type=facts.media_type,
                width=facts.width,
                height=facts.height,
                caption=f"Paper that is {colour}",
            )
        )
        item, gold = solved(number, ShortText(), colour, "What colour is it?")
        pairs.append((item.model_copy(update={"pictures": (f"m/{number}.png",)}), gold))
    return pairs, pictures


def test_a_damaged_picture_stops_nobody(bench: Workbench) -> None:
    pairs, pictures = _pictured(bench)
    path = bench.path(pictures[0])
    assert path is not None
    path.write_bytes(b"no picture at all")
    with bench.store.event("test") as writer:
        writer.write(add=pictures)
    baseline = ImageOnly()
    baseline.enter(bench)
    baseline.fit(pairs, apart=True)
    assert share_right(baseline, pairs) > 0.9


def test_without_a_train_split_a_run_learns_apart_and_warns_of_nothing(bench: Workbench) -> None:
    fill(bench)
    pairs = choices(40, longest=True)
    with bench.store.event("test") as writer:
        writer.clear(Item, {})
        writer.write(add=[noun for pair in pairs for noun in pair])
    result = bench.evaluate("baseline/options_only", metric=["accuracy"])
    assert result.judged[0].overall.value == 1.0
    assert not result.warnings
