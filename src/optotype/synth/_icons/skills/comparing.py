"""Comparing: more and fewer, tall and short, wide and narrow, heavy and light, enough or not."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, INK, Canvas, shade
from optotype.synth._icons.figures import DRINKS, LONG_THINGS, bar_thing, glass, mark, mixed, ten_frame, unit_cube
from optotype.synth._icons.problem import YES_NO, Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.things import Thing, catalogue, extent


def _gap(draft: Draft) -> int:
    """By how much two counts differ: less at higher levels."""
    return draft.chance.randint(1, max(1, 6 - draft.rung.level))


def _two_counts(draft: Draft) -> tuple[int, int]:
    """A smaller and a larger count."""
    gap = _gap(draft)
    few = draft.count(6, 14)
    return few, few + gap


def _two_rows(draft: Draft, rows: list[tuple[Thing, int]], wide: int, size: int) -> tuple[Canvas, list[Scene]]:
    """So many of one thing above so many of another, with room for `wide` in a row."""
    canvas = draft.canvas(wide * size * 1.15 + 20, size * 2.6 + 20)
    return canvas, [
        canvas.icon(thing.key, (10 + (number + 0.5) * size * 1.15, 10 + (row + 0.5) * size * 1.3), size, draft.style)
        for row, (thing, count) in enumerate(rows)
        for number in range(count)
    ]


@template("choose_txt", "counting")
def more_in_rows(draft: Draft) -> Problem:
    """Two rows: of which are there more, or fewer."""
    things = draft.things(2)
    counts = list(_two_counts(draft))
    word = draft.fair(("more", "fewer"))
    truth = draft.fair((0, 1))
    if (counts[truth] < counts[1 - truth]) == (word == "more"):
        counts.reverse()
    canvas, drawn = _two_rows(draft, list(zip(things, counts, strict=True)), max(counts), draft.rung.size(46, 26))
    names = [thing.plural for thing in things]
    question = draft.say("Are there {} {} or {}?", "Which are there {} of: {} or {}?").format(word, *names)
    scene: Scene = {"things": drawn, "ask": {"word": word, "names": {thing.plural: thing.key for thing in things}}}
    return Problem(question, scene, canvas, names[truth], [names[1 - truth]])


@template("choose_txt", "counting")
def more_mixed(draft: Draft) -> Problem:
    """A crowd of several things: of which is there most, or least."""
    things = draft.things(draft.offered(2, 5))
    word = draft.fair(("most", "fewest"))
    base = draft.count(3, 5, 2)
    truth = draft.fair(range(len(things)))
    gap = max(1, 4 - draft.rung.level // 2)
    counts = [base + (gap if word == "fewest" else 0) + draft.chance.randint(0, 2) for _ in things]
    counts[truth] = base if word == "fewest" else base + 2 + gap
    crowd = [thing for thing, count in zip(things, counts, strict=True) for _ in range(count)]
    canvas, drawn = mixed(draft, crowd, draft.rung.size(50, 30))
    names = [thing.plural for thing in things]
    question = draft.say("Which are there the {} of?", "Of which things are there the {}?").format(word)
    scene: Scene = {"things": drawn, "ask": {"word": word, "names": {thing.plural: thing.key for thing in things}}}
    return Problem(question, scene, canvas, names[truth], [name for name in names if name != names[truth]])


@template("choose_img", "counting")
def group_with_more(draft: Draft) -> Problem:
    """Which group has more, or fewer."""
    thing = draft.thing()
    few, many = _two_counts(draft)
    word = draft.fair(("more", "fewer"))
    size = draft.rung.size(40, 26)

    def group(number: int) -> Alternative:
        points, wide, high = draft.scatter(number, size * 1.05, width=210)
        canvas = draft.option(round(max(wide, 210)), round(max(high, 120)))
        return Alternative(
            canvas=canvas, scene={"things": [canvas.icon(thing.key, at, size, draft.style) for at in points]}
        )

    first, second = (group(many), group(few)) if word == "more" else (group(few), group(many))
    question = draft.say("Which group has {} {}?", "Which picture shows {} {}?").format(word, thing.plural)
    return Problem(question, {"ask": {"word": word}}, None, first, [second])


@template("choose_txt", "counting")
def enough(draft: Draft) -> Problem:
    """Is there one for each."""
    pairs = (
        ("dog", "bowl"), ("bear", "jar-of-honey"), ("rabbit", "carrot"), ("monkey", "banana"),
        ("mouse", "piece-of-cheese"), ("cat", "fish"), ("horse", "red-apple"), ("panda", "balloon"),
        ("penguin", "umbrella"), ("lion", "crown"), ("fox", "hat"),
    )  # fmt: skip
    first, second = draft.chance.choice(pairs[:-1])
    who, what = catalogue()[first], catalogue()[second]
    truth = draft.fair(YES_NO)
    few = draft.count(5, 9, 2)
    gap = draft.chance.randint(1, max(1, 4 - draft.rung.level // 2))
    whos, whats = (few, few + draft.chance.choice((0, gap))) if truth == "yes" else (few + gap, few)
    size = draft.rung.size(46, 28)
    half = max(whos, whats)
    rows = -(-half // 5)
    canvas = draft.canvas(10 * size * 1.2 + 40, rows * size * 1.25 + 20)
    drawn: list[Scene] = []
    for side, (thing, count) in enumerate(((who, whos), (what, whats))):
        for number in range(count):
            x = 10 + side * (5 * size * 1.2 + 20) + (number % 5 + 0.5) * size * 1.2
            drawn.append(canvas.icon(thing.key, (x, 10 + (number // 5 + 0.5) * size * 1.25), size, draft.style))
    canvas.line([(canvas.width / 2, 8), (canvas.width / 2, canvas.height - 8)], "#90a4ae", 2)
    question = draft.say("Is there {} for every {}?", "Are there enough to give {} to each {}?").format(
        what.a, who.name
    )
    return Problem(
        question, {"things": drawn, "ask": {"who": who.key, "what": what.key}}, canvas, truth, without(YES_NO, truth)
    )


@template("choose_txt", "counting")
def as_many(draft: Draft) -> Problem:
    """Are there as many of one as of the other."""
    truth = draft.fair(YES_NO)
    things = draft.things(2)
    first = draft.count(5, 9, 2)
    second = first if truth == "yes" else first + draft.chance.choice((-1, 1)) * min(first - 1, _gap(draft))
    canvas, drawn = mixed(draft, [things[0]] * first + [things[1]] * second, draft.rung.size(48, 30))
    question = draft.say("Are there as many {} as {}?", "Is the number of {} equal to the number of {}?")
    question = question.format(*(thing.plural for thing in things))
    scene: Scene = {"things": drawn, "ask": {"names": [thing.key for thing in things]}}
    return Problem(question, scene, canvas, truth, without(YES_NO, truth))


@template("choose_txt", "counting", "algebra")
def sign_between(draft: Draft) -> Problem:
    """Greater, less or equal."""
    signs = ("<", ">", "=")
    truth = draft.fair(signs)
    few, many = _two_counts(draft)
    few, many = min(few, 18), min(many, 20)
    left, right = {"<": (few, many), ">": (many, few), "=": (few, few)}[truth]
    cell = draft.rung.size(28, 20)
    wide, high = cell * 5, cell * 4 + 8
    canvas = draft.canvas(wide * 2 + 120, high + 24)
    colours = draft.colours(2)
    for side, count in enumerate((left, right)):
        x = 12 + side * (wide + 96)
        for first in (0, 10):
            corner = (x, 12 + first // 10 * (cell * 2 + 8))
            ten_frame(canvas, corner, max(0, min(10, count - first)), cell, COLOURS[colours[side]])
    x, y = canvas.width / 2, canvas.height / 2
    canvas.rectangle((x - 22, y - 22, x + 22, y + 22), "#ffffff", "#78909c", 2, 6)
    canvas.text((x, y), "?", 24)
    question = draft.say(
        "Which sign belongs between the two numbers of dots?", "Compare the dots. Which sign is missing?"
    )
    return Problem(question, {"left": left, "right": right, "ask": {}}, canvas, truth, without(signs, truth))


def _ratio(draft: Draft) -> float:
    """How much larger the larger of two is."""
    return (1.8, 1.65, 1.5, 1.4, 1.32, 1.26, 1.2, 1.15)[draft.rung.level - 1]


_TALL = (
    "giraffe", "castle", "tree", "palm-tree", "pine-tree", "cactus", "rocket", "ladder", "door", "rose", "snowman",
    "candle", "ice-cream-cone", "office-building",
)  # fmt: skip


@template("choose_img")
def taller(draft: Draft) -> Problem:
    """Which of two is taller, or shorter."""
    thing = catalogue()[draft.chance.choice(_TALL)]
    word = draft.fair(("taller", "shorter"))
    tall = 120
    low = round(tall / _ratio(draft))

    def option(size: int) -> Alternative:
        canvas = draft.option(150)
        canvas.rectangle((10, 138, 140, 139), "#8d6e63")
        _, high = extent(thing.key, draft.style, size)
        return Alternative(canvas=canvas, scene=canvas.icon(thing.key, (75, 137 - high / 2), size, draft.style))

    right, wrong = (tall, low) if word == "taller" else (low, tall)
    return Problem(f"Which {thing.name} is {word}?", {"ask": {"word": word}}, None, option(right), [option(wrong)])


def _bars(draft: Draft, word: str, few: bool = False) -> tuple[list[float], int]:
    """Lengths of which one is the longest or shortest; and its place."""
    count = 2 if few else draft.offered(2, 5)
    ratio = _ratio(draft)
    base = draft.chance.uniform(90, 120)
    lengths = [base * draft.chance.uniform(1, 1.12) for _ in range(count)]
    truth = draft.fair(range(count))
    lengths[truth] = base * 1.12 * ratio if word.startswith(("long", "tall", "wid")) else base / ratio
    return lengths, truth


@template("choose_img")
def longer(draft: Draft) -> Problem:
    """Which of two is longer, or shorter."""
    kind = draft.chance.choice(LONG_THINGS)
    colour = draft.colour()
    word = draft.fair(("longer", "shorter"))
    lengths, truth = _bars(draft, word, few=True)

    def option(length: float) -> Alternative:
        canvas = draft.option(260, 60)
        bar_thing(canvas, (14, 20), round(length), 20, kind, colour)
        return Alternative(canvas=canvas, scene={"length": round(length)})

    question = f"Which {kind} is {word}?"
    return Problem(question, {"ask": {"word": word}}, None, option(lengths[truth]), [option(lengths[1 - truth])])


@template("choose_txt")
def longest_line(draft: Draft) -> Problem:
    """Which of several coloured lines is the longest, or shortest."""
    word = draft.fair(("longest", "shortest"))
    lengths, truth = _bars(draft, word)
    colours = draft.colours(len(lengths))
    while len(colours) < len(lengths):
        lengths = lengths[:-1]
        if truth >= len(lengths):
            return longest_line(draft)
    canvas = draft.canvas(300, len(lengths) * 34 + 16)
    for number, (length, colour) in enumerate(zip(lengths, colours, strict=True)):
        x = 10 if draft.rung.level < 4 else draft.chance.randint(8, max(9, round(290 - length)))
        y = 14 + number * 34
        canvas.rectangle((x, y, x + round(length), y + draft.rung.size(16, 6)), COLOURS[colour])
    scene: Scene = {
        "lines": [{"colour": colour, "length": round(length)} for colour, length in zip(colours, lengths, strict=True)],
        "ask": {"word": word},
    }
    wrong = [colour for colour in colours if colour != colours[truth]]
    return Problem(f"Which line is the {word}? Name its colour.", scene, canvas, colours[truth], wrong)


@template("choose_img")
def wider(draft: Draft) -> Problem:
    """Which of two doors or rugs is wider, or narrower."""
    word = draft.fair(("wider", "narrower"))
    what = draft.chance.choice(("rug", "ribbon", "window"))
    colour = draft.colour()
    ratio = _ratio(draft)
    wide = 110.0
    narrow = wide / ratio
    high = draft.chance.randint(60, 100)

    def option(width: float) -> Alternative:
        canvas = draft.option(140, 130)
        box = (70 - width / 2, 65 - high / 2, 70 + width / 2, 65 + high / 2)
        canvas.rectangle(box, "#b3e5fc" if what == "window" else colour, shade(colour, 0.6), 4)
        if what == "window":
            canvas.rectangle((69, box[1], 71, box[3]), shade(colour, 0.6))
            canvas.rectangle((box[0], 64, box[2], 66), shade(colour, 0.6))
        elif what == "rug":
            canvas.rectangle((box[0] + 8, box[1] + 8, box[2] - 8, box[3] - 8), None, "#ffffff", 2)
        else:
            canvas.rectangle((69 - width * 0.12, box[1] + 4, 71 + width * 0.12, box[3] - 4), shade(colour, 1.7))
        return Alternative(canvas=canvas, scene={"width": round(width)})

    right, wrong = (wide, narrow) if word == "wider" else (narrow, wide)
    return Problem(f"Which {what} is {word}?", {"ask": {"word": word}}, None, option(right), [option(wrong)])


@template("choose_img")
def larger(draft: Draft) -> Problem:
    """Which is the largest, or smallest."""
    thing = draft.thing()
    word = draft.fair(("largest", "smallest"))
    count = draft.offered(2, 4)
    ratio = _ratio(draft)
    sizes = [round(80 * draft.chance.uniform(0.95, 1.05)) for _ in range(count - 1)]
    right = round(max(sizes) * ratio) if word == "largest" else round(min(sizes) / ratio)

    def option(size: int) -> Alternative:
        canvas = draft.option(170)
        return Alternative(canvas=canvas, scene=canvas.icon(thing.key, (85, 85), size, draft.style))

    if count == 2:
        word = rank = {"largest": "larger", "smallest": "smaller"}[word]
    else:
        rank = f"the {word}"
    return Problem(f"Which {thing.name} is {rank}?", {"ask": {"word": word}}, None, *among(right, sizes, option))


def _balance(draft: Draft, left: Thing, right: Thing, lower: int) -> tuple[Canvas, list[Scene]]:
    canvas = draft.canvas(340, 230)
    tip = (30, 26, 24, 22, 19, 17, 15, 13)[draft.rung.level - 1] * (1 if lower else -1)
    canvas.polygon([(170, 90), (195, 215), (145, 215)], "#b0bec5", "#607d8b")
    ends = [(60, 95 - tip), (280, 95 + tip)]
    canvas.line(ends, "#6d4c41", 8)
    canvas.ellipse((170, 95), 9, None, "#6d4c41")
    drawn: list[Scene] = []
    for (x, y), thing in zip(ends, (left, right), strict=True):
        canvas.polygon([(x - 45, y), (x + 45, y), (x + 30, y + 12), (x - 30, y + 12)], "#8d6e63", "#5d4037")
        _, high = extent(thing.key, draft.style, 62)
        drawn.append(canvas.icon(thing.key, (x, y - 2 - high / 2), 62, draft.style))
    return canvas, drawn


@template("choose_txt", "commonsense")
def seesaw(draft: Draft) -> Problem:
    """What is heavier on a seesaw, or lighter."""
    things = draft.things(2, "toy", "fruit", "vegetable", "animal", "kitchen")
    lower = draft.fair((0, 1))
    word = draft.fair(("heavier", "lighter"))
    canvas, drawn = _balance(draft, things[0], things[1], lower)
    truth = lower if word == "heavier" else 1 - lower
    names = [thing.name for thing in things]
    question = draft.say(
        "The seesaw shows which is heavier. Which is {}?", "Look at the seesaw. Which one is {}?"
    ).format(word)
    scene: Scene = {"seesaw": drawn, "ask": {"word": word}}
    return Problem(question, scene, canvas, names[truth], [names[1 - truth]])


@template("choose_img", "measurement")
def fuller(draft: Draft) -> Problem:
    """Which glass has more water, or less."""
    word = draft.fair(("more", "less"))
    gap = (0.5, 0.42, 0.36, 0.3, 0.25, 0.2, 0.16, 0.12)[draft.rung.level - 1]
    count = draft.offered(2, 3)
    low = draft.chance.uniform(0.08, 0.9 - gap)
    drink, colour = draft.chance.choice(list(DRINKS.items()))

    def option(share: float) -> Alternative:
        canvas = draft.option(120, 150)
        glass(canvas, (28, 18, 92, 132), share, colour)
        return Alternative(canvas=canvas, scene={"share": round(share, 3)})

    right, wrong = (low + gap, [low, low - 0.06]) if word == "more" else (low, [low + gap, low + gap + 0.06])
    amount = word if count == 2 else {"more": "the most", "less": "the least"}[word]
    options = [option(share) for share in wrong[: count - 1]]
    return Problem(f"Which glass holds {amount} {drink}?", {"ask": {"word": word}}, None, option(right), options)


def _bar_chart(draft: Draft) -> tuple[Canvas, list[Thing], list[int], Scene]:
    things = draft.things(draft.offered(3, 5))
    counts = draft.chance.sample(range(1, draft.rung.most(9, 13)), len(things))
    unit = 18
    high = 13 * unit
    canvas = draft.canvas(60 + len(things) * 70, high + 70)
    bottom = high + 14
    for number in range(13):
        y = bottom - number * unit
        canvas.rectangle((36, y, canvas.width - 10, y), "#cfd8dc" if number else INK)
        if number % (1 if draft.rung.level < 5 else 2) == 0:
            canvas.text((28, y), str(number), 11, anchor="rm")
    for place, (thing, count) in enumerate(zip(things, counts, strict=True)):
        x = 46 + place * 70
        colour = COLOURS[("blue", "green", "orange", "purple", "red")[place]]
        canvas.rectangle((x + 8, bottom - count * unit, x + 48, bottom), colour, shade(colour, 0.7), 1)
        canvas.icon(thing.key, (x + 28, bottom + 28), 40, draft.style)
    return canvas, things, counts, {"bars": {thing.name: count for thing, count in zip(things, counts, strict=True)}}


@template("choose_txt", "counting")
def bar_chart_most(draft: Draft) -> Problem:
    """The highest or lowest bar."""
    canvas, things, counts, scene = _bar_chart(draft)
    word = draft.fair(("most", "fewest"))
    best = things[counts.index(max(counts) if word == "most" else min(counts))]
    question = draft.say("The graph shows votes. Which got the {} votes?", "Which one do the {} children like?")
    wrong = [thing.name for thing in things if thing is not best]
    return Problem(question.format(word), {**scene, "ask": {"word": word}}, canvas, best.name, wrong)


@template("fill_in_blank", "counting", "algebra")
def bar_chart_difference(draft: Draft) -> Problem:
    """How much higher one bar is than another."""
    canvas, things, counts, scene = _bar_chart(draft)
    first, second = draft.chance.sample(range(len(things)), 2)
    if counts[first] < counts[second]:
        first, second = second, first
    ask = {"more": things[first].name, "less": things[second].name}
    question = f"How many more votes did {things[first].a} get than {things[second].a}?"
    return Problem(question, {**scene, "ask": ask}, canvas, str(counts[first] - counts[second]))


@template("fill_in_blank", "counting")
def how_many_more(draft: Draft) -> Problem:
    """How many more of one than of the other."""
    things = draft.things(2)
    few, many = _two_counts(draft)
    if draft.rung.level > 4:
        many = few + draft.chance.randint(1, 7)
    order = [(things[0], many), (things[1], few)]
    draft.chance.shuffle(order)
    canvas, drawn = _two_rows(draft, order, max(many, 4), draft.rung.size(44, 26))
    question = f"How many more {things[0].plural} than {things[1].plural} are there?"
    ask = {"more": things[0].key, "less": things[1].key}
    return Problem(question, {"things": drawn, "ask": ask}, canvas, str(many - few))


@template("choose_img", "pattern")
def in_order(draft: Draft) -> Problem:
    """Which picture shows sizes in order."""
    word = draft.fair(("smallest to largest", "largest to smallest"))
    colour = draft.colour()
    kind = draft.chance.choice(("circles", "squares", "stars", "hearts"))
    count = 3 if draft.rung.level < 4 else 4
    step = (10, 9, 8, 7, 6, 5, 4, 4)[draft.rung.level - 1]
    sizes = [10 + number * step for number in range(count)]
    right = sizes if word.startswith("small") else sizes[::-1]
    orders = [right[::-1]]
    while len(orders) < draft.offered(2, 4) - 1:
        other = draft.chance.sample(sizes, count)
        if other != right and other not in orders:
            orders.append(other)

    def option(order: list[int]) -> Alternative:
        wide = max(sizes) * 2 + 10
        canvas = draft.option(count * wide + 12, wide + 16)
        for number, radius in enumerate(order):
            mark(canvas, kind, (6 + (number + 0.5) * wide, canvas.height / 2), radius, colour)
        return Alternative(canvas=canvas, scene={"sizes": order})

    question = f"Which picture shows the {kind} from {word}?"
    return Problem(question, {"ask": {"word": word}}, None, *among(right, orders, option))


@template("fill_in_blank", "counting", first=True)
def taller_towers(draft: Draft) -> Problem:
    """How many blocks one of four towers has more or fewer than another."""
    names = draft.colours(4)
    heights = dict(zip(names, draft.chance.sample(range(1, draft.rung.most(7, 9) + 1), 4), strict=True))
    block = draft.rung.size(40, 30)
    canvas = draft.canvas(4 * block * 1.6 + 20, max(heights.values()) * block + 34)
    ground = canvas.height - 14
    canvas.rectangle((6, ground, canvas.width - 6, ground + 5), "#a1887f")
    for place, (colour, height) in enumerate(heights.items()):
        for level in range(height):
            unit_cube(canvas, (14 + place * block * 1.6, ground - (level + 1) * block), block, COLOURS[colour])
    one, other = draft.chance.sample(names, 2)
    word = "more" if heights[one] > heights[other] else "fewer"
    question = f"How many {word} blocks does the {one} tower have than the {other} tower?"
    scene: Scene = {"towers": heights, "ask": {"of": one, "than": other}}
    return Problem(question, scene, canvas, str(abs(heights[one] - heights[other])))
