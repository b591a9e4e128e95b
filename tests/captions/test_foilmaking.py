"""Foils that are made of captions: one word differs, and no caption of the picture says it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.captions.foilmaking import KINDS, swap
from optotype.captions.foils import read
from optotype.errors import BadTarget, OptotypeError
from tests.captions.test_correlating import flickr8k

DESCRIBED = {
    "one": ("A dog runs on grass .", "The dog is near a car ."),
    "two": ("A cat sits .", "A black cat on a chair ."),
    "three": ("Two dogs and a bus .", "Three dogs ."),
    "four": ("A horse .", "An apple on the table ."),
}


def captions(bench: Workbench, folder: Path, described: Mapping[str, Sequence[str]] = DESCRIBED) -> Workbench:
    path = flickr8k(folder / "flickr8k_expert.json", {key: (texts, {}) for key, texts in described.items()})
    bench.import_("flickr8k", path)
    return bench


def made(bench: Workbench, path: Path, seed: int = 0) -> list[dict[str, str]]:
    bench.make_foils(path, seed=seed)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_one_word_differs_and_is_of_the_same_kind_in_the_same_number(bench: Workbench, tmp_path: Path) -> None:
    rows = made(captions(bench, tmp_path), tmp_path / "foils.jsonl")
    numbers = [
        {f"{word}{ending}" for word in kind.split()} for kind in KINDS for ending in ("", "s")
    ]  # of a kind in one number
    assert rows
    for row in rows:
        pairs = list(zip(row["caption"].split(), row["foil"].split(), strict=True))
        assert [pair for pair in pairs if pair[0] != pair[1]] == [(row["target_word"], row["foil_word"])]
        assert any({row["target_word"], row["foil_word"]} <= number for number in numbers)


def test_what_is_put_in_is_said_of_another_picture_and_not_of_this_one(bench: Workbench, tmp_path: Path) -> None:
    for seed in range(20):
        for row in made(captions(bench, tmp_path), tmp_path / "foils.jsonl", seed):
            own = DESCRIBED[row["picture"].rpartition("/")[2]]
            others = [text for key, texts in DESCRIBED.items() if key not in row["picture"] for text in texts]
            assert row["foil_word"] not in " ".join(own).split()
            assert row["foil_word"] in " ".join(others).split()


def test_the_other_captions_are_the_references(bench: Workbench, tmp_path: Path) -> None:
    rows = made(captions(bench, tmp_path), tmp_path / "foils.jsonl")
    for row in rows:
        texts = DESCRIBED[row["picture"].rpartition("/")[2]]
        assert [row["caption"], *row["references"]] in ([*texts], [*texts[::-1]])
    pairs = read(tmp_path / "foils.jsonl")
    assert len(pairs.pairs) == len(rows)
    assert list(pairs.made_by) == ["optotype foil --make, version 1, seed 0"]


def test_the_same_seed_makes_the_same_foils_whatever_the_order(bench: Workbench, tmp_path: Path) -> None:
    from optotype import init

    first = made(captions(bench, tmp_path), tmp_path / "a.jsonl", 3)
    assert made(bench, tmp_path / "b.jsonl", 3) == first
    assert any(made(bench, tmp_path / "c.jsonl", seed) != first for seed in range(4, 9))
    with init(tmp_path / "turned") as turned:
        again = made(captions(turned, tmp_path, dict(reversed(DESCRIBED.items()))), tmp_path / "d.jsonl", 3)
    assert sorted(again, key=str) == sorted(first, key=str)


KNOWN = dict.fromkeys(["dog", "dogs", "cat", "cats", "elephant", "horse", "woman", "women", "bus", "buses"], "")


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ("a dog house", None),  # a part of another thing
        ("a dog-friendly beach", None),
        ("a hot dog", None),
        ("a large dog", {"cat", "horse", "elephant"}),
        ("a dog", {"cat", "horse"}),  # not "a elephant"
        ("the dog", {"cat", "horse", "elephant"}),
        ("the dog, the cat", {"horse", "elephant"}),
        ("dogs running", {"cats"}),
        ("men", {"women"}),
        ("a car", {"bus"}),
        ("Dogs", None),  # a capital would be lost
        ("nothing here", None),
        ("", None),
    ],
)
def test_what_can_be_swapped(caption: str, words: set[str] | None) -> None:
    found = {
        made.foil_word for seed in range(40) if (made := swap(caption, [], KNOWN, random.Random(seed))) is not None
    }
    assert found == (words or set())


def test_a_bench_without_captions_says_what_to_bring(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"no captions in which a thing could be swapped.*optotype import flickr8k"):
        bench.make_foils(tmp_path / "foils.jsonl")
    assert list(tmp_path.glob("foils*")) == []


def test_nothing_to_swap_leaves_no_file(bench: Workbench, tmp_path: Path) -> None:
    captions(bench, tmp_path, {"one": ("A dog .", "The dog runs .")})
    with pytest.raises(OptotypeError, match="No caption has a thing that could be swapped"):
        bench.make_foils(tmp_path / "foils.jsonl")
    assert list(tmp_path.glob("foils*")) == []


def test_a_place_that_cannot_be_written_is_named(bench: Workbench, tmp_path: Path) -> None:
    captions(bench, tmp_path)
    with pytest.raises(BadTarget, match="nowhere"):
        bench.make_foils(tmp_path / "nowhere" / "foils.jsonl")


@pytest.mark.slow
def test_most_captions_of_flickr8k_have_a_foil(bench: Workbench, tmp_path: Path, shared: Callable[[str], Path]) -> None:
    bench.import_("flickr8k", shared("factual/flickr8k_expert.json"))
    made = bench.make_foils(tmp_path / "foils.jsonl")
    assert (made.pairs, made.pictures, made.captions) == (3350, 928, 4999)
