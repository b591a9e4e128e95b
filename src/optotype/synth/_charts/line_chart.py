"""Line charts: series along a varied quantity, with markers, dashes, bands and logarithmic axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates, counted, exactly
from optotype.synth._charts._axes import Key, Plot, number, pixel
from optotype.synth._charts._canvas import MARKERS, Box, Canvas
from optotype.synth._charts._colours import pick
from optotype.synth._charts._patterns import (
    MEASURED,
    Thing,
    absent,
    background,
    beyond,
    choose_leader,
    choose_name,
    choose_own_colour,
    claim,
    claim_own_colour,
    compare,
    difference,
    estimate,
    how_many,
    leader,
    nearest,
    other_quantity,
    which_of,
)
from optotype.synth._charts._style import Style
from optotype.synth._charts._topics import Sweep
from optotype.synth._charts._values import tidy, value_axis, window

templates = Templates("line_chart")

DASHES: dict[str, tuple[float, ...] | None] = {"solid": None, "dashed": (7, 4), "dotted": (2.2, 2.6)}


class LineChart(FigureType):
    """Lines through points; colour, dashes and markers tell the series apart."""

    name = "line chart"
    templates = templates
    holds = "series"
    shape = 0.68

    def compose(self, brief: Brief) -> Part:
        """Curves of random shape, rising, falling, with a peak or a dip, whatever is measured."""
        chance, field = brief.chance, brief.field
        quantity, sweep = chance.choice(field.quantities), chance.choice(field.sweeps)
        log = quantity.wide and brief.extra()
        count = brief.series(2, 7)
        xs = _stretch(chance, sweep, 6 if brief.compact else chance.randint(6, len(sweep.values)))
        low, high = window(chance, quantity, log=log, zero=False)
        names, colours = chance.sample(field.rivals, count), pick(chance, brief.style.palette, count, thin=True)
        markers: Sequence[str | None] = [None] * count
        if chance.random() < 0.7:
            markers = [*chance.sample(MARKERS, min(count, len(MARKERS))), *chance.choices(MARKERS, k=count)][:count]
        dashed = chance.random() < 0.5
        series: list[dict[str, Any]] = []
        for place, name in enumerate(names):
            values = _values(_curve(chance, len(xs)), low, high, log=log)
            series.append(
                {
                    "name": name,
                    "colour": colours[place],
                    "marker": markers[place],
                    "dash": chance.choice(("solid", "solid", "dashed", "dotted")) if dashed else "solid",
                    "values": values,
                }
            )
        band = None
        if brief.extra() and not log:
            band = tidy((high - low) * chance.uniform(0.02, 0.05), high - low)
        values = [value for one in series for value in one["values"]]
        if band:
            values += [max(values) + band, min(values) - band]
        return {
            "quantity": quantity.name,
            "rival": field.rival,
            "sweep": sweep.name,
            "at": sweep.at,
            "xs": list(xs),
            "series": series,
            "band": band,
            "across": _across(sweep, xs),
            "axis": value_axis(brief, quantity, values, log=log, zero=False),
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the lines; a legend inside goes where no line is."""
        keys = [
            Key(one["name"], one["colour"]["hex"], "line", DASHES[one["dash"]], one["marker"]) for one in part["series"]
        ]
        plot = Plot(canvas, box, style, part["across"], part["axis"], title=part["title"], keys=keys)
        corner = plot.settle_legend(busy for one in part["series"] for busy in _along(_points(part, one)))
        plot.draw()
        for one in part["series"]:
            points = _points(part, one)
            one["points"] = [[round(x, 1), round(y, 1)] for x, y in points]
            if part["band"]:
                upper, lower = (
                    [(x, pixel(part["axis"], v + far)) for (x, _), v in zip(points, one["values"], strict=True)]
                    for far in (part["band"], -part["band"])
                )
                canvas.polygon([*upper, *reversed(lower)], fill=one["colour"]["hex"], alpha=0.16)
        for one in part["series"]:
            points = [(x, y) for x, y in one["points"]]
            canvas.line(points, one["colour"]["hex"], style.width, dash=DASHES[one["dash"]])
            for point in points if one["marker"] else ():
                canvas.marker(one["marker"], point, 4.6, one["colour"]["hex"])
        if corner is not None:
            plot.draw_legend(corner, 1)

    def sentence(self, part: Part) -> str:
        """What is plotted against what."""
        text = f"{part['quantity'][0].upper()}{part['quantity'][1:]} against {part['sweep']}"
        return text + (", with 95 % confidence bands" if part["band"] else "")


def _stretch(chance: Random, sweep: Sweep, count: int) -> tuple[float, ...]:
    """Some neighbouring values of what is varied."""
    count = min(count, len(sweep.values))
    first = chance.randint(0, len(sweep.values) - count)
    return sweep.values[first : first + count]


def _ticks(sweep: Sweep, xs: tuple[float, ...]) -> list[float]:
    if len(xs) > 7 and not sweep.log:
        return list(xs[::2])
    return list(xs)


def _values(heights: Sequence[float], low: float, high: float, *, log: bool) -> list[float]:
    """The values that lie at heights between 0 and 1 on an axis."""
    if log:
        start, end = math.log10(low), math.log10(high)
        return [float(f"{10 ** (start + (end - start) * height):.3g}") for height in heights]
    return [tidy(low + (high - low) * height, high - low) for height in heights]


def _across(sweep: Sweep, xs: tuple[float, ...]) -> dict[str, Any]:
    """The axis below, with a little room on both sides."""
    low, high = xs[0], xs[-1]
    edge = (high / low) ** 0.04 if sweep.log else (high - low) * 0.04
    return {
        "name": sweep.name,
        "unit": sweep.unit,
        "label": sweep.label,
        "log": sweep.log,
        "ticks": _ticks(sweep, xs),
        "low": low / edge if sweep.log else low - edge,
        "high": high * edge if sweep.log else high + edge,
    }


def _curve(chance: Random, count: int) -> list[float]:
    """Heights from 0 to 1 along a curve of random shape."""
    shapes: list[Callable[[float], float]] = [
        lambda t: t,
        lambda t: 1 - math.exp(-3.5 * t),
        lambda t: t * t,
        lambda t: math.sin(math.pi * t),
        lambda t: 0.5 + 0.5 * math.sin(2 * math.pi * t + 1),
    ]
    shape = chance.choice(shapes)
    start, end = chance.uniform(0.04, 0.96), chance.uniform(0.04, 0.96)
    if abs(start - end) < 0.2:
        end = start + 0.35 if start < 0.5 else start - 0.35
    heights = [start + (end - start) * shape(place / (count - 1)) + chance.gauss(0, 0.035) for place in range(count)]
    return [min(1.0, max(0.0, height)) for height in heights]


def _points(part: Part, one: dict[str, Any]) -> list[tuple[float, float]]:
    return [
        (pixel(part["across"], x), pixel(part["axis"], value))
        for x, value in zip(part["xs"], one["values"], strict=True)
    ]


def _along(points: list[tuple[float, float]]) -> list[Box]:
    """Small boxes all along a line."""
    boxes: list[Box] = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        for step in range(6):
            x, y = x0 + (x1 - x0) * step / 5, y0 + (y1 - y0) * step / 5
            boxes.append((x - 7, y - 7, x + 7, y + 7))
    return boxes


# --- what can be asked


def _place(ask: Ask) -> tuple[int, str]:
    """One of the places that the axis labels, and how a question calls it."""
    part = ask.part
    place = ask.chance.choice([number_ for number_, x in enumerate(part["xs"]) if x in part["across"]["ticks"]])
    return place, _when(part, part["xs"][place])


def _with_unit(part: Part, x: float) -> str:
    unit = part["across"]["unit"]
    return number(x) + ("" if not unit else unit if unit in "%°" else f" {unit}")


def _when(part: Part, x: float) -> str:
    return part["at"].format(name=part["sweep"], x=_with_unit(part, x))


def _at(ask: Ask, by: str, place: int, when: str) -> list[Thing]:
    """The series at a place, by name or by colour."""
    things: list[Thing] = []
    for one in ask.part["series"]:
        call = one["name"] if by == "name" else f"the {one['colour']['name']} line"
        said = {by: one["name"] if by == "name" else one["colour"]["name"], "call": call, "when": when}
        said["x"] = ask.part["xs"][place]
        things.append(Thing(said, one["values"][place], said[by]))
    return things


def _all_values(ask: Ask) -> list[float]:
    return [value for one in ask.part["series"] for value in one["values"]]


def _turn(ask: Ask, values: list[float]) -> list[tuple[bool, int]]:
    """The places where a series is clearly highest (True) or lowest (False), if the axis labels them."""
    found: list[tuple[bool, int]] = []
    for most in (True, False):
        place = values.index(max(values) if most else min(values))
        rest = [value for number_, value in enumerate(values) if number_ != place]
        if all(ask.apart(values[place], value, ask.part["axis"], ask.rung.gap * 0.7) for value in rest):
            found.append((most, place))
    return [(most, place) for most, place in found if ask.part["xs"][place] in ask.part["across"]["ticks"]]


def _tell_turn(ask: Ask, said: Callable[[dict[str, Any]], dict[str, str]], wordings: Sequence[str]) -> Draft | None:
    """Where a series turns; `{word}` in the wordings says how."""
    part = ask.part
    ends = [(one, end) for one in part["series"] for end in _turn(ask, one["values"])]
    if not ends:
        return None
    one, (most, place) = ask.chance.choice(ends)
    text = ask.say(wordings, word="highest" if most else "lowest", **said(one))
    return Draft(text, exactly(part["xs"][place], part["across"]["unit"]), {**said(one), "most": most})


@templates(Kind.INFINITE_VISUAL, "value")
def value_of_line(ask: Ask) -> Draft | None:
    """How much a line shows at a place."""
    wordings = (
        "What is the {about}value of {one[call]} {one[when]}?",
        "What {about}{quantity} does {one[call]} show {one[when]}?",
        "Which {about}value does {one[call]} reach {one[when]}?",
    )
    part = ask.part
    things = _at(ask, "colour", *_place(ask))
    return estimate(ask, things, wordings, part["axis"])


@templates(Kind.INFINITE_VISUAL, "peak")
def peak_of_line(ask: Ask) -> Draft | None:
    """Where a line is highest or lowest."""
    wordings = (
        "For which value of the {sweep} is the {colour} line at its {word} point?",
        "At which value of the {sweep} does the {colour} line reach its {word} point?",
    )
    return _tell_turn(ask, lambda one: {"colour": one["colour"]["name"]}, wordings)


@templates(Kind.INFINITE_VISUAL, "count")
def lines(ask: Ask) -> Draft | None:
    """How many lines there are, of one sort or in all."""
    series = ask.part["series"]
    sorts = {one["dash"] for one in series}
    if len(sorts) > 1 and ask.chance.random() < 0.6:
        dash = ask.chance.choice(sorted(sorts))
        count = sum(one["dash"] == dash for one in series)
        wordings = ("How many {dash} lines are drawn?", "How many of the lines are {dash}?")
        return Draft(ask.say(wordings, dash=dash), counted(count), {"dash": dash})
    wordings = ("How many lines are plotted?", "How many lines of different colours are there?")
    return Draft(ask.say(wordings), counted(len(series)), {})


@templates(Kind.INFINITE_VISUAL, "limit")
def lines_beyond(ask: Ask) -> Draft | None:
    """How many lines lie beyond a limit at a place."""
    place, when = _place(ask)
    above = (f"How many lines lie above {{limit}} {when}?", f"How many of the lines run above {{limit}} {when}?")
    below = (f"How many lines lie below {{limit}} {when}?", f"How many of the lines run below {{limit}} {when}?")
    return how_many(ask, _at(ask, "name", place, when), above, below, ask.part["axis"], {"x": ask.part["xs"][place]})


@templates(Kind.INFINITE, "value")
def value(ask: Ask) -> Draft | None:
    """How much, by name, at a place."""
    wordings = (
        "What is the {about}{quantity} of {one[call]} {one[when]}?",
        "Which {about}{quantity} does {one[call]} have {one[when]}?",
    )
    part = ask.part
    return estimate(ask, _at(ask, "name", *_place(ask)), wordings, part["axis"])


@templates(Kind.INFINITE, "peak")
def peak(ask: Ask) -> Draft | None:
    """Where a series is highest or lowest."""
    wordings = (
        "For which value of the {sweep} does {name} have its {word} {quantity}?",
        "At which value of the {sweep} is the {quantity} of {name} {word}?",
    )
    return _tell_turn(ask, lambda one: {"name": one["name"]}, wordings)


@templates(Kind.INFINITE, "extreme")
def winner_at(ask: Ask) -> Draft | None:
    """Who is ahead at a place."""
    part, (place, when) = ask.part, _place(ask)
    most = (
        f"Which {{rival}} has the highest {{quantity}} {when}?",
        f"Which {{rival}} reaches the largest {{quantity}} {when}?",
    )
    least = (
        f"Which {{rival}} has the lowest {{quantity}} {when}?",
        f"Which {{rival}} shows the smallest {{quantity}} {when}?",
    )
    return leader(ask, _at(ask, "name", place, when), most, least, part["axis"], {"x": part["xs"][place]})


@templates(Kind.INFINITE, "difference")
def gap(ask: Ask) -> Draft | None:
    """By how much two differ at a place."""
    part, (place, when) = ask.part, _place(ask)
    wordings = (
        f"What is the {{about}}difference in {{quantity}} between {{one[call]}} and {{other[call]}} {when}?",
        f"By what {{about}}amount do {{one[call]}} and {{other[call]}} differ in {{quantity}} {when}?",
    )
    return difference(ask, _at(ask, "name", place, when), wordings, part["axis"])


@templates(Kind.BINARY_VISUAL, "compare")
def above(ask: Ask) -> Draft | None:
    """Does a line run above another at a place?"""
    wordings = (
        "Is {one[call]} above {other[call]} {one[when]}?",
        "Does {one[call]} run above {other[call]} {one[when]}?",
        "Does {one[call]} lie higher than {other[call]} {one[when]}?",
    )
    return compare(ask, _at(ask, "colour", *_place(ask)), wordings, ask.part["axis"])


@templates(Kind.BINARY_VISUAL, "look")
def dashed(ask: Ask) -> Draft | None:
    """Is a line dashed?"""
    dashes = sorted({one["dash"] for one in ask.part["series"]})
    pairs = [(one["colour"]["name"], dash, dash == one["dash"]) for one in ask.part["series"] for dash in dashes]
    return claim(
        ask,
        pairs,
        lambda pair: pair[2],
        ("Is the {colour} line {dash}?", "Is the line in {colour} drawn as a {dash} line?"),
        lambda pair: {"colour": pair[0], "dash": pair[1]},
    )


@templates(Kind.BINARY_VISUAL, "colour")
def drawn_in(ask: Ask) -> Draft | None:
    """Does a colour stand for a series?"""
    wordings = ("Does the {colour} line represent {name}?", "Is {name} shown by the {colour} line?")
    return claim_own_colour(ask, ask.part["series"], wordings)


@templates(Kind.BINARY, "compare")
def higher(ask: Ask) -> Draft | None:
    """Is a series higher than another at a place?"""
    wordings = (
        "Is the {quantity} of {one[call]} higher than that of {other[call]} {one[when]}?",
        "Does {one[call]} have a higher {quantity} than {other[call]} {one[when]}?",
    )
    return compare(ask, _at(ask, "name", *_place(ask)), wordings, ask.part["axis"])


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does a series exceed a limit at a place?"""
    over = (
        "Is the {quantity} of {one[call]} above {limit} {one[when]}?",
        "Does {one[call]} exceed a {quantity} of {limit} {one[when]}?",
    )
    under = (
        "Is the {quantity} of {one[call]} below {limit} {one[when]}?",
        "Does {one[call]} stay below a {quantity} of {limit} {one[when]}?",
    )
    return beyond(ask, _at(ask, "name", *_place(ask)), over, under, ask.part["axis"])


@templates(Kind.BINARY, "trend")
def changed(ask: Ask) -> Draft | None:
    """Is a series higher at one place than at another?"""
    part, one = ask.part, ask.chance.choice(ask.part["series"])
    things = [
        Thing({"x": x, "call": _with_unit(part, x)}, one["values"][place])
        for place, x in enumerate(part["xs"])
        if x in part["across"]["ticks"]
    ]
    wordings = (
        "Is the {quantity} of {name} higher for a {sweep} of {one[call]} than for {other[call]}?",
        "Does {name} have a higher {quantity} with the {sweep} at {one[call]} than at {other[call]}?",
    )
    draft = compare(ask, things, wordings, part["axis"], name=one["name"])
    return draft and Draft(draft.text, draft.answer, {**draft.given, "name": one["name"]})


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """Which line is whose."""
    wordings = (
        "Which line represents {name}?",
        "Which colour does the line of {name} have?",
        "In which colour is {name} plotted?",
    )
    return choose_own_colour(ask, ask.part["series"], wordings, thin=True)


@templates(Kind.CHOICE_VISUAL, "extreme")
def topmost_at(ask: Ask) -> Draft | None:
    """Which line is topmost at a place."""
    place, when = _place(ask)
    most = (f"Which line is the topmost {when}?", f"What is the colour of the highest line {when}?")
    least = (f"Which line is the lowest {when}?", f"What is the colour of the lowest line {when}?")
    things = _at(ask, "colour", place, when)
    if len(things) < 4:
        return None
    return choose_leader(ask, things, most, least, ask.part["axis"], [], {"x": ask.part["xs"][place]})


@templates(Kind.CHOICE_VISUAL, "marker")
def marker_of(ask: Ask) -> Draft | None:
    """What shape the markers of a line have."""
    one = ask.chance.choice(ask.part["series"])
    if one["marker"] is None:
        return None
    given = {"colour": one["colour"]["name"]}
    there = [each["marker"] for each in ask.part["series"]]
    wordings = (
        "What is the shape of the markers on the {colour} line?",
        "With which shape are the points of the {colour} line marked?",
    )
    return choose_name(ask, one["marker"], there, MARKERS, wordings, given, **given)


@templates(Kind.CHOICE_VISUAL, "value")
def value_of_line_among(ask: Ask) -> Draft | None:
    """Which number a line is nearest to at a place."""
    wordings = (
        "Which of these values is closest to {one[call]} {one[when]}?",
        "What is the approximate value of {one[call]} {one[when]}?",
    )
    return nearest(ask, _at(ask, "colour", *_place(ask)), wordings, ask.part["axis"], _all_values(ask))


@templates(Kind.CHOICE, "extreme")
def best_at(ask: Ask) -> Draft | None:
    """Which of four is ahead at a place."""
    part, (place, when) = ask.part, _place(ask)
    most = (
        f"Which {{rival}} has the highest {{quantity}} {when}?",
        f"Which of these has the largest {{quantity}} {when}?",
    )
    least = (
        f"Which {{rival}} has the lowest {{quantity}} {when}?",
        f"Which of these has the smallest {{quantity}} {when}?",
    )
    things = _at(ask, "name", place, when)
    return choose_leader(ask, things, most, least, part["axis"], ask.field.rivals, {"x": part["xs"][place]})


@templates(Kind.CHOICE, "value")
def value_among(ask: Ask) -> Draft | None:
    """Which number a series is nearest to at a place."""
    wordings = (
        "Which of these is closest to the {quantity} of {one[call]} {one[when]}?",
        "What is the approximate {quantity} of {one[call]} {one[when]}?",
    )
    return nearest(ask, _at(ask, "name", *_place(ask)), wordings, ask.part["axis"], _all_values(ask))


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four lie beyond a limit at a place."""
    part, (place, when) = ask.part, _place(ask)
    over = (f"Which of the following have a {{quantity}} above {{limit}} {when}?",)
    under = (f"Which of the following have a {{quantity}} below {{limit}} {when}?",)
    things = _at(ask, "name", place, when)
    return which_of(ask, things, over, under, part["axis"], {"x": part["xs"][place]})


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """The value of something that is not shown."""
    _, when = _place(ask)
    wordings = (
        f"What is the approximate {{quantity}} of {{name}} {when}?",
        f"Which {{quantity}} does {{name}} have {when}?",
    )
    return absent(ask, ask.field.rivals, wordings)


@templates(Kind.UNANSWERABLE)
def outside(ask: Ask) -> Draft | None:
    """A value far beyond the end of the axis."""
    part = ask.part
    xs, name = part["xs"], ask.chance.choice(part["series"])["name"]
    far = xs[-1] * 100 if part["across"]["log"] else xs[-1] + 3 * (xs[1] - xs[0])
    if part["across"]["unit"] == "%" or part["quantity"] in ask.elsewhere:
        return None
    wordings = ("What is the approximate {quantity} of {name} {when}?", "Which {quantity} does {name} have {when}?")
    text = ask.say(wordings, name=name, when=_when(part, far))
    return Draft(text, None, {"name": name, "x": far})


templates.add("unmeasured", Kind.UNANSWERABLE, other_quantity)
templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=MEASURED))
