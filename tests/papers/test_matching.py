"""Graphical abstracts: reused, built from figures, or made anew."""

from __future__ import annotations

import io
from random import Random

from PIL import Image, ImageDraw

from optotype.papers.matching import Made, made_of
from tests.samples import png


def drawn(seed: int, size: tuple[int, int] = (360, 240)) -> Image.Image:
    """A picture of some shapes."""
    chance = Random(seed)
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for _ in range(14):
        x, y = chance.randrange(size[0] - 60), chance.randrange(size[1] - 60)
        colour = tuple(chance.randrange(200) for _ in range(3))
        box = (x, y, x + chance.randrange(10, 60), y + chance.randrange(10, 60))
        (draw.ellipse if chance.random() < 0.5 else draw.rectangle)(box, fill=colour)
    return image


def file(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


FIGURES = [(name, file(drawn(seed))) for name, seed in (("one", 1), ("two", 2), ("three", 3))]


def test_the_file_of_a_figure_is_reused() -> None:
    assert made_of(FIGURES[1][1], FIGURES) == Made("reused", ("two",))


def test_a_figure_at_another_size_is_reused() -> None:
    assert made_of(file(drawn(2).resize((540, 360))), FIGURES) == Made("reused", ("two",))


def test_figures_inside_are_components() -> None:
    sheet = Image.new("RGB", (800, 300), "white")
    ImageDraw.Draw(sheet).text((20, 10), "Two figures under a headline", fill="black")
    sheet.paste(drawn(3).resize((310, 207)), (30, 60))
    sheet.paste(drawn(1).resize((360, 240)), (420, 50))
    made = made_of(file(sheet), FIGURES)
    assert made is not None
    assert (made.kind, set(made.components)) == ("modified", {"one", "three"})


def test_a_figure_whose_colours_were_changed_is_found() -> None:
    red, green, blue = drawn(2).split()
    sheet = Image.new("RGB", (500, 400), "white")
    sheet.paste(Image.merge("RGB", (blue, red, green)), (60, 100))
    assert made_of(file(sheet), FIGURES) == Made("modified", ("two",))


def test_what_no_figure_shows_is_original() -> None:
    assert made_of(file(drawn(9)), FIGURES) == Made("original")
    assert made_of(file(drawn(9)), []) == Made("original")


def test_empty_figures_are_found_nowhere() -> None:
    assert made_of(file(drawn(9)), [("white", png("white", (300, 200))), ("dot", png("red", (1, 1)))]) == Made(
        "original"
    )


def test_what_cannot_be_decoded_is_passed_over() -> None:
    assert made_of(FIGURES[0][1], [("bad", b"no picture"), *FIGURES]) == Made("reused", ("one",))
    assert made_of(b"no picture", FIGURES) is None


def test_very_long_and_very_wide_figures_are_compared_too() -> None:
    for size in ((60, 1900), (1900, 61), (37, 1013)):
        tall = drawn(4, (max(size[0], 80), max(size[1], 80))).resize(size)
        for whole in ((800, 300), (301, 977), (641, 641)):
            assert made_of(file(drawn(9, whole)), [("tall", file(tall)), *FIGURES]) == Made("original")
