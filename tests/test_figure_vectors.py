"""What texts and pictures become before they are compared."""

from __future__ import annotations

import numpy as np
import pytest

from optotype.errors import OptotypeError
from optotype.figure_vectors import encoders
from tests.rankers.papers import boxes, plot


def test_the_embedded_encoders_give_vectors_one_long_and_nothing_for_no_words() -> None:
    found = encoders("embedded")
    same, other, none = found.texts(["A dog runs. It barks.", "Loss over epochs.", " "])
    assert np.linalg.norm(same) == pytest.approx(1)
    assert np.linalg.norm(other) == pytest.approx(1)
    assert not none.any()
    pictures = found.pictures([boxes(1), plot(1)])
    assert pictures.shape == (2, *found.shape)
    # a vector for each level, each one long
    assert np.linalg.norm(pictures.reshape(2, 3, -1), axis=2) == pytest.approx(np.ones((2, 3)), abs=1e-5)
    assert found.pictures([]).shape == (0, *found.shape)


def test_pixels_are_put_on_white_in_a_square() -> None:
    found = encoders("resnet", side=32)
    (pixels,) = found.pictures([boxes(1)])
    assert (pixels.shape, pixels.dtype) == ((32, 32, 3), np.uint8)
    assert (pixels[20:] == 255).all()
    assert found.pictures([]).shape == (0, 32, 32, 3)


@pytest.mark.parametrize("name", ["", "clip", "hf/"])
def test_encoders_that_there_are_not_are_told_with_those_that_there_are(name: str) -> None:
    with pytest.raises(OptotypeError, match="There are: embedded, resnet, and hf/PATH"):
        encoders(name)
