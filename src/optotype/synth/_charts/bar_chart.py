"""Bar charts: grouped or single, upright or lying, with error bars, hatching and printed values."""

from __future__ import annotations

from typing import Any

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates
from optotype.synth._charts._axes import Axis, Key, Plot, number, pixel
from optotype.synth._charts._canvas import Box, Canvas, width_of
from optotype.synth._charts._colours import pick
from optotype.synth._charts._patterns import (
    MEASURED,
    Thing,
    absent,
    background,
    beyond,
    choose_colour,
    choose_leader,
    claim_colour,
    comes_first,
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
from optotype.synth._charts._topics import capital
from optotype.synth._charts._values import between, tidy, value_axis, window

templates = Templates("bar_chart")

HATCHES = ("//", "\\\\", "xx", "--", "..", "||", "++")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")


class BarChart(FigureType):
    """Bars that stand on an axis; their height tells the value."""

    name = "bar chart"
    templates = templates

    def compose(self, brief: Brief) -> Part:
        """Groups of bars, one of each rival for each case; or one bar for each rival."""
        chance, field = brief.chance, brief.field
        quantity = chance.choice(field.quantities)
        grouped = chance.random() < 0.65
        log = quantity.wide and brief.extra()
        if grouped:
            categories = chance.sample(field.cases, brief.things(2, 5 if brief.compact else 6))
            names = chance.sample(field.rivals, brief.series(2, 3 if len(categories) > 4 else 5))
        else:
            categories, names = chance.sample(field.rivals, brief.things(4, 9)), [""]
        colours = pick(chance, brief.style.palette, len(names))
        several = not grouped and chance.random() < 0.6
        if several:
            colours = pick(chance, brief.style.palette, len(categories))
        hatched = brief.extra() and not several
        series = [
            {"name": name, "colour": colours[place], "hatch": HATCHES[place % len(HATCHES)] if hatched else None}
            for place, name in enumerate(names)
        ]
        low, high = window(chance, quantity, log=log, zero=True)
        errors = brief.extra() and not log
        bars: list[dict[str, Any]] = []
        for place, category in enumerate(categories):
            for one in series:
                value = between(chance, low, high, log=log)
                bars.append(
                    {
                        "category": category,
                        "series": one["name"],
                        "colour": colours[place] if several else one["colour"],
                        "hatch": one["hatch"],
                        "value": value,
                        "error": tidy(chance.uniform(0.01, 0.05) * high, high) if errors else None,
                    }
                )
        tops = [bar["value"] + (bar["error"] or 0) for bar in bars]
        horizontal = chance.random() < 0.3
        return {
            "quantity": quantity.name,
            "case": field.case,
            "rival": field.rival,
            "grouped": grouped,
            "by_colour": grouped or several,
            "horizontal": horizontal,
            "printed": brief.printed() and not log,
            "print_turn": 0,
            "categories": categories,
            "series": series,
            "bars": bars,
            "axis": value_axis(brief, quantity, tops, log=log, zero=True),
            "category_axis": {"label": capital(field.case if grouped else field.rival), "categories": categories},
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the bars; values are printed only where they fit."""
        keys = [Key(one["name"], one["colour"]["hex"], hatch=one["hatch"]) for one in part["series"] if one["name"]]
        lying = part["horizontal"]
        across, up = (part["axis"], part["category_axis"]) if lying else (part["category_axis"], part["axis"])
        plot = Plot(canvas, box, style, across, up, title=part["title"], keys=keys)
        taller = part["printed"] or bool(part["bars"][0]["error"])
        corner = plot.settle_legend(_boxes(part, plot, reach=taller))
        part["printed"] = part["printed"] and _make_room_for_values(part, plot, style)
        for bar, box_ in zip(part["bars"], _boxes(part, plot), strict=True):
            bar["box"] = [round(edge, 1) for edge in box_]
        plot.draw()
        for bar in part["bars"]:
            edge = "#222222" if style.edge or bar["hatch"] or bar["colour"]["name"] == "white" else None
            canvas.rectangle(tuple(bar["box"]), fill=bar["colour"]["hex"], edge=edge, width=0.9, hatch=bar["hatch"])
            self._finish(part, bar, canvas, style)
        if corner is not None:
            plot.draw_legend(corner, 1)

    def _finish(self, part: Part, bar: dict[str, Any], canvas: Canvas, style: Style) -> None:
        """The error bar and the printed value of a bar."""
        left, top, right, bottom = bar["box"]
        end = right if part["horizontal"] else top
        if bar["error"]:
            axis = part["axis"]
            low, high = (pixel(axis, bar["value"] + sign * bar["error"]) for sign in (-1, 1))
            middle = (top + bottom) / 2 if part["horizontal"] else (left + right) / 2
            points = [[(low, middle), (high, middle)]] if part["horizontal"] else [[(middle, low), (middle, high)]]
            for x in (low, high):
                cap = [(x, middle - 3), (x, middle + 3)] if part["horizontal"] else [(middle - 3, x), (middle + 3, x)]
                points.append(cap)
            for line in points:
                canvas.line(line, "#222222", 1.1)
            end = high
        if not part["printed"]:
            return
        text, size = number(bar["value"]), style.small - 1
        if part["horizontal"]:
            canvas.text((end + 5, (top + bottom) / 2), text, size, style.face, style.ink, "lm")
        elif part["print_turn"] == 0:
            canvas.text(((left + right) / 2, end - 4), text, size, style.face, style.ink, "mb")
        else:
            canvas.text(((left + right) / 2, end - 5), text, size, style.face, style.ink, "lm", 90)

    def names(self, part: Part) -> list[str]:
        """The names of what is shown."""
        return [*(one["name"] for one in part["series"] if one["name"]), *part["categories"]]

    def sentence(self, part: Part) -> str:
        """What is compared."""
        if part["grouped"]:
            text = f"{capital(part['quantity'])} by {part['case']} and {part['rival']}"
        else:
            text = f"{capital(part['quantity'])} by {part['rival']}"
        return text + (", with standard errors" if part["bars"][0]["error"] else "")


def _boxes(part: Part, plot: Plot, *, reach: bool = False) -> list[Box]:
    """Where each bar comes to lie; with `reach`, how far its printed value reaches too."""
    axis, categories, count = part["axis"], part["category_axis"], len(part["series"])
    base, found = axis["start"], list[Box]()
    for number_, bar in enumerate(part["bars"]):
        first, last = plot.slot(categories, number_ // count)
        size = (last - first) * (0.8 if count > 1 else 0.62)
        near = (first + last) / 2 - size / 2 + size / count * (number_ % count)
        far = near + size / count
        end = pixel(axis, bar["value"] + (bar["error"] or 0 if reach else 0))
        if part["horizontal"]:
            found.append((base, min(near, far), end + (60 if reach else 0), max(near, far)))
        else:
            found.append((near, end - (50 if reach else 0), far, base))
    return found


def _make_room_for_values(part: Part, plot: Plot, style: Style) -> bool:
    """Lets the axis reach beyond the highest value as far as its print needs; says whether the print fits."""
    size = style.small - 1
    wide = max(width_of(number(bar["value"]), size, style.face) for bar in part["bars"])
    boxes = _boxes(part, plot)
    axis: Axis = part["axis"]
    if part["horizontal"]:
        if min(box[3] - box[1] for box in boxes) < size + 1:
            return False
        need = wide + 8
    else:
        narrow = min(box[2] - box[0] for box in boxes)
        if narrow < size + 1:
            return False
        part["print_turn"] = 0 if wide < narrow - 4 else 90
        need = (wide if part["print_turn"] else size) + 9
    length = abs(axis["end"] - axis["start"])
    top = max(bar["value"] + (bar["error"] or 0) for bar in part["bars"])
    # the end of the axis moves on, the ticks stay
    axis["high"] = max(axis["high"], axis["low"] + (top - axis["low"]) * length / (length - need))
    return True


# --- what can be asked


def _by_name(ask: Ask) -> list[Thing]:
    things: list[Thing] = []
    for bar in ask.part["bars"]:
        said = {"category": bar["category"], "call": bar["category"]}
        if ask.part["grouped"]:
            said |= {"series": bar["series"], "call": f"{bar['series']} for {bar['category']}"}
        things.append(Thing(said, bar["value"], said["call"]))
    return things


def _by_look(ask: Ask) -> list[Thing]:
    """Bars as they look: by colour if they differ in it, else by their place."""
    part, things = ask.part, list[Thing]()
    said: dict[str, Any]
    for place, bar in enumerate(part["bars"]):
        if part["grouped"]:
            said = {"colour": bar["colour"]["name"], "category": bar["category"]}
            said["call"] = f"the {said['colour']} bar for {said['category']}"
        elif part["by_colour"]:
            said = {"colour": bar["colour"]["name"], "call": f"the {bar['colour']['name']} bar"}
        else:
            start = "from the bottom" if part["horizontal"] else "from the left"
            said = {"place": place, "call": f"the {ORDINALS[place]} bar {start}"}
        things.append(Thing(said, bar["value"], said["call"]))
    return things


def _long(part: Part) -> dict[str, str]:
    """Words for a large bar and a small one."""
    if part["horizontal"]:
        return {"tall": "long", "taller": "longer", "tallest": "longest", "short": "short", "shortest": "shortest"}
    return {"tall": "tall", "taller": "taller", "tallest": "tallest", "short": "short", "shortest": "shortest"}


@templates(Kind.INFINITE_VISUAL, "value")
def value_of_bar(ask: Ask) -> Draft | None:
    """How much a bar shows that is named by its look."""
    wordings = (
        "What is the {about}{quantity} shown by {one[call]}?",
        "What {about}value of the {quantity} does {one[call]} reach?",
        "Which {about}{quantity} can be read from {one[call]}?",
    )
    part = ask.part
    return estimate(ask, _by_look(ask), wordings, part["axis"], printed=part["printed"])


@templates(Kind.INFINITE_VISUAL, "extreme")
def largest_bar(ask: Ask) -> Draft | None:
    """Whose bar is the tallest."""
    part, given = ask.part, dict[str, Any]()
    bars, what = part["bars"], part["rival"]
    words = _long(part)
    bar = "bar"
    if part["grouped"]:
        colour = ask.chance.choice(part["series"])["colour"]["name"]
        bars, what, given, bar = (
            [b for b in bars if b["colour"]["name"] == colour],
            part["case"],
            {"colour": colour},
            f"{colour} bar",
        )
    things = [Thing({}, b["value"], b["category"]) for b in bars]
    most = (
        f"Which {what} has the {words['tallest']} {bar}?",
        f"To which {what} does the {words['tallest']} {bar} belong?",
    )
    least = (
        f"Which {what} has the {words['shortest']} {bar}?",
        f"To which {what} does the {words['shortest']} {bar} belong?",
    )
    return leader(ask, things, most, least, part["axis"], given)


@templates(Kind.INFINITE_VISUAL, "count")
def bars_beyond(ask: Ask) -> Draft | None:
    """How many bars reach a limit."""
    past, short = ("to the right of", "to the left of") if ask.part["horizontal"] else ("above", "below")
    return how_many(
        ask,
        _by_name(ask),
        (f"How many bars end {past} {{limit}}?", f"How many of the bars reach {past} {{limit}} on the axis?"),
        (f"How many bars end {short} {{limit}}?", f"How many of the bars stay {short} {{limit}} on the axis?"),
        ask.part["axis"],
    )


@templates(Kind.INFINITE, "value")
def value(ask: Ask) -> Draft | None:
    """How much, by name."""
    wordings = (
        "What is the {about}{quantity} of {one[call]}?",
        "What {about}{quantity} is reported for {one[call]}?",
        "Which {about}{quantity} does {one[call]} have?",
    )
    part = ask.part
    return estimate(ask, _by_name(ask), wordings, part["axis"], printed=part["printed"])


@templates(Kind.INFINITE, "difference")
def gap(ask: Ask) -> Draft | None:
    """By how much two differ."""
    wordings = (
        "What is the {about}difference in {quantity} between {one[call]} and {other[call]}?",
        "By what {about}amount does the {quantity} of {one[call]} differ from that of {other[call]}?",
    )
    part = ask.part
    return difference(ask, _by_name(ask), wordings, part["axis"], printed=part["printed"])


@templates(Kind.INFINITE, "extreme")
def winner(ask: Ask) -> Draft | None:
    """Who has the highest value, for a case."""
    part = ask.part
    if not part["grouped"]:
        things = [Thing({}, bar["value"], bar["category"]) for bar in part["bars"]]
        where, given = "", dict[str, Any]()
    else:
        category = ask.chance.choice(part["categories"])
        things = [Thing({}, bar["value"], bar["series"]) for bar in part["bars"] if bar["category"] == category]
        where, given = f" for {category}", {"category": category}
    most = ("Which {rival} has the highest {quantity}{where}?", "Which {rival} shows the largest {quantity}{where}?")
    least = ("Which {rival} has the lowest {quantity}{where}?", "Which {rival} shows the smallest {quantity}{where}?")
    return leader(ask, things, most, least, part["axis"], given, where=where)


@templates(Kind.BINARY_VISUAL, "compare")
def taller(ask: Ask) -> Draft | None:
    """Is a bar taller than another?"""
    word = _long(ask.part)["taller"]
    wordings = (
        f"Is {{one[call]}} {word} than {{other[call]}}?",
        f"Does {{one[call]}} look {word} than {{other[call]}}?",
    )
    return compare(ask, _by_look(ask), wordings, ask.part["axis"])


@templates(Kind.BINARY_VISUAL, "colour")
def drawn_in(ask: Ask) -> Draft | None:
    """Is something drawn in a colour?"""
    part = ask.part
    if not part["by_colour"]:
        return None
    named = [(bar["series"] or bar["category"], bar["colour"]["name"]) for bar in part["bars"]]
    wordings = (
        "Is {name} shown in {colour}?",
        "Does the colour {colour} stand for {name}?",
        "Is {name} drawn in {colour}?",
    )
    return claim_colour(ask, named, wordings)


@templates(Kind.BINARY_VISUAL, "place")
def beside(ask: Ask) -> Draft | None:
    """Does a category stand left of, or below, another?"""
    part = ask.part
    side = "below" if part["horizontal"] else "to the left of"
    what = "bars" if part["grouped"] else "bar"
    verb = "Are" if part["grouped"] else "Is"
    wordings = (
        f"{verb} the {what} of {{one}} placed {side} the {what} of {{other}}?",
        f"{verb} the {what} of {{one}} {side} the {what} of {{other}}?",
    )
    return comes_first(ask, part["categories"], wordings)


@templates(Kind.BINARY, "compare")
def higher(ask: Ask) -> Draft | None:
    """Is a value higher than another?"""
    wordings = (
        "Is the {quantity} of {one[call]} higher than that of {other[call]}?",
        "Does {one[call]} have a higher {quantity} than {other[call]}?",
    )
    return compare(ask, _by_name(ask), wordings, ask.part["axis"])


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Does a value exceed a limit?"""
    above = ("Is the {quantity} of {one[call]} above {limit}?", "Does the {quantity} of {one[call]} exceed {limit}?")
    below = ("Is the {quantity} of {one[call]} below {limit}?", "Is the {quantity} of {one[call]} less than {limit}?")
    return beyond(ask, _by_name(ask), above, below, ask.part["axis"])


@templates(Kind.CHOICE_VISUAL, "colour")
def colour_of(ask: Ask) -> Draft | None:
    """In which colour something is drawn."""
    part = ask.part
    if not part["by_colour"]:
        return None
    bar = ask.chance.choice(part["bars"])
    name = bar["series"] or bar["category"]
    return choose_colour(
        ask,
        bar["colour"]["name"],
        [one["colour"]["name"] for one in part["bars"]],
        (
            "Which colour stands for {name}?",
            "In which colour is {name} drawn?",
            "What is the colour of the bars of {name}?",
        )
        if part["grouped"]
        else ("What is the colour of the bar of {name}?", "In which colour is the bar of {name} drawn?"),
        {"name": name},
        name=name,
    )


@templates(Kind.CHOICE_VISUAL, "extreme")
def colour_of_largest(ask: Ask) -> Draft | None:
    """Which colour the tallest bar has."""
    part = ask.part
    if not part["by_colour"]:
        return None
    category = ask.chance.choice(part["categories"]) if part["grouped"] else None
    bars = [bar for bar in part["bars"] if category in (None, bar["category"])]
    if category is None and len({bar["colour"]["name"] for bar in bars}) < len(bars):
        return None
    words = _long(part)
    where = f" for {category}" if category else ""
    return choose_leader(
        ask,
        [Thing({}, bar["value"], bar["colour"]["name"]) for bar in bars],
        (
            f"What is the colour of the {words['tallest']} bar{where}?",
            f"Which colour does the {words['tallest']} bar{where} have?",
        ),
        (
            f"What is the colour of the {words['shortest']} bar{where}?",
            f"Which colour does the {words['shortest']} bar{where} have?",
        ),
        part["axis"],
        [],
        {"category": category} if category else {},
    )


@templates(Kind.CHOICE_VISUAL, "value")
def value_of_bar_among(ask: Ask) -> Draft | None:
    """Which number a bar is nearest to."""
    wordings = (
        "Which of these values is closest to what {one[call]} shows?",
        "Where on the axis does {one[call]} end, approximately?",
        "Which value does {one[call]} come closest to?",
    )
    return nearest(ask, _by_look(ask), wordings, ask.part["axis"])


@templates(Kind.CHOICE, "extreme")
def best_of(ask: Ask) -> Draft | None:
    """Which of four has the highest value."""
    part = ask.part
    if part["grouped"]:
        series = ask.chance.choice(part["series"])["name"]
        things = [Thing({}, bar["value"], bar["category"]) for bar in part["bars"] if bar["series"] == series]
        most = (
            "For which {case} does {series} have the highest {quantity}?",
            "For which {case} is the {quantity} of {series} largest?",
        )
        least = (
            "For which {case} does {series} have the lowest {quantity}?",
            "For which {case} is the {quantity} of {series} smallest?",
        )
        return choose_leader(ask, things, most, least, part["axis"], ask.field.cases, {"series": series}, series=series)
    things = [Thing({}, bar["value"], bar["category"]) for bar in part["bars"]]
    most = ("Which {rival} has the highest {quantity}?", "Which of these has the largest {quantity}?")
    least = ("Which {rival} has the lowest {quantity}?", "Which of these has the smallest {quantity}?")
    return choose_leader(ask, things, most, least, part["axis"], ask.field.rivals)


@templates(Kind.CHOICE, "value")
def value_among(ask: Ask) -> Draft | None:
    """Which number a value is nearest to."""
    wordings = (
        "Which of these is closest to the {quantity} of {one[call]}?",
        "What is the approximate {quantity} of {one[call]}?",
    )
    return nearest(ask, _by_name(ask), wordings, ask.part["axis"])


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four lie beyond a limit."""
    above = (
        "Which of the following have a {quantity} above {limit}?",
        "For which of these does the {quantity} exceed {limit}?",
    )
    below = (
        "Which of the following have a {quantity} below {limit}?",
        "For which of these is the {quantity} less than {limit}?",
    )
    return which_of(ask, _by_name(ask), above, below, ask.part["axis"])


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """The value of something that is not shown."""
    wordings = ("What is the approximate {quantity} of {name}?", "Which {quantity} is reported for {name}?")
    return absent(ask, ask.field.rivals, wordings)


templates.add("unmeasured", Kind.UNANSWERABLE, lambda ask: other_quantity(ask, _names(ask.part)))
templates.add("open_question", Kind.UNANSWERABLE, lambda ask: background(ask, MEASURED, _names(ask.part)))


def _names(part: Part) -> list[str]:
    return [one["name"] for one in part["series"]] if part["grouped"] else part["categories"]
