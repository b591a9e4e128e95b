from __future__ import annotations

import io
import random
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from optotype.likeness import Crowd, Look, look


def apples(count: int, colour: str = "red", size: tuple[int, int] = (400, 100)) -> Image.Image:
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for number in range(count):
        x, y = size[0] * (number + 0.5) / 8, size[1] / 2
        draw.ellipse((x - 18, y - 18, x + 18, y + 18), fill=colour, outline="black")
    return image


def grid(columns: int, rows: int) -> Image.Image:
    image = Image.new("RGB", (300, 200), "white")
    draw = ImageDraw.Draw(image)
    for column in range(columns):
        for row in range(rows):
            x, y = 300 * (column + 0.5) / columns, 200 * (row + 0.5) / rows
            draw.rectangle((x - 9, y - 9, x + 9, y + 9), fill="green")
    return image


def jpeg(image: Image.Image) -> Image.Image:
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=70)
    return Image.open(stream).convert("RGB")


def smaller(image: Image.Image) -> Image.Image:
    return image.resize((image.width // 2, image.height // 2))


def alike(one: Image.Image, other: Image.Image) -> bool:
    crowd = Crowd()
    assert crowd.meet("one", look(one)) is None
    return crowd.meet("other", look(other)) == "one"


@pytest.mark.parametrize("image", [apples(5), apples(2, "blue"), grid(5, 2), grid(9, 6), Image.new("RGB", (50, 50))])
@pytest.mark.parametrize("change", [jpeg, smaller])
def test_a_copy_looks_alike(image: Image.Image, change: Callable[[Image.Image], Image.Image]) -> None:
    assert alike(image, change(image))


def test_one_apple_more_is_another_picture() -> None:
    assert not alike(apples(5), apples(6))


def test_another_colour_is_another_picture() -> None:
    assert not alike(apples(5, "red"), apples(5, "green"))


def test_other_proportions_are_another_picture() -> None:
    assert not alike(apples(3), apples(3, size=(400, 140)))


def test_an_empty_page_is_not_like_a_drawing() -> None:
    assert not alike(Image.new("RGB", (400, 100), "white"), apples(1))


def test_two_line_charts_of_one_style_are_two_pictures() -> None:
    def chart(heights: list[int]) -> Image.Image:
        image = Image.new("RGB", (800, 600), "white")
        draw = ImageDraw.Draw(image)
        for y in range(100, 600, 100):
            draw.line((50, y, 750, y), fill="#ccc")
        draw.line([(50 + 100 * n, height) for n, height in enumerate(heights)], fill="navy", width=3)
        return image

    assert not alike(chart([500, 480, 450, 300, 310, 200, 120]), chart([120, 150, 110, 300, 320, 450, 500]))


def test_every_bit_within_the_distance_is_found() -> None:
    chance = random.Random(1)
    page = bytes(192), bytes(256)
    for _ in range(300):
        shapes, averages = chance.getrandbits(64), chance.getrandbits(64)
        crowd = Crowd(distance=4)
        crowd.meet("first", Look(shapes, averages, *page, 1.0))
        flipped = sum(1 << bit for bit in chance.sample(range(64), 4))
        assert crowd.meet("other", Look(shapes ^ flipped, ~averages & (1 << 64) - 1, *page, 1.0)) == "first"


def test_the_first_picture_of_a_group_stands_for_it() -> None:
    crowd = Crowd()
    image = apples(4)
    assert [crowd.meet(str(n), look(image)) for n in range(3)] == [None, "0", "0"]
