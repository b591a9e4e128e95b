"""Scenes: a room, a garden, a street, with things on, under, beside and inside."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, INK, Canvas, arc, block, shade
from optotype.synth._icons.problem import YES_NO, Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.things import Thing, extent

_SMALL = ("toy", "fruit", "ball", "sweet", "book", "drink", "party", "clothes", "device", "instrument")
_PLACES = ("on", "under", "beside", "above")


def _room(draft: Draft, furniture: str) -> tuple[Canvas, dict[str, tuple[float, float]]]:
    """A room with a table or a bed; places of things by the word that says where."""
    canvas = draft.canvas(440, 320)
    wall = draft.chance.choice(("#fff3e0", "#e8f5e9", "#e3f2fd", "#fce4ec", "#f3e5f5"))
    canvas.rectangle((0, 0, 439, 245), wall)
    canvas.rectangle((0, 246, 439, 319), "#d7ccc8")
    canvas.rectangle((0, 245, 439, 247), "#a1887f")
    wood = draft.chance.choice(("#a1887f", "#8d6e63", "#bcaaa4", "#c69c6d"))
    dark = shade(wood, 0.6)
    if furniture == "table":
        canvas.rectangle((90, 168, 290, 182), wood, dark)
        for x in (102, 264):
            canvas.rectangle((x, 182, x + 14, 282), wood, dark)
    else:
        canvas.rectangle((90, 168, 290, 205), "#90caf9", "#5c8fbf", 2, 8)
        canvas.rectangle((98, 150, 150, 172), "#ffffff", "#b0bec5", 2, 8)
        canvas.rectangle((82, 130, 92, 282), wood, dark)
        canvas.rectangle((288, 160, 298, 282), wood, dark)
        canvas.rectangle((92, 205, 288, 215), wood, dark)
    canvas.rectangle((110, 78, 270, 88), wood, dark)
    return canvas, {"on": (215, 167), "under": (190, 284), "beside": (370, 284), "above": (190, 77)}


def _stand(draft: Draft, canvas: Canvas, thing: Thing, foot: tuple[float, float], size: int) -> Scene:
    _, high = extent(thing.key, draft.style, size)
    return canvas.icon(thing.key, (foot[0] + draft.chance.randint(-14, 14), foot[1] - high / 2), size, draft.style)


def _furnished(draft: Draft) -> tuple[Canvas, str, dict[str, Thing], Scene]:
    furniture = draft.chance.choice(("table", "bed"))
    things = draft.things(4, *_SMALL)
    canvas, feet = _room(draft, furniture)
    size = draft.rung.size(60, 38)
    where: dict[str, Thing] = dict(zip(_PLACES, things, strict=True))
    drawn = [{**_stand(draft, canvas, thing, feet[place], size), "place": place} for place, thing in where.items()]
    return canvas, furniture, where, {"things": drawn, "furniture": furniture}


def _places(draft: Draft) -> tuple[str, list[str]]:
    """The place that is asked for, and others."""
    place = draft.fair(_PLACES)
    return place, draft.chance.sample(without(_PLACES, place), draft.offered(2, 4) - 1)


def _phrase(place: str, furniture: str) -> str:
    return f"on the shelf above the {furniture}" if place == "above" else f"{place} the {furniture}"


@template("choose_img", "spatial")
def what_is_where(draft: Draft) -> Problem:
    """What is on, under, beside or above a table or bed."""
    canvas, furniture, where, scene = _furnished(draft)
    place, wrong = _places(draft)
    question = draft.say("Which object is {}?", "What is {}?").format(_phrase(place, furniture))
    options = among(place, wrong, lambda one: draft.small_icon(where[one]))
    return Problem(question, {**scene, "ask": {"place": place}}, canvas, *options)


@template("choose_txt", "spatial")
def what_is_where_named(draft: Draft) -> Problem:
    """The same, with names to choose from."""
    canvas, furniture, where, scene = _furnished(draft)
    place, wrong = _places(draft)
    question = draft.say("Which thing is {}?", "Look at the room. What is {}?").format(_phrase(place, furniture))
    options = among(place, wrong, lambda one: where[one].name)
    return Problem(question, {**scene, "ask": {"place": place}}, canvas, *options)


@template("choose_txt", "spatial")
def where_is_it(draft: Draft) -> Problem:
    """Where something is in the room."""
    canvas, furniture, where, scene = _furnished(draft)
    place, wrong = _places(draft)
    question = f"Where is the {where[place].name}?"
    options = among(place, wrong, lambda one: _phrase(one, furniture))
    return Problem(question, {**scene, "ask": {"what": where[place].key}}, canvas, *options)


@template("choose_txt", "spatial")
def is_it_there(draft: Draft) -> Problem:
    """Is something where the question says."""
    canvas, furniture, where, scene = _furnished(draft)
    truth = draft.fair(YES_NO)
    place = draft.chance.choice(_PLACES)
    told = place if truth == "yes" else draft.chance.choice(without(_PLACES, place))
    question = f"Is the {where[place].name} {_phrase(told, furniture)}?"
    ask = {"what": where[place].key, "place": told}
    return Problem(question, {**scene, "ask": ask}, canvas, truth, without(YES_NO, truth))


def _meadow(draft: Draft, width: int = 480, height: int = 320) -> Canvas:
    canvas = draft.canvas(width, height)
    canvas.rectangle((0, 0, width - 1, round(height * 0.55)), "#d6f0ff")
    canvas.rectangle((0, round(height * 0.55), width - 1, height - 1), "#c5e1a5")
    return canvas


def _field(draft: Draft) -> tuple[Canvas, Thing, Thing, dict[str, int], list[Scene]]:
    """Animals in the sky, on the grass and behind a fence."""
    bird, animal = draft.thing("bird", "insect"), draft.thing("animal")
    canvas = _meadow(draft)
    size = draft.rung.size(42, 28)
    counts = {"sky": draft.count(4, 8), "inside": draft.count(4, 8), "outside": draft.count(4, 6)}
    drawn: list[Scene] = []

    def put(thing: Thing, zone: str, left: float, top: float, columns: int, rows: int, cell: float) -> None:
        for place in draft.chance.sample(range(columns * rows), counts[zone]):
            at = (left + (place % columns + 0.5) * cell, top + (place // columns + 0.5) * cell)
            drawn.append({**canvas.icon(thing.key, at, size, draft.style), "zone": zone})

    put(bird, "sky", 12, 10, 8, 3, 54)
    canvas.rectangle((20, 190, 250, 312), "#aed581")
    put(animal, "inside", 28, 196, 4, 2, 54)
    put(animal, "outside", 268, 196, 4, 2, 52)
    for x in range(20, 251, 23):
        canvas.rectangle((x - 2, 296, x + 2, 316), "#8d6e63", "#5d4037", 1)
    canvas.rectangle((18, 302, 252, 305), "#8d6e63")
    canvas.rectangle((20, 190, 250, 312), None, "#8d6e63", 3)
    return canvas, bird, animal, counts, drawn


@template("fill_in_blank", "counting", "spatial")
def in_the_sky(draft: Draft) -> Problem:
    """How many are in the sky, or on the grass."""
    canvas, bird, animal, counts, drawn = _field(draft)
    word = draft.fair(("sky", "grass"))
    if word == "sky":
        question, count = f"How many {bird.plural} are in the sky?", counts["sky"]
    else:
        question, count = f"How many {animal.plural} are on the grass?", counts["inside"] + counts["outside"]
    return Problem(question, {"things": drawn, "ask": {"word": word}}, canvas, str(count))


@template("fill_in_blank", "counting", "spatial")
def behind_the_fence(draft: Draft) -> Problem:
    """How many are inside the fence, or outside."""
    canvas, _, animal, counts, drawn = _field(draft)
    word = draft.fair(("inside", "outside"))
    question = f"How many {animal.plural} are {word} the fence?"
    return Problem(question, {"things": drawn, "ask": {"zone": word}}, canvas, str(counts[word]))


@template("choose_img", "spatial")
def alone_outside(draft: Draft) -> Problem:
    """Which animal is outside, or inside."""
    things = draft.things(draft.offered(2, 4), "animal")
    word = draft.fair(("inside", "outside"))
    canvas = _meadow(draft, 480, 260)
    canvas.rectangle((20, 120, 270, 240), "#aed581", "#8d6e63", 4)
    size = draft.rung.size(60, 40)
    alone, rest = things[0], things[1:]
    zones = {word: [alone], ("outside" if word == "inside" else "inside"): rest}
    drawn: list[Scene] = []
    for zone, some in zones.items():
        for number, thing in enumerate(some):
            x = 62 + number * 80 if zone == "inside" else 310 + number * 64
            at = (x, 180 + draft.chance.randint(-14, 14))
            here = canvas.icon(thing.key, at, size if zone == "inside" else min(size, 54), draft.style)
            drawn.append({**here, "zone": zone})
    question = draft.say("Which animal is {} the fence?", "Which animal do you see {} the fence?").format(word)
    return Problem(question, {"things": drawn, "ask": {"zone": word}}, canvas, *among(alone, rest, draft.small_icon))


@template("fill_in_blank", "counting", "algebra")
def crossed_out(draft: Draft) -> Problem:
    """How many are left."""
    thing = draft.thing()
    total = draft.count(8, 16, 3)
    gone = draft.chance.randint(1, total - 1)
    size = draft.rung.size(54, 34)
    canvas, places = draft.in_rows(total, 5 if total <= 10 else 8, size * 1.25)
    crossed = set(draft.chance.sample(range(total), gone)) if draft.rung.level > 4 else set(range(total - gone, total))
    drawn: list[Scene] = []
    for number, (x, y) in enumerate(places):
        drawn.append({**canvas.icon(thing.key, (x, y), size, draft.style), "crossed": number in crossed})
        if number in crossed:
            half = size * 0.48
            for dx in (-half, half):
                canvas.line([(x - dx, y - half), (x + dx, y + half)], "#d50000", 4)
    question = draft.say("Some {} are crossed out. How many are left?", "How many {} are not crossed out?").format(
        thing.plural
    )
    return Problem(question, {"things": drawn, "ask": {}}, canvas, str(total - gone))


@template("fill_in_blank", "counting", "algebra")
def in_all(draft: Draft) -> Problem:
    """Two groups together."""
    thing = draft.thing()
    first, second = draft.count(6, 12), draft.count(6, 12)
    size = draft.rung.size(44, 30)
    canvas = draft.canvas(520, 260)
    drawn: list[Scene] = []
    for side, count in enumerate((first, second)):
        centre = 130 + side * 260
        canvas.ellipse((centre, 130), 120, 118, "#ffffff", COLOURS[("blue", "orange")[side]], 3)
        columns = min(count, 3 if count <= 9 else 4)

        for at in block((centre, 130), count, columns, min(48, size * 1.2)):
            drawn.append({**canvas.icon(thing.key, at, size, draft.style), "group": side})
    question = draft.say(
        "How many {} are there in all?", "There are two groups of {}. How many are there altogether?"
    ).format(thing.plural)
    return Problem(question, {"things": drawn, "ask": {}}, canvas, str(first + second))


def _paint(canvas: Canvas, what: str, at: tuple[float, float], size: float, colour: str) -> None:
    """Draws something that can have any colour."""
    x, y = at
    s = size / 2
    edge = shade(colour, 0.6)
    if what == "balloon":
        canvas.line([(x, y + s * 0.5), (x + s * 0.1, y + s)], INK, 2)
        canvas.ellipse((x, y - s * 0.2), s * 0.62, s * 0.75, colour, edge)
        canvas.ellipse((x - s * 0.2, y - s * 0.5), s * 0.12, s * 0.18, shade(colour, 2))
    elif what == "house":
        canvas.rectangle((x - s * 0.7, y - s * 0.1, x + s * 0.7, y + s), colour, edge)
        canvas.polygon([(x - s * 0.95, y - s * 0.1), (x, y - s), (x + s * 0.95, y - s * 0.1)], "#cfd8dc", "#607d8b")
        canvas.rectangle((x - s * 0.18, y + s * 0.4, x + s * 0.18, y + s), "#ffffff", "#607d8b")
    elif what == "car":
        canvas.polygon(
            [(x - s * 0.6, y), (x - s * 0.35, y - s * 0.5), (x + s * 0.35, y - s * 0.5), (x + s * 0.65, y)],
            "#e1f5fe",
            edge,
        )
        canvas.rectangle((x - s, y, x + s, y + s * 0.45), colour, edge, 2, s * 0.15)
        for dx in (-0.55, 0.55):
            canvas.ellipse((x + s * dx, y + s * 0.48), s * 0.24, None, "#37474f", "#cfd8dc", 2)
    elif what == "flower":
        canvas.line([(x, y), (x, y + s)], "#558b2f", 4)
        for px, py in [(0, -0.78), (0.48, -0.45), (0.3, 0.08), (-0.3, 0.08), (-0.48, -0.45)]:
            canvas.ellipse((x + px * s, y + py * s - s * 0.05), s * 0.3, None, colour, edge)
        canvas.ellipse((x, y - s * 0.35), s * 0.24, None, "#fff59d", "#f9a825")
    else:  # umbrella
        canvas.line([(x, y - s * 0.6), (x, y + s * 0.8)], INK, 4)
        canvas.polygon([*arc((x, y), s * 0.95, s * 0.85, -90, 90, 32)], colour, edge)


_PAINTABLE = ("balloon", "house", "car", "flower", "umbrella")


def _painted(draft: Draft) -> tuple[Canvas, list[Scene]]:
    colours = draft.colours(draft.offered(3, 5))
    whats = draft.chance.sample(_PAINTABLE, len(colours))
    canvas = _meadow(draft, 110 * len(colours) + 30, 200)
    size = draft.rung.size(86, 50)
    drawn: list[Scene] = []
    for number, (what, colour) in enumerate(zip(whats, colours, strict=True)):
        at = (70 + number * 110, 105 + draft.chance.randint(-12, 12))
        _paint(canvas, what, at, size, COLOURS[colour])
        drawn.append({"what": what, "colour": colour, "x": at[0], "y": at[1]})
    return canvas, drawn


def _one_first(draft: Draft, drawn: list[Scene]) -> list[Scene]:
    """One to ask about, and as many others as there are wrong options."""
    one = draft.chance.choice(drawn)
    return [one, *(other for other in drawn if other is not one)][: draft.rung.options]


@template("choose_txt")
def colour_of(draft: Draft) -> Problem:
    """What colour something has."""
    canvas, drawn = _painted(draft)
    one, *others = _one_first(draft, drawn)
    wrong = [other["colour"] for other in others]
    question = draft.say("What colour is the {}?", "Which colour does the {} have?").format(one["what"])
    return Problem(question, {"painted": drawn, "ask": {"what": one["what"]}}, canvas, one["colour"], wrong)


@template("choose_txt")
def what_has_colour(draft: Draft) -> Problem:
    """What has a colour."""
    canvas, drawn = _painted(draft)
    one, *others = _one_first(draft, drawn)
    question = f"What is {one['colour']}?"
    wrong = [other["what"] for other in others]
    return Problem(question, {"painted": drawn, "ask": {"colour": one["colour"]}}, canvas, one["what"], wrong)


@template("choose_txt", "commonsense")
def weather(draft: Draft) -> Problem:
    """What the weather is like."""
    kinds = {"sunny": "sun", "rainy": "drop-of-water", "snowy": "snowflake", "cloudy": "cloud"}
    names = draft.chance.sample(list(kinds), draft.offered(2, 4))
    truth = draft.fair(sorted(names))
    canvas = _meadow(draft)
    house = draft.chance.choice(("house", "hut", "school", "tree"))
    drawn = [canvas.icon(house, (120, 205), 110, draft.style), canvas.icon("pine-tree", (350, 200), 100, draft.style)]
    size = draft.rung.size(70, 44)
    if truth == "sunny":
        drawn.append(canvas.icon("sun", (draft.chance.randint(60, 420), 55), size, draft.style))
    else:
        for x in (90, 230, 370):
            drawn.append(canvas.icon("cloud", (x, 42), size, draft.style))
    if truth in ("rainy", "snowy"):
        for number in range(12):
            x = 30 + number % 6 * 80 + draft.chance.randint(-8, 8)
            y = 96 + number // 6 * 46 + draft.chance.randint(-6, 6)
            drawn.append(canvas.icon(kinds[truth], (x, y), 20, draft.style))
    question = draft.say("What is the weather like?", "What kind of day is it in the picture?")
    return Problem(question, {"things": drawn, "ask": {}}, canvas, truth, without(names, truth))


@template("choose_txt")
def is_there(draft: Draft) -> Problem:
    """Is there such a thing in the crowd."""
    truth = draft.fair(YES_NO)
    crowd = draft.things(min(16, 7 + draft.rung.clutter * 2))
    size = draft.rung.size(56, 34)
    asked = draft.chance.choice(crowd) if truth == "yes" else draft.thing(but=[thing.key for thing in crowd])
    points, wide, high = draft.scatter(len(crowd), size * 1.25)
    canvas = draft.canvas(wide, high)
    drawn = [
        canvas.icon(thing.key, at, size, draft.style_now(), turn=draft.tilt())
        for thing, at in zip(crowd, points, strict=True)
    ]
    question = draft.say("Is there {} in the picture?", "Can you find {}?").format(asked.a)
    return Problem(question, {"things": drawn, "ask": {"what": asked.key}}, canvas, truth, without(YES_NO, truth))


@template("choose_img")
def which_is_in_it(draft: Draft) -> Problem:
    """Which of the options is in the picture, or is not."""
    count = draft.offered(2, 4)
    present = draft.fair((True, False))
    crowd = draft.things(min(15, 8 + draft.rung.clutter * 2))
    strangers = draft.things(count, but=[thing.key for thing in crowd])
    size = draft.rung.size(56, 34)
    points, wide, high = draft.scatter(len(crowd), size * 1.25)
    canvas = draft.canvas(wide, high)
    drawn = [
        canvas.icon(thing.key, at, size, draft.style, turn=draft.tilt())
        for thing, at in zip(crowd, points, strict=True)
    ]
    right, wrong = (crowd[0], strangers[1:]) if present else (strangers[0], crowd[: count - 1])
    question = "Which of these is in the picture?" if present else "Which of these is not in the picture?"
    return Problem(
        question, {"things": drawn, "ask": {"present": present}}, canvas, *among(right, wrong, draft.small_icon)
    )


def _compare_scene(draft: Draft, things: list[Thing]) -> Alternative:
    canvas = _meadow(draft, 230, 170)
    size = draft.rung.size(50, 34)
    places = [(45, 45), (115, 40), (185, 48), (45, 125), (115, 130), (185, 122)]
    places = draft.chance.sample(places, len(things))
    drawn = [canvas.icon(thing.key, at, size, draft.style) for thing, at in zip(things, places, strict=True)]
    return Alternative(canvas=canvas, scene={"things": drawn})


@template("choose_img")
def scene_with(draft: Draft) -> Problem:
    """Which scene has two given things in it."""
    first, second, *rest = draft.things(8)
    few = draft.chance.randint(1, 3)
    count = draft.offered(2, 4)

    def crowd(wanted: list[Thing]) -> list[Thing]:
        some = wanted + draft.chance.sample(rest, few + 2 - len(wanted))
        draft.chance.shuffle(some)
        return some

    right = _compare_scene(draft, crowd([first, second]))
    wrong = [_compare_scene(draft, crowd(one)) for one in ([first], [second], [first])[: count - 1]]
    question = f"Which picture shows both {first.a} and {second.a}?"
    return Problem(question, {"ask": {"both": [first.key, second.key]}}, None, right, wrong)


@template("fill_in_blank", "counting", "spatial", first=True)
def air_land_and_water(draft: Draft) -> Problem:
    """How many animals are in the air, on land or in the water."""
    size = draft.rung.size(52, 34)
    canvas = draft.canvas(400, 390)
    drawn: list[Scene] = []
    zones = {
        "in the air": ("bird", "#d6f0ff"),
        "on the land": ("animal", "#c5e1a5"),
        "in the water": ("sea animal", "#64b5f6"),
    }
    for number, (zone, (category, colour)) in enumerate(zones.items()):
        canvas.rectangle((0, number * 130, 399, number * 130 + 129), colour)
        things = draft.things(2, category)
        for place in draft.chance.sample(range(12), draft.count(6, 9)):
            at = (10 + (place % 6 + 0.5) * 63, number * 130 + 4 + (place // 6 + 0.5) * 61)
            drawn.append({**canvas.icon(draft.chance.choice(things).key, at, size, draft.style), "zone": zone})
    zone = draft.fair(list(zones))
    count = sum(one["zone"] == zone for one in drawn)
    return Problem(f"How many animals are {zone}?", {"things": drawn, "ask": {"zone": zone}}, canvas, str(count))
