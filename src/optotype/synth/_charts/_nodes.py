"""Nodes of diagrams: named boxes of several shapes and colours, and what can be asked about any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, Said, counted
from optotype.synth._charts._canvas import Box, Canvas, Point, width_of
from optotype.synth._charts._colours import Colour, ink_on, pick
from optotype.synth._charts._patterns import choose_colour, choose_own_colour, claim, claim_own_colour, colour_names
from optotype.synth._charts._style import Style

Node = dict[str, Any]
"""Name, colour and, once drawn, box."""

SHAPES = ("rectangle", "ellipse", "hexagon", "parallelogram")


def node_colours(brief: Brief, count: int) -> list[Colour]:
    """Colours of nodes: soft ones where the style has black, white and grays only."""
    return pick(brief.chance, "soft" if brief.style.palette == "mono" else brief.style.palette, count)


def box_around(at: Point, wide: float, high: float) -> list[float]:
    """The box of a node, as a scene holds it."""
    return [round(edge, 1) for edge in (at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)]


def middle_of(node: Node) -> Point:
    """Where a node was drawn."""
    left, top, right, bottom = node["box"]
    return (left + right) / 2, (top + bottom) / 2


def slant_of(box: Box) -> float:
    """How far the slanting sides of a node lean."""
    return min((box[3] - box[1]) * 0.42, (box[2] - box[0]) * 0.16)


def draw_node(canvas: Canvas, shape: str, box: Box, fill: str) -> None:
    """The outline of a node, filled."""
    left, top, right, bottom = box
    look: dict[str, Any] = {"fill": fill, "edge": "#333333", "width": 1.2}
    slant = slant_of(box)
    match shape:
        case "ellipse":
            canvas.ellipse(((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2, **look)
        case "rounded":
            canvas.rectangle(box, radius=9, **look)
        case "hexagon":
            middle = (top + bottom) / 2
            points = [(left, middle), (left + slant, top), (right - slant, top)]
            canvas.polygon([*points, (right, middle), (right - slant, bottom), (left + slant, bottom)], **look)
        case "parallelogram":
            canvas.polygon([(left + slant, top), (right, top), (right - slant, bottom), (left, bottom)], **look)
        case _:
            canvas.rectangle(box, **look)


def lines_of(name: str, room: float, style: Style) -> list[str]:
    """A name in one line, or in two where it is too long."""
    if " " not in name or width_of(name, style.small, style.face) <= room:
        return [name]
    words = name.split(" ")
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(cuts, key=lambda cut: max(width_of(part, style.small, style.face) for part in cut)))


def write_in(canvas: Canvas, at: Point, lines: Sequence[str], fill: str, style: Style) -> None:
    """Lines of text about a place."""
    step = style.small * 1.15
    for number, line in enumerate(lines):
        y = at[1] + (number - (len(lines) - 1) / 2) * step
        canvas.text((at[0], y), line, style.small, style.face, ink_on(fill))


# --- what can be asked about any diagram


def count_of_colour(ask: Ask, noun: str) -> Draft | None:
    """How many nodes have a colour?"""
    colours = colour_names(ask.part["nodes"])
    colour = ask.chance.choice(sorted(set(colours)))
    wordings = (
        "How many {noun} are {colour}?",
        "How many {colour} {noun} are there?",
        "What is the number of {colour} {noun}?",
    )
    return Draft(ask.say(wordings, noun=noun, colour=colour), counted(colours.count(colour)), {"colour": colour})


def most_frequent_colour(ask: Ask, noun: str) -> Draft | None:
    """Which colour do most nodes have?"""
    colours = colour_names(ask.part["nodes"])
    (first, most), *others = Counter(colours).most_common()
    if others and others[0][1] == most:
        return None
    wordings = ("Which colour do most {noun} have?", "What is the most frequent colour of the {noun}?")
    return choose_colour(ask, first, colours, wordings, {}, noun=noun)


def colour_of_node(ask: Ask, noun: str, holds: str = "nodes") -> Draft | None:
    """Which colour does a node have?"""
    wordings = (
        "Which colour does the {noun} {name} have?",
        "In which colour is the {noun} {name} drawn?",
        "What is the colour of the {noun} {name}?",
    )
    return choose_own_colour(ask, ask.part[holds], wordings, noun=noun)


def node_is_coloured(ask: Ask, noun: str, holds: str = "nodes") -> Draft | None:
    """Does a node have a colour?"""
    wordings = ("Is the {noun} {name} {colour}?", "Is the {noun} {name} drawn in {colour}?")
    return claim_own_colour(ask, ask.part[holds], wordings, noun=noun)


def count_arrows(ask: Ask, name: str, count: int, *, inward: bool) -> Draft:
    """How many arrows lead to a node, or away from it?"""
    if inward:
        wordings = ("How many arrows point to {name}?", "How many arrows end at {name}?")
    else:
        wordings = ("How many arrows leave {name}?", "How many arrows start at {name}?")
    return Draft(ask.say(wordings, name=name), counted(count), {"name": name, "inward": inward})


def node_lies_beside(ask: Ask, noun: str, first: int = 0) -> Draft | None:
    """Does a node lie left of, right of, above or below another? Asked from the `first` node on."""
    nodes: list[Node] = ask.part["nodes"][first:]
    side = ask.chance.choice(("to the left of", "to the right of", "above", "below"))
    axis, sign = (0 if "left" in side or "right" in side else 1), (-1 if side in ("to the left of", "above") else 1)
    pairs: list[tuple[str, str, bool]] = []
    for one in nodes:
        for other in nodes:
            apart = sign * (middle_of(one)[axis] - middle_of(other)[axis])
            if one is not other and abs(apart) > 25:
                pairs.append((one["name"], other["name"], apart > 0))
    return claim(
        ask,
        pairs,
        lambda pair: pair[2],
        (
            "Is the {noun} {one} placed {side} the {noun} {other}?",
            "Does the {noun} {one} lie {side} the {noun} {other}?",
        ),
        lambda pair: {"one": pair[0], "other": pair[1], "side": side},
        noun=noun,
    )


def outermost_node(ask: Ask) -> tuple[str, Node] | None:
    """A side, and the node that lies farthest there, if it does so clearly."""
    sides = ["leftmost", "rightmost", "topmost", "lowest"]
    ask.chance.shuffle(sides)
    for side in sides:
        axis, sign = (0 if side in ("leftmost", "rightmost") else 1), (1 if side in ("leftmost", "topmost") else -1)
        ordered = sorted(ask.part["nodes"], key=lambda node: sign * middle_of(node)[axis])
        if len(ordered) > 1 and abs(middle_of(ordered[0])[axis] - middle_of(ordered[1])[axis]) > 25:
            return side, ordered[0]
    return None


def name_outermost(ask: Ask, noun: str) -> Draft | None:
    """Which node lies farthest on a side?"""
    found = outermost_node(ask)
    if found is None:
        return None
    wordings = ("Which {noun} is the {side} one?", "What is the name of the {side} {noun}?")
    return Draft(ask.say(wordings, noun=noun, side=found[0]), Said((found[1]["name"],)), {"side": found[0]})
