"""A canvas with smooth edges. Pillow draws none, so shapes are drawn four times too large and made smaller.

What was drawn is remembered with its box, so that a test can tell whether something is cut off or text overlaps. It is
painted when somebody looks: until then a canvas knows its strokes alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from optotype.fonts import font
from optotype.synth._icons.rung import Rung
from optotype.synth._icons.things import extent, icon, style_of

Point = tuple[float, float]
Box = tuple[float, float, float, float]

INK = "#37474f"
FRAME = "#90caf9"

COLOURS = {
    "red": "#e53935",
    "orange": "#fb8c00",
    "yellow": "#fdd835",
    "green": "#43a047",
    "blue": "#1e88e5",
    "purple": "#8e24aa",
    "pink": "#f48fb1",
    "brown": "#795548",
    "black": "#263238",
}
"""Colours that a person would name so."""

_FINE = 4
_RULER = ImageDraw.Draw(Image.new("RGB", (1, 1)))
"""Tells how much room a text takes."""


class Canvas:
    """Something to draw on, in pixels from the top left."""

    def __init__(self, width: float, height: float, rung: Rung, paper: str) -> None:
        self.rung = rung
        self.paper = paper
        self.width = math.ceil(width)
        self.height = math.ceil(height)
        self.drawn: list[Box] = []
        self.texts: list[Box] = []
        self._strokes: list[Callable[[Image.Image], None]] = []
        self._painted: Image.Image | None = None

    @property
    def image(self) -> Image.Image:
        """What was drawn up to now."""
        if self._painted is None:
            self._painted = Image.new("RGB", (self.width, self.height), self.paper)
        for stroke in self._strokes:
            stroke(self._painted)
        self._strokes.clear()
        return self._painted

    def icon(
        self, key: str, at: Point, size: float, style: str, *, turn: int = 0, mirrored: bool = False
    ) -> dict[str, object]:
        """Draws a thing with its middle at a point; gives back what a scene says about it."""
        width, height = extent(key, style, round(size), turn)
        x, y = round(at[0] - width / 2), round(at[1] - height / 2)

        def paste(image: Image.Image) -> None:
            picture = icon(key, style, round(size), turn, mirrored)
            image.paste(picture, (x, y), picture)

        self._strokes.append(paste)
        self.drawn.append((x, y, x + width, y + height))
        return {
            "what": key,
            "style": style_of(key, style),
            "x": round(at[0]),
            "y": round(at[1]),
            "size": round(size),
            "turn": turn,
            "mirrored": mirrored,
        }

    def polygon(
        self, points: Sequence[Point], fill: str | None = None, line: str | None = None, width: float = 2
    ) -> None:
        """Draws a closed shape."""
        self._path(points, fill, line, width, closed=True)

    def line(self, points: Sequence[Point], colour: str = INK, width: float = 2, dash: float = 0) -> None:
        """Draws a line through points; dashed, if the length of a dash is given."""
        if not dash:
            self._path(points, None, colour, width, closed=False)
            return
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            length = math.hypot(x1 - x0, y1 - y0)
            count = max(1, round(length / (2 * dash)))
            for number in range(count):
                a, b = number / count, (number + 0.55) / count
                self._path(
                    [(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)],
                    None, colour, width, closed=False,
                )  # fmt: skip

    def arrow(self, start: Point, end: Point, colour: str = INK, width: float = 3, head: float = 12) -> None:
        """Draws an arrow."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        neck = (end[0] - head * 0.8 * math.cos(angle), end[1] - head * 0.8 * math.sin(angle))
        self.line([start, neck], colour, width)
        sides = [
            (end[0] - head * math.cos(angle + turn), end[1] - head * math.sin(angle + turn)) for turn in (-0.45, 0.45)
        ]
        self.polygon([end, *sides], colour)

    def ellipse(
        self,
        at: Point,
        rx: float,
        ry: float | None = None,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
    ) -> None:
        """Draws an ellipse around a point; a circle, if one radius is given."""
        high = rx if ry is None else ry
        self.drawn.append((at[0] - rx, at[1] - high, at[0] + rx, at[1] + high))
        self._strokes.append(lambda image: _paint_ellipse(image, at, rx, high, fill, line, width))

    def rectangle(
        self, box: Box, fill: str | None = None, line: str | None = None, width: int = 2, radius: float = 0
    ) -> None:
        """Draws a rectangle with sides along the canvas."""
        x0, y0, x1, y1 = (round(value) for value in box)
        self.drawn.append((x0, y0, x1, y1))
        if radius:
            inside = fill or (self.paper if line else None)
            self._strokes.append(lambda image: _paint_rounded(image, (x0, y0, x1, y1), inside, line, width, radius))
        else:
            edge = width if line else 0
            self._strokes.append(
                lambda image: ImageDraw.Draw(image).rectangle((x0, y0, x1, y1), fill=fill, outline=line, width=edge)
            )

    def text(
        self, at: Point, text: str, size: float = 16, colour: str = INK, anchor: str = "mm", face: str = "sans"
    ) -> None:
        """Writes one line; never smaller than can be read."""
        face_font = font(max(11, round(size)), face)
        box = _RULER.textbbox(at, text, font=face_font, anchor=anchor)
        self._strokes.append(
            lambda image: ImageDraw.Draw(image).text(at, text, font=face_font, fill=colour, anchor=anchor)
        )
        self.drawn.append(box)
        self.texts.append(box)

    def paste(self, other: Canvas, at: tuple[int, int]) -> None:
        """Puts another canvas on this one, which nobody draws on any more."""
        self._strokes.append(lambda image: image.paste(other.image, at))
        self.texts += [(x0 + at[0], y0 + at[1], x1 + at[0], y1 + at[1]) for x0, y0, x1, y1 in other.texts]
        self.drawn += [(x0 + at[0], y0 + at[1], x1 + at[0], y1 + at[1]) for x0, y0, x1, y1 in other.drawn]

    def press(self, shape: Image.Image, at: tuple[int, int], colour: str) -> None:
        """Puts a shape of one colour onto the canvas; where it lies is not remembered."""
        self._strokes.append(lambda image: image.paste(colour, at, shape))

    def png(self) -> bytes:
        """The finished picture, as hard to see as its level asks."""
        image = self.image
        if self.rung.contrast < 1:
            image = Image.blend(image, Image.new("RGB", image.size, self.paper), 1 - self.rung.contrast)
        if self.rung.blur:
            image = image.filter(ImageFilter.BoxBlur(self.rung.blur))
        file = BytesIO()
        image.save(file, "PNG", compress_level=1)
        return file.getvalue()

    def _path(self, points: Sequence[Point], fill: str | None, line: str | None, width: float, *, closed: bool) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (min(xs), min(ys), max(xs), max(ys))
        self.drawn.append(box)
        through = tuple(points)
        self._strokes.append(lambda image: _paint_path(image, through, box, fill, line, width, closed))


# --- strokes


def _paint_path(
    image: Image.Image,
    points: Sequence[Point],
    box: Box,
    fill: str | None,
    line: str | None,
    width: float,
    closed: bool,
) -> None:
    pad = width / 2 + 1 if line else 0
    x, y = math.floor(box[0] - pad), math.floor(box[1] - pad)
    size = (math.ceil(box[2] + pad) - x + 1, math.ceil(box[3] + pad) - y + 1)
    inner = tuple((round(px - x, 2), round(py - y, 2)) for px, py in points)
    if fill:
        image.paste(fill, (x, y), _filled(size, inner))
    if line:
        image.paste(line, (x, y), _outlined(size, inner, width, closed))


def _paint_ellipse(
    image: Image.Image, at: Point, rx: float, ry: float, fill: str | None, line: str | None, width: float
) -> None:
    pad = width if line else 0
    x, y = math.floor(at[0] - rx - pad), math.floor(at[1] - ry - pad)
    size = (math.ceil(at[0] + rx + pad) - x + 1, math.ceil(at[1] + ry + pad) - y + 1)
    inner = (round(at[0] - x, 2), round(at[1] - y, 2))
    if fill:
        image.paste(fill, (x, y), _ellipse(size, inner, round(rx, 2), round(ry, 2), 0))
    if line:
        image.paste(line, (x, y), _ellipse(size, inner, round(rx, 2), round(ry, 2), width))


def _paint_rounded(
    image: Image.Image,
    box: tuple[int, int, int, int],
    fill: str | None,
    line: str | None,
    width: int,
    radius: float,
) -> None:
    x0, y0, x1, y1 = box
    if line:
        image.paste(line, (x0, y0), _rounded((x1 - x0 + 1, y1 - y0 + 1), round(radius)))
        x0, y0, x1, y1 = x0 + width, y0 + width, x1 - width, y1 - width
    if fill:
        image.paste(fill, (x0, y0), _rounded((x1 - x0 + 1, y1 - y0 + 1), max(1, round(radius) - width)))


def _smaller(mask: Image.Image) -> Image.Image:
    return mask.reduce(_FINE)


@lru_cache(maxsize=4096)
def _ellipse(size: tuple[int, int], at: Point, rx: float, ry: float, width: float) -> Image.Image:
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    draw = ImageDraw.Draw(mask)
    half = width / 2
    for grow, ink in ((half, 255), (-half, 0)) if width else ((0, 255),):
        box = [
            (at[0] - rx - grow) * _FINE,
            (at[1] - ry - grow) * _FINE,
            (at[0] + rx + grow) * _FINE,
            (at[1] + ry + grow) * _FINE,
        ]
        if box[2] > box[0] and box[3] > box[1]:
            draw.ellipse(box, fill=ink)
    return _smaller(mask)


@lru_cache(maxsize=1024)
def _rounded(size: tuple[int, int], radius: int) -> Image.Image:
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] * _FINE - 1, size[1] * _FINE - 1), radius * _FINE, fill=255)
    return _smaller(mask)


@lru_cache(maxsize=2048)
def _filled(size: tuple[int, int], points: tuple[Point, ...]) -> Image.Image:
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    ImageDraw.Draw(mask).polygon([(x * _FINE, y * _FINE) for x, y in points], fill=255)
    return _smaller(mask)


@lru_cache(maxsize=2048)
def _outlined(size: tuple[int, int], points: tuple[Point, ...], width: float, closed: bool) -> Image.Image:
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    path = (
        [(x * _FINE, y * _FINE) for x, y in (*points, *points[:2])]
        if closed
        else [(x * _FINE, y * _FINE) for x, y in points]
    )
    ImageDraw.Draw(mask).line(path, fill=255, width=max(1, round(width * _FINE)), joint="curve")
    return _smaller(mask)


# --- points of shapes


def around(at: Point, radius: float, count: int, turn: float = 0) -> list[Point]:
    """Corners of a regular polygon; without a turn, one corner is at the top."""
    return [
        (
            at[0] + radius * math.sin(math.radians(turn) + 2 * math.pi * number / count),
            at[1] - radius * math.cos(math.radians(turn) + 2 * math.pi * number / count),
        )
        for number in range(count)
    ]


def toward(at: Point, reach: float, degrees: float) -> Point:
    """The point that lies so far off, by degrees clockwise from the top."""
    angle = math.radians(degrees)
    return at[0] + reach * math.sin(angle), at[1] - reach * math.cos(angle)


def arc(at: Point, rx: float, ry: float, start: float, end: float, steps: int = 48) -> list[Point]:
    """Points along an ellipse, by degrees clockwise from the top."""
    angles = [math.radians(start + (end - start) * number / steps) for number in range(steps + 1)]
    return [(at[0] + rx * math.sin(angle), at[1] - ry * math.cos(angle)) for angle in angles]


def block(at: Point, count: int, columns: int, step: float) -> list[Point]:
    """So many points in rows and columns around a point."""
    lines = -(-count // columns)
    return [
        (at[0] + (number % columns - (columns - 1) / 2) * step, at[1] + (number // columns - (lines - 1) / 2) * step)
        for number in range(count)
    ]


def scaled(at: Point, size: float, points: Sequence[Point]) -> list[Point]:
    """Points of a shape around the origin, made larger and moved."""
    return [(at[0] + x * size, at[1] + y * size) for x, y in points]


def turned(points: Sequence[Point], at: Point, degrees: float) -> list[Point]:
    """Points turned clockwise around a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [
        (at[0] + (x - at[0]) * cos - (y - at[1]) * sin, at[1] + (x - at[0]) * sin + (y - at[1]) * cos)
        for x, y in points
    ]


def rounded(points: Sequence[Point], digits: int) -> list[list[float]]:
    """Points as a scene holds them."""
    return [[round(x, digits), round(y, digits)] for x, y in points]


def shade(colour: str, factor: float) -> str:
    """A darker colour for a factor below 1, a lighter one above."""
    parts = [int(colour[number : number + 2], 16) for number in (1, 3, 5)]
    if factor <= 1:
        parts = [round(part * factor) for part in parts]
    else:
        parts = [round(255 - (255 - part) / factor) for part in parts]
    return "#" + "".join(f"{part:02x}" for part in parts)
