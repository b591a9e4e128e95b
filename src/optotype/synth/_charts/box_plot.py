"""Box plots: median, quartiles, whiskers and outliers of several groups."""

from __future__ import annotations

from functools import partial
from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates, counted
from optotype.synth._charts._axes import Plot, pixel
from optotype.synth._charts._canvas import Box, Canvas
from optotype.synth._charts._colours import ink_on, pick
from optotype.synth._charts._patterns import (
    MEASURED,
    Thing,
    absent,
    background,
    beyond,
    choose_leader,
    choose_own_colour,
    choose_several,
    claim,
    comes_first,
    compare,
    difference,
    estimate,
    leader,
    nearest,
    other_quantity,
    which_of,
)
from optotype.synth._charts._style import Style
from optotype.synth._charts._topics import capital
from optotype.synth._charts._values import padded, tidy, value_axis, window

templates = Templates("box_plot")

STATISTICS = {"median": "median", "lower quartile": "q1", "upper quartile": "q3"}


class BoxPlot(FigureType):
    """Boxes from the lower to the upper quartile, with a line at the median."""

    name = "box plot"
    templates = templates
    holds = "boxes"

    def compose(self, brief: Brief) -> Part:
        """A box for each rival."""
        chance, field = brief.chance, brief.field
        quantity = chance.choice([one for one in field.quantities if not one.wide])
        count = brief.things(4, 9)
        names = chance.sample(field.rivals, count)
        several = chance.random() < 0.7
        colours = pick(chance, brief.style.palette, count if several else 1)
        low, high = window(chance, quantity, log=False, zero=False)
        span = high - low
        boxes: list[dict[str, Any]] = []
        for place, name in enumerate(names):
            half = chance.uniform(0.05, 0.14)
            middle = chance.uniform(0.12 + half, 0.88 - half)
            median = middle + half * chance.uniform(-0.5, 0.5)
            bottom = max(0.02, middle - half - chance.uniform(0.04, 0.16))
            top = min(0.98, middle + half + chance.uniform(0.04, 0.16))
            outliers = list(range(chance.choice((0, 0, 1, 2, 3))))
            beyond_ = [top + 0.05 * (n + 1) if n % 2 == 0 else bottom - 0.05 * (n + 1) for n in outliers]
            shares = {"low": bottom, "q1": middle - half, "median": median, "q3": middle + half, "high": top}
            boxes.append(
                {
                    "name": name,
                    "colour": colours[place if several else 0],
                    **{key: tidy(low + span * share, span) for key, share in shares.items()},
                    "outliers": [tidy(low + span * share, span) for share in beyond_ if 0 <= share <= 1.1],
                }
            )
        values = [value for box in boxes for value in (box["low"], box["high"], *box["outliers"])]
        return {
            "quantity": quantity.name,
            "rival": field.rival,
            "by_colour": several,
            "boxes": boxes,
            "axis": value_axis(brief, quantity, padded(values), log=False, zero=False),
            "category_axis": {"label": capital(field.rival), "categories": names},
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the boxes."""
        plot = Plot(canvas, box, style, part["category_axis"], part["axis"], title=part["title"])
        plot.draw()
        for place, one in enumerate(part["boxes"]):
            first, last = plot.slot(part["category_axis"], place)
            middle, half = (first + last) / 2, min(28, (last - first) * 0.3)
            at = {key: round(pixel(part["axis"], one[key]), 1) for key in ("low", "q1", "median", "q3", "high")}
            outliers = [round(pixel(part["axis"], value), 1) for value in one["outliers"]]
            one["at"] = {**at, "x": round(middle, 1), "outliers": outliers}
            line = style.ink
            for end, near in (("low", "q1"), ("high", "q3")):
                canvas.line([(middle, at[end]), (middle, at[near])], line, 1.2)
                canvas.line([(middle - half / 2, at[end]), (middle + half / 2, at[end])], line, 1.2)
            fill = one["colour"]["hex"]
            canvas.rectangle((middle - half, at["q3"], middle + half, at["q1"]), fill=fill, edge=line, width=1.2)
            canvas.line([(middle - half, at["median"]), (middle + half, at["median"])], ink_on(fill), 2.2)
            for y in outliers:
                canvas.ellipse((middle, y), 3.6, 3.6, edge=line, width=1.1)

    def sentence(self, part: Part) -> str:
        """What is spread out."""
        return (
            f"Distribution of the {part['quantity']} by {part['rival']}; "
            "boxes show quartiles, lines inside the median, circles outliers"
        )


# --- what can be asked


def _by_name(ask: Ask, key: str = "median") -> list[Thing]:
    return [Thing({"name": box["name"]}, box[key], box["name"]) for box in ask.part["boxes"]]


def _look(ask: Ask) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Boxes with the words for their look: by colour if they differ in it, else by their place."""
    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    count = len(ask.part["boxes"])
    for place, box in enumerate(ask.part["boxes"]):
        if ask.part["by_colour"]:
            found.append(({"colour": box["colour"]["name"], "call": f"the {box['colour']['name']} box"}, box))
        elif place in (0, 1):
            call = ("the leftmost box", "the second box from the left")[place]
            found.append(({"place": place, "call": call}, box))
        elif place == count - 1:
            found.append(({"place": place, "call": "the rightmost box"}, box))
    return found


def _by_look(ask: Ask) -> list[Thing]:
    return [Thing(said, box["median"], box["name"]) for said, box in _look(ask)]


def _heights(ask: Ask) -> list[Thing]:
    return [Thing({"name": box["name"]}, round(box["q3"] - box["q1"], 6), box["name"]) for box in ask.part["boxes"]]


def _span(ask: Ask) -> dict[str, Any]:
    """An axis for differences."""
    axis = ask.part["axis"]
    return {**axis, "low": 0, "high": axis["high"] - axis["low"]}


@templates(Kind.INFINITE_VISUAL, "value")
def median_of_box(ask: Ask) -> Draft | None:
    """At which value the line inside a box lies."""
    wordings = (
        "What is the {about}median {quantity} of {one[call]}?",
        "At what {about}value does the line inside {one[call]} lie?",
    )
    part = ask.part
    return estimate(ask, _by_look(ask), wordings, part["axis"])


@templates(Kind.INFINITE_VISUAL, "height")
def tallest(ask: Ask) -> Draft | None:
    """Whose box is the tallest."""
    most = ("Which {rival} has the tallest box?", "To which {rival} does the tallest box belong?")
    least = ("Which {rival} has the flattest box?", "To which {rival} does the shortest box belong?")
    axis = _span(ask)
    return leader(ask, _heights(ask), most, least, {**axis, "high": axis["high"] * 1.4})


@templates(Kind.INFINITE_VISUAL, "outliers")
def circles_of(ask: Ask) -> Draft | None:
    """How many outliers are drawn beside a box."""
    said, box = ask.chance.choice(_look(ask))
    wordings = ("How many outlier circles belong to {call}?", "How many circles are drawn above or below {call}?")
    return Draft(ask.say(wordings, call=said["call"]), counted(len(box["outliers"])), {"one": said})


@templates(Kind.INFINITE, "value")
def statistic(ask: Ask) -> Draft | None:
    """The median or a quartile of a group."""
    name = ask.chance.choice(sorted(STATISTICS))
    wordings = (
        "What is the {about}{statistic} of the {quantity} of {one[name]}?",
        "What {about}{statistic} does the {quantity} of {one[name]} have?",
    )
    draft = estimate(ask, _by_name(ask, STATISTICS[name]), wordings, ask.part["axis"], statistic=name)
    return draft and Draft(draft.text, draft.answer, {**draft.given, "statistic": name})


@templates(Kind.INFINITE, "extreme")
def winner(ask: Ask) -> Draft | None:
    """Who has the highest median."""
    part = ask.part
    most = ("Which {rival} has the highest median {quantity}?", "For which {rival} is the median {quantity} largest?")
    least = ("Which {rival} has the lowest median {quantity}?", "For which {rival} is the median {quantity} smallest?")
    return leader(ask, _by_name(ask), most, least, part["axis"])


@templates(Kind.INFINITE, "outliers")
def outliers_of(ask: Ask) -> Draft | None:
    """How many outliers a group has."""
    box = ask.chance.choice(ask.part["boxes"])
    wordings = ("How many outliers does {name} have?", "How many outliers were found for {name}?")
    return Draft(ask.say(wordings, name=box["name"]), counted(len(box["outliers"])), {"name": box["name"]})


@templates(Kind.INFINITE, "difference")
def gap(ask: Ask) -> Draft | None:
    """By how much two medians differ."""
    part = ask.part
    wordings = (
        "What is the {about}difference between the median {quantity} of {one[name]} and that of {other[name]}?",
        "By what {about}amount do {one[name]} and {other[name]} differ in median {quantity}?",
    )
    return difference(ask, _by_name(ask), wordings, part["axis"])


@templates(Kind.BINARY_VISUAL, "compare")
def line_above(ask: Ask) -> Draft | None:
    """Does the line inside a box lie above that of another?"""
    wordings = (
        "Is the line inside {one[call]} above the line inside {other[call]}?",
        "Does the line inside {one[call]} lie higher than the line inside {other[call]}?",
    )
    return compare(ask, _by_look(ask), wordings, ask.part["axis"])


@templates(Kind.BINARY_VISUAL, "height")
def taller(ask: Ask) -> Draft | None:
    """Is a box taller than another?"""
    things = [Thing(said, round(box["q3"] - box["q1"], 6)) for said, box in _look(ask)]
    wordings = (
        "Is {one[call]} taller than {other[call]}?",
        "Is the height of {one[call]} larger than that of {other[call]}?",
    )
    return compare(ask, things, wordings, _span(ask))


@templates(Kind.BINARY_VISUAL, "place")
def beside(ask: Ask) -> Draft | None:
    """Does a box stand left of another?"""
    wordings = (
        "Is the box of {one} to the left of the box of {other}?",
        "Does the box of {one} stand left of the box of {other}?",
    )
    return comes_first(ask, ask.part["names"], wordings)


@templates(Kind.BINARY, "compare")
def higher(ask: Ask) -> Draft | None:
    """Is a median higher than another?"""
    wordings = (
        "Is the median {quantity} of {one[name]} higher than that of {other[name]}?",
        "Does {one[name]} have a higher median {quantity} than {other[name]}?",
    )
    return compare(ask, _by_name(ask), wordings, ask.part["axis"])


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does a median exceed a limit?"""
    above = (
        "Is the median {quantity} of {one[name]} above {limit}?",
        "Does the median {quantity} of {one[name]} exceed {limit}?",
    )
    below = (
        "Is the median {quantity} of {one[name]} below {limit}?",
        "Is the median {quantity} of {one[name]} less than {limit}?",
    )
    return beyond(ask, _by_name(ask), above, below, ask.part["axis"])


@templates(Kind.BINARY, "outliers")
def has_outliers(ask: Ask) -> Draft | None:
    """Does a group have outliers?"""
    return claim(
        ask,
        ask.part["boxes"],
        lambda box: bool(box["outliers"]),
        ("Does {name} have any outliers?", "Were outliers found for {name}?"),
        lambda box: {"name": box["name"]},
    )


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """Which colour a box has."""
    if not ask.part["by_colour"]:
        return None
    wordings = ("Which colour does the box of {name} have?", "In which colour is the box of {name} filled?")
    return choose_own_colour(ask, ask.part["boxes"], wordings)


@templates(Kind.CHOICE_VISUAL, "extreme")
def colour_of_highest(ask: Ask) -> Draft | None:
    """Which box has the highest line inside."""
    part = ask.part
    if not part["by_colour"] or len(part["boxes"]) < 4:
        return None
    things = [Thing({}, box["median"], box["colour"]["name"]) for box in part["boxes"]]
    most = ("What is the colour of the box whose median line is highest?", "Which box has the highest line inside?")
    least = ("What is the colour of the box whose median line is lowest?", "Which box has the lowest line inside?")
    return choose_leader(ask, things, most, least, part["axis"], [])


@templates(Kind.CHOICE_VISUAL, "value")
def median_of_box_among(ask: Ask) -> Draft | None:
    """Which number the line inside a box is nearest to."""
    wordings = (
        "Which of these values is closest to the line inside {one[call]}?",
        "At which value does the median line of {one[call]} lie, approximately?",
    )
    return nearest(ask, _by_look(ask), wordings, ask.part["axis"])


@templates(Kind.CHOICE, "extreme")
def best_of(ask: Ask) -> Draft | None:
    """Which of four has the highest median."""
    part = ask.part
    most = ("Which {rival} has the highest median {quantity}?", "Which of these has the largest median {quantity}?")
    least = ("Which {rival} has the lowest median {quantity}?", "Which of these has the smallest median {quantity}?")
    return choose_leader(ask, _by_name(ask), most, least, part["axis"], ask.field.rivals)


@templates(Kind.CHOICE, "value")
def median_among(ask: Ask) -> Draft | None:
    """Which number a median is nearest to."""
    wordings = (
        "Which of these is closest to the median {quantity} of {one[name]}?",
        "What is the approximate median {quantity} of {one[name]}?",
    )
    return nearest(ask, _by_name(ask), wordings, ask.part["axis"])


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four have a median beyond a limit."""
    above = ("Which of the following have a median {quantity} above {limit}?",)
    below = ("Which of the following have a median {quantity} below {limit}?",)
    return which_of(ask, _by_name(ask), above, below, ask.part["axis"])


@templates(Kind.CHOICE, "outliers")
def those_with_outliers(ask: Ask) -> Draft | None:
    """Which of four have outliers."""
    boxes = ask.part["boxes"]
    right = [box["name"] for box in boxes if box["outliers"]]
    wrong = [box["name"] for box in boxes if not box["outliers"]]
    wordings = ("Which of the following have outliers?", "For which of these were outliers found?")
    return choose_several(ask, right, wrong, wordings, {})


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A group that is not shown."""
    wordings = ("What is the approximate median {quantity} of {name}?", "How many outliers does {name} have?")
    return absent(ask, ask.field.rivals, wordings)


@templates(Kind.UNANSWERABLE)
def mean(ask: Ask) -> Draft | None:
    """The mean, which a box does not show."""
    name = ask.chance.choice(ask.part["boxes"])["name"]
    wordings = (
        "What is the arithmetic mean of the {quantity} of {name}?",
        "How many observations lie between the quartiles for {name}?",
        "What is the standard deviation of the {quantity} of {name}?",
    )
    return Draft(ask.say(wordings, name=name), None, {"name": name})


templates.add("unmeasured", Kind.UNANSWERABLE, other_quantity)
templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=MEASURED))
