"""The figures of a paper as pictures: diagrams, plots, and grids of examples, one function per role."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from PIL import Image

from optotype.synth._papers.canvas import GREY, INK, PALE, Canvas, Style, tint
from optotype.synth._papers.story import Role, Story, falls
from optotype.synth._papers.tiles import Look, tile


@dataclass
class Pen:
    """What a figure is drawn from."""

    story: Story
    style: Style
    chance: Random

    def canvas(self, width: int, height: int) -> Canvas:
        """An empty sheet in the style of the paper."""
        return Canvas(width, height, self.style)

    def colour(self, number: int) -> str:
        """One of the paper's colours."""
        return self.style.colours[number % len(self.style.colours)]

    @property
    def round(self) -> float:
        """How round the corners of boxes are."""
        return 9 if self.style.rounded else 1

    def scene(self, look: Look, seed: float) -> Image.Image:
        """A picture of data."""
        return tile(Random(seed), look, self.style.colours)  # noqa: S311


def draw_figure(role: Role, pen: Pen, *, part: bool = False) -> Image.Image:
    """The picture of a figure, or of a part of one."""
    return _DRAWN[role](pen, part)


def panels(pictures: Sequence[Image.Image], pen: Pen) -> Image.Image:
    """Pictures as the panels of one: beside each other, four of them also two by two."""
    columns = 2 if len(pictures) == 4 and pen.chance.random() < 0.5 else len(pictures)
    width, height = max(one.width for one in pictures), max(one.height for one in pictures) + 22
    canvas = pen.canvas(width * columns, height * math.ceil(len(pictures) / columns))
    for number, picture in enumerate(pictures):
        left, top = width * (number % columns), height * (number // columns)
        canvas.text(left + width / 2, top + 11, f"({'abcd'[number]})", 13, bold=True)
        canvas.paste(picture, (left, top + 22, left + width, top + height))
    return canvas.picture()


# --- diagrams


def _overview(pen: Pen, part: bool) -> Image.Image:
    """In one row, in two, or downwards: columns of a page are narrow."""
    shape = pen.chance.choices((_in_a_row, _in_two_rows, _downwards), (5, 3, 2))[0]
    return shape(pen)


def _in_two_rows(pen: Pen) -> Image.Image:
    return _chain(pen, (len(pen.story.parts) + 3) // 2)


def _downwards(pen: Pen) -> Image.Image:
    return _chain(pen, 1)


def _chain(pen: Pen, columns: int) -> Image.Image:
    """What goes in, the parts, and what comes out, in rows that turn back at their end."""
    story, scene = pen.story, pen.chance.random()
    names = (story.source, *story.parts, story.result)
    canvas = pen.canvas(30 + 170 * columns, 50 + 116 * math.ceil(len(names) / columns))
    canvas.label((10, 6, canvas.width - 10, 34), story.method, 15, pen.colour(0), bold=True)
    before: tuple[float, float] | None = None
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        column = columns - 1 - column if row % 2 else column
        x, y = 30 + 170 * column, 44 + 116 * row
        if before is not None:
            _link(canvas, before, (x, y))
        if 0 < number < len(names) - 1:
            box = (x, y, x + 140, y + 84)
            canvas.box(box, tint(pen.colour(number), 0.25), pen.colour(number), 1.5, pen.round)
            canvas.label((x, y + 4, x + 140, y + 56), name, 13, bold=True)
            _layers(canvas, pen, x + 32, y + 60, number)
        else:
            canvas.paste(pen.scene("result" if number else "spoiled", scene), (x + 40, y, x + 100, y + 60))
            canvas.box((x + 40, y, x + 100, y + 60), None, INK)
            canvas.label((x, y + 60, x + 140, y + 88), name, 11)
        before = (x, y)
    return canvas.picture()


def _link(canvas: Canvas, before: tuple[float, float], after: tuple[float, float]) -> None:
    """An arrow from one box of a chain to the next, which is beside it or below."""
    (x, y), (u, v) = before, after
    if y == v:
        canvas.arrow(*((x + 142, y + 42, u - 2, v + 42) if u > x else (x - 2, y + 42, u + 142, v + 42)))
    else:
        canvas.arrow(x + 70, y + 88, u + 70, v - 4)


def _in_a_row(pen: Pen) -> Image.Image:
    story, count = pen.story, len(pen.story.parts)
    wide = 160 + 150 * count + 110
    canvas = pen.canvas(wide, 250)
    middle = 130
    scene = pen.chance.random()
    for layer in (2, 1, 0):
        place = (22 + 6 * layer, middle - 46 - 6 * layer, 106 + 6 * layer, middle + 38 - 6 * layer)
        canvas.paste(pen.scene("spoiled", scene + layer), place)
        canvas.box(place, None, GREY)
    canvas.label((8, middle + 44, 130, middle + 84), story.source, 12)
    left = 160
    group = (left - 14, 30, left + 150 * count - 16, 220)
    canvas.box(group, tint(pen.colour(0), 0.06), tint(pen.colour(0), 0.5), 1, 12)
    canvas.label((group[0], 34, group[2], 58), story.method, 15, pen.colour(0), bold=True)
    for number, name in enumerate(story.parts):
        x = left + 150 * number
        y = middle - 36 + (24 if pen.style.grid and number % 2 else 0)
        box = (x, y, x + 112, y + 72)
        canvas.box(box, tint(pen.colour(number + 1), 0.25), pen.colour(number + 1), 1.5, pen.round)
        canvas.label((x, y + 2, x + 112, y + 48), name, 13, bold=True)
        _layers(canvas, pen, x + 18, y + 52, number)
        canvas.arrow(x - 28 if number else 126, y + 36 if number else middle, x - 2, y + 36)
    if count > 2:
        x, y = left + 56, middle + 74
        last = left + 150 * (count - 1) + 56
        lower = 24 if pen.style.grid and count % 2 == 0 else 0
        canvas.line([(last, middle + 36 + lower), (last, y + 6), (x, y + 6)], GREY, 1.2)
        canvas.arrow(x, y + 6, x, middle + 38, dashed=True)
    right = left + 150 * count - 10
    canvas.arrow(right - 22, middle, right + 12, middle)
    out = (right + 16, middle - 44, right + 96, middle + 36)
    canvas.paste(pen.scene("result", scene), out)
    canvas.box(out, None, INK)
    canvas.label((right + 2, middle + 44, right + 112, middle + 84), story.result, 12)
    return canvas.picture()


def _layers(canvas: Canvas, pen: Pen, x: float, y: float, number: int) -> None:
    for layer in range(6):
        height = 4 + (layer * (number + 2)) % 9
        canvas.box((x + layer * 13, y + 12 - height, x + layer * 13 + 9, y + 12), pen.colour(number + 1))


def _detail(pen: Pen, part: bool) -> Image.Image:
    canvas = pen.canvas(440, 230)
    name = pen.chance.choice(pen.story.parts)
    canvas.text(220, 20, name, 14, bold=True)
    layers = pen.chance.sample(("linear", "norm", "conv 3x3", "attention", "gate", "pool", "ReLU", "dropout"), 5)
    x = 30
    for number, layer in enumerate(layers):
        height = pen.chance.choice((90, 110, 130, 70))
        box = (x, 120 - height / 2, x + 52, 120 + height / 2)
        canvas.box(box, tint(GREY, 0.2) if number == 0 else tint(pen.colour(number), 0.35), INK, 1, pen.round / 2)
        canvas.upright(x + 26, 120, layer, 12)
        if number:
            canvas.arrow(x - 26, 120, x - 2, 120)
        x += 80
    canvas.line([(10, 120), (28, 120)], GREY, 1.5)
    canvas.line([(16, 120), (16, 208), (418, 208), (418, 124)], GREY, 1.2)
    canvas.arrow(x - 28, 120, 412, 120)
    canvas.dot(418, 120, 7, "white", INK)
    canvas.text(418, 120, "+", 12)
    canvas.text(220, 198, "skip connection", 10, GREY)
    return canvas.picture()


def _motivation(pen: Pen, part: bool) -> Image.Image:
    story, scene = pen.story, pen.chance.random()
    across, down = pen.chance.choice(((310, 0), (310, 0), (0, 222)))  # beside each other, or one above the other
    canvas = pen.canvas(310 + across, 230 + down)
    sides: tuple[tuple[int, int, str, Look, str], ...] = (
        (0, 0, "existing methods", "wrong", "#c62828"),
        (across, down, story.method, "result", "#2e7d32"),
    )
    for left, top, name, look, colour in sides:
        frame = (left + 10, top + 34, left + 300, top + 218)
        canvas.box(frame, tint(colour, 0.05), tint(colour, 0.5), 1.2, pen.round)
        canvas.text(left + 155, top + 18, name, 14, colour, bold=True)
        canvas.paste(pen.scene("spoiled", scene), (left + 24, top + 60, left + 124, top + 160))
        canvas.arrow(left + 132, top + 110, left + 172, top + 110, colour)
        canvas.paste(pen.scene(look, scene), (left + 182, top + 60, left + 282, top + 160))
        canvas.box((left + 182, top + 60, left + 282, top + 160), None, colour, 2)
        canvas.label((left + 16, top + 166, left + 134, top + 212), story.source, 11)
        canvas.label((left + 174, top + 166, left + 292, top + 212), story.result, 11)
        if look == "wrong":
            canvas.line([(left + 144, top + 98), (left + 164, top + 122)], colour, 2.5)
            canvas.line([(left + 164, top + 98), (left + 144, top + 122)], colour, 2.5)
    return canvas.picture()


# --- plots


@dataclass
class _Axes:
    canvas: Canvas
    left: float
    top: float
    right: float
    bottom: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies; both from 0 to 1."""
        return self.left + x * (self.right - self.left), self.bottom - y * (self.bottom - self.top)


def _axes(pen: Pen, width: int, height: int, across: str, up: str, most: float, *, legend: bool) -> _Axes:
    canvas = pen.canvas(width, height)
    axes = _Axes(canvas, 62, 18, width - (120 if legend else 16), height - (46 if across else 28))
    for step in range(5):
        x, y = axes.at(0, step / 4)
        if pen.style.grid:
            canvas.line([(x, y), (axes.right, y)], PALE, 1)
        canvas.line([(x - 4, y), (x, y)], INK, 1)
        canvas.text(x - 7, y, f"{most * step / 4:.3g}", 10, anchor="rm")
    canvas.line([(axes.left, axes.top), (axes.left, axes.bottom), (axes.right, axes.bottom)], INK, 1.2)
    canvas.text((axes.left + axes.right) / 2, height - 12, across, 11)
    size = 11 if canvas.length(up, 11) < axes.bottom - axes.top + 20 else 9
    canvas.upright(14, (axes.top + axes.bottom) / 2, up, size)
    return axes


def _legend(pen: Pen, axes: _Axes, names: list[str]) -> None:
    for number, name in enumerate(names):
        y = axes.top + 10 + 20 * number
        axes.canvas.box((axes.right + 10, y - 5, axes.right + 20, y + 5), pen.colour(number))
        size = 10 if axes.canvas.length(name, 10) < axes.canvas.width - axes.right - 26 else 8
        axes.canvas.text(axes.right + 25, y, name, size, anchor="lm")


def _names(pen: Pen) -> list[str]:
    return [pen.story.method, *pen.story.rivals]


def _comparison(pen: Pen, part: bool) -> Image.Image:
    names = _names(pen)
    groups = 1 if part else pen.chance.choice((2, 3))
    axes = _axes(pen, 300 if part else 480, 240, "", pen.story.measures[0], 100, legend=True)
    for group in range(groups):
        best = pen.chance.uniform(0.7, 0.92)
        for number, _ in enumerate(names):
            value = best if number == 0 else best * pen.chance.uniform(0.55, 0.95)
            value = 1.15 - value if falls(pen.story.measures[0]) else value
            width = 0.8 / groups / len(names)
            x = (group + 0.1) / groups + number * width
            (left, top), (right, bottom) = axes.at(x, value), axes.at(x + width * 0.9, 0)
            axes.canvas.box((left, top, right, bottom), pen.colour(number))
            middle, spread = (left + right) / 2, pen.chance.uniform(3, 8)
            axes.canvas.line([(middle, top - spread), (middle, top + spread)], INK, 1)
        if not part:
            x, _ = axes.at((group + 0.5) / groups, 0)
            axes.canvas.text(x, axes.bottom + 14, pen.story.data[group], 10)
    _legend(pen, axes, names)
    return axes.canvas.picture()


def _curve(pen: Pen, part: bool) -> Image.Image:
    names = _names(pen)[: pen.chance.choice((2, 3, 4))]
    axes = _axes(pen, 320 if part else 440, 240, pen.story.knobs[0], pen.story.measures[0], 1, legend=True)
    for number, _ in enumerate(names):
        top, speed = (0.9 if number == 0 else pen.chance.uniform(0.5, 0.8)), pen.chance.uniform(2, 5)
        values = [top * (1 - math.exp(-speed * x / 20)) + pen.chance.uniform(-0.015, 0.015) + 0.03 for x in range(21)]
        falling = falls(pen.story.measures[0])
        points = [axes.at(x / 20, 1 - value if falling else value) for x, value in enumerate(values)]
        axes.canvas.line(points, pen.colour(number), 2)
        if pen.style.rounded:
            for x, y in points[::4]:
                axes.canvas.dot(x, y, 3, pen.colour(number))
    _legend(pen, axes, names)
    return axes.canvas.picture()


def _sensitivity(pen: Pen, part: bool) -> Image.Image:
    axes = _axes(pen, 300 if part else 400, 230, pen.story.knobs[1], pen.story.measures[1], 10, legend=False)
    peak = pen.chance.uniform(0.3, 0.7)
    bend = -1.1 if falls(pen.story.measures[1]) else 1.1
    middle = [
        (x / 16, 0.5 + bend / 5 - bend * (x / 16 - peak) ** 2 + pen.chance.uniform(-0.02, 0.02)) for x in range(17)
    ]
    band = pen.chance.uniform(0.05, 0.09)
    edge = [axes.at(x, y + band) for x, y in middle] + [axes.at(x, y - band) for x, y in reversed(middle)]
    axes.canvas.shape(edge, tint(pen.colour(0), 0.25))
    axes.canvas.line([axes.at(x, y) for x, y in middle], pen.colour(0), 2)
    return axes.canvas.picture()


def _ablation(pen: Pen, part: bool) -> Image.Image:
    names = [f"all of {pen.story.method}", *(f"no {name}" for name in pen.story.parts)]
    canvas = pen.canvas(330 if part else 460, 40 + 36 * len(names))
    left, right = 165, canvas.width - 50
    for number, name in enumerate(names):
        y = 12 + 36 * number
        value = 0.92 if number == 0 else pen.chance.uniform(0.55, 0.86)
        value = 1.2 - value if falls(pen.story.measures[0]) else value
        canvas.label((2, y, left - 4, y + 26), name, 11)
        canvas.box((left, y + 3, left + (right - left) * value, y + 23), pen.colour(0 if number == 0 else 1))
        canvas.text(left + (right - left) * value + 6, y + 13, f"{100 * value:.1f}", 10, anchor="lm")
    canvas.line([(left, 6), (left, canvas.height - 26)], INK, 1.2)
    canvas.text((left + right) / 2, canvas.height - 12, pen.story.measures[0], 11)
    return canvas.picture()


def _distribution(pen: Pen, part: bool) -> Image.Image:
    across = pen.story.measures[1]
    axes = _axes(pen, 300 if part else 420, 230, across, "number of cases", 80, legend=not part)
    names = list(pen.story.data[:2])
    for number in range(2):
        centre, width = pen.chance.uniform(0.3, 0.7), pen.chance.uniform(0.1, 0.18)
        for bar in range(18):
            x = bar / 18
            height = 0.85 * math.exp(-(((x - centre) / width) ** 2) / 2) * pen.chance.uniform(0.8, 1)
            (left, top), (right, bottom) = axes.at(x, height), axes.at(x + 1 / 18, 0)
            if bottom - top > 1:
                axes.canvas.box((left, top, right - 1, bottom), tint(pen.colour(number), 0.9 if number else 0.55))
    if not part:
        _legend(pen, axes, names)
    return axes.canvas.picture()


def _tradeoff(pen: Pen, part: bool) -> Image.Image:
    axes = _axes(pen, 320 if part else 430, 240, pen.story.measures[1], pen.story.measures[0], 100, legend=True)
    names = _names(pen)
    for number, _ in enumerate(names):
        x, y = pen.chance.uniform(0.1, 0.5) + 0.1 * number, 0.85 - 0.13 * number
        y = 1 - y if falls(pen.story.measures[0]) else y
        for _point in range(pen.chance.choice((3, 4, 5))):
            place = axes.at(min(0.95, x + pen.chance.uniform(-0.08, 0.12)), y + pen.chance.uniform(-0.07, 0.07))
            axes.canvas.dot(*place, 5, pen.colour(number))
    _legend(pen, axes, names)
    return axes.canvas.picture()


def _confusion(pen: Pen, part: bool) -> Image.Image:
    classes = pen.chance.choice((4, 5, 6))
    canvas = pen.canvas(300, 290)
    left, top, side = 60, 20, 220 / classes
    for row in range(classes):
        for column in range(classes):
            value = pen.chance.uniform(0.7, 0.97) if row == column else pen.chance.uniform(0, 0.12)
            box = (left + column * side, top + row * side, left + (column + 1) * side, top + (row + 1) * side)
            canvas.box(box, tint(pen.colour(0), 0.08 + 0.85 * value))
            canvas.label(box, f"{value:.2f}", 11, "white" if value > 0.5 else INK)
        canvas.text(left - 8, top + (row + 0.5) * side, f"c{row + 1}", 10, anchor="rm")
        canvas.text(left + (row + 0.5) * side, top + 220 + 12, f"c{row + 1}", 10)
    canvas.text(left + 110, 278, "predicted", 11)
    canvas.upright(14, top + 110, "true", 11)
    return canvas.picture()


def _study(pen: Pen, part: bool) -> Image.Image:
    canvas = pen.canvas(440, 190)
    questions = ("clarity", "trust", "speed", "overall")
    for row, question in enumerate(questions):
        y = 16 + 34 * row
        canvas.text(88, y + 11, question, 12, anchor="rm")
        first, second = pen.chance.uniform(0.45, 0.7), pen.chance.uniform(0.1, 0.2)
        x = 98.0
        for number, share in enumerate((first, second, 1 - first - second)):
            canvas.box((x, y, x + 320 * share, y + 22), pen.colour(number))
            canvas.text(x + 160 * share, y + 11, f"{100 * share:.0f}%", 10, "white")
            x += 320 * share
    for number, name in enumerate((pen.story.method, "no difference", pen.story.rivals[0])):
        canvas.box((98 + 112 * number, 164, 108 + 112 * number, 174), pen.colour(number))
        canvas.text(113 + 112 * number, 169, name, 9, anchor="lm")
    return canvas.picture()


# --- grids of examples


def _examples(pen: Pen, part: bool) -> Image.Image:
    looks: tuple[tuple[Look, str], ...] = (
        ("spoiled", "input"),
        ("wrong", pen.story.rivals[0]),
        ("result", pen.story.method),
        ("truth", "reference"),
    )
    shown = looks[:3] if part else looks
    rows = 1 if part else pen.chance.choice((2, 3))
    first = pen.chance.randrange(10, 10_000)  # the parts of a figure show other cases
    canvas = pen.canvas(12 + 104 * len(shown), 30 + 104 * rows)
    for column, (look, name) in enumerate(shown):
        canvas.label((12 + 104 * column, 2, 108 + 104 * column, 26), name, 11)
        for row in range(rows):
            canvas.paste(pen.scene(look, _seed(pen, first + row)), _cell(column, row))
    return canvas.picture()


def _failure(pen: Pen, part: bool) -> Image.Image:
    canvas = pen.canvas(12 + 104 * 3, 30 + 104 * 2)
    for column in range(3):
        canvas.text(60 + 104 * column, 14, f"case {column + 1}", 11)
        for row, look in enumerate(("spoiled", "wrong")):
            canvas.paste(pen.scene(look, _seed(pen, column)), _cell(column, row))
            if row:
                canvas.box(_cell(column, row), None, "#c62828", 2.5)
    return canvas.picture()


def _seed(pen: Pen, number: int) -> float:
    return number_of(pen.story.method) + number


def number_of(text: str) -> float:
    """A number that follows from a text, the same on every machine."""
    return float(sum(ord(letter) * (place + 1) for place, letter in enumerate(text)))


def _cell(column: int, row: int) -> tuple[float, float, float, float]:
    return 12 + 104 * column, 28 + 104 * row, 108 + 104 * column, 124 + 104 * row


_DRAWN: dict[Role, Callable[[Pen, bool], Image.Image]] = {
    "overview": _overview,
    "motivation": _motivation,
    "comparison": _comparison,
    "curve": _curve,
    "ablation": _ablation,
    "sensitivity": _sensitivity,
    "examples": _examples,
    "detail": _detail,
    "distribution": _distribution,
    "tradeoff": _tradeoff,
    "confusion": _confusion,
    "failure": _failure,
    "study": _study,
}

ROLES = tuple(_DRAWN)
"""All roles that a figure can have."""
