"""A respondent without eyes: guesses options from the words of question and options alone."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest
from PIL import Image

from optotype.records import Item
from optotype.synth._tables.canvas import Box, Canvas, text_width


@contextmanager
def unseen() -> Generator[None]:
    """Icons and charts are not painted, tables have no letters, photographs stay rough and no file is made.

    That is most of the work, where nobody looks. What tables and charts keep for the next picture, parts in their size,
    is left as it is.
    """

    def nothing(*_: object) -> bytes:
        return b""

    def as_it_is(picture: Image.Image, *_: object) -> Image.Image:
        return picture

    def blank(picture: Image.Image, size: tuple[int, int], *_: object) -> Image.Image:
        return Image.new(picture.mode, size)

    def measured(_: Canvas, x: int, baseline: int, text: str, *, face: str, size: int, **__: object) -> Box:
        return Box(x, baseline - size, x + text_width(text, face, size), baseline)

    transform = Image.Image.transform

    def unbent(picture: Image.Image, size: tuple[int, int], method: Image.Transform, *how: Any, **more: Any) -> Any:
        bent = method is Image.Transform.MESH
        return blank(picture, size) if bent else transform(picture, size, method, *how, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("optotype.synth._icons.canvas.Canvas.png", nothing)
        patch.setattr("optotype.synth._charts._figure.Figure.png", nothing)
        patch.setattr("optotype.synth._tables.canvas.Canvas.text", measured)
        patch.setattr("optotype.synth._tables.photo._enlarge", blank)
        patch.setattr("PIL.Image.Image.save", lambda *_, **__: None)  # pyright: ignore[reportUnknownArgumentType, reportUnknownLambdaType]
        patch.setattr("PIL.Image.Image.transform", unbent)
        for changes in ("Image.Image.filter", "Image.Image.point", "ImageChops.add", "ImageChops.multiply"):
            patch.setattr(f"PIL.{changes}", as_it_is)
        yield


class Blind:
    """Naive Bayes over words of the option, alone and together with words of the question, and over its place."""

    def __init__(self) -> None:
        self._right: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()

    def learn(self, answered: Iterable[tuple[Item, str]], times: int = 1) -> None:
        """Learns from items with their right labels; forgets them, for -1 times."""
        for item, label in answered:
            for option, features in zip(item.options, _all_features(item), strict=True):
                counts = self._right if option.label == label else self._wrong
                for feature in features:
                    counts[feature] += times

    def guesses(self, items: Sequence[Item]) -> list[str]:
        """The labels that look right; the first among equals."""
        right, wrong = math.log(self._right.total() + 1), math.log(self._wrong.total() + 1)

        def score(features: frozenset[str]) -> float:
            return sum(
                math.log(self._right[feature] + 1) - right - math.log(self._wrong[feature] + 1) + wrong
                for feature in sorted(features)
            )

        found: list[str] = []
        for item in items:
            scores = [score(features) for features in _all_features(item)]
            found.append(item.options[scores.index(max(scores))].label)
        return found


@lru_cache(maxsize=4096)
def _seen(question: str, texts: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_features(question, texts, number)) for number in range(len(texts)))


def _all_features(item: Item) -> tuple[frozenset[str], ...]:
    """What is known of each option."""
    return _seen(item.question, tuple(option.text or "" for option in item.options))


def _features(question: str, texts: tuple[str, ...], number: int) -> Iterator[str]:
    text, count = texts[number], len(texts)
    yield f"place {number} of {count}"
    yield f"length {sorted(map(len, texts)).index(len(text))} of {count}"
    yield f"rank {sorted(map(_number, texts)).index(_number(text))} of {count}"
    asked = re.findall(r"\w+", question.casefold())
    for word in re.findall(r"\w+", text.casefold()):
        yield f"option {word}"
        yield f"repeated {word in asked}"
        for other in asked:
            yield f"{other} / {word}"


def _number(text: str) -> float:
    found = re.search(r"-?\d+(?:[.,]\d+)?", text)
    return float(found[0].replace(",", ".")) if found else 0.0


def blind_accuracy(answered: Sequence[tuple[Item, str]], folds: int = 5) -> tuple[float, float, float]:
    """(accuracy, chance, standard error): each fold is guessed after learning from the others."""
    right = 0
    blind = Blind()
    blind.learn(answered)
    for fold in range(folds):
        some = answered[fold::folds]
        blind.learn(some, times=-1)
        guesses = blind.guesses([item for item, _ in some])
        right += sum(guess == label for guess, (_, label) in zip(guesses, some, strict=True))
        blind.learn(some)
    chances = [1 / len(item.options) for item, _ in answered]
    error = math.sqrt(sum(chance * (1 - chance) for chance in chances)) / len(answered)
    return right / len(answered), sum(chances) / len(answered), error
