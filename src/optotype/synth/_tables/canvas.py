"""A canvas of few colours, drawn in one channel: fast to draw, to save and to turn into light and colour.

A pixel is an index into a palette. Sixteen neighbouring indexes lead from a paper's colour to an ink's, so that text
drawn with grey edges onto the paper's index gets the right mixtures without any colour arithmetic.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw, ImageFont

from optotype.fonts import font

_SHADES = 16
_SOLIDS = 32
"""Indexes kept at the end of the palette for lines and fills that carry no text."""


class Box(NamedTuple):
    """A rectangle, from the upper left corner up to but not including the lower right one."""

    left: int
    top: int
    right: int
    bottom: int


class Written(NamedTuple):
    """A text on the canvas, where its ink lies, and what it belongs to."""

    text: str
    ink: Box
    room: Box
    """Where it may lie."""


_PLAIN = frozenset("0123456789.,-/:")
"""Signs that fonts set side by side without drawing them together: texts of these are put together sign by sign."""


@lru_cache(maxsize=16384)
def _stencil(text: str, face: str, size: int) -> tuple[Image.Image, int, int]:
    """The shape of a text, and where it begins as seen from the left end of its baseline."""
    width, above = text_width(text, face, size), round(size * 1.1)
    shape = Image.new("L", (width + size, round(size * 1.6)), 0)
    if _PLAIN.issuperset(text) and len(text) > 1:
        x = size // 2
        for sign in text:
            part, left, top = _sign(sign, face, size)
            shape.paste(part, (x + left, above + top))
            x += text_width(sign, face, size)
    else:
        letters = _available(text, face)
        ImageDraw.Draw(shape).text((size // 2, above), letters, font=_font(size, face), fill=255, anchor="ls")
    box = shape.getbbox() or (0, 0, 1, 1)
    return shape.crop(box), box[0] - size // 2, box[1] - above


@lru_cache(maxsize=2048)
def _sign(sign: str, face: str, size: int) -> tuple[Image.Image, int, int]:
    return _stencil(sign, face, size)


@lru_cache(maxsize=32768)
def text_width(text: str, face: str, size: int) -> int:
    """How far a text reaches, in pixels."""
    if len(text) > 1 and _PLAIN.issuperset(text):
        return sum(text_width(sign, face, size) for sign in text)
    return int(_font(size, face).getlength(_available(text, face)) + 0.999)


def _font(size: int, face: str) -> ImageFont.FreeTypeFont:
    """A font whose letters look as large as those of the others: the roman face is small for its size."""
    return font(round(size * 1.12) if face.startswith("roman") else size, face)


def _available(text: str, face: str) -> str:
    """A text without the one sign that the roman face lacks."""
    return text.replace("⁹", "^9") if face.startswith("roman") else text


class Canvas:
    """Something to draw a table on."""

    def __init__(self, width: int, height: int, paper: str) -> None:
        self._palette: list[tuple[int, int, int]] = [(0, 0, 0)] * 256
        self._ramps: dict[tuple[str, str], int] = {}
        self._solids: dict[str, int] = {}
        self.image = Image.new("L", (width, height), self._solid(paper))
        self._draw = ImageDraw.Draw(self.image)
        self.written: list[Written] = []

    @property
    def width(self) -> int:
        """In pixels."""
        return self.image.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self.image.height

    def fill(self, box: Box, colour: str) -> None:
        """Fills a rectangle."""
        if box.right > box.left and box.bottom > box.top:
            self.image.paste(self._solid(colour), box)

    def round(self, box: Box, colour: str, radius: int) -> None:
        """Fills a rectangle with round corners."""
        self._draw.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), radius, self._solid(colour))

    def disc(self, x: int, y: int, radius: int, colour: str) -> None:
        """Fills a circle."""
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=self._solid(colour))

    def line(self, points: list[tuple[float, float]], colour: str, width: int = 1) -> None:
        """Draws a line through points."""
        self._draw.line(points, fill=self._solid(colour), width=width, joint="curve")

    def text(
        self, x: int, baseline: int, text: str, *, face: str, size: int, ink: str, paper: str, room: Box | None = None
    ) -> Box:
        """Writes a text from the left end of its baseline; gives back where its ink lies."""
        shape, left, top = _stencil(text, face, size)
        base = self._ramp(paper, ink)
        box = Box(x + left, baseline + top, x + left + shape.width, baseline + top + shape.height)
        self.image.paste(base, box)
        self.image.paste(base + _SHADES - 1, box, shape)
        self.written.append(Written(text, box, room or box))
        return box

    def stamp(self, x: int, y: int, shape: Image.Image, *, ink: str, paper: str) -> None:
        """Presses a shape onto bare paper."""
        base = self._ramp(paper, ink)
        box = (x, y, x + shape.width, y + shape.height)
        self.image.paste(base, box)
        self.image.paste(base + _SHADES - 1, box, shape)

    def picture(self) -> Image.Image:
        """What was drawn, with its palette."""
        picture = self.image.copy()
        picture.putpalette([part for colour in self._palette for part in colour])
        return picture

    def channel(self, weights: tuple[float, float, float], offset: float = 0.0) -> Image.Image:
        """What was drawn as one channel: a weighted sum of red, green and blue."""
        red, green, blue = weights
        table = [
            min(255, max(0, int(offset + red * colour[0] + green * colour[1] + blue * colour[2] + 0.5)))
            for colour in self._palette
        ]
        return self.image.point(table)

    def _solid(self, colour: str) -> int:
        if colour not in self._solids:
            index = 255 - len(self._solids) % _SOLIDS
            self._solids[colour] = index
            self._palette[index] = _rgb(colour)
        return self._solids[colour]

    def _ramp(self, paper: str, ink: str) -> int:
        key = (paper, ink)
        if key not in self._ramps:
            base = len(self._ramps) % ((256 - _SOLIDS) // _SHADES) * _SHADES
            self._ramps[key] = base
            one, other = _rgb(paper), _rgb(ink)
            for n in range(_SHADES):
                share = n / (_SHADES - 1)
                mixed = [round(a + (b - a) * share) for a, b in zip(one, other, strict=True)]
                self._palette[base + n] = (mixed[0], mixed[1], mixed[2])
        return self._ramps[key]


@lru_cache(maxsize=256)
def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue
