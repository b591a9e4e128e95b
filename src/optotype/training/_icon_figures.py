"""Shapes and digits as icons: what problems show beside things that have a name of their own."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PIL import Image, ImageDraw

from optotype.fonts import font

_COLOURS = ("#e53935", "#fb8c00", "#fdd835", "#43a047", "#1e88e5", "#8e24aa", "#f48fb1", "#795548", "#263238")
_FINE = 4
"""Drawn so many times too large and made smaller: Pillow draws no smooth edges."""

Point = tuple[float, float]


def _around(corners: int, turn: float = 0.0, depth: float = 1.0) -> list[Point]:
    """Corners of a regular shape in a square from -1 to 1; with a depth below 1, of a star."""
    steps = corners if depth == 1 else 2 * corners
    found: list[Point] = []
    for step in range(steps):
        reach = depth if steps != corners and step % 2 else 1.0
        angle = turn + 2 * math.pi * step / steps
        found.append((reach * math.sin(angle), -reach * math.cos(angle)))
    return found


_SHAPES: dict[str, list[Point]] = {
    "triangle": _around(3),
    "right triangle": [(-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
    "square": _around(4, math.pi / 4),
    "rectangle": [(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)],
    "rhombus": [(0, -1), (0.6, 0), (0, 1), (-0.6, 0)],
    "parallelogram": [(-0.5, -0.5), (1, -0.5), (0.5, 0.5), (-1, 0.5)],
    "trapezoid": [(-0.45, -0.5), (0.45, -0.5), (0.95, 0.5), (-0.95, 0.5)],
    "pentagon": _around(5),
    "hexagon": _around(6, math.pi / 6),
    "octagon": _around(8, math.pi / 8),
    "star": _around(5, depth=0.45),
    "cross": [(-1, -0.3), (-0.3, -0.3), (-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3),
              (1, 0.3), (0.3, 0.3), (0.3, 1), (-0.3, 1), (-0.3, 0.3), (-1, 0.3)],
    "circle": _around(64),
    "oval": [(x, 0.6 * y) for x, y in _around(64)],
    "semicircle": [(x, y + 0.5) for x, y in _around(64) if y <= 0.01],
}  # fmt: skip


def figures(side: int) -> Iterator[tuple[str, str, Image.Image]]:
    """Name, style and drawing of every figure: shapes that are filled or empty, and digits, in several colours."""
    for number, colour in enumerate(_COLOURS):
        for name, points in _SHAPES.items():
            yield f"shape {name}", f"filled {number}", _polygon(points, side, colour, filled=True)
            if number % 3 == 2:
                yield f"shape {name}", f"empty {number}", _polygon(points, side, colour, filled=False)
        for digit in range(10) if number % 4 == 0 else ():
            yield f"digit {digit}", f"ink {number}", _text(str(digit), side, colour)


def _polygon(points: list[Point], side: int, colour: str, *, filled: bool) -> Image.Image:
    large, half = side * _FINE, side * _FINE / 2
    placed = [(half + 0.94 * half * x, half + 0.94 * half * y) for x, y in points]
    mask = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(mask)
    if filled:
        draw.polygon(placed, fill=255)
    else:
        draw.line([*placed, *placed[:2]], fill=255, width=large // 18, joint="curve")
    return _inked(mask.reduce(_FINE), colour)


def _text(text: str, side: int, colour: str) -> Image.Image:
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).text((side / 2, side / 2), text, font=font(side, "sans"), fill=255, anchor="mm")
    return _inked(mask, colour)


def _inked(mask: Image.Image, colour: str) -> Image.Image:
    image = Image.new("RGBA", mask.size, colour)
    image.putalpha(mask)
    return image
