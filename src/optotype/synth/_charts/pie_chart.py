"""Pie charts and rings: shares of a whole, with printed percentages or without."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates, counted, exactly
from optotype.synth._charts._axes import Axis, Key, draw_key
from optotype.synth._charts._canvas import Box, Canvas, Point, corners_of, draw_title, overlaps, width_of
from optotype.synth._charts._colours import ink_on, pick
from optotype.synth._charts._patterns import (
    Thing,
    absent,
    background,
    beyond,
    choose_leader,
    choose_own_colour,
    claim_own_colour,
    compare,
    estimate,
    how_many,
    leader,
    nearest,
    tell,
    which_of,
)
from optotype.synth._charts._style import Style

templates = Templates("pie_chart")

AXIS: Axis = {"name": "share", "unit": "%", "low": 0, "high": 100, "log": False}
"""Shares have no axis to be read from; they are read as if from one of a hundred."""

LEFT_OPEN = (
    "How many {whole} does {name} stand for in absolute numbers?",
    "In which year were the data on {name} collected?",
    "By how much did the share of {name} change since the previous survey?",
    "Who assigned the {whole} to {name} and {other}?",
    "What was the total number of {whole}?",
    "Why is the share of {name} different from that of {other}?",
)


class PieChart(FigureType):
    """Slices of a circle; the angle tells the share."""

    name = "pie chart"
    templates = templates
    holds = "slices"
    shape = 0.68

    def compose(self, brief: Brief) -> Part:
        """Shares in whole percent that make a hundred."""
        chance = brief.chance
        shares = chance.choice(brief.field.shares)
        count = brief.things(4, 5 if brief.compact else 8)
        names, colours = chance.sample(shares.names, count), pick(chance, brief.style.palette, count)
        slices = [
            {"name": name, "colour": colour, "share": share}
            for name, colour, share in zip(names, colours, _shares(chance, count), strict=True)
        ]
        return {
            "whole": shares.whole,
            "what": shares.part,
            "slices": slices,
            "first": chance.choice((0, 0, 90, chance.randint(10, 80))),
            "hole": round(chance.uniform(0.4, 0.6), 2) if chance.random() < 0.35 else 0,
            "pulled": chance.randrange(count) if brief.extra() else None,
            "printed": brief.printed(),
            "legend": chance.random() < 0.5,
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the slices, with names beside them where these do not collide, else with a legend."""
        left, _, right, bottom = box
        top = draw_title(canvas, box, part["title"], style, 1.6)
        names = part["names"]
        wide = max(width_of(name, style.small, style.face) for name in names)
        radius = min((bottom - top) / 2 - style.size * 2.2, (right - left) / 2 - wide - 26)
        centre = ((left + right) / 2, (top + bottom) / 2)
        labels = _labels(part, centre, radius, style)
        if part["legend"] or labels is None or radius < 60:
            part["legend"] = True
            radius = min((bottom - top) / 2 - 12, (right - left - wide - 60) / 2 - 8)
            centre = (left + radius + 12, (top + bottom) / 2)
            self._legend(part, canvas, (centre[0] + radius + 24, (top + bottom) / 2), style)
        else:
            for at, text, anchor in labels:
                canvas.text(at, text, style.small, style.face, style.ink, anchor)
        part["centre"], part["radius"] = [round(centre[0], 1), round(centre[1], 1)], round(radius, 1)
        for place, one in enumerate(part["slices"]):
            one["from"], one["to"] = _angles(part, place)
            at = centre if place != part["pulled"] else _toward(centre, one, radius * 0.09)
            self._slice(part, one, canvas, at, style)

    def _slice(self, part: Part, one: dict[str, Any], canvas: Canvas, centre: Point, style: Style) -> None:
        radius = part["radius"]
        hole = radius * part["hole"]
        edge = "#222222" if style.edge else "#ffffff"
        canvas.wedge(centre, radius, hole, one["from"], one["to"], fill=one["colour"]["hex"], edge=edge, width=1.3)
        reach = (radius + hole) / 2 if hole else radius * 0.68
        at = _toward(centre, one, reach)
        one["at"] = [round(at[0], 1), round(at[1], 1)]
        if part["printed"]:
            canvas.text(at, f"{one['share']}%", style.small, style.face, ink_on(one["colour"]["hex"]))

    def _legend(self, part: Part, canvas: Canvas, at: Point, style: Style) -> None:
        line = style.size * 1.5
        y = at[1] - line * (len(part["slices"]) - 1) / 2
        for one in part["slices"]:
            draw_key(canvas, Key(one["name"], one["colour"]["hex"]), at[0], y)
            canvas.text((at[0] + 28, y), one["name"], style.small, style.face, style.ink, "lm")
            y += line

    def sentence(self, part: Part) -> str:
        """What is divided."""
        return f"Shares of {part['whole']} by {part['what']}"


def _shares(chance: Random, count: int) -> list[int]:
    """Whole numbers that make a hundred, none too small to be seen or printed."""
    least = 5 if count > 6 else 6
    weights = [chance.uniform(0.3, 1) ** 2 for _ in range(count)]
    rest = 100 - least * count
    shares = [least + int(rest * weight / sum(weights)) for weight in weights]
    shares[chance.randrange(count)] += 100 - sum(shares)
    return shares


def _angles(part: Part, place: int) -> tuple[float, float]:
    start = sum(one["share"] for one in part["slices"][:place])
    end = start + part["slices"][place]["share"]
    return round(part["first"] + start * 3.6, 2), round(part["first"] + end * 3.6, 2)


def _toward(centre: Point, one: dict[str, Any], reach: float) -> Point:
    """A point in the middle of a slice."""
    angle = math.radians((one["from"] + one["to"]) / 2 - 90)
    return centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)


def _labels(part: Part, centre: Point, radius: float, style: Style) -> list[tuple[Point, str, str]] | None:
    """Where the names go beside the slices; None if two would collide."""
    labels: list[tuple[Point, str, str]] = []
    for place, one in enumerate(part["slices"]):
        start, end = _angles(part, place)
        reach = radius * (1.09 if place == part["pulled"] else 1) + 12
        at = _toward(centre, {"from": start, "to": end}, reach)
        side = math.sin(math.radians((start + end) / 2))
        labels.append((at, one["name"], "lm" if side > 0.15 else "rm" if side < -0.15 else "mm"))
    covered = [corners_of(at, text, style.small + 2, style.face, anchor) for at, text, anchor in labels]
    for number, one in enumerate(covered):
        if any(overlaps(one, other, 0) for other in covered[:number]):
            return None
    return labels


# --- what can be asked


def _axis(ask: Ask) -> Axis | None:
    """Printed shares need only differ; others must differ so that it is seen."""
    return None if ask.part["printed"] else {**AXIS, "high": 60}


def _by_name(ask: Ask) -> list[Thing]:
    return [Thing({"name": one["name"]}, one["share"], one["name"]) for one in ask.part["slices"]]


def _by_colour(ask: Ask) -> list[Thing]:
    return [Thing({"colour": one["colour"]["name"]}, one["share"], one["name"]) for one in ask.part["slices"]]


@templates(Kind.INFINITE_VISUAL, "value")
def share_of_slice(ask: Ask) -> Draft | None:
    """How large a slice is."""
    wordings = (
        "What {about}percentage does the {one[colour]} slice stand for?",
        "What is the {about}share of the {one[colour]} slice?",
        "Which {about}percentage of {whole} does the {one[colour]} slice represent?",
    )
    part = ask.part
    return estimate(ask, _by_colour(ask), wordings, AXIS, printed=part["printed"])


@templates(Kind.INFINITE_VISUAL, "extreme")
def largest_slice(ask: Ask) -> Draft | None:
    """What the largest slice stands for."""
    most = ("Which {what} has the largest slice?", "What does the largest slice of the pie stand for?")
    least = ("Which {what} has the smallest slice?", "What does the smallest slice of the pie stand for?")
    return leader(ask, _by_name(ask), most, least, _axis(ask))


@templates(Kind.INFINITE_VISUAL, "colour")
def slice_is(ask: Ask) -> Draft | None:
    """What a colour stands for."""
    wordings = (
        "Which {what} does the {one[colour]} slice stand for?",
        "What is represented by the {one[colour]} slice?",
    )
    return tell(ask, _by_colour(ask), wordings)


@templates(Kind.INFINITE_VISUAL, "place")
def next_slice(ask: Ask) -> Draft | None:
    """Which slice follows another clockwise."""
    slices = ask.part["slices"]
    things = [
        Thing({"colour": one["colour"]["name"]}, 0, slices[(place + 1) % len(slices)]["name"])
        for place, one in enumerate(slices)
    ]
    wordings = (
        "Going clockwise, what does the slice right after the {one[colour]} one stand for?",
        "Which {what} has the slice that follows the {one[colour]} slice in clockwise direction?",
    )
    return tell(ask, things, wordings)


@templates(Kind.INFINITE, "value")
def share_of(ask: Ask) -> Draft | None:
    """How large a share is, by name."""
    wordings = (
        "What is the {about}share of {one[name]}?",
        "What {about}percentage of {whole} is due to {one[name]}?",
        "Which {about}percentage does {one[name]} have among {whole}?",
    )
    part = ask.part
    return estimate(ask, _by_name(ask), wordings, AXIS, printed=part["printed"])


@templates(Kind.INFINITE, "sum")
def share_together(ask: Ask) -> Draft | None:
    """How large two shares are together."""
    one, other = ask.chance.sample(ask.part["slices"], 2)
    total = one["share"] + other["share"]
    printed = ask.part["printed"]
    wordings = (
        "What {about}percentage do {one} and {other} have together?",
        "What is the {about}sum of the shares of {one} and {other}?",
    )
    text = ask.say(wordings, one=one["name"], other=other["name"], about="" if printed else "approximate ")
    answer = exactly(total, "%") if printed else ask.about(total, AXIS, 0.05)
    return Draft(text, answer, {"names": [one["name"], other["name"]]})


@templates(Kind.INFINITE, "count")
def categories(ask: Ask) -> Draft | None:
    """How many categories there are."""
    wordings = ("How many categories are {whole} divided into?", "Into how many categories do {whole} fall?")
    return Draft(ask.say(wordings), counted(len(ask.part["slices"])), {})


@templates(Kind.BINARY_VISUAL, "compare")
def larger_slice(ask: Ask) -> Draft | None:
    """Is a slice larger than another?"""
    wordings = (
        "Is the {one[colour]} slice larger than the {other[colour]} slice?",
        "Does the {one[colour]} slice cover a larger area than the {other[colour]} slice?",
    )
    return compare(ask, _by_colour(ask), wordings, _axis(ask))


@templates(Kind.BINARY_VISUAL, "colour")
def drawn_in(ask: Ask) -> Draft | None:
    """Does a colour stand for something?"""
    wordings = ("Is the slice of {name} {colour}?", "Does the {colour} slice represent {name}?")
    return claim_own_colour(ask, ask.part["slices"], wordings)


@templates(Kind.BINARY, "compare")
def larger_share(ask: Ask) -> Draft | None:
    """Is a share larger than another?"""
    wordings = (
        "Is the share of {one[name]} larger than that of {other[name]}?",
        "Does {one[name]} have a larger percentage than {other[name]}?",
    )
    return compare(ask, _by_name(ask), wordings, _axis(ask))


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does a share exceed a limit?"""
    above = ("Is the share of {one[name]} above {limit}%?", "Does {one[name]} make up more than {limit}% of {whole}?")
    below = ("Is the share of {one[name]} below {limit}%?", "Does {one[name]} make up less than {limit}% of {whole}?")
    return beyond(ask, _by_name(ask), above, below, _axis(ask))


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """Which colour a slice has."""
    wordings = (
        "Which colour does the slice of {name} have?",
        "In which colour is {name} drawn?",
        "Which slice stands for {name}?",
    )
    return choose_own_colour(ask, ask.part["slices"], wordings)


@templates(Kind.CHOICE_VISUAL, "extreme")
def colour_of_largest(ask: Ask) -> Draft | None:
    """Which colour the largest slice has."""
    slices = ask.part["slices"]
    if len(slices) < 4:
        return None
    things = [Thing({}, one["share"], one["colour"]["name"]) for one in slices]
    most = ("What is the colour of the largest slice?", "Which slice is the largest?")
    least = ("What is the colour of the smallest slice?", "Which slice is the smallest?")
    return choose_leader(ask, things, most, least, _axis(ask), [])


@templates(Kind.CHOICE_VISUAL, "value")
def share_of_slice_among(ask: Ask) -> Draft | None:
    """Which percentage a slice is nearest to."""
    wordings = (
        "Which of these percentages is closest to the {one[colour]} slice?",
        "How large is the {one[colour]} slice, approximately?",
    )
    return nearest(ask, _by_colour(ask), wordings, {**AXIS, "high": 60})


@templates(Kind.CHOICE, "extreme")
def largest_of(ask: Ask) -> Draft | None:
    """Which of four has the largest share."""
    part = ask.part
    pool = next(shares.names for shares in ask.field.shares if shares.whole == part["whole"])
    most = ("Which {what} has the largest share of {whole}?", "Which {what} is the most frequent among {whole}?")
    least = ("Which {what} has the smallest share of {whole}?", "Which {what} is the least frequent among {whole}?")
    return choose_leader(ask, _by_name(ask), most, least, _axis(ask), pool)


@templates(Kind.CHOICE, "value")
def share_among(ask: Ask) -> Draft | None:
    """Which percentage a share is nearest to."""
    wordings = (
        "Which of these is closest to the share of {one[name]}?",
        "What is the approximate percentage of {one[name]}?",
    )
    return nearest(ask, _by_name(ask), wordings, {**AXIS, "high": 60})


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four have a share beyond a limit."""
    above = (
        "Which of the following have a share above {limit}%?",
        "Which of these make up more than {limit}% of {whole}?",
    )
    below = (
        "Which of the following have a share below {limit}%?",
        "Which of these make up less than {limit}% of {whole}?",
    )
    return which_of(ask, _by_name(ask), above, below, _axis(ask))


@templates(Kind.INFINITE_VISUAL, "count")
def slices_beyond(ask: Ask) -> Draft | None:
    """How many slices are larger than a limit."""
    above = ("How many slices are larger than {limit}%?", "How many slices of the pie stand for more than {limit}%?")
    below = ("How many slices are smaller than {limit}%?", "How many slices of the pie stand for less than {limit}%?")
    return how_many(ask, _by_name(ask), above, below, _axis(ask))


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """The share of something that is not shown."""
    part = ask.part
    pool = next(shares.names for shares in ask.field.shares if shares.whole == part["whole"])
    wordings = ("What is the approximate share of {name}?", "Which percentage does {name} have among {whole}?")
    return absent(ask, pool, wordings)


@templates(Kind.UNANSWERABLE)
def open_question(ask: Ask) -> Draft | None:
    """Something that only the paper can tell."""
    # another part may count what this one divides
    wordings = [text for text in LEFT_OPEN if "number" not in text or ask.part["whole"] not in ask.elsewhere]
    return background(ask, wordings)
