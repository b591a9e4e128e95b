"""Flat shapes and solids, as a school book draws them."""

from __future__ import annotations

import math
import random

from optotype.synth._icons.canvas import Canvas, Point, arc, around, shade, turned
from optotype.synth._icons.problem import Scene

POLYGONS = (
    "triangle", "square", "rectangle", "rhombus", "parallelogram", "trapezoid", "pentagon", "hexagon", "octagon",
)  # fmt: skip
CURVED = ("circle", "oval", "semicircle")
FLAT = (*POLYGONS, *CURVED)
SOLIDS = ("cube", "rectangular prism", "cylinder", "cone", "sphere", "pyramid", "triangular prism")

KINDS_OF = {
    "rectangle": {"square"},
    "rhombus": {"square"},
    "parallelogram": {"rectangle", "rhombus", "square"},
    "oval": {"circle"},
    "rectangular prism": {"cube"},
}
"""By shape, others that it includes: a square is a rectangle, so it is no wrong answer to 'which is a rectangle'."""


def clash(one: str, other: str) -> bool:
    """Is one shape a case of the other?"""
    return one == other or other in KINDS_OF.get(one, ()) or one in KINDS_OF.get(other, ())


def outline(name: str, at: Point, radius: float, chance: random.Random) -> list[Point]:
    """Points of a flat shape, within a circle around a point."""
    x, y = at
    r = radius
    if name == "triangle":
        kind = chance.choice(("equilateral", "right", "scalene"))
        if kind == "equilateral":
            return around((x, y + r * 0.15), r, 3)
        if kind == "right":
            return [(x - r * 0.7, y - r * 0.7), (x + r * 0.7, y + r * 0.7), (x - r * 0.7, y + r * 0.7)]
        return [(x - r * 0.9, y + r * 0.5), (x + r * 0.35, y - r * 0.75), (x + r * 0.85, y + r * 0.5)]
    if name in ("square", "rectangle"):
        tall = 0.707 if name == "square" else chance.uniform(0.38, 0.52)
        wide = 0.707 if name == "square" else 0.84
        if name == "rectangle" and chance.random() < 0.5:
            wide, tall = tall, wide
        return [
            (x - r * wide, y - r * tall),
            (x + r * wide, y - r * tall),
            (x + r * wide, y + r * tall),
            (x - r * wide, y + r * tall),
        ]
    if name == "rhombus":
        wide = chance.uniform(0.55, 0.68)
        return [(x, y - r), (x + r * wide, y), (x, y + r), (x - r * wide, y)]
    if name == "parallelogram":
        lean = chance.uniform(0.25, 0.4)
        return [
            (x - r * (0.85 - lean), y - r * 0.45),
            (x + r * 0.88, y - r * 0.45),
            (x + r * (0.85 - lean), y + r * 0.45),
            (x - r * 0.88, y + r * 0.45),
        ]
    if name == "trapezoid":
        top = chance.uniform(0.35, 0.5)
        return [
            (x - r * top, y - r * 0.5),
            (x + r * top, y - r * 0.5),
            (x + r * 0.87, y + r * 0.5),
            (x - r * 0.87, y + r * 0.5),
        ]
    if name in ("pentagon", "hexagon", "octagon"):
        count = {"pentagon": 5, "hexagon": 6, "octagon": 8}[name]
        return around(at, r, count, 0 if count == 5 else 180 / count)
    if name == "semicircle":
        return arc((x, y + r * 0.4), r * 0.95, r * 0.95, -90, 90)
    if name == "oval":
        return arc(at, r * 0.95, r * 0.6, 0, 360, 64)
    return arc(at, r * 0.88, r * 0.88, 0, 360, 64)


def flat(
    canvas: Canvas, name: str, at: Point, radius: float, colour: str, chance: random.Random, *, turn: float = 0
) -> Scene:
    """Draws a flat shape; the scene has its corners, or says that it is curved."""
    points = outline(name, at, radius, chance)
    if turn:
        points = turned(points, at, turn)
    canvas.polygon(points, colour, shade(colour, 0.7), 2)
    scene: Scene = {
        "shape": name,
        "x": round(at[0]),
        "y": round(at[1]),
        "radius": round(radius),
        "curved": name in CURVED,
    }
    if name not in CURVED:
        scene["corners"] = [[round(x, 2), round(y, 2)] for x, y in points]
    return scene


def solid(canvas: Canvas, name: str, at: Point, radius: float, colour: str) -> Scene:
    """Draws a solid; the scene says how many flat faces, edges and corners it has."""
    x, y = at
    r = radius
    light, dark, edge = shade(colour, 1.6), shade(colour, 0.85), shade(colour, 0.55)
    if name in ("cube", "rectangular prism"):
        w, h, d = (r * 1.05, r * 1.05, r * 0.5) if name == "cube" else (r * 1.35, r * 0.75, r * 0.45)
        left, top = x - (w + d) / 2, y - (h - d) / 2
        front = [(left, top), (left + w, top), (left + w, top + h), (left, top + h)]
        canvas.polygon([front[0], front[1], (left + w + d, top - d), (left + d, top - d)], light, edge)
        canvas.polygon([front[1], front[2], (left + w + d, top + h - d), (left + w + d, top - d)], dark, edge)
        canvas.polygon(front, colour, edge)
        counts = (6, 12, 8)
    elif name == "cylinder":
        w, h, e = r * 0.62, r * 0.7, r * 0.22
        side = [(x - w, y - h), *arc((x, y + h), w, e, 270, 90, 32), (x + w, y - h)]
        canvas.polygon(side, colour, edge)
        canvas.ellipse((x, y - h), w, e, light, edge)
        counts = (2, 0, 0)
    elif name == "cone":
        w, e = r * 0.72, r * 0.22
        canvas.polygon([(x, y - r * 0.9), *arc((x, y + r * 0.65), w, e, 90, 270, 32)], colour, edge)
        canvas.line(arc((x, y + r * 0.65), w, e, -90, 90, 32), edge, 1.5, dash=4)
        counts = (1, 0, 0)
    elif name == "sphere":
        canvas.ellipse(at, r * 0.85, None, colour, edge)
        canvas.ellipse((x - r * 0.3, y - r * 0.32), r * 0.2, r * 0.16, light)
        canvas.line(arc(at, r * 0.85, r * 0.25, 90, 270, 32), edge, 1.5)
        canvas.line(arc(at, r * 0.85, r * 0.25, -90, 90, 32), edge, 1.5, dash=4)
        counts = (0, 0, 0)
    elif name == "pyramid":
        peak, base = (
            (x, y - r * 0.9),
            [(x - r * 0.85, y + r * 0.45), (x + r * 0.15, y + r * 0.8), (x + r * 0.85, y + r * 0.3)],
        )
        canvas.polygon([peak, base[0], base[1]], colour, edge)
        canvas.polygon([peak, base[1], base[2]], dark, edge)
        back = (x - r * 0.15, y - r * 0.02)
        for start in (base[0], base[2], peak):
            canvas.line([start, back], edge, 1.5, dash=4)
        counts = (5, 8, 5)
    else:  # triangular prism
        front = [(x - r * 0.85, y + r * 0.65), (x - r * 0.3, y - r * 0.55), (x + r * 0.25, y + r * 0.65)]
        shift = (r * 0.6, -r * 0.3)
        back = [(px + shift[0], py + shift[1]) for px, py in front]
        canvas.polygon([front[1], back[1], back[2], front[2]], dark, edge)
        canvas.polygon(front, colour, edge)
        canvas.line([front[0], back[0]], edge, 1.5, dash=4)
        canvas.line([back[0], back[1]], edge, 1.5, dash=4)
        canvas.line([back[0], back[2]], edge, 1.5, dash=4)
        counts = (5, 9, 6)
    faces, edges, corners = counts
    return {"solid": name, "faces": faces, "edges": edges, "vertices": corners, "x": round(x), "y": round(y)}


def star(at: Point, radius: float) -> list[Point]:
    """Points of a star."""
    outer, inner = around(at, radius, 5), around(at, radius * 0.45, 5, 180 / 5)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def heart(at: Point, radius: float) -> list[Point]:
    """Points of a heart."""
    return [
        (
            at[0] + radius / 17 * 16 * math.sin(t) ** 3,
            at[1] - radius / 17 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)),
        )
        for t in (number * 2 * math.pi / 60 for number in range(60))
    ]
