"""Patterns: what comes next, what is missing, which place, which one is different."""

from __future__ import annotations

import math
from collections.abc import Sequence

from optotype.synth._icons.canvas import COLOURS, Canvas
from optotype.synth._icons.figures import MARKS, marble, mark
from optotype.synth._icons.problem import Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.things import Thing, catalogue

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_UNITS = ("AB", "AAB", "ABB", "ABC", "AABB", "ABCB", "AABC", "ABCC")


def _unit(draft: Draft) -> str:
    most = (2, 3, 4, 4, 5, 6, 8, 8)[draft.rung.level - 1]
    return draft.chance.choice(_UNITS[:most])


def _begun(draft: Draft, unit: str) -> str:
    """A unit twice and begun again, up to the letter that is asked for: each letter is as likely."""
    truth = draft.fair(sorted(set(unit)))
    endless = unit * 10
    return endless[
        : draft.chance.choice([n for n in range(len(unit) * 2, len(unit) * 3 + 1) if endless[n] == truth]) + 1
    ]


def _strip(draft: Draft, things: Sequence[Thing | None], size: int) -> tuple[Canvas, list[Scene]]:
    canvas, places = draft.in_rows(len(things), 12, size * 1.22)
    drawn: list[Scene] = []
    for (x, y), thing in zip(places, things, strict=True):
        if thing is None:
            canvas.rectangle((x - size / 2, y - size / 2, x + size / 2, y + size / 2), "#ffffff", "#78909c", 2, 6)
            canvas.text((x, y), "?", size * 0.5)
            drawn.append({"what": None, "x": round(x), "y": round(y)})
        else:
            drawn.append(canvas.icon(thing.key, (x, y), size, draft.style))
    return canvas, drawn


def _things_pattern(draft: Draft) -> tuple[list[Thing], str, list[Thing]]:
    """Things, a unit such as AAB, and the things in order, the last one being asked for."""
    unit = _unit(draft)
    things = draft.things(draft.offered(3, 5))
    chosen = dict(zip(sorted(set(unit)), things, strict=False))
    return things, unit, [chosen[letter] for letter in _begun(draft, unit)]


@template("choose_img")
def next_thing(draft: Draft) -> Problem:
    """What comes next, in pictures."""
    things, unit, order = _things_pattern(draft)
    canvas, drawn = _strip(draft, [*order[:-1], None], draft.rung.size(58, 36))
    in_it = [thing for thing in things if thing in order and thing is not order[-1]]
    others = in_it + [thing for thing in things if thing not in order]
    wrong = others[: draft.offered(2, 4) - 1]
    question = draft.say("Which comes next in the pattern?", "What is the next picture in this pattern?")
    scene: Scene = {"row": drawn, "period": len(unit), "ask": {}}
    return Problem(question, scene, canvas, *among(order[-1], wrong, draft.small_icon))


@template("choose_txt")
def next_thing_named(draft: Draft) -> Problem:
    """What comes next, in words."""
    _, unit, order = _things_pattern(draft)
    canvas, drawn = _strip(draft, [*order[:-1], None], draft.rung.size(58, 36))
    in_it = sorted({thing.name for thing in order})
    wrong = [name for name in in_it if name != order[-1].name]
    question = draft.say("What comes next in the pattern?", "Look at the pattern. Which one comes next?")
    return Problem(question, {"row": drawn, "period": len(unit), "ask": {}}, canvas, order[-1].name, wrong)


@template("choose_img")
def missing_thing(draft: Draft) -> Problem:
    """What is missing in the middle."""
    things, unit, order = _things_pattern(draft)
    places = range(len(unit), len(order) - 1)
    hole = draft.chance.choice(places)
    shown: list[Thing | None] = list(order)
    shown[hole] = None
    canvas, drawn = _strip(draft, shown, draft.rung.size(58, 36))
    others = [thing for thing in things if thing is not order[hole]]
    others.sort(key=lambda thing: thing not in order)
    wrong = others[: draft.offered(2, 4) - 1]
    question = draft.say("Which picture is missing in the pattern?", "What belongs in the empty box?")
    scene: Scene = {"row": drawn, "period": len(unit), "ask": {}}
    return Problem(question, scene, canvas, *among(order[hole], wrong, draft.small_icon))


@template("choose_txt")
def next_colour(draft: Draft) -> Problem:
    """Which colour the next bead has."""
    unit = _unit(draft)
    letters = sorted(set(unit))
    colours = dict(zip(letters, draft.colours(len(letters)), strict=True))
    order = [colours[letter] for letter in _begun(draft, unit)]
    r = draft.rung.size(20, 13)
    canvas = draft.canvas(len(order) * r * 2.3 + 40, r * 2 + 40)
    y = canvas.height / 2
    canvas.line([(8, y), (canvas.width - 8, y)], "#8d6e63", 3)
    for number, colour in enumerate(order[:-1]):
        mark(canvas, "circles", (20 + (number + 0.5) * r * 2.3, y), r, COLOURS[colour])
    canvas.ellipse((20 + (len(order) - 0.5) * r * 2.3, y), r * 0.9, None, "#ffffff", "#78909c", 2)
    canvas.text((20 + (len(order) - 0.5) * r * 2.3, y), "?", r)
    question = draft.say("What colour will the next bead be?", "Which colour comes next on the string?")
    scene: Scene = {"beads": order[:-1], "period": len(unit), "ask": {}}
    return Problem(question, scene, canvas, order[-1], without(colours.values(), order[-1]))


@template("choose_img")
def next_turn(draft: Draft) -> Problem:
    """Which way a turning arrow points next."""
    step = draft.chance.choice((90, 270) if draft.rung.level < 4 else (45, 90, 135, 270, 315))
    start = draft.chance.choice((0, 90, 180, 270))
    shown = draft.chance.randint(3, 4)
    angles = [(start + step * number) % 360 for number in range(shown + 1)]
    colour = draft.colour()

    def arrow(canvas: Canvas, at: tuple[float, float], reach: float, angle: int) -> None:
        dx, dy = math.sin(math.radians(angle)) * reach, -math.cos(math.radians(angle)) * reach
        canvas.arrow((at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy), colour, reach * 0.18, reach * 0.6)

    reach = draft.rung.size(34, 22)
    cell = reach * 2.5
    canvas = draft.canvas(cell * (shown + 1) + 16, cell + 16)
    for number, angle in enumerate(angles[:-1]):
        arrow(canvas, (8 + (number + 0.5) * cell, canvas.height / 2), reach, angle)
    canvas.text((8 + (shown + 0.5) * cell, canvas.height / 2), "?", reach)

    def option(angle: int) -> Alternative:
        small = draft.option(110)
        arrow(small, (55, 55), 36, angle)
        return Alternative(canvas=small, scene={"angle": angle})

    pool = without(range(0, 360, 90 if step % 90 == 0 else 45), angles[-1])
    wrong = draft.chance.sample(pool, draft.offered(2, 4) - 1)
    question = draft.say("The arrow keeps turning in the same way. Which comes next?", "Which arrow comes next?")
    return Problem(question, {"angles": angles[:-1], "ask": {}}, canvas, *among(angles[-1], wrong, option))


@template("choose_img")
def next_size(draft: Draft) -> Problem:
    """Small and large in turn."""
    thing = draft.thing()
    unit = draft.chance.choice(("AB", "AAB", "ABB") if draft.rung.level < 5 else ("AAB", "ABB", "AABB", "ABBB"))
    big, small = 56, (28, 30, 32, 34, 36, 37, 38, 39)[draft.rung.level - 1]
    order = [big if letter == "A" else small for letter in _begun(draft, unit)]
    canvas = draft.canvas(len(order) * 62 + 16, 80)
    drawn = [
        canvas.icon(thing.key, (8 + (number + 0.5) * 62, 40), size, draft.style)
        for number, size in enumerate(order[:-1])
    ]
    canvas.text((8 + (len(order) - 0.5) * 62, 40), "?", 28)

    def option(size: int) -> Alternative:
        option_canvas = draft.option(110)
        return Alternative(canvas=option_canvas, scene=option_canvas.icon(thing.key, (55, 55), size, draft.style))

    question = draft.say("Which comes next in the pattern?", "Large or small: which one comes next?")
    scene: Scene = {"row": drawn, "period": len(unit), "ask": {}}
    return Problem(question, scene, canvas, *among(order[-1], (big, small), option))


@template("choose_txt")
def pattern_rule(draft: Draft) -> Problem:
    """Which letters describe the pattern."""
    rules = draft.chance.sample(("AB", "AAB", "ABB", "ABC", "AABB"), draft.offered(2, 5))
    truth = draft.fair(sorted(rules))
    letters = dict(zip("ABC", draft.things(3), strict=True))
    length = len(truth) * 3
    canvas, drawn = _strip(draft, [letters[letter] for letter in (truth * 3)[:length]], draft.rung.size(52, 34))
    question = draft.say("Which letters describe the pattern?", "What kind of pattern is this?")
    return Problem(question, {"row": drawn, "ask": {}}, canvas, truth, without(rules, truth))


@template("fill_in_blank", "algebra", "counting")
def growing(draft: Draft) -> Problem:
    """How many dots the next figure has."""
    step = draft.chance.randint(1, draft.rung.most(2, 5))
    start = draft.chance.randint(1, 4)
    counts = [start + step * number for number in range(5)]
    colour, kind = draft.colour(), draft.chance.choice(MARKS)
    r = 8 if draft.rung.level > 5 else 10
    columns = 4
    cell = columns * r * 2.4 + 18
    lines = -(-counts[3] // columns)
    canvas = draft.canvas(cell * 5 + 10, max(lines * r * 2.4, 50) + 46)
    for figure in range(5):
        x = 8 + figure * cell
        canvas.text((x + cell / 2, canvas.height - 14), str(figure + 1), 15)
        if figure == 4:
            canvas.text((x + cell / 2, canvas.height / 2 - 10), "?", 28)
            continue
        for number in range(counts[figure]):
            at = (x + (number % columns + 0.8) * r * 2.4, canvas.height - 44 - number // columns * r * 2.4)
            mark(canvas, kind, at, r, colour)
    question = f"The pattern goes on in the same way. How many {kind} will figure 5 have?"
    return Problem(question, {"figures": counts[:4], "ask": {}}, canvas, str(counts[4]))


def _ordinal_row(draft: Draft, count: int) -> tuple[list[Thing], list[Thing]]:
    things = draft.things(3)
    order = [draft.chance.choice(things) for _ in range(count)]
    order[:3] = draft.chance.sample(things, 3)
    return things, order


@template("choose_txt", "counting")
def ordinal(draft: Draft) -> Problem:
    """Which picture is in a place."""
    count = draft.rung.most(6, 12)
    things, order = _ordinal_row(draft, count)
    place = draft.chance.randrange(1, count)
    truth = draft.fair(things)
    order[place] = truth
    canvas, drawn = _strip(draft, order, draft.rung.size(56, 34))
    question = f"The first picture is {order[0].a}. Which picture is {_ORDINALS[place]}?"
    wrong = [thing.name for thing in things if thing is not truth]
    return Problem(question, {"row": drawn, "ask": {"place": place}}, canvas, truth.name, wrong)


@template("choose_txt", "counting")
def which_place(draft: Draft) -> Problem:
    """In which place a thing is."""
    count = draft.rung.most(5, 12)
    place, wrong = draft.numbers(1, count, step=1, count=draft.offered(2, min(5, count)))
    thing, *others = draft.things(4)
    order = [draft.chance.choice(others) for _ in range(count)]
    order[place - 1] = thing
    canvas, drawn = _strip(draft, order, draft.rung.size(56, 34))
    question = f"Count from the left. In which place is the {thing.name}?"
    scene: Scene = {"row": drawn, "ask": {"what": thing.key}}
    return Problem(question, scene, canvas, *among(place, wrong, lambda number: _ORDINALS[number - 1]))


@template("choose_img", "comparing")
def different_one(draft: Draft) -> Problem:
    """Which one is different."""
    things = draft.things(2, alike=draft.rung.level > 3)
    count = draft.offered(3, 5)
    options = [draft.icon_option(thing, draft.rung.size(84, 50)) for thing in [things[0]] + [things[1]] * (count - 1)]
    question = draft.say("Which one is different?", "Which picture is not like the others?")
    return Problem(question, {"ask": {}}, None, options[0], options[1:])


@template("choose_img", "comparing")
def same_as_first(draft: Draft) -> Problem:
    """Which one is the same as the picture."""
    things = draft.things(draft.offered(2, 5), alike=draft.rung.level > 3)
    canvas = draft.canvas(150, 150)
    style = draft.style
    drawn = canvas.icon(things[0].key, (75, 75), 110, style)
    options = [draft.icon_option(thing, draft.rung.size(84, 50), style) for thing in things]
    question = draft.say("Which is the same as the picture?", "Which option matches the picture?")
    return Problem(question, {"thing": drawn, "ask": {}}, canvas, options[0], options[1:])


_TYPICAL = {
    "animals": (
        "dog",
        "cat",
        "lion",
        "horse",
        "elephant",
        "giraffe",
        "monkey",
        "rabbit",
        "bear",
        "owl",
        "duck",
        "penguin",
        "frog",
        "mouse",
    ),
    "fruit": ("banana", "red-apple", "pear", "pineapple", "strawberry", "lemon", "orange", "peach"),
    "vehicles": (
        "bus",
        "car",
        "truck",
        "tractor",
        "bicycle",
        "airplane",
        "helicopter",
        "ship",
        "locomotive",
        "fire-truck",
    ),
    "clothes": ("t-shirt", "dress", "pair-of-jeans", "coat", "scarf", "sun-hat", "tie", "pair-of-shorts"),
    "instruments": ("guitar", "trumpet", "violin", "drum", "piano", "saxophone", "accordion"),
    "tools": ("hammer", "saw", "screwdriver", "wrench", "axe", "pickaxe"),
    "buildings": ("house", "school", "castle", "hospital", "factory", "office-building", "hut"),
}


@template("choose_img", "commonsense")
def does_not_belong(draft: Draft) -> Problem:
    """Which one does not belong to the others."""
    kind, other = draft.chance.sample(list(_TYPICAL), 2)
    count = draft.offered(3, 5)
    known = catalogue()
    stranger = known[draft.chance.choice(_TYPICAL[other])]
    members = [known[key] for key in draft.chance.sample(_TYPICAL[kind], count - 1)]
    options = [draft.icon_option(thing, draft.rung.size(84, 50)) for thing in (stranger, *members)]
    question = draft.say("Which one does not belong with the others?", "Which does not fit in the group?")
    return Problem(question, {"ask": {}}, None, options[0], options[1:])


@template("choose_img", "commonsense")
def belongs(draft: Draft) -> Problem:
    """Which one belongs to a group that is shown."""
    kind, *others = draft.chance.sample(list(_TYPICAL), draft.offered(2, 4))
    known = catalogue()
    first, *shown = [known[key] for key in draft.chance.sample(_TYPICAL[kind], 4)]
    canvas, drawn = _strip(draft, shown, draft.rung.size(72, 50))
    right = draft.icon_option(first, 84)
    wrong = [draft.icon_option(known[draft.chance.choice(_TYPICAL[other])], 84) for other in others]
    question = draft.say("Which one belongs with the things in the picture?", "Which would you add to this group?")
    return Problem(question, {"row": drawn, "ask": {}}, canvas, right, wrong)


@template("choose_img", "geometry", "comparing")
def sorted_into(draft: Draft) -> Problem:
    """Which shape belongs into a ring with a rule."""
    colours, kinds = draft.colours(3), draft.chance.sample(MARKS, 3)
    rule = draft.fair(("colour", "kind", "both"))
    colour, kind = colours[0], kinds[0]
    canvas = draft.canvas(330, 190)
    members: list[Scene] = []
    canvas.ellipse((165, 95), 155, 85, "#ffffff", "#90caf9", 3)
    for number in range(4 if draft.rung.level < 5 else 5):
        at = (75 + number * (60 if draft.rung.level < 5 else 45), 95 + draft.chance.randint(-22, 22))
        here = (colour if rule != "kind" else colours[number % 3], kind if rule != "colour" else kinds[number % 3])
        mark(canvas, here[1], at, draft.rung.size(22, 15), COLOURS[here[0]])
        members.append({"colour": here[0], "mark": here[1]})

    def option(pair: tuple[str, str]) -> Alternative:
        small = draft.option(100)
        mark(small, pair[1], (50, 50), draft.rung.size(32, 22), COLOURS[pair[0]])
        return Alternative(canvas=small, scene={"colour": pair[0], "mark": pair[1]})

    right = {
        "colour": (colour, draft.chance.choice(kinds)),
        "kind": (draft.chance.choice(colours), kind),
        "both": (colour, kind),
    }[rule]
    if rule == "colour":
        wrong = [(other, shape) for other in colours[1:] for shape in kinds]
    elif rule == "kind":
        wrong = [(shade, other) for other in kinds[1:] for shade in colours]
    else:
        wrong = [(colour, kinds[1]), (colours[1], kind), (colours[1], kinds[1])]
    chosen = draft.chance.sample(wrong, draft.offered(2, 4) - 1)
    question = draft.say(
        "The shapes in the ring go together. Which one belongs in the ring?",
        "Which shape follows the rule of the ring?",
    )
    return Problem(question, {"members": members, "ask": {}}, canvas, *among(right, chosen, option))


@template("fill_in_blank", "counting", first=True)
def beads_in_each_repeat(draft: Draft) -> Problem:
    """How many beads of a colour the part of a row has that repeats."""
    colours = draft.colours(3)
    length = draft.rung.most(6, 9)
    unit = draft.shared(length, colours)
    while math.gcd(*(unit.count(colour) for colour in colours)) > 1:  # it might repeat within itself
        unit = draft.shared(length, colours)
    radius = draft.rung.size(26, 16)
    cell = radius * 2.2
    canvas = draft.canvas(length * cell + 20, 3 * cell * 1.3 + 20)
    for number, colour in enumerate(unit * 3):
        row, column = divmod(number, length)
        marble(canvas, (10 + (column + 0.5) * cell, 10 + (row + 0.5) * cell * 1.3), radius, COLOURS[colour])
    colour = draft.chance.choice(colours)
    question = f"The beads repeat in a pattern, row by row. How many {colour} beads are in each repeat?"
    return Problem(question, {"beads": unit * 3, "ask": {"colour": colour}}, canvas, str(unit.count(colour)))
