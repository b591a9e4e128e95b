"""Venn diagrams: two or three sets that overlap, with a count in each region."""

from __future__ import annotations

import itertools
import math
from functools import partial

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates, exactly
from optotype.synth._charts._canvas import Box, Canvas, draw_title
from optotype.synth._charts._colours import pick
from optotype.synth._charts._patterns import (
    Thing,
    absent,
    background,
    beyond,
    choose_leader,
    choose_name,
    choose_own_colour,
    choose_printed,
    claim_own_colour,
    compare,
    leader,
    tell_printed,
)
from optotype.synth._charts._style import Style

templates = Templates("venn_diagram")

LEFT_OPEN = (
    "Why do {name} and {other} have {members} in common?",
    "In which year were the {members} of {name} recorded?",
    "Which of the {members} belong to {name} but not to {other}, by name?",
    "How many {members} belong to none of the sets?",
    "How many {members} were removed from {name} as duplicates?",
    "Who assigned the {members} to {name} and {other}?",
    "What is the p-value of the overlap between {name} and {other}?",
)

PLACES = {2: ("left", "right"), 3: ("top", "bottom left", "bottom right")}


class VennDiagram(FigureType):
    """Circles that overlap; the number in a region says how many lie there."""

    name = "venn diagram"
    templates = templates
    holds = "sets"
    shape = 0.8

    def compose(self, brief: Brief) -> Part:
        """A count for every region."""
        chance = brief.chance
        count = 2 if brief.rung.things[0] <= 3 or chance.random() < 0.25 else 3
        names = chance.sample(brief.field.sets, count)
        colours = pick(chance, "bold" if brief.style.palette == "mono" else brief.style.palette, count, thin=True)
        top = chance.choice((30, 90, 250))
        values = chance.sample(range(2, top), 2**count - 1)
        groups = [some for size in range(1, count + 1) for some in itertools.combinations(range(count), size)]
        return {
            "members": brief.field.members,
            "sets": [
                {"name": name, "colour": colour, "place": place}
                for name, colour, place in zip(names, colours, PLACES[count], strict=True)
            ],
            "regions": [
                {"sets": [names[place] for place in group], "value": value}
                for group, value in zip(groups, values, strict=True)
            ],
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws circles, counts and names."""
        left, _, right, bottom = box
        top = draw_title(canvas, box, part["title"], style, 1.6)
        line = style.size * 1.7
        count = len(part["sets"])
        if count == 2:
            radius = min((right - left) / 3.3, (bottom - top - 2 * line) / 2)
            middle = ((left + right) / 2, (top + bottom) / 2 + line / 2)
            centres = [(middle[0] + side * radius * 0.62, middle[1]) for side in (-1, 1)]
        else:
            radius = min((right - left) / 3.5, (bottom - top - 2 * line) / 3.15)
            reach = radius * 0.66
            middle = ((left + right) / 2, top + line + radius + reach)
            angles = (-90, 150, 30)
            centres = [
                (middle[0] + reach * math.cos(math.radians(a)), middle[1] + reach * math.sin(math.radians(a)))
                for a in angles
            ]
        for one, centre in zip(part["sets"], centres, strict=True):
            one["centre"], one["radius"] = [round(centre[0], 1), round(centre[1], 1)], round(radius, 1)
            canvas.ellipse(centre, radius, radius, fill=one["colour"]["hex"], alpha=0.22)
        for one, centre in zip(part["sets"], centres, strict=True):
            canvas.ellipse(centre, radius, radius, edge=one["colour"]["hex"], width=3)
            above = count == 2 or one["place"] == "top"
            at = (centre[0], centre[1] - radius - line * 0.5 if above else centre[1] + radius + line * 0.5)
            if not above or count == 2:
                at = (at[0] + (-0.25 if "left" in one["place"] else 0.25) * radius, at[1])
            canvas.text(at, one["name"], style.size + 1, style.bold, style.ink)
        by_name = {one["name"]: centre for one, centre in zip(part["sets"], centres, strict=True)}
        for region in part["regions"]:
            at = _inside([by_name[name] for name in region["sets"]], middle, count)
            region["at"] = [round(at[0], 1), round(at[1], 1)]
            canvas.text(at, str(region["value"]), style.size + 1, style.face, style.ink)

    def sentence(self, part: Part) -> str:
        """What the circles hold."""
        return f"Overlap of {part['members']} between sets; numbers are counts in each region"


def _inside(centres: list[tuple[float, float]], middle: tuple[float, float], count: int) -> tuple[float, float]:
    """Where the number of a region stands: away from the sets that it does not belong to."""
    x = sum(centre[0] for centre in centres) / len(centres)
    y = sum(centre[1] for centre in centres) / len(centres)
    if len(centres) == count:
        return x, y
    push = 1.48 if len(centres) == 1 else 1.75
    if count == 2:
        push = 1.5
    return middle[0] + (x - middle[0]) * push, middle[1] + (y - middle[1]) * push


# --- what can be asked


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _colours(part: Part) -> dict[str, str]:
    return {one["name"]: one["colour"]["name"] for one in part["sets"]}


def _by_look(ask: Ask) -> list[Thing]:
    """Regions by the colours of the circles that cover them."""
    colours, things = _colours(ask.part), list[Thing]()
    for region in ask.part["regions"]:
        some = [colours[name] for name in region["sets"]]
        if len(some) == 1:
            call = f"the region that only the {some[0]} circle covers"
        elif len(some) == len(ask.part["sets"]):
            call = "the region that all circles cover" if len(some) > 2 else "the region that both circles cover"
        else:
            call = f"the region that only the {_joined(some)} circles cover"
        things.append(Thing({"colours": some, "call": call}, region["value"]))
    return things


def _by_name(ask: Ask) -> list[Thing]:
    """Regions by the names of the sets."""
    things: list[Thing] = []
    for region in ask.part["regions"]:
        some = region["sets"]
        if len(some) == 1:
            call = f"only to {some[0]}"
        elif len(some) == len(ask.part["sets"]):
            call = "to all sets" if len(some) > 2 else "to both sets"
        else:
            call = f"to {_joined(some)} only"
        things.append(Thing({"sets": some, "call": call}, region["value"]))
    return things


def _totals(ask: Ask) -> list[Thing]:
    regions = ask.part["regions"]
    return [
        Thing({"name": name}, sum(region["value"] for region in regions if name in region["sets"]), name)
        for name in ask.part["names"]
    ]


@templates(Kind.INFINITE_VISUAL, "value")
def region_by_colour(ask: Ask) -> Draft | None:
    """Which number stands in a region."""
    wordings = ("What number stands in {call}?", "What is the value in {call}?", "Which count is written in {call}?")
    return tell_printed(ask, _by_look(ask), wordings)


@templates(Kind.INFINITE_VISUAL, "place")
def circle_at(ask: Ask) -> Draft | None:
    """How many lie only in the circle at a place."""
    one = ask.chance.choice(ask.part["sets"])
    value = next(region["value"] for region in ask.part["regions"] if region["sets"] == [one["name"]])
    wordings = (
        "How many {members} lie only in the {place} circle?",
        "What number stands in the part of the {place} circle that no other circle covers?",
    )
    return Draft(ask.say(wordings, place=one["place"]), exactly(value), {"place": one["place"]})


@templates(Kind.INFINITE, "value")
def region_by_name(ask: Ask) -> Draft | None:
    """How many belong to certain sets only."""
    wordings = ("How many {members} belong {call}?", "What is the number of {members} that belong {call}?")
    return tell_printed(ask, _by_name(ask), wordings)


@templates(Kind.INFINITE, "total")
def total_of(ask: Ask) -> Draft | None:
    """How many a set has in all."""
    wordings = (
        "How many {members} does {name} have in total?",
        "What is the total number of {members} that belong to {name}?",
    )
    return tell_printed(ask, _totals(ask), wordings)


@templates(Kind.INFINITE, "all")
def grand_total(ask: Ask) -> Draft | None:
    """How many there are in all."""
    total = sum(region["value"] for region in ask.part["regions"])
    wordings = (
        "How many {members} belong to at least one of the sets?",
        "What is the total number of {members} over all sets, each counted once?",
    )
    return Draft(ask.say(wordings), exactly(total), {})


@templates(Kind.INFINITE, "extreme")
def largest_set(ask: Ask) -> Draft | None:
    """Which set has the most."""
    most = ("Which set has the largest total number of {members}?",)
    least = ("Which set has the smallest total number of {members}?",)
    return leader(ask, _totals(ask), most, least, None)


@templates(Kind.BINARY_VISUAL, "compare")
def region_larger(ask: Ask) -> Draft | None:
    """Does one region hold more than another?"""
    wordings = (
        "Is the number in {one[call]} larger than the number in {other[call]}?",
        "Does {one[call]} hold a larger number than {other[call]}?",
    )
    return compare(ask, _by_look(ask), wordings, None)


@templates(Kind.BINARY_VISUAL, "colour")
def drawn_in(ask: Ask) -> Draft | None:
    """Does a circle stand for a set?"""
    wordings = ("Is the circle of {name} {colour}?", "Does the {colour} circle represent {name}?")
    return claim_own_colour(ask, ask.part["sets"], wordings)


@templates(Kind.BINARY, "compare")
def more_members(ask: Ask) -> Draft | None:
    """Do more belong to some sets than to others?"""
    wordings = (
        "Do more {members} belong {one[call]} than {other[call]}?",
        "Is the number of {members} that belong {one[call]} larger than the number that belong {other[call]}?",
    )
    return compare(ask, _by_name(ask), wordings, None)


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Do more than a limit belong to certain sets?"""
    above = ("Do more than {limit} {members} belong {one[call]}?",)
    below = ("Do fewer than {limit} {members} belong {one[call]}?",)
    return beyond(ask, _by_name(ask), above, below, None)


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """Which colour the circle of a set has."""
    wordings = ("Which colour does the circle of {name} have?", "Which circle stands for {name}?")
    return choose_own_colour(ask, ask.part["sets"], wordings, thin=True)


@templates(Kind.CHOICE_VISUAL, "value")
def region_among(ask: Ask) -> Draft | None:
    """Which number stands in a region, among others of the figure."""
    wordings = ("Which number stands in {call}?", "What is written in {call}?")
    return choose_printed(ask, _by_look(ask), wordings)


@templates(Kind.CHOICE_VISUAL, "place")
def set_at(ask: Ask) -> Draft | None:
    """Which set the circle at a place stands for."""
    one = ask.chance.choice(ask.part["sets"])
    there, given = ask.part["names"], {"place": one["place"]}
    wordings = ("Which set does the {place} circle represent?", "What does the {place} circle stand for?")
    return choose_name(ask, one["name"], there, ask.field.sets, wordings, given, **given)


@templates(Kind.CHOICE, "value")
def members_among(ask: Ask) -> Draft | None:
    """How many belong to certain sets, among other counts."""
    return choose_printed(ask, _by_name(ask), ("How many {members} belong {call}?",))


@templates(Kind.CHOICE, "extreme")
def largest_among(ask: Ask) -> Draft | None:
    """Which of four sets has the most."""
    most = ("Which set has the most {members} in total?", "To which set do the most {members} belong?")
    least = ("Which set has the fewest {members} in total?", "To which set do the fewest {members} belong?")
    return choose_leader(ask, _totals(ask), most, least, None, ask.field.sets)


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A set that is not shown."""
    wordings = ("How many {members} does {name} have in total?", "How many {members} belong only to {name}?")
    return absent(ask, ask.field.sets, wordings)


templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))
