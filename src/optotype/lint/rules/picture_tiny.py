"""A picture is too small to read anything in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import PictureRule, Question, Shown
from optotype.lint.rules._drawn import drawn


@dataclass(frozen=True)
class PictureTiny(PictureRule):
    """Width and height in pixels, as the file's header tells them."""

    group = "data"

    pixels: int = 32
    """The least width and height."""
    area: int = 4_000
    """The least number of pixels; options may be icons, of which sixty by seventy can be told apart."""

    bad = Question.example("Which line?", answer="red", pictures=[drawn("example/figure", size=(20, 400))])
    good = Question.example("Which line?", answer="red", pictures=[drawn("example/figure", size=(200, 100))])

    def check(self, shown: Shown) -> Iterator[str]:
        """Is it large enough?"""
        width, height = shown.picture.width, shown.picture.height
        if width is None or height is None:
            return
        if min(width, height) < self.pixels or width * height < self.area:
            yield f"{width} x {height} pixels; too small to be read"
