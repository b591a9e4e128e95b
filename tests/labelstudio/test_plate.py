"""A plate shows all pictures of a question and of its options."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from optotype.errors import BadPicture
from optotype.labelstudio.plate import plate
from tests.samples import png


def drawn(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


def test_options_stand_below_the_question_from_left_to_right() -> None:
    made = drawn(plate([png("red", (200, 100))], [("A", png("lime", (60, 60))), ("B", png("blue", (60, 60)))]))
    places = {
        colour: [
            (x, y) for y in range(0, made.height, 5) for x in range(0, made.width, 5) if made.getpixel((x, y)) == colour
        ]
        for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255))
    }
    red, green, blue = places.values()
    assert max(y for _, y in red) < min(y for _, y in green)
    assert max(x for x, _ in green) < min(x for x, _ in blue)


def test_many_large_options_go_into_rows_and_are_made_smaller() -> None:
    made = drawn(plate([], [(label, png("blue", (2000, 1000))) for label in "ABCDEFG"]))
    assert made.width <= 1300
    assert made.height > 3 * 190


def test_a_picture_that_cannot_be_decoded_is_told() -> None:
    with pytest.raises(BadPicture):
        plate([png()[:40]], [("A", png())])
