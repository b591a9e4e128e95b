"""Geometry: flat shapes, solids, symmetry, moves, perimeter and area."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PIL import Image, ImageDraw

from optotype.fonts import font
from optotype.synth._icons.canvas import COLOURS, INK, Canvas, Point, arc, around, rounded, scaled, shade, turned
from optotype.synth._icons.problem import YES_NO, Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.shapes import CURVED, FLAT, POLYGONS, SOLIDS, clash, flat, heart, solid, star
from optotype.synth._icons.things import Thing, article, catalogue

_SIDES = {"triangle": 3, "square": 4, "rectangle": 4, "rhombus": 4, "parallelogram": 4, "trapezoid": 4, "pentagon": 5,
          "hexagon": 6, "octagon": 8}  # fmt: skip
_WORDS = {3: "three", 4: "four", 5: "five", 6: "six", 8: "eight"}


def _shape_option(draft: Draft, name: str, colour: str = "") -> Alternative:
    canvas, size = draft.option(140), draft.rung.size(58, 36)
    scene = flat(canvas, name, (70, 70), size, colour or draft.colour(), draft.chance, turn=draft.tilt())
    return Alternative(canvas=canvas, scene=scene)


def _with_sides(draft: Draft, number: int) -> str:
    """The name of a shape with so many sides."""
    return draft.chance.choice([name for name, sides in _SIDES.items() if sides == number])


def _others(draft: Draft, name: str, pool: tuple[str, ...], count: int) -> list[str]:
    """Names of shapes of which none is a case of another."""
    chosen = [name]
    for other in draft.chance.sample(pool, len(pool)):
        if not any(clash(other, taken) for taken in chosen):
            chosen.append(other)
    return chosen[1 : count + 1]


def _one(draft: Draft, name: str) -> tuple[Canvas, Scene]:
    canvas, size = draft.canvas(240, 240), draft.rung.size(100, 50)
    return canvas, flat(canvas, name, (120, 120), size, draft.colour(), draft.chance, turn=draft.tilt())


# --- flat shapes


@template("choose_txt")
def name_flat(draft: Draft) -> Problem:
    """The name of a flat shape."""
    name = draft.chance.choice(FLAT)
    names = [name, *_others(draft, name, FLAT, draft.offered(2, 5) - 1)]
    truth = draft.fair(sorted(names))
    canvas, scene = _one(draft, truth)
    question = draft.say("What shape is this?", "What is the name of this shape?", "Which word names the shape?")
    return Problem(question, {"shape": scene, "ask": {}}, canvas, truth, without(names, truth))


@template("choose_img")
def find_flat(draft: Draft) -> Problem:
    """Which shape has a name."""
    name = draft.chance.choice(FLAT)
    wrong = _others(draft, name, FLAT, draft.offered(2, 4) - 1)
    question = draft.say(f"Which shape is {article(name)}?", f"Which one is the {name}?")
    return Problem(question, {"ask": {"name": name}}, None, *among(name, wrong, partial(_shape_option, draft)))


@template("fill_in_blank", "counting")
def sides_blank(draft: Draft) -> Problem:
    """How many sides."""
    sides = draft.fair(sorted(set(_SIDES.values())))
    name = _with_sides(draft, sides)
    canvas, scene = _one(draft, name)
    question = draft.say("How many sides does this shape have?", "Count the sides of the shape. How many are there?")
    return Problem(question, {"shape": scene, "ask": {}}, canvas, str(sides))


@template("choose_txt", "counting")
def corners_options(draft: Draft) -> Problem:
    """How many corners."""
    numbers = draft.chance.sample((3, 4, 5, 6, 8), draft.offered(2, 4))
    truth = draft.fair(sorted(numbers))
    name = _with_sides(draft, truth)
    canvas, scene = _one(draft, name)
    question = draft.say("How many corners does this shape have?", "How many vertices does this shape have?")
    return Problem(question, {"shape": scene, "ask": {}}, canvas, *among(truth, numbers, str))


@template("choose_img", "counting")
def sides_pictures(draft: Draft) -> Problem:
    """Which shape has so many sides."""
    numbers = draft.chance.sample((3, 4, 5, 6, 8), draft.offered(2, 4))
    names = [_with_sides(draft, number) for number in numbers]
    word = draft.say("sides", "corners")
    question = f"Which shape has {draft.say(str(numbers[0]), _WORDS[numbers[0]])} {word}?"
    options = [_shape_option(draft, name) for name in names]
    return Problem(question, {"ask": {"sides": numbers[0]}}, None, options[0], options[1:])


@template("choose_img", "comparing")
def more_sides(draft: Draft) -> Problem:
    """Which shape has more sides, or fewer."""
    numbers = draft.chance.sample((3, 4, 5, 6, 8), 2)
    word = draft.fair(("more", "fewer"))
    numbers.sort(reverse=word == "more")
    names = [_with_sides(draft, number) for number in numbers]
    right, wrong = (_shape_option(draft, name) for name in names)
    return Problem(f"Which shape has {word} sides?", {"ask": {"word": word}}, None, right, [wrong])


@template("choose_img")
def curved(draft: Draft) -> Problem:
    """Which shape is curved, or has straight sides only."""
    wants = draft.fair((True, False))
    like, unlike = (CURVED, POLYGONS) if wants else (POLYGONS, CURVED)
    right, wrong = draft.chance.choice(like), draft.chance.sample(unlike, draft.offered(2, 4) - 1)
    question = "Which shape has a curved part?" if wants else "Which shape has only straight sides?"
    return Problem(question, {"ask": {"curved": wants}}, None, *among(right, wrong, partial(_shape_option, draft)))


@template("choose_img")
def equal_sides(draft: Draft) -> Problem:
    """Which shape has sides of equal length."""
    right = draft.chance.choice(("square", "rhombus", "pentagon", "hexagon", "octagon"))
    wrong = draft.chance.sample(("rectangle", "parallelogram", "trapezoid"), draft.offered(2, 4) - 1)
    options = [_shape_option(draft, name) for name in (right, *wrong)]
    question = draft.say("In which shape are all sides equally long?", "Which shape has equal sides?")
    return Problem(question, {"ask": {}}, None, options[0], options[1:])


_BOX = ((-0.8, -0.5), (0.8, -0.5), (0.8, 0.5), (-0.8, 0.5))
_SQUARE = ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))
_DIAMOND = ((0, -1), (0.6, 0), (0, 1), (-0.6, 0))
_TRAPEZOID = ((-0.45, -0.5), (0.45, -0.5), (1, 0.5), (-1, 0.5))
_LEANING = ((-0.5, -0.5), (1, -0.5), (0.5, 0.5), (-1, 0.5))
_SCALENE = ((-0.8, 0.6), (-0.2, -0.8), (0.9, 0.6))
_ARROW = ((0, -1), (0.6, -0.2), (0.25, -0.2), (0.25, 1), (-0.25, 1), (-0.25, -0.2), (-0.6, -0.2))
_TRIANGLE = ((0, -0.9), (0.87, 0.6), (-0.87, 0.6))
_BY_RIGHT_ANGLES: dict[int, tuple[tuple[Point, ...], ...]] = {
    0: (_DIAMOND, _TRIANGLE, _LEANING),
    1: (((-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7)),),
    2: (
        ((-0.8, -0.5), (0.2, -0.5), (0.8, 0.5), (-0.8, 0.5)),
        ((-0.6, -0.2), (0, -0.85), (0.6, -0.2), (0.6, 0.7), (-0.6, 0.7)),
    ),
    4: (_BOX, _SQUARE),
}
"""Shapes around the origin, by how many right angles they have."""


@template("fill_in_blank", "counting")
def square_corners(draft: Draft) -> Problem:
    """How many right angles."""
    at, r = (120.0, 120.0), draft.rung.size(95, 60)
    number = draft.fair((0, 1, 2, 4))
    points = turned(scaled(at, r, draft.chance.choice(_BY_RIGHT_ANGLES[number])), at, draft.tilt() * 2)
    canvas = draft.canvas(240, 240)
    colour = draft.colour()
    canvas.polygon(points, colour, shade(colour, 0.7))
    question = draft.say("How many right angles does this shape have?", "How many square corners does this shape have?")
    scene: Scene = {"shape": {"corners": rounded(points, 2)}, "ask": {}}
    return Problem(question, scene, canvas, str(number))


@template("choose_img")
def shape_of_a_colour(draft: Draft) -> Problem:
    """Which of equal shapes has a colour."""
    name = draft.chance.choice(FLAT)
    colours = draft.colours(draft.offered(2, 5))
    canvases = [_shape_option(draft, name, COLOURS[colour]) for colour in colours]
    options = [
        Alternative(canvas=option.canvas, scene={**option.scene, "colour": colour})
        for option, colour in zip(canvases, colours, strict=True)
    ]
    return Problem(f"Which {name} is {colours[0]}?", {"ask": {"colour": colours[0]}}, None, options[0], options[1:])


@template("choose_img", "spatial")
def same_shape(draft: Draft) -> Problem:
    """Which shape is the same, turned and in another colour."""
    name = draft.chance.choice(FLAT)
    others = _others(draft, name, FLAT, draft.offered(2, 4) - 1)
    canvas = draft.canvas(200, 200)
    flat(canvas, name, (100, 100), 80, draft.colour(), draft.chance)

    def option(which: str) -> Alternative:
        small = draft.option(140)
        scene = flat(
            small,
            which,
            (70, 70),
            draft.rung.size(52, 34),
            draft.colour(),
            draft.chance,
            turn=draft.chance.choice((0, 90, 180)),
        )
        return Alternative(canvas=small, scene=scene)

    question = draft.say("Which has the same shape as the one in the picture?", "Which is the same kind of shape?")
    return Problem(question, {"shape": {"shape": name}, "ask": {}}, canvas, *among(name, others, option))


def _open_shape(draft: Draft, closed: bool) -> Alternative:
    canvas = draft.option(140)
    points = around((70, 70), draft.rung.size(52, 34), draft.chance.randint(3, 7), draft.chance.randint(0, 359))
    points = [(x + draft.chance.uniform(-9, 9), y + draft.chance.uniform(-9, 9)) for x, y in points]
    if closed:
        canvas.polygon(points, None, INK, 3)
        points = [*points, points[0]]
    else:
        (x0, y0), (x1, y1) = points[-1], points[0]
        stop = draft.chance.uniform(0.2, 0.6)
        points = [*points, (x0 + (x1 - x0) * stop, y0 + (y1 - y0) * stop)]
        canvas.line(points, INK, 3)
    return Alternative(canvas=canvas, scene={"line": rounded(points, 1)})


@template("choose_img")
def open_and_closed(draft: Draft) -> Problem:
    """Which shape is closed, or open."""
    closed = draft.fair((True, False))
    right = _open_shape(draft, closed)
    wrong = [_open_shape(draft, not closed) for _ in range(draft.offered(2, 4) - 1)]
    return Problem(f"Which shape is {'closed' if closed else 'open'}?", {"ask": {"closed": closed}}, None, right, wrong)


@template("choose_txt")
def open_or_closed(draft: Draft) -> Problem:
    """Is a shape open or closed."""
    truth = draft.fair(("closed", "open"))
    shape = _open_shape(draft, truth == "closed")
    wrong = without(("closed", "open"), truth)
    return Problem("Is this shape open or closed?", {**shape.scene, "ask": {}}, shape.canvas, truth, wrong)


def _angle(draft: Draft, degrees: int, canvas: Canvas, at: Point, reach: float) -> Scene:
    start = draft.chance.choice((0, 90, 180, 270)) if draft.rung.level < 4 else draft.chance.randint(0, 359)
    ends = [
        (at[0] + reach * math.cos(math.radians(a)), at[1] - reach * math.sin(math.radians(a)))
        for a in (start, start + degrees)
    ]
    for end in ends:
        canvas.arrow(at, end, INK, 3, 12)
    canvas.line(arc(at, reach * 0.25, reach * 0.25, 90 - start - degrees, 90 - start, 24), COLOURS["red"], 2)
    canvas.ellipse(at, 4, None, INK)
    return {"vertex": [round(at[0], 2), round(at[1], 2)], "ends": rounded(ends, 2)}


def _degrees(draft: Draft, kind: str) -> int:
    margin = (25, 25, 22, 20, 16, 14, 12, 10)[draft.rung.level - 1]
    if kind == "right":
        return 90
    return draft.chance.randint(25, 90 - margin) if kind == "acute" else draft.chance.randint(90 + margin, 165)


@template("choose_txt")
def name_angle(draft: Draft) -> Problem:
    """Acute, right or obtuse."""
    kinds = ("acute", "right", "obtuse")
    truth = draft.fair(kinds)
    canvas = draft.canvas(240, 240)
    scene = _angle(draft, _degrees(draft, truth), canvas, (120, 120), draft.rung.size(105, 70))
    question = draft.say("What kind of angle is this?", "Is this angle acute, right or obtuse?")
    return Problem(question, {"angle": scene, "ask": {}}, canvas, truth, without(kinds, truth))


@template("choose_img")
def find_angle(draft: Draft) -> Problem:
    """Which angle is of a kind."""
    kinds = draft.chance.sample(("acute", "right", "obtuse"), draft.offered(2, 3))

    def option(kind: str) -> Alternative:
        canvas = draft.option(150)
        return Alternative(
            canvas=canvas, scene=_angle(draft, _degrees(draft, kind), canvas, (75, 75), draft.rung.size(66, 44))
        )

    right, *wrong = [option(kind) for kind in kinds]
    name = "an acute" if kinds[0] == "acute" else "an obtuse" if kinds[0] == "obtuse" else "a right"
    return Problem(f"Which is {name} angle?", {"ask": {"kind": kinds[0]}}, None, right, wrong)


@template("choose_img")
def line_pairs(draft: Draft) -> Problem:
    """Which lines are parallel, or at right angles."""
    kinds = ["parallel", "perpendicular", "slanted"]
    truth = draft.fair(("parallel", "perpendicular"))

    def option(kind: str) -> Alternative:
        canvas = draft.option(140)
        turn = draft.chance.choice((0, 90, 30, 60)) + draft.tilt()
        lines: list[list[Point]] = [[(22, 50), (118, 50)], [(22, 90), (118, 90)]]
        if kind == "perpendicular":
            lines[1] = [(70, 22), (70, 118)]
            lines[0] = [(22, 70), (118, 70)]
        elif kind == "slanted":
            bend = draft.chance.randint(28, 48) * draft.chance.choice((-1, 1))
            lines = [[(22, 70), (118, 70)], turned([(22, 70), (118, 70)], (70, 70), bend)]
        lines = [turned(line, (70, 70), turn) for line in lines]
        for line in lines:
            canvas.line(line, COLOURS["blue"], 4)
        return Alternative(canvas=canvas, scene={"lines": [rounded(line, 2) for line in lines]})

    question = f"Which picture shows {truth} lines?"
    return Problem(question, {"ask": {"kind": truth}}, None, *among(truth, kinds, option))


# --- solids


def _solid_option(draft: Draft, name: str) -> Alternative:
    canvas = draft.option(150)
    return Alternative(
        canvas=canvas, scene=solid(canvas, name, (75, 75), draft.rung.size(60, 40), _colour_light(draft))
    )


def _colour_light(draft: Draft) -> str:
    return draft.colour("red", "orange", "yellow", "green", "blue", "pink")


def _one_solid(draft: Draft, name: str) -> tuple[Canvas, Scene]:
    canvas = draft.canvas(240, 240)
    return canvas, solid(canvas, name, (120, 120), draft.rung.size(100, 56), _colour_light(draft))


@template("choose_txt")
def name_solid(draft: Draft) -> Problem:
    """The name of a solid."""
    name = draft.chance.choice(SOLIDS)
    names = [name, *_others(draft, name, SOLIDS, draft.offered(2, 5) - 1)]
    truth = draft.fair(sorted(names))
    canvas, scene = _one_solid(draft, truth)
    question = draft.say("What is this solid called?", "What three-dimensional shape is this?")
    return Problem(question, {"solid": scene, "ask": {}}, canvas, truth, without(names, truth))


@template("choose_img")
def find_solid(draft: Draft) -> Problem:
    """Which solid has a name."""
    name = draft.chance.choice(SOLIDS)
    wrong = _others(draft, name, SOLIDS, draft.offered(2, 4) - 1)
    question = draft.say("Which shape is a {}?", "Which solid is a {}?").format(name)
    return Problem(question, {"ask": {"name": name}}, None, *among(name, wrong, partial(_solid_option, draft)))


_LIKE = {
    "sphere": ("soccer-ball", "baseball", "volleyball", "pool-ball", "orange"),
    "cube": ("die", "gift"),
    "cylinder": ("battery", "roll-of-paper"),
    "cone": ("ice-cream-cone",),
}
_LIKE_NOTHING = (
    "spoon", "cat", "key", "rose", "hammer", "bicycle", "star", "dress", "umbrella", "fish", "chair", "snake",
)  # fmt: skip


@template("choose_img", "commonsense")
def shaped_like(draft: Draft) -> Problem:
    """Which thing has the shape of a solid."""
    kinds = list(_LIKE)
    draft.chance.shuffle(kinds)
    name, *others = kinds
    known = catalogue()
    wrong: list[Thing] = [known[draft.chance.choice(_LIKE[other])] for other in others[: draft.offered(2, 4) - 1]]
    if len(wrong) < draft.offered(2, 4) - 1:
        wrong.append(known[draft.chance.choice(_LIKE_NOTHING)])
    style = draft.chance.choice(("noto", "fluent", "twemoji"))
    right = draft.icon_option(known[draft.chance.choice(_LIKE[name])], draft.rung.size(100, 64), style)
    question = draft.say("Which is shaped like a {}?", "Which thing has the shape of a {}?").format(name)
    options = [draft.icon_option(thing, draft.rung.size(100, 64), style) for thing in wrong]
    return Problem(question, {"ask": {"name": name}}, None, right, options)


@template("choose_txt", "counting")
def faces_options(draft: Draft) -> Problem:
    """How many faces, edges or corners a solid has."""
    what = draft.chance.choice(("faces", "edges", "vertices"))
    counts = {"cube": (6, 12, 8), "pyramid": (5, 8, 5), "triangular prism": (5, 9, 6)}
    place = ("faces", "edges", "vertices").index(what)
    numbers = sorted({count[place] for count in counts.values()})
    truth = draft.fair(numbers)
    name = draft.chance.choice([name for name, count in counts.items() if count[place] == truth])
    canvas, scene = _one_solid(draft, name)
    extra = " Count those that cannot be seen, too." if draft.chance.random() < 0.5 else ""
    question = f"How many {what} does this solid have?{extra}"
    return Problem(question, {"solid": scene, "ask": {"what": what}}, canvas, *among(truth, numbers, str))


@template("choose_img", "comparing")
def more_faces(draft: Draft) -> Problem:
    """Which solid has more flat faces, or fewer."""
    counts = {"cube": 6, "pyramid": 5, "cylinder": 2, "cone": 1, "sphere": 0, "triangular prism": 5}
    first, second = draft.chance.sample(list(counts), 2)
    while counts[first] == counts[second]:
        second = draft.chance.choice(list(counts))
    word = draft.fair(("more", "fewer"))
    if (counts[first] < counts[second]) == (word == "more"):
        first, second = second, first
    question = f"Which solid has {word} flat faces?"
    return Problem(question, {"ask": {"word": word}}, None, _solid_option(draft, first), [_solid_option(draft, second)])


_TRACES = {"circle": ("cylinder", "cone"), "triangle": ("pyramid", "triangular prism"), "square": ("cube", "pyramid")}


@template("choose_txt")
def trace(draft: Draft) -> Problem:
    """Can a flat shape be traced with a solid."""
    truth = draft.fair(YES_NO)
    shape = draft.chance.choice(list(_TRACES))
    fits = _TRACES[shape]
    no = [name for name in ("cube", "cylinder", "cone", "sphere", "triangular prism") if name not in fits]
    if shape == "square":
        no.remove("triangular prism")
    name = draft.chance.choice(fits if truth == "yes" else no)
    canvas, scene = _one_solid(draft, name)
    question = draft.say("Can you trace a {} with this solid?", "Is one face of this solid a {}?").format(shape)
    return Problem(question, {"solid": scene, "ask": {"shape": shape}}, canvas, truth, without(YES_NO, truth))


@template("choose_txt")
def flat_or_solid(draft: Draft) -> Problem:
    """Flat or solid."""
    truth = draft.fair(("flat", "solid"))
    draw, names = (_one, FLAT) if truth == "flat" else (_one_solid, SOLIDS)
    canvas, scene = draw(draft, draft.chance.choice(names))
    question = draft.say("Is this shape flat or solid?", "Is this a flat shape or a solid shape?")
    return Problem(question, {"shape": scene, "ask": {}}, canvas, truth, without(("flat", "solid"), truth))


# --- symmetry and moves


_WITH_LINES: tuple[tuple[Sequence[Point], tuple[int, ...]], ...] = (
    (_BOX, (0, 90)),
    (around((0, 0), 1, 3), (0, 60, 120)),
    (_SQUARE, (0, 45, 90, 135)),
    (heart((0, 0), 1), (0,)),
    (_DIAMOND, (0, 90)),
    (_TRAPEZOID, (0,)),
    (_ARROW, (0,)),
    (_LEANING, ()),
    (_SCALENE, ()),
)
"""Shapes around the origin, with the directions of their lines of symmetry in degrees from upright."""


@template("choose_txt")
def line_of_symmetry(draft: Draft) -> Problem:
    """Is a dashed line a line of symmetry of a shape."""
    truth = draft.fair(YES_NO)
    if truth == "yes":
        unit, lines = draft.chance.choice([shape for shape in _WITH_LINES if shape[1]])
        angle = draft.chance.choice(lines)
    else:
        unit, lines = draft.chance.choice([shape for shape in _WITH_LINES if len(shape[1]) < 4])
        far = [angle for angle in range(0, 180, 15) if all(25 <= abs(angle - line) % 180 <= 155 for line in lines)]
        angle = draft.chance.choice(far)
    points = scaled((135, 135), draft.rung.size(90, 60), unit)
    centre = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    turn = draft.chance.choice((0, 0, 90)) if draft.rung.level < 4 else draft.chance.randint(0, 359)
    points = turned(points, centre, turn)
    reach = 112
    line = [
        (
            centre[0] + s * reach * math.sin(math.radians(angle + turn)),
            centre[1] - s * reach * math.cos(math.radians(angle + turn)),
        )
        for s in (-1, 1)
    ]
    canvas = draft.canvas(270, 270)
    colour = _colour_light(draft)
    canvas.polygon(points, colour, shade(colour, 0.6))
    canvas.line(line, INK, 3, dash=7)
    scene: Scene = {"points": rounded(points, 2), "line": rounded(line, 2), "ask": {}}
    question = draft.say(
        "Is the dotted line a line of symmetry?", "Do both sides match if you fold the shape along the dotted line?"
    )
    return Problem(question, scene, canvas, truth, without(YES_NO, truth))


def _paint_grid(canvas: Canvas, grid: Sequence[Sequence[bool]], corner: Point, cell: float, colour: str) -> None:
    """Squares, some of them coloured."""
    for row, line in enumerate(grid):
        for column, on in enumerate(line):
            x, y = corner[0] + column * cell, corner[1] + row * cell
            canvas.rectangle((x, y, x + cell, y + cell), colour if on else "#ffffff", "#90a4ae", 1)


def _marked(grid: Sequence[Sequence[bool]]) -> list[list[int]]:
    """Squares as a scene holds them."""
    return [[int(on) for on in row] for row in grid]


@template("choose_txt", "spatial")
def grid_symmetry(draft: Draft) -> Problem:
    """Is a pattern of squares the same on both sides of a line."""
    truth = draft.fair(YES_NO)
    half, high = 3, 6
    grid = [[draft.chance.random() < 0.45 for _ in range(half)] for _ in range(high)]
    whole = [row + row[::-1] for row in grid]
    if truth == "no":
        flips = max(1, 5 - draft.rung.level // 2)
        for place in draft.chance.sample(range(half * high), flips):
            row, column = divmod(place, half)
            whole[row][half + column] = not whole[row][half + column]
    cell = draft.rung.size(40, 26)
    canvas = draft.canvas(cell * 6 + 40, cell * 6 + 40)
    _paint_grid(canvas, whole, (20, 20), cell, draft.colour())
    canvas.line([(20 + cell * 3, 6), (20 + cell * 3, canvas.height - 6)], "#b71c1c", 3, dash=7)
    question = draft.say(
        "Is the pattern the same on both sides of the dotted line?", "Is this pattern symmetric about the dotted line?"
    )
    return Problem(question, {"grid": _marked(whole), "ask": {}}, canvas, truth, without(YES_NO, truth))


@template("choose_img", "spatial")
def other_half(draft: Draft) -> Problem:
    """Which half completes a symmetric pattern."""
    half, high = 3, 5
    left = [[draft.chance.random() < 0.5 for _ in range(half)] for _ in range(high)]
    left[0][0] = not left[0][2]
    right = [row[::-1] for row in left]
    wrong: list[list[list[bool]]] = [left]
    while len(wrong) < draft.offered(2, 4) - 1:
        other = [row[:] for row in right]
        for place in draft.chance.sample(range(half * high), 2):
            other[place // half][place % half] = not other[place // half][place % half]
        if other not in wrong and other != right:
            wrong.append(other)
    cell, colour = 30, draft.colour()

    canvas = draft.canvas(cell * 6 + 24, cell * 5 + 24)
    _paint_grid(canvas, left, (12, 12), cell, colour)
    canvas.rectangle((12 + cell * 3, 12, 12 + cell * 6, 12 + cell * 5), "#eceff1", "#90a4ae", 1)
    canvas.text((12 + cell * 4.5, 12 + cell * 2.5), "?", 40, "#78909c")
    canvas.line([(12 + cell * 3, 2), (12 + cell * 3, canvas.height - 2)], "#b71c1c", 3, dash=7)

    def option(grid: list[list[bool]]) -> Alternative:
        small = draft.option(cell * 3 + 24, cell * 5 + 24)
        _paint_grid(small, grid, (12, 12), cell, colour)
        return Alternative(canvas=small, scene={"grid": _marked(grid)})

    scene: Scene = {"grid": _marked(left), "ask": {}}
    question = "Which half makes the pattern symmetric about the dotted line?"
    return Problem(question, scene, canvas, *among(right, wrong, option))


@template("choose_txt")
def mirrored_picture(draft: Draft) -> Problem:
    """Two icons beside a line: does one mirror the other."""
    truth = draft.fair(YES_NO)
    thing = draft.chance.choice(_one_way(draft))
    style = draft.style
    size = draft.rung.size(110, 70)
    canvas = draft.canvas(size * 2 + 60, size + 40)
    y = canvas.height / 2
    drawn = [
        canvas.icon(thing.key, (15 + size / 2, y), size, style),
        canvas.icon(thing.key, (canvas.width - 15 - size / 2, y), size, style, mirrored=truth == "yes"),
    ]
    canvas.line([(canvas.width / 2, 8), (canvas.width / 2, canvas.height - 8)], "#b71c1c", 3, dash=7)
    question = draft.say("Is one picture the mirror image of the other?", "Does the dotted line work like a mirror?")
    return Problem(question, {"things": drawn, "ask": {}}, canvas, truth, without(YES_NO, truth))


_ONE_WAY = (
    "horse", "elephant", "giraffe", "cow", "camel", "rooster", "duck", "turtle", "dinosaur", "whale", "crocodile",
    "truck", "fire-truck", "tractor", "motorcycle", "scooter", "sneaker", "helicopter", "ambulance", "bus",
    "pickup-truck",
)  # fmt: skip


def _one_way(draft: Draft) -> list[Thing]:
    """Things that look to one side, in the style at hand."""
    if draft.style == "emojione":
        draft.style = "noto"
    return [catalogue()[key] for key in _ONE_WAY]


def _letter(draft: Draft, sign: str, move: str, size: int, colour: str) -> Image.Image:
    picture = Image.new("L", (size, size), 0)
    ImageDraw.Draw(picture).text(
        (size / 2, size / 2), sign, font=font(round(size * 0.95), "sans bold"), fill=255, anchor="mm"
    )
    if move == "flip":
        return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if move == "flip down":
        return picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    if move.startswith("turn"):
        return picture.rotate(-int(move[5:]))
    return picture


@template("choose_txt", "spatial")
def letter_move(draft: Draft) -> Problem:
    """Flip, turn or slide."""
    truth = draft.fair(("flip", "turn", "slide"))
    sign = draft.chance.choice("FGJLPRQ")
    moves = {
        "flip": draft.chance.choice(("flip", "flip down")),
        "turn": f"turn {draft.chance.choice((90, 180, 270))}",
        "slide": "slide",
    }
    move = moves[truth]
    cell = draft.rung.size(22, 15)
    side = cell * 6
    canvas = draft.canvas(side * 2 + 110, side + 24)
    colour = draft.colour()
    for place, what in ((0, "none"), (1, move)):
        x0 = 12 + place * (side + 86)
        canvas.rectangle((x0, 12, x0 + side, 12 + side), "#ffffff", "#90a4ae", 1)
        for number in range(1, 6):
            canvas.rectangle((x0 + number * cell, 12, x0 + number * cell, 12 + side), "#b0bec5")
            canvas.rectangle((x0, 12 + number * cell, x0 + side, 12 + number * cell), "#b0bec5")
        letter = _letter(draft, sign, what, cell * 4, colour)
        shift = (
            (cell, cell)
            if what != "slide"
            else draft.chance.choice(((0, cell), (2 * cell, cell), (cell, 0), (cell, 2 * cell), (2 * cell, 2 * cell)))
        )
        canvas.press(letter, (round(x0 + shift[0]), round(12 + shift[1])), colour)
    middle = 12 + side + 43
    canvas.arrow((middle - 28, canvas.height / 2), (middle + 28, canvas.height / 2), INK, 3, 14)
    question = draft.say("What has been done to this letter?", "How did the letter move?")
    return Problem(question, {"letter": sign, "move": move, "ask": {}}, canvas, truth, without(moves, truth))


@template("choose_img", "spatial")
def picture_move(draft: Draft) -> Problem:
    """Which picture shows a thing flipped, turned or unchanged."""
    thing = draft.chance.choice(_one_way(draft))
    size = draft.rung.size(80, 56)
    canvas = draft.canvas(size + 60, size + 60)
    drawn = canvas.icon(thing.key, (canvas.width / 2, canvas.height / 2), size, draft.style)
    moves: dict[str, tuple[int, bool]] = {
        "flipped": (0, True),
        "turned": (draft.chance.choice((90, 180, 270)), False),
        "unchanged": (0, False),
    }
    truth = draft.fair(list(moves))

    def option(move: str) -> Alternative:
        turn, mirrored = moves[move]
        small = draft.option(size + 60)
        scene = small.icon(
            thing.key, (small.width / 2, small.height / 2), size, draft.style, turn=turn, mirrored=mirrored
        )
        return Alternative(canvas=small, scene=scene)

    ask = {"flipped": "flipped, as in a mirror", "turned": "turned", "unchanged": "just as it is in the picture"}[truth]
    question = f"Which option shows the {thing.name} {ask}?"
    return Problem(question, {"thing": drawn, "ask": {"move": truth}}, canvas, *among(truth, moves, option))


@template("fill_in_blank", "counting")
def how_many_lines(draft: Draft) -> Problem:
    """How many lines of symmetry."""
    at, r = (120.0, 120.0), draft.rung.size(95, 60)
    figures: dict[int, Sequence[Point]] = {
        0: scaled(at, r, _LEANING),
        1: heart(at, r),
        2: scaled(at, r, _BOX),
        5: star(at, r),
        **{corners: around(at, r, corners, draft.chance.randint(0, 359)) for corners in (3, 4, 6, 8)},
    }
    number = draft.fair((0, 1, 2, 3, 4, 5, 6, 8))
    points = turned(figures[number], at, draft.tilt())
    canvas = draft.canvas(240, 240)
    colour = _colour_light(draft)
    canvas.polygon(points, colour, shade(colour, 0.6))
    scene: Scene = {"points": rounded(points, 2), "ask": {}}
    return Problem("How many lines of symmetry does this shape have?", scene, canvas, str(number))


# --- perimeter and area


@template("fill_in_blank", "algebra", "measurement")
def perimeter_square(draft: Draft) -> Problem:
    """Around a square."""
    side, unit = draft.chance.randint(1, draft.rung.most(9, 30)), draft.chance.choice(_UNITS)
    canvas = draft.canvas(290, 240)
    colour = _colour_light(draft)
    canvas.rectangle((75, 45, 215, 185), colour, shade(colour, 0.6))
    label = f"{side} {unit[0]}"
    canvas.text((145, 28), label)
    if draft.rung.level < 4:
        canvas.text((145, 203), label)
        canvas.text((67, 115), label, anchor="rm")
        canvas.text((223, 115), label, anchor="lm")
    question = draft.say("What is the perimeter of the square?", "How long is the way around the square?")
    return Problem(question, {"sides": [side] * 4, "ask": {}}, canvas, str(side * 4), unit=unit[1])


_UNITS = (("cm", "centimeters"), ("in", "inches"), ("ft", "feet"), ("m", "meters"), ("yd", "yards"))


@template("choose_txt", "algebra", "measurement")
def perimeter_polygon(draft: Draft) -> Problem:
    """Around a triangle or four-sided shape with labelled sides."""
    total, wrong = draft.numbers(14, draft.rung.most(34, 70), step=draft.rung.near, count=draft.offered(3, 4))
    corners = draft.chance.choice((3, 4, 5))
    base = total // corners
    sides = [base] * corners
    sides[0] += total - base * corners
    for _ in range(2):
        a, b = draft.chance.sample(range(corners), 2)
        shift = draft.chance.randint(0, max(0, base // 4))
        sides[a] += shift
        sides[b] -= shift
    points = around((140, 130), 92, corners, 0 if corners != 4 else 38)
    canvas = draft.canvas(280, 260)
    colour = _colour_light(draft)
    canvas.polygon(points, colour, shade(colour, 0.6))
    unit = draft.chance.choice(_UNITS)
    for number, side in enumerate(sides):
        (x0, y0), (x1, y1) = points[number], points[(number + 1) % corners]
        mx, my = (x0 + x1) / 2, (y0 + y1) / 2
        away = math.hypot(mx - 140, my - 130)
        canvas.text((140 + (mx - 140) * (1 + 27 / away), 130 + (my - 130) * (1 + 19 / away)), f"{side} {unit[0]}", 14)
    question = draft.say("What is the perimeter of the shape?", "How far is it around the shape?")
    texts = [f"{number} {unit[1]}" for number in (total, *wrong)]
    return Problem(question, {"sides": sides, "ask": {}}, canvas, texts[0], texts[1:])


_COLUMNS, _LINES = 8, 6
"""Of the squares that a shape is made of."""


def _cells(draft: Draft, count: int) -> list[list[int]]:
    """Squares that hang together."""
    cells = [(3, 3)]
    while len(cells) < count:
        x, y = draft.chance.choice(cells)
        dx, dy = draft.chance.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        new = (x + dx, y + dy)
        if new not in cells and 0 <= new[0] < _COLUMNS and 0 <= new[1] < _LINES:
            cells.append(new)
    return [list(cell) for cell in cells]


def _on_squares(draft: Draft, cells: list[list[int]]) -> Canvas:
    """A shape on squared paper."""
    size = draft.rung.size(38, 26)
    canvas = draft.canvas(_COLUMNS * size + 20, _LINES * size + 20)
    grid = [[[column, row] in cells for column in range(_COLUMNS)] for row in range(_LINES)]
    _paint_grid(canvas, grid, (10, 10), size, _colour_light(draft))
    return canvas


@template("fill_in_blank", "counting", "algebra")
def area_cells(draft: Draft) -> Problem:
    """Area by counting squares."""
    cells = _cells(draft, draft.count(10, 26, 3))
    canvas = _on_squares(draft, cells)
    question = draft.say(
        "Each small square is 1 square unit. What is the area of the shape?",
        "How many square units is the area of the coloured shape?",
    )
    return Problem(question, {"cells": cells, "ask": {}}, canvas, str(len(cells)), unit="square units")


@template("fill_in_blank", "counting", "algebra")
def perimeter_cells(draft: Draft) -> Problem:
    """The way around squares that hang together."""
    wide, high = draft.chance.randint(1, 7), draft.chance.randint(1, 5)
    cells = [[x, y] for x in range(wide) for y in range(high)]
    canvas = _on_squares(draft, cells)
    question = "Each small square has sides of 1 unit. What is the perimeter of the coloured rectangle?"
    return Problem(question, {"cells": cells, "ask": {}}, canvas, str(2 * (wide + high)), unit="units")


@template("choose_txt", "algebra", "measurement")
def area_rectangle(draft: Draft) -> Problem:
    """Area of a rectangle from its sides."""
    wide, high = draft.chance.randint(2, draft.rung.most(9, 15)), draft.chance.randint(2, draft.rung.most(6, 12))
    areas = {wide * high, (wide + 1) * high, wide * (high + 1), (wide - 1) * high}
    pool = sorted(areas)[: draft.offered(3, 4)]
    truth = draft.fair(pool)
    sides = next(
        (a, b) for a, b in ((wide, high), (wide + 1, high), (wide, high + 1), (wide - 1, high)) if a * b == truth
    )
    unit = draft.chance.choice(_UNITS)
    canvas = draft.canvas(290, 220)
    colour = _colour_light(draft)
    scale = min(170 / sides[0], 130 / sides[1])
    left, top = 165 - sides[0] * scale / 2, 115 - sides[1] * scale / 2
    canvas.rectangle((left, top, left + sides[0] * scale, top + sides[1] * scale), colour, shade(colour, 0.6))
    canvas.text((165, top - 16), f"{sides[0]} {unit[0]}")
    canvas.text((left - 8, 115), f"{sides[1]} {unit[0]}", anchor="rm")
    question = draft.say("What is the area of the rectangle?", "How large is the area of this rectangle?")
    options = among(truth, pool, lambda area: f"{area} square {unit[1]}")
    return Problem(question, {"sides": list(sides), "ask": {}}, canvas, *options)


@template("fill_in_blank", "counting", first=True)
def corners_of_a_colour(draft: Draft) -> Problem:
    """How many corners one of four shapes has."""
    four = draft.chance.choice(("square", "rectangle", "rhombus", "trapezoid"))
    names = draft.chance.sample(("triangle", four, "pentagon", "hexagon", "octagon"), 4)
    colours = draft.colours(4)
    radius = draft.rung.size(64, 44)
    cell = radius * 2.3
    canvas = draft.canvas(2 * cell + 12, 2 * cell + 12)
    shapes: list[Scene] = []
    for number, (name, colour) in enumerate(zip(names, colours, strict=True)):
        at = (6 + (number % 2 + 0.5) * cell, 6 + (number // 2 + 0.5) * cell)
        drawn = flat(canvas, name, at, radius, COLOURS[colour], draft.chance, turn=draft.tilt())
        shapes.append({**drawn, "colour": colour})
    number = draft.chance.randrange(4)
    question = draft.say("How many corners does the {} shape have?", "Count the corners of the {} shape. How many?")
    scene: Scene = {"shapes": shapes, "ask": {"colour": colours[number]}}
    return Problem(question.format(colours[number]), scene, canvas, str(_SIDES[names[number]]))
