"""Trees: a root that branches, downward or to the right."""

from __future__ import annotations

import itertools
from functools import partial
from random import Random

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Picks, Said, Templates, counted
from optotype.synth._charts._canvas import Box, Canvas, draw_title, width_of
from optotype.synth._charts._nodes import (
    Node,
    box_around,
    colour_of_node,
    count_of_colour,
    draw_node,
    middle_of,
    most_frequent_colour,
    node_colours,
    node_is_coloured,
    node_lies_beside,
    write_in,
)
from optotype.synth._charts._patterns import absent, background, choose_name, choose_several, claim_of_two
from optotype.synth._charts._style import Style

templates = Templates("tree")

LEFT_OPEN = (
    "How many samples reach the node {name}?",
    "Which threshold separates {name} from {other}?",
    "What is the error rate at the node {name}?",
    "Which algorithm was used to split {name}?",
    "What is the information gain of the split at {name}?",
    "Why do {name} and {other} belong to different branches?",
    "In which year was {name} added to the scheme?",
    "How many experts agreed on the place of {name}?",
)


class Tree(FigureType):
    """Nodes with one parent each, except the root."""

    name = "tree"
    templates = templates
    holds = "nodes"
    shape = 0.66

    def compose(self, brief: Brief) -> Part:
        """A tree of two to four levels below the root."""
        chance, field = brief.chance, brief.field
        count = min(9 if brief.compact else 16, brief.things(4, 12) + chance.randint(1, 5))
        leaves = 6 if brief.compact else 9
        names = chance.sample(field.branches, count)
        parents = _grow(chance, field.root, names, leaves)
        colours = node_colours(brief, chance.randint(2, 4))
        nodes: list[Node] = [
            {"name": name, "parent": parents.get(name), "colour": chance.choice(colours)}
            for name in (field.root, *names)
        ]
        # at least two colours, so that a colour tells something
        nodes[0]["colour"], nodes[-1]["colour"] = colours[0], colours[1]
        return {
            "nodes": nodes,
            "shape": chance.choice(("rounded", "rectangle", "ellipse")),
            "elbows": chance.random() < 0.4,
            "down": True,
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the tree downward, or to the right where names are too long to stand side by side."""
        left, _, right, bottom = box
        top = draw_title(canvas, box, part["title"], style, 1.8)
        nodes = {node["name"]: node for node in part["nodes"]}
        places, depths = _arrange(part)
        leaves, levels = 1 + max(places.values()), 1 + max(depths.values())
        pad = 1.5 if part["shape"] == "ellipse" else 1.0
        wide = max(width_of(name, style.small, style.face) for name in nodes) * (1.25 if pad > 1 else 1) + 18
        high = style.small * (2.3 if pad > 1 else 1.9)
        part["down"] = wide + 8 <= (right - left) / leaves
        for name, node in nodes.items():
            along, beside = (depths[name] + 0.5) / levels, (places[name] + 0.5) / leaves
            x, y = (beside, along) if part["down"] else (along, beside)
            at = (left + (right - left) * x, top + (bottom - top) * y)
            size = min(wide, (right - left) / levels - 12) if not part["down"] else wide
            node["box"] = box_around(at, size, high)
        for node in part["nodes"]:
            if node["parent"]:
                self._branch(part, nodes[node["parent"]]["box"], node["box"], canvas, style)
        for node in part["nodes"]:
            draw_node(canvas, part["shape"], node["box"], node["colour"]["hex"])
            write_in(canvas, middle_of(node), [node["name"]], node["colour"]["hex"], style)

    def _branch(self, part: Part, one: list[float], other: list[float], canvas: Canvas, style: Style) -> None:
        if part["down"]:
            start, end = ((one[0] + one[2]) / 2, one[3]), ((other[0] + other[2]) / 2, other[1])
            bend = [(start[0], (start[1] + end[1]) / 2), (end[0], (start[1] + end[1]) / 2)]
        else:
            start, end = (one[2], (one[1] + one[3]) / 2), (other[0], (other[1] + other[3]) / 2)
            bend = [((start[0] + end[0]) / 2, start[1]), ((start[0] + end[0]) / 2, end[1])]
        canvas.line([start, *(bend if part["elbows"] else []), end], style.ink, 1.3)

    def sentence(self, part: Part) -> str:
        """What is divided."""
        return f"Hierarchy of the categories used to divide {part['nodes'][0]['name'].lower()}"


def _grow(chance: Random, root: str, names: list[str], leaves: int) -> dict[str, str]:
    """A parent for each name; no more leaves and levels than fit."""
    depth, children, parents = {root: 0}, dict[str, int](), dict[str, str]()
    for name in names:
        ends = sum(other not in children for other in depth)
        fitting = [
            other
            for other, level in depth.items()
            if level < 3 and children.get(other, 0) < 3 and (ends < leaves or other not in children)
        ]
        if not fitting:
            fitting = [other for other, level in depth.items() if level < 3]
        parent = chance.choice(fitting)
        parents[name], depth[name] = parent, depth[parent] + 1
        children[parent] = children.get(parent, 0) + 1
    return parents


def _children(part: Part, name: str) -> list[str]:
    return [node["name"] for node in part["nodes"] if node["parent"] == name]


def _arrange(part: Part) -> tuple[dict[str, float], dict[str, int]]:
    """Place among the leaves, and depth, of each node; a parent stands over the middle of its children."""
    places, depths = dict[str, float](), dict[str, int]()
    count = 0

    def visit(name: str, depth: int) -> float:
        nonlocal count
        depths[name] = depth
        below = [visit(child, depth + 1) for child in _children(part, name)]
        if below:
            places[name] = (below[0] + below[-1]) / 2
        else:
            places[name] = count
            count += 1
        return places[name]

    visit(part["nodes"][0]["name"], 0)
    return places, depths


# --- what can be asked


def _leaves(part: Part) -> list[Node]:
    return [node for node in part["nodes"] if not _children(part, node["name"])]


def _divided(part: Part) -> list[str]:
    return [name for name in part["names"] if _children(part, name)]


def _parents(part: Part) -> dict[str, str | None]:
    return {node["name"]: node["parent"] for node in part["nodes"]}


templates.add("nodes_of_colour", Kind.INFINITE_VISUAL, partial(count_of_colour, noun="nodes"), "colour count")


@templates(Kind.INFINITE_VISUAL, "place")
def outermost_leaf(ask: Ask) -> Draft | None:
    """Which leaf stands first or last."""
    axis = 0 if ask.part["down"] else 1
    first = ask.chance.random() < 0.5
    leaf = (min if first else max)(_leaves(ask.part), key=lambda node: node["box"][axis])
    side = ("leftmost" if first else "rightmost") if axis == 0 else ("topmost" if first else "lowest")
    wordings = (
        "Among the nodes without branches, which is the {side}?",
        "What is the name of the {side} node that has no further branches?",
    )
    return Draft(ask.say(wordings, side=side), Said((leaf["name"],)), {"side": side})


@templates(Kind.INFINITE_VISUAL, "children")
def lines_from(ask: Ask) -> Draft | None:
    """How many lines lead on from a node."""
    way = "downward" if ask.part["down"] else "to the right"
    name = ask.chance.choice(ask.part["names"])
    wordings = ("How many lines lead {way} from {name}?", "How many lines go from {name} {way}?")
    return Draft(ask.say(wordings, name=name, way=way), counted(len(_children(ask.part, name))), {"name": name})


@templates(Kind.INFINITE, "parent")
def parent_of(ask: Ask) -> Draft | None:
    """What the parent of a node is."""
    node = ask.chance.choice(ask.part["nodes"][1:])
    wordings = (
        "What is the parent of {name}?",
        "Which category does {name} directly belong to?",
        "Of which category is {name} a direct subdivision?",
    )
    return Draft(ask.say(wordings, name=node["name"]), Said((node["parent"],)), {"name": node["name"]})


@templates(Kind.INFINITE, "children")
def children_of(ask: Ask) -> Draft | None:
    """How many children a node has."""
    name = ask.chance.choice(_divided(ask.part))
    wordings = (
        "How many direct subdivisions does {name} have?",
        "Into how many categories is {name} directly divided?",
    )
    return Draft(ask.say(wordings, name=name), counted(len(_children(ask.part, name))), {"name": name})


@templates(Kind.INFINITE, "ends")
def ends(ask: Ask) -> Draft | None:
    """How many categories are not divided further."""
    wordings = ("How many categories are not divided any further?", "How many of the categories have no subdivisions?")
    return Draft(ask.say(wordings), counted(len(_leaves(ask.part))), {})


@templates(Kind.INFINITE, "depth")
def steps_down(ask: Ask) -> Draft | None:
    """How many steps a node is away from the root."""
    _, depths = _arrange(ask.part)
    root = ask.part["nodes"][0]["name"]
    name = ask.chance.choice([name for name in depths if name != root])
    wordings = ("How many steps lead from {root} to {name}?", "How many levels below {root} is {name}?")
    return Draft(ask.say(wordings, root=root, name=name), counted(depths[name]), {"name": name})


templates.add("is_coloured", Kind.BINARY_VISUAL, partial(node_is_coloured, noun="node"), "colour")


templates.add("lies_beside", Kind.BINARY_VISUAL, partial(node_lies_beside, noun="node", first=1), "place")


def _pairs(part: Part) -> list[tuple[str, str]]:
    """Pairs of nodes, the root left aside, since everything is below it."""
    return list(itertools.permutations(part["names"][1:], 2))


@templates(Kind.BINARY_VISUAL, "child")
def line_between(ask: Ask) -> Draft | None:
    """Does a line join two nodes?"""
    joined = {frozenset(pair) for pair in _parents(ask.part).items()}
    wordings = (
        "Is there a line that joins {one} and {other} directly?",
        "Are the nodes {one} and {other} joined by a line?",
    )
    return claim_of_two(ask, _pairs(ask.part), lambda pair: frozenset(pair) in joined, wordings)


@templates(Kind.BINARY, "child")
def is_child(ask: Ask) -> Draft | None:
    """Is a node a child of another?"""
    parents = _parents(ask.part)
    wordings = ("Is {one} a direct subdivision of {other}?", "Does {one} belong directly to {other}?")
    return claim_of_two(ask, _pairs(ask.part), lambda pair: parents[pair[0]] == pair[1], wordings)


@templates(Kind.BINARY, "level")
def same_level(ask: Ask) -> Draft | None:
    """Are two nodes equally far from the root?"""
    _, depths = _arrange(ask.part)
    wordings = (
        "Are {one} and {other} on the same level of the hierarchy?",
        "Are {one} and {other} equally many steps away from the root?",
    )
    return claim_of_two(ask, _pairs(ask.part), lambda pair: depths[pair[0]] == depths[pair[1]], wordings)


@templates(Kind.BINARY, "sibling")
def share_parent(ask: Ask) -> Draft | None:
    """Do two nodes have the same parent?"""
    parents = _parents(ask.part)
    wordings = (
        "Do {one} and {other} have the same parent?",
        "Do {one} and {other} belong directly to the same category?",
    )
    return claim_of_two(ask, _pairs(ask.part), lambda pair: parents[pair[0]] == parents[pair[1]], wordings)


templates.add("colour_of", Kind.CHOICE_VISUAL, partial(colour_of_node, noun="node"), "colour")
templates.add("usual_colour", Kind.CHOICE_VISUAL, partial(most_frequent_colour, noun="nodes"), "colour count")


@templates(Kind.CHOICE_VISUAL, "place")
def outermost_among(ask: Ask) -> Draft | None:
    """Which of four leaves stands first or last."""
    leaves = _leaves(ask.part)
    if len(leaves) < 4:
        return None
    axis = 0 if ask.part["down"] else 1
    first = ask.chance.random() < 0.5
    some = sorted(ask.chance.sample(leaves, 4), key=lambda node: node["box"][axis], reverse=not first)
    side = (
        ("farthest to the left" if first else "farthest to the right")
        if axis == 0
        else ("highest up" if first else "lowest down")
    )
    names = [node["name"] for node in some]
    text = ask.say(("Which of these nodes lies {side}?", "Among these nodes, which is placed {side}?"), side=side)
    return Draft(text, Picks((names[0],), tuple(names[1:])), {"side": side})


@templates(Kind.CHOICE, "parent")
def parent_among(ask: Ask) -> Draft | None:
    """Which of four is the parent of a node; the root is no option, since it is known from its name."""
    part = ask.part
    root = part["nodes"][0]["name"]
    inner = [node for node in part["nodes"] if node["parent"] not in (None, root)]
    if not inner:
        return None
    node = ask.chance.choice(inner)
    others = [name for name in part["names"] if name not in (root, node["name"])]
    given = {"name": node["name"]}
    wordings = ("What is the parent of {name}?", "Which category does {name} directly belong to?")
    return choose_name(ask, node["parent"], others, [], wordings, given, **given)


@templates(Kind.CHOICE, "children")
def children_among(ask: Ask) -> Draft | None:
    """Which of four are children of a node."""
    part = ask.part
    name = ask.chance.choice(_divided(part))
    right = _children(part, name)
    root = part["nodes"][0]["name"]
    wrong = [other for other in part["names"] if other not in (*right, name, root)]
    wordings = ("Which of these are direct subdivisions of {name}?", "Which of these belong directly to {name}?")
    return choose_several(ask, right, wrong, wordings, {"name": name}, name=name)


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A category that is not shown."""
    wordings = ("What is the parent of {name}?", "Into how many categories is {name} directly divided?")
    return absent(ask, ask.field.branches, wordings)


templates.add("open_question", Kind.UNANSWERABLE, lambda ask: background(ask, LEFT_OPEN, ask.part["names"][1:]))
