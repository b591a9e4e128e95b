from __future__ import annotations

import subprocess
import sys

import pytest

from optotype.scenegraph.synonyms import bases, lemma, synsets


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bike", "bicycle"),
        ("sofa", "couch"),
        ("big", "large"),
        ("dogs", "dog"),
        ("geese", "goose"),
        ("children", "child"),
        ("boxes", "box"),
        ("women", "woman"),
        ("ladies", "lady"),
        ("making", "make"),
        ("bigger", "large"),
        ("Ice  Cream", "icecream"),
        ("2", "two"),
    ],
)
def test_they_are_synonyms(one: str, other: str) -> None:
    assert synsets(one) & synsets(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("dog", "cat"), ("man", "woman"), ("red", "blue"), ("glass", "glas"), ("as", "a"), ("seed", "see")],
)
def test_they_are_none(one: str, other: str) -> None:
    assert synsets(one).isdisjoint(synsets(other))


@pytest.mark.parametrize("term", ["", " ", "sit on", "xyzzy", "\ud83d", "x" * 100_000, "\n\n", "1 2", "' OR 1"])
def test_what_is_no_word_has_no_synonyms(term: str) -> None:
    assert synsets(term) == frozenset()


def test_nothing_is_read_before_it_is_needed() -> None:
    code = "import optotype.scenegraph.synonyms as s; assert s._table.cache_info().currsize == 0"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sitting", ("sitting", "sit")),
        ("rides", ("rides", "ride")),
        ("hung", ("hung", "hang")),
        ("women", ("women", "woman")),
        ("tree", ("tree",)),
        ("brzd", ("brzd",)),
        ("", ("",)),
        ("\ud800", ("\ud800", "?")),
    ],
)
def test_a_form_is_of_a_word(word: str, expected: tuple[str, ...]) -> None:
    assert bases(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("dogs", "dog"),
        ("geese", "goose"),
        ("leaves", "leaf"),
        ("glasses", "glass"),
        ("women", "woman"),
        # a noun as well as a form of one, and as short
        ("men", "men"),
        # no forms of nouns, but nobody asks
        ("as", "a"),
        ("sits", "sits"),
        ("dress", "dress"),
        # on two lines of WordNet's list, of which the last counts
        ("involucra", "involucra"),
        ("brzds", "brzds"),
        ("", ""),
        ("s", "s"),
        ("\ud800", "\ud800"),
    ],
)
def test_the_lemma_of_a_word_is_that_of_a_noun(word: str, expected: str) -> None:
    assert lemma(word) == expected
