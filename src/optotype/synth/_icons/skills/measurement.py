"""Measurement: rulers, unit cubes, paper clips, thermometers, cups, scales."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, INK, Canvas, toward
from optotype.synth._icons.figures import (
    DRINKS,
    LONG_THINGS,
    bar_thing,
    die,
    glass,
    paper_clip,
    ruler,
    thermometer,
    unit_cube,
)
from optotype.synth._icons.problem import Alternative, Draft, Problem, Scene, among, template
from optotype.synth._icons.things import extent


def _on_ruler(draft: Draft, start: float, length: float, unit: int, marks: int, name: str) -> tuple[Canvas, str]:
    kind = draft.chance.choice(LONG_THINGS)
    canvas = draft.canvas(unit * marks + 44, 112)
    thick = draft.rung.size(24, 14)
    bar_thing(canvas, (22 + start * unit, 44 - thick), length * unit, thick, kind, draft.colour())
    ruler(canvas, (10, 54), unit, marks, name, halves=name == "in")
    return canvas, kind


def _off(draft: Draft) -> float:
    """By how much a length differs from a full unit: more at higher levels, never near a half."""
    return draft.chance.uniform(-1, 1) * (0, 0, 0.1, 0.15, 0.2, 0.22, 0.25, 0.28)[draft.rung.level - 1]


@template("fill_in_blank", "estimation")
def ruler_cm(draft: Draft) -> Problem:
    """Length in centimetres."""
    number = draft.chance.randint(1, 12)
    length = max(0.8, number + _off(draft))
    canvas, kind = _on_ruler(draft, 0, length, draft.rung.size(42, 30), 13, "cm")
    question = (
        f"Measure the {kind} with the ruler. To the nearest centimeter, the {kind} is about (_) centimeters long."
    )
    return Problem(question, {"start": 0, "end": round(length, 3), "ask": {}}, canvas, str(number), unit="centimeters")


@template("fill_in_blank", "estimation")
def ruler_inches(draft: Draft) -> Problem:
    """Length in inches."""
    number = draft.chance.randint(1, 7)
    length = max(0.8, number + _off(draft))
    canvas, kind = _on_ruler(draft, 0, length, draft.rung.size(72, 48), 8, "in")
    question = f"To the nearest inch, how long is the {kind}? It is about (_) inches long."
    return Problem(question, {"start": 0, "end": round(length, 3), "ask": {}}, canvas, str(number), unit="inches")


@template("choose_txt", "algebra")
def ruler_offset(draft: Draft) -> Problem:
    """Length of something that does not begin at zero."""
    number, wrong = draft.numbers(2, 8, step=1, count=draft.offered(3, 5))
    start = draft.chance.randint(1, 3)
    canvas, kind = _on_ruler(draft, start, number, draft.rung.size(42, 30), 12, "cm")
    question = draft.say(f"How long is the {kind}?", f"The {kind} does not begin at 0. How long is it?")
    return Problem(
        question, {"start": start, "end": start + number, "ask": {}}, canvas, *among(number, wrong, "{} cm".format)
    )


@template("fill_in_blank", "comparing", "algebra")
def ruler_difference(draft: Draft) -> Problem:
    """How much longer one line is than another."""
    shorter = draft.chance.randint(1, 7)
    by = draft.chance.randint(1, 12 - shorter)
    unit = draft.rung.size(42, 30)
    colours = draft.colours(2)
    canvas = draft.canvas(unit * 13 + 44, 132)
    lengths = [(colours[0], shorter + by), (colours[1], shorter)]
    order = lengths[:]
    draft.chance.shuffle(order)
    for row, (colour, length) in enumerate(order):
        canvas.rectangle((22, 14 + row * 28, 22 + length * unit, 26 + row * 28), COLOURS[colour])
    ruler(canvas, (10, 74), unit, 13, "cm")
    question = f"How many centimeters longer is the {colours[0]} line than the {colours[1]} line?"
    scene: Scene = {"lines": dict(lengths), "ask": {"long": colours[0], "short": colours[1]}}
    return Problem(question, scene, canvas, str(by), unit="centimeters")


@template("choose_img", "estimation")
def ruler_pictures(draft: Draft) -> Problem:
    """Which line has a length."""
    number, wrong = draft.numbers(1, 9, step=1, count=draft.offered(2, 4))
    unit = 32

    def option(length: int) -> Alternative:
        canvas = draft.option(unit * 10 + 44, 96)
        bar_thing(canvas, (22, 12), length * unit, 20, "line", INK)
        ruler(canvas, (10, 42), unit, 10, "cm")
        return Alternative(canvas=canvas, scene={"length": length})

    question = draft.say("Which line is {} centimeters long?", "Which picture shows a line of {} centimeters?").format(
        number
    )
    if number == 1:
        question = question.replace("centimeters", "centimeter")
    return Problem(question, {"ask": {"length": number}}, None, *among(number, wrong, option))


def _with_units(draft: Draft, number: int, unit: int, what: str) -> tuple[Canvas, str]:
    kind = draft.chance.choice(LONG_THINGS)
    canvas = draft.canvas(unit * number + 60, 40 + unit + 40)
    bar_thing(canvas, (20, 16), unit * number, draft.rung.size(24, 14), kind, draft.colour())
    colour = draft.colour()
    for place in range(number):
        corner = (20 + place * unit, 60)
        if what == "cubes":
            unit_cube(canvas, corner, unit, colour)
        elif what == "paper clips":
            paper_clip(canvas, (corner[0] + 1, corner[1] + 4), unit - 2)
        else:
            die(canvas, (corner[0] + unit / 2, corner[1] + unit / 2), unit - 1, draft.chance.randint(1, 6), colour)
    return canvas, kind


@template("fill_in_blank", "counting", "estimation")
def cubes_long(draft: Draft) -> Problem:
    """How many cubes long something is."""
    number = draft.count(8, 14)
    canvas, kind = _with_units(draft, number, draft.rung.size(44, 28), "cubes")
    return Problem(
        f"How many cubes long is the {kind}?", {"units": number, "ask": {}}, canvas, str(number), unit="cubes"
    )


@template("fill_in_blank", "counting", "estimation")
def clips_long(draft: Draft) -> Problem:
    """How many paper clips long something is."""
    number = draft.count(6, 10)
    canvas, kind = _with_units(draft, number, draft.rung.size(70, 44), "paper clips")
    question = f"Paper clips lie end to end below the {kind}. The {kind} is about (_) paper clips long."
    return Problem(question, {"units": number, "ask": {}}, canvas, str(number), unit="paper clips")


@template("fill_in_blank", "counting", "estimation")
def dice_long(draft: Draft) -> Problem:
    """How many dice long something is."""
    number = draft.count(8, 12)
    canvas, kind = _with_units(draft, number, draft.rung.size(46, 30), "dice")
    question = f"Use the dice to measure the {kind}. It is about (_) dice long."
    return Problem(question, {"units": number, "ask": {}}, canvas, str(number), unit="dice")


@template("fill_in_blank", "counting")
def blocks_tall(draft: Draft) -> Problem:
    """How many blocks tall something is."""
    number = draft.count(6, 10, 2)
    unit = draft.rung.size(34, 24)
    thing = draft.chance.choice(
        ("giraffe", "tree", "pine-tree", "cactus", "rocket", "castle", "snowman", "door", "ladder", "candle")
    )
    high = number * unit
    wide, tall = extent(thing, draft.style, 96)
    size = round(high * max(wide, tall) / tall)
    wide, _ = extent(thing, draft.style, size)
    canvas = draft.canvas(wide + unit + 60, high + 40)
    bottom = 20 + high
    drawn = canvas.icon(thing, (20 + wide / 2, 20 + high / 2), size, draft.style)
    colour = draft.colour()
    for place in range(number):
        unit_cube(canvas, (34 + wide, bottom - (place + 1) * unit), unit, colour)
    name = thing.replace("-", " ")
    question = draft.say("How many blocks tall is the {}?", "The {} is (_) blocks tall. Which number is missing?")
    scene: Scene = {"thing": drawn, "units": number, "ask": {}}
    return Problem(question.format(name), scene, canvas, str(number), unit="blocks")


@template("fill_in_blank")
def temperature(draft: Draft) -> Problem:
    """What a thermometer shows."""
    step = draft.chance.choice((5, 10) if draft.rung.level < 5 else (2, 5))
    low = draft.chance.choice((-20, -10, 0))
    high = low + step * 12
    value = low + step * draft.chance.randint(1, 11)
    canvas = draft.canvas(150, 330)
    thermometer(canvas, (55, 16), 250, low, high, value, step)
    canvas.text((110, 296), "°C", 16)
    scene: Scene = {"low": low, "high": high, "step": step, "value": value, "ask": {}}
    question = draft.say(
        "What temperature does the thermometer show, in degrees?", "How many degrees does the thermometer show?"
    )
    return Problem(question, scene, canvas, str(value), unit="°C")


@template("choose_img", "comparing")
def warmer(draft: Draft) -> Problem:
    """Which thermometer shows the warmest or coldest temperature."""
    word = draft.fair(("warmest", "coldest"))
    count = draft.offered(2, 4)
    values = sorted(draft.chance.sample(range(0, 41, 10 if draft.rung.level < 3 else 5), count))
    right = values.pop(-1 if word == "warmest" else 0)

    def option(value: int) -> Alternative:
        canvas = draft.option(110, 250)
        thermometer(canvas, (38, 14), 180, 0, 40, value, 5)
        return Alternative(canvas=canvas, scene={"value": value})

    rank = word if count > 2 else {"warmest": "warmer", "coldest": "colder"}[word]
    question = f"Which thermometer shows the {rank} temperature?"
    return Problem(question, {"ask": {"word": word}}, None, *among(right, values, option))


def _cup(draft: Draft, marks: int, step: int, at: int, unit: str) -> Canvas:
    canvas = draft.canvas(230, 260)
    glass(canvas, (30, 20, 140, 240), at / (step * (marks + 0.5)), draft.chance.choice(list(DRINKS.values())))
    for number in range(1, marks + 1):
        y = 240 - 220 * number / (marks + 0.5)
        canvas.rectangle((134, y, 150, y + 1), INK)
        if number % 2 == 0 or marks <= 5 or draft.rung.level < 4:
            canvas.text((156, y), f"{number * step} {unit}", 13, anchor="lm")
    return canvas


@template("fill_in_blank")
def cup_reading(draft: Draft) -> Problem:
    """How much is in a measuring cup."""
    marks = draft.rung.most(5, 10)
    step = draft.chance.choice((10, 50, 100))
    at = draft.chance.randint(1, marks) * step
    canvas = _cup(draft, marks, step, at, "mL")
    question = draft.say(
        "How many milliliters are in the cup?", "The cup holds (_) milliliters. Which number is missing?"
    )
    return Problem(question, {"step": step, "marks": marks, "value": at, "ask": {}}, canvas, str(at), unit="mL")


@template("choose_txt")
def cup_options(draft: Draft) -> Problem:
    """How many cups are in a measuring jug."""
    marks = 8
    number, wrong = draft.numbers(1, marks, step=1, count=draft.offered(3, 5))
    canvas = _cup(draft, marks, 1, number, "")
    question = draft.say(
        "The marks are cups. How many cups are in the jug?", "How many cups of liquid does the jug hold?"
    )
    return Problem(
        question, {"step": 1, "marks": marks, "value": number, "ask": {}}, canvas, *among(number, wrong, str)
    )


@template("fill_in_blank")
def dial_scale(draft: Draft) -> Problem:
    """What a scale with a hand shows."""
    high = 10 if draft.rung.level < 4 else 20
    value = draft.chance.randint(1, high - 1)
    thing = draft.thing("fruit", "vegetable", "toy", "animal")
    canvas = draft.canvas(240, 330)
    _, tall = extent(thing.key, draft.style, 84)
    drawn = canvas.icon(thing.key, (120, 94 - tall / 2), 84, draft.style)
    canvas.polygon([(40, 96), (200, 96), (180, 110), (60, 110)], "#b0bec5", "#607d8b")
    canvas.rectangle((30, 116, 210, 320), "#eceff1", "#607d8b", 3, 14)
    centre = (120, 220)
    canvas.ellipse(centre, 82, None, "#ffffff", "#607d8b", 2)
    for number in range(high):
        angle = 360 * number / high
        canvas.line([toward(centre, 74, angle), toward(centre, 81, angle)], INK, 2)
        if high == 10 or number % 2 == 0:
            canvas.text(toward(centre, 62, angle), str(number), 13)
    canvas.arrow(centre, toward(centre, 48, 360 * value / high), COLOURS["red"], 3, 12)
    canvas.ellipse(centre, 5, None, INK)
    question = draft.say(
        "The scale shows kilograms. How heavy is the {} on it?",
        "What weight does the scale show for the {}, in kilograms?",
    ).format(thing.name)
    return Problem(question, {"thing": drawn, "high": high, "value": value, "ask": {}}, canvas, str(value), unit="kg")


@template("choose_txt", "comparing")
def longest_by_cubes(draft: Draft) -> Problem:
    """What is so many cubes long."""
    count = draft.offered(2, 4)
    colours = draft.colours(count)
    lengths = draft.chance.sample(range(2, 10), len(colours))
    unit = draft.rung.size(32, 24)
    canvas = draft.canvas(unit * 10 + 30, len(colours) * 66 + 14)
    for row, (colour, length) in enumerate(zip(colours, lengths, strict=True)):
        y = 10 + row * 66
        bar_thing(canvas, (14, y), unit * length, 18, "pencil", COLOURS[colour])
        for place in range(length):
            unit_cube(canvas, (14 + place * unit, y + 23), unit, "#90a4ae")
    truth = draft.fair(range(len(colours)))
    question = f"Which pencil is {lengths[truth]} cubes long?"
    scene: Scene = {"pencils": dict(zip(colours, lengths, strict=True)), "ask": {"length": lengths[truth]}}
    return Problem(question, scene, canvas, *among(colours[truth], colours, "the {} one".format))


@template("fill_in_blank", "estimation", first=True)
def ribbon_of_a_colour(draft: Draft) -> Problem:
    """How long one of four ribbons is."""
    most = 10
    unit = draft.rung.size(42, 30)
    lengths = dict(zip(draft.colours(4), draft.chance.sample(range(1, most + 1), 4), strict=True))
    thick = round(unit * 1.3)
    canvas = draft.canvas(unit * most + 44, 4 * (thick + 12) + 72)
    for row, (colour, length) in enumerate(lengths.items()):
        top = 12 + row * (thick + 12)
        canvas.rectangle((22, top, 22 + length * unit, top + thick), COLOURS[colour])
    ruler(canvas, (10, 4 * (thick + 12) + 14), unit, most, "cm")
    colour = draft.chance.choice(list(lengths))
    question = draft.say("How many centimeters long is the {} ribbon?", "What is the length of the {} ribbon?")
    scene: Scene = {"ribbons": lengths, "ask": {"colour": colour}}
    return Problem(question.format(colour), scene, canvas, str(lengths[colour]), unit="centimeters")
