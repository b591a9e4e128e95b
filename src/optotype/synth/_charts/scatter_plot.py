"""Scatter plots: groups of points, told apart by colour and shape."""

from __future__ import annotations

import math
from functools import partial
from random import Random
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Said, Templates, counted
from optotype.synth._charts._axes import Key, Plot, pixel
from optotype.synth._charts._canvas import MARKERS, Box, Canvas
from optotype.synth._charts._colours import pick
from optotype.synth._charts._patterns import (
    MEASURED,
    Thing,
    absent,
    background,
    beyond,
    choose_count,
    choose_leader,
    choose_name,
    choose_own_colour,
    claim_own_colour,
    compare,
    estimate,
    nearest,
    other_quantity,
    which_of,
)
from optotype.synth._charts._style import Style
from optotype.synth._charts._topics import capital
from optotype.synth._charts._values import padded, tidy, value_axis, window

templates = Templates("scatter_plot")

LEFT_OPEN = tuple(text for text in MEASURED if "repeated" not in text and "sample size" not in text)
"""Without questions that somebody might answer by counting points."""

FEWEST = 4
"""The fewest points of a group."""

PLURALS = {
    "circle": "circles",
    "square": "squares",
    "triangle": "triangles",
    "diamond": "diamonds",
    "cross": "crosses",
    "star": "stars",
}


class ScatterPlot(FigureType):
    """Points in two dimensions; none lies on another."""

    name = "scatter plot"
    templates = templates
    holds = "groups"
    shape = 0.72

    def compose(self, brief: Brief) -> Part:
        """Clouds of points, one for each rival."""
        chance, field = brief.chance, brief.field
        narrow = [quantity for quantity in field.quantities if not quantity.wide]
        first, second = chance.sample(narrow, 2)
        count = brief.series(2, 5)
        names, colours = chance.sample(field.rivals, count), pick(chance, brief.style.palette, count, thin=True)
        markers = ["circle"] * count if chance.random() < 0.35 else chance.sample(MARKERS, count)
        (x0, x1), (y0, y1) = (window(chance, one, log=False, zero=False) for one in (first, second))
        most = min(9 if brief.compact else 14, FEWEST + brief.rung.things[1])
        radius, taken = 0.04 if brief.compact else 0.03, list[tuple[float, float]]()
        groups: list[dict[str, Any]] = []
        for place, name in enumerate(names):
            size = chance.randint(FEWEST, most)
            points = [
                {"x": tidy(x0 + (x1 - x0) * u, x1 - x0), "y": tidy(y0 + (y1 - y0) * v, y1 - y0)}
                for u, v in _cloud(chance, size, radius, taken)
            ]
            groups.append({"name": name, "colour": colours[place], "marker": markers[place], "points": points})
        xs = [point["x"] for group in groups for point in group["points"]]
        ys = [point["y"] for group in groups for point in group["points"]]
        return {
            "rival": field.rival,
            "groups": groups,
            "most": most,
            "shapes": len(set(markers)) == count,
            "across": value_axis(brief, first, padded(xs), log=False, zero=False),
            "axis": value_axis(brief, second, padded(ys), log=False, zero=False),
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the points."""
        keys = [Key(one["name"], one["colour"]["hex"], "point", marker=one["marker"]) for one in part["groups"]]
        plot = Plot(canvas, box, style, part["across"], part["axis"], title=part["title"], keys=keys)
        places = [_at(part, point) for group in part["groups"] for point in group["points"]]
        corner = plot.settle_legend((x - 7, y - 7, x + 7, y + 7) for x, y in places)
        plot.draw()
        for group in part["groups"]:
            for point in group["points"]:
                point["at"] = [round(edge, 1) for edge in _at(part, point)]
                edge = "#333333" if style.edge else None
                canvas.marker(group["marker"], tuple(point["at"]), 5.0, group["colour"]["hex"], edge)
        if corner is not None:
            plot.draw_legend(corner, 1)

    def sentence(self, part: Part) -> str:
        """What is plotted against what."""
        name = part["axis"]["name"]
        return f"{capital(name)} against {part['across']['name']} by {part['rival']}"


def _cloud(chance: Random, size: int, radius: float, taken: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points around a centre, none too near to another; `taken` grows."""
    centre = (chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8))
    slope, spread = chance.uniform(-1, 1), chance.uniform(0.1, 0.22)
    found: list[tuple[float, float]] = []
    while len(found) < size:
        along, off = chance.gauss(0, spread), chance.gauss(0, spread * 0.6)
        u = centre[0] + along
        v = centre[1] + slope * along + off
        # a crowded place is left by a wider spread, so that this ends
        spread *= 1.01
        if 0 <= u <= 1 and 0 <= v <= 1 and all(math.hypot(u - a, v - b) >= radius for a, b in taken):
            found.append((u, v))
            taken.append((u, v))
    return found


def _at(part: Part, point: dict[str, float]) -> tuple[float, float]:
    return pixel(part["across"], point["x"]), pixel(part["axis"], point["y"])


# --- what can be asked


def _tops(ask: Ask, by: str) -> list[Thing]:
    """The highest point of each group."""
    things: list[Thing] = []
    for group in ask.part["groups"]:
        key = group["name"] if by == "name" else group["colour"]["name"]
        things.append(Thing({by: key}, max(point["y"] for point in group["points"]), key))
    return things


def _look(group: dict[str, Any], part: Part) -> str:
    """`red triangles`, where shapes differ, else `red points`."""
    return f"{group['colour']['name']} {PLURALS[group['marker']] if part['shapes'] else 'points'}"


@templates(Kind.INFINITE_VISUAL, "count")
def points_of(ask: Ask) -> Draft | None:
    """How many points of a colour there are."""
    group = ask.chance.choice(ask.part["groups"])
    wordings = ("How many {look} are there?", "How many {look} are plotted?", "What is the number of {look}?")
    text = ask.say(wordings, look=_look(group, ask.part))
    return Draft(text, counted(len(group["points"])), {"colour": group["colour"]["name"]})


@templates(Kind.INFINITE_VISUAL, "value")
def topmost_of(ask: Ask) -> Draft | None:
    """Where the highest point of a colour lies."""
    wordings = (
        "What is the {about}{quantity} of the topmost {one[colour]} point?",
        "What {about}{quantity} does the highest {one[colour]} point have?",
    )
    axis = ask.part["axis"]
    return estimate(ask, _tops(ask, "colour"), wordings, axis, quantity=axis["name"])


@templates(Kind.INFINITE_VISUAL, "marker")
def who_has_shape(ask: Ask) -> Draft | None:
    """Whose points have a shape."""
    if not ask.part["shapes"]:
        return None
    group = ask.chance.choice(ask.part["groups"])
    shape = PLURALS[group["marker"]]
    wordings = ("Which {rival} is shown by {shape}?", "Which {rival} do the {shape} stand for?")
    text = ask.say(wordings, shape=shape)
    return Draft(text, Said((group["name"],)), {"shape": shape})


@templates(Kind.INFINITE, "value")
def highest_of(ask: Ask) -> Draft | None:
    """The highest value of a group."""
    wordings = (
        "What is the {about}maximum {quantity} observed for {one[name]}?",
        "What is the {about}highest {quantity} of {one[name]}?",
    )
    axis = ask.part["axis"]
    return estimate(ask, _tops(ask, "name"), wordings, axis, quantity=axis["name"])


@templates(Kind.INFINITE, "extreme")
def who_is_highest(ask: Ask) -> Draft | None:
    """Which group has the highest or lowest observation of all."""
    part = ask.part
    most = ask.chance.random() < 0.5
    best = max if most else min
    ends = [(best(point["y"] for point in group["points"]), group["name"]) for group in part["groups"]]
    ends.sort(reverse=most)
    if not ask.apart(ends[0][0], ends[1][0], part["axis"], ask.rung.gap * 0.7):
        return None
    words = ("highest", "largest") if most else ("lowest", "smallest")
    wordings = [f"For which {{rival}} was the {word} {{quantity}} observed?" for word in words]
    text = ask.say(wordings, quantity=part["axis"]["name"])
    return Draft(text, Said((ends[0][1],)), {"most": most})


@templates(Kind.INFINITE, "count")
def observations(ask: Ask) -> Draft | None:
    """How many observations a group has."""
    group = ask.chance.choice(ask.part["groups"])
    wordings = ("How many observations are shown for {name}?", "What is the number of observations of {name}?")
    return Draft(ask.say(wordings, name=group["name"]), counted(len(group["points"])), {"name": group["name"]})


@templates(Kind.BINARY_VISUAL, "compare")
def lies_above(ask: Ask) -> Draft | None:
    """Is the highest point of a colour above that of another?"""
    wordings = (
        "Does the topmost {one[colour]} point lie above the topmost {other[colour]} point?",
        "Is the highest {one[colour]} point above the highest {other[colour]} point?",
    )
    return compare(ask, _tops(ask, "colour"), wordings, ask.part["axis"])


@templates(Kind.BINARY_VISUAL, "count")
def more_points(ask: Ask) -> Draft | None:
    """Are there more points of a colour than of another?"""
    groups = ask.part["groups"]
    things = [Thing({"colour": one["colour"]["name"]}, len(one["points"])) for one in groups]
    wordings = (
        "Are there more {one[colour]} points than {other[colour]} points?",
        "Does the plot show more {one[colour]} points than {other[colour]} ones?",
    )
    return compare(ask, things, wordings, None)


@templates(Kind.BINARY_VISUAL, "colour")
def drawn_in(ask: Ask) -> Draft | None:
    """Does a colour stand for a group?"""
    wordings = ("Do the {colour} points represent {name}?", "Is {name} shown by {colour} points?")
    return claim_own_colour(ask, ask.part["groups"], wordings)


@templates(Kind.BINARY, "compare")
def reaches_higher(ask: Ask) -> Draft | None:
    """Is the highest value of a group above that of another?"""
    wordings = (
        "Is the maximum {quantity} of {one[name]} higher than that of {other[name]}?",
        "Does {one[name]} reach a higher maximum {quantity} than {other[name]}?",
    )
    return compare(ask, _tops(ask, "name"), wordings, ask.part["axis"], quantity=ask.part["axis"]["name"])


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does any observation of a group exceed a limit?"""
    above = (
        "Does any observation of {one[name]} exceed a {quantity} of {limit}?",
        "Is there an observation of {one[name]} with a {quantity} above {limit}?",
    )
    below = (
        "Do all observations of {one[name]} have a {quantity} below {limit}?",
        "Does the {quantity} of {one[name]} always stay below {limit}?",
    )
    return beyond(ask, _tops(ask, "name"), above, below, ask.part["axis"], quantity=ask.part["axis"]["name"])


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """Which colour a group has."""
    wordings = ("Which colour do the points of {name} have?", "In which colour is {name} plotted?")
    return choose_own_colour(ask, ask.part["groups"], wordings, thin=True)


@templates(Kind.CHOICE_VISUAL, "extreme")
def outermost(ask: Ask) -> Draft | None:
    """Which colour the outermost point on a side has."""
    part = ask.part
    if len(part["groups"]) < 4:
        return None
    side = ask.chance.choice(("leftmost", "rightmost", "topmost", "lowest"))
    key, sign = ("x" if "most" in side and side != "topmost" else "y"), (-1 if side in ("leftmost", "lowest") else 1)
    axis = part["across"] if key == "x" else part["axis"]
    points = [(sign * p[key], group["colour"]["name"]) for group in part["groups"] for p in group["points"]]
    points.sort(reverse=True)
    if not ask.apart(abs(points[0][0]), abs(points[1][0]), axis, 0.03):
        return None
    wordings = ("What is the colour of the {side} point?", "Which colour does the {side} point have?")
    return choose_name(ask, points[0][1], [colour for _, colour in points], [], wordings, {"side": side}, side=side)


@templates(Kind.CHOICE_VISUAL, "count")
def count_among(ask: Ask) -> Draft | None:
    """How many points of a colour there are, among four numbers."""
    group = ask.chance.choice(ask.part["groups"])
    wordings = ("How many {look} does the plot contain?", "Which number of {look} is plotted?")
    given, pool = {"colour": group["colour"]["name"]}, range(FEWEST, ask.part["most"] + 1)
    return choose_count(ask, len(group["points"]), pool, wordings, given, look=_look(group, ask.part))


@templates(Kind.CHOICE, "extreme")
def best_of(ask: Ask) -> Draft | None:
    """Which group reaches the highest value."""
    part = ask.part
    most = ("Which {rival} reaches the highest {quantity}?", "For which {rival} is the maximum {quantity} the largest?")
    least = (
        "For which {rival} is the maximum {quantity} the smallest?",
        "Which {rival} has the lowest maximum {quantity}?",
    )
    names = {"rival": part["rival"], "quantity": part["axis"]["name"]}
    return choose_leader(ask, _tops(ask, "name"), most, least, part["axis"], ask.field.rivals, **names)


@templates(Kind.CHOICE, "value")
def value_among(ask: Ask) -> Draft | None:
    """Which number the highest value of a group is nearest to."""
    wordings = (
        "Which of these is closest to the maximum {quantity} of {one[name]}?",
        "What is the approximate highest {quantity} observed for {one[name]}?",
    )
    return nearest(ask, _tops(ask, "name"), wordings, ask.part["axis"], quantity=ask.part["axis"]["name"])


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four reach a limit."""
    above = ("Which of the following reach a {quantity} above {limit} at least once?",)
    below = ("Which of the following always stay below a {quantity} of {limit}?",)
    return which_of(ask, _tops(ask, "name"), above, below, ask.part["axis"], quantity=ask.part["axis"]["name"])


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A group that is not shown."""
    part = ask.part
    wordings = ("What is the approximate maximum {quantity} of {name}?", "How many observations are shown for {name}?")
    return absent(ask, ask.field.rivals, wordings, quantity=part["axis"]["name"])


templates.add("unmeasured", Kind.UNANSWERABLE, other_quantity)
templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))
