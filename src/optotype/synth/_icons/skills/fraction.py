"""Fractions: equal parts, shaded parts, parts of a group."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from optotype.synth._icons.canvas import COLOURS, INK, arc
from optotype.synth._icons.figures import MARKS, colour_grid, even_cuts, mark, parted, uneven_cuts
from optotype.synth._icons.problem import YES_NO, Alternative, Draft, Problem, Scene, among, template, without

_KINDS = ("circle", "bar", "square")
_WORDS = {
    (1, 2): "one half", (1, 3): "one third", (2, 3): "two thirds", (1, 4): "one fourth", (3, 4): "three fourths",
    (1, 5): "one fifth", (2, 5): "two fifths", (3, 5): "three fifths", (1, 6): "one sixth", (5, 6): "five sixths",
    (1, 8): "one eighth", (3, 8): "three eighths",
}  # fmt: skip
_PARTS = {2: "halves", 3: "thirds", 4: "fourths", 5: "fifths", 6: "sixths", 8: "eighths"}


def _colour(draft: Draft) -> str:
    return draft.colour("red", "orange", "green", "blue", "purple", "pink")


def _most(draft: Draft) -> int:
    return draft.rung.most(4, 10)


def _shaded(draft: Draft, parts: int, count: int) -> list[int]:
    if draft.rung.level < 4:
        return list(range(count))
    return sorted(draft.chance.sample(range(parts), count))


def _written(fraction: tuple[int, int]) -> str:
    return f"{fraction[0]}/{fraction[1]}"


def _fractions(draft: Draft, count: int) -> list[tuple[int, int]]:
    """Different fractions, in value too."""
    found: dict[Fraction, tuple[int, int]] = {}
    while len(found) < count:
        parts = draft.chance.randint(2, max(5, _most(draft)))
        pair = (draft.chance.randint(1, parts - 1), parts)
        found.setdefault(Fraction(*pair), pair)
    return list(found.values())


def _picture(draft: Draft, shaded: int, parts: int, size: int, kind: str = "") -> Alternative:
    kind = kind or draft.chance.choice(_KINDS)
    canvas = draft.option(size)
    places = _shaded(draft, parts, shaded)
    colour, turn = _colour(draft), draft.chance.choice((0, 0, 30))
    parted(canvas, kind, (size / 2, size / 2), size / 2 - 12, even_cuts(parts), places, colour, turn)
    return Alternative(canvas=canvas, scene={"parts": parts, "shaded": places, "kind": kind})


@template("choose_txt")
def shaded_options(draft: Draft) -> Problem:
    """What fraction is shaded."""
    return _fraction_of(draft, "What fraction of the shape is shaded?", "Which fraction of the shape is coloured?")


@template("choose_txt")
def not_shaded(draft: Draft) -> Problem:
    """What fraction is not shaded."""
    wordings = ("What fraction of the shape is not shaded?", "Which fraction of the shape is white?")
    return _fraction_of(draft, *wordings, shaded=False)


def _fraction_of(draft: Draft, *wordings: str, shaded: bool = True) -> Problem:
    """Which fraction is what is asked for: the shaded part, or the other."""
    pairs = _fractions(draft, draft.offered(3, 5))
    parts, whole = truth = draft.fair(sorted(pairs))
    picture = _picture(draft, parts if shaded else whole - parts, whole, draft.rung.size(230, 140))
    options = among(truth, pairs, _written)
    return Problem(draft.say(*wordings), {**picture.scene, "ask": {}}, picture.canvas, *options)


@template("choose_img")
def shows_fraction(draft: Draft) -> Problem:
    """Which picture shows a fraction."""
    pool = [pair for pair in _WORDS if pair[1] <= max(4, _most(draft))]
    pairs: list[tuple[int, int]] = []
    for pair in draft.chance.sample(pool, len(pool)):
        if all(Fraction(*pair) != Fraction(*other) for other in pairs):
            pairs.append(pair)
    pairs = pairs[: draft.offered(2, 4)]
    options = [_picture(draft, *pair, draft.rung.size(140, 110)) for pair in pairs]
    name = draft.say(_WORDS[pairs[0]], _written(pairs[0]))
    question = draft.say("Which picture shows {}?", "In which picture is {} of the shape shaded?").format(name)
    return Problem(question, {"ask": {"fraction": list(pairs[0])}}, None, options[0], options[1:])


def _cut(draft: Draft, parts: int, equal: bool) -> Alternative:
    kind = draft.chance.choice(_KINDS)
    canvas = draft.option(140)
    cuts = even_cuts(parts) if equal else uneven_cuts(parts, draft.chance)
    colour, turn = _colour(draft), draft.chance.choice((0, 45, 90))
    parted(canvas, kind, (70, 70), draft.rung.size(58, 46), cuts, range(parts), colour, turn)
    return Alternative(canvas=canvas, scene={"kind": kind, "cuts": [round(cut, 4) for cut in cuts]})


@template("choose_img", "geometry")
def equal_parts(draft: Draft) -> Problem:
    """Which picture shows equal parts, or unequal ones."""
    equal = draft.fair((True, False))
    parts = [draft.chance.randint(2, max(3, _most(draft) // 2 + 1)) for _ in range(draft.offered(2, 4))]
    options = [_cut(draft, number, equal == (place == 0)) for place, number in enumerate(parts)]
    question = f"Which picture shows {'equal' if equal else 'unequal'} parts?"
    return Problem(question, {"ask": {"equal": equal}}, None, options[0], options[1:])


@template("choose_img")
def halves_or_thirds(draft: Draft) -> Problem:
    """Which picture shows halves, thirds, fourths."""
    pool = (2, 3, 4) if draft.rung.level < 3 else (2, 3, 4, 5, 6, 8)
    numbers = draft.chance.sample(pool, draft.offered(2, min(len(pool), 4)))
    options = [_cut(draft, number, True) for number in numbers]
    question = draft.say("Which figure shows {}?", "Which shape is cut into {}?").format(_PARTS[numbers[0]])
    return Problem(question, {"ask": {"parts": numbers[0]}}, None, options[0], options[1:])


@template("choose_txt")
def name_parts(draft: Draft) -> Problem:
    """What equal parts are called."""
    numbers = draft.chance.sample((2, 3, 4, 5, 6, 8), draft.offered(3, 5))
    truth = draft.fair(sorted(numbers))
    picture = _cut(draft, truth, True)
    question = draft.say(
        "The shape is cut into equal parts. What are the parts called?",
        "Does the shape show halves, thirds or other parts?",
    )
    return Problem(question, {**picture.scene, "ask": {}}, picture.canvas, *among(truth, numbers, _PARTS.__getitem__))


@template("fill_in_blank", "counting")
def how_many_parts(draft: Draft) -> Problem:
    """How many equal parts."""
    parts = draft.chance.randint(2, draft.rung.most(6, 12))
    picture = _cut(draft, parts, True)
    question = draft.say("How many equal parts does the shape have?", "Into how many equal parts is the shape cut?")
    return Problem(question, {**picture.scene, "ask": {}}, picture.canvas, str(parts))


@template("fill_in_blank", "counting")
def top_number(draft: Draft) -> Problem:
    """The number above the line."""
    parts = draft.chance.randint(3, draft.rung.most(6, 12))
    shaded = draft.chance.randint(1, parts - 1)
    picture = _picture(draft, shaded, parts, draft.rung.size(230, 150))
    question = f"(_)/{parts} of the shape is shaded. Which number is missing?"
    return Problem(question, {**picture.scene, "ask": {}}, picture.canvas, str(shaded))


def _group(
    draft: Draft, wanted: int, total: int, colours: Sequence[str], kinds: Sequence[str], radius: int, width: int = 0
) -> Alternative:
    points, wide, high = draft.scatter(total, radius * 2.2, width=width)
    canvas = draft.canvas(max(wide, 110), max(high, 90))
    order = [True] * wanted + [False] * (total - wanted)
    draft.chance.shuffle(order)
    shapes: list[Scene] = []
    for one, at in zip(order, points, strict=True):
        colour, kind = (colours[0], kinds[0]) if one else (colours[1], kinds[1])
        mark(canvas, kind, at, radius, COLOURS[colour])
        shapes.append({"mark": kind, "colour": colour})
    return Alternative(canvas=canvas, scene={"shapes": shapes})


@template("choose_txt", "counting")
def of_group_kind(draft: Draft) -> Problem:
    """What fraction of some shapes are of a kind."""
    pairs = _fractions(draft, draft.offered(3, 5))
    truth = draft.fair(sorted(pairs))
    kinds = draft.chance.sample(MARKS, 2)
    colours = draft.colours(2)
    times = 1 if truth[1] > 5 or draft.rung.level < 5 else 2
    group = _group(draft, truth[0] * times, truth[1] * times, colours, kinds, draft.rung.size(24, 14))
    question = f"What fraction of the shapes are {kinds[0]}?"
    options = among(truth, pairs, _written)
    return Problem(question, {**group.scene, "ask": {"mark": kinds[0]}}, group.canvas, *options)


@template("choose_txt", "counting")
def of_group_colour(draft: Draft) -> Problem:
    """What fraction of some shapes have a colour."""
    pairs = _fractions(draft, draft.offered(3, 5))
    truth = draft.fair(sorted(pairs))
    kind = draft.chance.choice(MARKS)
    colours = draft.colours(2)
    group = _group(draft, *truth, colours, (kind, kind), draft.rung.size(24, 14))
    question = f"What fraction of the {kind} are {colours[0]}?"
    options = among(truth, pairs, _written)
    return Problem(question, {**group.scene, "ask": {"colour": colours[0]}}, group.canvas, *options)


@template("choose_img", "counting")
def group_shows(draft: Draft) -> Problem:
    """In which group a fraction has a colour."""
    pairs = _fractions(draft, draft.offered(2, 4))
    kind = draft.chance.choice(MARKS)
    colours = draft.colours(2)
    radius = draft.rung.size(16, 11)
    options = [_group(draft, *pair, colours, (kind, kind), radius, width=150) for pair in pairs]
    question = f"In which group are {_written(pairs[0])} of the {kind} {colours[0]}?"
    return Problem(question, {"ask": {"fraction": list(pairs[0]), "colour": colours[0]}}, None, options[0], options[1:])


@template("choose_img", "comparing")
def larger_fraction(draft: Draft) -> Problem:
    """Which picture shows the larger or smaller fraction."""
    word = draft.fair(("larger", "smaller"))
    gap = (0.4, 0.35, 0.3, 0.26, 0.22, 0.18, 0.15, 0.12)[draft.rung.level - 1]
    while True:
        first, second = _fractions(draft, 2)
        if abs(first[0] / first[1] - second[0] / second[1]) >= gap:
            break
    if (first[0] / first[1] < second[0] / second[1]) == (word == "larger"):
        first, second = second, first
    kind = draft.chance.choice(_KINDS)
    question = draft.say(
        "Which picture shows the {} fraction?", "In which picture is a {} part of the shape shaded?"
    ).format(word)
    options = [_picture(draft, *pair, 150, kind) for pair in (first, second)]
    return Problem(question, {"ask": {"word": word}}, None, options[0], options[1:])


@template("choose_txt", "comparing")
def equivalent(draft: Draft) -> Problem:
    """Do two bars show the same fraction."""
    truth = draft.fair(YES_NO)
    first = (draft.chance.randint(1, 3), 4) if draft.chance.random() < 0.5 else (draft.chance.randint(1, 2), 3)
    times = 2 if draft.rung.level < 5 else draft.chance.choice((2, 3))
    second = (first[0] * times, first[1] * times)
    if truth == "no":
        second = (second[0] + draft.chance.choice((-1, 1)), second[1])
    canvas = draft.canvas(330, 170)
    colours = draft.colours(2)
    for number, (a, b) in enumerate((first, second)):
        parted(canvas, "bar", (165, 45 + number * 80), 75, even_cuts(b), range(a), COLOURS[colours[number]])
    question = draft.say("Do both bars show the same fraction?", "Is the same part of both bars shaded?")
    return Problem(question, {"bars": [list(first), list(second)], "ask": {}}, canvas, truth, without(YES_NO, truth))


@template("choose_txt", "measurement")
def on_number_line(draft: Draft) -> Problem:
    """Which fraction a point on a line stands for."""
    parts = draft.chance.randint(draft.offered(3, 5) + 1, draft.rung.most(8, 12))
    numbers = draft.chance.sample(range(1, parts), draft.offered(2, 5))
    truth = draft.fair(sorted(numbers))
    canvas = draft.canvas(460, 110)
    canvas.line([(30, 60), (430, 60)], INK, 2)
    for number in range(parts + 1):
        x = 30 + 400 * number / parts
        canvas.rectangle((x, 52, x + 1, 68), INK)
    canvas.text((30, 86), "0", 16)
    canvas.text((430, 86), "1", 16)
    canvas.ellipse((30 + 400 * truth / parts, 60), draft.rung.size(9, 6), None, COLOURS["red"])
    question = draft.say(
        "Which fraction does the point on the number line show?", "Where is the point on the number line?"
    )
    options = among(truth, numbers, lambda top: _written((top, parts)))
    return Problem(question, {"parts": parts, "at": truth, "ask": {}}, canvas, *options)


@template("choose_txt", "commonsense")
def pizza_left(draft: Draft) -> Problem:
    """How much of a pizza is left, or eaten."""
    parts = draft.chance.choice((4, 6, 8) if draft.rung.level < 5 else (5, 6, 8, 10))
    numbers = draft.chance.sample(range(1, parts), draft.offered(2, min(parts - 1, 5)))
    truth = draft.fair(sorted(numbers))
    word = draft.fair(("left", "eaten"))
    left = truth if word == "left" else parts - truth
    canvas = draft.canvas(240, 240)
    canvas.ellipse((120, 120), 112, None, "#eceff1", "#b0bec5", 2)
    for number in range(parts):
        a, b = number * 360 / parts, (number + 1) * 360 / parts
        if number < left:
            canvas.polygon([(120, 120), *arc((120, 120), 100, 100, a, b, 16)], "#e6a756", "#8d5a1e", 3)
            canvas.polygon([(120, 120), *arc((120, 120), 84, 84, a + 1, b - 1, 16)], "#ffd54f")
            middle = arc((120, 120), 60, 60, (a + b) / 2, (a + b) / 2, 1)[0]
            canvas.ellipse(middle, 9, None, "#c62828")
        else:
            canvas.line([(120, 120), arc((120, 120), 100, 100, a, a, 1)[0]], "#b0bec5", 2, dash=6)
            canvas.line([(120, 120), arc((120, 120), 100, 100, b, b, 1)[0]], "#b0bec5", 2, dash=6)
    state = "is left" if word == "left" else "has been eaten"
    question = f"The pizza was cut into {parts} equal slices. What fraction of the pizza {state}?"
    options = among(truth, numbers, lambda top: _written((top, parts)))
    return Problem(question, {"parts": parts, "left": left, "ask": {"word": word}}, canvas, *options)


@template("fill_in_blank", "counting", first=True)
def parts_of_a_colour(draft: Draft) -> Problem:
    """The number above the line, for one of the colours of a whole."""
    rows, columns = draft.chance.choice(
        ((2, 3), (2, 4), (3, 3), (2, 5), (3, 4)) if draft.rung.level > 2 else ((2, 3), (2, 4))
    )
    parts = rows * columns
    colours = draft.colours(3)
    cells = draft.shared(parts, colours)
    side = draft.rung.size(64, 44)
    canvas = draft.canvas(columns * side + 24, rows * side + 24)
    colour_grid(canvas, (12, 12), cells, columns, side)
    colour = draft.chance.choice(colours)
    question = f"(_)/{parts} of the shape is {colour}. Which number is missing?"
    return Problem(question, {"parts": cells, "ask": {"colour": colour}}, canvas, str(cells.count(colour)))
