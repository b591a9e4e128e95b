from __future__ import annotations

import builtins
import importlib.metadata
import importlib.util
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from optotype import embedding
from optotype.embedding import LONGEST, MODULE, PACKAGE, WIDTH, Embedding
from optotype.errors import OptotypeError
from tests.conftest import not_here


@pytest.fixture(scope="module")
def encoder() -> Embedding:
    """One that has its weights, for all tests."""
    if importlib.util.find_spec(MODULE) is None:
        not_here(PACKAGE)
    return Embedding()


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Python without the encoder."""
    for remembered in (embedding.require, embedding.name):
        remembered.cache_clear()
    monkeypatch.setitem(sys.modules, MODULE, None)

    def nowhere(name: str) -> None:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", nowhere)

    def no_version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(embedding, "version", no_version)
    yield
    for remembered in (embedding.require, embedding.name):
        remembered.cache_clear()


def test_every_text_gets_a_vector_of_length_one(encoder: Embedding) -> None:
    found = encoder.vectors(["a red line", "красная линия", "", "🙂"])
    assert found.shape == (4, WIDTH)
    assert found.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)


def test_no_texts_no_vectors(encoder: Embedding) -> None:
    assert encoder.vectors([]).shape == (0, WIDTH)
    assert encoder.cosines([]) == []


def test_the_same_text_has_the_same_vector_wherever_it_stands(encoder: Embedding) -> None:
    found = encoder.vectors(["one", "two", "one", "three", "two"])
    np.testing.assert_array_equal(found[0], found[2])
    np.testing.assert_array_equal(found[1], found[4])
    assert not np.array_equal(found[0], found[1])


def test_what_means_the_same_is_nearer_than_what_does_not(encoder: Embedding) -> None:
    same, other = encoder.cosines([("the training loss", "loss during training"), ("the training loss", "a brown dog")])
    assert same > 0.8
    assert other < 0.4


def test_it_knows_russian_and_english(encoder: Embedding) -> None:
    near, across, far = encoder.cosines(
        [("число учеников", "количество школьников"), ("a brown dog", "коричневая собака"), ("a brown dog", "налоги")]
    )
    assert near > 0.6
    assert across > 0.6
    assert far < 0.4


def test_nothing_depends_on_what_is_encoded_together() -> None:
    texts = [f"line number {number} is red" for number in range(60)]
    together = Embedding().cosines([(text, "a red line") for text in texts])
    alone = Embedding()
    assert together == [alone.cosines([(text, "a red line")])[0] for text in texts]


class Counting:
    """Stands in for the encoder, and keeps what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        self.asked.extend(texts)
        return np.ones((len(texts), WIDTH), dtype=np.float32)


def test_a_text_is_encoded_once(encoder: Embedding, monkeypatch: pytest.MonkeyPatch) -> None:
    counting, counted = Embedding(), Counting()
    monkeypatch.setattr(counting, "_encoder", counted)
    counting.vectors(["a", "b", "a"])
    counting.vectors(["b", "c"])
    assert counted.asked == ["a", "b", "c"]


def test_only_the_last_vectors_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetful, counted = Embedding(kept=2), Counting()
    monkeypatch.setattr(forgetful, "_encoder", counted)
    forgetful.vectors(["a", "b"])
    forgetful.vectors(["a"])
    forgetful.vectors(["c"])
    forgetful.vectors(["a", "b"])
    assert counted.asked == ["a", "b", "c", "b"]


def test_a_broken_or_endless_text_does_no_harm(encoder: Embedding) -> None:
    began = time.perf_counter()
    found = encoder.vectors(["half a character \ud83d", "word " * 2_000_000, "\x00\x01", "word " * (LONGEST // 5)])
    assert time.perf_counter() - began < 20
    assert np.isfinite(found).all()
    np.testing.assert_array_equal(found[1], found[3])


def test_its_name_has_the_version(encoder: Embedding) -> None:
    assert embedding.name() == f"use-multilingual-3@{importlib.metadata.version(PACKAGE)}"


@pytest.mark.usefixtures("absent")
def test_without_the_package_the_error_says_what_to_install() -> None:
    with pytest.raises(OptotypeError, match=f"pip install {PACKAGE}"):
        embedding.require()
    with pytest.raises(OptotypeError, match=f"pip install {PACKAGE}"):
        Embedding().vectors(["a"])
    assert embedding.name() == "use-multilingual-3, not installed"


def test_nothing_is_loaded_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def no_encoder(name: str, *rest: object) -> object:
        assert not name.startswith(MODULE)
        return real(name, *rest)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(builtins, "__import__", no_encoder)
    Embedding()
    embedding.require()
    embedding.name()
