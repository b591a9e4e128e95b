"""A respondent without eyes: guesses options from the words of question and options alone."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image

from optotype.records import Item


@contextmanager
def unseen() -> Generator[None]:
    """Icons and charts are not painted, photographs stay rough and nothing is written, where nobody looks.

    That is most of the work. What drawers keep for the next picture, parts in the right size, is left as it is.
    """

    def nothing(*_: object) -> bytes:
        return b""

    def as_it_is(picture: Image.Image, *_: object) -> Image.Image:
        return picture

    def blank(picture: Image.Image, size: tuple[int, int], *_: object) -> Image.Image:
        return Image.new(picture.mode, size)

    transform = Image.Image.transform

    def unbent(picture: Image.Image, size: tuple[int, int], method: Image.Transform, *how: Any, **more: Any) -> Any:
        bent = method is Image.Transform.MESH
        return blank(picture, size) if bent else transform(picture, size, method, *how, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("optotype.synth._icons.canvas.Canvas.png", nothing)
        patch.setattr("optotype.synth._charts._figure.Figure.png", nothing)
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

    def learn(self, answered: Iterable[tuple[Item, str]]) -> None:
        """Learns from items with their right labels."""
        for item, label in answered:
            for number, option in enumerate(item.options):
                counts = self._right if option.label == label else self._wrong
                counts.update(set(_features(item, number)))

    def guess(self, item: Item) -> str:
        """The label that looks right; the first among equals."""
        scores = [self._score(item, number) for number in range(len(item.options))]
        return item.options[scores.index(max(scores))].label

    def _score(self, item: Item, number: int) -> float:
        right, wrong = self._right.total() + 1, self._wrong.total() + 1
        return sum(
            math.log((self._right[feature] + 1) / right) - math.log((self._wrong[feature] + 1) / wrong)
            for feature in set(_features(item, number))
        )


def _features(item: Item, number: int) -> Iterator[str]:
    option = item.options[number]
    lengths = sorted(len(other.text or "") for other in item.options)
    yield f"place {number} of {len(item.options)}"
    yield f"length {lengths.index(len(option.text or ''))} of {len(item.options)}"
    values = sorted(_number(other.text) for other in item.options)
    yield f"rank {values.index(_number(option.text))} of {len(item.options)}"
    asked = re.findall(r"\w+", item.question.casefold())
    for word in re.findall(r"\w+", (option.text or "").casefold()):
        yield f"option {word}"
        yield f"repeated {word in asked}"
        for other in asked:
            yield f"{other} / {word}"


def _number(text: str | None) -> float:
    found = re.search(r"-?\d+(?:[.,]\d+)?", text or "")
    return float(found[0].replace(",", ".")) if found else 0.0


def blind_accuracy(answered: Sequence[tuple[Item, str]], folds: int = 5) -> tuple[float, float, float]:
    """(accuracy, chance, standard error): each fold is guessed after learning from the others."""
    right = 0
    for fold in range(folds):
        blind = Blind()
        blind.learn(pair for number, pair in enumerate(answered) if number % folds != fold)
        right += sum(blind.guess(item) == label for item, label in answered[fold::folds])
    chances = [1 / len(item.options) for item, _ in answered]
    error = math.sqrt(sum(chance * (1 - chance) for chance in chances)) / len(answered)
    return right / len(answered), sum(chances) / len(answered), error
