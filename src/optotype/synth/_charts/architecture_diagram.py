"""Architecture diagrams: named components in stages, with arrows from each stage to the next."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Picks, Said, Templates, counted
from optotype.synth._charts._canvas import Box, Canvas, draw_title, width_of
from optotype.synth._charts._nodes import (
    SHAPES,
    Node,
    box_around,
    colour_of_node,
    count_arrows,
    count_of_colour,
    draw_node,
    lines_of,
    middle_of,
    most_frequent_colour,
    name_outermost,
    node_colours,
    node_is_coloured,
    node_lies_beside,
    slant_of,
    write_in,
)
from optotype.synth._charts._patterns import absent, background, choose_name, choose_several, claim_of_two
from optotype.synth._charts._style import Style

templates = Templates("architecture_diagram")

LEFT_OPEN = (
    "How many parameters does {name} have?",
    "How long does {name} take to process one input?",
    "Which programming language is {name} written in?",
    "Who supplied {name}?",
    "How much memory does {name} need?",
    "What is the error rate of {name}?",
    "Which data were used to calibrate {name}?",
    "How often do {name} and {other} fail at the same time?",
    "What is the cost of replacing {name}?",
)


WIDEST = 3
"""The most components of a stage."""

ACROSS = 0.74
"""Which part of the width of a stage its boxes take, where stages stand side by side; the rest is for arrows."""


class ArchitectureDiagram(FigureType):
    """Boxes and arrows; every arrow leads from one stage to the next."""

    name = "architecture diagram"
    templates = templates
    holds = "nodes"
    shape = 0.62

    def compose(self, brief: Brief) -> Part:
        """Stages of one to three components."""
        chance, field = brief.chance, brief.field
        count = brief.things(4, 8 if brief.compact else 12)
        names = chance.sample(field.modules, count)
        stages: list[list[str]] = [[] for _ in range(chance.randint(max(2, -(-count // WIDEST)), min(5, count - 1)))]
        for place, name in enumerate(names):
            open_ = [stage for stage in stages if len(stage) < WIDEST] if place >= len(stages) else [stages[place]]
            chance.choice(open_).append(name)
        colours = node_colours(brief, min(4, max(2, count // 2)))
        mixed = chance.random() < 0.6
        nodes = [
            {
                "name": name,
                "stage": number,
                "colour": chance.choice(colours),
                "shape": chance.choice(SHAPES) if mixed else chance.choice(("rectangle", "rounded")),
            }
            for number, stage in enumerate(stages)
            for name in stage
        ]
        # at least two colours, so that a colour tells something
        nodes[0]["colour"], nodes[-1]["colour"] = colours[0], colours[1]
        arrows: list[list[str]] = []
        for before, after in itertools.pairwise(stages):
            some = {(chance.choice(before), name) for name in after} | {(name, chance.choice(after)) for name in before}
            for one in before:
                for other in after:
                    if chance.random() < 0.15:
                        some.add((one, other))
            arrows += [[one, other] for one in before for other in after if (one, other) in some]
        return {
            "system": field.system,
            "nodes": nodes,
            "arrows": arrows,
            "shapes": mixed,
            "down": chance.random() < 0.4,
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the components stage by stage, across or down."""
        left, _, right, bottom = box
        top = draw_title(canvas, box, part["title"], style, 1.8)
        stages = 1 + max(node["stage"] for node in part["nodes"])
        words = [word for node in part["nodes"] for word in node["name"].split(" ")]
        longest = max(width_of(word, style.small, style.face) for word in words)
        # boxes side by side, stage by stage, have to be wide enough for the longest word
        part["down"] = part["down"] or (right - left) / stages * ACROSS < longest * 1.3 + 10
        for stage in range(stages):
            row = [node for node in part["nodes"] if node["stage"] == stage]
            for place, node in enumerate(row):
                along, beside = (stage + 0.5) / stages, (place + 0.5) / len(row)
                x, y = (beside, along) if part["down"] else (along, beside)
                self._set(
                    part, node, (left + (right - left) * x, top + (bottom - top) * y), stages, len(row), box, style
                )
        nodes = {node["name"]: node for node in part["nodes"]}
        for one, other in part["arrows"]:
            self._arrow(part, nodes[one], nodes[other], canvas, style)
        for node in part["nodes"]:
            fill, box = node["colour"]["hex"], node["box"]
            draw_node(canvas, node["shape"], box, fill)
            write_in(canvas, middle_of(node), lines_of(node["name"], (box[2] - box[0]) * 0.74, style), fill, style)

    def _set(
        self, part: Part, node: dict[str, Any], at: tuple[float, float], stages: int, row: int, box: Box, style: Style
    ) -> None:
        across, down = (row, stages) if part["down"] else (stages, row)
        wide = min(9.5 * style.size, (box[2] - box[0]) / across * (0.86 if part["down"] else ACROSS))
        high = min(3.4 * style.size, (box[3] - box[1]) / down * (0.58 if part["down"] else 0.72))
        node["box"] = box_around(at, wide, high)

    def _arrow(self, part: Part, one: Node, other: Node, canvas: Canvas, style: Style) -> None:
        """An arrow between the facing sides of two boxes."""
        (x0, y0, x1, y1), (u0, v0, u1, v1) = one["box"], other["box"]
        if part["down"]:
            start, end = ((x0 + x1) / 2, y1), ((u0 + u1) / 2, v0 - 2)
        else:
            x1 -= slant_of(one["box"]) / 2 if one["shape"] == "parallelogram" else 0
            u0 += slant_of(other["box"]) / 2 if other["shape"] == "parallelogram" else 0
            start, end = (x1, (y0 + y1) / 2), (u0 - 2, (v0 + v1) / 2)
        canvas.arrow([start, end], style.ink, 1.4)

    def sentence(self, part: Part) -> str:
        """What is built."""
        return f"Components of {part['system']} and the flow between them"


# --- what can be asked


def _into(part: Part, name: str) -> list[str]:
    return [one for one, other in part["arrows"] if other == name]


def _out(part: Part, name: str) -> list[str]:
    return [other for one, other in part["arrows"] if one == name]


templates.add("boxes_of_colour", Kind.INFINITE_VISUAL, partial(count_of_colour, noun="boxes"), "colour count")


@templates(Kind.INFINITE_VISUAL, "count")
def arrows_at(ask: Ask) -> Draft | None:
    """How many arrows leave or enter a box."""
    part = ask.part
    name, inward = ask.chance.choice(part["names"]), ask.chance.random() < 0.5
    count = len(_into(part, name) if inward else _out(part, name))
    return count_arrows(ask, name, count, inward=inward)


templates.add("outermost", Kind.INFINITE_VISUAL, partial(name_outermost, noun="component"), "place")


@templates(Kind.INFINITE, "next")
def receiver(ask: Ask) -> Draft | None:
    """What receives the output of a component, where only one does."""
    wordings = (
        "Which component receives the output of {name}?",
        "To which component does {name} pass its output?",
        "What comes directly after {name}?",
    )
    return _name_the_only(ask, _out, wordings)


@templates(Kind.INFINITE, "previous")
def supplier(ask: Ask) -> Draft | None:
    """What a component gets its input from, where that is only one."""
    wordings = (
        "Which component provides the input of {name}?",
        "From which component does {name} get its input?",
        "What comes directly before {name}?",
    )
    return _name_the_only(ask, _into, wordings)


def _name_the_only(ask: Ask, near: Callable[[Part, str], list[str]], wordings: Sequence[str]) -> Draft | None:
    """What is near a component, where that is only one."""
    found = _with_one(ask, near)
    return found and Draft(ask.say(wordings, name=found[0]), Said((found[1],)), {"name": found[0]})


def _with_one(ask: Ask, near: Callable[[Part, str], list[str]]) -> tuple[str, str] | None:
    """A component that has one near it, and that one."""
    single = [name for name in ask.part["names"] if len(near(ask.part, name)) == 1]
    if not single:
        return None
    name = ask.chance.choice(single)
    return name, near(ask.part, name)[0]


@templates(Kind.INFINITE, "count")
def inputs_of(ask: Ask) -> Draft | None:
    """How many components feed one directly."""
    name = ask.chance.choice(ask.part["names"])
    wordings = (
        "How many components send their output directly to {name}?",
        "From how many components does {name} get its input directly?",
    )
    return Draft(ask.say(wordings, name=name), counted(len(_into(ask.part, name))), {"name": name})


@templates(Kind.BINARY_VISUAL, "direct")
def arrow_leads(ask: Ask) -> Draft | None:
    """Does an arrow lead from one box to another?"""
    wordings = (
        "Is there an arrow that points from {one} to {other}?",
        "Does an arrow lead from {one} directly to {other}?",
    )
    return _claim_arrow(ask, (1,), wordings)


templates.add("is_coloured", Kind.BINARY_VISUAL, partial(node_is_coloured, noun="box"), "colour")
templates.add("lies_beside", Kind.BINARY_VISUAL, partial(node_lies_beside, noun="box"), "place")


@templates(Kind.BINARY, "direct")
def feeds(ask: Ask) -> Draft | None:
    """Does a component pass its output directly to another?"""
    wordings = ("Does {one} pass its output directly to {other}?", "Is the output of {one} a direct input of {other}?")
    return _claim_arrow(ask, (0, 1, 2), wordings)


def _claim_arrow(ask: Ask, apart: Sequence[int], wordings: Sequence[str]) -> Draft | None:
    """Does an arrow lead from one to another, so many stages apart?"""
    stage = {node["name"]: node["stage"] for node in ask.part["nodes"]}
    pairs = [(a, b) for a, b in itertools.permutations(stage, 2) if abs(stage[a] - stage[b]) in apart]
    return claim_of_two(ask, pairs, lambda pair: [*pair] in ask.part["arrows"], wordings)


def _reach(part: Part, name: str) -> set[str]:
    """Everything that a component's output gets to."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        for other in _out(part, ahead.pop()):
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


@templates(Kind.BINARY, "reach")
def reaches(ask: Ask) -> Draft | None:
    """Can the output of a component get to another?"""
    wordings = (
        "Can the output of {one} reach {other}, directly or through others?",
        "Does {other} depend on {one}, directly or through others?",
    )
    pairs = list(itertools.permutations(ask.part["names"], 2))
    return claim_of_two(ask, pairs, lambda pair: pair[1] in _reach(ask.part, pair[0]), wordings)


templates.add("colour_of", Kind.CHOICE_VISUAL, partial(colour_of_node, noun="box"), "colour")


@templates(Kind.CHOICE_VISUAL, "shape")
def shape_of(ask: Ask) -> Draft | None:
    """Which shape a component has."""
    if not ask.part["shapes"]:
        return None
    node = ask.chance.choice(ask.part["nodes"])
    wordings = ("Which shape does {name} have?", "As which shape is {name} drawn?")
    wrong = tuple(shape for shape in SHAPES if shape != node["shape"])
    return Draft(ask.say(wordings, name=node["name"]), Picks((node["shape"],), wrong), {"name": node["name"]})


templates.add("usual_colour", Kind.CHOICE_VISUAL, partial(most_frequent_colour, noun="boxes"), "colour count")


@templates(Kind.CHOICE, "next")
def receivers_among(ask: Ask) -> Draft | None:
    """Which of four get their input directly from a component."""
    part = ask.part
    name = ask.chance.choice([name for name in part["names"] if _out(part, name)])
    right = _out(part, name)
    wrong = [other for other in part["names"] if other not in (*right, name)]
    wordings = (
        "Which of these receive the output of {name} directly?",
        "To which of these does {name} pass its output directly?",
    )
    return choose_several(ask, right, wrong, wordings, {"name": name}, name=name)


@templates(Kind.CHOICE, "previous")
def supplier_among(ask: Ask) -> Draft | None:
    """Which of four a component gets its only input from."""
    found = _with_one(ask, _into)
    if found is None:
        return None
    name, right = found
    others = [other for other in ask.part["names"] if other != name]
    wordings = ("Which component provides the input of {name}?", "From which component does {name} get its input?")
    return choose_name(ask, right, others, ask.field.modules, wordings, {"name": name}, name=name)


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A component that is not shown."""
    wordings = ("Which component receives the output of {name}?", "From which component does {name} get its input?")
    return absent(ask, ask.field.modules, wordings)


templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))
