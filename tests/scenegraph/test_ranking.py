from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from optotype.errors import BadSource, BadTarget, OptotypeError
from optotype.scenegraph.graph import Thing
from optotype.scenegraph.predicates import PREPOSITIONS, read_examples, shipped
from optotype.scenegraph.ranking import Example, Ranker, measure


def example(caption: str, verb: str, preposition: str = "", subject: str = "man", thing: str = "horse") -> Example:
    return Example(caption, Thing(subject), Thing(thing), verb, preposition)


EXAMPLES = [
    *[example("a man and a horse", "ride")] * 6,
    *[example("a man on a horse", "ride", "on")] * 3,
    *[example("a man and a bench", "sit", "on", thing="bench")] * 4,
    *[example("a man in a car", "", "in", thing="car")] * 2,
]


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    return Ranker.learn(EXAMPLES, prepositions=["under"], rounds=20)


def test_what_was_learned_depends_on_the_objects(ranker: Ranker) -> None:
    assert ranker.candidates("a man and a horse", "man", "horse").verbs[0].name == "ride"
    assert ranker.candidates("a man and a bench", "man", "bench").verbs[0].name == "sit"
    assert ranker.candidates("a man in a car", "man", "car").prepositions[0].name == "in"


def test_by_frequency_the_caption_changes_nothing(ranker: Ranker) -> None:
    floor = ranker.by_frequency()
    found = floor.candidates("a man sits in a car", "man", "car")
    assert [one.name for one in found.verbs] == ["ride", "sit"]
    assert [one.name for one in found.prepositions] == ["on", "in", "under"]
    # nine of thirteen verbs are "ride"
    assert found.verbs[0].probability == pytest.approx(9 / 13)


def test_a_candidate_that_nobody_chose_is_more_likely_where_the_caption_says_it(ranker: Ranker) -> None:
    said, unsaid = (ranker.candidates(f"a cup {word} a lamp", "cup", "lamp") for word in ("under", "and"))
    chances = [{one.name: one.probability for one in found.prepositions}["under"] for found in (said, unsaid)]
    assert chances[0] > 5 * chances[1]
    verbs = ranker.candidates("a goat nibbling grass", "goat", "grass").verbs
    assert {one.name for one in verbs} == {"ride", "sit", "nibble"}
    assert {one.name for one in ranker.candidates("a goat", "goat", "grass").verbs} == {"ride", "sit"}


def test_a_ranker_comes_back_from_its_file(ranker: Ranker, tmp_path: Path) -> None:
    ranker.save(tmp_path / "a.npz")
    again = Ranker.load(tmp_path / "a.npz")
    again.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    one, other = (some.candidates("a man on a bench", "man", "bench") for some in (ranker, again))
    assert [(a.name, round(a.probability, 1)) for a in one.verbs] == [
        (b.name, round(b.probability, 1)) for b in other.verbs
    ]


def test_the_same_examples_give_the_same_ranker(ranker: Ranker, tmp_path: Path) -> None:
    ranker.save(tmp_path / "a.npz")
    Ranker.learn(EXAMPLES, prepositions=["under"], rounds=20).save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_weights_can_be_left_out(tmp_path: Path) -> None:
    small = Ranker.learn(EXAMPLES, rounds=20, weights=4)
    assert len(small.verbs.weights) == 4
    assert small.verbs.starts[-1] == 4
    assert small.candidates("a man rides a horse", "man", "horse").verbs[0].name == "ride"


def test_without_examples_there_is_nothing_to_learn() -> None:
    with pytest.raises(OptotypeError, match="no verb to learn"):
        Ranker.learn([])
    with pytest.raises(OptotypeError, match="no preposition to learn"):
        Ranker.learn(EXAMPLES[:6])


def test_hits_are_counted_by_hand(ranker: Ranker) -> None:
    right = [example("a man and a horse", "ride"), example("a man and a bench", "ride", "in", thing="bench")]
    found = measure(ranker, right, (1, 2))
    assert (found.verbs.count, found.prepositions.count) == (2, 1)
    assert {first: share.value for first, share in found.verbs.within.items()} == {1: 0.5, 2: 1.0}
    assert {first: share.value for first, share in found.prepositions.within.items()} == {1: 0.0, 2: 1.0}
    with pytest.raises(OptotypeError, match="Nobody chose a preposition"):
        measure(ranker, right[:1])


def npz(**arrays: object) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)  # pyright: ignore[reportArgumentType]
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no ranker"),
        (b"not a file of numpy", "this is no ranker"),
        (b"PK\x03\x04 cut off", "this is no ranker"),
        (npz(other=[1]), "this is no ranker"),
        (npz(version=[99]), "this ranker was saved by another version"),
        (npz(version=[1]), "this is no ranker"),
        (npz(version=np.array([{}], dtype=object)), "this is no ranker"),
    ],
)
def test_a_file_that_is_no_ranker_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "ranker.npz").write_bytes(content)
    with pytest.raises(BadSource, match=rf"ranker.npz: {said}"):
        Ranker.load(tmp_path / "ranker.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("verb_columns", np.array([9999], dtype=np.uint16)),
        ("verb_sizes", np.array([1], dtype=np.uint16)),
        ("verb_names", np.zeros(0, dtype=np.uint8)),
        ("verb_signs", np.full(4, np.nan, dtype=np.float32)),
        ("preposition_names", np.array([0xFF], dtype=np.uint8)),
    ],
)
def test_parts_that_do_not_fit_are_refused(ranker: Ranker, tmp_path: Path, name: str, value: np.ndarray) -> None:
    path = tmp_path / "ranker.npz"
    ranker.save(path)
    with np.load(path) as found:
        arrays = {**found, name: value}
    path.write_bytes(npz(**arrays))
    with pytest.raises(BadSource, match="this is no ranker"):
        Ranker.load(path)


def test_a_place_that_cannot_be_used_is_named(ranker: Ranker, tmp_path: Path) -> None:
    with pytest.raises(BadTarget, match="nowhere"):
        ranker.save(tmp_path / "nowhere" / "ranker.npz")
    with pytest.raises(BadSource, match=r"none.npz: No such file"):
        Ranker.load(tmp_path / "none.npz")


def test_the_shipped_ranker_finds_what_annotators_chose(shared: Callable[[str], Path]) -> None:
    dev = list(read_examples(shared("factual/random_with_ids/dev.csv")))
    found, floor = measure(shipped(), dev), measure(shipped().by_frequency(), dev)
    assert (found.verbs.count, found.prepositions.count) == (626, 820)
    assert found.verbs.within[20].value > 0.965 > 0.7 > floor.verbs.within[20].value
    assert found.prepositions.within[20].value > 0.96 > 0.9 > floor.prepositions.within[20].value
    assert found.verbs.within[1].value > 0.85
    assert found.prepositions.within[1].value > 0.88


@pytest.mark.slow
def test_a_ranker_learned_from_the_train_split_is_better(shared: Callable[[str], Path]) -> None:
    train = read_examples(shared("factual/random_with_ids/train.csv"))
    found = measure(
        Ranker.learn(train, prepositions=PREPOSITIONS), read_examples(shared("factual/random_with_ids/dev.csv"))
    )
    assert found.verbs.within[20].value > 0.98
    assert found.prepositions.within[20].value > 0.985
