"""Figures that several skills share: clocks, dice, ten frames, tallies, rulers, marbles, spinners, parts of a whole."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Sequence

from optotype.synth._icons.canvas import COLOURS, INK, Canvas, Point, arc, shade, toward
from optotype.synth._icons.problem import Draft, Scene
from optotype.synth._icons.shapes import heart, star
from optotype.synth._icons.things import Thing

# --- dots and rows

MARKS = ("circles", "squares", "stars", "hearts", "triangles", "diamonds")


def mark(canvas: Canvas, kind: str, at: Point, radius: float, colour: str) -> Scene:
    """Draws a small mark: a circle, a square, a star ..."""
    x, y = at
    r = radius
    edge = shade(colour, 0.7)
    if kind == "circles":
        canvas.ellipse(at, r * 0.9, None, colour, edge, 1.5)
    else:
        points = {
            "squares": lambda: [
                (x - r * 0.8, y - r * 0.8),
                (x + r * 0.8, y - r * 0.8),
                (x + r * 0.8, y + r * 0.8),
                (x - r * 0.8, y + r * 0.8),
            ],
            "stars": lambda: star(at, r),
            "hearts": lambda: heart(at, r),
            "triangles": lambda: [(x, y - r * 0.9), (x + r * 0.9, y + r * 0.75), (x - r * 0.9, y + r * 0.75)],
            "diamonds": lambda: [(x, y - r), (x + r * 0.75, y), (x, y + r), (x - r * 0.75, y)],
        }[kind]()
        canvas.polygon(points, colour, edge, 1.5)
    return {"mark": kind, "x": round(x), "y": round(y)}


def rows(draft: Draft, thing: Thing, count: int, size: int, per_row: int = 5) -> tuple[Canvas, list[Scene]]:
    """So many of a thing, in rows."""
    canvas, places = draft.in_rows(count, per_row, size * 1.2)
    return canvas, [canvas.icon(thing.key, at, size, draft.style_now()) for at in places]


def scattered(draft: Draft, crowd: Sequence[Thing], size: int) -> tuple[Canvas, list[Scene]]:
    """Things in any order, apart from each other, each turned a little."""
    room = size * (1.3 if draft.rung.tilt else 1.05)
    points, wide, high = draft.scatter(len(crowd), room)
    canvas = draft.canvas(wide, high)
    return canvas, [
        canvas.icon(thing.key, at, size, draft.style_now(), turn=draft.tilt())
        for thing, at in zip(crowd, points, strict=True)
    ]


def mixed(draft: Draft, crowd: Sequence[Thing], size: int) -> tuple[Canvas, list[Scene]]:
    """Things in any order, apart from each other, upright and all in one style."""
    order = list(crowd)
    draft.chance.shuffle(order)
    points, wide, high = draft.scatter(len(order), size * 1.1)
    canvas = draft.canvas(wide, high)
    return canvas, [canvas.icon(thing.key, at, size, draft.style) for thing, at in zip(order, points, strict=True)]


def sky(canvas: Canvas, horizon: int, at: Point, size: int, style: str, *, night: bool) -> Scene:
    """Paints the sky and the ground below it; gives back the sun, or the moon."""
    right, bottom = canvas.width - 1, canvas.height - 1
    canvas.rectangle((0, 0, right, horizon), "#1a237e" if night else "#bbdefb")
    canvas.rectangle((0, horizon, right, bottom), "#33691e" if night else "#aed581")
    return canvas.icon("moon" if night else "sun", at, size, style)


def ten_frame(canvas: Canvas, corner: Point, count: int, cell: float, colour: str, kind: str = "circles") -> None:
    """Draws a frame of two rows of five, filled from the left."""
    x, y = corner
    for number in range(10):
        left, top = x + number % 5 * cell, y + number // 5 * cell
        canvas.rectangle((left, top, left + cell, top + cell), "#f5fbff", "#78909c", 1)
        if number < count:
            mark(canvas, kind, (left + cell / 2, top + cell / 2), cell * 0.36, colour)


def tally(canvas: Canvas, corner: Point, count: int, height: float) -> None:
    """Draws tally marks in fives."""
    x, y = corner
    step = height * 0.28
    for number in range(count):
        group, within = divmod(number, 5)
        left = x + group * step * 5.6
        if within < 4:
            canvas.line([(left + within * step + 3, y), (left + within * step + 3, y + height)], INK, 3)
        else:
            canvas.line(
                [(left - step * 0.4 + 3, y + height * 0.85), (left + step * 3.4 + 3, y + height * 0.15)], INK, 3
            )


def tally_width(count: int, height: float) -> float:
    """How wide so many tally marks are."""
    step = height * 0.28
    groups, rest = divmod(max(count, 1), 5)
    return groups * step * 5.6 + max(rest, 1) * step + 6


_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def pips(canvas: Canvas, at: Point, size: float, number: int, colour: str) -> None:
    """Draws the dots of a die's face."""
    for dx, dy in _PIPS.get(number, []):
        canvas.ellipse((at[0] + dx * size * 0.26, at[1] + dy * size * 0.26), size * 0.09, None, colour)


def die(canvas: Canvas, at: Point, size: float, number: int, colour: str) -> None:
    """Draws one face of a die."""
    x, y = at
    half = size / 2
    canvas.rectangle((x - half, y - half, x + half, y + half), colour, shade(colour, 0.7), 2, size * 0.18)
    pips(canvas, at, size, number, "#ffffff")


def domino(canvas: Canvas, at: Point, size: float, left: int, right: int) -> None:
    """Draws a domino that lies."""
    x, y = at
    half = size / 2
    canvas.rectangle((x - size, y - half, x + size, y + half), "#fffdf5", "#455a64", 2, size * 0.14)
    canvas.line([(x, y - half + 4), (x, y + half - 4)], "#455a64", 2)
    pips(canvas, (x - half, y), size, left, "#263238")
    pips(canvas, (x + half, y), size, right, "#263238")


def base_ten(draft: Draft, number: int, unit: float) -> Canvas:
    """Hundreds, tens and ones as squares, rods and cubes."""
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    colour = draft.chance.choice(("#64b5f6", "#81c784", "#ffb74d", "#ba68c8"))
    edge = shade(colour, 0.6)
    side = unit * 10
    width = 10 + hundreds * (side + 10) + tens * (unit + 7) + (14 + 2 * (unit + 4) if ones else 0) + 10
    canvas = draft.canvas(max(width, 40), side + 20)
    x = 10.0
    for _ in range(hundreds):
        _block(canvas, (x, 10), 10, unit, colour, edge)
        x += side + 10
    for _ in range(tens):
        _block(canvas, (x, 10), 1, unit, colour, edge)
        x += unit + 7
    x += 7
    for number in range(ones):
        corner = (x + number % 2 * (unit + 4), 10 + side - (number // 2 + 1) * (unit + 4) + 4)
        _block(canvas, corner, 1, unit, colour, edge, 1)
    return canvas


def _block(canvas: Canvas, corner: Point, columns: int, unit: float, fill: str, edge: str, high: int = 10) -> None:
    x, y = corner
    canvas.rectangle((x, y, x + columns * unit, y + high * unit), fill, edge, 1)
    for number in range(1, columns):
        canvas.rectangle((x + number * unit, y, x + number * unit, y + high * unit), edge)
    for number in range(1, high):
        canvas.rectangle((x, y + number * unit, x + columns * unit, y + number * unit), edge)


# --- clocks


def clock(canvas: Canvas, at: Point, radius: float, hour: int, minute: int, chance: random.Random) -> Scene:
    """Draws a clock with hands."""
    x, y = at
    colour = COLOURS[chance.choice(("red", "orange", "green", "blue", "purple", "brown", "black"))]
    square = chance.random() < 0.3
    if square:
        canvas.rectangle((x - radius, y - radius, x + radius, y + radius), colour, shade(colour, 0.7), 2, radius * 0.18)
    else:
        canvas.ellipse(at, radius, None, colour)
    face = radius * 0.9
    canvas.ellipse(at, face, None, "#ffffff")
    for number in range(60):
        big = number % 5 == 0
        if not big and radius < 70:
            continue
        ends = [toward(at, reach, number * 6) for reach in (face * (0.9 if big else 0.95), face * 0.98)]
        canvas.line(ends, "#455a64", 2 if big else 1)
    for number in range(1, 13):
        place = toward(at, face * 0.76, number * 30)
        canvas.text(place, str(number), max(11, radius * 0.19), "#263238", face="sans bold")
    for turn, length, width in (((hour % 12 + minute / 60) * 30, 0.46, 0.065), (minute * 6, 0.66, 0.035)):
        colour = "#1a237e" if length < 0.5 else "#b71c1c"
        canvas.arrow(at, toward(at, face * length, turn), colour, max(2, radius * width), max(7, radius * 0.13))
    canvas.ellipse(at, max(3, radius * 0.05), None, "#263238")
    return {"clock": "analog", "hour": hour, "minute": minute}


_SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
}


def digital(canvas: Canvas, at: Point, width: float, hour: int, minute: int, chance: random.Random) -> Scene:
    """Draws a clock with digits."""
    x, y = at
    height = width * 0.5
    colour = COLOURS[chance.choice(("red", "orange", "green", "blue", "purple", "brown"))]
    canvas.rectangle(
        (x - width / 2, y - height / 2, x + width / 2, y + height / 2), colour, shade(colour, 0.7), 2, height * 0.16
    )
    canvas.rectangle((x - width * 0.43, y - height * 0.34, x + width * 0.43, y + height * 0.34), "#263238", None, 2, 4)
    text = f"{hour}:{minute:02d}"
    digit = width * 0.13
    total = sum(digit * (0.6 if sign == ":" else 1.35) for sign in text) - digit * 0.35
    left = x - total / 2
    for sign in text:
        if sign == ":":
            for dy in (-0.1, 0.1):
                canvas.ellipse((left + digit * 0.12, y + height * dy), digit * 0.12, None, "#b2ff59")
            left += digit * 0.6
            continue
        _segments(canvas, (left, y - height * 0.23), digit, height * 0.46, sign)
        left += digit * 1.35
    return {"clock": "digital", "hour": hour, "minute": minute}


def _segments(canvas: Canvas, corner: Point, width: float, height: float, sign: str) -> None:
    x, y = corner
    half = height / 2
    ends = {
        "a": ((x, y), (x + width, y)),
        "b": ((x + width, y), (x + width, y + half)),
        "c": ((x + width, y + half), (x + width, y + height)),
        "d": ((x, y + height), (x + width, y + height)),
        "e": ((x, y + half), (x, y + height)),
        "f": ((x, y), (x, y + half)),
        "g": ((x, y + half), (x + width, y + half)),
    }
    for name in _SEGMENTS[sign]:
        canvas.line(list(ends[name]), "#b2ff59", max(2, width * 0.16))


# --- measuring


def ruler(canvas: Canvas, corner: Point, unit: float, length: int, name: str, halves: bool = False) -> None:
    """Draws a ruler; the mark 0 is 12 pixels from its left end."""
    x, y = corner
    canvas.rectangle((x, y, x + unit * length + 24, y + 44), "#ecc58b", "#b8864b", 1, 4)
    for number in range(length + 1):
        left = x + 12 + number * unit
        canvas.rectangle((left, y + 1, left + 1, y + 16), "#5d4037")
        if halves and number < length:
            canvas.rectangle((left + unit / 2, y + 1, left + unit / 2, y + 9), "#5d4037")
        if number or unit < 30:
            canvas.text((left + 0.5, y + 28), str(number), 13, "#4e342e")
    if unit >= 30:
        canvas.text((x + 7, y + 28), f"0 {name}", 11, "#4e342e", anchor="lm")


def bar_thing(canvas: Canvas, corner: Point, length: float, height: float, kind: str, colour: str) -> None:
    """Draws something long that lies: a pencil, a ribbon, a stick, a line."""
    x, y = corner
    if kind == "line":
        canvas.rectangle((x, y + height / 2 - 1, x + length, y + height / 2 + 1), "#37474f")
        for end in (x, x + length):
            canvas.rectangle((end - 1, y + height * 0.2, end + 1, y + height * 0.8), "#37474f")
    elif kind == "pencil":
        tip = min(height * 1.1, length * 0.3)
        canvas.polygon(
            [(x + length - tip, y), (x + length, y + height / 2), (x + length - tip, y + height)],
            "#f3d7a8",
            "#a1784a",
            1,
        )
        canvas.polygon(
            [
                (x + length - tip * 0.35, y + height * 0.33),
                (x + length, y + height / 2),
                (x + length - tip * 0.35, y + height * 0.67),
            ],
            "#37474f",
        )
        canvas.rectangle((x, y, x + length - tip, y + height), colour, shade(colour, 0.7), 1)
        canvas.rectangle((x, y, x + max(4, length * 0.06), y + height), "#f48fb1", "#c2185b", 1)
    elif kind == "ribbon":
        canvas.rectangle((x, y + height * 0.2, x + length, y + height * 0.8), colour, shade(colour, 0.7), 1)
        canvas.rectangle((x, y + height * 0.42, x + length, y + height * 0.58), shade(colour, 1.8))
    else:  # stick
        canvas.rectangle((x, y + height * 0.28, x + length, y + height * 0.72), "#8d6e63", "#5d4037", 1, height * 0.2)
        for share in (0.3, 0.7):
            canvas.line([(x + length * share, y + height * 0.3), (x + length * share + 8, y)], "#5d4037", 3)


LONG_THINGS = ("line", "pencil", "ribbon", "stick")


def paper_clip(canvas: Canvas, corner: Point, length: float) -> None:
    """Draws a paper clip that lies."""
    colour = "#546e7a"
    x, y = corner
    h = length * 0.3
    canvas.line(
        [
            *reversed(arc((x + h / 2, y + h / 2), h / 2, h / 2, -180, 0, 12)),
            (x + length - h / 2, y),
            *arc((x + length - h / 2, y + h / 2), h / 2, h / 2, 0, 180, 12),
            (x + h * 1.1, y + h),
        ][::-1],
        colour,
        2,
    )
    q = h * 0.28
    canvas.line(
        [
            (x + h / 2, y + h),
            (x + length - h, y + h - q * 0.0),
            *reversed(arc((x + length - h, y + h / 2 + q / 2), h / 2 - q / 2, h / 2 - q / 2, 0, 180, 12)),
            (x + h * 0.8, y + q),
        ],
        colour,
        2,
    )


def unit_cube(canvas: Canvas, corner: Point, size: float, colour: str) -> None:
    """Draws one cube of a row, seen from the front."""
    x, y = corner
    canvas.rectangle((x, y, x + size, y + size), colour, shade(colour, 0.6), 1)
    canvas.rectangle((x + size * 0.2, y + size * 0.2, x + size * 0.8, y + size * 0.8), shade(colour, 1.35))


DRINKS = {"water": "#4fc3f7", "orange juice": "#ffb74d", "berry juice": "#e57373", "apple juice": "#aed581"}
"""What may be in a glass, with its colour."""


def glass(canvas: Canvas, box: tuple[float, float, float, float], share: float, colour: str) -> None:
    """Draws a glass that is full to a share of its height."""
    x0, y0, x1, y1 = box
    lean = (x1 - x0) * 0.08
    top = y1 - (y1 - y0) * share

    def at(y: float) -> float:
        return lean * (y - y0) / (y1 - y0)

    if share > 0:
        canvas.polygon([(x0 + at(top), top), (x1 - at(top), top), (x1 - lean, y1), (x0 + lean, y1)], colour)
    canvas.line([(x0, y0), (x0 + lean, y1), (x1 - lean, y1), (x1, y0)], "#546e7a", 3)


def thermometer(canvas: Canvas, at: Point, height: float, low: int, high: int, value: int, step: int) -> None:
    """Draws a thermometer with a scale; `at` is the top of its tube."""
    x, y = at
    canvas.rectangle((x - 9, y, x + 9, y + height + 14), "#ffffff", "#607d8b", 2, 9)
    canvas.ellipse((x, y + height + 24), 16, None, "#e53935", "#607d8b", 2)
    top = y + 10 + (height - 20) * (high - value) / (high - low)
    canvas.rectangle((x - 4, top, x + 4, y + height + 16), "#e53935")
    for mark_at in range(low, high + 1, step):
        level = y + 10 + (height - 20) * (high - mark_at) / (high - low)
        labelled = (mark_at - low) % (2 * step) == 0
        canvas.rectangle((x + 11, level, x + (22 if labelled else 17), level + 1), "#455a64")
        if labelled:
            canvas.text((x + 27, level), str(mark_at), 12, anchor="lm")


# --- chance and parts


def marble(canvas: Canvas, at: Point, radius: float, colour: str) -> None:
    """Draws a marble."""
    canvas.ellipse(at, radius, None, colour, shade(colour, 0.7), 1.5)
    canvas.ellipse((at[0] - radius * 0.32, at[1] - radius * 0.36), radius * 0.26, radius * 0.2, shade(colour, 2.6))


def marbles(draft: Draft, counts: dict[str, int], radius: int = 0, width: int = 0) -> tuple[Canvas, list[str]]:
    """Marbles of some colours in any order, apart from each other; with the colour of each."""
    order = [colour for colour, count in counts.items() for _ in range(count)]
    draft.chance.shuffle(order)
    radius = radius or draft.rung.size(24, 13)
    points, wide, high = draft.scatter(len(order), radius * 2.1, width=width, air=1.35)
    canvas = draft.canvas(wide, high)
    for colour, at in zip(order, points, strict=True):
        marble(canvas, at, radius, COLOURS[colour])
    return canvas, order


def colour_grid(canvas: Canvas, corner: Point, colours: Sequence[str], columns: int, cell: float) -> None:
    """Draws a square for each colour, row by row; one without a colour stays white."""
    for number, colour in enumerate(colours):
        x, y = corner[0] + number % columns * cell, corner[1] + number // columns * cell
        canvas.rectangle((x, y, x + cell, y + cell), COLOURS[colour] if colour else "#ffffff", INK, 1)


def spinner(canvas: Canvas, at: Point, radius: float, colours: Sequence[str], angle: float) -> None:
    """Draws a spinner with equal parts, clockwise from the top."""
    part = 360 / len(colours)
    for number, colour in enumerate(colours):
        points = (
            [at, *arc(at, radius, radius, number * part, (number + 1) * part, 24)]
            if len(colours) > 1
            else arc(at, radius, radius, 0, 360)
        )
        canvas.polygon(points, colour, "#37474f", 2)
    canvas.arrow(at, toward(at, radius * 0.73, angle), "#ffffff", 8, 21)
    canvas.ellipse(at, 8, None, "#ffffff")
    canvas.arrow(at, toward(at, radius * 0.7, angle), "#37474f", 4, 14)
    canvas.ellipse(at, 6, None, "#37474f")


def parted(
    canvas: Canvas,
    kind: str,
    at: Point,
    radius: float,
    cuts: Sequence[float],
    shaded: Collection[int],
    colour: str,
    turn: float = 0,
) -> None:
    """Draws a shape cut into parts, some of them shaded; cuts are shares of the whole, without 0 and 1."""
    x, y = at
    r = radius
    bounds = [0.0, *cuts, 1.0]
    pale = "#ffffff"
    for number, (start, end) in enumerate(itertools.pairwise(bounds)):
        fill = colour if number in shaded else pale
        if kind == "circle":
            if len(bounds) == 2:
                canvas.ellipse(at, r, None, fill, INK)
            else:
                canvas.polygon([at, *arc(at, r, r, turn + start * 360, turn + end * 360, 32)], fill, INK)
        elif kind == "bar":
            canvas.rectangle((x - r + 2 * r * start, y - r * 0.4, x - r + 2 * r * end, y + r * 0.4), fill, INK, 2)
        else:  # a square in standing strips
            s = r * 0.85
            canvas.rectangle((x - s + 2 * s * start, y - s, x - s + 2 * s * end, y + s), fill, INK, 2)


def even_cuts(parts: int) -> list[float]:
    """Where to cut a whole into equal parts."""
    return [number / parts for number in range(1, parts)]


def uneven_cuts(parts: int, chance: random.Random) -> list[float]:
    """Where to cut a whole so that everybody sees that the parts differ."""
    while True:
        weights = [chance.uniform(0.5, 2.2) for _ in range(parts)]
        if max(weights) / min(weights) >= 1.9:
            break
    total = sum(weights)
    return [sum(weights[:number]) / total for number in range(1, parts)]
