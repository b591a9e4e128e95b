"""Pareto charts: counts by cause, highest first, with the cumulative share as a line."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Picks, Templates, counted
from optotype.synth._charts._axes import Axis, Plot, linear_axis, pixel
from optotype.synth._charts._canvas import Box, Canvas, width_of
from optotype.synth._charts._colours import ink_on, pick
from optotype.synth._charts._patterns import (
    Thing,
    absent,
    background,
    beyond,
    choose_colour,
    choose_name,
    comes_first,
    compare,
    difference,
    estimate,
    how_many,
    nearest,
    tell,
    which_of,
)
from optotype.synth._charts._style import Style
from optotype.synth._charts._topics import capital
from optotype.synth._charts.bar_chart import ORDINALS
from optotype.synth._charts.pie_chart import LEFT_OPEN as OF_SHARES

templates = Templates("pareto_chart")

LEFT_OPEN = tuple(text for text in OF_SHARES if "absolute" not in text and "total number" not in text)


class ParetoChart(FigureType):
    """Bars in falling order, and how much the first so many make together."""

    name = "pareto chart"
    templates = templates
    holds = "bars"
    shape = 0.7

    def compose(self, brief: Brief) -> Part:
        """Counts that fall clearly from one cause to the next."""
        chance = brief.chance
        shares = chance.choice(brief.field.shares)
        count = brief.things(4, 6 if brief.compact else 9)
        names = chance.sample(shares.names, count)
        top = chance.randint(60, 480)
        counts = [top]
        while len(counts) < count:
            counts.append(max(1, round(counts[-1] * chance.uniform(0.5, 0.88))))
        counts = [value + count - place for place, value in enumerate(counts)]
        total = sum(counts)
        # a gray line would not be seen on black bars
        palette = "classic" if brief.style.palette == "mono" else brief.style.palette
        bar, line = pick(chance, palette, 2, thin=True)
        axis = linear_axis("number", "", [float(top + count)], zero=True, ticks=5 if brief.compact else 6)
        cumulative = [round(100 * value / total, 1) for value in accumulate(counts)]
        return {
            "whole": shares.whole,
            "what": shares.part,
            "bars": [
                {"name": name, "value": value, "cumulative": share}
                for name, value, share in zip(names, counts, cumulative, strict=True)
            ],
            "bar_colour": bar,
            "line_colour": line,
            "printed": brief.printed(),
            "axis": {**axis, "label": f"Number of {shares.whole}"},
            "right": {
                "name": "cumulative share",
                "unit": "%",
                "label": "Cumulative share (%)",
                "low": 0,
                "high": 100,
                "log": False,
                "ticks": [0, 20, 40, 60, 80, 100],
            },
            "category_axis": {"label": capital(shares.part), "categories": names},
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws bars, line and, where they fit, counts."""
        plot = Plot(canvas, box, style, part["category_axis"], part["axis"], title=part["title"], right=part["right"])
        plot.draw()
        count, points = len(part["bars"]), list[tuple[float, float]]()
        size = style.small - 1
        first, last = plot.slot(part["category_axis"], 0)
        half = (last - first) * 0.4
        if max(width_of(str(bar["value"]), size, style.face) for bar in part["bars"]) > 2 * half - 2:
            part["printed"] = False
        for place in range(count):
            bar = part["bars"][place]
            first, last = plot.slot(part["category_axis"], place)
            middle, top = (first + last) / 2, pixel(part["axis"], bar["value"])
            bar["box"] = [round(edge, 1) for edge in (middle - half, top, middle + half, part["axis"]["start"])]
            edge = "#222222" if style.edge else None
            canvas.rectangle(tuple(bar["box"]), fill=part["bar_colour"]["hex"], edge=edge, width=0.9)
            if part["printed"]:
                self._print(bar, canvas, style, part["bar_colour"]["hex"])
            points.append((middle, pixel(part["right"], bar["cumulative"])))
            bar["point"] = [round(middle, 1), round(points[-1][1], 1)]
        canvas.line(points, part["line_colour"]["hex"], style.width)
        for point in points:
            canvas.marker("circle", point, 4.4, part["line_colour"]["hex"])

    def _print(self, bar: dict[str, Any], canvas: Canvas, style: Style, fill: str) -> None:
        """The count at the foot of a bar, where the line never runs; above it, if the bar is too low."""
        left, top, right, bottom = bar["box"]
        size = style.small - 1
        if bottom - top > size + 10:
            canvas.text(((left + right) / 2, bottom - 6), str(bar["value"]), size, style.face, ink_on(fill), "mb")
        else:
            canvas.text(((left + right) / 2, top - 4), str(bar["value"]), size, style.face, style.ink, "mb")

    def sentence(self, part: Part) -> str:
        """What is counted."""
        return f"Pareto chart of {part['whole']} by {part['what']}, with the cumulative share as a line"


# --- what can be asked


def _counts(ask: Ask) -> list[Thing]:
    return [Thing({"name": bar["name"]}, bar["value"], bar["name"]) for bar in ask.part["bars"]]


def _by_place(ask: Ask, key: str) -> list[Thing]:
    """Bars by their place; by the cumulative share, those before the last, which all know to reach a hundred."""
    bars = ask.part["bars"] if key == "value" else ask.part["bars"][:-1]
    return [Thing({"place": ORDINALS[place]}, bar[key], bar["name"]) for place, bar in enumerate(bars)]


def _axis(ask: Ask) -> Axis | None:
    return None if ask.part["printed"] else ask.part["axis"]


@templates(Kind.INFINITE_VISUAL, "value")
def bar_value(ask: Ask) -> Draft | None:
    """How many the bar at a place stands for."""
    wordings = (
        "What {about}number does the {one[place]} bar from the left show?",
        "What is the {about}height of the {one[place]} bar from the left?",
    )
    return estimate(ask, _by_place(ask, "value"), wordings, ask.part["axis"], printed=ask.part["printed"])


@templates(Kind.INFINITE_VISUAL, "line")
def line_value(ask: Ask) -> Draft | None:
    """What the line reaches at a place."""
    wordings = (
        "What {about}percentage does the {colour} line reach at the {one[place]} bar from the left?",
        "What is the {about}value of the {colour} line above the {one[place]} bar from the left?",
    )
    colour = ask.part["line_colour"]["name"]
    return estimate(ask, _by_place(ask, "cumulative"), wordings, ask.part["right"], colour=colour)


@templates(Kind.INFINITE_VISUAL, "place")
def bar_at(ask: Ask) -> Draft | None:
    """What the bar at a place stands for."""
    wordings = (
        "Which {what} does the {one[place]} bar from the left stand for?",
        "Which {what} has the {one[place]} tallest bar?",
    )
    things = [thing for thing in _by_place(ask, "value") if thing.said["place"] != "first"]
    return tell(ask, things, wordings)


@templates(Kind.INFINITE_VISUAL, "count")
def bars_beyond(ask: Ask) -> Draft | None:
    """How many bars reach a limit."""
    above = ("How many bars are taller than {limit}?", "How many of the {colour} bars reach above {limit}?")
    below = ("How many bars are lower than {limit}?", "How many of the {colour} bars end below {limit}?")
    return how_many(ask, _counts(ask), above, below, _axis(ask), colour=ask.part["bar_colour"]["name"])


@templates(Kind.INFINITE, "value")
def value(ask: Ask) -> Draft | None:
    """How many there are of a cause."""
    wordings = (
        "What is the {about}number of {whole} due to {one[name]}?",
        "What {about}number of {whole} does {one[name]} account for?",
    )
    return estimate(ask, _counts(ask), wordings, ask.part["axis"], printed=ask.part["printed"])


@templates(Kind.INFINITE, "cumulative")
def cumulative(ask: Ask) -> Draft | None:
    """The cumulative share up to a cause."""
    things = [Thing({"name": bar["name"]}, bar["cumulative"]) for bar in ask.part["bars"][1:-1]]
    wordings = (
        "What is the {about}cumulative share up to and including {one[name]}?",
        "Which {about}cumulative percentage is reached with {one[name]}?",
    )
    return estimate(ask, things, wordings, ask.part["right"])


def _needed(ask: Ask) -> tuple[int, int] | None:
    """A percentage, and how many of the most frequent are needed for it; only where it is clear."""
    bars = ask.part["bars"]
    found: list[tuple[int, int]] = []
    for percentage in (50, 60, 70, 75, 80, 90):
        if all(abs(bar["cumulative"] - percentage) > 100 * ask.rung.gap * 0.7 for bar in bars):
            found.append((percentage, 1 + sum(bar["cumulative"] < percentage for bar in bars)))
    return ask.chance.choice(found) if found else None


@templates(Kind.INFINITE, "needed")
def needed(ask: Ask) -> Draft | None:
    """How many causes make a given share together."""
    found = _needed(ask)
    if found is None:
        return None
    wordings = (
        "How many of the most frequent categories are needed to cover at least {percentage}% of {whole}?",
        "What is the smallest number of categories that together make up {percentage}% of {whole}?",
    )
    text = ask.say(wordings, percentage=found[0])
    return Draft(text, counted(found[1]), {"percentage": found[0]})


@templates(Kind.INFINITE, "difference")
def gap(ask: Ask) -> Draft | None:
    """By how much two counts differ."""
    wordings = (
        "What is the {about}difference between the numbers of {whole} due to {one[name]} and {other[name]}?",
        "By what {about}number do {one[name]} and {other[name]} differ?",
    )
    part = ask.part
    return difference(ask, _counts(ask), wordings, part["axis"], printed=part["printed"])


@templates(Kind.BINARY_VISUAL, "colour")
def drawn_in(ask: Ask) -> Draft | None:
    """Do the bars, or the line, have a colour?"""
    part = ask.part
    colours = {"bars": part["bar_colour"]["name"], "line": part["line_colour"]["name"]}
    mark = ask.chance.choice(("bars", "line"))
    verb = "Are" if mark == "bars" else "Is"
    wordings = (f"{verb} the {{name}} drawn in {{colour}}?", f"{verb} the {{name}} {{colour}}?")
    colour = colours[mark if ask.truth else "line" if mark == "bars" else "bars"]
    return Draft(ask.say(wordings, name=mark, colour=colour), ask.truth, {"mark": mark, "colour": colour})


@templates(Kind.BINARY_VISUAL, "place")
def beside(ask: Ask) -> Draft | None:
    """Does a bar stand left of another?"""
    wordings = (
        "Is the bar of {one} to the left of the bar of {other}?",
        "Is the bar of {one} taller than the bar of {other}?",
    )
    return comes_first(ask, ask.part["names"], wordings)


@templates(Kind.BINARY, "compare")
def more(ask: Ask) -> Draft | None:
    """Is a cause more frequent than another?"""
    wordings = (
        "Are there more {whole} due to {one[name]} than due to {other[name]}?",
        "Does {one[name]} account for more {whole} than {other[name]}?",
    )
    return compare(ask, _counts(ask), wordings, None)


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does a count exceed a limit?"""
    above = (
        "Are there more than {limit} {whole} due to {one[name]}?",
        "Does {one[name]} account for more than {limit} {whole}?",
    )
    below = (
        "Are there fewer than {limit} {whole} due to {one[name]}?",
        "Does {one[name]} account for fewer than {limit} {whole}?",
    )
    return beyond(ask, _counts(ask), above, below, _axis(ask))


@templates(Kind.CHOICE_VISUAL, "place")
def bar_at_among(ask: Ask) -> Draft | None:
    """Which of four the bar at a place stands for."""
    things = _by_place(ask, "value")
    one = ask.chance.choice(things)
    wordings = (
        "Which {what} does the {place} bar from the left stand for?",
        "What is shown by the {place} bar from the left?",
    )
    given = {"place": one.said["place"]}
    return choose_name(ask, one.name, [thing.name for thing in things], [], wordings, given, **given)


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """Which colour the line or the bars have."""
    part = ask.part
    mark = ask.chance.choice(("line", "bars"))
    colour = part["line_colour" if mark == "line" else "bar_colour"]["name"]
    there = [part["line_colour"]["name"], part["bar_colour"]["name"]]
    wordings = ("In which colour {are} the {mark} drawn?", "What is the colour of the {mark}?")
    return choose_colour(
        ask, colour, there, wordings, {"mark": mark}, thin=True, are="is" if mark == "line" else "are", mark=mark
    )


@templates(Kind.CHOICE_VISUAL, "side")
def outermost(ask: Ask) -> Draft | None:
    """Which of four stands farthest to a side."""
    bars = ask.part["bars"]
    some = sorted(ask.chance.sample(range(len(bars)), 4))
    side = ask.chance.choice(("left", "right"))
    names = [bars[place]["name"] for place in some]
    right = names.pop(0 if side == "left" else -1)
    wordings = (
        "Which of these has its bar farthest to the {side}?",
        "Among these, whose bar stands farthest to the {side}?",
    )
    return Draft(ask.say(wordings, side=side), Picks((right,), tuple(names)), {"side": side})


@templates(Kind.CHOICE, "value")
def value_among(ask: Ask) -> Draft | None:
    """Which number a count is nearest to."""
    wordings = (
        "Which of these is closest to the number of {whole} due to {one[name]}?",
        "Approximately how many {whole} does {one[name]} account for?",
    )
    return nearest(ask, _counts(ask), wordings, ask.part["axis"])


@templates(Kind.CHOICE, "extreme")
def ranked(ask: Ask) -> Draft | None:
    """Which of four takes a given place in the order."""
    bars = ask.part["bars"]
    place = ask.chance.randrange(len(bars))
    names = [bar["name"] for bar in bars]
    nth = "most frequent" if place == 0 else f"{ORDINALS[place]} most frequent"
    wordings = ("Which {what} is the {nth} one?", "Which {what} is the {nth} among {whole}?")
    said = {"what": ask.part["what"], "nth": nth, "whole": ask.part["whole"]}
    return choose_name(ask, names[place], names, [], wordings, {"nth": nth}, **said)


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four account for more than a limit."""
    above = ("Which of these account for more than {limit} {whole}?",)
    below = ("Which of these account for fewer than {limit} {whole}?",)
    return which_of(ask, _counts(ask), above, below, _axis(ask))


@templates(Kind.CHOICE, "cumulative")
def cumulative_among(ask: Ask) -> Draft | None:
    """Which percentage is reached with a cause."""
    things = [Thing({"name": bar["name"]}, bar["cumulative"]) for bar in ask.part["bars"]]
    wordings = (
        "Which of these is closest to the cumulative share up to and including {one[name]}?",
        "What is the approximate cumulative percentage at {one[name]}?",
    )
    return nearest(ask, things, wordings, ask.part["right"])


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A cause that is not shown."""
    part = ask.part
    pool = next(shares.names for shares in ask.field.shares if shares.whole == part["whole"])
    wordings = (
        "What is the approximate number of {whole} due to {name}?",
        "Which cumulative percentage is reached with {name}?",
    )
    return absent(ask, pool, wordings)


templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))
