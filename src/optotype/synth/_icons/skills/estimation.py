"""Estimation: about how many, about how long, about how full."""

from __future__ import annotations

from optotype.synth._icons.canvas import COLOURS, INK, Canvas
from optotype.synth._icons.figures import DRINKS, LONG_THINGS, bar_thing, glass, marble, paper_clip
from optotype.synth._icons.problem import Alternative, Draft, Problem, Scene, among, template, without


def _tens(draft: Draft, count: int = 0) -> tuple[int, list[int]]:
    """A true multiple of ten and wrong ones, further apart at lower levels."""
    count = count or draft.offered(2, 3)
    step = 3 if draft.rung.level < 3 else 2
    low, high = 1, 9
    start = draft.chance.randint(low, high - step * (count - 1))
    numbers = [(start + step * number) * 10 for number in range(count)]
    truth = draft.fair(numbers)
    return truth, without(numbers, truth)


def _about(draft: Draft, number: int) -> int:
    return max(1, number + draft.chance.randint(-3, 3))


def _spread(draft: Draft, count: int, radius: float, width: int) -> tuple[Canvas, list[Scene]]:
    points, wide, high = draft.scatter(count, radius * 2.15, width=width, air=1.25)
    canvas = draft.canvas(wide, high)
    colour = draft.colour()
    for at in points:
        marble(canvas, at, radius, colour)
    return canvas, [{"x": round(x), "y": round(y)} for x, y in points]


@template("choose_txt", "counting")
def about_marbles(draft: Draft) -> Problem:
    """About how many marbles."""
    number, wrong = _tens(draft)
    canvas, drawn = _spread(draft, _about(draft, number), draft.rung.size(13, 9), 420)
    question = draft.say("About how many marbles are there? Estimate.", "How many marbles are there? Estimate.")
    return Problem(question, {"marbles": drawn, "ask": {}}, canvas, *among(number, wrong, "about {}".format))


@template("choose_txt", "counting")
def about_things(draft: Draft) -> Problem:
    """About how many of a thing."""
    number, wrong = _tens(draft)
    thing = draft.thing("fruit", "vegetable", "animal", "insect", "sweet", "ball", "weather", "plant")
    size = draft.rung.size(34, 22)
    points, wide, high = draft.scatter(_about(draft, number), size, width=480, air=1.25)
    canvas = draft.canvas(wide, high)
    drawn = [canvas.icon(thing.key, at, size, draft.style) for at in points]
    question = f"About how many {thing.plural} are there? Do not count; estimate."
    return Problem(question, {"things": drawn, "ask": {}}, canvas, *among(number, wrong, "about {}".format))


def _jar(draft: Draft, count: int) -> Canvas:
    radius = draft.rung.size(8, 6)
    columns = 9
    canvas = draft.option(columns * radius * 2 + 40, 12 * radius * 2 + 40)
    x0, y0, x1, y1 = 12, 12, canvas.width - 12, canvas.height - 10
    canvas.rectangle((x0, y0, x1, y1), "#f5fbff", "#78909c", 3, 10)
    colours = [COLOURS[name] for name in draft.colours(3)]
    for number in range(count):
        row, column = divmod(number, columns)
        x = x0 + 8 + radius + column * radius * 2 + draft.chance.uniform(-0.5, 0.5)
        marble(canvas, (x, y1 - 5 - radius - row * radius * 2), radius, draft.chance.choice(colours))
    return canvas


@template("choose_img", "counting")
def jar_with_about(draft: Draft) -> Problem:
    """Which jar has about so many marbles."""
    number, wrong = _tens(draft, draft.offered(2, 4))
    question = draft.say("Which jar has about {} marbles in it?", "In which jar are there about {} marbles?").format(
        number
    )
    counts = [_about(draft, value) for value in (number, *wrong)]
    options = [Alternative(canvas=_jar(draft, count), scene={"count": count}) for count in counts]
    return Problem(question, {"ask": {"about": number}}, None, options[0], options[1:])


@template("choose_txt", "counting")
def jar_estimate(draft: Draft) -> Problem:
    """About how many marbles are in a jar, beside one with ten."""
    number, wrong = _tens(draft)
    count = _about(draft, number)
    ten, jar = _jar(draft, 10), _jar(draft, count)
    canvas = draft.canvas(ten.width * 2 + 20, ten.height + 40)
    canvas.paste(ten, (5, 5))
    canvas.paste(jar, (ten.width + 15, 5))
    canvas.text((5 + ten.width / 2, ten.height + 20), "10 marbles", 15)
    canvas.text((15 + ten.width * 1.5, ten.height + 20), "?", 17)
    question = "The jar on the left has 10 marbles in it. About how many are in the jar on the right?"
    return Problem(question, {"count": count, "ask": {}}, canvas, *among(number, wrong, "about {}".format))


@template("choose_txt", "measurement")
def how_full(draft: Draft) -> Problem:
    """About how full a glass is."""
    shares = {
        "almost empty": 0.06,
        "about a quarter full": 0.25,
        "about half full": 0.5,
        "about three quarters full": 0.75,
        "almost full": 0.95,
    }
    names = draft.chance.sample(list(shares), draft.offered(3, 5))
    truth = draft.fair(sorted(names))
    share = shares[truth] + draft.chance.uniform(-0.03, 0.03)
    canvas = draft.canvas(180, 230)
    glass(canvas, (45, 25, 135, 205), share, draft.chance.choice(list(DRINKS.values())))
    question = draft.say("How full is the glass?", "About how much is in the glass?")
    return Problem(question, {"share": round(share, 3), "ask": {}}, canvas, truth, without(names, truth))


@template("choose_txt", "measurement")
def about_clips(draft: Draft) -> Problem:
    """About how many paper clips long something is."""
    count, wrong = draft.numbers(2, 9, step=2 if draft.rung.level < 5 else 1, count=draft.offered(2, 3))
    unit = 46
    length = unit * (count + draft.chance.uniform(-0.15, 0.15))
    kind = draft.chance.choice(LONG_THINGS)
    canvas = draft.canvas(unit * 9.3 + 30, 100)
    bar_thing(canvas, (14, 18), length, 22, kind, draft.colour())
    paper_clip(canvas, (14, 66), unit)
    question = f"One paper clip is shown below. About how many paper clips long is the {kind}?"
    return Problem(
        question, {"length": round(length), "unit": unit, "ask": {}}, canvas, *among(count, wrong, "about {}".format)
    )


@template("choose_txt", "algebra")
def nearest_ten(draft: Draft) -> Problem:
    """To which ten a number on a line is nearest."""
    low = draft.chance.randint(0, 7) * 10
    tens = [low + 10 * number for number in range(4)]
    count = draft.offered(2, 4)
    first = draft.chance.randint(0, 4 - count)
    offered = tens[first : first + count]
    truth = draft.fair(offered)
    off = draft.chance.choice((1, 2, 3, 4))
    number = truth + off * (1 if truth == tens[0] else -1 if truth == tens[-1] else draft.chance.choice((-1, 1)))
    canvas = draft.canvas(480, 110)
    canvas.line([(30, 60), (450, 60)], INK, 2)
    for step in range(31):
        x = 30 + 420 * step / 30
        canvas.rectangle((x, 48 if step % 10 == 0 else 54, x + 1, 72 if step % 10 == 0 else 66), INK)
    for ten in tens:
        canvas.text((30 + 420 * (ten - low) / 30, 88), str(ten), 16)
    x = 30 + 420 * (number - low) / 30
    canvas.arrow((x, 12), (x, 52), COLOURS["red"], 3, 12)
    question = draft.say("To the nearest ten, where does the arrow point?", "Which ten is nearest to the arrow?")
    wrong = [str(ten) for ten in offered if ten != truth]
    return Problem(question, {"low": low, "number": number, "ask": {}}, canvas, str(truth), wrong)


@template("choose_txt", "algebra")
def point_between(draft: Draft) -> Problem:
    """About which number a point on an empty line stands for."""
    high = draft.chance.choice((10, 20, 100))
    shares = draft.chance.sample((0.1, 0.3, 0.5, 0.7, 0.9), draft.offered(2, 4 if draft.rung.level > 5 else 3))
    truth = draft.fair(sorted(shares))
    canvas = draft.canvas(480, 100)
    canvas.line([(30, 50), (450, 50)], INK, 2)
    for x, text in ((30, "0"), (450, str(high))):
        canvas.rectangle((x - 1, 40, x + 1, 60), INK)
        canvas.text((x, 78), text, 16)
    at = truth + draft.chance.uniform(-0.02, 0.02)
    canvas.ellipse((30 + 420 * at, 50), draft.rung.size(9, 6), None, COLOURS["blue"])

    question = draft.say("About which number does the point show?", "Estimate the number at the point.")
    options = among(truth, shares, lambda share: f"about {round(share * high)}")
    return Problem(question, {"high": high, "share": round(at, 3), "ask": {}}, canvas, *options)
