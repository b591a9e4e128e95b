"""Neural networks: layers of units, every unit joined to all of the next layer."""

from __future__ import annotations

from functools import partial
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Said, Templates, counted, exactly
from optotype.synth._charts._canvas import Box, Canvas, draw_title
from optotype.synth._charts._nodes import colour_of_node, node_colours, node_is_coloured
from optotype.synth._charts._patterns import (
    Thing,
    absent,
    background,
    beyond,
    choose_count,
    choose_leader,
    choose_name,
    comes_first,
    compare,
    leader,
    tell,
    which_of,
)
from optotype.synth._charts._style import Style

templates = Templates("neural_network")

LAYERS = ("Gate", "Embed", "Mix", "Pool", "Focus", "Merge", "Shift", "Fold", "Scan", "Core")
FUNCTIONS = ("ReLU", "tanh", "sigmoid", "GELU", "ELU", "softplus", "Swish")

LEFT_OPEN = (
    "Which learning rate was used to train layer {name}?",
    "How many epochs was the network trained for?",
    "Which optimiser updated the weights between {name} and {other}?",
    "What is the dropout rate of layer {name}?",
    "What accuracy does the network reach without layer {name}?",
    "How were the weights of layer {name} initialised?",
    "What is the largest weight between {name} and {other}?",
    "On which data was layer {name} trained?",
    "What is the bias of the first unit in layer {name}?",
)


class NeuralNetwork(FigureType):
    """Columns of circles with lines between neighbours."""

    name = "neural network"
    templates = templates
    holds = "layers"
    shape = 0.66

    def compose(self, brief: Brief) -> Part:
        """Layers of different colours, with a name and an activation function each."""
        chance = brief.chance
        count = max(3, min(4 if brief.compact else 6, brief.things(3, 7) - 1))
        most = 6 if brief.compact else min(9, brief.rung.things[1] + 1)
        names = chance.sample(LAYERS, count)
        colours = node_colours(brief, count)
        layers = [
            {
                "name": name,
                "colour": colours[place],
                "units": chance.randint(2, most),
                "function": chance.choice(FUNCTIONS),
            }
            for place, name in enumerate(names)
        ]
        return {"system": brief.field.system, "layers": layers, "most": most}

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws lines first, then circles, then names."""
        left, _, right, bottom = box
        top = draw_title(canvas, box, part["title"], style, 1.8)
        line = style.size * 1.5
        top, bottom = top + line, bottom - line
        count, most = len(part["layers"]), max(layer["units"] for layer in part["layers"])
        step = (bottom - top) / most
        radius = min(15.0, step * 0.4, (right - left) / count * 0.18)
        for place, layer in enumerate(part["layers"]):
            x = left + (right - left) * (place + 0.5) / count
            first = (top + bottom) / 2 - step * (layer["units"] - 1) / 2
            layer["at"] = [[round(x, 1), round(first + step * unit, 1)] for unit in range(layer["units"])]
            layer["box"] = [
                round(x - radius, 1),
                round(first - radius, 1),
                round(x + radius, 1),
                layer["at"][-1][1] + radius,
            ]
        for one, other in zip(part["layers"], part["layers"][1:], strict=False):
            for start in one["at"]:
                for end in other["at"]:
                    canvas.line([tuple(start), tuple(end)], "#9a9a9a", 0.8)
        for layer in part["layers"]:
            for at in layer["at"]:
                canvas.ellipse(tuple(at), radius, radius, fill=layer["colour"]["hex"], edge="#333333", width=1.1)
            x = layer["at"][0][0]
            canvas.text((x, top - line * 0.45), layer["function"], style.small, style.face, style.ink)
            canvas.text((x, bottom + line * 0.5), layer["name"], style.size, style.bold, style.ink)

    def sentence(self, part: Part) -> str:
        """What the network belongs to."""
        return f"Network used in {part['system']}; activation functions are written above the layers"


# --- what can be asked


def _by_name(ask: Ask) -> list[Thing]:
    return [Thing({"name": layer["name"]}, layer["units"], layer["name"]) for layer in ask.part["layers"]]


def _by_colour(ask: Ask) -> list[Thing]:
    return [Thing({"colour": layer["colour"]["name"]}, layer["units"], layer["name"]) for layer in ask.part["layers"]]


def _sizes(ask: Ask) -> range:
    return range(2, ask.part["most"] + 1)


def _one(ask: Ask) -> dict[str, Any]:
    return ask.chance.choice(ask.part["layers"])


@templates(Kind.INFINITE_VISUAL, "units")
def circles_of_colour(ask: Ask) -> Draft | None:
    """How many circles have a colour."""
    layer = _one(ask)
    colour = layer["colour"]["name"]
    wordings = ("How many {colour} circles are there?", "How many circles does the {colour} layer have?")
    return Draft(ask.say(wordings, colour=colour), counted(layer["units"]), {"colour": colour})


@templates(Kind.INFINITE_VISUAL, "place")
def circles_at_side(ask: Ask) -> Draft | None:
    """How many circles the first or the last column has."""
    side = ask.chance.choice(("leftmost", "rightmost"))
    layer = ask.part["layers"][0 if side == "leftmost" else -1]
    wordings = ("How many circles are in the {side} layer?", "How many circles does the {side} column have?")
    return Draft(ask.say(wordings, side=side), counted(layer["units"]), {"side": side})


@templates(Kind.INFINITE_VISUAL, "function")
def function_of_colour(ask: Ask) -> Draft | None:
    """Which function stands above a colour."""
    wordings = (
        "Which activation function is written above the {one[colour]} circles?",
        "What is written above the {one[colour]} layer?",
    )
    things = [Thing({"colour": layer["colour"]["name"]}, 0, layer["function"]) for layer in ask.part["layers"]]
    return tell(ask, things, wordings)


@templates(Kind.INFINITE, "units")
def units_of(ask: Ask) -> Draft | None:
    """How many units a layer has."""
    layer = _one(ask)
    wordings = ("How many units does layer {name} have?", "What is the number of units in layer {name}?")
    return Draft(ask.say(wordings, name=layer["name"]), counted(layer["units"]), {"name": layer["name"]})


@templates(Kind.INFINITE, "total")
def units_in_all(ask: Ask) -> Draft | None:
    """How many units there are in all."""
    wordings = ("How many units does the network have in total?", "What is the total number of units over all layers?")
    return Draft(ask.say(wordings), counted(sum(layer["units"] for layer in ask.part["layers"])), {})


@templates(Kind.INFINITE, "weights")
def connections(ask: Ask) -> Draft | None:
    """How many connections lie between two layers."""
    layers = ask.part["layers"]
    place = ask.chance.randrange(len(layers) - 1)
    one, other = layers[place], layers[place + 1]
    wordings = (
        "How many connections are there between the layers {one} and {other}?",
        "If every unit of {one} is connected to every unit of {other}, how many connections does that make?",
    )
    text = ask.say(wordings, one=one["name"], other=other["name"])
    return Draft(text, exactly(one["units"] * other["units"]), {"one": one["name"], "other": other["name"]})


@templates(Kind.INFINITE, "function")
def function_of(ask: Ask) -> Draft | None:
    """Which activation function a layer has."""
    layer = _one(ask)
    wordings = ("Which activation function does layer {name} use?", "What is the activation function of layer {name}?")
    return Draft(ask.say(wordings, name=layer["name"]), Said((layer["function"],)), {"name": layer["name"]})


@templates(Kind.INFINITE, "extreme")
def largest_layer(ask: Ask) -> Draft | None:
    """Which layer has the most units."""
    most = ("Which layer has the most units?", "In which layer is the number of units the highest?")
    least = ("Which layer has the fewest units?", "In which layer is the number of units the lowest?")
    return leader(ask, _by_name(ask), most, least, None)


@templates(Kind.BINARY_VISUAL, "compare")
def more_circles(ask: Ask) -> Draft | None:
    """Are there more circles of a colour than of another?"""
    wordings = (
        "Are there more {one[colour]} circles than {other[colour]} circles?",
        "Does the {one[colour]} layer have more circles than the {other[colour]} layer?",
    )
    return compare(ask, _by_colour(ask), wordings, None)


templates.add("is_coloured", Kind.BINARY_VISUAL, partial(node_is_coloured, noun="layer", holds="layers"), "colour")


@templates(Kind.BINARY_VISUAL, "place")
def stands_left(ask: Ask) -> Draft | None:
    """Does a layer stand left of another?"""
    wordings = (
        "Are the {one} circles to the left of the {other} circles?",
        "Is the {one} layer to the left of the {other} layer?",
    )
    return comes_first(ask, [layer["colour"]["name"] for layer in ask.part["layers"]], wordings)


@templates(Kind.BINARY, "compare")
def more_units(ask: Ask) -> Draft | None:
    """Does a layer have more units than another?"""
    wordings = (
        "Does layer {one[name]} have more units than layer {other[name]}?",
        "Is the number of units higher in layer {one[name]} than in layer {other[name]}?",
    )
    return compare(ask, _by_name(ask), wordings, None)


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does a layer have more units than a limit?"""
    above = ("Does layer {one[name]} have more than {limit} units?",)
    below = ("Does layer {one[name]} have fewer than {limit} units?",)
    return beyond(ask, _by_name(ask), above, below, None)


@templates(Kind.BINARY, "order")
def comes_before(ask: Ask) -> Draft | None:
    """Does a layer come directly before another?"""
    names = ask.part["names"]
    wordings = (
        "Does layer {one} come directly before layer {other}?",
        "Does layer {one} pass its output to layer {other}?",
    )
    return comes_first(ask, names, wordings, neighbours=True)


templates.add("colour_of", Kind.CHOICE_VISUAL, partial(colour_of_node, noun="layer", holds="layers"), "colour")


@templates(Kind.CHOICE_VISUAL, "units")
def circles_among(ask: Ask) -> Draft | None:
    """How many circles have a colour, among four counts."""
    layer = _one(ask)
    colour = layer["colour"]["name"]
    wordings = ("How many {colour} circles does the network have?", "How many circles are drawn in {colour}?")
    return choose_count(ask, layer["units"], _sizes(ask), wordings, {"colour": colour}, colour=colour)


@templates(Kind.CHOICE_VISUAL, "function")
def function_of_colour_among(ask: Ask) -> Draft | None:
    """Which function stands above a colour, among four."""
    layer = _one(ask)
    given = {"colour": layer["colour"]["name"]}
    there = [each["function"] for each in ask.part["layers"]]
    wordings = (
        "Which activation function stands above the {colour} circles?",
        "What is written above the {colour} circles?",
    )
    return choose_name(ask, layer["function"], there, FUNCTIONS, wordings, given, **given)


@templates(Kind.CHOICE, "extreme")
def largest_among(ask: Ask) -> Draft | None:
    """Which of four layers has the most units."""
    most = ("Which layer has the most units?", "Which of these layers has the highest number of units?")
    least = ("Which layer has the fewest units?", "Which of these layers has the lowest number of units?")
    return choose_leader(ask, _by_name(ask), most, least, None, LAYERS)


@templates(Kind.CHOICE, "units")
def units_among(ask: Ask) -> Draft | None:
    """How many units a layer has, among four counts."""
    layer = _one(ask)
    wordings = ("How many units does layer {name} have?", "What is the number of units in layer {name}?")
    return choose_count(ask, layer["units"], _sizes(ask), wordings, {"name": layer["name"]}, name=layer["name"])


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four layers have more units than a limit."""
    above = ("Which of these layers have more than {limit} units?",)
    below = ("Which of these layers have fewer than {limit} units?",)
    return which_of(ask, _by_name(ask), above, below, None)


templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A layer that is not shown."""
    wordings = ("How many units does layer {name} have?", "Which activation function does layer {name} use?")
    return absent(ask, LAYERS, wordings)
