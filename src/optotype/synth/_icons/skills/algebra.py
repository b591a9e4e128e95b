"""Algebra: sums and differences in pictures, unknown numbers, rules, skip counting, money."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, INK, Canvas, arc, shade
from optotype.synth._icons.figures import MARKS, marbles, mark
from optotype.synth._icons.problem import Draft, Problem, Scene, among, template
from optotype.synth._icons.things import Thing, catalogue


def _group(draft: Draft, canvas: Canvas, thing: Thing, count: int, left: float, size: float, columns: int = 3) -> float:
    """Draws a group of things in a block; gives back its right edge."""
    lines = -(-count // columns)
    wide = min(count, columns) * size * 1.1
    for number in range(count):
        x = left + (number % columns + 0.5) * size * 1.1
        y = canvas.height / 2 + (number // columns - (lines - 1) / 2) * size * 1.1
        canvas.icon(thing.key, (x, y), size, draft.style)
    return left + wide


@template("fill_in_blank", "counting")
def picture_sum(draft: Draft) -> Problem:
    """Things plus things."""
    thing = draft.thing()
    first, second = draft.count(5, 9), draft.count(5, 9)
    size = draft.rung.size(40, 26)
    canvas = draft.canvas(size * 1.1 * 6 + 170, size * 1.1 * 3 + 24)
    y = canvas.height / 2
    right = _group(draft, canvas, thing, first, 12, size)
    canvas.text((right + 22, y), "+", 30)
    right = _group(draft, canvas, thing, second, right + 44, size)
    canvas.text((right + 22, y), "=", 30)
    canvas.text((right + 60, y), "?", 30)
    question = draft.say(
        "Add the {}. Which number belongs in place of the question mark?", "What is the sum of the two groups of {}?"
    ).format(thing.plural)
    return Problem(question, {"groups": [first, second], "ask": {}}, canvas, str(first + second))


@template("fill_in_blank", "counting")
def missing_addend(draft: Draft) -> Problem:
    """What is missing to a sum."""
    thing = draft.thing()
    first, second = draft.count(5, 9), draft.count(6, 12)
    size = draft.rung.size(40, 26)
    canvas = draft.canvas(size * 1.1 * 3 + 230, size * 1.1 * 3 + 24)
    y = canvas.height / 2
    right = _group(draft, canvas, thing, first, 12, size)
    canvas.text((right + 22, y), "+", 30)
    canvas.rectangle((right + 44, y - 24, right + 92, y + 24), "#ffffff", "#78909c", 2, 6)
    canvas.text((right + 68, y), "?", 26)
    canvas.text((right + 116, y), "=", 30)
    canvas.text((right + 160, y), str(first + second), 30)
    question = f"How many {thing.plural} are hidden behind the question mark?"
    return Problem(question, {"shown": first, "total": first + second, "ask": {}}, canvas, str(second))


@template("fill_in_blank")
def unknown_things(draft: Draft) -> Problem:
    """Each thing stands for a number."""
    things = draft.things(2 if draft.rung.level < 5 else 3)
    values = [draft.chance.randint(1, draft.rung.most(6, 15)) for _ in things]
    rows: list[tuple[list[int], int]] = [([0, 0], values[0] * 2)]
    rows.append(([0, 1], values[0] + values[1]))
    if len(things) == 3:
        rows.append(([1, 2], values[1] + values[2]))
    size = draft.rung.size(50, 34)
    canvas = draft.canvas(size * 2 + 190, (len(rows) + 1) * (size + 14) + 16)
    for number, (pair, total) in enumerate(rows):
        y = 8 + (number + 0.5) * (size + 14)
        canvas.icon(things[pair[0]].key, (16 + size / 2, y), size, draft.style)
        canvas.text((16 + size + 22, y), "+", 26)
        canvas.icon(things[pair[1]].key, (16 + size * 1.5 + 44, y), size, draft.style)
        canvas.text((16 + size * 2 + 66, y), "=", 26)
        canvas.text((16 + size * 2 + 110, y), str(total), 26)
    y = 8 + (len(rows) + 0.5) * (size + 14)
    canvas.icon(things[-1].key, (16 + size * 1.5 + 44, y), size, draft.style)
    canvas.text((16 + size * 2 + 66, y), "=", 26)
    canvas.text((16 + size * 2 + 110, y), "?", 26)
    scene: Scene = {
        "rows": [{"sum": [things[place].key for place in pair], "total": total} for pair, total in rows],
        "ask": {"what": things[-1].key},
    }
    question = draft.say(
        "Each picture stands for a number. What number does the {} stand for?", "How much is the {} worth?"
    ).format(things[-1].name)
    return Problem(question, scene, canvas, str(values[-1]))


@template("fill_in_blank", "counting")
def divided(draft: Draft) -> Problem:
    """Dots shared equally."""
    groups, each = draft.chance.randint(2, 4), draft.count(5, 9)
    kind, colour = draft.chance.choice(MARKS), draft.colour()
    total = groups * each
    r = draft.rung.size(13, 9)
    canvas = draft.canvas(10 * r * 2.4 + 20, -(-total // 10) * r * 2.4 + 20)
    for number in range(total):
        mark(canvas, kind, (10 + (number % 10 + 0.5) * r * 2.4, 10 + (number // 10 + 0.5) * r * 2.4), r, colour)
    question = draft.say(
        f"The {kind} are divided into {groups} equal groups. How many are in each group?",
        f"Share the {kind} equally among {groups} children. How many does each child get?",
    )
    return Problem(question, {"total": total, "ask": {"groups": groups}}, canvas, str(each))


@template("choose_txt", "counting")
def array_sentence(draft: Draft) -> Problem:
    """Which product describes an array."""
    rows, columns = draft.chance.randint(2, 5), draft.chance.randint(2, draft.rung.most(6, 9))
    pairs = [(rows, columns), (rows + 1, columns), (rows, columns + 1), (rows - 1, columns), (rows, columns - 1)]
    pairs = [pair for pair in pairs if min(pair) > 1]
    pairs = [pairs[0], *draft.chance.sample(pairs[1:], min(len(pairs) - 1, draft.offered(3, 5) - 1))]
    truth = draft.fair(sorted(pairs))
    kind, colour = draft.chance.choice(MARKS), draft.colour()
    r = draft.rung.size(17, 10)
    canvas = draft.canvas(truth[1] * r * 2.4 + 20, truth[0] * r * 2.4 + 20)
    for row in range(truth[0]):
        for column in range(truth[1]):
            mark(canvas, kind, (10 + (column + 0.5) * r * 2.4, 10 + (row + 0.5) * r * 2.4), r, colour)
    question = draft.say(
        "Which multiplication sentence describes the picture? Rows come first.",
        "Which product tells the number of rows times the number in each row?",
    )
    options = among(truth, pairs, lambda pair: f"{pair[0]} × {pair[1]}")
    return Problem(question, {"rows": truth[0], "columns": truth[1], "ask": {}}, canvas, *options)


_PARTS = (
    ("bicycle", "wheels", 2),
    ("car", "wheels", 4),
    ("cat", "legs", 4),
    ("horse", "legs", 4),
    ("clover", "leaves", 4),
    ("duck", "legs", 2),
    ("star", "points", 5),
    ("butterfly", "wings", 2),
)


@template("fill_in_blank", "commonsense", "counting")
def skip_count(draft: Draft) -> Problem:
    """How many wheels or legs several things have."""
    key, part, each = draft.chance.choice(_PARTS)
    thing = catalogue()[key]
    count = draft.count(4, 10)
    size = draft.rung.size(60, 38)
    canvas, places = draft.in_rows(count, 5, size * 1.2)
    drawn = [canvas.icon(key, at, size, draft.style) for at in places]
    question = f"Each {thing.name} has {each} {part}. How many {part} do the {thing.plural} in the picture have in all?"
    if count == 1:
        question = f"Each {thing.name} has {each} {part}. How many {part} are there in all?"
    return Problem(question, {"things": drawn, "ask": {"each": each}}, canvas, str(count * each))


@template("fill_in_blank", "measurement")
def balance_boxes(draft: Draft) -> Problem:
    """How heavy each of some equal boxes is."""
    boxes, each = draft.chance.randint(2, 4), draft.count(6, 12)
    canvas = draft.canvas(400, 210)
    canvas.polygon([(200, 90), (222, 200), (178, 200)], "#b0bec5", "#607d8b")
    canvas.line([(50, 90), (350, 90)], "#6d4c41", 7)
    colour = draft.colour("orange", "green", "blue", "purple")
    for number in range(boxes):
        x = 56 + number * 34
        canvas.rectangle((x, 54, x + 30, 84), colour, shade(colour, 0.6), 2, 3)
        canvas.text((x + 15, 69), "?", 16, "#ffffff", face="sans bold")
    canvas.polygon([(300, 84), (350, 84), (342, 40), (308, 40)], "#78909c", "#455a64")
    canvas.text((325, 64), f"{boxes * each} kg", 14 if boxes * each < 100 else 12, "#ffffff")
    question = draft.say(
        "The scale is balanced, and all boxes weigh the same. How much does one box weigh?",
        "How heavy is each of the equal boxes?",
    )
    return Problem(question, {"boxes": boxes, "weight": boxes * each, "ask": {}}, canvas, str(each), unit="kg")


def _machine(draft: Draft, rule: tuple[str, int]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for number in draft.chance.sample(range(3, draft.rung.most(10, 20)), 4):
        out = {"+": number + rule[1], "-": number + 20 - rule[1], "×": number * rule[1]}[rule[0]]
        pairs.append((number + 20 if rule[0] == "-" else number, out))
    return pairs


def _paint_table(draft: Draft, pairs: list[tuple[int, int]], hide: int | None) -> Canvas:
    canvas = draft.canvas(240, 36 * (len(pairs) + 1) + 20)
    for row, pair in enumerate([("in", "out"), *pairs]):
        for column, value in enumerate(pair):
            x, y = 20 + column * 100, 10 + row * 36
            canvas.rectangle((x, y, x + 100, y + 36), "#e3f2fd" if row == 0 else "#ffffff", "#90a4ae", 1)
            hidden = hide is not None and row == hide + 1 and column == 1
            canvas.text((x + 50, y + 18), "?" if hidden else str(value), 17, face="sans bold" if row == 0 else "sans")
    return canvas


@template("choose_txt", "pattern")
def table_rule(draft: Draft) -> Problem:
    """The rule of a table."""
    rules = [("+", draft.chance.randint(2, 9)), ("-", draft.chance.randint(2, 9)), ("×", draft.chance.randint(2, 5))]
    rules += [("+", rules[0][1] + 1), ("-", rules[1][1] + 1)]
    rules = draft.chance.sample(rules, draft.offered(3, 5))
    truth = draft.fair(sorted(rules))
    pairs = _machine(draft, truth)

    def words(rule: tuple[str, int]) -> str:
        return {"+": f"add {rule[1]}", "-": f"subtract {rule[1]}", "×": f"multiply by {rule[1]}"}[rule[0]]

    question = draft.say("What is the rule of the table?", "What does the machine do to each number?")
    scene: Scene = {"pairs": [list(pair) for pair in pairs], "ask": {}}
    return Problem(question, scene, _paint_table(draft, pairs, None), *among(truth, rules, words))


@template("fill_in_blank", "pattern")
def table_blank(draft: Draft) -> Problem:
    """The missing number of a table."""
    rule = draft.chance.choice(
        (("+", draft.chance.randint(2, 12)), ("-", draft.chance.randint(2, 12)), ("×", draft.chance.randint(2, 5)))
    )
    pairs = _machine(draft, rule)
    hide = draft.chance.randrange(4)
    scene: Scene = {"pairs": [[a, None if number == hide else b] for number, (a, b) in enumerate(pairs)], "ask": {}}
    question = draft.say(
        "Which number is missing in the table?",
        "The machine always does the same. What comes out at the question mark?",
    )
    return Problem(question, scene, _paint_table(draft, pairs, hide), str(pairs[hide][1]))


def _sum(pair: tuple[int, int]) -> str:
    return f"{pair[0]} + {pair[1]} = {sum(pair)}"


@template("choose_txt", "counting")
def number_line_hop(draft: Draft) -> Problem:
    """Which sum hops on a number line show."""
    first, hops = draft.chance.randint(1, 8), draft.chance.randint(2, 8)
    pool = [(first, hops), (first, hops + 1), (first + 1, hops), (first, hops - 1), (first + 1, hops - 1)]
    pool = draft.chance.sample(pool, draft.offered(3, 5))
    truth = draft.fair(sorted(pool))
    canvas = draft.canvas(560, 120)
    unit = 28
    canvas.line([(20, 84), (540, 84)], INK, 2)
    for number in range(19):
        x = 26 + number * unit
        canvas.rectangle((x, 78, x + 1, 90), INK)
        canvas.text((x, 104), str(number), 13)
    for hop in range(truth[1]):
        x = 26 + (truth[0] + hop) * unit
        canvas.line(arc((x + unit / 2, 76), unit / 2, 26, -90, 90, 16), COLOURS["red"], 2)
    canvas.ellipse((26 + truth[0] * unit, 84), 6, None, COLOURS["blue"])
    end = 26 + sum(truth) * unit
    canvas.polygon([(end, 77), (end - 7, 66), (end + 4, 65)], COLOURS["red"])
    question = draft.say(
        "Which addition does the number line show?", "The blue point is the start. Which sum do the hops show?"
    )
    return Problem(question, {"start": truth[0], "hops": truth[1], "ask": {}}, canvas, *among(truth, pool, _sum))


_COINS = ((1, "#c07a45", 22), (5, "#b0bec5", 25), (10, "#cfd8dc", 20), (25, "#e0c068", 29))


@template("fill_in_blank", "counting")
def coins(draft: Draft) -> Problem:
    """How much some coins are worth."""
    kinds = _COINS[:2] if draft.rung.level < 3 else _COINS[:3] if draft.rung.level < 5 else _COINS
    chosen = sorted((draft.chance.choice(kinds) for _ in range(draft.count(5, 10, 2))), reverse=draft.rung.level < 4)
    if draft.rung.level >= 4:
        draft.chance.shuffle(chosen)
    canvas, places = draft.in_rows(len(chosen), 5, 68)
    for at, (value, colour, radius) in zip(places, chosen, strict=True):
        canvas.ellipse(at, radius, None, colour, shade(colour, 0.6), 2)
        canvas.ellipse(at, radius - 4, None, None, shade(colour, 0.75), 1)
        canvas.text(at, f"{value}¢", 15, "#3e2723", face="sans bold")
    question = draft.say("How many cents are the coins worth in all?", "How much money is this, in cents?")
    values = [coin[0] for coin in chosen]
    return Problem(question, {"coins": values, "ask": {}}, canvas, str(sum(values)), unit="cents")


@template("fill_in_blank", "pattern")
def missing_in_row(draft: Draft) -> Problem:
    """The missing number of a row."""
    step = draft.chance.choice((1, 2, 5, 10) if draft.rung.level < 5 else (2, 3, 4, 6, 7, 9, 11))
    start = draft.chance.randint(1, 30)
    numbers = [start + step * number for number in range(7)]
    if draft.chance.random() < 0.4:
        numbers.reverse()
    hole = draft.chance.randrange(1, 6)
    canvas = draft.canvas(7 * 62 + 16, 78)
    for number, value in enumerate(numbers):
        x = 8 + number * 62
        canvas.rectangle((x, 10, x + 56, 66), "#fffde7" if number != hole else "#eceff1", "#78909c", 2, 6)
        canvas.text((x + 28, 38), "?" if number == hole else str(value), 19)
    scene: Scene = {"numbers": [None if number == hole else value for number, value in enumerate(numbers)], "ask": {}}
    question = draft.say("Which number is missing in the row?", "Skip count. Which number belongs in the grey box?")
    return Problem(question, scene, canvas, str(numbers[hole]))


@template("fill_in_blank")
def bar_model(draft: Draft) -> Problem:
    """A part or the whole of a bar."""
    a, b = draft.chance.randint(2, draft.rung.most(12, 60)), draft.chance.randint(2, draft.rung.most(12, 60))
    hide = draft.fair(("whole", "left", "right"))
    canvas = draft.canvas(400, 150)
    split = min(300, max(100, 20 + 360 * a / (a + b)))
    for (x0, x1), text, name, colour in (((20, split), a, "left", "#bbdefb"), ((split, 380), b, "right", "#ffe0b2")):
        canvas.rectangle((x0, 74, x1, 124), colour, "#546e7a", 2)
        canvas.text(((x0 + x1) / 2, 99), "?" if hide == name else str(text), 20)
    canvas.line([(20, 62), (20, 50), (380, 50), (380, 62)], "#546e7a", 2)
    canvas.text((200, 30), "?" if hide == "whole" else str(a + b), 20)
    numbers = {"whole": a + b, "left": a, "right": b}
    question = draft.say(
        "Which number belongs in place of the question mark?",
        "The two parts make the whole. What is the missing number?",
    )
    return Problem(question, {**numbers, hide: None, "ask": {}}, canvas, str(numbers[hide]))


@template("choose_txt", "counting")
def subtraction_sentence(draft: Draft) -> Problem:
    """Which difference crossed-out things show."""
    total = draft.chance.randint(4, draft.rung.most(9, 14))
    gone = draft.chance.randint(1, total - 2)
    pool = [(total, gone), (total, gone + 1), (total - 1, gone), (total + 1, gone), (total, total - gone)]
    pool = list(dict.fromkeys(pair for pair in pool if pair[0] > pair[1]))
    pool = [pool[0], *draft.chance.sample(pool[1:], min(len(pool) - 1, draft.offered(3, 5) - 1))]
    truth = draft.fair(sorted(pool))
    thing = draft.thing()
    size = draft.rung.size(44, 30)
    canvas, places = draft.in_rows(truth[0], 8, size * 1.2)
    for number, (x, y) in enumerate(places):
        canvas.icon(thing.key, (x, y), size, draft.style)
        if number >= truth[0] - truth[1]:
            canvas.line([(x - size * 0.46, y + size * 0.46), (x + size * 0.46, y - size * 0.46)], "#d50000", 4)
    question = draft.say(
        "Which subtraction sentence does the picture show?", "Some are crossed out. Which sentence tells about it?"
    )

    options = among(truth, pool, lambda pair: f"{pair[0]} - {pair[1]} = {pair[0] - pair[1]}")
    return Problem(question, {"total": truth[0], "crossed": truth[1], "ask": {}}, canvas, *options)


@template("choose_txt", "counting")
def addition_sentence(draft: Draft) -> Problem:
    """Which sum two colours show."""
    a, b = draft.chance.randint(1, draft.rung.most(5, 9)), draft.chance.randint(1, draft.rung.most(5, 9))
    pool = list(dict.fromkeys([(a, b), (a + 1, b), (a, b + 1), (a + 1, b + 1), (a + 2, b)]))
    pool = [pool[0], *draft.chance.sample(pool[1:], draft.offered(3, 5) - 1)]
    truth = draft.fair(sorted(pool))
    colours, kind = draft.colours(2), draft.chance.choice(MARKS)
    r = draft.rung.size(17, 11)

    canvas, places = draft.in_rows(sum(truth), 10, r * 2.4, 10)
    for number, at in enumerate(places):
        mark(canvas, kind, at, r, COLOURS[colours[number >= truth[0]]])
    question = f"Which addition sentence tells about the {colours[0]} and the {colours[1]} {kind}, in this order?"

    return Problem(question, {"first": truth[0], "second": truth[1], "ask": {}}, canvas, *among(truth, pool, _sum))


@template("fill_in_blank")
def price(draft: Draft) -> Problem:
    """What two things cost together."""
    things = draft.things(min(5, 3 + draft.rung.clutter // 3))
    prices = draft.chance.sample(range(1, draft.rung.most(12, 60)), len(things))
    size = 64
    canvas = draft.canvas(len(things) * 100 + 16, 140)
    tags: list[Scene] = []
    for number, (thing, cost) in enumerate(zip(things, prices, strict=True)):
        x = 8 + (number + 0.5) * 100
        canvas.icon(thing.key, (x, 50), size, draft.style)
        canvas.rectangle((x - 30, 96, x + 30, 126), "#fff59d", "#f9a825", 2, 6)
        canvas.text((x, 111), f"${cost}", 17)
        tags.append({"what": thing.key, "price": cost})
    first, second = draft.chance.sample(range(len(things)), 2)
    question = f"How many dollars do the {things[first].name} and the {things[second].name} cost together?"
    scene: Scene = {"tags": tags, "ask": {"what": [things[first].key, things[second].key]}}
    return Problem(question, scene, canvas, str(prices[first] + prices[second]), unit="dollars")


@template("fill_in_blank", "counting", first=True)
def two_colours_together(draft: Draft) -> Problem:
    """How many counters of two of four colours there are."""
    counts = {colour: draft.count(4, 6) for colour in draft.colours(4)}
    canvas, order = marbles(draft, counts)
    colours = draft.chance.sample(list(counts), 2)
    question = draft.say(
        "How many {} and {} counters are there together?", "Count the {} and the {} counters. How many is that in all?"
    ).format(*colours)
    scene: Scene = {"counters": order, "ask": {"colours": colours}}
    return Problem(question, scene, canvas, str(sum(counts[colour] for colour in colours)))
