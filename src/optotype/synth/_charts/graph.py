"""Graphs: named nodes joined by lines or arrows, with weights beside them. No two lines cross."""

from __future__ import annotations

import itertools
import math
from functools import partial
from random import Random
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates, counted
from optotype.synth._charts._canvas import Box, Canvas, Point, draw_title, width_of
from optotype.synth._charts._colours import ink_on
from optotype.synth._charts._nodes import (
    box_around,
    colour_of_node,
    count_arrows,
    count_of_colour,
    middle_of,
    most_frequent_colour,
    name_outermost,
    node_colours,
    node_is_coloured,
    node_lies_beside,
    outermost_node,
)
from optotype.synth._charts._patterns import (
    Thing,
    absent,
    background,
    beyond,
    choose_leader,
    choose_name,
    choose_printed,
    choose_several,
    claim_of_two,
    compare,
    leader,
    tell_printed,
)
from optotype.synth._charts._style import Style

templates = Templates("graph")

LEFT_OPEN = (
    "In which year was the link between {name} and {other} first recorded?",
    "How was the link between {name} and {other} measured?",
    "Which tool was used to lay out {name} and {other}?",
    "What is the betweenness of {name} in the full data?",
    "How many links of {name} were removed before drawing?",
    "What is the margin of error of the values at {name}?",
    "Who reported the values for {name} and {other}?",
)


class Graph(FigureType):
    """Nodes and the links between them."""

    name = "graph"
    templates = templates
    holds = "nodes"
    shape = 0.78

    def compose(self, brief: Brief) -> Part:
        """Nodes spread over the plane, linked to near ones."""
        chance, field = brief.chance, brief.field
        count = brief.things(4, 7 if brief.compact else 11)
        names = chance.sample(field.places, count)
        colours = node_colours(brief, chance.randint(2, min(4, count)))
        points = _spread(chance, count)
        links = _links(chance, points)
        directed = chance.random() < 0.4
        weights = chance.sample(range(2, 99), len(links))
        edges: list[dict[str, Any]] = []
        for (one, other), weight in zip(links, weights, strict=True):
            if directed and chance.random() < 0.5:
                one, other = other, one
            edges.append({"from": names[one], "to": names[other], "weight": weight})
        nodes = [
            {"name": name, "colour": chance.choice(colours), "x": round(point[0], 3), "y": round(point[1], 3)}
            for name, point in zip(names, points, strict=True)
        ]
        # at least two colours, so that a colour tells something
        nodes[0]["colour"], nodes[-1]["colour"] = colours[0], colours[1]
        return {
            "network": field.network,
            "link": field.link,
            "directed": directed,
            "weighted": chance.random() < 0.7,
            "nodes": nodes,
            "edges": edges,
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws links first, weights in gaps of their lines, then nodes."""
        left, _, right, bottom = box
        top = draw_title(canvas, box, part["title"], style, 1.8)
        wide = max(width_of(node["name"], style.small, style.face) for node in part["nodes"])
        radius = max(wide / 2 + 6, style.size * 1.1)
        for node in part["nodes"]:
            x = left + radius + (right - left - 2 * radius) * node["x"]
            y = top + radius + (bottom - top - 2 * radius) * node["y"]
            node["box"] = box_around((x, y), 2 * radius, 2 * radius)
        centres = {node["name"]: middle_of(node) for node in part["nodes"]}
        for edge in part["edges"]:
            one, other = centres[edge["from"]], centres[edge["to"]]
            length = math.dist(one, other)
            dx, dy = (other[0] - one[0]) / length, (other[1] - one[1]) / length
            start = (one[0] + dx * radius, one[1] + dy * radius)
            end = (other[0] - dx * (radius + 1), other[1] - dy * (radius + 1))
            if part["directed"]:
                canvas.arrow([start, end], style.ink, 1.4)
            else:
                canvas.line([start, end], style.ink, 1.4)
            if part["weighted"]:
                at = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                text, size = str(edge["weight"]), style.small - 1
                half = width_of(text, size, style.face) / 2 + 3
                canvas.rectangle((at[0] - half, at[1] - size * 0.6, at[0] + half, at[1] + size * 0.6), fill="#ffffff")
                canvas.text(at, text, size, style.face, style.ink)
        for node in part["nodes"]:
            fill = node["colour"]["hex"]
            canvas.ellipse(centres[node["name"]], radius, radius, fill=fill, edge="#333333", width=1.2)
            canvas.text(centres[node["name"]], node["name"], style.small, style.face, ink_on(fill))

    def sentence(self, part: Part) -> str:
        """What is linked."""
        weights = f"; numbers are the {part['link']}" if part["weighted"] else ""
        return f"Network of {part['network']}{weights}"


def _spread(chance: Random, count: int) -> list[Point]:
    """Points on a loose grid, so that none is near another."""
    columns = math.ceil(math.sqrt(count * 1.2))
    rows = math.ceil(count / columns)
    cells = chance.sample([(row, column) for row in range(rows) for column in range(columns)], count)
    wide, high = 1 / max(1, columns - 1), 1 / max(1, rows - 1)
    points = [
        (column * wide + chance.uniform(-0.16, 0.16) * wide, row * high + chance.uniform(-0.16, 0.16) * high)
        for row, column in cells
    ]
    return [(min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in points]


def _links(chance: Random, points: list[Point]) -> list[tuple[int, int]]:
    """Links between near points that cross no other link and pass no other point; all points are joined."""
    pairs = sorted(
        itertools.combinations(range(len(points)), 2), key=lambda pair: math.dist(points[pair[0]], points[pair[1]])
    )
    free: list[tuple[int, int]] = []
    for one, other in pairs:
        if all(
            _clear(points[n], points[one], points[other]) for n in range(len(points)) if n not in (one, other)
        ) and not any(_cross(points[one], points[other], points[a], points[b]) for a, b in free):
            free.append((one, other))
    group = list(range(len(points)))
    kept: list[tuple[int, int]] = []
    for one, other in free:
        if group[one] != group[other]:
            gone = group[other]
            group = [group[one] if each == gone else each for each in group]
            kept.append((one, other))
        elif chance.random() < 0.45:
            kept.append((one, other))
    return kept


def _clear(point: Point, one: Point, other: Point) -> bool:
    """Is a point far enough from a line between two others?"""
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (one[0] + along * dx, one[1] + along * dy)) > 0.16


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    if {a, b} & {c, d}:
        return False

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


# --- what can be asked


def _near(part: Part, name: str) -> list[str]:
    """The nodes that share a link with one."""
    out = [edge["to"] for edge in part["edges"] if edge["from"] == name]
    return out + [edge["from"] for edge in part["edges"] if edge["to"] == name]


def _degrees(ask: Ask) -> list[Thing]:
    return [Thing({"name": name}, len(_near(ask.part, name)), name) for name in ask.part["names"]]


def _weights(ask: Ask) -> list[Thing]:
    if not ask.part["weighted"]:
        return []
    return [Thing({"one": edge["from"], "other": edge["to"]}, edge["weight"]) for edge in ask.part["edges"]]


templates.add("nodes_of_colour", Kind.INFINITE_VISUAL, partial(count_of_colour, noun="nodes"), "colour count")
templates.add("outermost", Kind.INFINITE_VISUAL, partial(name_outermost, noun="node"), "place")


@templates(Kind.INFINITE_VISUAL, "degree")
def lines_at(ask: Ask) -> Draft | None:
    """How many lines, or arrows of one direction, meet at a node."""
    part = ask.part
    name = ask.chance.choice(part["names"])
    if part["directed"]:
        inward = ask.chance.random() < 0.5
        count = sum(edge["to" if inward else "from"] == name for edge in part["edges"])
        return count_arrows(ask, name, count, inward=inward)
    wordings = ("How many lines end at the node {name}?", "How many lines meet at {name}?")
    return Draft(ask.say(wordings, name=name), counted(len(_near(part, name))), {"name": name})


_OF_A_LINK = (
    "What is the {link} between {one} and {other}?",
    "Which value does the connection between {one} and {other} have?",
)


@templates(Kind.INFINITE, "weight")
def weight_of(ask: Ask) -> Draft | None:
    """Which number stands at a link."""
    return tell_printed(ask, _weights(ask), _OF_A_LINK)


@templates(Kind.INFINITE, "degree")
def neighbours(ask: Ask) -> Draft | None:
    """How many others a node is linked to."""
    name = ask.chance.choice(ask.part["names"])
    wordings = ("To how many others is {name} directly connected?", "How many direct neighbours does {name} have?")
    return Draft(ask.say(wordings, name=name), counted(len(_near(ask.part, name))), {"name": name})


@templates(Kind.INFINITE, "count")
def connections(ask: Ask) -> Draft | None:
    """How many links there are."""
    wordings = (
        "How many direct connections does the network have?",
        "What is the total number of direct connections in the network?",
    )
    return Draft(ask.say(wordings), counted(len(ask.part["edges"])), {})


@templates(Kind.INFINITE, "path")
def steps_between(ask: Ask) -> Draft | None:
    """How many links the shortest way between two has."""
    part = ask.part
    one, other = ask.chance.sample(part["names"], 2)
    wordings = (
        "Ignoring directions, what is the smallest number of connections between {one} and {other}?",
        "What is the length of the shortest path between {one} and {other} in steps, ignoring directions?",
    )
    if not part["directed"]:
        wordings = (
            "What is the smallest number of connections that lead from {one} to {other}?",
            "How many steps long is the shortest path between {one} and {other}?",
        )
    given = {"one": one, "other": other}
    return Draft(ask.say(wordings, **given), counted(_steps(part, one, other)), given)


def _steps(part: Part, one: str, other: str) -> int:
    reached, edge, steps = {one}, [one], 0
    while other not in reached:
        edge = [near for name in edge for near in _near(part, name) if near not in reached]
        reached.update(edge)
        steps += 1
    return steps


@templates(Kind.INFINITE, "extreme")
def most_connected(ask: Ask) -> Draft | None:
    """Which node has the most links."""
    most = ("Which one has the most direct connections?", "Which has the highest number of direct neighbours?")
    least = ("Which one has the fewest direct connections?", "Which has the lowest number of direct neighbours?")
    return leader(ask, _degrees(ask), most, least, None)


@templates(Kind.BINARY_VISUAL, "link")
def line_between(ask: Ask) -> Draft | None:
    """Does a line, or an arrow of one direction, join two nodes?"""
    part = ask.part
    there = {(edge["from"], edge["to"]) for edge in part["edges"]}
    if not part["directed"]:
        there |= {(b, a) for a, b in there}
    wordings = ("Is there a line between {one} and {other}?", "Does a line join {one} and {other} directly?")
    if part["directed"]:
        wordings = (
            "Is there an arrow that points from {one} to {other}?",
            "Does an arrow lead directly from {one} to {other}?",
        )
    pairs = list(itertools.permutations(part["names"], 2))
    return claim_of_two(ask, pairs, lambda pair: pair in there, wordings)


templates.add("is_coloured", Kind.BINARY_VISUAL, partial(node_is_coloured, noun="node"), "colour")
templates.add("lies_beside", Kind.BINARY_VISUAL, partial(node_lies_beside, noun="node"), "place")


@templates(Kind.BINARY, "link")
def connected(ask: Ask) -> Draft | None:
    """Are two nodes linked?"""
    part = ask.part
    pairs = list(itertools.combinations(part["names"], 2))
    wordings = ("Are {one} and {other} directly connected?", "Is there a direct connection between {one} and {other}?")
    return claim_of_two(ask, pairs, lambda pair: pair[1] in _near(part, pair[0]), wordings)


@templates(Kind.BINARY, "degree")
def better_connected(ask: Ask) -> Draft | None:
    """Does a node have more links than another?"""
    wordings = (
        "Does {one[name]} have more direct connections than {other[name]}?",
        "Is {one[name]} directly connected to more others than {other[name]}?",
    )
    return compare(ask, _degrees(ask), wordings, None)


@templates(Kind.BINARY, "weight")
def exceeds(ask: Ask) -> Draft | None:
    """Does a link have more than a limit?"""
    above = ("Is the {link} between {one[one]} and {one[other]} above {limit}?",)
    below = ("Is the {link} between {one[one]} and {one[other]} below {limit}?",)
    return beyond(ask, _weights(ask), above, below, None)


templates.add("colour_of", Kind.CHOICE_VISUAL, partial(colour_of_node, noun="node"), "colour")
templates.add("usual_colour", Kind.CHOICE_VISUAL, partial(most_frequent_colour, noun="nodes"), "colour count")


@templates(Kind.CHOICE_VISUAL, "place")
def outermost_among(ask: Ask) -> Draft | None:
    """Which of four nodes lies farthest on a side."""
    found = outermost_node(ask)
    if found is None:
        return None
    side, node = found
    wordings = ("Which node is the {side} one?", "Which of these nodes is the {side}?")
    return choose_name(ask, node["name"], ask.part["names"], [], wordings, {"side": side}, side=side)


@templates(Kind.CHOICE, "link")
def neighbours_among(ask: Ask) -> Draft | None:
    """Which of four are linked to a node."""
    part = ask.part
    name = ask.chance.choice(part["names"])
    right = _near(part, name)
    wrong = [other for other in part["names"] if other not in (*right, name)]
    wordings = ("Which of these are directly connected to {name}?", "Which of these are direct neighbours of {name}?")
    return choose_several(ask, right, wrong, wordings, {"name": name}, name=name)


@templates(Kind.CHOICE, "weight")
def weight_among(ask: Ask) -> Draft | None:
    """Which number stands at a link, among others."""
    return choose_printed(ask, _weights(ask), _OF_A_LINK)


@templates(Kind.CHOICE, "extreme")
def most_connected_among(ask: Ask) -> Draft | None:
    """Which of four has the most links."""
    most = ("Which one has the most direct connections?", "Which of these has the highest number of direct neighbours?")
    least = (
        "Which one has the fewest direct connections?",
        "Which of these has the lowest number of direct neighbours?",
    )
    return choose_leader(ask, _degrees(ask), most, least, None, ask.field.places)


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A node that is not shown."""
    wordings = (
        "To how many others is {name} directly connected?",
        "Which of the others are direct neighbours of {name}?",
    )
    return absent(ask, ask.field.places, wordings)


templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))
