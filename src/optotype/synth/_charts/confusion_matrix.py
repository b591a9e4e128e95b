"""Confusion matrices: how often each class was taken for each other, in cells as dark as their count is high."""

from __future__ import annotations

from functools import partial

from optotype.synth._charts import Ask, Brief, Draft, FigureType, Kind, Part, Templates, exactly
from optotype.synth._charts._canvas import Box, Canvas, draw_title, width_of
from optotype.synth._charts._colours import ink_on, washed
from optotype.synth._charts._patterns import (
    Thing,
    absent,
    background,
    beyond,
    choose_leader,
    choose_number,
    choose_printed,
    compare,
    how_many,
    leader,
    tell_printed,
    which_of,
)
from optotype.synth._charts._style import Style

templates = Templates("confusion_matrix")

DARK = {
    "blue": "#08306b",
    "green": "#00441b",
    "red": "#67000d",
    "purple": "#3f007d",
    "gray": "#1c1c1c",
    "orange": "#8c2d04",
}

LEFT_OPEN = (
    "Which classifier produced the predictions for {name}?",
    "How many samples of {name} were used for training?",
    "Why was {name} mistaken for {other}?",
    "How many people labelled the samples of {name}?",
    "What is the mean confidence of the predictions for {name}?",
    "How long does it take to classify a sample of {name}?",
    "From which source were the samples of {name} and {other} taken?",
)


class ConfusionMatrix(FigureType):
    """A square of cells with a count in each."""

    name = "confusion matrix"
    templates = templates
    shape = 0.86

    def compose(self, brief: Brief) -> Part:
        """Counts that are highest where a class was recognised; every cell off that line is as likely as another."""
        chance = brief.chance
        count = brief.things(4, 4 if brief.compact else 8)
        classes = chance.sample(brief.field.classes, count)
        # no two counts are the same, so that every comparison has an answer
        most = max(chance.choice((30, 60, 90)), 2 * count * (count - 1))
        mistakes = iter(chance.sample(range(most), count * (count - 1)))
        hits = chance.sample(range(most, 3 * most), count)
        cells = [[hits[row] if row == column else next(mistakes) for column in range(count)] for row in range(count)]
        name = chance.choice(sorted(DARK))
        return {
            "classes": classes,
            "cells": cells,
            "ramp": {"name": name, "hex": DARK[name]},
            "bar": chance.random() < 0.5,
            "rows": "True class",
            "columns": "Predicted class",
        }

    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws the cells, the names of rows and columns, and a scale of shades."""
        left, _, right, bottom = box
        classes, count = part["classes"], len(part["classes"])
        top = draw_title(canvas, box, part["title"], style, 1.6)
        wide = max(width_of(name, style.small, style.face) for name in classes)
        line = style.size * 1.4
        left += line + wide + 12
        if part["bar"]:
            right -= 62
        bottom -= line + 10
        side = min((right - left) / count, (bottom - top - style.size * 1.4) / count)
        turn = 0 if wide < side - 6 else 90
        below = (wide if turn else style.size) + 6
        side = min(side, (bottom - top - below) / count)
        left += max(0, (right - left - side * count) / 2)
        top += max(0, (bottom - top - below - side * count) / 2)
        highest = max(max(row) for row in part["cells"])
        part["boxes"] = boxes = list[list[list[float]]]()
        for row, name in enumerate(classes):
            line_of_boxes: list[list[float]] = []
            for column in range(count):
                value = part["cells"][row][column]
                fill = washed(part["ramp"]["hex"], (value / highest) ** 0.85)
                cell = (left + side * column, top + side * row, left + side * (column + 1), top + side * (row + 1))
                canvas.rectangle(cell, fill=fill, edge="#ffffff" if not style.edge else "#777777", width=1)
                middle = ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2)
                canvas.text(middle, str(value), style.small, style.face, ink_on(fill))
                line_of_boxes.append([round(edge, 1) for edge in cell])
            boxes.append(line_of_boxes)
            middle = top + side * (row + 0.5)
            canvas.text((left - 7, middle), name, style.small, style.face, style.ink, "rm")
            x = left + side * (row + 0.5)
            end = top + side * count + 7
            if turn:
                canvas.text((x, end), name, style.small, style.face, style.ink, "rm", 90)
            else:
                canvas.text((x, end), name, style.small, style.face, style.ink, "mt")
        half = side * count / 2
        canvas.text(
            (left - wide - 14 - style.size / 2, top + half), part["rows"], style.size, style.face, style.ink, "mm", 90
        )
        canvas.text((left + half, top + 2 * half + below + 8), part["columns"], style.size, style.face, style.ink, "mt")
        if part["bar"]:
            self._scale(part, canvas, (left + 2 * half + 18, top, left + 2 * half + 32, top + 2 * half), highest, style)

    def _scale(self, part: Part, canvas: Canvas, box: Box, highest: int, style: Style) -> None:
        left, top, right, bottom = box
        steps = 32
        for step in range(steps):
            y0, y1 = bottom - (bottom - top) * step / steps, bottom - (bottom - top) * (step + 1) / steps
            fill = washed(part["ramp"]["hex"], ((step + 0.5) / steps) ** 0.85)
            canvas.rectangle((left, y1, right, y0 + 0.5), fill=fill)
        for share in (0, 0.5, 1):
            y = bottom - (bottom - top) * share
            text = str(round(highest * share))
            canvas.text(
                (right + 5, min(max(y, top + 5), bottom - 5)), text, style.small - 1, style.face, style.ink, "lm"
            )

    def names(self, part: Part) -> list[str]:
        """The names of what is shown."""
        return list(part["classes"])

    def sentence(self, part: Part) -> str:
        """What is counted."""
        return "Confusion matrix; rows are true classes, columns predicted ones, numbers are counts of samples"


# --- what can be asked


def _mistakes(ask: Ask) -> list[Thing]:
    """The cells off the diagonal; those on it are higher in every matrix, which would be no question."""
    classes, cells = ask.part["classes"], ask.part["cells"]
    return [
        Thing({"row": classes[row], "column": classes[column]}, cells[row][column], classes[column])
        for row in range(len(classes))
        for column in range(len(classes))
        if row != column
    ]


def _hits(ask: Ask) -> list[Thing]:
    return [Thing({"name": name}, ask.part["cells"][n][n], name) for n, name in enumerate(ask.part["classes"])]


def _corner(ask: Ask) -> tuple[str, int]:
    """A corner of the matrix, and its value."""
    cells = ask.part["cells"]
    name = ask.chance.choice(("top left", "top right", "bottom left", "bottom right"))
    return name, cells[0 if "top" in name else -1][0 if "left" in name else -1]


@templates(Kind.INFINITE_VISUAL, "corner")
def corner_value(ask: Ask) -> Draft | None:
    """Which number stands in a corner."""
    corner, value = _corner(ask)
    wordings = (
        "What number stands in the {corner} cell?",
        "What is the value of the cell in the {corner} corner of the matrix?",
    )
    return Draft(ask.say(wordings, corner=corner), exactly(value), {"corner": corner})


@templates(Kind.INFINITE_VISUAL, "shade")
def darkest_value(ask: Ask) -> Draft | None:
    """Which number stands in the darkest cell, of all or of a row's mistakes."""
    cells = ask.part["cells"]
    wordings = ("What number stands in the darkest cell?", "What is the value of the darkest {ramp} cell?")
    return Draft(ask.say(wordings, ramp=ask.part["ramp"]["name"]), exactly(max(max(row) for row in cells)), {})


@templates(Kind.INFINITE_VISUAL, "count")
def cells_beyond(ask: Ask) -> Draft | None:
    """How many cells of a row hold more than a limit."""
    name = ask.chance.choice(ask.part["classes"])
    things = [one for one in _mistakes(ask) if one.said["row"] == name]
    above = (f"How many cells outside the diagonal hold more than {{limit}} in the row of {name}?",)
    below = (f"How many cells outside the diagonal hold less than {{limit}} in the row of {name}?",)
    return how_many(ask, things, above, below, None, {"row": name})


@templates(Kind.INFINITE, "value")
def mistaken(ask: Ask) -> Draft | None:
    """How often a class was taken for another."""
    wordings = (
        "How many samples of {row} were predicted as {column}?",
        "How often was {row} mistaken for {column}?",
        "How many samples whose true class is {row} were classified as {column}?",
    )
    return tell_printed(ask, _mistakes(ask), wordings)


@templates(Kind.INFINITE, "total")
def total_of(ask: Ask) -> Draft | None:
    """How many samples a class has."""
    classes, cells = ask.part["classes"], ask.part["cells"]
    place = ask.chance.randrange(len(classes))
    name = classes[place]
    wordings = (
        "How many samples truly belong to {name} in total?",
        "What is the total number of samples whose true class is {name}?",
    )
    return Draft(ask.say(wordings, name=name), exactly(sum(cells[place])), {"name": name})


@templates(Kind.INFINITE, "extreme")
def most_mistaken_for(ask: Ask) -> Draft | None:
    """What a class was most often taken for."""
    name = ask.chance.choice(ask.part["classes"])
    things = [one for one in _mistakes(ask) if one.said["row"] == name]
    most = (
        "For which other class was {name} mistaken most often?",
        "Which wrong class was predicted most often for {name}?",
    )
    least = (
        "For which other class was {name} mistaken least often?",
        "Which wrong class was predicted least often for {name}?",
    )
    return leader(ask, things, most, least, None, {"row": name}, name=name)


@templates(Kind.BINARY_VISUAL, "compare")
def darker(ask: Ask) -> Draft | None:
    """Is a cell darker than another?"""
    wordings = (
        "Is the cell in row {one} darker than the one in row {other}?",
        "Does the cell in row {one} have a darker shade than the cell in row {other}?",
    )
    wordings = [
        text.format(one="{one[row]} and column {one[column]}", other="{other[row]} and column {other[column]}")
        for text in wordings
    ]
    most = max(max(row) for row in ask.part["cells"])
    return compare(ask, _mistakes(ask), wordings, {"low": 0, "high": most, "log": False})


@templates(Kind.BINARY_VISUAL, "corner")
def corner_compare(ask: Ask) -> Draft | None:
    """Is the number in one corner of the diagonal higher than in the other?"""
    cells = ask.part["cells"]
    pairs = (
        (("top left", cells[0][0]), ("bottom right", cells[-1][-1])),
        (("top right", cells[0][-1]), ("bottom left", cells[-1][0])),
    )
    things = [Thing({"corner": name}, value) for name, value in ask.chance.choice(pairs)]
    wordings = (
        "Does the {one[corner]} cell hold a higher number than the {other[corner]} cell?",
        "Is the number in the {one[corner]} corner higher than the one in the {other[corner]} corner?",
    )
    return compare(ask, things, wordings, None)


@templates(Kind.BINARY, "compare")
def more_often(ask: Ask) -> Draft | None:
    """Was a class mistaken more often than another?"""
    wordings = (
        "Was {one[row]} mistaken for {one[column]} more often than {other[row]} for {other[column]}?",
        "Were more samples of {one[row]} predicted as {one[column]} than samples of {other[row]} as {other[column]}?",
    )
    return compare(ask, _mistakes(ask), wordings, None)


@templates(Kind.BINARY, "hits")
def recognised_more(ask: Ask) -> Draft | None:
    """Was a class recognised more often than another?"""
    wordings = (
        "Were more samples of {one[name]} classified correctly than samples of {other[name]}?",
        "Is the number of correct predictions higher for {one[name]} than for {other[name]}?",
    )
    return compare(ask, _hits(ask), wordings, None)


@templates(Kind.BINARY, "limit")
def exceeds(ask: Ask) -> Draft | None:
    """Was a class recognised more often than a limit?"""
    above = ("Were more than {limit} samples of {one[name]} classified correctly?",)
    below = ("Were fewer than {limit} samples of {one[name]} classified correctly?",)
    return beyond(ask, _hits(ask), above, below, None)


@templates(Kind.CHOICE_VISUAL, "shade")
def darkest_in_row(ask: Ask) -> Draft | None:
    """In which column the darkest cell of a row lies, the diagonal left aside."""
    part = ask.part
    name = ask.chance.choice(part["classes"])
    things = [one for one in _mistakes(ask) if one.said["row"] == name]
    axis = {"low": 0, "high": max(max(row) for row in part["cells"]), "log": False}
    most = ("Leaving the diagonal aside, in which column is the darkest cell of the row {name}?",)
    least = ("Leaving the diagonal aside, in which column is the lightest cell of the row {name}?",)
    if len(things) < 4:
        return None
    return choose_leader(ask, things, most, least, {**axis, "high": axis["high"] / 2}, [], {"row": name}, name=name)


@templates(Kind.CHOICE_VISUAL, "corner")
def corner_value_among(ask: Ask) -> Draft | None:
    """Which number stands in a corner, among others of the matrix."""
    corner, value = _corner(ask)
    diagonal = [one.value for one in _hits(ask)]
    there = diagonal if value in diagonal else [one.value for one in _mistakes(ask)]
    wordings = ("Which number stands in the {corner} corner?", "What is the value of the {corner} cell?")
    return choose_number(ask, value, there, wordings, {"corner": corner}, corner=corner)


@templates(Kind.CHOICE, "value")
def mistaken_among(ask: Ask) -> Draft | None:
    """How often a class was taken for another, among other counts of mistakes."""
    wordings = ("How many samples of {row} were predicted as {column}?", "How often was {row} mistaken for {column}?")
    return choose_printed(ask, _mistakes(ask), wordings)


@templates(Kind.CHOICE, "extreme")
def best_recognised(ask: Ask) -> Draft | None:
    """Which class was recognised most often."""
    most = (
        "Which class has the highest number of correct predictions?",
        "Which class was recognised correctly most often?",
    )
    least = (
        "Which class has the lowest number of correct predictions?",
        "Which class was recognised correctly least often?",
    )
    return choose_leader(ask, _hits(ask), most, least, None, ask.field.classes)


@templates(Kind.CHOICE, "several")
def those_beyond(ask: Ask) -> Draft | None:
    """Which of four classes were recognised more often than a limit."""
    above = ("Which of these classes have more than {limit} correct predictions?",)
    below = ("Which of these classes have fewer than {limit} correct predictions?",)
    return which_of(ask, _hits(ask), above, below, None)


@templates(Kind.UNANSWERABLE)
def absent_name(ask: Ask) -> Draft | None:
    """A class that is not shown."""
    wordings = (
        "How many samples of {name} were classified correctly?",
        "For which class was {name} mistaken most often?",
    )
    return absent(ask, ask.field.classes, wordings)


templates.add("open_question", Kind.UNANSWERABLE, partial(background, wordings=LEFT_OPEN))
