"""The surface that figures are drawn on: shapes by matplotlib's Agg, letters by Pillow.

Agg draws smooth shapes, dashes and hatching as in any figure made by matplotlib, without the layout of its axes, which
takes ten times as long and does not say where things are. Letters are laid on top; where each stands is remembered, so
that tests can see that none overlap. Pixels are counted from the top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from PIL import Image, ImageDraw

from optotype.fonts import font
from optotype.synth._charts._style import Style

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

MARKERS = ("circle", "square", "triangle", "diamond", "cross", "star")


@dataclass(frozen=True)
class Written:
    """A text on the canvas, and the four corners of what it covers."""

    text: str
    corners: Corners


@lru_cache(maxsize=8192)
def ink(text: str, size: int, face: str) -> Box:
    """What a text covers, seen from the left end of its base line."""
    return font(size, face).getbbox(text, anchor="ls")


def width_of(text: str, size: int, face: str) -> float:
    """How wide a text is."""
    box = ink(text, size, face)
    return box[2] - box[0]


class Canvas:
    """A picture in the making."""

    def __init__(self, width: int, height: int, paper: str = "#ffffff") -> None:
        self.width = width
        self.height = height
        self.written: list[Written] = []
        self._letters: list[tuple[Point, str, int, str, str, float]] = []
        self._strokes: list[Callable[[Any], None]] = []
        self._down = Affine2D().scale(1, -1).translate(0, height)
        self.rectangle((-1, -1, width + 1, height + 1), fill=paper)

    # --- shapes

    def path(
        self,
        path: Path,
        *,
        fill: str | None = None,
        edge: str | None = None,
        width: float = 1.0,
        dash: tuple[float, ...] | None = None,
        hatch: str | None = None,
        alpha: float = 1.0,
    ) -> None:
        """Any shape."""

        def stroke(renderer: Any) -> None:
            pen: Any = renderer.new_gc()
            pen.set_linewidth(width if edge else 0)
            pen.set_foreground(edge or "#000000")
            pen.set_alpha(alpha)
            pen.set_joinstyle("miter" if fill else "round")
            if dash:
                pen.set_dashes(0, list(dash))
            if hatch:
                pen.set_hatch(hatch)
                pen.set_hatch_color(edge or "#000000")
                pen.set_hatch_linewidth(1.0)
            renderer.draw_path(pen, path, self._down, (*_channels(fill), alpha) if fill else None)
            pen.restore()

        self._strokes.append(stroke)

    def rectangle(self, box: Box, *, radius: float = 0, **look: Any) -> None:
        """A rectangle, with round corners if it has a radius."""
        left, top, right, bottom = box
        if radius:
            self.path(_rounded(left, top, right, bottom, radius), **look)
        else:
            self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], **look)

    def polygon(self, points: Sequence[Point], **look: Any) -> None:
        """A closed shape with straight sides."""
        self.path(Path([*points, points[0]], closed=True), **look)

    def line(self, points: Sequence[Point], colour: str, width: float = 1.0, **look: Any) -> None:
        """A line through points."""
        self.path(Path(list(points)), edge=colour, width=width, **look)

    def ellipse(self, centre: Point, across: float, down: float, **look: Any) -> None:
        """An ellipse, by its radii."""
        self.path(_CIRCLE.transformed(Affine2D().scale(across, down).translate(*centre)), **look)

    def wedge(self, centre: Point, radius: float, hole: float, start: float, end: float, **look: Any) -> None:
        """A slice between two angles in degrees, which grow clockwise from the top."""
        steps = max(2, int((end - start) / 3))
        angles = [math.radians(start + (end - start) * step / steps - 90) for step in range(steps + 1)]
        outer = [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]
        inner = [(centre[0] + hole * math.cos(a), centre[1] + hole * math.sin(a)) for a in reversed(angles)]
        self.polygon([*outer, *(inner if hole else [centre])], **look)

    def marker(self, shape: str, at: Point, radius: float, fill: str, edge: str | None = None) -> None:
        """A small mark of one of the shapes in `MARKERS`."""
        place = Affine2D().scale(radius).translate(*at)
        if shape == "cross":
            self.path(_SHAPES[shape].transformed(place), edge=fill, width=max(1.8, radius / 2.2))
        else:
            self.path(_SHAPES[shape].transformed(place), fill=fill, edge=edge, width=0.8)

    def arrow(self, points: Sequence[Point], colour: str, width: float = 1.4, head: float = 8.0) -> None:
        """A line that ends in a head."""
        (x0, y0), (x1, y1) = points[-2], points[-1]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        neck = (x1 - dx * head, y1 - dy * head)
        self.line([*points[:-1], (neck[0] + dx, neck[1] + dy)], colour, width)
        half = head * 0.42
        self.polygon(
            [(x1, y1), (neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half)],
            fill=colour,
        )

    # --- letters

    def text(
        self,
        at: Point,
        text: str,
        size: int,
        face: str = "sans",
        colour: str = "#111111",
        anchor: str = "mm",
        angle: float = 0,
    ) -> Box:
        """Writes a text and gives back what it covers.

        Args:
            at: where the anchor comes to lie.
            text: what is written.
            size: height of the letters in pixels.
            face: of the font.
            colour: of the letters.
            anchor: l, m or r for the side, then t, m or b for top, middle or bottom.
            angle: in degrees, against the clock, about the anchor.
        """
        origin, corners = _placed(at, text, size, face, anchor, angle)
        self.written.append(Written(text, corners))
        self._letters.append((origin, text, size, face, colour, angle))
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def picture(self) -> Image.Image:
        """The finished picture: until somebody asks for it, nothing is painted."""
        renderer: Any = RendererAgg(self.width, self.height, 72)
        for stroke in self._strokes:
            stroke(renderer)
        drawn = Image.frombuffer("RGBA", (self.width, self.height), renderer.buffer_rgba(), "raw", "RGBA", 0, 1)
        picture = drawn.convert("RGB")
        draw = ImageDraw.Draw(picture)
        for at, text, size, face, colour, angle in self._letters:
            if angle == 0:
                draw.text((round(at[0]), round(at[1])), text, font=font(size, face), fill=colour, anchor="ls")
            else:
                _turned_text(picture, at, text, size, face, colour, angle)
        return picture


def draw_title(canvas: Canvas, box: Box, title: str, style: Style, lines: float) -> float:
    """Writes a title at the top of a box, if there is one; gives back where the room below begins."""
    left, top, right, _ = box
    if not title:
        return top
    canvas.text(((left + right) / 2, top), title, style.size, style.title_face, style.ink, "mt")
    return top + style.size * lines


def corners_of(at: Point, text: str, size: int, face: str, anchor: str = "mm") -> Corners:
    """What a text would cover, before it is written."""
    return _placed(at, text, size, face, anchor, angle=0)[1]


def _placed(at: Point, text: str, size: int, face: str, anchor: str, angle: float) -> tuple[Point, Corners]:
    """The left end of a text's base line, and what it covers."""
    left, top, right, bottom = ink(text, size, face)
    # the height of a line does not depend on its letters, so that words side by side share a base line
    high, low = -0.76 * size, 0.05 * size
    dx = {"l": left, "m": (left + right) / 2, "r": right}[anchor[0]]
    dy = {"t": high, "m": (high + low) / 2, "b": low}[anchor[1]]
    if angle % 90 == 0:
        at = (round(at[0]), round(at[1]))
    cosine, sine = math.cos(math.radians(angle)), -math.sin(math.radians(angle))

    def turned(x: float, y: float) -> Point:
        return (at[0] + (x - dx) * cosine - (y - dy) * sine, at[1] + (x - dx) * sine + (y - dy) * cosine)

    return turned(0, 0), (turned(left, top), turned(right, top), turned(right, bottom), turned(left, bottom))


def _turned_text(picture: Image.Image, at: Point, text: str, size: int, face: str, colour: str, angle: float) -> None:
    """Writes a text at an angle about the left end of its base line."""
    # a square around the origin of the base line is turned, so that the origin stays where it is
    reach = math.ceil(max(abs(edge) for edge in ink(text, size, face))) + 3
    stamp = Image.new("L", (2 * reach, 2 * reach), 0)
    ImageDraw.Draw(stamp).text((reach, reach), text, font=font(size, face), fill=255, anchor="ls")
    turned = stamp.rotate(angle, resample=Image.Resampling.BICUBIC)
    picture.paste(colour, (round(at[0]) - reach, round(at[1]) - reach), turned)


def overlaps(one: Sequence[Point], other: Sequence[Point], slack: float = 0.5) -> bool:
    """Do two rectangles, turned or not, cover a place in common?"""
    for corners in (one, other):
        for number in range(2):
            (x0, y0), (x1, y1) = corners[number], corners[number + 1]
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            ax, ay = (y0 - y1) / length, (x1 - x0) / length
            first = [x * ax + y * ay for x, y in one]
            second = [x * ax + y * ay for x, y in other]
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True


@lru_cache(maxsize=256)
def _channels(code: str) -> tuple[float, float, float]:
    return int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Path:
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    points: list[Point] = []
    corners = ((right - radius, top + radius, -90), (right - radius, bottom - radius, 0))
    corners += ((left + radius, bottom - radius, 90), (left + radius, top + radius, 180))
    for x, y, start in corners:
        for step in range(7):
            angle = math.radians(start + step * 15)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return Path([*points, points[0]], closed=True)


def _star(tips: int, inner: float) -> Path:
    points = [
        (
            (1.0 if n % 2 == 0 else inner) * math.sin(math.pi * n / tips),
            -(1.0 if n % 2 == 0 else inner) * math.cos(math.pi * n / tips),
        )
        for n in range(2 * tips)
    ]
    return Path([*points, points[0]], closed=True)


_CIRCLE = Path.unit_circle()
_SHAPES = {
    "circle": _CIRCLE,
    "square": Path([(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88), (-0.88, -0.88)], closed=True),
    "triangle": Path([(0, -1.15), (1.05, 0.8), (-1.05, 0.8), (0, -1.15)], closed=True),
    "diamond": Path([(0, -1.25), (0.95, 0), (0, 1.25), (-0.95, 0), (0, -1.25)], closed=True),
    "cross": Path(
        [(-0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), (0.9, -0.9)], [Path.MOVETO, Path.LINETO, Path.MOVETO, Path.LINETO]
    ),
    "star": _star(5, 0.42).transformed(Affine2D().scale(1.35)),
}
