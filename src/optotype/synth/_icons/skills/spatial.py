"""Spatial: left and right, above and below, inside and outside, places on a grid."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, INK, Canvas, around
from optotype.synth._icons.figures import MARKS, mark
from optotype.synth._icons.problem import Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.shapes import flat
from optotype.synth._icons.things import Thing, catalogue, extent


def _row(draft: Draft, things: list[Thing], size: int) -> tuple[Canvas, list[Scene]]:
    cell = size * 1.3
    canvas = draft.canvas(len(things) * cell + 16, size * 1.3 + 16)
    return canvas, [
        canvas.icon(thing.key, (8 + (number + 0.5) * cell, canvas.height / 2), size, draft.style)
        for number, thing in enumerate(things)
    ]


@template("choose_img")
def left_or_right(draft: Draft) -> Problem:
    """What is on the left, on the right or in the middle."""
    count = 2 if draft.rung.level < 3 else 3
    things = draft.things(count)
    words = ("on the left", "on the right", "in the middle")[:count]
    word = draft.fair(words)
    canvas, drawn = _row(draft, things, draft.rung.size(100, 60))
    place = {"on the left": 0, "on the right": count - 1, "in the middle": 1}[word]
    options = [draft.icon_option(thing, draft.rung.size(90, 60)) for thing in things]
    return Problem(f"What is {word}?", {"things": drawn, "ask": {"word": word}}, canvas, options.pop(place), options)


@template("choose_txt")
def next_to_in_row(draft: Draft) -> Problem:
    """What stands directly left or right of something."""
    things = draft.things(min(8, max(4, draft.rung.options + 2)))
    word = draft.fair(("left", "right"))
    canvas, drawn = _row(draft, things, draft.rung.size(70, 44))
    where = draft.chance.randrange(1, len(things) - 1)
    step = -1 if word == "left" else 1
    truth = things[where + step]
    near = things[where - step]
    others = [thing for thing in things if thing not in (truth, near, things[where])]
    some = draft.chance.sample(others, min(len(others), max(1, draft.rung.options - 2)))
    wrong = [thing.name for thing in (near, *some)]
    question = draft.say("What is directly to the {} of the {}?", "What comes just to the {} of the {}?")
    question = question.format(word, things[where].name)
    scene: Scene = {"things": drawn, "ask": {"word": word, "of": things[where].key}}
    return Problem(question, scene, canvas, truth.name, wrong)


@template("choose_txt")
def between(draft: Draft) -> Problem:
    """What stands between two others."""
    things = draft.things(min(7, max(4, draft.rung.options + 2)))
    canvas, drawn = _row(draft, things, draft.rung.size(70, 44))
    where = draft.chance.randrange(1, len(things) - 1)
    ends = [things[where - 1], things[where + 1]]
    draft.chance.shuffle(ends)
    others = [thing.name for thing in things if thing not in (things[where], *ends)]
    wrong = draft.chance.sample(others, min(len(others), draft.rung.options - 1))
    question = f"Which one is between the {ends[0].name} and the {ends[1].name}?"
    scene: Scene = {"things": drawn, "ask": {"of": [thing.key for thing in ends]}}
    return Problem(question, scene, canvas, things[where].name, wrong)


def _grid(draft: Draft, rows: int, columns: int) -> tuple[Canvas, list[list[Thing]], list[Scene]]:
    things = draft.things(rows * columns)
    size = draft.rung.size(64, 40)
    cell = round(size * 1.3)
    canvas = draft.canvas(columns * cell + 16, rows * cell + 16)
    drawn: list[Scene] = []
    for number, thing in enumerate(things):
        x, y = 8 + number % columns * cell, 8 + number // columns * cell
        canvas.rectangle((x, y, x + cell, y + cell), None, "#90caf9", 2)
        drawn.append(canvas.icon(thing.key, (x + cell / 2, y + cell / 2), size, draft.style))
    return canvas, [things[first : first + columns] for first in range(0, len(things), columns)], drawn


def _side(draft: Draft) -> int:
    return 3 if draft.rung.level < 5 else 4


@template("choose_img")
def above_or_below(draft: Draft) -> Problem:
    """What is directly above, below, left or right of something on a grid."""
    side = _side(draft)
    canvas, grid, drawn = _grid(draft, side, side)
    word = draft.fair(("above", "below", "to the left of", "to the right of"))
    row, column = draft.chance.randrange(1, side - 1), draft.chance.randrange(1, side - 1)
    beside = {
        "above": grid[row - 1][column],
        "below": grid[row + 1][column],
        "to the left of": grid[row][column - 1],
        "to the right of": grid[row][column + 1],
    }
    right = beside.pop(word)
    wrong = draft.chance.sample(list(beside.values()), draft.offered(2, 4) - 1)
    question = f"What is directly {word} the {grid[row][column].name}?"
    scene: Scene = {"things": drawn, "ask": {"word": word, "of": grid[row][column].key}}
    return Problem(question, scene, canvas, *among(right, wrong, draft.small_icon))


_ORDINALS = ("first", "second", "third", "fourth")


@template("choose_txt")
def row_and_column(draft: Draft) -> Problem:
    """What is in a row and column."""
    side = _side(draft)
    canvas, grid, drawn = _grid(draft, side, side)
    row, column = draft.chance.randrange(side), draft.chance.randrange(side)
    everything = [thing for line in grid for thing in line]
    others = [thing.name for thing in everything if thing is not grid[row][column]]
    question = draft.say(
        "What is in the {} row from the top and the {} column from the left?",
        "Look at row {}, column {}. What is there?",
    )
    words = (_ORDINALS[row], _ORDINALS[column]) if question.startswith("What") else (row + 1, column + 1)
    if not question.startswith("What"):
        question += " Rows are counted from the top, columns from the left."
    wrong = [grid[column][row].name] if row != column else []
    wrong += [name for name in draft.chance.sample(others, len(others)) if name not in wrong][
        : max(1, draft.rung.options - 1 - len(wrong))
    ]
    scene: Scene = {"things": drawn, "ask": {"row": row, "column": column}}
    return Problem(question.format(*words), scene, canvas, grid[row][column].name, wrong)


@template("choose_txt")
def where_on_grid(draft: Draft) -> Problem:
    """In which corner or place of a grid something is."""
    canvas, grid, drawn = _grid(draft, 3, 3)
    places = {
        "top left": (0, 0), "top right": (0, 2), "bottom left": (2, 0), "bottom right": (2, 2), "middle": (1, 1),
    }  # fmt: skip
    names = draft.chance.sample(list(places), draft.offered(2, 5))
    truth = draft.fair(sorted(names))
    row, column = places[truth]
    question = f"Where is the {grid[row][column].name}?"
    scene: Scene = {"things": drawn, "ask": {"what": grid[row][column].key}}
    return Problem(question, scene, canvas, truth, without(names, truth))


_NUMBERED = {"column": "Columns are numbered at the bottom.", "row": "Rows are numbered on the left."}


def _numbered(draft: Draft, side: int, cell: float) -> Canvas:
    """An empty grid, columns numbered from 1 on the left, rows from 1 at the bottom."""
    canvas = draft.canvas(side * cell + 60, side * cell + 60)
    for number in range(side + 1):
        at = 40 + number * cell
        canvas.rectangle((at, 10, at, 10 + side * cell), "#90a4ae")
        canvas.rectangle((40, 10 + number * cell, 40 + side * cell, 10 + number * cell), "#90a4ae")
    for number in range(1, side + 1):
        canvas.text((40 + (number - 0.5) * cell, 26 + side * cell), str(number), 15)
        canvas.text((26, 10 + (side - number + 0.5) * cell), str(number), 15)
    return canvas


def _map(draft: Draft) -> tuple[Canvas, dict[tuple[int, int], Thing], list[Scene]]:
    """Things on a numbered grid, columns from 1 on the left, rows from 1 at the bottom."""
    side = 5
    places = draft.chance.sample(
        [(x, y) for x in range(1, side + 1) for y in range(1, side + 1)], min(7, 4 + draft.rung.clutter // 2 + 1)
    )
    things = draft.things(len(places))
    cell = draft.rung.size(58, 44)
    canvas = _numbered(draft, side, cell)
    found = dict(zip(places, things, strict=True))
    drawn: list[Scene] = []
    for (x, y), thing in found.items():
        scene = canvas.icon(thing.key, (40 + (x - 0.5) * cell, 10 + (side - y + 0.5) * cell), cell * 0.76, draft.style)
        drawn.append({**scene, "column": x, "row": y})
    return canvas, found, drawn


@template("choose_txt")
def at_coordinates(draft: Draft) -> Problem:
    """What is at a pair of numbers."""
    canvas, found, drawn = _map(draft)
    (x, y), thing = draft.chance.choice(list(found.items()))
    others = [other.name for other in found.values() if other is not thing]
    wrong = draft.chance.sample(others, max(1, min(len(others), draft.rung.options - 1)))
    question = draft.say("What is at ({}, {})?", "Go {} across and {} up. What do you find?").format(x, y)
    return Problem(question, {"map": drawn, "ask": {"at": [x, y]}}, canvas, thing.name, wrong)


@template("fill_in_blank")
def coordinate(draft: Draft) -> Problem:
    """In which column or row something is."""
    canvas, found, drawn = _map(draft)
    (x, y), thing = draft.chance.choice(list(found.items()))
    word = draft.fair(("column", "row"))
    question = f"In which {word} is the {thing.name}? {_NUMBERED[word]}"
    scene: Scene = {"map": drawn, "ask": {"what": thing.key, "word": word}}
    return Problem(question, scene, canvas, str(x if word == "column" else y))


@template("choose_txt")
def walk(draft: Draft) -> Problem:
    """Where a walk ends."""
    canvas, found, drawn = _map(draft)
    start, end = draft.chance.sample(list(found), 2)
    dx, dy = end[0] - start[0], end[1] - start[1]
    moves: list[str] = []
    if dx:
        moves.append(f"{abs(dx)} {'right' if dx > 0 else 'left'}")
    if dy:
        moves.append(f"{abs(dy)} {'up' if dy > 0 else 'down'}")
    draft.chance.shuffle(moves)
    others = [thing.name for place, thing in found.items() if place not in (start, end)]
    wrong = draft.chance.sample(others, max(1, min(len(others), draft.rung.options - 1)))
    question = f"Start at the {found[start].name}. Go {' and then '.join(moves)}. Where are you?"
    scene: Scene = {"map": drawn, "ask": {"from": found[start].key, "by": [dx, dy]}}
    return Problem(question, scene, canvas, found[end].name, wrong)


def _box(draft: Draft, thing: Thing, inside: bool, colour: str) -> Alternative:
    size = draft.rung.size(44, 30)
    canvas = draft.option(190, 120)
    left = draft.fair((True, False)) if draft.rung.level < 3 else draft.chance.random() < 0.5
    x0 = 12 if left else 92
    canvas.rectangle((x0, 20, x0 + 84, 104), "#fff8e1", colour, 5, 8)
    middle = x0 + 42 if inside else (144 if left else 46)
    at = (middle + draft.chance.randint(-6, 6), 62 + draft.chance.randint(-8, 8))
    scene = canvas.icon(thing.key, at, size, draft.style)
    return Alternative(canvas=canvas, scene={**scene, "box": [x0, 20, x0 + 84, 104]})


@template("choose_img", "scene")
def inside_or_outside(draft: Draft) -> Problem:
    """Which picture shows a thing inside, or outside."""
    thing = draft.thing()
    inside = draft.fair((True, False))
    colour = draft.colour()
    wrong = [_box(draft, thing, not inside, colour) for _ in range(draft.offered(2, 4) - 1)]
    question = f"Which picture shows the {thing.name} {'inside' if inside else 'outside'} the box?"
    return Problem(question, {"ask": {"inside": inside}}, None, _box(draft, thing, inside, colour), wrong)


@template("fill_in_blank", "counting")
def count_inside(draft: Draft) -> Problem:
    """How many are inside a circle, or outside."""
    thing = draft.thing()
    word = draft.fair(("inside", "outside"))
    size = draft.rung.size(40, 26)
    total = draft.count(8, 16, 4)
    points, wide, high = draft.scatter(total, size * 1.35, width=430, air=1.4)
    canvas = draft.canvas(wide, high)
    cell = size * 1.35 * 1.22
    columns = round((wide - 16) / cell)
    border = 8 + draft.chance.randint(1, columns - 1) * cell
    # the fence runs along the edge of a cell, and things keep to the middle of theirs
    canvas.rectangle((3, 3, border, high - 4), "#fffde7", draft.colour("red", "blue", "green", "purple"), 4, 12)
    drawn: list[Scene] = []
    for x, y in points:
        cx = 8 + (int((x - 8) // cell) + 0.5) * cell
        drawn.append(canvas.icon(thing.key, (cx, y), size, draft.style))
    count = sum((scene["x"] < border) == (word == "inside") for scene in drawn)
    question = f"How many {thing.plural} are {word} the box?"
    return Problem(question, {"things": drawn, "border": round(border), "ask": {"word": word}}, canvas, str(count))


@template("choose_txt")
def arrow_direction(draft: Draft) -> Problem:
    """Which way an arrow points."""
    ways = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    truth = draft.fair(list(ways))
    wrong = draft.chance.sample(without(ways, truth), draft.offered(2, 4) - 1)
    dx, dy = ways[truth]
    canvas = draft.canvas(200, 200)
    reach = draft.rung.size(80, 34)
    start, end = (100 - dx * reach, 100 - dy * reach), (100 + dx * reach, 100 + dy * reach)
    canvas.arrow(start, end, draft.colour(), reach * 0.14, reach * 0.5)
    scene: Scene = {"from": [*start], "to": [*end], "ask": {}}
    question = draft.say("Which way does the arrow point?", "In which direction does the arrow point?")
    return Problem(question, scene, canvas, truth, wrong)


@template("choose_img")
def in_front(draft: Draft) -> Problem:
    """Which of overlapping shapes is in front, or at the back."""
    count = draft.offered(2, 4)
    word = draft.fair(("in front of all the others", "behind all the others"))
    colours = draft.colours(count)
    names = draft.chance.sample(("square", "circle", "triangle", "hexagon", "pentagon", "rectangle"), count)
    canvas = draft.canvas(240, 240)
    order: list[Scene] = []
    # each shape covers the middle, so that every one overlaps every other
    places = around((120, 120), 44, count, draft.chance.randint(0, 359))
    for number, at in enumerate(places):
        flat(canvas, names[number], at, 64, COLOURS[colours[number]], draft.chance)
        about = {"shape": names[number], "colour": colours[number], "x": round(at[0]), "y": round(at[1])}
        order.append({**about, "layer": number})

    def option(number: int) -> Alternative:
        small = draft.option(110)
        flat(small, names[number], (55, 55), 42, COLOURS[colours[number]], draft.chance)
        return Alternative(canvas=small, scene={"shape": names[number], "colour": colours[number]})

    truth = count - 1 if word.startswith("in front") else 0
    question = f"Which shape is {word}?"
    return Problem(question, {"shapes": order, "ask": {"word": word}}, canvas, *among(truth, range(count), option))


@template("choose_txt")
def shelf(draft: Draft) -> Problem:
    """What stands on a shelf."""
    things = draft.things(3)
    canvas = draft.canvas(220, 320)
    drawn: list[Scene] = []
    for number, thing in enumerate(things):
        y = 100 + number * 100
        canvas.rectangle((10, y, 210, y + 8), "#a1887f", "#6d4c41", 1)
        size = draft.rung.size(80, 46)
        _, high = extent(thing.key, draft.style, size)
        drawn.append(canvas.icon(thing.key, (110 + draft.chance.randint(-50, 50), y - high / 2), size, draft.style))
    word = draft.fair(("top", "middle", "bottom"))
    truth = things[("top", "middle", "bottom").index(word)]
    scene: Scene = {"things": drawn, "ask": {"word": word}}
    question = draft.say("What is on the {} shelf?", "Which one stands on the {} shelf?").format(word)
    return Problem(question, scene, canvas, truth.name, [thing.name for thing in things if thing is not truth])


@template("choose_txt")
def shelf_of(draft: Draft) -> Problem:
    """On which shelf something stands."""
    shelves = ("top", "middle", "bottom")
    truth = draft.fair(shelves)
    things = draft.things(9)
    canvas = draft.canvas(300, 270)
    drawn: list[Scene] = []
    for number, thing in enumerate(things):
        row, column = divmod(number, 3)
        y = 80 + row * 86
        if column == 0:
            canvas.rectangle((10, y, 290, y + 8), "#a1887f", "#6d4c41", 1)
        size = draft.rung.size(64, 44)
        _, high = extent(thing.key, draft.style, size)
        drawn.append(canvas.icon(thing.key, (60 + column * 90, y - high / 2), size, draft.style))
    thing = things[shelves.index(truth) * 3 + draft.chance.randrange(3)]
    scene: Scene = {"things": drawn, "ask": {"what": thing.key}}
    return Problem(f"On which shelf is the {thing.name}?", scene, canvas, truth, without(shelves, truth))


@template("choose_img")
def looks_the_other_way(draft: Draft) -> Problem:
    """Which one looks the other way."""
    keys = (
        "horse", "elephant", "giraffe", "cow", "camel", "rooster", "duck", "turtle", "dinosaur", "crocodile", "truck",
        "fire-truck", "tractor", "motorcycle", "scooter", "sneaker", "helicopter", "ambulance", "pickup-truck",
    )  # fmt: skip
    thing = catalogue()[draft.chance.choice(keys)]
    style = "noto" if draft.style == "emojione" else draft.style
    mirrored = draft.fair((True, False))
    size = draft.rung.size(90, 60)

    def option(flip: bool) -> Alternative:
        canvas = draft.option(size + 40)
        at = (canvas.width / 2, canvas.height / 2)
        return Alternative(canvas=canvas, scene=canvas.icon(thing.key, at, size, style, mirrored=flip))

    wrong = [option(not mirrored) for _ in range(max(2, min(4, draft.rung.options - 1)))]
    question = f"Which {thing.name} faces the other way?"
    return Problem(question, {"ask": {}}, None, option(mirrored), wrong)


@template("choose_img")
def path_end(draft: Draft) -> Problem:
    """To which thing a line leads."""
    count = draft.offered(2, 4)
    things = draft.things(count + 1)
    start, ends = things[0], things[1:]
    order = list(range(count))
    draft.chance.shuffle(order)
    high = 70
    canvas = draft.canvas(440, count * high + 20)
    colours = draft.colours(count) if draft.rung.level < 4 else ["black"] * count
    colours += ["black"] * (count - len(colours))
    begin = draft.chance.randrange(count)
    paths: list[Scene] = []
    for number in range(count):
        y0, y1 = 10 + (number + 0.5) * high, 10 + (order[number] + 0.5) * high
        points = [(70.0, y0), (120.0, y0), (320.0, y1), (370.0, y1)]
        canvas.line(points, COLOURS[colours[number]], 3)
        paths.append({"from": number, "to": order[number]})
        canvas.ellipse((70, y0), 6, None, INK)
    drawn = canvas.icon(start.key, (34, 10 + (begin + 0.5) * high), 50, draft.style)
    for number, thing in enumerate(ends):
        canvas.icon(thing.key, (406, 10 + (number + 0.5) * high), 50, draft.style)
    scene: Scene = {"start": drawn, "begin": begin, "paths": paths, "ends": [thing.key for thing in ends], "ask": {}}
    options = [draft.small_icon(thing) for thing in ends]
    right = options.pop(order[begin])
    question = draft.say(
        "Follow the line from the {}. Where does it lead?", "To what does the line from the {} go?"
    ).format(start.name)
    return Problem(question, scene, canvas, right, options)


@template("fill_in_blank", first=True)
def colour_on_map(draft: Draft) -> Problem:
    """In which column or row the mark of a colour is."""
    side = 5 if draft.rung.level < 5 else 6
    colours = draft.colours(4)
    places = draft.chance.sample([(x, y) for x in range(1, side + 1) for y in range(1, side + 1)], 4)
    cell = draft.rung.size(58, 44)
    canvas = _numbered(draft, side, cell)
    drawn: list[Scene] = []
    for colour, (x, y) in zip(colours, places, strict=True):
        at = (40 + (x - 0.5) * cell, 10 + (side - y + 0.5) * cell)
        drawn.append({**mark(canvas, draft.chance.choice(MARKS), at, cell * 0.4, COLOURS[colour]), "colour": colour})
        drawn[-1] |= {"column": x, "row": y}
    colour, word = draft.chance.choice(colours), draft.fair(("column", "row"))
    number = next(one[word] for one in drawn if one["colour"] == colour)
    question = f"In which {word} is the {colour} mark? {_NUMBERED[word]}"
    return Problem(question, {"map": drawn, "ask": {"colour": colour, "word": word}}, canvas, str(number))
