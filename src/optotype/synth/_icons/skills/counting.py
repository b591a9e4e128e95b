"""Counting: rows, crowds, ten frames, tallies, dice, blocks, groups."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, Canvas, block
from optotype.synth._icons.figures import (
    MARKS,
    base_ten,
    die,
    domino,
    mark,
    mixed,
    rows,
    scattered,
    tally,
    tally_width,
    ten_frame,
    unit_cube,
)
from optotype.synth._icons.problem import Alternative, Draft, Problem, Scene, among, template, with_clutter
from optotype.synth._icons.things import Thing, by_category, catalogue


@template("fill_in_blank")
def rows_blank(draft: Draft) -> Problem:
    """Things in rows."""
    thing = draft.thing()
    count = draft.count(8, 30)
    canvas, drawn = rows(draft, thing, count, draft.rung.size(64, 34), per_row=draft.chance.choice((5, 6, 8, 10)))
    question = draft.say("How many {} are there?", "Count the {}. How many are there?").format(thing.plural)
    return Problem(question, {"things": drawn, "ask": {"what": thing.key}}, canvas, str(count))


@template("choose_txt")
def rows_options(draft: Draft) -> Problem:
    """Things in rows, with numbers to choose from."""
    thing = draft.thing()
    count, wrong = draft.numbers(1, draft.rung.most(12, 36))
    canvas, drawn = rows(draft, thing, count, draft.rung.size(64, 34), per_row=draft.chance.choice((5, 6, 8, 10)))
    question = draft.say("How many {} are there?", "What is the number of {}?").format(thing.plural)
    return Problem(question, {"things": drawn, "ask": {"what": thing.key}}, canvas, *among(count, wrong, str))


@template("choose_txt")
def crowd(draft: Draft) -> Problem:
    """A thing among other things."""
    thing = draft.thing()
    count, wrong = draft.numbers(1, draft.rung.most(9, 20))
    canvas, drawn = scattered(draft, with_clutter(draft, count, thing, 2), draft.rung.size(60, 36))
    question = f"How many {thing.plural} are in the picture?"
    return Problem(question, {"things": drawn, "ask": {"what": thing.key}}, canvas, *among(count, wrong, str))


@template("fill_in_blank")
def crowd_blank(draft: Draft) -> Problem:
    """A thing among many others, to be counted without help."""
    thing = draft.thing()
    count = draft.count(6, 18)
    canvas, drawn = scattered(draft, with_clutter(draft, count, thing, 3), draft.rung.size(60, 36))
    question = draft.say("How many {} can you find?", "How many of the pictures show {}?").format(thing.plural)
    return Problem(question, {"things": drawn, "ask": {"what": thing.key}}, canvas, str(count))


_KINDS = {
    "animals": (("animal", "bird"), ("tool", "vehicle")),
    "vehicles": (("vehicle",), ("animal", "household")),
    "pieces of fruit": (("fruit",), ("animal", "household")),
    "tools": (("tool",), ("fruit", "animal")),
    "musical instruments": (("instrument",), ("animal", "household")),
    "balls": (("ball",), ("animal", "household")),
}
"""Kinds of things with their categories, and categories that have nothing of the kind."""
_DOUBTFUL = {
    "parachute", "shield", "boomerang", "bow-and-arrow", "lock", "key", "fire-extinguisher", "hook", "magnet", "ladder",
    "toolbox", "gear", "balance-scale", "sled", "skateboard", "flying-saucer", "dragon", "unicorn", "hatching-chick",
    "broom", "plunger", "razor", "toothbrush", "mousetrap", "shopping-cart", "sponge", "safety-pin", "bucket",
    "coconut",
}  # fmt: skip
"""Things of which it can be argued what kind they are."""


@template("fill_in_blank", "commonsense")
def all_of_a_kind(draft: Draft) -> Problem:
    """All animals, whatever they are; all vehicles ..."""
    name = draft.chance.choice(list(_KINDS))
    categories, others = _KINDS[name]
    count = draft.count(5, 12)
    members = _sure(categories)
    strangers = _sure(others)
    things = [draft.chance.choice(members) for _ in range(count)]
    things += [draft.chance.choice(strangers) for _ in range(2 + draft.rung.clutter)]
    draft.chance.shuffle(things)
    canvas, drawn = scattered(draft, things, draft.rung.size(60, 36))
    scene: Scene = {"things": drawn, "ask": {"categories": list(categories)}}
    return Problem(f"How many {name} are there?", scene, canvas, str(count))


def _sure(categories: tuple[str, ...]) -> list[Thing]:
    keys = (key for category in categories for key in by_category()[category])
    return [catalogue()[key] for key in keys if key not in _DOUBTFUL]


@template("fill_in_blank")
def kinds_of_things(draft: Draft) -> Problem:
    """How many different things there are."""
    kinds = draft.count(4, 8, 2)
    things = draft.things(kinds)
    crowd_of = things + [draft.chance.choice(things) for _ in range(draft.count(5, 9, 2))]
    canvas, drawn = mixed(draft, crowd_of, draft.rung.size(60, 36))
    question = draft.say(
        "How many different kinds of things are in the picture?", "How many kinds of things do you see?"
    )
    return Problem(question, {"things": drawn, "ask": {}}, canvas, str(kinds))


def _ten_frames(draft: Draft, count: int) -> tuple[Canvas, str, Scene]:
    frames = -(-count // 10)
    cell = draft.rung.size(40, 24)
    columns = min(frames, 3 if frames > 2 else 2)
    wide, high = cell * 5 + 18, cell * 2 + 18
    canvas = draft.canvas(columns * wide + 6, -(-frames // columns) * high + 6)
    colour = draft.chance.choice(list(COLOURS))
    kind = draft.chance.choice(MARKS)
    for number in range(frames):
        here = min(10, count - number * 10)
        corner = (12 + number % columns * wide, 12 + number // columns * high)
        ten_frame(canvas, corner, here, cell, COLOURS[colour], kind)
    return canvas, kind, {"frames": [min(10, count - number * 10) for number in range(frames)], "mark": kind}


@template("fill_in_blank")
def ten_frames_blank(draft: Draft) -> Problem:
    """Ten frames."""
    count = draft.count(20, 60)
    canvas, kind, scene = _ten_frames(draft, count)
    return Problem(f"How many {kind} are there?", {**scene, "ask": {}}, canvas, str(count))


@template("choose_txt")
def ten_frames_options(draft: Draft) -> Problem:
    """Ten frames, with numbers to choose from."""
    count, wrong = draft.numbers(1, draft.rung.most(20, 60))
    canvas, kind, scene = _ten_frames(draft, count)
    question = draft.say("How many {} are in the ten frames?", "Count the {}. How many are there?").format(kind)
    return Problem(question, {**scene, "ask": {}}, canvas, *among(count, wrong, str))


@template("fill_in_blank", "algebra")
def ten_frame_to_ten(draft: Draft) -> Problem:
    """How many are missing in a ten frame."""
    count = draft.chance.randint(0, 9) or 10
    canvas, kind, scene = _ten_frames(draft, count)
    question = f"How many more {kind} are needed to fill the ten frame?"
    return Problem(question, {**scene, "ask": {}}, canvas, str(10 - count))


@template("choose_img")
def ten_frame_pictures(draft: Draft) -> Problem:
    """Which ten frame shows a number."""
    count, wrong = draft.numbers(1, 10, step=1, count=draft.offered(2, 4))
    kind, colour = draft.chance.choice(MARKS), draft.chance.choice(list(COLOURS))

    def frame(number: int) -> Alternative:
        cell = draft.rung.size(34, 22)
        canvas = draft.option(cell * 5 + 20, cell * 2 + 20)
        ten_frame(canvas, (10, 10), number, cell, COLOURS[colour], kind)
        return Alternative(canvas=canvas, scene={"count": number})

    question = draft.say("Which ten frame shows {}?", "Which ten frame has {} " + kind + " in it?").format(count)
    return Problem(question, {"ask": {"count": count}}, None, *among(count, wrong, frame))


@template("choose_txt")
def rows_of_ten(draft: Draft) -> Problem:
    """Rows of ten in boxes, and the rest."""
    count, wrong = draft.numbers(11, draft.rung.most(40, 99), step=draft.rung.near + 1)
    cell = draft.rung.size(34, 22)
    kind, colour = draft.chance.choice(MARKS), draft.chance.choice(list(COLOURS))
    canvas = draft.canvas(cell * 10 + 20, -(-count // 10) * (cell + 6) + 16)
    for number in range(count):
        row, column = divmod(number, 10)
        x, y = 10 + column * cell, 10 + row * (cell + 6)
        if row < count // 10:
            canvas.rectangle((x, y, x + cell, y + cell), None, "#b0bec5", 1)
        mark(canvas, kind, (x + cell / 2, y + cell / 2), cell * 0.36, COLOURS[colour])
    scene: Scene = {"rows": [min(10, count - first) for first in range(0, count, 10)], "ask": {}}
    return Problem(f"How many {kind} are there?", scene, canvas, *among(count, wrong, str))


@template("fill_in_blank", "algebra")
def tally_blank(draft: Draft) -> Problem:
    """Tally marks."""
    count = draft.count(12, 40)
    height = draft.rung.size(52, 30)
    canvas = draft.canvas(tally_width(count, height) + 30, height + 30)
    tally(canvas, (15, 15), count, height)
    question = draft.say("What number do the tally marks show?", "How many tally marks are there?")
    return Problem(question, {"tally": count, "ask": {}}, canvas, str(count))


@template("choose_img", "algebra")
def tally_pictures(draft: Draft) -> Problem:
    """Which tally shows a number."""
    count, wrong = draft.numbers(1, draft.rung.most(12, 25), step=1, count=draft.offered(2, 4))
    height = draft.rung.size(40, 28)
    widest = max(tally_width(number, height) for number in (count, *wrong))

    def tallies(number: int) -> Alternative:
        canvas = draft.option(round(widest) + 24, height + 28)
        tally(canvas, (12, 14), number, height)
        return Alternative(canvas=canvas, scene={"tally": number})

    question = draft.say("Which tally shows the number {}?", "Which picture shows {} tally marks?").format(count)
    return Problem(question, {"ask": {"count": count}}, None, *among(count, wrong, tallies))


def _tally_chart(draft: Draft) -> tuple[Canvas, list[Thing], Scene]:
    things = draft.things(min(5, 3 + draft.rung.clutter // 2), "animal", "fruit", "vehicle", "sport", "sweet")
    counts = draft.chance.sample(range(1, draft.rung.most(9, 16)), len(things))
    height = 30
    wide = max(tally_width(count, height) for count in counts)
    canvas = draft.canvas(200 + wide + 20, len(things) * 56 + 16)
    for number, (thing, count) in enumerate(zip(things, counts, strict=True)):
        y = 8 + number * 56
        canvas.rectangle((8, y, 190, y + 56), None, "#90a4ae", 1)
        canvas.rectangle((190, y, 200 + wide + 10, y + 56), None, "#90a4ae", 1)
        canvas.icon(thing.key, (34, y + 28), 38, draft.style)
        canvas.text((60, y + 28), thing.name, 14 if len(thing.name) < 14 else 11, anchor="lm")
        tally(canvas, (204, y + 13), count, height)
    return canvas, things, {"chart": {thing.key: count for thing, count in zip(things, counts, strict=True)}}


@template("fill_in_blank")
def tally_chart(draft: Draft) -> Problem:
    """One line of a tally chart."""
    canvas, things, scene = _tally_chart(draft)
    thing = draft.chance.choice(things)
    question = draft.say(
        "The chart shows what children like best. How many children chose {}?", "How many votes did {} get?"
    ).format(thing.a)
    return Problem(question, {**scene, "ask": {"what": thing.key}}, canvas, str(scene["chart"][thing.key]))


@template("choose_txt", "comparing")
def tally_chart_most(draft: Draft) -> Problem:
    """The longest or shortest line of a tally chart."""
    canvas, things, scene = _tally_chart(draft)
    word = draft.fair(("most", "fewest"))
    chart: dict[str, int] = scene["chart"]
    pick = max if word == "most" else min
    best = pick(things, key=lambda thing: chart[thing.key])
    wrong = [thing.name for thing in things if thing is not best]
    return Problem(f"Which one got the {word} votes?", {**scene, "ask": {"word": word}}, canvas, best.name, wrong)


@template("fill_in_blank", "algebra")
def dice_sum(draft: Draft) -> Problem:
    """All dots on some dice."""
    dice = [draft.chance.randint(1, 6) for _ in range(draft.count(2, 6, 2))]
    size = draft.rung.size(76, 44)
    canvas = draft.canvas(len(dice) * (size + 14) + 14, size + 28)
    colour = draft.colour("red", "blue", "green", "purple", "black")
    for number, pips in enumerate(dice):
        die(canvas, (14 + size / 2 + number * (size + 14), 14 + size / 2), size, pips, colour)
    question = draft.say("How many dots are on the dice in all?", "What do the dice add up to?")
    return Problem(question, {"dice": dice, "ask": {}}, canvas, str(sum(dice)))


@template("choose_img")
def dice_pictures(draft: Draft) -> Problem:
    """Which pair of dice shows a sum."""
    total, wrong = draft.numbers(2, 12, step=1, count=draft.offered(2, 4))
    size = draft.rung.size(56, 40)
    colour = draft.colour("red", "blue", "green", "purple", "black")

    def pair(number: int) -> Alternative:
        first = draft.chance.randint(max(1, number - 6), min(6, number - 1))
        canvas = draft.option(size * 2 + 44, size + 30)
        for place, pips in enumerate((first, number - first)):
            die(canvas, (15 + size / 2 + place * (size + 14), 15 + size / 2), size, pips, colour)
        return Alternative(canvas=canvas, scene={"dice": [first, number - first]})

    question = draft.say("Which dice show {} dots in all?", "Which pair of dice adds up to {}?").format(total)
    return Problem(question, {"ask": {"count": total}}, None, *among(total, wrong, pair))


@template("fill_in_blank")
def domino_dots(draft: Draft) -> Problem:
    """All dots on dominoes."""
    stones = [[draft.chance.randint(0, 6), draft.chance.randint(1, 6)] for _ in range(draft.count(1, 4))]
    size = draft.rung.size(80, 44)
    canvas = draft.canvas(size * 2 + 40, len(stones) * (size + 12) + 12)
    for number, (left, right) in enumerate(stones):
        domino(canvas, (canvas.width / 2, 12 + size / 2 + number * (size + 12)), size, left, right)
    question = "How many dots are on the domino?" if len(stones) == 1 else "How many dots are on the dominoes in all?"
    return Problem(question, {"dominoes": stones, "ask": {}}, canvas, str(sum(map(sum, stones))))


@template("choose_img")
def domino_pictures(draft: Draft) -> Problem:
    """Which domino has so many dots."""
    total, wrong = draft.numbers(1, 12, step=1, count=draft.offered(2, 4))
    size = draft.rung.size(70, 44)

    def stone(number: int) -> Alternative:
        left = draft.chance.randint(max(0, number - 6), min(6, number))
        canvas = draft.option(size * 2 + 30, size + 26)
        domino(canvas, (canvas.width / 2, canvas.height / 2), size, left, number - left)
        return Alternative(canvas=canvas, scene={"dominoes": [[left, number - left]]})

    question = draft.say("Which domino has {} dots?", "Which domino shows {} in all?").format(total)
    return Problem(question, {"ask": {"count": total}}, None, *among(total, wrong, stone))


@template("fill_in_blank", "algebra")
def blocks_blank(draft: Draft) -> Problem:
    """Hundreds, tens and ones."""
    number = draft.chance.randint(11, draft.rung.most(59, 599))
    canvas = base_ten(draft, number, draft.rung.size(14, 9))
    question = draft.say("What number do the blocks show?", "How many small cubes are there in all?")
    scene: Scene = {"hundreds": number // 100, "tens": number // 10 % 10, "ones": number % 10, "ask": {}}
    return Problem(question, scene, canvas, str(number))


@template("choose_txt", "algebra")
def blocks_words(draft: Draft) -> Problem:
    """Tens and ones in words."""
    tens, ones = draft.chance.randint(1, 9), draft.chance.randint(1, 9)
    pairs = [(tens, ones), (ones, tens), (tens, (ones + draft.chance.randint(1, 7) - 1) % 9 + 1), (tens % 9 + 1, ones)]
    pairs = list(dict.fromkeys(pairs))[: max(2, draft.rung.options)]
    truth = draft.fair(pairs)
    canvas = base_ten(draft, truth[0] * 10 + truth[1], draft.rung.size(14, 9))

    def words(pair: tuple[int, int]) -> str:
        return f"{pair[0]} {'ten' if pair[0] == 1 else 'tens'} and {pair[1]} {'one' if pair[1] == 1 else 'ones'}"

    scene: Scene = {"tens": truth[0], "ones": truth[1], "ask": {}}
    return Problem("What do the blocks show?", scene, canvas, *among(truth, pairs, words))


@template("choose_img", "algebra")
def blocks_pictures(draft: Draft) -> Problem:
    """Which blocks show a number."""
    number, wrong = draft.numbers(11, 99, step=draft.chance.choice((1, 9, 10)), count=draft.offered(2, 4))
    unit = draft.rung.size(11, 8)

    def blocks(value: int) -> Alternative:
        return Alternative(canvas=base_ten(draft, value, unit), scene={"tens": value // 10, "ones": value % 10})

    question = draft.say("Which blocks show {}?", "Which picture shows the number {}?").format(number)
    return Problem(question, {"ask": {"count": number}}, None, *among(number, wrong, blocks))


@template("choose_img", "geometry")
def group_of_marks(draft: Draft) -> Problem:
    """Which group has so many shapes."""
    count, wrong = draft.numbers(1, draft.rung.most(8, 16), count=draft.offered(2, 4))
    kind, colour = draft.chance.choice(MARKS), draft.colour()
    radius = draft.rung.size(15, 9)

    def group(number: int) -> Alternative:
        points, wide, high = draft.scatter(number, radius * 2.1, width=150)
        canvas = draft.option(round(max(wide, 150)), round(max(high, 110)))
        for at in points:
            mark(canvas, kind, at, radius, colour)
        return Alternative(canvas=canvas, scene={"count": number})

    question = f"Which group has {count} {kind if count > 1 else kind[:-1]}?"
    return Problem(question, {"ask": {"count": count}}, None, *among(count, wrong, group))


@template("choose_img")
def group_of_things(draft: Draft) -> Problem:
    """Which picture shows so many of a thing."""
    thing = draft.thing()
    count, wrong = draft.numbers(1, draft.rung.most(7, 14), count=draft.offered(2, 4))
    size = draft.rung.size(42, 28)

    def group(number: int) -> Alternative:
        points, wide, high = draft.scatter(number, size * 1.05, width=170)
        canvas = draft.option(round(max(wide, 170)), round(max(high, 110)))
        drawn = [canvas.icon(thing.key, at, size, draft.style) for at in points]
        return Alternative(canvas=canvas, scene={"things": drawn})

    question = draft.say("Which picture shows {} {}?", "Which group has {} {}?").format(count, thing.of(count))
    scene: Scene = {"ask": {"count": count, "what": thing.key}}
    return Problem(question, scene, None, *among(count, wrong, group))


def _groups(draft: Draft, groups: int, each: int) -> tuple[Canvas, str, Scene]:
    kind, colour = draft.chance.choice(MARKS), draft.colour()
    r = draft.rung.size(13, 9)
    columns = 2 if each <= 4 else 3
    ring = max(columns, -(-each // columns)) * r * 1.9 + 6
    per_row = 4 if groups > 3 else groups
    canvas, places = draft.in_rows(groups, per_row, ring * 2 + 16, 4)
    for centre in places:
        canvas.ellipse(centre, ring, None, None, "#90a4ae", 2)
        for at in block(centre, each, columns, r * 2.5):
            mark(canvas, kind, at, r, colour)
    return canvas, kind, {"groups": [each] * groups}


@template("fill_in_blank")
def groups_blank(draft: Draft) -> Problem:
    """How many equal groups."""
    canvas, kind, scene = _groups(draft, groups := draft.count(5, 9, 2), draft.count(4, 8, 2))
    return Problem(f"How many equal groups of {kind} are there?", {**scene, "ask": {}}, canvas, str(groups))


@template("fill_in_blank")
def in_each_group(draft: Draft) -> Problem:
    """How many are in each group."""
    canvas, kind, scene = _groups(draft, draft.count(4, 6, 2), each := draft.count(5, 9, 1))
    return Problem(f"How many {kind} are in each group?", {**scene, "ask": {}}, canvas, str(each))


@template("choose_txt", "algebra")
def even_or_odd(draft: Draft) -> Problem:
    """Even or odd."""
    truth = draft.fair(("even", "odd"))
    count = draft.count(5, 12) * 2 - (truth == "odd")
    thing = draft.thing()
    canvas, drawn = rows(draft, thing, count, draft.rung.size(56, 32), per_row=draft.chance.choice((5, 7, 8)))
    question = f"Is the number of {thing.plural} even or odd?"
    return Problem(question, {"things": drawn, "ask": {}}, canvas, truth, ["odd" if truth == "even" else "even"])


def _coloured(draft: Draft, total: int) -> tuple[Canvas, list[Scene]]:
    colours = draft.colours(min(4, 2 + draft.rung.clutter // 2 + 1))
    kinds = draft.chance.sample(MARKS, 3)
    r = draft.rung.size(24, 13)
    points, wide, high = draft.scatter(total, r * 2.1)
    canvas = draft.canvas(wide, high)
    shapes: list[Scene] = []
    for at in points:
        colour, kind = draft.chance.choice(colours), draft.chance.choice(kinds)
        shapes.append({**mark(canvas, kind, at, r, COLOURS[colour]), "colour": colour})
    return canvas, shapes


@template("fill_in_blank", "geometry", first=True)
def shapes_of_a_colour(draft: Draft) -> Problem:
    """How many shapes have a colour."""
    canvas, shapes = _coloured(draft, draft.count(9, 24, 5))
    colour = draft.chance.choice(shapes)["colour"]
    count = sum(shape["colour"] == colour for shape in shapes)
    return Problem(f"How many shapes are {colour}?", {"shapes": shapes, "ask": {"colour": colour}}, canvas, str(count))


@template("fill_in_blank", "geometry")
def shapes_of_a_kind(draft: Draft) -> Problem:
    """How many shapes are of a kind."""
    canvas, shapes = _coloured(draft, draft.count(9, 24, 5))
    kind = draft.chance.choice(shapes)["mark"]
    count = sum(shape["mark"] == kind for shape in shapes)
    return Problem(f"How many {kind} are there?", {"shapes": shapes, "ask": {"mark": kind}}, canvas, str(count))


@template("fill_in_blank", "geometry")
def shapes_of_both(draft: Draft) -> Problem:
    """How many shapes have a colour and are of a kind."""
    canvas, shapes = _coloured(draft, draft.count(12, 28, 8))
    one = draft.chance.choice(shapes)
    count = sum(shape["mark"] == one["mark"] and shape["colour"] == one["colour"] for shape in shapes)
    ask = {"colour": one["colour"], "mark": one["mark"]}
    question = f"How many {one['colour']} {one['mark']} are there?"
    return Problem(question, {"shapes": shapes, "ask": ask}, canvas, str(count))


@template("fill_in_blank", "comparing", "algebra")
def one_more_one_less(draft: Draft) -> Problem:
    """The bottom row is covered, and has a few more or fewer than the top row."""
    thing = draft.thing()
    top = draft.chance.randint(3, 8)
    by, word = draft.chance.randint(1, 2), draft.fair(("more", "fewer"))
    bottom = top + by if word == "more" else top - by
    cell = draft.rung.size(56, 36)
    canvas = draft.canvas(cell * 10 + 24, cell * 2 + 36)
    drawn: list[Scene] = []
    for row in range(2):
        for column in range(10):
            x, y = 12 + column * cell, 12 + row * (cell + 12)
            canvas.rectangle((x, y, x + cell, y + cell), "#f3faff" if row == 0 else "#eceff1", "#81d4fa", 2)
            if row == 0 and column < top:
                drawn.append(canvas.icon(thing.key, (x + cell / 2, y + cell / 2), cell * 0.76, draft.style))
            if row == 1:
                canvas.text((x + cell / 2, y + cell / 2), "?", cell * 0.4, "#90a4ae")
    told = f"The bottom row is hidden. It has {by} {word} than the top row."
    question = f"{told} How many {thing.plural} are in the bottom row?"
    scene: Scene = {"things": drawn, "ask": {"by": by, "word": word}}
    return Problem(question, scene, canvas, str(bottom))


def _pictograph(draft: Draft, worth: int) -> tuple[Canvas, list[Thing], Scene]:
    things = draft.things(3 if draft.rung.level < 5 else 4)
    counts = [draft.chance.randint(1, draft.rung.most(5, 8)) for _ in things]
    sign = draft.thing("weather", "toy", "fruit", "ball", but=[thing.key for thing in things])
    cell = 38
    canvas = draft.canvas(170 + 8 * cell + 10, len(things) * 48 + 52)
    for number, (thing, count) in enumerate(zip(things, counts, strict=True)):
        y = 8 + number * 48
        canvas.rectangle((8, y, 170 + 8 * cell, y + 48), None, "#90a4ae", 1)
        canvas.text((158, y + 24), thing.plural, 14 if len(thing.plural) < 16 else 11, anchor="rm")
        for place in range(count):
            canvas.icon(sign.key, (170 + (place + 0.5) * cell, y + 24), 30, draft.style)
    y = 8 + len(things) * 48 + 22
    canvas.icon(sign.key, (30, y), 26, draft.style)
    canvas.text((50, y), f"= {worth} {'vote' if worth == 1 else 'votes'}", 15, anchor="lm")
    pictures = {thing.key: count for thing, count in zip(things, counts, strict=True)}
    return canvas, things, {"pictures": pictures, "worth": worth}


@template("fill_in_blank", "algebra")
def pictograph_votes(draft: Draft) -> Problem:
    """A line of a pictograph, each picture worth several."""
    worth = draft.chance.choice((1, 2) if draft.rung.level < 3 else (2, 3, 5, 10))
    canvas, things, scene = _pictograph(draft, worth)
    thing = draft.chance.choice(things)
    question = draft.say("How many votes did {} get?", "How many people voted for {}?").format(thing.plural)
    answer = scene["pictures"][thing.key] * worth
    return Problem(question, {**scene, "ask": {"what": thing.key}}, canvas, str(answer))


@template("fill_in_blank", "algebra", "comparing")
def pictograph_difference(draft: Draft) -> Problem:
    """Two lines of a pictograph."""
    canvas, things, scene = _pictograph(draft, draft.chance.choice((1, 2, 5)))
    first, second = draft.chance.sample(things, 2)
    by = (scene["pictures"][first.key] - scene["pictures"][second.key]) * scene["worth"]
    if by < 0:
        first, second, by = second, first, -by
    question = f"How many more votes did {first.plural} get than {second.plural}?"
    return Problem(question, {**scene, "ask": {"more": first.key, "less": second.key}}, canvas, str(by))


@template("fill_in_blank", "geometry")
def cubes_in_towers(draft: Draft) -> Problem:
    """Cubes stacked in towers, all to be seen."""
    towers = [draft.count(4, 7) for _ in range(draft.count(3, 7, 2))]
    size = draft.rung.size(40, 24)
    colour = draft.colour()
    canvas = draft.canvas(len(towers) * size + 30, max(towers) * size + 30)
    for number, high in enumerate(towers):
        for level in range(high):
            unit_cube(canvas, (15 + number * size, canvas.height - 15 - (level + 1) * size), size, colour)
    question = draft.say("How many cubes are there?", "How many cubes were used to build this?")
    return Problem(question, {"towers": towers, "ask": {}}, canvas, str(sum(towers)))


@template("choose_img", "comparing")
def as_many_as(draft: Draft) -> Problem:
    """Which dots match the things in number."""
    thing = draft.thing()
    count, wrong = draft.numbers(1, draft.rung.most(8, 12), step=1, count=draft.offered(2, 4))
    canvas, drawn = scattered(draft, [thing] * count, draft.rung.size(54, 34))
    colour = draft.colour()

    def frame(number: int) -> Alternative:
        cell = draft.rung.size(30, 22)
        option = draft.option(cell * 5 + 20, cell * (4 if number > 10 else 2) + 24)
        for first in range(0, number, 10):
            ten_frame(option, (10, 10 + first // 10 * (cell * 2 + 4)), min(10, number - first), cell, colour)
        return Alternative(canvas=option, scene={"count": number})

    question = draft.say(
        "Which ten frames show as many dots as there are {}?", "Which picture has the same number as the {}?"
    )
    scene: Scene = {"things": drawn, "ask": {}}
    return Problem(question.format(thing.plural), scene, canvas, *among(count, wrong, frame))
